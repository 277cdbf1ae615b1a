//! Everything `callgate bench` says about a policy and its calls.

mod permission;
mod subject;

pub use permission::Permission;
pub use subject::{Subject, Touched};

use crate::measure::{Samples, Timing, per};
use crate::stream::Checked;
use callgate_compiler::permission::{CompileOptions, compile_with};
use callgate_compiler::{Faults, Limits, Source};
use callgate_engine::permission::Table;
use serde::Serialize;
use serde::de::IgnoredAny;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What a policy costs. Times are in nanoseconds a decision unless they say otherwise.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Rules of the policy.
    pub rules: usize,
    /// Distinct calls walked.
    pub calls: usize,
    /// Calls on which some rule fires.
    pub hits: usize,
    /// Calls whose decision hangs on something unknown.
    pub unknown: usize,
    /// Deciding calls with parsed arguments that borrow from the request.
    pub decide: Timing,
    /// Deciding calls with arguments parsed into a `serde_json::Value`.
    pub decide_value: Timing,
    /// Deciding from the bytes of a `tools/call` request.
    pub raw_json: Timing,
    /// The naive evaluator of the conformance suite.
    pub reference: Timing,
    /// The same table, looking at every rule.
    pub unindexed: Timing,
    /// The least that any evaluator must do over the same calls.
    pub floor_ns: f64,
    /// `serde_json` validating the same requests, and nothing else.
    pub json_validate_ns: f64,
    /// `decide` to the floor.
    pub decide_to_floor: f64,
    /// `raw_json` to validating.
    pub raw_to_validate: f64,
    /// Heap allocations a decision, over both ways calls come.
    pub allocations_per_decision: f64,
    /// From text to table, a rule, at best.
    pub compile_ns_per_rule: f64,
    /// Heap allocations of that, a rule. They are counted while it is timed, which costs each
    /// about ten nanoseconds.
    pub compile_allocations_per_rule: f64,
    /// Looking for warnings as well, a rule.
    pub lint_ns_per_rule: f64,
    /// Heap of the table beyond the text of its patterns.
    pub bytes_per_rule: f64,
    /// The same over few calls.
    pub hot: Hot,
    /// Decisions of two threads that share the table.
    pub threads: Threads,
}

/// Medians over [`HOT`] calls again and again, all of them in the nearest caches: what is left
/// is work, not waiting for memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Hot {
    /// Deciding calls with borrowed arguments.
    pub decide_ns: f64,
    /// Deciding calls with arguments in a `serde_json::Value`.
    pub decide_value_ns: f64,
    /// Deciding from requests.
    pub raw_json_ns: f64,
    /// The floor.
    pub floor_ns: f64,
    /// Validating requests.
    pub json_validate_ns: f64,
}

/// How many calls fit the nearest caches.
pub const HOT: usize = 256;

/// Throughput, in decisions a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Threads {
    /// One thread.
    pub one_per_s: f64,
    /// Two threads together.
    pub two_per_s: f64,
    /// The second to the first.
    pub ratio: f64,
}

/// Who knows about the heap of this process.
pub trait Heap {
    /// Allocations so far, reallocations included.
    fn allocations(&self) -> u64;
    /// Bytes in use.
    fn bytes(&self) -> u64;
}

/// How to measure, and how long.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// Distinct calls among those walked.
    pub calls: usize,
    /// The heap.
    pub heap: &'a dyn Heap,
    /// How long each of the four ways to walk the calls is timed.
    pub each: Duration,
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan")
            .field("calls", &self.calls)
            .field("each", &self.each)
            .finish_non_exhaustive()
    }
}

/// Why there is no report.
#[derive(Debug)]
pub enum Failed {
    /// The policy has faults.
    Policy(Faults),
    /// Two ways to decide a call disagree: nothing is worth timing.
    Disagreement(String),
}

/// The steps a run reports progress in.
pub const STEPS: u64 = 100;

