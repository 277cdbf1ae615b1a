//! The rules behind each atom, at one stage.

use super::{AtomId, Opener};
use crate::firewall::clause::Class;
use crate::firewall::value::PathId;

/// Lists of ranks, ascending, end to end.
#[derive(Debug, Default)]
pub(super) struct Postings {
    ranks: Box<[u32]>,
    /// By atom: where its list begins; one more for the end.
    starts: Box<[u32]>,
    /// Rules that fire on what cannot be evaluated, by the first of each list (A4).
    openers: Box<[Opener]>,
    looks_at_arguments: bool,
}

impl Postings {
    pub(super) fn build(
        lists: &[Vec<u32>],
        speaks: impl Fn(u32) -> bool,
        unevaluable: &[(PathId, Class, AtomId)],
        looks_at_arguments: bool,
    ) -> Self {
        let (mut ranks, mut starts) = (Vec::new(), Vec::with_capacity(lists.len() + 1));
        let place = |ranks: &[u32]| u32::try_from(ranks.len()).unwrap_or(u32::MAX);
        for list in lists {
            starts.push(place(&ranks));
            ranks.extend(list.iter().copied().filter(|&rank| speaks(rank)));
        }
        starts.push(place(&ranks));
        let mut postings = Self {
            ranks: ranks.into(),
            starts: starts.into(),
            openers: Box::default(),
            looks_at_arguments,
        };
        let mut openers: Vec<Opener> = unevaluable
            .iter()
            .filter_map(|&(path, class, atom)| {
                let (start, end) = postings.list(atom);
                let first = postings.rank(start).filter(|_| start < end)?;
                Some(Opener {
                    first,
                    path,
                    class,
                    atom,
                })
            })
            .collect();
        openers.sort_unstable_by_key(|opener| opener.first);
        postings.openers = openers.into();
        postings
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
    pub(super) fn list(&self, AtomId(atom): AtomId) -> (u32, u32) {
        let at = |index: usize| self.starts.get(index).copied().unwrap_or_default();
        (at(atom as usize), at(atom as usize + 1))
    }

    pub(super) fn rank(&self, place: u32) -> Option<u32> {
        self.ranks.get(place as usize).copied()
    }

    pub(super) fn opener(&self, index: usize) -> Option<&Opener> {
        self.openers.get(index)
    }

    pub(super) const fn looks_at_arguments(&self) -> bool {
        self.looks_at_arguments
    }
}
