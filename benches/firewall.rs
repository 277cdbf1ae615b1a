//! The firewall dialect: mixed rule sets, and each worst case as a curve over 10² to 10⁵ of what
//! grows.

#![expect(
    clippy::expect_used,
    reason = "a bench that cannot be set up has nothing to say"
)]

use callgate::Source;
use callgate::compiler::firewall::{compile_with, lower};
use callgate::compiler::permission::CompileOptions;
use callgate::firewall::Scratch;
use callgate_workload::firewall::calls::calls;
use callgate_workload::firewall::stream::{self, StagedStream, decide_request};
use callgate_workload::firewall::worst::{Hard, cases};
use callgate_workload::firewall::{rules, table};
use callgate_workload::stream::CALLS;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;

fn mixed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("firewall-mixed");
    group.throughput(Throughput::Elements(1));
    for count in [10, 100, 1000, 10_000, 100_000] {
        let rules = rules::mixed(count);
        let text = rules::document(&rules);
        let source = Source::new("mixed", &text);
        let options = CompileOptions {
            lint: false,
            ..CompileOptions::default()
        };
        let policy = compile_with(&source, &options)
            .expect("a policy without faults")
            .policy;
        let table = lower(&policy);
        let stream = StagedStream::of(calls(&rules, &table, CALLS)).expect("arguments in JSON");
        let resolved = stream.resolved();
        let met = stream.met(&resolved);
        stream::check(&policy, &table, &met, 1_000_000).expect("one answer");
        let mut scratch = Scratch::default();
        group.bench_function(BenchmarkId::new("decide", count), |bencher| {
            let mut calls = met.iter().cycle();
            bencher.iter(|| {
                calls
                    .next()
                    .map(|one| table.decide(&one.call(), &mut scratch))
            });
        });
        group.bench_function(BenchmarkId::new("request", count), |bencher| {
            let mut calls = met.iter().cycle();
            bencher.iter(|| {
                calls
                    .next()
                    .map(|one| decide_request(&table, one, &mut scratch))
            });
        });
    }
    group.finish();
}

fn worst(criterion: &mut Criterion) {
    for case in cases() {
        let mut group = criterion.benchmark_group(case.name);
        group.throughput(Throughput::Elements(1));
        for size in [100, 1000, 10_000, 100_000] {
            if size > case.most {
                continue;
            }
            let (document, calls) = (case.make)(size);
            let table = table(&Source::new(case.name, &document)).expect("no faults");
            let calls: Vec<Hard> = calls.into_iter().map(Hard::of).collect();
            let mut scratch = Scratch::default();
            for one in &calls {
                let decided = one.decide(&table, &mut scratch, true);
                assert_eq!(decided, one.decide(&table, &mut scratch, false));
                assert_eq!(decided, one.decide_request(&table, &mut scratch, true));
            }
            group.bench_function(BenchmarkId::from_parameter(size), |bencher| {
                let mut calls = calls.iter().cycle();
                bencher.iter(|| {
                    calls
                        .next()
                        .map(|one| one.decide(&table, &mut scratch, true))
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = mixed, worst
}
criterion_main!(benches);
