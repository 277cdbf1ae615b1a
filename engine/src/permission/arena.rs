//! One string for all the text of a table, and the hashing of names.

use std::hash::{BuildHasher, Hasher};

/// A piece of an [`Arena`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    start: u32,
    len: u32,
}

impl Text {
    pub(super) const fn start(self) -> u32 {
        self.start
    }

    pub(super) const fn len(self) -> usize {
        self.len as usize
    }

    /// A part of it.
    pub(super) fn slice(self, from: usize, to: usize) -> Self {
        let at =
            |offset: usize| u32::try_from(offset).map_or(self.len, |offset| offset.min(self.len));
        Self {
            start: self.start + at(from),
            len: at(to).saturating_sub(at(from)),
        }
    }
}

/// Every pattern's text, end to end.
#[derive(Debug, Default)]
pub(super) struct Arena(String);

impl Arena {
    /// Appends a text. Past 4 GiB nothing more is stored: the caller bounds documents far below.
    pub(super) fn push(&mut self, text: &str) -> Text {
        let (Ok(start), Ok(len)) = (u32::try_from(self.0.len()), u32::try_from(text.len())) else {
            return Text::default();
        };
        self.0.push_str(text);
        Text { start, len }
    }

    #[inline]
    pub(super) fn get(&self, text: Text) -> &str {
        let start = text.start as usize;
        self.0.get(start..start + text.len()).unwrap_or_default()
    }

    /// Where a text begins.
    #[inline]
    pub(super) fn first(&self, text: Text) -> Option<&u8> {
        self.0.as_bytes().get(text.start as usize)
    }

    /// The bytes of a text of which only the place is kept.
    #[inline]
    pub(super) fn bytes(&self, start: u32, len: u16) -> &[u8] {
        let start = start as usize;
        self.0
            .as_bytes()
            .get(start..start + usize::from(len))
            .unwrap_or_default()
    }

    pub(super) fn shrink(&mut self) {
        self.0.shrink_to_fit();
    }
}

/// Seeded for each table, so that nobody can prepare names that collide.
#[derive(Clone, Debug, Default)]
pub(super) struct Hash(foldhash::fast::RandomState);

impl Hash {
    #[inline]
    pub(super) fn text(&self, text: &str) -> u64 {
        self.bytes(text.as_bytes())
    }

    /// The same, of bytes that may be a text.
    #[inline]
    pub(super) fn bytes(&self, text: &[u8]) -> u64 {
        let mut hasher = self.0.build_hasher();
        hasher.write(text);
        hasher.finish()
    }

    #[inline]
    pub(super) fn tagged(&self, tag: u32, text: &str) -> u64 {
        let mut hasher = self.0.build_hasher();
        hasher.write_u32(tag);
        hasher.write(text.as_bytes());
        hasher.finish()
    }

    #[inline]
    pub(super) fn ids(&self, ids: &[u32]) -> u64 {
        let mut hasher = self.0.build_hasher();
        for &id in ids {
            hasher.write_u32(id);
        }
        hasher.finish()
    }
}

/// A place in a table that may be empty: a `u32` with one value set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Slot(u32);

impl Default for Slot {
    fn default() -> Self {
        Self::NONE
    }
}

impl Slot {
    pub(super) const NONE: Self = Self(u32::MAX);

    /// The slot of an index; indexes come from vectors that documents bound far below 2³².
    pub(super) fn new(index: usize) -> Self {
        u32::try_from(index).map_or(Self::NONE, Self)
    }

    #[inline]
    pub(super) const fn get(self) -> Option<usize> {
        if self.0 == u32::MAX {
            None
        } else {
            Some(self.0 as usize)
        }
    }

    #[inline]
    pub(super) const fn raw(self) -> u32 {
        self.0
    }

    pub(super) const fn is_none(self) -> bool {
        self.0 == u32::MAX
    }

    pub(super) const fn is_some(self) -> bool {
        self.0 != u32::MAX
    }
}

/// A run of a shared vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Run {
    pub(super) fn new(start: usize, len: usize) -> Self {
        Self {
            start: u32::try_from(start).unwrap_or(0),
            len: u32::try_from(len).unwrap_or(0),
        }
    }

    #[inline]
    pub(super) fn of<T>(self, items: &[T]) -> &[T] {
        let start = self.start as usize;
        items
            .get(start..start + self.len as usize)
            .unwrap_or_default()
    }
}
