//! What people ask for after a decision: an explanation, what a prompt shows, a sentence.

#![expect(
    clippy::expect_used,
    reason = "a bench that cannot be set up has nothing to say"
)]

use callgate::firewall;
use callgate::{NoChecks, Source};
use callgate_workload::calls::calls;
use callgate_workload::firewall::stream::StagedStream;
use callgate_workload::report::table;
use callgate_workload::rules::{document, mixed};
use callgate_workload::stream::Stream;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const CALLS: usize = 1 << 10;

fn explain(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("explain");
    group.throughput(Throughput::Elements(1));
    group.sample_size(20);
    for count in [10, 100, 1000, 10_000, 100_000] {
        let rules = mixed(count);
        let text = document(&rules);
        let table = table(&Source::new("mixed", &text)).expect("a policy without faults");
        let stream = Stream::of(&calls(&rules, &table, CALLS)).expect("arguments in JSON");
        let met = stream.met();
        let mut scratch = table.scratch();
        for one in &met {
            let decided = table.decide(&one.call(), &NoChecks, &mut scratch);
            let explained = table.explain(&one.call(), &NoChecks, &mut scratch);
            assert_eq!(explained.outcome, decided, "{one:?}");
            let suggested = table.suggestion(&one.call(), &mut scratch);
            assert_eq!(explained.suggestion, suggested, "{one:?}");
        }
        group.bench_function(BenchmarkId::new("explain", count), |bencher| {
            let mut calls = met.iter().cycle();
            bencher.iter(|| {
                let one = calls.next()?;
                Some(table.explain(&one.call(), &NoChecks, &mut scratch))
            });
        });
        group.bench_function(BenchmarkId::new("prompt", count), |bencher| {
            let mut calls = met.iter().cycle();
            bencher.iter(|| {
                let call = calls.next()?.call();
                let paths = table.paths(&call, &mut scratch);
                Some((paths, table.suggestion(&call, &mut scratch)))
            });
        });
    }
    group.finish();
}

fn sentence(criterion: &mut Criterion) {
    use callgate_workload::firewall::{calls, rules, table};
    let mut group = criterion.benchmark_group("firewall-sentence");
    group.throughput(Throughput::Elements(1));
    group.sample_size(20);
    for count in [100, 10_000] {
        let rules = rules::mixed(count);
        let text = callgate_workload::firewall::rules::document(&rules);
        let table = table(&Source::new("mixed", &text)).expect("a policy without faults");
        let stream = StagedStream::of(calls::calls(&rules, &table, CALLS)).expect("JSON");
        let resolved = stream.resolved();
        let met = stream.met(&resolved);
        let mut scratch = firewall::Scratch::default();
        for one in &met {
            let outcome = table.decide(&one.call(), &mut scratch);
            let by_default = table.sentence(&outcome).contains("by default");
            assert_eq!(by_default, outcome.rule.is_none(), "{one:?}");
        }
        group.bench_function(BenchmarkId::new("decide-and-say", count), |bencher| {
            let mut calls = met.iter().cycle();
            bencher.iter(|| {
                let outcome = table.decide(&calls.next()?.call(), &mut scratch);
                Some(table.sentence(&outcome))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, explain, sentence);
criterion_main!(benches);
