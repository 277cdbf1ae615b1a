//! Conformance cases: one question, the clauses it exercises and what must come out.
//!
//! A case file is YAML (one document) or JSON lines (one case a line, same members). The same
//! format serves the corpus, a user's policy tests and recorded findings.
//!
//! A case asks exactly one thing, told by its members:
//!
//! | members | question | expectation |
//! |---|---|---|
//! | `call` (with `policy`) | what may this call do? | `decision`, `reason`, `rule`, `paths`, `suggestion`, `blanket`; a firewall policy: `verdict`, `reason`, `rule` |
//! | `policy` alone | does this document load? | `faults` or `valid` |
//! | `url` | whose host is it? | `host` |
//! | `under`, `path` | is the path inside? | `containment` |
//! | `argv` (or `line`), `sealed` | what does it run? | `commands`, `covers`, `identified` |
//! | `glob`, `tool` | does the firewall glob match? | `match` |
//!
//! `policy-file` and `policy-text` may stand for `policy`; a file's own policy serves its cases
//! that have none.

mod members;
mod read;
mod value;

pub use read::{OpenPolicy, read_line, read_suite};
pub use value::to_json;

use callgate_compiler::Span;
use callgate_compiler::document::Node;
use callgate_engine::Tri;
use serde_json::{Map, Value};
use std::sync::Arc;

/// One case, borrowing from the text of its file.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// Unique in its file.
    pub name: String,
    /// What its file is about; empty for JSON lines.
    pub suite: Arc<str>,
    /// The clauses it exercises: its own and its file's.
    pub clauses: Vec<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Why the answer is what it is.
    pub why: Option<String>,
    /// Where it stands in its file.
    pub span: Span,
    /// What it asks.
    pub question: Question<'a>,
    /// The members that must come out, each compared whole; none: everything passes.
    pub expect: Map<String, Value>,
}

/// What a case asks.
#[derive(Clone, Debug)]
pub enum Question<'a> {
    /// What may this call do under this policy?
    Call {
        /// The policy, not yet validated.
        policy: PolicyInput<'a>,
        /// The call.
        call: CallInput,
        /// Answers of embedder-supplied checks, by name.
        checks: Vec<(String, Tri)>,
    },
    /// Does this document load?
    Document(PolicyInput<'a>),
    /// Which host does a URL name?
    Host {
        /// The URL.
        url: String,
    },
    /// Is a path inside a directory?
    Containment {
        /// The directory.
        under: String,
        /// The path.
        path: String,
    },
    /// What would a direct argv run?
    Argv {
        /// The program as given.
        program: String,
        /// Its readable tail.
        tail: Vec<String>,
        /// Whether the tail was read to its end.
        sealed: bool,
    },
    /// What would a line of shell text run?
    Line {
        /// The text.
        line: String,
    },
    /// Does a firewall glob match a tool name?
    Glob {
        /// The glob.
        glob: String,
        /// The tool name.
        tool: String,
    },
}

/// A policy as a case gives it.
#[derive(Clone, Debug)]
pub enum PolicyInput<'a> {
    /// A subtree of the case file.
    Tree(Arc<Node<'a>>),
    /// A document of its own (`policy-text`, `policy-file`).
    Text {
        /// The name its faults are reported under.
        name: Arc<str>,
        /// The document.
        text: Arc<str>,
    },
}

/// A call as a case gives it.
#[derive(Clone, Debug, Default)]
pub struct CallInput {
    /// The tool's name; anything but a string cannot be read as one (J2). Absent: `None`.
    pub tool: Option<Value>,
    /// The arguments.
    pub arguments: ArgumentsInput,
    /// Members that only firewall calls carry, each as given.
    pub firewall: FirewallInput,
}

/// The arguments of a call as a case gives them.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ArgumentsInput {
    /// No arguments member.
    #[default]
    Absent,
    /// Parsed.
    Parsed(Value),
    /// The bytes of an arguments value beside the tool name.
    Raw(Vec<u8>),
    /// The bytes of a whole `tools/call` request; the tool is read from them too.
    Request(Vec<u8>),
}

/// Members of a call that only the firewall dialect knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirewallInput {
    /// `inbound`, `response`, `mcp` or `egress`.
    pub stage: Option<String>,
    /// The owning skill.
    pub skill: Option<String>,
    /// Where an egress call goes.
    pub destination: Option<String>,
    /// The addresses the embedder resolved the destination to.
    pub resolved: Option<Vec<String>>,
    /// What was spent so far, in cents.
    pub spent_cents: Option<Value>,
}

impl FirewallInput {
    /// Whether the call carries any of them, so that it can only be a firewall call.
    #[must_use]
    pub fn is_some(&self) -> bool {
        *self != Self::default()
    }
}

impl CallInput {
    /// The tool's name, if the call gives a string beside its arguments.
    #[must_use]
    pub fn tool_name(&self) -> Option<&str> {
        self.tool.as_ref().and_then(Value::as_str)
    }
}
