//! Lexical containment of paths (P1–P3, P6, P7): segment by segment, never the filesystem.

use crate::permission::PathCase;
use crate::text::folded;
use crate::tri::Tri;
use unicode_normalization::UnicodeNormalization;

#[cfg(test)]
mod tests;

/// Why a path cannot be measured (P1, P6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathFault {
    /// The empty string.
    Empty,
    /// It holds NUL.
    Nul,
    /// It holds a backslash: a separator on some servers, a character on others.
    Backslash,
    /// It has a `..` segment.
    Traversal,
    /// A drive letter without a slash after it: relative to a directory nobody knows.
    DriveRelative,
    /// A relative path that begins with `~`: some servers put a home there.
    Home,
}

impl PathFault {
    /// A short kebab-case name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Nul => "nul",
            Self::Backslash => "backslash",
            Self::Traversal => "traversal",
            Self::DriveRelative => "drive-relative",
            Self::Home => "home",
        }
    }
}

/// Where a path is measured from. Paths of different anchors are unknown to each other, save
/// two drives, which are certainly different (P3, P6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Anchor {
    /// It begins with `/`.
    Root,
    /// `X:/…`; the letter in lower case.
    Drive(u8),
    /// Neither.
    Relative,
}

impl Anchor {
    pub(crate) const fn is_absolute(self) -> bool {
        !matches!(self, Self::Relative)
    }
}

/// A path that parses (P1) and can be measured (P6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measured<'a> {
    pub(crate) anchor: Anchor,
    /// What follows the anchor: segments, with empty and `.` ones still between them.
    pub(crate) rest: &'a str,
    /// No empty and no `.` segment, but for one leading slash: bytes compare directly.
    pub(crate) clean: bool,
    pub(crate) ascii: bool,
    /// The drive letter as written.
    pub(crate) letter: Option<u8>,
}

impl<'a> Measured<'a> {
    pub(crate) fn segments(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        segments(self.rest)
    }
}

/// The segments of a path: empty ones and `.` vanish (P1).
pub(crate) fn segments(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split('/')
        .filter(|segment| !matches!(*segment, "" | "."))
}

/// Parses a path or a directory (P1, P6).
pub(crate) fn measure(text: &str) -> Result<Measured<'_>, PathFault> {
    let bytes = text.as_bytes();
    let Some(&first) = bytes.first() else {
        return Err(PathFault::Empty);
    };
    // Two branch-free passes: these vectorise, and a path without `/.` and `//` has no
    // segment that vanishes or climbs.
    let (mut foreign, mut nul, mut backslash) = (0u8, false, false);
    for &byte in bytes {
        foreign |= byte;
        nul |= byte == 0;
        backslash |= byte == b'\\';
    }
    let odd = bytes
        .iter()
        .zip(bytes.iter().skip(1))
        .fold(false, |seen, (&a, &b)| {
            seen | ((a == b'/') & ((b == b'.') | (b == b'/')))
        });
    if nul {
        return Err(PathFault::Nul);
    }
    if backslash {
        return Err(PathFault::Backslash);
    }
    let clean = !odd && first != b'.' && !(bytes.len() > 1 && bytes.ends_with(b"/"));
    if !clean && text.split('/').any(|segment| segment == "..") {
        return Err(PathFault::Traversal);
    }
    let (anchor, rest) = if first == b'/' {
        (Anchor::Root, text)
    } else if bytes.get(1) == Some(&b':') && first.is_ascii_alphabetic() {
        let rest = text.get(2..).unwrap_or_default();
        if !rest.starts_with('/') {
            return Err(PathFault::DriveRelative);
        }
        (Anchor::Drive(first.to_ascii_lowercase()), rest)
    } else {
        if (first == b'~' || !clean) && segments(text).next().is_some_and(|s| s.starts_with('~')) {
            return Err(PathFault::Home);
        }
        (Anchor::Relative, text)
    };
    let letter = matches!(anchor, Anchor::Drive(_)).then_some(first);
    Ok(Measured {
        anchor,
        rest,
        clean,
        ascii: foreign < 0x80,
        letter,
    })
}

/// Whether `path` lies inside `directory`, both measured from the same place (P3).
///
/// Linear in the lengths; a directory is inside itself.
///
/// ```
/// use callgate_engine::{Tri, path::path_under, permission::PathCase};
///
/// let case = PathCase::Sensitive;
/// assert_eq!(path_under("/srv/docs", "/srv/docs/a", case), Tri::Yes);
/// assert_eq!(path_under("/srv/docs", "/srv/docs2/a", case), Tri::No);
/// assert_eq!(path_under("/srv/docs", "/srv/docs/../x", case), Tri::Unknown);
/// ```
#[must_use]
pub fn path_under(directory: &str, path: &str, case: PathCase) -> Tri {
    let (Ok(directory), Ok(path)) = (measure(directory), measure(path)) else {
        return Tri::Unknown;
    };
    match anchors(directory.anchor, path.anchor) {
        Tri::Yes => prefix(directory.segments(), path.segments(), case),
        verdict => verdict,
    }
}

/// What the anchors alone say: `Yes` leaves it to the segments.
pub(crate) const fn anchors(directory: Anchor, path: Anchor) -> Tri {
    match (directory, path) {
        (Anchor::Root, Anchor::Root) | (Anchor::Relative, Anchor::Relative) => Tri::Yes,
        (Anchor::Drive(a), Anchor::Drive(b)) => {
            if a == b {
                Tri::Yes
            } else {
                Tri::No
            }
        }
        _ => Tri::Unknown,
    }
}

/// Whether a directory's segments are a prefix of a path's (P3, P7).
pub(crate) fn prefix<'a>(
    directory: impl Iterator<Item = &'a str>,
    mut path: impl Iterator<Item = &'a str>,
    case: PathCase,
) -> Tri {
    let mut verdict = Tri::Yes;
    for expected in directory {
        let Some(found) = path.next() else {
            return Tri::No;
        };
        match segment(expected, found, case) {
            Tri::No => return Tri::No,
            same => verdict = verdict.and(same),
        }
    }
    verdict
}

/// Whether two segments are the same (P7): perhaps, if only their NFC is.
pub(crate) fn segment(a: &str, b: &str, case: PathCase) -> Tri {
    if a == b {
        return Tri::Yes;
    }
    let ascii = a.is_ascii() && b.is_ascii();
    match case {
        PathCase::Sensitive if !ascii && a.nfc().eq(b.nfc()) => Tri::Unknown,
        PathCase::Sensitive => Tri::No,
        PathCase::Insensitive if ascii => a.eq_ignore_ascii_case(b).into(),
        PathCase::Insensitive => folded(a).eq(folded(b)).into(),
    }
}
