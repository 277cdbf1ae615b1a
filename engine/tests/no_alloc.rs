//! Deciding allocates nothing once its memory is warm: a counting allocator watches the second
//! evaluation of every shape of call.
//!
//! One test function: the count is the whole process's.
#![expect(clippy::indexing_slicing, reason = "a test over lists of its own")]

use callgate_engine::command::EffectiveCommand;
use callgate_engine::permission::{
    Checks, CommandSpec, HostPattern, ParamsSpec, PathCase, RuleSpec, Table, TableBuilder,
    ToolPattern,
};
use callgate_engine::{Arguments, Call, Decision, Tri};
use serde_json::Value;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::fmt::Write as _;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

struct Answers;

impl Checks for Answers {
    fn check(&self, name: &str, _: &str, _: &EffectiveCommand<'_>) -> Option<Tri> {
        (name == "no").then_some(Tri::No)
    }
}

fn rule(tool: ToolPattern<'_>, decision: Decision) -> RuleSpec<'_> {
    RuleSpec {
        tool,
        decision,
        under: None,
        host: None,
        command: None,
        check: None,
        note: None,
        severity: None,
    }
}

fn program(program: &str, glob: bool) -> Option<CommandSpec<'_>> {
    Some(CommandSpec {
        program,
        glob,
        args: None,
        args_any: None,
    })
}

/// A few rules for each of many tools, and `crowd` rules of every kind for one prefix: enough
/// for the indexes.
fn table(case: PathCase, crowd: usize) -> Table {
    let mut builder = TableBuilder::new(case);
    builder.root("rooted_", "/srv/root");
    builder.path_params(ToolPattern::Exact("copy"), &["from".into(), "to".into()]);
    builder.url_params(ToolPattern::Exact("mirror"), &["url".into(), "from".into()]);
    builder.command_params(ToolPattern::Exact("shell"), ParamsSpec::Line("command"));
    let tokens = ["push".to_owned(), "--force".to_owned()];
    for tool in [
        "files_", "rooted_", "copy", "mirror", "exec", "shell", "all_",
    ] {
        let tool = ToolPattern::Prefix(tool);
        for decision in [Decision::Allow, Decision::Deny, Decision::Ask] {
            let secret = decision == Decision::Deny;
            builder.rule(RuleSpec {
                under: Some(if secret { "/srv/secret" } else { "/srv" }),
                ..rule(tool, decision)
            });
            builder.rule(RuleSpec {
                host: Some(HostPattern::Below("example.com")),
                ..rule(tool, decision)
            });
            builder.rule(RuleSpec {
                command: program("git", false).map(|git| CommandSpec {
                    args: (!secret).then_some(&tokens[..1]),
                    args_any: secret.then_some(&tokens[1..]),
                    ..git
                }),
                ..rule(tool, decision)
            });
            builder.rule(RuleSpec {
                check: Some("no"),
                ..rule(tool, decision)
            });
        }
    }
    builder.rule(rule(ToolPattern::Exact("bare"), Decision::Allow));
    for at in 0..crowd {
        let decision = [Decision::Allow, Decision::Deny, Decision::Ask][at % 3];
        let crowded = rule(ToolPattern::Prefix("crowd_"), decision);
        let directory = format!("/srv/p{at}/caf\u{e9}");
        let host = format!("h{at}.example.com");
        let name = format!("prog{at}");
        builder.rule(RuleSpec {
            under: Some(&directory),
            ..crowded
        });
        builder.rule(RuleSpec {
            host: Some(HostPattern::Exact(&host)),
            ..crowded
        });
        builder.rule(RuleSpec {
            host: Some(HostPattern::Below(&host)),
            under: Some(&directory),
            ..crowded
        });
        builder.rule(RuleSpec {
            command: program(&name, at % 2 == 0),
            ..crowded
        });
    }
    builder.build()
}

