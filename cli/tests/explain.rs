//! `callgate explain`: what people read, what programs read, exit codes.

mod common;

use common::{Folder, Run, callgate, callgate_with};
use serde_json::{Value, json};

const POLICY: &str = r#"roots: { fs_: /srv/docs }
rules:
  - { tool: "fs_*", decision: deny, under: /srv/docs/keys, note: "private\u001b[31m", severity: danger }
  - { tool: fs_read, decision: allow, under: . }
  - { tool: fs_read, decision: allow }
  - { tool: fs_read, decision: allow, under: /opt, host: a.org }
  - { tool: get, decision: deny, host: "*.a.org" }
  - { tool: sh, decision: allow, command: git, args: [status] }
  - { tool: wipe, decision: deny }
"#;

fn explain(test: &str, more: &[&str]) -> Run {
    let folder = Folder::new(test);
    let policy = folder.file("p.yaml", POLICY);
    let mut run = callgate(&[&["explain", policy.as_str()], more].concat());
    run.out = run.out.replace(&policy, "p.yaml");
    run
}

#[test]
fn a_denial_by_unknown_is_told_from_one_on_evidence() {
    let run = explain(
        "explain-unknown",
        &["--tool", "fs_read", "--args", r#"{"path": "../x"}"#],
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(
        run.out,
        r#"deny  fs_read {"path": "../x"}
  a rule fires because it cannot be ruled out: under is unknown (unevaluable-path)
  this is about the call: with other arguments it might not be denied

The rule that decides
  deny fs_* under /srv/docs/keys  p.yaml:3  [danger]
      note: private\u{1b}[31m
      under    unknown path "../x", measured as "/srv/docs/../x": the path has a `..` segment (traversal)

Rules that fire, too, and change nothing
  allow fs_read  p.yaml:5

Rules that one predicate keeps silent
  allow fs_read under .  p.yaml:4
      under    unknown path "../x", measured as "/srv/docs/../x": the path has a `..` segment (traversal)
               `.` is measured from the tool's root, /srv/docs

1 rule about this tool: silent, for several reasons each; --all shows them

What "always allow" would remember
  {"tool":"fs_read"}
  that is a blanket consent: it grants more than this call shows it needs
  it would change nothing for this call, on which a deny fires
"#
    );
    let evidence = explain(
        "explain-evidence",
        &["--tool", "fs_read", "--args", r#"{"path": "keys/k"}"#],
    );
    assert!(
        evidence.out.contains("a rule fires on evidence (rule)"),
        "{}",
        evidence.out
    );
}

#[test]
fn all_shows_the_rules_that_are_far_away() {
    let run = explain(
        "explain-all",
        &["--all", "--tool", "fs_read", "--args", r#"{"path": "a"}"#],
    );
    assert!(
        run.out.contains("Rules that stay silent\n  allow fs_read under /opt host a.org  p.yaml:6\n      host     unknown the call carries no url: there is no argument `url` (no-url)"),
        "{}",
        run.out
    );
}

#[test]
fn a_denial_of_the_tool_is_told_from_one_of_the_call() {
    let tool = explain("explain-tool", &["--tool", "wipe"]);
    assert!(
        tool.out.contains("every call of it is denied"),
        "{}",
        tool.out
    );
    let nothing = explain("explain-nothing", &["--tool", "other"]);
    assert!(
        nothing
            .out
            .contains("no rule speaks about this tool (no-match)\n  this is about the tool"),
        "{}",
        nothing.out
    );
    let url = r#"{"url": "https://b.a.org"}"#;
    let call = explain("explain-call", &["--tool", "get", "--args", url]);
    assert!(
        call.out.contains("url \"https://b.a.org\", host b.a.org"),
        "{}",
        call.out
    );
}

#[test]
fn json_is_complete() {
    let args = r#"{"command": "git", "args": ["status", 1]}"#;
    let run = explain(
        "explain-json",
        &["--format", "json", "--tool", "sh", "--args", args],
    );
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let expected = json!({
        "tool": "sh", "readable": true, "decision": "allow", "reason": "rule", "rule": 5,
        "unknown": [], "reach": "call", "locations": [], "urls": [],
        "commands": [{ "program": "git", "tokens": ["status"], "sealed": false, "role": "runs", "writes": false }],
        "considered": [{
            "rule": 5, "file": "p.yaml", "line": 8, "text": "allow sh command git args [\"status\"]",
            "decision": "allow", "tool-matches": "yes", "fires": true, "by-unknown": false,
            "standing": "decides", "one-away": null,
            "predicates": [{
                "kind": "command", "satisfied": true, "by-unknown": false,
                "items": [{ "item": 0, "verdict": "yes", "why": null }],
            }],
        }],
        "paths": [], "suggestion": { "tool": "sh" }, "blanket": true, "wide": null,
    });
    assert_eq!(found, expected);
}

#[test]
fn a_line_of_a_recording_is_explained() {
    let folder = Folder::new("explain-line");
    let policy = folder.file("p.yaml", POLICY);
    let calls = folder.file(
        "calls.jsonl",
        concat!(
            "{\"tool\":\"fs_read\",\"args\":{\"path\":\"a\"}}\n",
            "nonsense\n",
            "{\"method\":\"tools/call\",\"params\":{\"name\":\"wipe\"}}\n",
            "{\"tool\":1}\n",
        ),
    );
    let line = |number: &str| {
        let run = callgate(&["explain", &policy, &calls, "--line", number]);
        let first = run.out.lines().next().unwrap_or("").to_owned();
        (run.code, first, run.err)
    };
    assert_eq!(line("1").1, "allow  fs_read {\"path\":\"a\"}");
    let (code, out, err) = line("2");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("calls.jsonl:2: "), "{err}");
    assert_eq!(line("3").1, "deny  wipe");
    assert_eq!(line("4").1, "deny  (no tool name that can be read)");
    let (code, _, err) = line("5");
    assert_eq!(code, 2);
    assert!(err.contains("has 4 lines, so no line 5"), "{err}");
    assert_eq!(line("0").0, 2);
    let run = callgate_with(
        &["explain", &policy, "-", "--line", "1"],
        b"{\"tool\":\"wipe\"}",
    );
    assert!(run.out.starts_with("deny  wipe"));
}

#[test]
fn checks_are_answered_from_the_command_line() {
    let folder = Folder::new("explain-check");
    let policy = folder.file(
        "p.json",
        r#"[{"tool":"sh","decision":"allow","check":"clean"}]"#,
    );
    let with = |check: &[&str]| {
        let args = r#"{"command":"make"}"#;
        let base = ["explain", &policy, "--tool", "sh", "--args", args];
        callgate(&[&base[..], check].concat()).out
    };
    assert!(with(&["--check", "clean=yes"]).starts_with("allow"));
    assert!(
        with(&["--check", "clean=unknown"]).contains("the check could not tell (check-unknown)")
    );
    assert!(with(&[]).contains("no check of this name is supplied (check-unregistered)"));
}

#[test]
fn a_policy_with_faults_cannot_explain() {
    let folder = Folder::new("explain-faults");
    let policy = folder.file("p.yaml", "rules: [{tool: a, decision: maybe}]");
    let run = callgate(&["explain", &policy, "--tool", "a"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("maybe"), "{}", run.err);
}

#[test]
fn a_firewall_verdict_is_explained_by_its_conditions() {
    let folder = Folder::new("explain-firewall");
    let policy = folder.file(
        "p.json",
        r#"{"default_verdict": "audit", "rules": [
  {"tool_name_glob": "*.exec", "verdict": "deny", "args_match": {"clauses": [
    {"path": "$.cmd", "op": "contains", "value": "rm"}, {"path": "$.n", "op": "gt", "value": 5}]}},
  {"tool_name_glob": "*.exec", "verdict": "allow", "args_match": {"clauses": [
    {"path": "$.cmd", "op": "eq", "value": "ls"}]}},
  {"tool_name_glob": "*.exec", "verdict": "pending_approval", "stage": "mcp"},
  {"verdict": "allow", "skill_name_glob": "s.*"}]}"#,
    );
    let args = r#"{"cmd": "rm x"}"#;
    let run = callgate(&["explain", &policy, "--tool", "sh.exec", "--args", args]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(
        run.out.replace(&policy, "p.json"),
        r#"pending_approval  sh.exec {"cmd": "rm x"} at mcp
  Held for approval by rule 2. (rule)

The rule that decides
  pending_approval *.exec at mcp  p.json:6

Rules that one condition keeps silent
  deny *.exec where $.cmd contains "rm" and $.n > 5  p.json:2
      yes         $.cmd contains "rm" reads "rm x"
      unevaluable $.n > 5: nothing is there
  allow *.exec where $.cmd = "ls"  p.json:4
      no          $.cmd = "ls" reads "rm x"
  allow * skill s.*  p.json:7
      no          skill s.*: the call names no skill
"#
    );
    let run = callgate(&[
        "explain", &policy, "--tool", "sh.exec", "--args", args, "--format", "json",
    ]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["verdict"], "pending_approval");
    assert_eq!(
        found["considered"][0]["conditions"][1]["holds"],
        "unevaluable"
    );
    assert_eq!(found["considered"][2]["standing"], "decides");
}

#[test]
fn what_cannot_be_read_of_a_command_line_is_underlined() {
    for (line, shown) in [
        (
            "ls; $X y",
            "            1 | ls; $X y\n              |     ^^\n",
        ),
        // In the text where it stands, however deep that is.
        (
            "$Y; bash -c 'ls;\n eval \"$X\"'",
            "            1 | $Y; bash -c 'ls;\n              | ^^\n",
        ),
        (
            "ok; bash -c 'ls;\n $X; y'",
            "            2 |  $X; y\n              |  ^^\n",
        ),
        (
            "a `\\$\\c d`",
            "            1 | $\\c d\n              | ^^^\n",
        ),
        ("if x", "            1 | if x\n              |     ^\n"),
    ] {
        let run = callgate(&["explain-command", "--line", line]);
        assert_eq!(run.code, 0);
        assert!(run.out.contains(shown), "{line}: {}", run.out);
    }
    let run = callgate(&["explain-command", "--", "sh", "-c", "x; \u{1b}[31m$Y"]);
    assert!(!run.out.contains('\u{1b}'), "{}", run.out);
    let run = callgate(&[
        "explain-command",
        "--format",
        "json",
        "--",
        "bash",
        "-c",
        "$X",
    ]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["commands"][1]["why"]["text"], "$X");
}
