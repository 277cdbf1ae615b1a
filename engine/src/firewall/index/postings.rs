//! The rules behind each atom, at one stage.

use super::{AtomId, Condition, Opener};
use std::collections::BTreeMap;

/// Lists of ranks, ascending, end to end.
#[derive(Debug, Default)]
pub(super) struct Postings {
    ranks: Box<[u32]>,
    /// By atom: where its list begins; one more for the end.
    starts: Box<[u32]>,
    /// Lists that two things together open, in the order of the atom that comes first, then of
    /// the first rule behind them (A4).
    openers: Box<[Opener]>,
    /// By atom: where its openers begin; one more for the end. Empty if there are none.
    guarded: Box<[u32]>,
    looks_at_arguments: bool,
}

/// A list behind an atom and a condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) guard: AtomId,
    pub(super) condition: Condition,
    pub(super) list: AtomId,
}

impl Postings {
    /// `unevaluable` are the atoms that nothing finds but their condition; `is_value` says of
    /// an atom whether it is about a value.
    pub(super) fn build(
        lists: &[Vec<u32>],
        speaks: impl Fn(u32) -> bool,
        pairs: &[Pair],
        unevaluable: &[(AtomId, Condition)],
        is_value: impl Fn(AtomId) -> bool,
    ) -> Self {
        let (mut ranks, mut starts) = (Vec::new(), Vec::with_capacity(lists.len() + 1));
        for list in lists {
            starts.push(place(ranks.len()));
            ranks.extend(list.iter().copied().filter(|&rank| speaks(rank)));
        }
        starts.push(place(ranks.len()));
        let mut postings = Self {
            ranks: ranks.into(),
            starts: starts.into(),
            ..Self::default()
        };
        postings.open(pairs, unevaluable, lists.len());
        let looks = |opener: &Opener| {
            matches!(opener.condition, Condition::Unevaluable(..)) || is_value(opener.guard)
        };
        postings.looks_at_arguments = postings.openers.iter().any(looks)
            || (0..place(lists.len()))
                .map(AtomId)
                .any(|atom| is_value(atom) && postings.first(atom).is_some());
        postings
    }

    fn open(&mut self, pairs: &[Pair], unevaluable: &[(AtomId, Condition)], atoms: usize) {
        let mut openers: Vec<Opener> = Vec::new();
        // The first rule behind what an atom opens.
        let mut behind: BTreeMap<AtomId, u32> = BTreeMap::new();
        for &Pair {
            guard,
            condition,
            list,
        } in pairs
        {
            if let Some(first) = self.first(list) {
                let least = behind.entry(guard).or_insert(first);
                *least = first.min(*least);
                openers.push(Opener {
                    guard,
                    first,
                    condition,
                    atom: list,
                });
            }
        }
        for &(atom, condition) in unevaluable {
            let firsts = [self.first(atom), behind.get(&atom).copied()];
            if let Some(first) = firsts.into_iter().flatten().min() {
                openers.push(Opener {
                    guard: super::ALWAYS,
                    first,
                    condition,
                    atom,
                });
            }
        }
        if openers.is_empty() {
            return;
        }
        openers.sort_unstable_by_key(|opener| (opener.guard, opener.first));
        self.guarded = (0..=place(atoms))
            .map(|atom| place(openers.partition_point(|opener| opener.guard.0 < atom)))
            .collect();
        self.openers = openers.into();
    }

    fn first(&self, atom: AtomId) -> Option<u32> {
        let (start, end) = self.list(atom);
        self.rank(start).filter(|_| start < end)
    }

    /// How many rules there are: behind no fact, behind facts, and how many facts have some.
    pub(super) fn sizes(&self) -> (usize, usize, usize) {
        let lengths = self.starts.windows(2).map(|ends| match ends {
            [start, end] => end.saturating_sub(*start) as usize,
            _ => 0,
        });
        let always = lengths.clone().next().unwrap_or_default();
        let facts = lengths.skip(1).filter(|&length| length > 0).count();
        (always, self.ranks.len().saturating_sub(always), facts)
    }

    /// Where an atom's list begins and ends.
    pub(super) fn list(&self, atom: AtomId) -> (u32, u32) {
        between(&self.starts, atom)
    }

    pub(super) fn rank(&self, place: u32) -> Option<u32> {
        self.ranks.get(place as usize).copied()
    }

    /// Where the openers of an atom begin and end.
    pub(super) fn openers(&self, atom: AtomId) -> (u32, u32) {
        between(&self.guarded, atom)
    }

    pub(super) fn opener(&self, place: u32) -> Option<&Opener> {
        self.openers.get(place as usize)
    }

    pub(super) const fn looks_at_arguments(&self) -> bool {
        self.looks_at_arguments
    }
}

fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn between(starts: &[u32], AtomId(atom): AtomId) -> (u32, u32) {
    let at = |index: usize| starts.get(index).copied().unwrap_or_default();
    (at(atom as usize), at(atom as usize + 1))
}
