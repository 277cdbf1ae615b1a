//! What a rule is filed under.

use crate::path::Anchor;
use crate::permission::arena::{Hash, Slot};

/// One kind of predicate in a key: a pattern by its number, or one of the marks below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Part(u32);

/// The kind is not among the rule's predicates.
pub(super) const ABSENT: &[Part] = &[Part(u32::MAX)];

impl Part {
    pub(super) const ABSENT: Self = Self(u32::MAX);
    /// An unknown item satisfies every deny and ask on this kind.
    pub(super) const WILD: Self = Self(u32::MAX - 1);
    /// Filed whatever the other kinds are: only E5 asks here.
    pub(super) const ANY: Self = Self(u32::MAX - 5);

    pub(super) const fn slot(slot: Slot) -> Self {
        Self(slot.raw())
    }

    pub(super) const fn number(number: u32) -> Self {
        Self(number)
    }

    /// [`Part::WILD`] for directories written with one kind of anchor: a relative location
    /// leaves absolute directories unknown and measures relative ones.
    pub(super) const fn wild_directory(anchor: usize) -> Self {
        match anchor {
            0 => Self::WILD,
            1 => Self(u32::MAX - 2),
            _ => Self(u32::MAX - 3),
        }
    }
}

/// The kinds of anchor a directory may be written with, as indexes.
pub(super) const fn anchor_kind(anchor: Anchor) -> usize {
    match anchor {
        Anchor::Root => 0,
        Anchor::Drive(_) => 1,
        Anchor::Relative => 2,
    }
}

/// A scope and one part for each kind of predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The scope, by where its own rules start: no two indexed scopes share that.
    pub(super) scope: u32,
    pub(super) host: Part,
    pub(super) directory: Part,
    pub(super) program: Part,
    pub(super) check: Part,
}

impl Key {
    #[inline]
    pub(super) fn hash(&self, hash: &Hash) -> u64 {
        hash.ids(&[
            self.scope,
            self.host.0,
            self.directory.0,
            self.program.0,
            self.check.0,
        ])
    }

    /// The key under which E5 finds a multi-predicate rule by its directory alone.
    pub(super) const fn any_with_directory(scope: u32, directory: Part) -> Self {
        Self {
            scope,
            host: Part::ANY,
            directory,
            program: Part::ANY,
            check: Part::ANY,
        }
    }

    /// The key under which E5 finds a rule by its program alone.
    pub(super) const fn any_with_program(scope: u32, program: Part) -> Self {
        Self {
            scope,
            host: Part::ANY,
            directory: Part::ANY,
            program,
            check: Part::ANY,
        }
    }
}
