//! The compiled, immutable table.

use super::{Checks, Outcome, ParamsSpec, PathCase, RuleId, RuleSpec, Suggestion, ToolPattern};
use crate::call::Call;
use crate::decision::Severity;
use crate::json::Limits;
use crate::tree::Tree;

/// Collects validated rules and freezes them into a [`Table`].
#[derive(Debug, Default)]
pub struct TableBuilder {}

impl TableBuilder {
    /// An empty policy.
    #[must_use]
    pub fn new(_case: PathCase) -> Self {
        todo!()
    }
    /// A root: tool-name prefix → directory (D4).
    pub fn root(&mut self, _prefix: &str, _directory: &str) {
        todo!()
    }
    /// The location arguments of a tool pattern (D5).
    pub fn path_params(&mut self, _tool: ToolPattern<'_>, _names: &[String]) {
        todo!()
    }
    /// The url arguments of a tool pattern (D7).
    pub fn url_params(&mut self, _tool: ToolPattern<'_>, _names: &[String]) {
        todo!()
    }
    /// The command arguments of a tool pattern (D6).
    pub fn command_params(&mut self, _tool: ToolPattern<'_>, _params: ParamsSpec<'_>) {
        todo!()
    }
    /// The next rule of the document.
    pub fn rule(&mut self, _rule: RuleSpec<'_>) {
        todo!()
    }
    /// How much of a call is read (J4).
    pub fn limits(&mut self, _limits: Limits) {
        todo!()
    }
    /// The table.
    #[must_use]
    pub fn build(self) -> Table {
        todo!()
    }
}

/// A compiled permission policy: immutable, `Send + Sync`, shared by reference.
#[derive(Debug)]
pub struct Table {}

/// Memory that decisions reuse; one for each thread.
#[derive(Debug, Default)]
pub struct Scratch {}

impl Table {
    /// Decides one call.
    pub fn decide<T: Tree>(
        &self,
        _call: &Call<'_, T>,
        _checks: &dyn Checks,
        _scratch: &mut Scratch,
    ) -> Outcome {
        todo!()
    }
    /// Decides one call by looking at every rule: for tests of the indexes.
    pub fn decide_unindexed<T: Tree>(
        &self,
        _call: &Call<'_, T>,
        _checks: &dyn Checks,
        _scratch: &mut Scratch,
    ) -> Outcome {
        todo!()
    }
    /// Decides a whole JSON-RPC `tools/call` request from its bytes (J1).
    pub fn decide_request(
        &self,
        _request: &[u8],
        _checks: &dyn Checks,
        _scratch: &mut Scratch,
    ) -> Outcome {
        todo!()
    }
    /// The call's locations that are strings, as E7 lists them.
    pub fn paths<T: Tree>(&self, _call: &Call<'_, T>, _scratch: &mut Scratch) -> Vec<String> {
        todo!()
    }
    /// What "always allow" should remember (E8).
    pub fn suggestion<T: Tree>(
        &self,
        _call: &Call<'_, T>,
        _scratch: &mut Scratch,
    ) -> Option<Suggestion> {
        todo!()
    }
    /// How many rules it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        todo!()
    }
    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// A rule's note (R8).
    #[must_use]
    pub fn note(&self, _rule: RuleId) -> Option<&str> {
        todo!()
    }
    /// A rule's severity (R8).
    #[must_use]
    pub fn severity(&self, _rule: RuleId) -> Option<Severity> {
        todo!()
    }
}
