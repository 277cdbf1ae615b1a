//! Reading: policy documents in both forms and dialects, and requests beside `serde_json`.

#![expect(
    clippy::expect_used,
    reason = "a bench that cannot be set up has nothing to say"
)]

use callgate::Source;
use callgate::compiler::Limits;
use callgate::compiler::document::{self, Node, Value as Tree};
use callgate::engine::json;
use callgate_workload::calls::request;
use callgate_workload::{firewall, rules};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde::de::IgnoredAny;
use serde_json::Value;
use std::hint::black_box;

/// The same rules as a YAML list: in generated documents a rule is a line.
fn yaml(json: &str) -> String {
    let rules = json
        .lines()
        .map(|line| line.trim_start_matches([' ', ',']))
        .filter(|line| line.ends_with('}') && !line.ends_with("]}"));
    let mut text = String::from("rules:\n");
    for rule in rules {
        text.push_str("- ");
        text.push_str(rule);
        text.push('\n');
    }
    text
}

fn documents(criterion: &mut Criterion) {
    for count in [100, 1000, 10_000, 100_000] {
        let permission = rules::document(&rules::mixed(count));
        let firewall = firewall::rules::document(&firewall::rules::mixed(count));
        let texts = [
            ("permission-yaml", yaml(&permission)),
            ("firewall-yaml", yaml(&firewall)),
            ("permission-json", permission),
            ("firewall-json", firewall),
        ];
        let mut group = criterion.benchmark_group("parse-document");
        group.sample_size(10);
        for (name, text) in &texts {
            let source = Source::new(name, text);
            let limits = Limits::default();
            let node = document::parse(&source, &limits).expect("a document");
            assert_eq!(rules_of(&node), count, "{name}");
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function(BenchmarkId::new(*name, count), |bencher| {
                bencher.iter(|| black_box(document::parse(&source, &limits).is_ok()));
            });
        }
        group.finish();
    }
}

fn rules_of(node: &Node<'_>) -> usize {
    let Tree::Object(members) = &node.value else {
        return 0;
    };
    let rules = members.iter().find(|member| member.name == "rules");
    match rules.map(|member| &member.value.value) {
        Some(Tree::Array(rules)) => rules.len(),
        _ => 0,
    }
}

fn requests(criterion: &mut Criterion) {
    let limits = json::Limits::default();
    let plain = |bytes: usize| format!(r#"{{"text": "{}"}}"#, "some words ".repeat(bytes / 11));
    let numbers = |bytes: usize| format!(r#"{{"list": [{}0]}}"#, "1.5, ".repeat(bytes / 5));
    let escapes = |bytes: usize| format!(r#"{{"text": "{}"}}"#, "\\\"\\u00e9 ".repeat(bytes / 9));
    let bodies = [
        (
            "300-B",
            request("srv_read", r#"{"path": "/srv/x"}"#, 1, 300),
        ),
        ("10-kB-text", request("srv_read", &plain(10_000), 1, 300)),
        (
            "10-kB-numbers",
            request("srv_read", &numbers(10_000), 1, 300),
        ),
        (
            "10-kB-escapes",
            request("srv_read", &escapes(10_000), 1, 300),
        ),
        ("1-MB-text", request("srv_read", &plain(1_000_000), 1, 300)),
    ];
    let mut group = criterion.benchmark_group("parse-request");
    group.sample_size(20);
    for (name, body) in &bodies {
        let bytes = body.as_bytes();
        assert!(json::validate(bytes, &limits), "{name}");
        assert!(
            serde_json::from_slice::<IgnoredAny>(bytes).is_ok(),
            "{name}"
        );
        let read = json::Request::read(bytes, &limits);
        assert_eq!(read.tool.as_deref(), Some("srv_read"), "{name}");
        assert!(!read.unreadable, "{name}");
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(BenchmarkId::new("validate", name), |bencher| {
            bencher.iter(|| json::validate(black_box(bytes), &limits));
        });
        group.bench_function(BenchmarkId::new("take-apart", name), |bencher| {
            bencher.iter(|| json::Request::read(black_box(bytes), &limits).unreadable);
        });
        group.bench_function(BenchmarkId::new("serde-ignored", name), |bencher| {
            bencher.iter(|| serde_json::from_slice::<IgnoredAny>(black_box(bytes)).is_ok());
        });
        group.bench_function(BenchmarkId::new("serde-value", name), |bencher| {
            bencher.iter(|| serde_json::from_slice::<Value>(black_box(bytes)).is_ok());
        });
    }
    group.finish();
}

criterion_group!(benches, documents, requests);
criterion_main!(benches);
