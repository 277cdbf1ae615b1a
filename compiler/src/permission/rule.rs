//! Validated rules: every value here has passed the clauses of D and R.

use crate::source::Span;
use callgate_engine::permission::PathCase;
use callgate_engine::{Decision, Severity};

/// A validated permission policy.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The rules in document order.
    pub rules: Vec<Rule>,
    /// Tool-name prefix → directory (D4).
    pub roots: Vec<(String, String)>,
    /// Tool pattern → names of location arguments (D5).
    pub path_params: Vec<(Tool, Vec<String>)>,
    /// Tool pattern → names of url arguments (D7).
    pub url_params: Vec<(Tool, Vec<String>)>,
    /// Tool pattern → names of the command arguments (D6).
    pub command_params: Vec<(Tool, CommandParams)>,
    /// How path segments compare (P7).
    pub path_case: PathCase,
}

/// A tool pattern (R2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tool {
    /// This name and no other.
    Exact(String),
    /// Every name that begins with this stem; `*` has the empty stem.
    Prefix(String),
}

/// A host pattern (R5), without `*.`; IPv6 literals in canonical text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// This host.
    Exact(String),
    /// Every host below this one.
    Below(String),
}

/// A program pattern (R6).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// This basename.
    Exact(String),
    /// Every basename that begins with this stem.
    Prefix(String),
}

/// `command` with `args` and `args-any` (R6, R7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandNarrower {
    /// The program.
    pub program: Program,
    /// Tokens the argv must begin with.
    pub args: Option<Vec<String>>,
    /// Tokens of which one must appear; never empty.
    pub args_any: Option<Vec<String>>,
}

/// What `command-params` says about a tool, omissions filled in (D6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandParams {
    /// Program and tokens in arguments of these names.
    Argv {
        /// The argument that names the program.
        command: String,
        /// The argument that lists its tokens.
        args: String,
    },
    /// One argument holds a line of shell text.
    Line(String),
}

/// A validated rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The tools it speaks about.
    pub tool: Tool,
    /// What it says.
    pub decision: Decision,
    /// The directory, as written.
    pub under: Option<String>,
    /// The website.
    pub host: Option<Host>,
    /// The program and its tokens.
    pub command: Option<CommandNarrower>,
    /// The embedder's predicate.
    pub check: Option<String>,
    /// Why the rule exists.
    pub note: Option<String>,
    /// How loudly to show it.
    pub severity: Option<Severity>,
    /// Where the rule stands in its document.
    pub at: Span,
}
