//! From text to table: reading the document, validating and lowering it, and all of it.

#![expect(
    clippy::expect_used,
    reason = "a bench that cannot be set up has nothing to say"
)]

use callgate::Source;
use callgate::compiler::permission::{CompileOptions, compile_with, lower, validate};
use callgate::compiler::{Limits, document};
use callgate_workload::rules::{self, mixed};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn compile(criterion: &mut Criterion) {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    let linted = CompileOptions::default();
    let limits = Limits::default();
    for count in [10, 100, 1000, 10_000, 100_000] {
        let text = rules::document(&mixed(count));
        let source = Source::new("mixed", &text);
        // What is timed must work.
        let compiled = compile_with(&source, &options).expect("a policy without faults");
        assert_eq!(compiled.table.len(), count);
        let node = document::parse(&source, &limits).expect("a document");

        let mut group = criterion.benchmark_group("compile");
        group.throughput(Throughput::Elements(count as u64));
        group.sample_size(10);
        let mut bench = |step: &str, act: &dyn Fn()| {
            group.bench_function(BenchmarkId::new(step, count), |bencher| bencher.iter(act));
        };
        bench("parse", &|| {
            black_box(document::parse(&source, &limits).is_ok());
        });
        bench("validate", &|| {
            black_box(validate(&node, &limits).is_ok());
        });
        bench("lower", &|| {
            black_box(lower(&compiled.policy));
        });
        bench("text-to-table", &|| {
            black_box(compile_with(&source, &options).is_ok());
        });
        bench("text-to-table-and-warnings", &|| {
            black_box(compile_with(&source, &linted).is_ok());
        });
        group.finish();
    }
}

criterion_group!(benches, compile);
criterion_main!(benches);
