//! What people and programs read, whole: explanations and dumps of both dialects.
//! `INSTA_UPDATE=always` writes what comes out.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::{Folder, callgate, root};
use serde_json::Value;

/// A policy that holds calls back in every way there is.
const PERMISSION: &str = r#"roots: { fs_: /srv/docs }
command-params: { bash: { line: command } }
rules:
  - { tool: "fs_*", decision: deny, under: keys, note: private, severity: danger }
  - { tool: fs_read, decision: allow, under: . }
  - { tool: fs_move, decision: allow, under: . }
  - { tool: web_fetch, decision: allow, host: "*.docs.rs" }
  - { tool: web_fetch, decision: deny, host: evil.org }
  - { tool: bash, decision: allow, command: git }
  - { tool: bash, decision: deny, command: rm }
  - { tool: bash, decision: ask, command: git, args: [push], args-any: [-f, --force] }
  - { tool: run, decision: allow, command: make, check: clean-tree }
  - { tool: run, decision: allow, command: cargo, args: [test], args-any: [--locked] }
  - { tool: wipe, decision: deny }
"#;

/// The cases, each a call that somebody would ask about.
const PERMISSION_CALLS: &[(&str, &str, &str, &[&str])] = &[
    ("allowed", "fs_read", r#"{"path": "a/b"}"#, &[]),
    ("denied", "fs_read", r#"{"path": "keys/k"}"#, &[]),
    ("traversal", "fs_read", r#"{"path": "a/../../x"}"#, &[]),
    ("missing-location", "fs_read", "{}", &[]),
    ("missing-pair", "fs_move", r#"{"from": "a"}"#, &[]),
    (
        "unreadable-url",
        "web_fetch",
        r#"{"url": "https://a.docs.rs@evil.org/"}"#,
        &[],
    ),
    (
        "suggested-host",
        "web_fetch",
        r#"{"url": "https://books.example/x"}"#,
        &[],
    ),
    ("pipe", "bash", r#"{"command": "git log | grep x"}"#, &[]),
    (
        "substitution",
        "bash",
        r#"{"command": "git log $(cat f)"}"#,
        &[],
    ),
    (
        "unreadable-word",
        "bash",
        r#"{"command": "make && $RUNNER foo"}"#,
        &[],
    ),
    (
        "nested-text",
        "bash",
        r#"{"command": "ls; sh -c 'x; $Y'"}"#,
        &[],
    ),
    ("writes", "bash", r#"{"command": "git log > out"}"#, &[]),
    ("launched", "bash", r#"{"command": "sudo -u x rm y"}"#, &[]),
    (
        "unknown-runner",
        "run",
        r#"{"command": "frobnicate", "args": ["make"]}"#,
        &[],
    ),
    (
        "unsealed",
        "run",
        r#"{"command": "cargo", "args": ["test", 3, "--locked"]}"#,
        &[],
    ),
    ("check-unregistered", "run", r#"{"command": "make"}"#, &[]),
    (
        "check-unknown",
        "run",
        r#"{"command": "make"}"#,
        &["--check", "clean-tree=unknown"],
    ),
    (
        "check-yes",
        "run",
        r#"{"command": "make"}"#,
        &["--check", "clean-tree=yes"],
    ),
    ("unreadable-arguments", "bash", "{", &[]),
    ("tool-denied", "wipe", "{}", &[]),
    ("unspoken-tool", "other", "{}", &[]),
    ("everything", "bash", r#"{"command": "true"}"#, &["--all"]),
];

/// The output, without the place of the test's folder.
fn run(folder: &Folder, args: &[&str]) -> String {
    let run = callgate(args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    run.out.replace(&format!("{}/", folder.path()), "")
}

fn pretty(json: &str) -> String {
    let value: Value = serde_json::from_str(json).expect(json);
    serde_json::to_string_pretty(&value).expect(json)
}

#[test]
fn explanations_of_the_permission_dialect() {
    let folder = Folder::new("snapshots-permission");
    let policy = folder.file("policy.yaml", PERMISSION);
    for (name, tool, args, more) in PERMISSION_CALLS {
        let explain = ["explain", &policy, "--tool", tool, "--args", args];
        let human = run(&folder, &[&explain, *more].concat());
        insta::assert_snapshot!(format!("permission-{name}"), human);
        let json = run(&folder, &[&explain, *more, &["--format", "json"]].concat());
        insta::assert_snapshot!(format!("permission-{name}-json"), pretty(&json));
    }
}

#[test]
fn explanations_of_the_firewall_dialect() {
    let folder = Folder::new("snapshots-firewall");
    let examples = root().join("examples");
    let text = |name: &str| std::fs::read_to_string(examples.join(name)).expect(name);
    let policy = folder.file("policy.yaml", text("firewall.yaml"));
    let odd = [
        // Of the wrong kind; no arguments that can be read; no rule at all.
        r#"{"tool": "shell.run_command", "args": {"command": 5}, "spent_cents": 1}"#,
        r#"{"tool": "files.read", "args": "x"}"#,
        r#"{"tool": "other", "args": {}}"#,
    ];
    let calls = text("firewall-calls.jsonl") + &odd.join("\n") + "\n";
    let path = folder.file("calls.jsonl", &calls);
    for line in 1..=calls.lines().count() {
        let line = line.to_string();
        let explain = ["explain", &policy, &path, "--line", &line];
        let human = run(&folder, &explain);
        insta::assert_snapshot!(format!("firewall-{line:0>2}"), human);
        let json = run(&folder, &[&explain[..], &["--format", "json"]].concat());
        insta::assert_snapshot!(format!("firewall-{line:0>2}-json"), pretty(&json));
    }
}

#[test]
fn dumps() {
    let folder = Folder::new("snapshots-dumps");
    let policy = folder.file("policy.yaml", PERMISSION);
    insta::assert_snapshot!("dump-held-back", run(&folder, &["dump", &policy]));
    for name in ["agent.yaml", "firewall.yaml"] {
        let path = root().join("examples").join(name);
        let path = path.to_str().expect("UTF-8");
        insta::assert_snapshot!(format!("dump-{name}"), run(&folder, &["dump", path]));
    }
}
