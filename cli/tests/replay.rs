//! `callgate replay` and `callgate diff`: counts, coverage, changes, reports, exit codes.

mod common;

use common::{Folder, callgate, callgate_with};
use serde_json::{Value, json};

const OLD: &str = "rules:
  - { tool: \"fs_*\", decision: deny, under: /srv/keys }
  - { tool: fs_read, decision: allow, under: /srv }
  - { tool: fs_never, decision: ask }
";
const NEW: &str = "rules:
  - { tool: fs_read, decision: allow, under: /srv, note: moved }
  - { tool: \"fs_*\", decision: ask, under: /srv/keys }
  - { tool: fs_read, decision: allow, under: /srv/a }
  - { tool: other, decision: deny }
";
const CALLS: &str = r#"{"tool":"fs_read","args":{"path":"/srv/b"}}
{"tool":"fs_read","args":{"path":"/srv/a/x"}}
{"tool":"fs_read","args":{"path":"/srv/keys/k"}}
{"tool":"fs_write","args":{"path":"/tmp/x"}}
{"tool":"fs_write","args":{"path":"../x"}}
{"tool":"other"}
{"tool":7}
"#;

struct Files {
    folder: Folder,
    old: String,
    new: String,
    calls: String,
}

fn files(test: &str) -> Files {
    let folder = Folder::new(test);
    let old = folder.file("old.yaml", OLD);
    let new = folder.file("new.yaml", NEW);
    let calls = folder.file("calls.jsonl", CALLS);
    Files {
        folder,
        old,
        new,
        calls,
    }
}

#[test]
fn a_replay_counts_by_decision_rule_and_tool() {
    let files = files("replay-counts");
    let run = callgate(&["replay", &files.old, &files.calls, "--format", "json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["calls"], 7);
    assert_eq!(
        found["decisions"],
        json!({ "allow": 2, "ask": 2, "deny": 3 })
    );
    assert_eq!(
        found["reasons"],
        json!({ "no-match": 2, "rule": 3, "unevaluable-path": 2 })
    );
    let hits = found["rules"].as_array().unwrap().iter();
    let hits: Vec<_> = hits
        .map(|rule| (rule["rule"].as_u64(), rule["calls"].as_u64()))
        .collect();
    assert_eq!(hits, [(Some(0), Some(3)), (Some(1), Some(2))]);
    assert_eq!(found["never"][0]["text"], "ask fs_never");
    assert_eq!(found["unnamed"], 1);
    let tools: Vec<_> = found["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| {
            (
                tool["tool"].clone(),
                tool["undecided"].clone(),
                tool["rules"].clone(),
            )
        })
        .collect();
    assert_eq!(
        tools,
        [
            (json!("fs_read"), json!(0), json!([0, 1])),
            (json!("fs_write"), json!(1), json!([0])),
            (json!("other"), json!(1), json!([])),
        ]
    );
}

#[test]
fn a_replay_reads_well() {
    let files = files("replay-human");
    let run = callgate(&["replay", &files.old, &files.calls]);
    let out = run.out.replace(&files.old, "old.yaml");
    assert_eq!(
        out,
        "\
7 calls
            2   28.6%  allow
            2   28.6%  ask
            3   42.9%  deny
  2 of them rest on something that could not be read (unevaluable-path)
  1 without a tool name that can be read

Calls by the rule that decides
            3   42.9%  deny fs_* under /srv/keys  old.yaml:2
            2   28.6%  allow fs_read under /srv  old.yaml:3

Rules that decide none: 1
  ask fs_never  old.yaml:4

Calls by tool
            3  fs_read: 2 allow, 1 deny
            2  fs_write: 1 ask, 1 deny
            1  other: 1 ask

Tools with calls that no rule decides
            1  fs_write: covered by old.yaml:2
            1  other: a gap, no rule speaks about it
"
    );
}

#[test]
fn lines_that_are_no_calls_are_counted_and_named() {
    let files = files("replay-no-calls");
    let run = callgate_with(
        &["replay", &files.old, "-"],
        b"{\"tool\":\"a\"}\nnonsense\n\n",
    );
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("2 lines are no calls\n      line 2: "),
        "{}",
        run.out
    );
    let empty = callgate_with(&["replay", &files.old, "-"], b"");
    assert_eq!(empty.code, 2);
    assert!(empty.err.contains("holds no calls"), "{}", empty.err);
}

#[test]
fn many_calls_on_several_threads_give_the_same_counts() {
    let files = files("replay-many");
    let many = CALLS.repeat(5000);
    let calls = files.folder.file("many.jsonl", &many);
    let run = callgate(&["replay", &files.old, &calls, "--format", "json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        found["decisions"],
        json!({ "allow": 10000, "ask": 10000, "deny": 15000 })
    );
    assert_eq!(found["tools"][0]["first-line"], 1);
    let run = callgate(&["diff", &files.old, &files.new, &calls, "--format", "json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        found["changed"],
        json!({ "weaker": 10000, "stronger": 5000, "other-rule": 10000 })
    );
    let lines = found["groups"][0]["lines"].as_array().unwrap();
    assert!(lines.is_sorted_by_key(|line| line.as_u64()), "in order");
}

#[test]
fn a_firewall_policy_is_replayed_with_its_stages() {
    let folder = Folder::new("replay-firewall");
    let policy = folder.file(
        "p.json",
        r#"{"default_verdict": "audit", "rules": [
            {"tool_name_glob": "*.exec", "stage": "mcp", "verdict": "deny"},
            {"tool_name_glob": "net.*", "stage": "egress", "verdict": "allow", "egress": {"allow": ["a.org"]}},
            {"skill_name_glob": "s.*", "verdict": "pending_approval", "stage": "mcp"}]}"#,
    );
    let calls = folder.file(
        "calls.jsonl",
        concat!(
            r#"{"tool":"shell.exec"}"#,
            "\n",
            r#"{"tool":"net.get"}"#,
            "\n",
            r#"{"tool":"net.get","stage":"egress","destination":"a.org"}"#,
            "\n",
            r#"{"tool":"x","skill":"s.a"}"#,
            "\n",
            r#"{"tool":"y","stage":"inbound"}"#,
            "\n",
        ),
    );
    let run = callgate(&["replay", &policy, &calls, "--format", "json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        found["decisions"],
        json!({ "allow": 1, "audit": 2, "deny": 1, "pending_approval": 1 })
    );
    let rules = |name: &str| {
        let tools = found["tools"].as_array().unwrap();
        tools.iter().find(|tool| tool["tool"] == name).unwrap()["rules"].clone()
    };
    assert_eq!(rules("shell.exec"), json!([0]));
    assert_eq!(rules("net.get"), json!([1]));
    assert_eq!(rules("x"), json!([2]));
    assert_eq!(rules("y"), json!([]));
}

#[test]
fn a_diff_groups_what_changes() {
    let files = files("diff-groups");
    let run = callgate(&["diff", &files.old, &files.new, &files.calls]);
    let out = run
        .out
        .replace(&files.old, "old.yaml")
        .replace(&files.new, "new.yaml");
    assert_eq!(run.code, 0);
    assert_eq!(
        out,
        "\
Weaker: 2 calls
          2  deny → ask
             was deny fs_* under /srv/keys  old.yaml:2
             now ask fs_* under /srv/keys  new.yaml:3
             line 3: fs_read {\"path\":\"/srv/keys/k\"}
             line 5: fs_write {\"path\":\"../x\"}

Stronger: 1 call
          1  ask → deny
             was decided by no rule
             now deny other  new.yaml:5
             line 6: other

The same, by another rule: 2 calls
          1  allow → allow
             was allow fs_read under /srv  old.yaml:3
             now allow fs_read under /srv/a  new.yaml:4
             line 2: fs_read {\"path\":\"/srv/a/x\"}
          1  deny → deny
             was deny fs_* under /srv/keys  old.yaml:2
             now deny other  new.yaml:5
             line 7: (no tool name that can be read)

7 calls: 2 weaker, 1 stronger, 2 by another rule, 2 unchanged
"
    );
}

#[test]
fn a_diff_fails_on_what_it_is_told_to() {
    let files = files("diff-fail");
    let code = |old: &str, new: &str, on: &str| {
        callgate(&["diff", old, new, &files.calls, "--fail-on", on]).code
    };
    assert_eq!(code(&files.old, &files.new, "weaker"), 1);
    assert_eq!(code(&files.old, &files.new, "stronger"), 1);
    assert_eq!(code(&files.old, &files.old, "changed"), 0);
    let stricter = files.folder.file(
        "stricter.yaml",
        format!("{OLD}  - {{ tool: other, decision: deny }}\n"),
    );
    assert_eq!(code(&files.old, &stricter, "weaker"), 0);
    assert_eq!(code(&stricter, &files.old, "weaker"), 1);
    assert_eq!(code(&files.old, &stricter, "changed"), 1);
}

#[test]
fn reports_are_one_file_that_fetches_nothing() {
    let files = files("replay-html");
    let calls = files.folder.file(
        "x.jsonl",
        format!("{CALLS}{{\"tool\":\"<script>alert(1)</script>\"}}\n"),
    );
    let report = format!("{}/report.html", files.folder.path());
    for args in [
        vec!["replay", &files.old, &calls, "--html", &report],
        vec!["diff", &files.old, &files.new, &calls, "--html", &report],
    ] {
        let run = callgate(&args);
        assert_eq!(run.code, 0, "{}", run.err);
        let html = std::fs::read_to_string(&report).unwrap();
        assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n"));
        for asset in ["<script", "src=", "http://", "https://", "@import", "url("] {
            assert!(!html.contains(asset), "{asset}");
        }
    }
    let nowhere = callgate(&[
        "replay",
        &files.old,
        &calls,
        "--html",
        "/nonexistent/x.html",
    ]);
    assert_eq!(nowhere.code, 2);
}

#[test]
fn of_many_rules_about_a_tool_the_first_are_listed() {
    let folder = Folder::new("replay-many-rules");
    let mut rules: Vec<Value> = (0..150)
        .map(|n| json!({ "tool": "t*", "decision": "allow", "under": format!("/{n}") }))
        .collect();
    rules.insert(
        0,
        json!({ "tool": "tool", "decision": "allow", "under": "/x" }),
    );
    rules.push(json!({ "tool": "*", "decision": "deny", "under": "/y" }));
    let policy = folder.file("p.json", json!({ "rules": rules }).to_string());
    let calls = folder.file(
        "calls.jsonl",
        "{\"tool\":\"tool\",\"args\":{\"path\":\"/z\"}}\n",
    );
    let run = callgate(&["replay", &policy, &calls, "--format", "json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let tool = &found["tools"][0];
    let listed: Vec<u64> = (0..100).collect();
    assert_eq!(tool["rules"], json!(listed));
    assert_eq!(tool["more-rules"], json!(true));
    let run = callgate(&["replay", &policy, &calls]);
    assert!(run.out.contains("and 148 more"), "{}", run.out);
}
