//! `callgate eval`: results, order, bad input, exit codes.

mod common;

use common::{Folder, Run, callgate, callgate_with};
use serde_json::json;

const POLICY: &str = r#"{
  "roots": { "fs": "/srv" },
  "rules": [
    { "tool": "fs_read", "decision": "allow" },
    { "tool": "fs_write", "decision": "allow", "under": "/srv/scratch" },
    { "tool": "fs_*", "decision": "deny", "under": "/srv/secrets", "note": "keys", "severity": "danger" },
    { "tool": "sh", "decision": "allow", "check": "known" }
  ]
}"#;

fn eval(test: &str, calls: impl AsRef<[u8]>, more: &[&str]) -> Run {
    let folder = Folder::new(test);
    let (policy, calls) = (
        folder.file("policy.json", POLICY),
        folder.file("calls.jsonl", calls),
    );
    callgate(&[&["eval", policy.as_str(), calls.as_str()], more].concat())
}

#[test]
fn each_call_gets_its_result_in_order() {
    let run = eval(
        "eval-order",
        concat!(
            r#"{"tool":"fs_read","args":{"path":"a"}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"fs_read","arguments":{"path":"secrets/k"}}}"#,
            "\r\n",
            r#"{"tool":"fs_write","args":{"path":"scratch/a"}}"#,
            "\n",
            r#"{"tool":"fs_write","args":{"path":"../x"}}"#,
            "\n",
            r#"{"tool":"other"}"#,
        ),
        &[],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.err, "");
    assert_eq!(
        run.lines(),
        [
            json!({ "line": 1, "decision": "allow", "reason": "rule", "rule": 0 }),
            json!({ "line": 2, "id": 7, "decision": "deny", "reason": "rule", "rule": 2, "note": "keys", "severity": "danger" }),
            json!({ "line": 3, "decision": "allow", "reason": "rule", "rule": 1 }),
            json!({ "line": 4, "decision": "deny", "reason": "unevaluable-path", "rule": 2, "unknown": ["under"], "note": "keys", "severity": "danger" }),
            json!({ "line": 5, "decision": "ask", "reason": "no-match", "rule": null }),
        ]
    );
}

#[test]
fn a_line_that_is_no_call_gets_an_error_in_its_place_and_the_run_goes_on() {
    let calls = b"{\"tool\":\"fs_read\",\"args\":{\"path\":\"a\"}}\n\
        not json\n\
        [1,2]\n\
        \n\
        {\"args\":{}}\n\
        {\"method\":\"tools/list\"}\n\
        {\"tool\":\"fs_read\",\"args\":{\"path\":\"\xff\"}}\n\
        {\"tool\":\"fs_read\",\"args\":{\"path\":\"a\"}}\n";
    let run = eval("eval-no-call", calls, &[]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.members("decision"),
        ["allow", "-", "-", "-", "-", "-", "-", "allow"]
    );
    assert_eq!(
        run.members("error"),
        [
            "-",
            "not-json",
            "not-a-call",
            "not-json",
            "not-a-call",
            "not-a-call",
            "not-json",
            "-"
        ],
    );
    assert_eq!(
        run.members("line"),
        ["1", "2", "3", "4", "5", "6", "7", "8"]
    );
}

