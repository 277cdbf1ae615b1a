//! Rules that ask for a number between two bounds: those a number satisfies lie on one way
//! from a leaf to the root of a tree over the sorted bounds.

use super::AtomId;
use crate::firewall::decimal::Decimal;

/// A node of the tree; 1 is the root.
pub(super) type NodeId = u32;

/// A segment tree over the places on, between and around the bounds of one path.
#[derive(Debug, Default)]
pub(super) struct Spans {
    /// Sorted, each once.
    bounds: Box<[Decimal]>,
    /// By node.
    atoms: Box<[Option<AtomId>]>,
}

impl Spans {
    /// The tree over the bounds of these spans.
    pub(super) fn new<'a>(spans: impl Iterator<Item = &'a (Decimal, Decimal)>) -> Self {
        let mut bounds: Vec<Decimal> = spans
            .flat_map(|(low, high)| [low.clone(), high.clone()])
            .collect();
        bounds.sort();
        bounds.dedup();
        let leaves = (bounds.len() * 2 + 1).next_power_of_two();
        Self {
            bounds: bounds.into(),
            atoms: vec![None; leaves * 2].into(),
        }
    }

    /// The most spans that hold one number. `spans` are those the tree was made for.
    pub(super) fn depth<'a>(&self, spans: impl Iterator<Item = &'a (Decimal, Decimal)>) -> usize {
        // No span reaches past the place of the last bound.
        let mut changes = vec![0_isize; self.bounds.len() * 2];
        for (low, high) in spans {
            if let Some((first, last)) = self.places(low, high) {
                for (place, change) in [(first, 1), (last + 1, -1)] {
                    changes
                        .get_mut(place)
                        .into_iter()
                        .for_each(|slot| *slot += change);
                }
            }
        }
        let (mut open, mut most) = (0, 0);
        for change in changes {
            open += change;
            most = most.max(open);
        }
        most.unsigned_abs()
    }

    /// The place of a number: even between bounds, odd on one.
    fn place(&self, number: &Decimal) -> usize {
        match self.bounds.binary_search(number) {
            Ok(on) => on * 2 + 1,
            Err(before) => before * 2,
        }
    }

    /// The first and last place between two bounds, which do not count themselves.
    fn places(&self, low: &Decimal, high: &Decimal) -> Option<(usize, usize)> {
        let (first, last) = (self.place(low) + 1, self.place(high).checked_sub(1)?);
        (first <= last).then_some((first, last))
    }

    fn leaves(&self) -> usize {
        self.atoms.len() / 2
    }

    /// The nodes that cover the numbers between two bounds of the tree, and nothing else: a
    /// few for each level at most.
    pub(super) fn nodes(&self, low: &Decimal, high: &Decimal) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        let Some((first, last)) = self.places(low, high) else {
            return nodes;
        };
        let mut push = |node: usize| nodes.extend(NodeId::try_from(node).ok());
        let (mut from, mut to) = (first + self.leaves(), last + 1 + self.leaves());
        while from < to {
            if from % 2 == 1 {
                push(from);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                push(to);
            }
            from /= 2;
            to /= 2;
        }
        nodes
    }

    pub(super) fn insert(&mut self, node: NodeId, atom: AtomId) {
        if let Some(slot) = self.atoms.get_mut(node as usize) {
            *slot = Some(atom);
        }
    }

    /// Every span that the number is in. Logarithmic.
    pub(super) fn find(&self, number: &Decimal, mut found: impl FnMut(AtomId)) {
        let mut node = self.place(number) + self.leaves();
        while node > 0 {
            if let Some(&Some(atom)) = self.atoms.get(node) {
                found(atom);
            }
            node /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AtomId, Decimal, Spans};
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_a_scan() {
        let decimal = |tenths: u32| Decimal::parse(&format!("{tenths}e-1")).unwrap();
        for count in 0..=12 {
            let spans: Vec<(Decimal, Decimal)> = (0..count)
                .map(|i| (decimal(i * 7 % 11 * 10), decimal((i * 5 % 13 + i % 3) * 10)))
                .collect();
            let mut tree = Spans::new(spans.iter());
            let mut rules: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); 256];
            for (rule, (low, high)) in spans.iter().enumerate() {
                for node in tree.nodes(low, high) {
                    rules[node as usize].insert(rule);
                    tree.insert(node, AtomId(node));
                }
            }
            let mut most = 0;
            for tenths in 0..160 {
                let number = decimal(tenths);
                let mut found: Vec<usize> = Vec::new();
                tree.find(&number, |AtomId(node)| found.extend(&rules[node as usize]));
                found.sort_unstable();
                let expected: Vec<usize> = (0..)
                    .zip(&spans)
                    .filter(|(_, (low, high))| number > *low && number < *high)
                    .map(|(rule, _)| rule)
                    .collect();
                assert_eq!(found, expected, "{count} {tenths}");
                most = most.max(found.len());
            }
            assert_eq!(tree.depth(spans.iter()), most, "{count}");
        }
    }
}
