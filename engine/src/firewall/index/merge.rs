//! The candidates of one call, in the order of the policy.

use super::thresholds::{Run, Side};
use super::values::Patterns;
use super::{ALWAYS, AtomId, Condition, Index, Item};
use crate::firewall::stamps::Stamps;
use crate::firewall::value::{Leaf, PathId};
use crate::firewall::verdict::Stage;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A source of candidates and the next rank it offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::firewall) struct Cursor {
    rank: Reverse<u32>,
    source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// A list of ranks, at `at`.
    List { at: u32, end: u32 },
    /// Lists that open if their conditions hold, at `at`.
    Openers { at: u32, end: u32 },
    /// A run of bounds whose lowest rank stands at `at`.
    Bounds {
        path: PathId,
        above: bool,
        run: Run,
        at: u32,
    },
}

/// Merges what is found about a call; its memory is the caller's.
#[derive(Debug)]
pub(in crate::firewall) struct Merge<'t, 's> {
    index: &'t Index,
    stage: Stage,
    heap: &'s mut BinaryHeap<Cursor>,
    seen: &'s mut Stamps<()>,
    patterns: &'s mut Patterns,
    last: Option<u32>,
}

impl<'t, 's> Merge<'t, 's> {
    /// Begins with the rules that no index can find.
    pub(in crate::firewall) fn new(
        index: &'t Index,
        stage: Stage,
        heap: &'s mut BinaryHeap<Cursor>,
        seen: &'s mut Stamps<()>,
        patterns: &'s mut Patterns,
    ) -> Self {
        heap.clear();
        let mut merge = Self {
            index,
            stage,
            heap,
            seen,
            patterns,
            last: None,
        };
        merge.add(ALWAYS);
        merge
    }

    /// Adds the rules behind an atom, once; whether it was news.
    fn add(&mut self, atom: AtomId) -> bool {
        if self.seen.get(atom.0).is_some() {
            return false;
        }
        self.seen.set(atom.0, ());
        if let Some(postings) = self.index.postings(self.stage) {
            let (at, end) = postings.list(atom);
            self.list(at, end);
            let (at, end) = postings.openers(atom);
            self.openers(at, end);
        }
        true
    }

    fn openers(&mut self, at: u32, end: u32) {
        let opener = self
            .index
            .postings(self.stage)
            .and_then(|postings| postings.opener(at));
        if let Some(opener) = opener.filter(|_| at < end) {
            self.heap.push(Cursor {
                rank: Reverse(opener.first),
                source: Source::Openers { at, end },
            });
        }
    }

    fn list(&mut self, at: u32, end: u32) {
        let rank = self
            .index
            .postings(self.stage)
            .and_then(|postings| postings.rank(at));
        if let Some(rank) = rank.filter(|_| at < end) {
            self.heap.push(Cursor {
                rank: Reverse(rank),
                source: Source::List { at, end },
            });
        }
    }

    fn bounds(&mut self, path: PathId, above: bool, run: Run) {
        let side = if above { Side::Above } else { Side::Below };
        let bounds = self
            .index
            .values(path)
            .and_then(|values| values.bounds(side));
        if let Some((rank, at)) = bounds.and_then(|bounds| bounds.lowest(self.stage, run)) {
            let source = Source::Bounds {
                path,
                above,
                run,
                at,
            };
            self.heap.push(Cursor {
                rank: Reverse(rank),
                source,
            });
        }
    }

    /// What is known of a call's tool and owner. Linear in the names.
    pub(in crate::firewall) fn names(&mut self, tool: Option<&str>, skill: Option<&str>) {
        let index = self.index;
        if let Some(tool) = tool {
            index.tools.find(tool, |atom| self.add(atom));
        }
        if let Some(skill) = skill {
            index.skills.find(skill, |atom| self.add(atom));
        }
    }

    /// A value of the call. Linear in it.
    pub(in crate::firewall) fn value(&mut self, path: PathId, leaf: &Leaf<'_>) {
        let Some(values) = self.index.values(path) else {
            return;
        };
        let mut patterns = std::mem::take(&mut *self.patterns);
        values.find(leaf, &mut patterns, |atom| self.add(atom));
        *self.patterns = patterns;
        if let Leaf::Number(number) = leaf {
            for side in [Side::Above, Side::Below] {
                if let Some(bounds) = values.bounds(side) {
                    self.bounds(path, side == Side::Above, bounds.satisfied(number));
                }
            }
        }
    }

    /// The call's destination, or an address of it.
    pub(in crate::firewall) fn destination(&mut self, item: Item<'_>) {
        let index = self.index;
        index.destinations.find(item, |atom| {
            self.add(atom);
        });
    }

    /// Some address of the destination does not parse.
    pub(in crate::firewall) fn unparsed(&mut self) {
        if let Some(atom) = self.index.unparsed {
            self.add(atom);
        }
    }

    /// The next candidate. `leaf` gives the value at a path, to tell which rules fire because
    /// it cannot be evaluated.
    pub(in crate::firewall) fn next<'l>(
        &mut self,
        leaf: impl Fn(PathId) -> Option<&'l Leaf<'l>>,
    ) -> Option<u32> {
        loop {
            let Cursor {
                rank: Reverse(rank),
                source,
            } = self.heap.pop()?;
            match source {
                Source::List { at, end } => self.list(at + 1, end),
                Source::Openers { at, end } => {
                    self.openers(at + 1, end);
                    let postings = self.index.postings(self.stage)?;
                    if let Some(opener) = postings.opener(at)
                        && self.holds(opener.condition, &leaf)
                    {
                        self.add(opener.atom);
                    }
                    continue;
                }
                Source::Bounds {
                    path,
                    above,
                    run,
                    at,
                } => {
                    self.bounds(
                        path,
                        above,
                        Run {
                            start: run.start,
                            end: at,
                        },
                    );
                    self.bounds(
                        path,
                        above,
                        Run {
                            start: at + 1,
                            end: run.end,
                        },
                    );
                }
            }
            if self.last != Some(rank) {
                self.last = Some(rank);
                return Some(rank);
            }
        }
    }

    fn holds<'l>(
        &self,
        condition: Condition,
        leaf: impl Fn(PathId) -> Option<&'l Leaf<'l>>,
    ) -> bool {
        match condition {
            Condition::Unevaluable(path, class) => {
                !leaf(path).is_some_and(|leaf| class.evaluates(leaf))
            }
            Condition::Seen(atom) => self.seen.get(atom.0).is_some(),
        }
    }
}
