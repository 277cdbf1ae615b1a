//! Decisions of the permission dialect and their strength.

/// What a permission policy says about a call, weakest first: `Allow < Ask < Deny` (E4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// The call may go ahead.
    Allow,
    /// A human has to be asked.
    Ask,
    /// The call must not go ahead.
    Deny,
}

impl Decision {
    /// `allow`, `ask` or `deny`, as documents and results write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }

    /// Whether an unknown satisfies a predicate of a rule with this decision (E2).
    #[must_use]
    pub const fn fires_on_unknown(self) -> bool {
        !matches!(self, Self::Allow)
    }
}

impl std::fmt::Display for Decision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How loudly a prompt should show a rule (R8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// `danger`, the one value there is.
    Danger,
}

impl Severity {
    /// The word documents use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Danger => "danger",
        }
    }
}
