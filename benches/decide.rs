//! Decisions by kind of rule, from parsed arguments and from requests, beside their floors.

#![expect(
    clippy::expect_used,
    reason = "a bench that cannot be set up has nothing to say"
)]

use callgate::compiler::permission::{CompileOptions, compile_with, lower};
use callgate::{NoChecks, Source};
use callgate_workload::calls::calls;
use callgate_workload::floor::Floor;
use callgate_workload::rules::{Kind, Rule, document, mixed, only};
use callgate_workload::stream::{self, CALLS, Met, Stream};
use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use serde::de::IgnoredAny;
use std::hint::black_box;

fn decide(criterion: &mut Criterion) {
    for count in [10, 100, 1000, 10_000, 100_000] {
        workload(criterion, "mixed", &mixed(count));
        for kind in Kind::ALL {
            workload(criterion, kind.as_str(), &only(kind, count));
        }
    }
}

fn workload(criterion: &mut Criterion, name: &str, rules: &[Rule]) {
    let text = document(rules);
    let source = Source::new(name, &text);
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    let policy = compile_with(&source, &options)
        .expect("a policy without faults")
        .policy;
    let table = lower(&policy);
    let stream = Stream::of(&calls(rules, &table, CALLS)).expect("arguments in JSON");
    let met = stream.met();
    stream::check(&policy, &table, &met, &NoChecks, 1_000_000).expect("one answer");

    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(1));
    let floor = Floor::new(&policy);
    let mut scratch = table.scratch();
    each(&mut group, "floor", rules.len(), &met, |one| {
        floor.touch(one)
    });
    each(&mut group, "decide", rules.len(), &met, |one| {
        table.decide(&one.call(), &NoChecks, &mut scratch)
    });
    each(&mut group, "request", rules.len(), &met, |one| {
        table.decide_request(one.request, &NoChecks, &mut scratch)
    });
    each(&mut group, "request-validate", rules.len(), &met, |one| {
        serde_json::from_slice::<IgnoredAny>(one.request).is_ok()
    });
    group.finish();
}

/// One call an iteration, the next one each time.
fn each<R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    rules: usize,
    met: &[Met<'_>],
    mut one: impl FnMut(&Met<'_>) -> R,
) {
    group.bench_function(BenchmarkId::new(name, rules), |bencher| {
        let mut calls = met.iter().cycle();
        bencher.iter(|| calls.next().map(|call| black_box(one(call))));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = decide
}
criterion_main!(benches);
