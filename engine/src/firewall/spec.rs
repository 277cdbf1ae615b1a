//! Validated rules as the compiler hands them over, without positions.

use super::network::Cidr;
use super::pattern::Pattern;
use super::verdict::{Action, Stage, Verdict};

/// What holds for a whole policy (Q1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicySpec {
    /// Whether the policy speaks at all (Q6).
    pub enabled: bool,
    /// What it says when no rule decides.
    pub default_verdict: Verdict,
    /// Whether verdicts that hold a call back become audits (Q6).
    pub shadow: bool,
    /// Whether an unevaluable clause counts as true in a rule that restricts (A4).
    pub strict_clauses: bool,
}

impl Default for PolicySpec {
    /// Enabled, default `audit`, no shadow, not strict (Q1).
    fn default() -> Self {
        Self {
            enabled: true,
            default_verdict: Verdict::Audit,
            shadow: false,
            strict_clauses: false,
        }
    }
}

/// One step of a clause's path (A2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A member of an object.
    Name(String),
    /// An element of an array, from 0.
    Index(usize),
}

/// A JSON value that an argument may be equal to (A3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as its JSON text.
    Number(String),
    /// A string.
    Text(String),
}

/// What a clause asks of the value at its path (A3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `eq` and `in`: the value is one of these. An object or array that the document names
    /// is left out: nothing is ever equal to it.
    OneOf(Vec<Scalar>),
    /// `contains`: a string that holds this one.
    Contains(String),
    /// `regex`: a string in which the expression is found.
    Regex(Pattern),
    /// `gt`: a number above this one, which is JSON text.
    Above(String),
    /// `lt`: a number below this one, which is JSON text.
    Below(String),
    /// `cidr_match`: a string that holds an address of this network.
    Inside(Cidr),
}

/// One clause of `args_match` (A1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// Where the value stands; empty: the arguments themselves (`$`).
    pub path: Vec<Step>,
    /// What is asked of it.
    pub test: Test,
}

/// An entry of an egress list (X2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Endpoint {
    /// A host name, ASCII-lowercase, without a trailing dot.
    Host(String),
    /// `*.host`: every host below it, never itself (H4).
    Below(String),
    /// An address or a network.
    Network(Cidr),
}

/// Which destinations a rule speaks about (X2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Egress {
    /// The scope of an `allow` rule; what any other verdict leaves out.
    pub allow: Vec<Endpoint>,
    /// The scope of any other verdict; what an `allow` rule leaves out.
    pub deny: Vec<Endpoint>,
}

impl Egress {
    /// What a rule with this action speaks about, and what it leaves out.
    #[must_use]
    pub fn scope(&self, action: Action) -> (&[Endpoint], &[Endpoint]) {
        match action {
            Action::Give(Verdict::Allow) => (&self.allow, &self.deny),
            _ => (&self.deny, &self.allow),
        }
    }
}

/// A kind of secret that a sanitizer knows (X7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of documented presets")]
pub enum Preset {
    AwsAccessKey,
    AwsSecretKey,
    OpenaiKey,
    AnthropicKey,
    BearerToken,
    Email,
    SsnUs,
    CreditCard,
}

impl Preset {
    /// Every preset, in the order of the documentation.
    pub const ALL: [Self; 8] = [
        Self::AwsAccessKey,
        Self::AwsSecretKey,
        Self::OpenaiKey,
        Self::AnthropicKey,
        Self::BearerToken,
        Self::Email,
        Self::SsnUs,
        Self::CreditCard,
    ];

    /// The name in documents and redactions.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AwsAccessKey => "aws_access_key",
            Self::AwsSecretKey => "aws_secret_key",
            Self::OpenaiKey => "openai_key",
            Self::AnthropicKey => "anthropic_key",
            Self::BearerToken => "bearer_token",
            Self::Email => "email",
            Self::SsnUs => "ssn_us",
            Self::CreditCard => "credit_card",
        }
    }

    /// The preset of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.as_str() == name)
    }
}

/// What `sanitize` takes out of a call's strings (X7).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sanitizer {
    /// Kinds of secret.
    pub presets: Vec<Preset>,
    /// Expressions of the policy's own.
    pub custom: Vec<Pattern>,
}

/// One validated rule (Q2).
#[derive(Clone, Copy, Debug)]
pub struct RuleSpec<'a> {
    /// Its number, if any: unique in the policy.
    pub id: Option<i64>,
    /// Lower speaks earlier (Q3).
    pub priority: i64,
    /// Its name for people.
    pub label: Option<&'a str>,
    /// Its one stage; `None`: every stage.
    pub stage: Option<Stage>,
    /// The glob over tool names; empty: any.
    pub tool: &'a str,
    /// The glob over owning skills; empty: any.
    pub skill: &'a str,
    /// What it does.
    pub action: Action,
    /// What it asks of the arguments.
    pub clauses: &'a [Clause],
    /// The destinations it speaks about; `None`: all.
    pub egress: Option<&'a Egress>,
    /// What it takes out, if its verdict is `sanitize`.
    pub sanitizer: Option<&'a Sanitizer>,
    /// Whether it is part of a sequence and so no part of the walk (X8).
    pub sequence: bool,
}
