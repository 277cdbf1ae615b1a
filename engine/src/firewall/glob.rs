//! Globs over tool and skill names: five shapes and nothing else (G1–G6).

use memchr::memmem;

/// What a glob means. `S` is never empty and never holds a `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape<'a> {
    /// `""` or `*`: every name, also the empty one, also none (G2, G8).
    Any,
    /// `S.*`: iff the name starts with `S.` and goes on (G3).
    Prefix(&'a str),
    /// `*.S`: iff the name ends with `.S` or is `S` (G4).
    Suffix(&'a str),
    /// `*.S.*`, held as `.S.`: iff that occurs with something before and after it (G5).
    Infix(&'a str),
    /// Anything else: iff the name is this text, stars and all (G6).
    Literal(&'a str),
}

impl<'a> Shape<'a> {
    /// The shape of a glob. Linear in the glob.
    #[must_use]
    pub fn of(glob: &'a str) -> Self {
        let stem = |text: Option<&'a str>| text.filter(|s| !s.is_empty() && !s.contains('*'));
        let after_star = glob.strip_prefix("*.");
        let dotted = glob
            .strip_prefix('*')
            .and_then(|rest| rest.strip_suffix('*'));
        if glob.is_empty() || glob == "*" {
            Self::Any
        } else if let Some(dotted) = dotted.filter(|text| is_infix(text)) {
            Self::Infix(dotted)
        } else if let Some(s) = stem(glob.strip_suffix(".*")) {
            Self::Prefix(s)
        } else if let Some(s) = stem(after_star) {
            Self::Suffix(s)
        } else {
            Self::Literal(glob)
        }
    }

    /// Whether a name matches, byte for byte. Linear in name and glob.
    #[must_use]
    pub fn matches(self, name: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Literal(text) => name == text,
            Self::Prefix(s) => name
                .strip_prefix(s)
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|rest| !rest.is_empty()),
            Self::Suffix(s) => name
                .strip_suffix(s)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.')),
            Self::Infix(dotted) => {
                inner(name).is_some_and(|inner| memmem::find(inner, dotted.as_bytes()).is_some())
            }
        }
    }
}

/// A name without its first and last byte: `.S.` occurs in it iff it occurs in the name with
/// something before and after (G5).
pub(super) fn inner(name: &str) -> Option<&[u8]> {
    let bytes = name.as_bytes();
    bytes.get(1..bytes.len().checked_sub(1)?)
}

/// Whether a text is `.S.` with an `S` that is not empty and holds no `*`.
fn is_infix(text: &str) -> bool {
    text.strip_prefix('.')
        .and_then(|rest| rest.strip_suffix('.'))
        .is_some_and(|s| !s.is_empty() && !s.contains('*'))
}

/// A glob that owns its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Glob(Box<str>);

impl Glob {
    pub(super) fn new(text: &str) -> Self {
        Self(text.into())
    }

    pub(super) fn shape(&self) -> Shape<'_> {
        Shape::of(&self.0)
    }

    /// Against a name that may be missing: then only the any shape matches (G8).
    pub(super) fn matches(&self, name: Option<&str>) -> bool {
        match self.shape() {
            Shape::Any => true,
            shape => name.is_some_and(|name| shape.matches(name)),
        }
    }
}

#[cfg(test)]
mod tests;
