//! Deciding a firewall call allocates nothing once its memory is warm, strings with escapes and
//! crowded tables included.
//!
//! One test function: the count is the whole process's.
#![expect(clippy::expect_used, reason = "a test over patterns of its own")]

use callgate_engine::Call;
use callgate_engine::firewall::{
    Action, Cidr, Clause, Egress, Endpoint, Pattern, PolicySpec, RuleSpec, Scalar, Scratch, Stage,
    StagedCall, Step, Table, TableBuilder, Test, Verdict,
};
use serde_json::Value;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::net::Ipv4Addr;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn clause(name: &str, test: Test) -> Vec<Clause> {
    let path = vec![Step::Name(name.into())];
    vec![Clause { path, test }]
}

fn table(rules: u32) -> Table {
    let policy = PolicySpec {
        strict_clauses: true,
        ..PolicySpec::default()
    };
    let network = |i: u32| Cidr {
        address: Ipv4Addr::from(0x0a00_0000 + (i << 8)).into(),
        length: 24,
    };
    let egress: Vec<Egress> = (0..rules)
        .map(|i| Egress {
            allow: vec![Endpoint::Host(format!("ok{i}.example.com"))],
            deny: vec![
                Endpoint::Below(format!("h{i}.example.com")),
                Endpoint::Network(network(i)),
            ],
        })
        .collect();
    let globs: Vec<String> = (0..rules).map(|i| format!("*.part{i}.*")).collect();
    let clauses: Vec<Vec<Clause>> = (0..rules)
        .map(|i| match i % 7 {
            0 => clause("key", Test::OneOf(vec![Scalar::Text(format!("v{i}"))])),
            1 => clause("n", Test::OneOf(vec![Scalar::Number(i.to_string())])),
            2 => clause("text", Test::Contains(format!("needle{i};"))),
            3 => clause("ip", Test::Inside(network(i))),
            4 => clause("n", Test::Above((i + 1000).to_string())),
            5 => {
                let pattern =
                    Pattern::new(&format!("^[a-z]+\\d{{{}}}", i % 50)).expect("a pattern");
                clause("text", Test::Regex(pattern))
            }
            _ => {
                let pattern = Pattern::new(&format!("needle{i}[a-z]+")).expect("a pattern");
                clause("text", Test::Regex(pattern))
            }
        })
        .collect();
    let mut builder = TableBuilder::new(policy);
    for ((egress, glob), clauses) in egress.iter().zip(&globs).zip(&clauses) {
        let rule = RuleSpec {
            id: None,
            priority: 0,
            label: None,
            stage: None,
            tool: "*",
            skill: "",
            action: Action::Give(Verdict::Deny),
            clauses: &[],
            egress: None,
            sanitizer: None,
            sequence: false,
        };
        builder.rule(RuleSpec { clauses, ..rule });
        builder.rule(RuleSpec { tool: glob, ..rule });
        let egress = Some(egress);
        builder.rule(RuleSpec {
            stage: Some(Stage::Egress),
            egress,
            ..rule
        });
    }
    builder.build()
}

#[test]
fn a_warm_scratch_is_enough() {
    let texts = [
        r#"{}"#,
        r#"{"key":"v6","n":1.5e3,"text":"a needle2; and needle5abc","ip":"10.0.3.7"}"#,
        r#"{"key":"v6x","n":123456,"text":"an \"escaped\" \u00e9 needle8;","ip":"::ffff:10.0.9.1"}"#,
        r#"{"key":["x"],"n":"7","text":null}"#,
        r#"{"key":"x","n":-1,"text":"y","ip":"192.168.0.1","key":"x"}"#,
        r#"{"n":123456789012345678901234567890e99999999999999999999999999999999999999999}"#,
        r#"{"text":"abc1234567"}"#,
        r#"{"key":"#,
    ];
    let trees: Vec<Value> = texts
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok())
        .collect();
    let tools = [
        "server.part7.verb",
        "a.b.c",
        "",
        "....",
        "x.part3.y.part1.z",
    ];
    let destinations = [
        None,
        Some("A.h3.Example.com."),
        Some("http://10.0.4.1/"),
        Some("z.org"),
    ];
    for rules in [6, 600] {
        let table = table(rules);
        let decide_all = |scratch: &mut Scratch| {
            let mut denied = 0;
            for tool in tools {
                for destination in destinations {
                    for stage in Stage::ALL {
                        for text in texts {
                            let mut call =
                                StagedCall::<Value>::new(Call::raw(tool, text.as_bytes()))
                                    .at(stage);
                            call.destination = destination;
                            call.resolved = &["10.0.5.5", "9.9.9.9"];
                            let verdict = table.decide(&call, scratch).verdict;
                            denied += u32::from(verdict == Some(Verdict::Deny));
                        }
                        for tree in &trees {
                            let mut call = StagedCall::new(Call::parsed(tool, tree)).at(stage);
                            call.destination = destination;
                            let verdict = table.decide(&call, scratch).verdict;
                            denied += u32::from(verdict == Some(Verdict::Deny));
                        }
                    }
                }
            }
            denied
        };
        let cold = decide_all(&mut Scratch::default());
        // The thread that runs the tests may allocate meanwhile: what counts is what happens
        // every time, from fresh memory on.
        let allocations = (0..5).map(|_| {
            let mut scratch = Scratch::default();
            decide_all(&mut scratch);
            let region = Region::new(HEAP);
            let warm = decide_all(&mut scratch);
            let change = region.change();
            assert_eq!(cold, warm);
            change.allocations + change.reallocations
        });
        assert_eq!(
            allocations.min(),
            Some(0),
            "{rules} rules, {denied} denied",
            denied = cold
        );
    }
}