#[test]
fn unreadable_arguments_are_decided_and_never_allowed() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let calls = [
        r#"{"tool":"fs_write","args":{"path":"scratch/a","path":"scratch/b"}}"#.to_owned(),
        r#"{"tool":"fs_write","args":{"path":"scratch/a"},"args":{}}"#.to_owned(),
        r#"{"tool":"fs_write","args":{"path":"scratch/\ud800"}}"#.to_owned(),
        format!(r#"{{"tool":"fs_write","args":{{"path":"scratch/a","x":{deep}}}}}"#),
        r#"{"tool":"fs_write","args":{"path":["scratch/a"]}}"#.to_owned(),
        r#"{"tool":5,"args":{"path":"scratch/a"}}"#.to_owned(),
        r#"{"tool":"fs_write","tool":"fs_read","args":{}}"#.to_owned(),
        format!(r#"{{"method":"tools/call","params":{{"name":"fs_write","arguments":{deep}}}}}"#),
        r#"{"method":"tools/call","params":{"arguments":{}}}"#.to_owned(),
    ];
    let run = eval("eval-unreadable", calls.join("\n"), &[]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert_eq!(run.members("decision"), vec!["deny"; calls.len()]);
    assert_eq!(run.members("reason"), vec!["unevaluable-path"; calls.len()]);
}

#[test]
fn a_line_past_the_limit_is_a_call_that_cannot_be_read() {
    let long = format!(
        r#"{{"tool":"fs_read","args":{{"path":"{}"}}}}"#,
        "a".repeat(5_000_000)
    );
    let calls = format!("{long}\n{{\"tool\":\"fs_read\",\"args\":{{\"path\":\"a\"}}}}\n{long}");
    let run = eval("eval-long", &calls, &["--max-line", "1000000"]);
    assert_eq!(run.code, 0);
    assert_eq!(run.members("decision"), ["deny", "allow", "deny"]);
    assert!(run.members("unreadable")[0].contains("5000"), "{}", run.out);
    let run = eval("eval-long-kept", &calls, &[]);
    assert_eq!(run.members("decision"), ["allow", "allow", "allow"]);
}

#[test]
fn what_cannot_be_used_is_named_and_ends_with_two() {
    let folder = Folder::new("eval-unusable");
    let policy = folder.file("policy.json", POLICY);
    let calls = folder.file("calls.jsonl", r#"{"tool":"a"}"#);
    let empty = folder.file("empty.jsonl", "");
    let faulty = folder.file("faulty.json", r#"[{ "tool": "a", "decision": "maybe" }]"#);
    for (policy, calls, named) in [
        (folder.path(), calls.as_str(), "is a directory"),
        (policy.as_str(), folder.path(), "is a directory"),
        (
            policy.as_str(),
            empty.as_str(),
            "empty.jsonl: holds no calls",
        ),
        (
            policy.as_str(),
            "no-such-file",
            "no-such-file: no such file",
        ),
        ("no-such-file", calls.as_str(), "no-such-file: no such file"),
        (faulty.as_str(), calls.as_str(), "faulty.json:1:29"),
        (empty.as_str(), calls.as_str(), "empty.jsonl"),
        ("-", "-", "standard input"),
    ] {
        let run = callgate(&["eval", policy, calls]);
        assert_eq!(run.code, 2, "{policy} {calls}: {}", run.err);
        assert!(run.err.contains(named), "{policy} {calls}: {}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn standard_input_may_hold_either() {
    let folder = Folder::new("eval-stdin");
    let policy = folder.file("policy.json", POLICY);
    let calls = folder.file("calls.jsonl", r#"{"tool":"fs_read","args":{"path":"a"}}"#);
    let by_calls = callgate_with(&["eval", &policy, "-"], br#"{"tool":"other"}"#);
    assert_eq!(
        (by_calls.code, by_calls.members("decision")),
        (0, vec!["ask".to_owned()])
    );
    let by_policy = callgate_with(&["eval", "-", &calls], POLICY.as_bytes());
    assert_eq!(
        (by_policy.code, by_policy.members("decision")),
        (0, vec!["allow".to_owned()])
    );
}

#[test]
fn one_call_is_printed_for_people() {
    let folder = Folder::new("eval-one");
    let policy = folder.file("policy.json", POLICY);
    let one = |args: &[&str]| callgate(&[&["eval", policy.as_str()], args].concat());
    let run = one(&["--tool", "fs_read", "--args", r#"{"path":"secrets/k"}"#]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out
            .starts_with("deny   fs_read {\"path\":\"secrets/k\"}\n"),
        "{}",
        run.out
    );
    assert!(run.out.contains("policy.json:6"), "{}", run.out);
    assert!(run.out.contains("[danger] keys"), "{}", run.out);
    let run = one(&[
        "--tool",
        "fs_read",
        "--args",
        "{\"path\":",
        "--format",
        "json",
    ]);
    assert_eq!(
        (run.code, run.members("decision")),
        (0, vec!["deny".to_owned()])
    );
    let run = one(&["--tool", "other"]);
    assert!(run.out.contains("no rule covers this call"), "{}", run.out);
    assert_eq!(one(&[]).code, 2);
    assert_eq!(one(&["calls.jsonl", "--tool", "x"]).code, 2);
}

#[test]
fn full_results_carry_paths_and_suggestion() {
    let calls = r#"{"tool":"fs_write","args":{"path":"notes/a"}}"#;
    let run = eval("eval-full", calls, &["--full"]);
    assert_eq!(
        run.lines(),
        [json!({
            "line": 1, "decision": "ask", "reason": "no-match", "rule": null,
            "paths": ["/srv/notes/a"],
            "suggestion": { "tool": "fs_write", "under": "/srv/notes" },
            "blanket": false,
        })]
    );
}

#[test]
fn checks_answer_as_told_and_are_unknown_else() {
    let calls = r#"{"tool":"sh","args":{"command":"git"}}"#;
    let decision = |test: &str, more: &[&str]| eval(test, calls, more).members("decision");
    assert_eq!(decision("eval-check-none", &[]), ["ask"]);
    assert_eq!(
        decision("eval-check-yes", &["--check", "known=yes"]),
        ["allow"]
    );
    assert_eq!(decision("eval-check-no", &["--check", "known=no"]), ["ask"]);
    assert_eq!(
        eval("eval-check-bad", calls, &["--check", "known=maybe"]).code,
        2
    );
}

#[test]
fn terminal_control_in_calls_is_escaped() {
    let calls = "{\"tool\":\"a\\u001b[2J\",\"args\":{\"p\":\"\u{202e}x\"}}";
    let run = eval("eval-escape", calls, &["--format", "human"]);
    assert!(!run.out.contains(['\u{1b}', '\u{202e}']), "{:?}", run.out);
}

#[test]
fn a_reader_that_goes_away_gets_no_words_and_no_success() {
    use std::io::{BufRead as _, BufReader};
    let folder = Folder::new("eval-pipe");
    let policy = folder.file("policy.json", POLICY);
    let calls = folder.file("calls.jsonl", "{\"tool\":\"fs_read\"}\n".repeat(200_000));
    let mut child = common::command(&["eval", &policy, &calls])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut first).expect("a line");
    drop(out);
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(141));
}

#[test]
fn results_come_while_calls_are_still_being_written() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let folder = Folder::new("eval-live");
    let policy = folder.file("policy.json", POLICY);
    let mut child = common::command(&["eval", &policy, "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut calls = child.stdin.take().expect("a pipe");
    let mut results = BufReader::new(child.stdout.take().expect("a pipe"));
    for number in 1..=3 {
        writeln!(calls, r#"{{"tool":"fs_read","args":{{"path":"a"}}}}"#).expect("a call");
        let mut result = String::new();
        results.read_line(&mut result).expect("a result");
        assert!(
            result.starts_with(&format!("{{\"line\":{number},")),
            "{result}"
        );
    }
    drop(calls);
    assert_eq!(child.wait().expect("the binary ends").code(), Some(0));
}
