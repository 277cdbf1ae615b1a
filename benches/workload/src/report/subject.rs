//! What the two dialects do differently while they are measured.

use crate::stream::Checked;
use callgate_compiler::Faults;

/// What the floor touched: the tool's name, its stem, a host.
pub type Touched = (Option<u32>, Option<u32>, Option<u32>);

/// A policy document and the calls to decide by it.
pub trait Subject: Sync {
    /// Validated rules.
    type Policy;
    /// What decides.
    type Table: Sync;
    /// Memory that decisions reuse.
    type Scratch;
    /// What comes out.
    type Outcome;
    /// A call as it is met.
    type Met: Sync;
    /// A call as the reference evaluator takes it.
    type Input;

    /// The calls, in the order to be met.
    fn met(&self) -> &[Self::Met];
    /// Text → rules and table.
    ///
    /// # Errors
    /// The document's faults.
    fn compile(&self, lint: bool) -> Result<(Self::Policy, Self::Table), Faults>;
    /// Rules → table.
    fn lower(&self, policy: &Self::Policy) -> Self::Table;
    /// How many rules a table holds.
    fn rules(&self, table: &Self::Table) -> usize;
    /// The distinct texts of the rules' patterns and notes, in bytes.
    fn text(&self, policy: &Self::Policy) -> u64;
    /// Holds the ways to decide against each other: every call from both its forms, and as
    /// many as about `rule_visits` looks at a rule allow by the slow ways too.
    ///
    /// # Errors
    /// The first call about which two ways disagree.
    fn check(
        &self,
        policy: &Self::Policy,
        table: &Self::Table,
        rule_visits: usize,
    ) -> Result<Checked, String>;
    /// Memory for a table.
    fn scratch(&self, table: &Self::Table) -> Self::Scratch;
    /// Decides a call with parsed arguments that borrow from its request.
    fn decide(
        &self,
        table: &Self::Table,
        met: &Self::Met,
        scratch: &mut Self::Scratch,
    ) -> Self::Outcome;
    /// Decides it with arguments parsed into a `serde_json::Value`.
    fn decide_value(
        &self,
        table: &Self::Table,
        met: &Self::Met,
        scratch: &mut Self::Scratch,
    ) -> Self::Outcome;
    /// Decides it from the bytes of its request.
    fn decide_request(
        &self,
        table: &Self::Table,
        met: &Self::Met,
        scratch: &mut Self::Scratch,
    ) -> Self::Outcome;
    /// Decides it by looking at every rule.
    fn unindexed(
        &self,
        table: &Self::Table,
        met: &Self::Met,
        scratch: &mut Self::Scratch,
    ) -> Self::Outcome;
    /// The call for the reference evaluator.
    fn input(&self, met: &Self::Met) -> Self::Input;
    /// Decides it with the reference evaluator.
    fn reference(&self, policy: &Self::Policy, input: &Self::Input) -> Self::Outcome;
    /// The bytes of the call's request.
    fn request<'m>(&self, met: &'m Self::Met) -> &'m [u8];
    /// The least that any evaluator must do about a call.
    fn floor<'p>(&self, policy: &'p Self::Policy)
    -> impl Fn(&Self::Met) -> Touched + use<'p, Self>;
}