/// Measures. `progress` is told how many of [`STEPS`] are done.
///
/// # Errors
/// A policy with faults; two ways to decide a call that disagree.
pub fn run<S: Subject>(
    subject: &S,
    plan: &Plan<'_>,
    mut progress: impl FnMut(u64),
) -> Result<Report, Failed> {
    let (policy, _) = subject.compile(false).map_err(Failed::Policy)?;
    let before = plan.heap.bytes();
    let table = subject.lower(&policy);
    let resident = plan.heap.bytes().saturating_sub(before);
    let text = subject.text(&policy);
    let rules = subject.rules(&table);
    progress(5);
    let checked = subject
        .check(&policy, &table, 10_000_000)
        .map_err(Failed::Disagreement)?;
    progress(10);
    let mut report = Report {
        rules,
        calls: plan.calls,
        bytes_per_rule: per(resident.saturating_sub(text), rules),
        ..Report::default()
    };
    walk(subject, plan, (&policy, &table), &mut report, &mut progress);
    slow_walks(subject, plan, (&policy, &table), &mut report);
    progress(80);
    report.threads = threads(subject, plan, &table);
    progress(90);
    let allocated = plan.heap.allocations();
    drop(subject.compile(false));
    report.compile_allocations_per_rule = per(plan.heap.allocations() - allocated, rules);
    report.compile_ns_per_rule = per(compile_time(subject, false), rules);
    let with_lint = per(compile_time(subject, true), rules);
    report.lint_ns_per_rule = round(with_lint - report.compile_ns_per_rule);
    let Checked { hits, unknown, .. } = checked;
    (report.hits, report.unknown) = (hits, unknown);
    progress(STEPS);
    Ok(report)
}

/// The table of a document of any length.
///
/// # Errors
/// Its faults.
pub fn table(source: &Source<'_>) -> Result<Table, Faults> {
    let options = CompileOptions {
        lint: false,
        limits: Limits {
            bytes: usize::MAX,
            values: usize::MAX,
            ..Limits::default()
        },
        ..CompileOptions::default()
    };
    compile_with(source, &options).map(|compiled| compiled.table)
}

/// The ways to walk the calls.
#[derive(Debug, Default)]
struct Ways {
    floor: Samples,
    parsed: Samples,
    value: Samples,
    raw: Samples,
    validate: Samples,
    /// Heap allocations, and the decisions in which they were made.
    allocations: (u64, usize),
}

impl Ways {
    /// Each way for `passes` passes after one that does not count, so that none pays for what
    /// the one before it drove out of the caches.
    fn turn<S: Subject>(
        &mut self,
        subject: &S,
        heap: &dyn Heap,
        (floor, table): (&impl Fn(&S::Met) -> Touched, &S::Table),
        (met, passes): (&[S::Met], usize),
    ) {
        let mut scratch = subject.scratch(table);
        self.floor.passes(met, passes, floor);
        self.parsed.reserve(met.len(), passes);
        self.value.reserve(met.len(), passes);
        self.raw.reserve(met.len(), passes);
        // Warm memory: what it takes to begin with is no decision's.
        for one in met {
            black_box(subject.decide(table, one, &mut scratch));
            black_box(subject.decide_request(table, one, &mut scratch));
        }
        let before = heap.allocations();
        let decided = self
            .parsed
            .passes(met, passes, |one| subject.decide(table, one, &mut scratch))
            + self.value.passes(met, passes, |one| {
                subject.decide_value(table, one, &mut scratch)
            })
            + self.raw.passes(met, passes, |one| {
                subject.decide_request(table, one, &mut scratch)
            });
        self.allocations.0 += heap.allocations() - before;
        self.allocations.1 += decided;
        self.validate.passes(met, passes, |one| {
            serde_json::from_slice::<IgnoredAny>(subject.request(one)).is_ok()
        });
    }
}

/// All ways in turns: what disturbs the machine disturbs each of them.
fn walk<S: Subject>(
    subject: &S,
    plan: &Plan<'_>,
    (policy, table): (&S::Policy, &S::Table),
    report: &mut Report,
    progress: &mut impl FnMut(u64),
) {
    let floor = subject.floor(policy);
    let mut ways = Ways::default();
    let total = plan.each * 5;
    let begin = Instant::now();
    // No time at all: a trial run.
    let trial = plan.each.is_zero();
    let (passes, rounds, hot_passes) = if trial { (1, 1, 10) } else { (4, 3, 1000) };
    for round in 1.. {
        ways.turn(subject, plan.heap, (&floor, table), (subject.met(), passes));
        progress(10 + share(begin.elapsed(), total, 50));
        if round >= rounds && begin.elapsed() > total {
            break;
        }
    }
    report.floor_ns = ways.floor.timing().p50_ns;
    report.json_validate_ns = ways.validate.timing().p50_ns;
    (report.decide, report.decide_value) = (ways.parsed.timing(), ways.value.timing());
    report.raw_json = ways.raw.timing();
    report.decide_to_floor = ratio(report.decide.p50_ns, report.floor_ns);
    report.raw_to_validate = ratio(report.raw_json.p50_ns, report.json_validate_ns);
    let (allocations, decisions) = ways.allocations;
    report.allocations_per_decision = exactly(allocations, decisions);

    let few = subject.met().get(..HOT).unwrap_or(subject.met());
    let mut ways = Ways::default();
    ways.turn(subject, plan.heap, (&floor, table), (few, hot_passes));
    report.hot = Hot {
        decide_ns: ways.parsed.timing().p50_ns,
        decide_value_ns: ways.value.timing().p50_ns,
        raw_json_ns: ways.raw.timing().p50_ns,
        floor_ns: ways.floor.timing().p50_ns,
        json_validate_ns: ways.validate.timing().p50_ns,
    };
}

