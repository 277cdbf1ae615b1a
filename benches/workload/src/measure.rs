//! Times of batches, and what to say about them.

use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many decisions one batch is: enough that reading the clock costs a decision less than
/// a nanosecond.
pub const BATCH: usize = 64;

/// Nanoseconds a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Timing {
    /// Half of the batches took no longer.
    pub p50_ns: f64,
    /// 99 of 100 batches took no longer.
    pub p99_ns: f64,
    /// All time over all decisions.
    pub mean_ns: f64,
    /// How many decisions were timed.
    pub decisions: u64,
}

/// Times of batches of [`BATCH`] decisions.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Nanoseconds a batch.
    batches: Vec<u64>,
}

impl Samples {
    /// No times yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            batches: Vec::new(),
        }
    }

    /// Does `one` to every item once, and notes the time of each whole batch. Stops early, at
    /// the end of a batch, once `budget` is spent.
    ///
    /// What `one` returns counts as used: the compiler may not drop the work.
    pub fn pass<C, R>(&mut self, items: &[C], budget: Duration, mut one: impl FnMut(&C) -> R) {
        let begin = Instant::now();
        let mut before = begin;
        for batch in items.chunks_exact(BATCH) {
            for item in batch {
                black_box(one(item));
            }
            let now = Instant::now();
            self.batches.push(nanoseconds(now - before));
            if now - begin > budget {
                break;
            }
            before = now;
        }
    }

    /// Takes the memory for [`passes`](Self::passes) over so many items.
    pub fn reserve(&mut self, items: usize, count: usize) {
        self.batches.reserve(items / BATCH * (count + 1));
    }

    /// Does `one` to every item `count` times over, after a first time that does not count;
    /// says how often in all. With [`reserve`](Self::reserve) beforehand it takes no memory.
    pub fn passes<C, R>(
        &mut self,
        items: &[C],
        count: usize,
        mut one: impl FnMut(&C) -> R,
    ) -> usize {
        let kept = self.batches.len();
        self.pass(items, Duration::MAX, &mut one);
        self.batches.truncate(kept);
        for _ in 0..count {
            self.pass(items, Duration::MAX, &mut one);
        }
        items.len() / BATCH * BATCH * (count + 1)
    }

    /// What the batches say.
    #[must_use]
    pub fn timing(&self) -> Timing {
        let mut sorted = self.batches.clone();
        sorted.sort_unstable();
        let at = |percent: usize| {
            let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
            sorted.get(place).map_or(0.0, |&ns| per(ns, BATCH))
        };
        let decisions = sorted.len() * BATCH;
        Timing {
            p50_ns: at(50),
            p99_ns: at(99),
            mean_ns: per(sorted.iter().sum(), decisions),
            decisions: decisions as u64,
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// So much for each, in tenths: no clock here knows more. Nothing for none.
#[expect(
    clippy::cast_precision_loss,
    reason = "times and counts far below 2^53"
)]
pub(crate) fn per(all: u64, count: usize) -> f64 {
    let each = all as f64 / count.max(1) as f64;
    (each * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_batches() {
        let samples = Samples {
            batches: (1..=100).map(|at| at * 64).collect(),
        };
        let timing = samples.timing();
        assert_eq!(timing.p50_ns, 51.0);
        assert_eq!(timing.p99_ns, 100.0);
        assert_eq!(timing.mean_ns, 50.5);
        assert_eq!(timing.decisions, 6400);
        assert_eq!(Samples::default().timing(), Timing::default());
    }

    #[test]
    fn a_pass_visits_whole_batches_once() {
        let mut seen = Vec::new();
        let mut samples = Samples::default();
        let items: Vec<usize> = (0..BATCH * 3 + 1).collect();
        samples.pass(&items, Duration::MAX, |&item| seen.push(item));
        assert_eq!(seen, (0..BATCH * 3).collect::<Vec<_>>());
        assert_eq!(samples.timing().decisions, 192);
    }
}
