//! A fixed set of calls for counting instructions: `benches/instructions.sh` runs this under
//! callgrind, which counts only inside [`counted`].
//!
//! Without arguments it lists the calls; with a name and a way (`parsed` or `request`) it
//! decides that call [`REPEATS`] times.

use callgate_compiler::Source;
use callgate_engine::Call;
use callgate_engine::permission::{NoChecks, Scratch, Table};
use callgate_workload::calls::request;
use callgate_workload::report::table;
use callgate_workload::rules::{document, mixed};
use serde_json::Value;
use std::hint::black_box;
use std::process::ExitCode;

const REPEATS: usize = 1000;

/// Rules for the fixed calls, beside a thousand mixed ones.
const RULES: &str = r#"
 ,{"tool": "bare", "decision": "allow"}
 ,{"tool": "fetch", "decision": "allow", "host": "api.example.com"}
 ,{"tool": "crawl", "decision": "allow", "host": "*.example.com"}
 ,{"tool": "files_read", "decision": "allow", "under": "/srv/data"}
 ,{"tool": "files_read", "decision": "deny", "under": "/srv/data/secret"}
 ,{"tool": "exec", "decision": "allow", "command": "git", "args": ["status"]}
 ,{"tool": "exec", "decision": "deny", "command": "rm"}
 ,{"tool": "shell", "decision": "allow", "command": "git"}
], "command-params": {"shell": {"line": "command"}}}"#;

/// Name, tool, arguments.
const CALLS: &[(&str, &str, &str)] = &[
    (
        "stranger",
        "nobody_knows",
        r#"{"url": "https://api.example.com/v1"}"#,
    ),
    ("bare", "bare", r#"{"path": "/srv/data/a"}"#),
    (
        "host-hit",
        "fetch",
        r#"{"url": "https://api.example.com/v1/items?page=3"}"#,
    ),
    (
        "host-miss",
        "fetch",
        r#"{"url": "https://api.example.org/v1/items?page=3"}"#,
    ),
    (
        "below-hit",
        "crawl",
        r#"{"url": "https://cdn.eu.example.com/v1/items?page=3"}"#,
    ),
    (
        "under-hit",
        "files_read",
        r#"{"path": "/srv/data/reports/2026/q3.txt"}"#,
    ),
    (
        "under-deny",
        "files_read",
        r#"{"path": "/srv/data/secret/keys/a.pem"}"#,
    ),
    (
        "under-miss",
        "files_read",
        r#"{"path": "/home/me/reports/2026/q3.txt"}"#,
    ),
    (
        "command-hit",
        "exec",
        r#"{"command": "/usr/bin/git", "args": ["status", "-s"]}"#,
    ),
    (
        "command-deny",
        "exec",
        r#"{"command": "rm", "args": ["-rf", "build"]}"#,
    ),
    (
        "command-miss",
        "exec",
        r#"{"command": "make", "args": ["-j8", "all"]}"#,
    ),
    (
        "wrapper-deny",
        "exec",
        r#"{"command": "sudo", "args": ["-u", "root", "rm", "-rf", "build"]}"#,
    ),
    (
        "shell-hit",
        "exec",
        r#"{"command": "bash", "args": ["-c", "git status -s"]}"#,
    ),
    (
        "line-hit",
        "shell",
        r#"{"command": "git status -s && git diff | git apply"}"#,
    ),
    (
        "crowd-host",
        "crowd",
        r#"{"url": "https://api.h77.example.com/v1/items?page=3"}"#,
    ),
    (
        "crowd-under",
        "crowd",
        r#"{"path": "/srv/p77/data/reports/q3.txt"}"#,
    ),
    (
        "crowd-command",
        "crowd",
        r#"{"command": "prog77", "args": ["--id", "7"]}"#,
    ),
    ("crowd-unknown", "crowd", "{}"),
];

/// A thousand rules for one tool, of three kinds.
fn crowd() -> String {
    let mut text = String::new();
    for at in 0..1000 {
        let when = match at % 3 {
            0 => format!(r#""host": "api.h{at}.example.com""#),
            1 => format!(r#""under": "/srv/p{at}/data""#),
            _ => format!(r#""command": "prog{at}""#),
        };
        text.push_str(&format!(
            " ,{{\"tool\": \"crowd\", \"decision\": \"allow\", {when}}}\n"
        ));
    }
    text
}

#[inline(never)]
fn counted(table: &Table, call: &Call<'_>, bytes: Option<&[u8]>, scratch: &mut Scratch) {
    for _ in 0..REPEATS {
        let outcome = match bytes {
            Some(bytes) => table.decide_request(black_box(bytes), &NoChecks, scratch),
            None => table.decide(black_box(call), &NoChecks, scratch),
        };
        black_box(outcome);
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, way] = &arguments[..] else {
        CALLS.iter().for_each(|(name, ..)| println!("{name}"));
        return ExitCode::SUCCESS;
    };
    let Some((_, tool, arguments)) = CALLS.iter().find(|(known, ..)| known == name) else {
        eprintln!("no such call: {name}");
        return ExitCode::FAILURE;
    };
    let mixed = document(&mixed(1000));
    let text = mixed.replace("]}", "") + &crowd() + RULES;
    let table = match table(&Source::new("fixed", &text)) {
        Ok(table) => table,
        Err(faults) => {
            eprintln!("{faults:?}");
            return ExitCode::FAILURE;
        }
    };
    let value: Value = serde_json::from_str(arguments).unwrap_or_default();
    let bytes = request(tool, arguments, 1, 300);
    let call = Call::parsed(tool, &value);
    let bytes = (way == "request").then_some(bytes.as_bytes());
    let mut scratch = table.scratch();
    let outcome = table.decide(&call, &NoChecks, &mut scratch);
    if outcome != table.decide_unindexed(&call, &NoChecks, &mut scratch) {
        eprintln!("the index is wrong about {name}");
        return ExitCode::FAILURE;
    }
    // Once to warm the memory; callgrind starts counting at the second.
    counted(&table, &call, bytes, &mut scratch);
    println!("{} {}", outcome.decision.as_str(), outcome.reason.as_str());
    ExitCode::SUCCESS
}
