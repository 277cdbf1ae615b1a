//! Why a predicate's verdict is unknown (E5).

use crate::command::Unidentified;
use crate::host::UrlFault;
use crate::path::PathFault;

/// Why a predicate cannot honestly say yes or no about an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The arguments as a whole cannot be read (J2, J4).
    UnreadableArguments,
    /// The argument is there twice: two readers would disagree about it (J3).
    Disagreement,
    /// The argument is not a string (P4, H6).
    NotAString,
    /// The call carries no location (P5).
    NoLocation,
    /// One of `from` and `to` is missing (P4).
    MissingPair,
    /// The path does not parse, or cannot be measured (P1, P6).
    Path(PathFault),
    /// The path is relative, the directory is not, and the tool has no root (P2, P3).
    NoRoot,
    /// One of path and directory is absolute and the other not, or one has a drive (P3, P6).
    OtherAnchor,
    /// Two segments are equal in Unicode NFC and differ in bytes (P7).
    PerhapsEqual,
    /// The call carries no url (H6).
    NoUrl,
    /// The url has no host that every reader would agree about (H1–H5).
    Url(UrlFault),
    /// The call names no command (C2).
    NoCommand,
    /// What the call runs holds no command that the rule looks at (E2).
    NothingRuns,
    /// Nobody can say which program runs (C2, C3).
    Unidentifiable(Unidentified),
    /// The tokens could be read only in part, and the answer lies past that part (C5).
    Unsealed,
    /// The command writes to a file by redirection, and the rule is an allow (C7).
    Writes,
    /// The check answered unknown (K1).
    CheckUnknown,
    /// No check of this name is supplied (K1).
    CheckUnregistered,
}

impl Why {
    /// A short kebab-case name, stable enough to test.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnreadableArguments => "unreadable-arguments",
            Self::Disagreement => "appears-twice",
            Self::NotAString => "not-a-string",
            Self::NoLocation => "no-location",
            Self::MissingPair => "missing-pair",
            Self::Path(fault) => fault.as_str(),
            Self::NoRoot => "no-root",
            Self::OtherAnchor => "other-anchor",
            Self::PerhapsEqual => "perhaps-equal",
            Self::NoUrl => "no-url",
            Self::Url(fault) => fault.as_str(),
            Self::NoCommand => "no-command",
            Self::NothingRuns => "nothing-runs",
            Self::Unidentifiable(_) => "unidentifiable",
            Self::Unsealed => "unsealed",
            Self::Writes => "writes",
            Self::CheckUnknown => "check-unknown",
            Self::CheckUnregistered => "check-unregistered",
        }
    }

    /// A sentence for people.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::UnreadableArguments => "the arguments cannot be read as JSON within the limits",
            Self::Disagreement => "the argument appears twice: two readers would disagree about it",
            Self::NotAString => "the argument is not a string",
            Self::NoLocation => "the call carries no location",
            Self::MissingPair => "one of `from` and `to` is there without the other",
            Self::Path(fault) => path(fault),
            Self::NoRoot => "the path is relative and the tool has no root to measure it from",
            Self::OtherAnchor => "path and directory do not start from the same place",
            Self::PerhapsEqual => {
                "two names look the same and differ in bytes: a file system may take them as one"
            }
            Self::NoUrl => "the call carries no url",
            Self::Url(fault) => url(fault),
            Self::NoCommand => "the call names no command",
            Self::NothingRuns => "no command is there that this rule looks at",
            Self::Unidentifiable(why) => why.why,
            Self::Unsealed => "the tokens can be read only in part",
            Self::Writes => "it writes to a file by redirection, which an allow does not cover",
            Self::CheckUnknown => "the check could not tell",
            Self::CheckUnregistered => "no check of this name is supplied",
        }
    }
}

const fn path(fault: PathFault) -> &'static str {
    match fault {
        PathFault::Empty => "the path is empty",
        PathFault::Nul => "the path holds NUL",
        PathFault::Backslash => {
            "the path holds a backslash: a separator for some servers, a character for others"
        }
        PathFault::Traversal => "the path has a `..` segment",
        PathFault::DriveRelative => {
            "the path has a drive without a slash: relative to a place nobody knows"
        }
        PathFault::Home => "the path begins with `~`: some servers put a home there",
    }
}

const fn url(fault: UrlFault) -> &'static str {
    match fault {
        UrlFault::ControlCharacter => "the url holds white space or a control character",
        UrlFault::Scheme => "the url does not begin with http:// or https://",
        UrlFault::Userinfo => "the url has an `@` before its host",
        UrlFault::Authority => "the url has no host, or brackets out of place",
        UrlFault::Port => "the url's port is not a number",
        UrlFault::Alphabet => "the url's host is empty or holds a character that no host has",
        UrlFault::Dots => "the url's host begins or ends with a dot",
        UrlFault::NumericHost => {
            "the url's host is a number that clients read as different addresses"
        }
        UrlFault::Ipv6 => "the url's host stands in brackets and is no IPv6 address",
        UrlFault::EmbeddedIpv4 => "the url's host is an IPv6 address that stands for an IPv4 one",
    }
}
