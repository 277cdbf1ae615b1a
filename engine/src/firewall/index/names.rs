//! Which globs match a name: one walk for all of them (G).

use super::segments::Segments;
use super::substrings::Substrings;
use super::{AtomId, Map};
use crate::firewall::glob::{Shape, inner};

/// The globs of one name, tool or skill.
#[derive(Debug, Default)]
pub(super) struct Names {
    literal: Map<Box<str>, AtomId>,
    prefix: Segments,
    suffix: Segments,
    infix: Substrings,
}

impl Names {
    /// Collects globs; the any shape needs no index.
    pub(super) fn build<'a>(globs: impl Iterator<Item = (&'a str, AtomId)>) -> Self {
        let mut names = Self::default();
        let mut infix = Vec::new();
        for (glob, atom) in globs {
            match Shape::of(glob) {
                Shape::Any => {}
                Shape::Literal(text) => {
                    names.literal.insert(text.into(), atom);
                }
                Shape::Prefix(text) => names.prefix.insert_prefix(text, atom),
                Shape::Suffix(text) => names.suffix.insert_suffix(text, atom),
                Shape::Infix(dotted) => infix.push((dotted.as_bytes(), atom)),
            }
        }
        names.infix = Substrings::build(&infix);
        names
    }

    /// Every stored glob that matches; `found` says whether it hears of one for the first time.
    /// Linear in the name.
    pub(super) fn find(&self, name: &str, mut found: impl FnMut(AtomId) -> bool) {
        if let Some(&atom) = self.literal.get(name) {
            found(atom);
        }
        self.prefix.prefixes(name, |atom| {
            found(atom);
        });
        self.suffix.suffixes(name, |atom, _| {
            found(atom);
        });
        if let Some(inner) = inner(name) {
            self.infix.find(inner, found);
        }
    }
}
