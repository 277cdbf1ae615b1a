//! Validated rules as the compiler hands them over: borrowed, without positions.

use crate::command::EffectiveCommand;
use crate::decision::{Decision, Severity};
use crate::tri::Tri;

/// A tool pattern (R2): an exact name or everything that begins with a stem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolPattern<'a> {
    /// This name and no other.
    Exact(&'a str),
    /// Every name that begins with this stem; the stem of `*` is empty.
    Prefix(&'a str),
}

/// A host pattern (R5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostPattern<'a> {
    /// This host, ASCII case ignored.
    Exact(&'a str),
    /// `*.` + this host: every host below it, not itself (H4).
    Below(&'a str),
}

/// The command predicate of a rule (R6, R7).
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec<'a> {
    /// The basename, or its stem if `glob`.
    pub program: &'a str,
    /// Whether `program` is the stem of a prefix glob.
    pub glob: bool,
    /// Tokens the argv must begin with.
    pub args: Option<&'a [String]>,
    /// Tokens of which one must appear.
    pub args_any: Option<&'a [String]>,
}

/// One validated rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleSpec<'a> {
    /// The tools it speaks about.
    pub tool: ToolPattern<'a>,
    /// What it says.
    pub decision: Decision,
    /// Inside this directory, as written.
    pub under: Option<&'a str>,
    /// At this website.
    pub host: Option<HostPattern<'a>>,
    /// Running this program.
    pub command: Option<CommandSpec<'a>>,
    /// As this embedder-supplied predicate says.
    pub check: Option<&'a str>,
    /// Why the rule exists.
    pub note: Option<&'a str>,
    /// How loudly to show it.
    pub severity: Option<Severity>,
}

/// Which arguments of a tool hold the program and its argv, or a line of shell text (D6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamsSpec<'a> {
    /// A program and a list of tokens.
    Argv {
        /// The argument that names the program.
        command: &'a str,
        /// The argument that lists its tokens.
        args: &'a str,
    },
    /// A line of shell text.
    Line(&'a str),
}

/// How path segments compare (P7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PathCase {
    /// Byte for byte.
    #[default]
    Sensitive,
    /// NFC of the full case folding of NFC.
    Insensitive,
}

/// Predicates that the embedding program supplies, by name (K1).
pub trait Checks {
    /// What the check called `name` says about one command of a call to `tool`;
    /// `None` if no such check is registered, which counts as unknown.
    fn check(&self, name: &str, tool: &str, command: &EffectiveCommand<'_>) -> Option<Tri>;
}

/// No checks: every `check` predicate is unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoChecks;

impl Checks for NoChecks {
    fn check(&self, _: &str, _: &str, _: &EffectiveCommand<'_>) -> Option<Tri> {
        None
    }
}
