//! Room made for rules is room that need not be made again.
//!
//! One test function: the count is the whole process's.

use callgate_engine::Decision;
use callgate_engine::permission::{PathCase, RuleSpec, TableBuilder, ToolPattern};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How often memory had to grow while rules came.
fn grown(reserved: usize) -> usize {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    builder.reserve(reserved);
    let region = Region::new(HEAP);
    for _ in 0..1000 {
        builder.rule(RuleSpec {
            tool: ToolPattern::Exact("t"),
            decision: Decision::Allow,
            under: None,
            host: None,
            command: None,
            check: None,
            note: None,
            severity: None,
        });
    }
    region.change().reallocations
}

#[test]
fn rules_that_were_announced_do_not_move() {
    assert!(grown(0) > 0);
    assert!(grown(1000) < grown(0));
}
