//! What seeing through wrappers, shells and shell lines costs, by shape of the command.

#![expect(
    clippy::expect_used,
    reason = "a bench that cannot be set up has nothing to say"
)]

use callgate::{Call, Decision, NoChecks, Source};
use callgate_workload::calls::request;
use callgate_workload::report::table;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};
use std::hint::black_box;

const RULES: &str = r#"{
  "command-params": { "shell": { "line": "command" } },
  "rules": [
    { "tool": "*", "decision": "allow", "command": "git", "args": ["status"] },
    { "tool": "*", "decision": "allow", "command": "ls" },
    { "tool": "*", "decision": "deny", "command": "rm" }
  ]
}"#;

fn commands(criterion: &mut Criterion) {
    let table = table(&Source::new("commands", RULES)).expect("a policy without faults");
    // 100 B, 10 kB, 1 MB of text, and brackets nested as deep as is read.
    let of = |bytes: usize| "git status; ".repeat(bytes / 12);
    let tower = format!("{}git status{}", "( ".repeat(60), " )".repeat(60));
    let argv = |program: &str, args: &[&str]| ("exec", json!({ "command": program, "args": args }));
    let line = |line: &str| ("shell", json!({ "command": line }));
    let shapes: &[(&str, (&str, Value), Decision)] = &[
        ("plain", argv("git", &["status"]), Decision::Allow),
        (
            "env",
            argv("env", &["A=1", "git", "status"]),
            Decision::Allow,
        ),
        (
            "sudo",
            argv("sudo", &["-u", "root", "rm", "x"]),
            Decision::Deny,
        ),
        ("sh-c", argv("bash", &["-c", "git status"]), Decision::Allow),
        (
            "sh-c-list",
            argv("bash", &["-c", "git status && ls -l | rm x"]),
            Decision::Deny,
        ),
        ("line", line("git status"), Decision::Allow),
        (
            "line-list",
            line("git status && git status -s; git status > /dev/null"),
            Decision::Allow,
        ),
        ("line-of-100-B", line(&of(100)), Decision::Allow),
        ("line-of-10-kB", line(&of(10_000)), Decision::Allow),
        ("line-of-1-MB", line(&of(1_000_000)), Decision::Allow),
        ("tower-of-60", line(&tower), Decision::Allow),
    ];
    let mut group = criterion.benchmark_group("commands");
    group.throughput(Throughput::Elements(1));
    group.sample_size(20);
    let mut scratch = table.scratch();
    for (name, (tool, arguments), expected) in shapes {
        let call = Call::parsed(tool, arguments);
        let bytes = request(tool, &arguments.to_string(), 1, 300);
        for outcome in [
            table.decide(&call, &NoChecks, &mut scratch),
            table.decide_unindexed(&call, &NoChecks, &mut scratch),
            table.decide_request(bytes.as_bytes(), &NoChecks, &mut scratch),
        ] {
            assert_eq!(outcome.decision, *expected, "{name}: {outcome:?}");
        }
        group.bench_function(*name, |bencher| {
            bencher.iter(|| table.decide(black_box(&call), &NoChecks, &mut scratch));
        });
        group.bench_function(format!("{name}-request"), |bencher| {
            bencher.iter(|| {
                table.decide_request(black_box(bytes.as_bytes()), &NoChecks, &mut scratch)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, commands);
criterion_main!(benches);
