//! From a tool's name to its scope: exact names by hash, prefix globs by the separators that
//! names are built of.
//!
//! A *boundary* is a prefix that ends in a separator (`_ - . : /`). Every boundary of every
//! stem is hashed, so a name's boundaries are probed from the left until one is unknown; what
//! is left are the stems that end between two separators, sorted. The cost is a hash for each
//! boundary of the name that some stem shares, and one binary search.

use super::ahead::Named;
use super::arena::{Arena, Hash, Run, Slot, Text};
use super::scope::{Door, Scope};
use crate::swar::{TOPS, before, within, word};
use hashbrown::{HashMap, HashTable};

/// The boundary before the first byte of a name.
const FIRST: u32 = u32::MAX;

/// Index of tool patterns. Scopes are numbered by the caller.
#[derive(Debug)]
pub(super) struct ToolIndex {
    hash: Hash,
    exact: HashTable<Named>,
    boundaries: HashTable<Boundary>,
    /// Stems that end between separators, grouped by boundary, sorted in each group.
    partials: Vec<Stem>,
    /// To the stem of `*`, if any.
    everything: Door,
    /// The partial stems of the empty boundary.
    first: Run,
}

/// One boundary, reached from the one before it: long names are never hashed twice.
#[derive(Clone, Copy, Debug)]
struct Boundary {
    id: u32,
    parent: u32,
    /// What it adds to its parent.
    token: Text,
    /// To the longest stem that is a prefix of this boundary.
    door: Door,
    partials: Run,
}

/// A stem with the next shorter stem that is a prefix of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stem {
    pub(super) text: Text,
    pub(super) scope: Slot,
    pub(super) parent: Slot,
}

/// The length of the next boundary of `name` after `from`.
#[inline]
fn next_boundary(name: &str, mut from: usize) -> Option<usize> {
    let bytes = name.as_bytes();
    while from < bytes.len() {
        let separators = separators(word(bytes, from));
        if separators != 0 {
            return Some(from + before(separators) + 1);
        }
        from += 8;
    }
    None
}

/// The separators in a word, the top bit of each.
#[inline]
const fn separators(word: u64) -> u64 {
    let low = word & !TOPS;
    let found = within(low, b'-', b'/') | within(low, b':', b':') | within(low, b'_', b'_');
    found & !word
}

impl ToolIndex {
    /// Builds the stems' side. `stems` must be sorted by text; parents are filled in, so that
    /// exact names can then be given their parents by [`ToolIndex::prefix`].
    pub(super) fn new(arena: &Arena, stems: &mut [Stem]) -> Self {
        let mut index = Self {
            hash: Hash::default(),
            exact: HashTable::new(),
            boundaries: HashTable::new(),
            partials: Vec::new(),
            everything: Door::to(Slot::NONE),
            first: Run::default(),
        };
        let mut open: Vec<usize> = Vec::new();
        for at in 0..stems.len() {
            let Some(&Stem { text, .. }) = stems.get(at) else {
                break;
            };
            let text = arena.get(text);
            while open
                .last()
                .and_then(|&above| stems.get(above))
                .is_some_and(|above| !text.starts_with(arena.get(above.text)))
            {
                open.pop();
            }
            let parent = open
                .last()
                .and_then(|&above| stems.get(above))
                .map_or(Slot::NONE, |s| s.scope);
            if let Some(stem) = stems.get_mut(at) {
                stem.parent = parent;
            }
            open.push(at);
        }
        index.insert(arena, stems);
        index
    }

    fn insert(&mut self, arena: &Arena, stems: &[Stem]) {
        // The last boundary of each partial stem, to group them by.
        let mut grouped: Vec<(u32, Stem)> = Vec::new();
        for stem in stems {
            let text = arena.get(stem.text);
            if text.is_empty() {
                self.everything = Door::to(stem.scope);
                continue;
            }
            let (mut from, mut parent) = (0, FIRST);
            while let Some(end) = next_boundary(text, from) {
                let token = stem.text.slice(from, end);
                parent = match self.boundary(arena, parent, arena.get(token)) {
                    Some(known) => known.id,
                    None => {
                        // The first stem in sorted order below a boundary knows the longest
                        // stem above it.
                        let scope = if end == text.len() {
                            stem.scope
                        } else {
                            stem.parent
                        };
                        let id = u32::try_from(self.boundaries.len()).unwrap_or(FIRST);
                        let entry = Boundary {
                            id,
                            parent,
                            token,
                            door: Door::to(scope),
                            partials: Run::default(),
                        };
                        let hash = self.hash.tagged(parent, arena.get(token));
                        self.boundaries.insert_unique(hash, entry, |entry| {
                            self.hash.tagged(entry.parent, arena.get(entry.token))
                        });
                        id
                    }
                };
                from = end;
            }
            if from < text.len() {
                grouped.push((parent, *stem));
            }
        }
        // A stable sort: stems stay sorted in each group.
        grouped.sort_by_key(|&(boundary, _)| boundary);
        self.partials = grouped.iter().map(|&(_, stem)| stem).collect();
        let mut runs: HashMap<u32, Run> = HashMap::new();
        let mut start = 0;
        for group in grouped.chunk_by(|a, b| a.0 == b.0) {
            if let Some(&(boundary, _)) = group.first() {
                runs.insert(boundary, Run::new(start, group.len()));
            }
            start += group.len();
        }
        self.first = runs.get(&FIRST).copied().unwrap_or_default();
        for boundary in &mut self.boundaries {
            boundary.partials = runs.get(&boundary.id).copied().unwrap_or_default();
        }
    }