/// Arguments of every shape that rules look at, and of some that they cannot read.
fn arguments() -> Vec<String> {
    let mut all: Vec<String> = [
        "{}",
        "[]",
        "null",
        r#"{"path": "/srv/data/a.txt"}"#,
        r#"{"path": "/srv/secret/a.txt", "mode": {"deep": [1, 2.5, null]}}"#,
        r#"{"path": "a/./b//c"}"#,
        r#"{"path": "../x"}"#,
        r#"{"path": "~/x"}"#,
        r#"{"path": "C:/x"}"#,
        r#"{"path": "/srv/p7/caf\u00e9/x"}"#,
        r#"{"path": "/srv/p7/cafe\u0301/x"}"#,
        r#"{"path": "/SRV/P7/CAF\u00c9/x"}"#,
        r#"{"path": 7}"#,
        r#"{"from": "/srv/a", "to": "/srv/b"}"#,
        r#"{"from": "/srv/a"}"#,
        r#"{"url": "https://api.example.com/v1?page=2"}"#,
        r#"{"url": "HTTPS://API.H7.Example.COM:443/"}"#,
        r#"{"url": "http://[2001:db8::1]:80/"}"#,
        r#"{"url": "http://10.0.0.1/"}"#,
        r#"{"url": "http://user@example.com/"}"#,
        r#"{"url": "not a url", "from": "https://x.h7.example.com"}"#,
        r#"{"url": "https:\/\/h7.example.com\/"}"#,
        r#"{"command": "git", "args": ["push", "origin"]}"#,
        r#"{"command": "/usr/bin/git", "args": ["push", "--force", "origin", "main"]}"#,
        r#"{"command": "GIT.EXE", "args": ["push", 7]}"#,
        r#"{"command": "git status; rm -rf /", "args": "x"}"#,
        r#"{"command": "prog7", "args": ["a\tb", "\u0000"]}"#,
        r#"{"command": "", "args": []}"#,
        r#"{"command": "bash", "args": ["-c", "git push && rm -rf build > log"]}"#,
        r#"{"command": "sudo", "args": ["-u", "root", "env", "A=1", "git", "push"]}"#,
        r#"{"command": "xargs", "args": ["-n", "1", "git", "push"]}"#,
        r#"{"path": "/srv/a", "url": "https://h7.example.com", "command": "git"}"#,
        r#"{"path": "/srv/a", "path": "/srv/b"}"#,
        r#"{"path": "#,
        r#"{"path": "\ud800"}"#,
    ]
    .map(str::to_owned)
    .to_vec();
    let long = |count: usize, piece: &str| piece.repeat(count);
    for text in [
        format!(r#"{{"path": "/srv{}"}}"#, long(10_000, "/d")),
        format!(r#"{{"url": "https://{}example.com/"}}"#, long(100, "a.")),
        format!(r#"{{"extra": {}1{}}}"#, long(100, "["), long(100, "]")),
        format!(r#"{{"extra": "{}"}}"#, long(10_000, "x\\n")),
    ] {
        all.push(text);
    }
    let mut tokens = String::from(r#"{"command": "git", "args": ["push""#);
    for at in 0..1000 {
        let _ = write!(tokens, r#", "{at}""#);
    }
    all.push(tokens + "]}");
    all
}

const TOOLS: &[&str] = &[
    "nobody",
    "bare",
    "files_read",
    "rooted_read",
    "copy",
    "mirror",
    "exec",
    "all_x",
    "crowd_x",
    "",
];

fn allocations(act: &mut dyn FnMut()) -> usize {
    let region = Region::new(HEAP);
    act();
    let change = region.change();
    change.allocations + change.reallocations
}

#[test]
fn the_second_evaluation_allocates_nothing() {
    let mut evaluations = 0;
    let mut allocating = Vec::new();
    for (case, crowd) in [
        (PathCase::Sensitive, 0),
        (PathCase::Sensitive, 200),
        (PathCase::Insensitive, 200),
    ] {
        let table = table(case, crowd);
        for text in &arguments() {
            let value: Option<Value> = serde_json::from_str(text).ok();
            for &tool in TOOLS {
                let request = format!(
                    r#"{{"method": "tools/call", "params": {{"name": "{tool}", "arguments": {text}}}}}"#
                );
                let late = format!(r#"{{"params": {{"arguments": {text}, "name": "{tool}"}}}}"#);
                let mut scratch = table.scratch();
                let mut watch = |what: &str, decide: &mut dyn FnMut(&mut _)| {
                    decide(&mut scratch);
                    // The thread that runs the tests may allocate meanwhile: what counts is
                    // what happens every time.
                    let least = (0..3).map(|_| allocations(&mut || decide(&mut scratch)));
                    let least = least.min().unwrap_or(0);
                    if least != 0 {
                        let shape = text.get(..100).unwrap_or(text);
                        allocating.push(format!(
                            "{what}: `{tool}` with {shape}: {least} allocations\n"
                        ));
                    }
                    evaluations += 1;
                };
                let with = |arguments| Call {
                    tool: Some(tool),
                    arguments,
                };
                let mut call = |what: &str, call: Call<'_>| {
                    watch(what, &mut |scratch| {
                        table.decide(&call, &Answers, scratch);
                    });
                };
                if let Some(value) = &value {
                    call("parsed", with(Arguments::Parsed(value)));
                }
                call("raw", with(Arguments::Raw(text.as_bytes())));
                call("absent", with(Arguments::Absent));
                call("unreadable", with(Arguments::Unreadable));
                for (what, bytes) in [("request", &request), ("name last", &late)] {
                    watch(what, &mut |scratch| {
                        table.decide_request(bytes.as_bytes(), &Answers, scratch);
                    });
                }
            }
        }
    }
    assert!(allocating.is_empty(), "{}", allocating.concat());
    // What cannot fail proves nothing: the allocator does count, and shapes were seen.
    assert!(allocations(&mut || drop(std::hint::black_box(Box::new(7)))) > 0);
    assert!(evaluations > 5000, "{evaluations} evaluations");
}
