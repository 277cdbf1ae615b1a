//! What a table keeps: no more than it needs.
//!
//! One test function: the count is the whole process's.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use callgate_engine::Decision;
use callgate_engine::permission::{
    HostPattern, PathCase, RuleSpec, Table, TableBuilder, ToolPattern,
};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const RULE: RuleSpec<'_> = RuleSpec {
    tool: ToolPattern::Exact("t"),
    decision: Decision::Allow,
    under: None,
    host: None,
    command: None,
    check: None,
    note: None,
    severity: None,
};

/// How often memory had to grow while rules came.
fn grown(reserved: usize) -> usize {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    builder.reserve(reserved);
    let region = Region::new(HEAP);
    for _ in 0..1000 {
        builder.rule(RULE);
    }
    region.change().reallocations
}

/// The bytes that a table holds, give or take what the test's own threads do meanwhile.
fn held(rules: impl FnOnce(&mut TableBuilder)) -> isize {
    let region = Region::new(HEAP);
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    rules(&mut builder);
    let table: Table = builder.build();
    let change = region.change();
    drop(table);
    isize::try_from(change.bytes_allocated).unwrap()
        - isize::try_from(change.bytes_deallocated).unwrap()
}

/// Two rules, the first with a note of this length.
fn noted(length: usize) -> isize {
    held(|builder| {
        for note in [&*"n".repeat(length), "n"] {
            builder.rule(RuleSpec {
                note: Some(note),
                ..RULE
            });
        }
    })
}

/// So many tools with a rule of their own, beside so many rules about every tool.
fn inheriting(common: usize) -> isize {
    held(|builder| {
        for n in 0..common {
            builder.rule(RuleSpec {
                tool: ToolPattern::Prefix(""),
                decision: Decision::Deny,
                host: Some(HostPattern::Exact(&format!("h{n}.com"))),
                ..RULE
            });
        }
        for n in 0..2000 {
            let tool = format!("t{n}");
            builder.rule(RuleSpec {
                tool: ToolPattern::Exact(&tool),
                ..RULE
            });
        }
    })
}

/// So many tools, each by the beginning of its name.
fn stems(count: usize) -> isize {
    held(|builder| {
        for n in 0..count {
            let tool = format!("t{n}_");
            builder.rule(RuleSpec {
                tool: ToolPattern::Prefix(&tool),
                ..RULE
            });
        }
    })
}

#[test]
fn a_table_keeps_no_more_than_it_needs() {
    // Room made for rules is room that need not be made again and again.
    assert!(grown(1000) + 4 < grown(0));

    // Nothing is left over of growing.
    let long: usize = 1 << 20;
    let more = noted(long) - noted(0);
    assert!(more < 1_200_000, "{more} bytes for a note of {long}");

    // Rules about every tool are listed once, not once for each of two thousand tools.
    let more = inheriting(8) - inheriting(1);
    assert!(more < 20_000, "{more} bytes more for seven rules");

    // A pattern takes a few lines of memory: no room is kept for what is not there.
    let each = stems(2000) / 2000;
    assert!(each < 250, "{each} bytes for a pattern");
}
