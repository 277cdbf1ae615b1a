//! Deciding a call of the corpus a second time, with memory that is warm, allocates nothing:
//! as the case gives it, and its parsed arguments from bytes and from a whole request too.
//!
//! One test function: the count is the whole process's.

use callgate_conformance::case::{ArgumentsInput, CallInput, FirewallInput, Question};
use callgate_conformance::corpus;
use callgate_conformance::implementation::FixedChecks;
use callgate_conformance::runner::{Loaded, load};
use callgate_engine::firewall::{self, Stage, StagedCall};
use callgate_engine::json::{Limits, Memory, Request};
use callgate_engine::permission;
use callgate_engine::{Arguments, Call};
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::collections::BTreeSet;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The heap blocks that a second run of `decide` takes.
fn second<S: Default>(scratch: &mut S, mut decide: impl FnMut(&mut S)) -> usize {
    let mut count = |scratch: &mut S| {
        decide(scratch);
        let region = Region::new(HEAP);
        decide(scratch);
        let change = region.change();
        change.allocations + change.reallocations
    };
    match count(scratch) {
        0 => 0,
        // The thread that runs the tests may allocate meanwhile: what counts is what happens
        // every time, from fresh memory on.
        found => (0..3).fold(found, |least, _| least.min(count(&mut S::default()))),
    }
}

/// The bytes of arguments, and of a whole request that makes the call.
fn as_bytes(input: &CallInput) -> Option<(Vec<u8>, Vec<u8>)> {
    let ArgumentsInput::Parsed(arguments) = &input.arguments else {
        return None;
    };
    let mut params = json!({ "arguments": arguments });
    if let (Some(tool), Value::Object(params)) = (&input.tool, &mut params) {
        params.insert("name".to_owned(), tool.clone());
    }
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    Some((
        arguments.to_string().into_bytes(),
        request.to_string().into_bytes(),
    ))
}

/// What each way to decide a call allocates.
type Ways = Vec<(&'static str, usize)>;

/// Every way in which a call can come.
fn each_way(
    input: &CallInput,
    mut call: impl FnMut(Call<'_>) -> usize,
    mut request: impl FnMut(&[u8]) -> usize,
) -> Ways {
    let tool = input.tool_name();
    let arguments = match &input.arguments {
        ArgumentsInput::Absent => Arguments::Absent,
        ArgumentsInput::Parsed(value) => Arguments::Parsed(value),
        ArgumentsInput::Raw(bytes) => Arguments::Raw(bytes),
        ArgumentsInput::Request(bytes) => return vec![("request", request(bytes))],
    };
    let mut ways = vec![("given", call(Call { tool, arguments }))];
    if let Some((bytes, whole)) = as_bytes(input) {
        let arguments = Arguments::Raw(&bytes);
        ways.push(("bytes", call(Call { tool, arguments })));
        ways.push(("request", request(&whole)));
    }
    ways
}

fn permission_ways(
    table: &permission::Table,
    input: &CallInput,
    checks: &FixedChecks<'_>,
    scratch: &mut permission::Scratch,
) -> Ways {
    let scratch = std::cell::RefCell::new(scratch);
    each_way(
        input,
        |call| {
            let scratch = &mut **scratch.borrow_mut();
            second(scratch, |scratch| {
                table.decide(&call, checks, scratch);
            })
        },
        |bytes| {
            let scratch = &mut **scratch.borrow_mut();
            second(scratch, |scratch| {
                table.decide_request(bytes, checks, scratch);
            })
        },
    )
}

fn staged<'a>(call: Call<'a>, more: &'a FirewallInput, resolved: &'a [&'a str]) -> StagedCall<'a> {
    StagedCall {
        call,
        stage: more
            .stage
            .as_deref()
            .and_then(Stage::from_name)
            .unwrap_or_default(),
        skill: more.skill.as_deref(),
        destination: more.destination.as_deref(),
        resolved,
        spent_cents: more.spent_cents.as_ref().and_then(Value::as_i64),
    }
}

fn firewall_ways(
    table: &firewall::Table,
    input: &CallInput,
    memory: &mut (firewall::Scratch, Memory),
) -> Ways {
    let more = &input.firewall;
    let resolved: Vec<&str> = more.resolved.iter().flatten().map(String::as_str).collect();
    let memory = std::cell::RefCell::new(memory);
    each_way(
        input,
        |call| {
            second(&mut **memory.borrow_mut(), |(scratch, _)| {
                table.decide(&staged(call, more, &resolved), scratch);
            })
        },
        |bytes| {
            second(&mut **memory.borrow_mut(), |(scratch, memory)| {
                let request = Request::read_with(bytes, &Limits::default(), memory);
                table.decide(&staged(request.call(), more, &resolved), scratch);
            })
        },
    )
}

#[test]
fn the_second_decision_takes_no_memory() {
    let (mut permission, mut firewall) = Default::default();
    let (mut measured, mut dialects) = (0, [0; 2]);
    let mut took = BTreeSet::new();
    for file in corpus::read_own().expect("the corpus can be read") {
        for case in file.cases().expect("cases that can be read") {
            let Question::Call {
                policy,
                call,
                checks,
            } = &case.question
            else {
                continue;
            };
            let ways = match load(policy) {
                Ok(Loaded::Permission(compiled)) => {
                    dialects = [dialects[0] + 1, dialects[1]];
                    let checks = FixedChecks(checks);
                    permission_ways(&compiled.table, call, &checks, &mut permission)
                }
                Ok(Loaded::Firewall(compiled)) => {
                    dialects = [dialects[0], dialects[1] + 1];
                    firewall_ways(&compiled.table, call, &mut firewall)
                }
                Err(_) => continue,
            };
            for (way, blocks) in ways {
                measured += 1;
                if blocks > 0 {
                    took.insert(format!("{}: {} ({way}): {blocks}", case.suite, case.name));
                }
            }
        }
    }
    let took: Vec<String> = took.into_iter().collect();
    assert!(
        took.is_empty(),
        "{} took memory:\n{}",
        took.len(),
        took.join("\n")
    );
    assert!(measured > 5000, "{measured} decisions");
    assert!(dialects.iter().all(|&cases| cases > 300), "{dialects:?}");
}
