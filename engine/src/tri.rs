//! The verdict of a predicate on an item: yes, no, or unknown.

/// What a predicate says about one item of a call.
///
/// `Unknown` is not "maybe allowed": it satisfies a deny or an ask and never an allow (E2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tri {
    /// The item certainly does not match.
    No,
    /// The question cannot honestly be answered.
    Unknown,
    /// The item certainly matches.
    Yes,
}

impl Tri {
    /// Both must hold: any `No` wins, then any `Unknown` (C5).
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Yes, Self::Yes) => Self::Yes,
        }
    }

    /// `yes`, `no` or `unknown`, as case files write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Unknown => "unknown",
            Self::Yes => "yes",
        }
    }
}

impl From<bool> for Tri {
    fn from(value: bool) -> Self {
        if value { Self::Yes } else { Self::No }
    }
}

impl std::fmt::Display for Tri {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
