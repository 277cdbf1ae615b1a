//! A plain call needs no memory of its own: what it shows at a glance is told without a scratch
//! that some earlier call has filled.
//!
//! One test function: the count is the whole process's.

use callgate_engine::permission::{
    HostPattern, NoChecks, PathCase, RuleSpec, Scratch, Table, TableBuilder, ToolPattern,
};
use callgate_engine::{Call, Decision};
use serde_json::json;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn table() -> Table {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    let rule = RuleSpec {
        tool: ToolPattern::Exact("t"),
        decision: Decision::Allow,
        under: None,
        host: None,
        command: None,
        check: None,
        note: None,
        severity: None,
    };
    for host in [HostPattern::Exact("a.com"), HostPattern::Below("b.com")] {
        builder.rule(RuleSpec {
            host: Some(host),
            ..rule
        });
    }
    builder.rule(RuleSpec {
        under: Some("/srv"),
        ..rule
    });
    builder.rule(RuleSpec {
        tool: ToolPattern::Exact("bare"),
        ..rule
    });
    builder.build()
}

/// The heap blocks that a first call takes: the fewest of some, for other threads of the test
/// take some too.
fn taken(table: &Table, call: &Call<'_>, expected: Decision) -> usize {
    let once = || {
        let mut scratch = Scratch::new();
        let region = Region::new(HEAP);
        let outcome = table.decide(call, &NoChecks, &mut scratch);
        let change = region.change();
        assert_eq!(outcome.decision, expected, "{call:?}");
        change.allocations + change.reallocations
    };
    (0..20).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn a_first_plain_call_takes_no_memory() {
    let table = table();
    for (tool, arguments, decision) in [
        ("t", json!({ "url": "https://a.com/x" }), Decision::Allow),
        ("t", json!({ "url": "https://x.b.com/" }), Decision::Allow),
        ("t", json!({ "url": "https://c.com/" }), Decision::Ask),
        ("t", json!({ "path": "/srv/a" }), Decision::Allow),
        ("t", json!({}), Decision::Ask),
        ("bare", json!({ "path": "/srv/../a" }), Decision::Allow),
        ("other", json!({ "path": "/srv/a" }), Decision::Ask),
    ] {
        let call = Call::parsed(tool, &arguments);
        assert_eq!(taken(&table, &call, decision), 0, "{call:?}");
    }
    // From bytes: as much as it takes to read them, and nothing for what they say.
    let read = |text: &'static str, decision| {
        let call: Call<'_> = Call::raw("t", text.as_bytes());
        taken(&table, &call, decision)
    };
    let plain = read(r#"{ "path": "/srv/a" }"#, Decision::Allow);
    let odd = read(r#"{ "path": "srv/a/" }"#, Decision::Ask);
    assert!(plain < odd, "{plain} blocks where an odd path takes {odd}");
}
