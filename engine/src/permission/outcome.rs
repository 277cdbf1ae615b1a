//! What a decision comes with.

use crate::decision::Decision;

/// A rule by its place in the document, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub u32);

/// Why a decision came out as it did (E5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A rule fired on evidence.
    Rule,
    /// A rule fired because something could not be ruled out; or none fired and something
    /// that a considered rule looked at was unknown.
    UnevaluablePath,
    /// No rule fired and nothing was unknown.
    NoMatch,
}

impl Reason {
    /// `rule`, `unevaluable-path` or `no-match`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::UnevaluablePath => "unevaluable-path",
            Self::NoMatch => "no-match",
        }
    }
}

/// A kind of predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PredicateKind {
    /// `under`.
    Under,
    /// `host`.
    Host,
    /// `command` with `args` and `args-any`.
    Command,
    /// `check`.
    Check,
}

impl PredicateKind {
    /// The member that declares it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Under => "under",
            Self::Host => "host",
            Self::Command => "command",
            Self::Check => "check",
        }
    }
}

/// A decision and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Allow, ask or deny.
    pub decision: Decision,
    /// Why.
    pub reason: Reason,
    /// The reported rule (E6); `None` when nothing fired.
    pub rule: Option<RuleId>,
    /// The predicates that were unknown: of the reported rule, those satisfied by unknown;
    /// without one, the kinds for which some considered rule had an unknown item (E5).
    pub unknown: Unknown,
}

/// A set of predicate kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unknown(u8);

impl Unknown {
    /// No kind.
    pub const NONE: Self = Self(0);

    const fn bit(kind: PredicateKind) -> u8 {
        1 << kind as u8
    }

    /// With one more kind.
    #[must_use]
    pub const fn with(self, kind: PredicateKind) -> Self {
        Self(self.0 | Self::bit(kind))
    }

    /// The kinds of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: PredicateKind) -> bool {
        self.0 & Self::bit(kind) != 0
    }

    /// Whether no kind is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in the set.
    pub fn iter(self) -> impl Iterator<Item = PredicateKind> {
        [
            PredicateKind::Under,
            PredicateKind::Host,
            PredicateKind::Command,
            PredicateKind::Check,
        ]
        .into_iter()
        .filter(move |&kind| self.contains(kind))
    }
}

/// The rule that "always allow" should remember (E8): the body of an allow rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The exact tool name.
    pub tool: String,
    /// A directory that holds every location.
    pub under: Option<String>,
    /// The one host that every url names.
    pub host: Option<String>,
    /// The program, and the tokens its argv must begin with.
    pub command: Option<String>,
    /// The first token, if the call has one that does not begin with `-`.
    pub args: Option<Vec<String>>,
    /// Whether it grants more than this call shows it needs.
    pub blanket: bool,
}
