//! Rules that ask for a number above or below a bound: those a number satisfies are one run of
//! the sorted bounds, offered lowest rank first without looking at the rest.

use crate::firewall::decimal::Decimal;
use crate::firewall::verdict::Stage;

/// Which side of its bound a number has to be on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Above,
    Below,
}

/// The bounds of one path and one side, sorted.
#[derive(Debug)]
pub(super) struct Thresholds {
    side: Side,
    bounds: Box<[Decimal]>,
    /// By stage: the rank of the rule behind each bound, [`ABSENT`] where it does not speak.
    stages: [Minima; 4],
}

/// A rank that no rule has.
pub(super) const ABSENT: u32 = u32::MAX;

/// A run of bounds, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Thresholds {
    /// From (bound, rank, whether the rule speaks at a stage).
    pub(super) fn build(
        side: Side,
        mut rules: Vec<(Decimal, u32)>,
        speaks: impl Fn(u32, Stage) -> bool,
    ) -> Self {
        rules.sort();
        let stages = Stage::ALL.map(|stage| {
            Minima::build(
                rules
                    .iter()
                    .map(|&(_, rank)| if speaks(rank, stage) { rank } else { ABSENT }),
            )
        });
        Self {
            side,
            bounds: rules.into_iter().map(|(bound, _)| bound).collect(),
            stages,
        }
    }

    /// The bounds that a number satisfies.
    pub(super) fn satisfied(&self, number: &Decimal) -> Run {
        let index = |i: usize| u32::try_from(i).unwrap_or(u32::MAX);
        match self.side {
            Side::Above => Run {
                start: 0,
                end: index(self.bounds.partition_point(|b| b < number)),
            },
            Side::Below => Run {
                start: index(self.bounds.partition_point(|b| b <= number)),
                end: index(self.bounds.len()),
            },
        }
    }

    /// The lowest rank of a run at a stage, and the bound it stands at. Logarithmic.
    pub(super) fn lowest(&self, stage: Stage, run: Run) -> Option<(u32, u32)> {
        self.stages.get(stage as usize)?.lowest(run)
    }
}

/// A segment tree over ranks: the place of the least in any run.
#[derive(Debug, Default)]
struct Minima {
    ranks: Box<[u32]>,
    /// Node i covers nodes 2i and 2i+1; the leaves begin at `tree.len() / 2`.
    tree: Box<[u32]>,
}

impl Minima {
    fn build(ranks: impl Iterator<Item = u32>) -> Self {
        let ranks: Box<[u32]> = ranks.collect();
        let leaves = ranks.len().next_power_of_two();
        let mut tree: Vec<u32> = vec![0; leaves];
        tree.extend((0..leaves).map(|leaf| u32::try_from(leaf).unwrap_or(u32::MAX)));
        let mut minima = Self {
            ranks,
            tree: tree.into(),
        };
        for node in (1..leaves).rev() {
            let least = minima.least(minima.at(2 * node), minima.at(2 * node + 1));
            if let Some(slot) = minima.tree.get_mut(node) {
                *slot = least;
            }
        }
        minima
    }

    fn at(&self, node: usize) -> u32 {
        self.tree.get(node).copied().unwrap_or(ABSENT)
    }

    fn rank(&self, place: u32) -> u32 {
        self.ranks.get(place as usize).copied().unwrap_or(ABSENT)
    }

    fn least(&self, a: u32, b: u32) -> u32 {
        if self.rank(b) < self.rank(a) { b } else { a }
    }

    fn lowest(&self, run: Run) -> Option<(u32, u32)> {
        let leaves = self.tree.len() / 2;
        let (mut from, mut to) = (leaves + run.start as usize, leaves + run.end as usize);
        let mut best = ABSENT;
        while from < to {
            if from % 2 == 1 {
                best = self.least(self.at(from), best);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                best = self.least(self.at(to), best);
            }
            from /= 2;
            to /= 2;
        }
        let rank = self.rank(best);
        (rank != ABSENT).then_some((rank, best))
    }
}

#[cfg(test)]
mod tests {
    use super::{Decimal, Run, Side, Thresholds};
    use crate::firewall::verdict::Stage;

    /// Every rank that a number satisfies, in the order the run gives them.
    fn walk(thresholds: &Thresholds, number: &str) -> Vec<u32> {
        let number = Decimal::parse(number).unwrap();
        let mut open = vec![thresholds.satisfied(&number)];
        let mut ranks = Vec::new();
        while let Some(run) = open.pop() {
            if let Some((rank, at)) = thresholds.lowest(Stage::Mcp, run) {
                ranks.push(rank);
                open.push(Run {
                    start: run.start,
                    end: at,
                });
                open.push(Run {
                    start: at + 1,
                    end: run.end,
                });
            }
        }
        ranks.sort_unstable();
        ranks
    }

    #[test]
    fn agrees_with_a_scan_at_every_size() {
        for size in 0..20_u32 {
            for side in [Side::Above, Side::Below] {
                // A permutation, so that ranks and bounds disagree about the order.
                let rules: Vec<(i64, u32)> = (0..size)
                    .map(|i| (i64::from(i / 2), i * 7 % size.max(1)))
                    .collect();
                let rules: Vec<(i64, u32)> = if size % 7 == 0 {
                    (0..size)
                        .map(|i| (i64::from(i / 2), size - 1 - i))
                        .collect()
                } else {
                    rules
                };
                let built = Thresholds::build(
                    side,
                    rules
                        .iter()
                        .map(|&(b, r)| (Decimal::parse(&b.to_string()).unwrap(), r))
                        .collect(),
                    |rank, _| rank % 5 != 3,
                );
                for number in -1..12_i64 {
                    let mut expected: Vec<u32> = rules
                        .iter()
                        .filter(|&&(bound, _)| match side {
                            Side::Above => number > bound,
                            Side::Below => number < bound,
                        })
                        .map(|&(_, rank)| rank)
                        .filter(|rank| rank % 5 != 3)
                        .collect();
                    expected.sort_unstable();
                    assert_eq!(
                        walk(&built, &number.to_string()),
                        expected,
                        "{size} {side:?} {number}"
                    );
                }
            }
        }
    }
}
