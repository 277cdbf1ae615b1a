//! The way from the document to a value, kept on the stack: a pointer is text only in a fault.

use crate::source::{Location, Span};
use std::fmt::Write as _;

/// A value's place in its document.
#[derive(Clone, Copy, Debug)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Root,
    Member(&'p str),
    Index(usize),
}

impl<'p> Path<'p> {
    /// The whole document.
    pub const ROOT: Path<'static> = Path {
        parent: None,
        step: Step::Root,
    };

    /// A member of the object here.
    #[must_use]
    pub const fn member<'q>(&'q self, name: &'q str) -> Path<'q>
    where
        'p: 'q,
    {
        Path {
            parent: Some(self),
            step: Step::Member(name),
        }
    }

    /// An element of the list here.
    #[must_use]
    pub const fn index<'q>(&'q self, index: usize) -> Path<'q>
    where
        'p: 'q,
    {
        Path {
            parent: Some(self),
            step: Step::Index(index),
        }
    }

    /// As a JSON pointer (RFC 6901). Of a name longer than 1024 bytes it holds the beginning
    /// and `…`.
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut steps = Vec::new();
        let mut here = Some(self);
        while let Some(path) = here {
            steps.push(path.step);
            here = path.parent;
        }
        let mut out = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Root => {}
                Step::Member(name) => push_member(&mut out, name),
                Step::Index(index) => {
                    let _ = write!(out, "/{index}");
                }
            }
        }
        out
    }

    /// The place of a fault.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location {
            pointer: self.pointer(),
            span,
        }
    }
}

/// The longest part of a name that a pointer repeats: one name stands in the pointers of all
/// faults below it.
const SHOWN: usize = 1024;

fn push_member(out: &mut String, name: &str) {
    out.push('/');
    let shown = name
        .get(..name.floor_char_boundary(SHOWN))
        .unwrap_or_default();
    for char in shown.chars() {
        match char {
            '~' => out.push_str("~0"),
            '/' => out.push_str("~1"),
            _ => out.push(char),
        }
    }
    if shown.len() < name.len() {
        out.push('…');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_escape_what_rfc_6901_escapes() {
        let rules = Path::ROOT.member("rules");
        let rule = rules.index(0);
        assert_eq!(rule.member("a/b~c").pointer(), "/rules/0/a~1b~0c");
        assert_eq!(Path::ROOT.pointer(), "");
        assert_eq!(Path::ROOT.member("").pointer(), "/");
    }

    #[test]
    fn long_names_are_cut() {
        let name = format!("{}é", "a".repeat(SHOWN - 1));
        let pointer = Path::ROOT.member(&name).pointer();
        assert_eq!(pointer, format!("/{}…", "a".repeat(SHOWN - 1)));
    }
}
