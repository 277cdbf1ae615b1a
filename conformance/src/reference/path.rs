//! Paths and lexical containment (P1–P3, P6, P7).

use callgate_engine::Tri;
use callgate_engine::permission::PathCase;
use unicode_normalization::UnicodeNormalization;

#[cfg(test)]
mod tests;

/// Where a path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Nowhere in particular.
    Relative,
    /// `/`
    Slash,
    /// `X:/`, with its letter as written.
    Drive(char),
}

/// A path that parses (P1) and that no server reads its own way (P6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parsed {
    pub(super) start: Start,
    pub(super) segments: Vec<String>,
}

/// What P6 looks at before anything is joined: `X:`, and what follows it.
fn drive(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let letter = characters.next().filter(char::is_ascii_alphabetic)?;
    let after = characters.as_str().strip_prefix(':')?;
    Some((letter, after))
}

/// Segments are split on `/`; empty ones and `.` vanish (P1).
fn segments(text: &str) -> Vec<String> {
    text.split('/')
        .filter(|segment| !segment.is_empty() && *segment != ".")
        .map(str::to_owned)
        .collect()
}

/// How many segments a directory has as written (E6).
pub(super) fn count(text: &str) -> usize {
    segments(text).len()
}

/// Whether a relative path begins with a home directory (P6).
fn begins_at_home(text: &str) -> bool {
    !text.starts_with('/')
        && segments(text)
            .first()
            .is_some_and(|first| first.starts_with('~'))
}

/// Whether P6 reads a text before a root could be put in front of it.
pub(super) fn is_special(text: &str) -> bool {
    drive(text).is_some() || begins_at_home(text)
}

/// Parses a path or a directory; `None`: nothing honest can be said about it.
pub(super) fn parse(text: &str) -> Option<Parsed> {
    let parses = !text.is_empty()
        && !text.contains('\0')
        && !text.contains('\\')
        && text.split('/').all(|segment| segment != "..");
    if !parses || begins_at_home(text) {
        return None;
    }
    if let Some((letter, after)) = drive(text) {
        // `X:` not followed by a slash is relative to a directory nobody knows.
        return after.starts_with('/').then(|| Parsed {
            start: Start::Drive(letter),
            segments: segments(after),
        });
    }
    let start = if text.starts_with('/') {
        Start::Slash
    } else {
        Start::Relative
    };
    Some(Parsed {
        start,
        segments: segments(text),
    })
}

/// A text measured from a root, joined as text (P2); absolute and P6 texts as they are.
pub(super) fn join(root: Option<&str>, text: &str) -> String {
    match root {
        Some(root) if !text.is_empty() && !text.starts_with('/') && !is_special(text) => {
            let slash = if root.ends_with('/') { "" } else { "/" };
            format!("{root}{slash}{text}")
        }
        _ => text.to_owned(),
    }
}

/// A text measured from a root and parsed. What is unknown alone stays unknown joined (P1, P6).
pub(super) fn measured(root: Option<&str>, text: &str) -> Option<Parsed> {
    parse(text)?;
    parse(&join(root, text))
}

/// Whether `path` lies inside `directory` (P3, P6, P7).
#[must_use]
pub fn path_under(directory: &str, path: &str, case: PathCase) -> Tri {
    match (parse(directory), parse(path)) {
        (Some(directory), Some(path)) => under(&directory, &path, case),
        _ => Tri::Unknown,
    }
}

/// Whether a parsed path lies inside a parsed directory.
pub(super) fn under(directory: &Parsed, path: &Parsed, case: PathCase) -> Tri {
    match (directory.start, path.start) {
        (Start::Slash, Start::Slash) | (Start::Relative, Start::Relative) => {}
        (Start::Drive(a), Start::Drive(b)) => {
            if !a.eq_ignore_ascii_case(&b) {
                return Tri::No;
            }
        }
        _ => return Tri::Unknown,
    }
    if path.segments.len() < directory.segments.len() {
        return Tri::No;
    }
    let pairs = directory.segments.iter().zip(&path.segments);
    let verdicts: Vec<Tri> = pairs.map(|(a, b)| same(a, b, case)).collect();
    if verdicts.contains(&Tri::No) {
        Tri::No
    } else if verdicts.contains(&Tri::Unknown) {
        Tri::Unknown
    } else {
        Tri::Yes
    }
}

/// Whether two segments are one name (P7); `Unknown`: perhaps.
pub(super) fn same(a: &str, b: &str, case: PathCase) -> Tri {
    match case {
        _ if a == b => Tri::Yes,
        PathCase::Sensitive if a.nfc().eq(b.nfc()) => Tri::Unknown,
        PathCase::Sensitive => Tri::No,
        PathCase::Insensitive => Tri::from(folded(a) == folded(b)),
    }
}

/// NFC of the full case folding of NFC.
fn folded(segment: &str) -> String {
    let composed: String = segment.nfc().collect();
    caseless::default_case_fold_str(&composed).nfc().collect()
}
