//! The worst cases, a group each: the curve over 10² to 10⁵ of what grows.

#![expect(
    clippy::expect_used,
    reason = "a bench that cannot be set up has nothing to say"
)]

use callgate::{NoChecks, Source};
use callgate_workload::report::table;
use callgate_workload::stream::Stream;
use callgate_workload::worst::CASES;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;

fn worst(criterion: &mut Criterion) {
    for case in CASES {
        let mut group = criterion.benchmark_group(case.name);
        group.throughput(Throughput::Elements(1));
        for size in [100, 1000, 10_000, 100_000] {
            let (document, calls) = (case.make)(size);
            let table = table(&Source::new(case.name, &document)).expect("no faults");
            let stream = Stream::of(&calls).expect("arguments in JSON");
            let met = stream.met();
            let mut scratch = table.scratch();
            for one in &met {
                assert_eq!(
                    table.decide(&one.call(), &NoChecks, &mut scratch),
                    table.decide_unindexed(&one.call(), &NoChecks, &mut scratch),
                );
            }
            group.bench_function(BenchmarkId::from_parameter(size), |bencher| {
                let mut calls = met.iter().cycle();
                bencher.iter(|| {
                    calls
                        .next()
                        .map(|one| table.decide(&one.call(), &NoChecks, &mut scratch))
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
    targets = worst
}
criterion_main!(benches);