    #[inline]
    fn boundary(&self, arena: &Arena, parent: u32, token: &str) -> Option<&Boundary> {
        self.boundaries
            .find(self.hash.tagged(parent, token), |known| {
                known.parent == parent && arena.get(known.token) == token
            })
    }

    /// Adds an exact name; the caller adds each once.
    pub(super) fn add_exact(&mut self, arena: &Arena, text: Text, scope: Slot) {
        let hash = self.hash.text(arena.get(text));
        let named = Named {
            text,
            hash: Named::part(hash),
            door: Door::to(scope),
        };
        self.exact
            .insert_unique(hash, named, |named| self.hash.text(arena.get(named.text)));
    }

    pub(super) fn reserve_exact(&mut self, names: usize) {
        self.exact.reserve(names, |_| 0);
    }

    /// Opens the doors, once every scope is done.
    pub(super) fn open(&mut self, scopes: &[Scope]) {
        let exact = self.exact.iter_mut().map(|named| &mut named.door);
        let boundaries = self
            .boundaries
            .iter_mut()
            .map(|boundary| &mut boundary.door);
        for door in exact.chain(boundaries).chain([&mut self.everything]) {
            *door = Door::of(door.scope, scopes);
        }
    }

    /// The door to the most specific scope of a name: its own, else that of its longest stem.
    #[inline]
    pub(super) fn find(&self, arena: &Arena, scopes: &[Scope], name: &str) -> Door {
        match self
            .exact
            .find(self.hash.text(name), |named| arena.get(named.text) == name)
        {
            Some(named) => named.door,
            None => self.prefix(arena, scopes, name),
        }
    }

    /// Where the entry of an exact name probably stands, without looking at it, and the part of
    /// the hash to know it by.
    #[inline]
    pub(super) fn guess(&self, name: &[u8]) -> Option<(&Named, u32)> {
        let hash = self.hash.bytes(name);
        let place = self.exact.find(hash, |_| true)?;
        Some((place, Named::part(hash)))
    }

    /// How many exact names there are.
    pub(super) fn exact(&self) -> usize {
        self.exact.len()
    }

    /// The door to the scope of the longest stem that a name begins with.
    pub(super) fn prefix(&self, arena: &Arena, scopes: &[Scope], name: &str) -> Door {
        let (mut door, mut partials) = (&self.everything, self.first);
        let (mut from, mut parent) = (0, FIRST);
        if !self.boundaries.is_empty() {
            while let Some(end) = next_boundary(name, from) {
                let token = name.get(from..end).unwrap_or_default();
                let Some(known) = self.boundary(arena, parent, token) else {
                    break;
                };
                (door, partials, parent) = (&known.door, known.partials, known.id);
                from = end;
            }
        }
        if partials.len == 0 {
            return *door;
        }
        match self.partial(arena, scopes, partials, name) {
            Some(scope) => Door::of(scope, scopes),
            None => *door,
        }
    }

    /// The longest stem of a group that `name` begins with: the last stem not after the name,
    /// or one of the stems that it begins with itself.
    fn partial(&self, arena: &Arena, scopes: &[Scope], group: Run, name: &str) -> Option<Slot> {
        let group = group.of(&self.partials);
        let after = group.partition_point(|stem| arena.get(stem.text) <= name);
        let nearest = group.get(after.checked_sub(1)?)?;
        let text = arena.get(nearest.text);
        let common = text
            .bytes()
            .zip(name.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let mut scope = nearest.scope;
        while let Some(found) = scope.get().and_then(|at| scopes.get(at)) {
            if found.text.len() <= common {
                return Some(scope);
            }
            scope = found.parent;
        }
        None
    }
}
