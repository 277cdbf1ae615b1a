//! A trie whose edges are the pieces between dots: finds every stored prefix or suffix of a
//! name in one walk, linear in the name however many dots it has.

use super::{AtomId, Map};
use hashbrown::Equivalent;

#[derive(Clone, Debug, Default)]
pub(super) struct Segments {
    /// (node, segment) → node; the root is 0.
    edges: Map<(u32, Box<str>), u32>,
    /// By node, from 1.
    atoms: Vec<Option<AtomId>>,
}

/// An edge that is looked for, hashed as the stored one.
#[derive(Hash)]
struct Edge<'a>(u32, &'a str);

impl Equivalent<(u32, Box<str>)> for Edge<'_> {
    fn equivalent(&self, (node, segment): &(u32, Box<str>)) -> bool {
        self.0 == *node && self.1 == &**segment
    }
}

impl Segments {
    /// Stores a prefix, to be found by [`Self::prefixes`].
    pub(super) fn insert_prefix(&mut self, text: &str, atom: AtomId) {
        self.insert(text.split('.'), atom);
    }

    /// Stores a suffix, to be found by [`Self::suffixes`].
    pub(super) fn insert_suffix(&mut self, text: &str, atom: AtomId) {
        self.insert(text.rsplit('.'), atom);
    }

    fn insert<'a>(&mut self, segments: impl Iterator<Item = &'a str>, atom: AtomId) {
        let mut at = 0;
        for segment in segments {
            let next = u32::try_from(self.atoms.len() + 1).unwrap_or(u32::MAX);
            at = *self.edges.entry((at, segment.into())).or_insert(next);
            if at == next {
                self.atoms.push(None);
            }
        }
        if let Some(slot) = (at as usize)
            .checked_sub(1)
            .and_then(|i| self.atoms.get_mut(i))
        {
            *slot = Some(atom);
        }
    }

    /// The suffixes that were stored, in no order.
    pub(super) fn stored_suffixes(&self) -> Vec<String> {
        let mut above = vec![(0, ""); self.atoms.len() + 1];
        for ((parent, segment), &node) in &self.edges {
            if let Some(slot) = above.get_mut(node as usize) {
                *slot = (*parent, &**segment);
            }
        }
        let ends = (1..).zip(&self.atoms).filter(|(_, atom)| atom.is_some());
        ends.map(|(mut at, _)| {
            let mut segments = Vec::new();
            while let Some(&(parent, segment)) = above.get(at).filter(|_| at > 0) {
                segments.push(segment);
                at = parent as usize;
            }
            segments.join(".")
        })
        .collect()
    }

    fn step(&self, at: u32, segment: &str) -> Option<(u32, Option<AtomId>)> {
        let next = *self.edges.get(&Edge(at, segment))?;
        let atom = (next as usize)
            .checked_sub(1)
            .and_then(|i| self.atoms.get(i))
            .copied();
        Some((next, atom.flatten()))
    }

    /// Every stored `S` such that the name starts with `S.` and goes on (G3).
    pub(super) fn prefixes(&self, name: &str, mut found: impl FnMut(AtomId)) {
        let (mut at, mut rest) = (0, name);
        while let Some((segment, after)) = rest.split_once('.') {
            let Some((next, atom)) = self.step(at, segment) else {
                return;
            };
            if let Some(atom) = atom.filter(|_| !after.is_empty()) {
                found(atom);
            }
            (at, rest) = (next, after);
        }
    }

    /// Every stored `S` such that the name is `S` or ends with `.S` (G4), each with what stands
    /// before that dot.
    pub(super) fn suffixes<'a>(
        &self,
        name: &'a str,
        mut found: impl FnMut(AtomId, Option<&'a str>),
    ) {
        let (mut at, mut rest) = (0, Some(name));
        while let Some(text) = rest {
            let (before, segment) = match text.rsplit_once('.') {
                Some((before, segment)) => (Some(before), segment),
                None => (None, text),
            };
            let Some((next, atom)) = self.step(at, segment) else {
                return;
            };
            if let Some(atom) = atom {
                found(atom, before);
            }
            (at, rest) = (next, before);
        }
    }
}