/// The ways that look at every rule: as far as time allows.
fn slow_walks<S: Subject>(
    subject: &S,
    plan: &Plan<'_>,
    (policy, table): (&S::Policy, &S::Table),
    report: &mut Report,
) {
    let mut scratch = subject.scratch(table);
    let mut unindexed = Samples::new();
    unindexed.pass(subject.met(), plan.each, |one| {
        subject.unindexed(table, one, &mut scratch)
    });
    report.unindexed = unindexed.timing();
    let inputs: Vec<S::Input> = subject.met().iter().map(|one| subject.input(one)).collect();
    let mut reference = Samples::new();
    reference.pass(&inputs, plan.each, |input| subject.reference(policy, input));
    report.reference = reference.timing();
}

/// One thread, then two, in turns; the best of each.
fn threads<S: Subject>(subject: &S, plan: &Plan<'_>, table: &S::Table) -> Threads {
    let met = subject.met();
    let half = met.len() / 2;
    let decide_all = |first: &[S::Met], second: &[S::Met]| {
        let mut scratch = subject.scratch(table);
        for one in first.iter().chain(second) {
            black_box(subject.decide(table, one, &mut scratch));
        }
    };
    let (front, back) = met.split_at_checked(half).unwrap_or((met, &[]));
    // Short turns, many of them: what disturbs the machine falls on few.
    let passes = 2;
    let mut best = [0.0f64; 2];
    let begin = Instant::now();
    loop {
        let start = Instant::now();
        (0..passes).for_each(|_| decide_all(front, back));
        let one = per_second(met.len() * passes, start.elapsed());
        let start = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| (0..passes).for_each(|_| decide_all(front, back)));
            scope.spawn(|| (0..passes).for_each(|_| decide_all(back, front)));
        });
        let two = per_second(met.len() * passes * 2, start.elapsed());
        best = [best[0].max(one), best[1].max(two)];
        if begin.elapsed() > plan.each {
            break;
        }
    }
    let [one_per_s, two_per_s] = best;
    Threads {
        one_per_s: one_per_s.round(),
        two_per_s: two_per_s.round(),
        ratio: ratio(two_per_s, one_per_s),
    }
}

/// The best time of a few compilations, in nanoseconds: one takes long enough to be disturbed,
/// and nothing makes it faster than it is.
fn compile_time(subject: &impl Subject, lint: bool) -> u64 {
    let begin = Instant::now();
    let mut best = u64::MAX;
    for round in 1.. {
        let start = Instant::now();
        let table = subject.compile(lint).map(|(_, table)| table);
        best = best.min(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
        drop(black_box(table));
        let spent = begin.elapsed();
        if spent > Duration::from_secs(10) || (round >= 5 && spent > Duration::from_millis(500)) {
            break;
        }
    }
    best
}

fn share(part: Duration, whole: Duration, of: u64) -> u64 {
    let whole = whole.as_millis().max(1);
    u64::try_from(part.as_millis() * u128::from(of) / whole).map_or(of, |done| done.min(of))
}

fn ratio(left: f64, right: f64) -> f64 {
    if right > 0.0 {
        ((left / right) * 100.0).round() / 100.0
    } else {
        0.0
    }
}

fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Not rounded: one allocation in a million decisions shows.
#[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
fn exactly(all: u64, count: usize) -> f64 {
    all as f64 / count.max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
fn per_second(decisions: usize, time: Duration) -> f64 {
    decisions as f64 / time.as_secs_f64()
}
