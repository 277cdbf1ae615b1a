//! Everything wrong with a document, as data.

use crate::source::Location;

/// What kind of fault it is. The kebab-case names are what case files compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// `syntax`: not JSON, not YAML, or a YAML feature that documents may not use.
    Syntax,
    /// `wrong-type`: a value of another type than the member takes, null included.
    WrongType,
    /// `unknown-member`: a member that no clause names.
    UnknownMember,
    /// `duplicate-member`: a member given twice (D2).
    DuplicateMember,
    /// `missing-member`: a required member is absent.
    MissingMember,
    /// `bad-value`: the right type, but a value that the clause refuses.
    BadValue,
    /// `conflict`: members that cannot stand beside each other, or not alone.
    Conflict,
    /// `failing-example`: a `match` or `no-match` example that the rule contradicts (R10).
    FailingExample,
    /// `limit`: larger or deeper than the limits allow.
    Limit,
    /// `lint`: a warning that was made a fault (`--deny-warnings`).
    Lint,
}

impl FaultKind {
    /// The name in case files and JSON output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::WrongType => "wrong-type",
            Self::UnknownMember => "unknown-member",
            Self::DuplicateMember => "duplicate-member",
            Self::MissingMember => "missing-member",
            Self::BadValue => "bad-value",
            Self::Conflict => "conflict",
            Self::FailingExample => "failing-example",
            Self::Limit => "limit",
            Self::Lint => "lint",
        }
    }
}

/// One thing wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// Where.
    pub at: Location,
    /// What is wrong, as a sentence without a final stop.
    pub message: String,
    /// What to write instead, where that can be said.
    pub help: Option<String>,
}

/// Every fault of a document, sorted by position; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);
