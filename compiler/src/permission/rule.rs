//! Validated rules: every value here has passed the clauses of D and R.

use crate::source::Span;
use callgate_engine::permission::{HostPattern, PathCase, ToolPattern};
use callgate_engine::{Decision, Severity};
use std::fmt;

/// A validated permission policy.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The rules in document order.
    pub rules: Vec<Rule>,
    /// Tool-name prefix → directory (D4).
    pub roots: Vec<(String, String)>,
    /// Where the prefixes of `roots` stand.
    pub roots_at: Vec<Span>,
    /// Tool pattern → names of location arguments (D5).
    pub path_params: Vec<(Tool, Vec<String>)>,
    /// Tool pattern → names of url arguments (D7).
    pub url_params: Vec<(Tool, Vec<String>)>,
    /// Tool pattern → names of the command arguments (D6).
    pub command_params: Vec<(Tool, CommandParams)>,
    /// Where the entries of `path_params` stand.
    pub path_params_at: Vec<Span>,
    /// Where the entries of `url_params` stand.
    pub url_params_at: Vec<Span>,
    /// Where the entries of `command_params` stand.
    pub command_params_at: Vec<Span>,
    /// How path segments compare (P7).
    pub path_case: PathCase,
    /// Whether the document is a bare array: its rules' pointers begin with `/0`, not with
    /// `/rules/0`.
    pub bare: bool,
}

impl Policy {
    /// The JSON pointer of a rule.
    #[must_use]
    pub fn pointer(&self, rule: usize) -> String {
        if self.bare {
            format!("/{rule}")
        } else {
            format!("/rules/{rule}")
        }
    }
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
    /// The program and its tokens. In a box: most rules have none, and a policy of many rules
    /// is walked faster when they are small.
    pub command: Option<Box<CommandNarrower>>,
    /// The embedder's predicate.
    pub check: Option<String>,
    /// Why the rule exists.
    pub note: Option<String>,
    /// How loudly to show it.
    pub severity: Option<Severity>,
    /// Calls that the rule, alone, must or must not fire on (R10).
    pub examples: Box<[Example]>,
    /// Warnings that the rule's author knows about (R10).
    pub allow_lint: Box<[AllowLint]>,
    /// Where the rule stands in its document.
    pub at: Span,
}

/// A call that a rule, alone, must or must not fire on (R10).
#[derive(Clone, Debug)]
pub struct Example {
    /// Which of the two.
    pub kind: ExampleKind,
    /// Its place in the list of its kind, from 0.
    pub index: usize,
    /// The tool; `None`: the rule's tool, for a glob its stem.
    pub tool: Option<String>,
    /// The arguments, an object.
    pub args: serde_json::Value,
    /// Where it stands.
    pub at: Span,
}

/// What an example demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExampleKind {
    /// `match`: the rule fires.
    Match,
    /// `no-match`: it does not.
    NoMatch,
}

impl ExampleKind {
    /// The member that lists such examples.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::NoMatch => "no-match",
        }
    }
}

/// A warning that a rule's author knows about.
#[derive(Clone, Debug)]
pub struct AllowLint {
    /// The code of the warning.
    pub code: &'static str,
    /// Why it is no mistake.
    pub reason: String,
    /// Where the code stands.
    pub at: Span,
}

impl Tool {
    /// The pattern without its `*`.
    #[must_use]
    pub fn stem(&self) -> &str {
        match self {
            Self::Exact(stem) | Self::Prefix(stem) => stem,
        }
    }

    /// As the engine takes it.
    #[must_use]
    pub fn pattern(&self) -> ToolPattern<'_> {
        match self {
            Self::Exact(name) => ToolPattern::Exact(name),
            Self::Prefix(stem) => ToolPattern::Prefix(stem),
        }
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(name) => f.write_str(name),
            Self::Prefix(stem) => write!(f, "{stem}*"),
        }
    }
}

impl Host {
    /// The pattern without its `*.`.
    #[must_use]
    pub fn stem(&self) -> &str {
        match self {
            Self::Exact(host) | Self::Below(host) => host,
        }
    }

    /// As the engine takes it.
    #[must_use]
    pub fn pattern(&self) -> HostPattern<'_> {
        match self {
            Self::Exact(host) => HostPattern::Exact(host),
            Self::Below(host) => HostPattern::Below(host),
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(host) => f.write_str(host),
            Self::Below(host) => write!(f, "*.{host}"),
        }
    }
}

impl Program {
    /// The pattern without its `*`.
    #[must_use]
    pub fn stem(&self) -> &str {
        match self {
            Self::Exact(stem) | Self::Prefix(stem) => stem,
        }
    }

    /// Whether it ends in `*`.
    #[must_use]
    pub const fn is_glob(&self) -> bool {
        matches!(self, Self::Prefix(_))
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.is_glob() { "*" } else { "" };
        write!(f, "{}{star}", self.stem())
    }
}
