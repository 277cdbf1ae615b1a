//! `callgate bench`: its report has the promised members, and says no to what cannot be
//! measured. Nothing here looks at how long anything takes.

#![expect(clippy::expect_used, clippy::panic, reason = "a test of a report")]

mod common;

use common::{Folder, callgate};
use serde_json::Value;

const POLICY: &str = r#"[
  {"tool": "fs_*", "decision": "allow", "under": "/srv"},
  {"tool": "fetch", "decision": "deny", "host": "*.example.com"}
]"#;

fn report(args: &[&str]) -> Value {
    let mut all = vec!["bench", "--format", "json", "--seconds", "0"];
    all.extend(args);
    let run = callgate(&all);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    serde_json::from_str(&run.out).expect("one JSON object")
}

fn number(report: &Value, pointer: &str) -> f64 {
    report
        .pointer(pointer)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("{pointer} in {report}"))
}

#[test]
fn a_generated_policy_is_measured() {
    let report = report(&["--generate", "20"]);
    for pointer in [
        "/decide/p50_ns",
        "/decide/p99_ns",
        "/decide/mean_ns",
        "/raw_json/p50_ns",
        "/raw_json/p99_ns",
        "/raw_json/mean_ns",
        "/reference/p50_ns",
        "/floor_ns",
        "/json_validate_ns",
        "/compile_ns_per_rule",
    ] {
        assert!(number(&report, pointer) > 0.0, "{pointer}: {report}");
    }
    assert_eq!(number(&report, "/rules"), 20.0);
    assert_eq!(number(&report, "/calls"), 65_536.0);
    assert_eq!(number(&report, "/hits"), 32_768.0, "half of the calls hit");
    assert_eq!(number(&report, "/allocations_per_decision"), 0.0);
    assert!(number(&report, "/bytes_per_rule") > 0.0);
}

#[test]
fn a_policy_is_measured_over_a_recording() {
    let folder = Folder::new("bench-recording");
    let policy = folder.file("policy.json", POLICY);
    let calls = folder.file(
        "calls.jsonl",
        concat!(
            r#"{"tool": "fs_read", "args": {"path": "/srv/a"}}"#,
            "\n",
            r#"{"tool": "fs_read", "args": {"path": "/srv/a"}}"#,
            "\n",
            r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "fetch", "arguments": {"url": "https://a.example.com"}}}"#,
            "\n",
        ),
    );
    let report = report(&[&policy, &calls]);
    assert_eq!(number(&report, "/rules"), 2.0);
    assert_eq!(number(&report, "/calls"), 2.0, "each once");
    assert_eq!(number(&report, "/hits"), 65_536.0);
}

#[test]
fn a_generated_firewall_policy_is_measured() {
    let report = report(&["--generate", "200", "--dialect", "firewall"]);
    for pointer in [
        "/decide/p50_ns",
        "/raw_json/p50_ns",
        "/reference/p50_ns",
        "/floor_ns",
        "/json_validate_ns",
        "/compile_ns_per_rule",
        "/bytes_per_rule",
    ] {
        assert!(number(&report, pointer) > 0.0, "{pointer}: {report}");
    }
    assert_eq!(number(&report, "/rules"), 200.0);
    assert_eq!(number(&report, "/calls"), 65_536.0);
    assert_eq!(number(&report, "/hits"), 32_768.0, "half of the calls hit");
    assert_eq!(number(&report, "/allocations_per_decision"), 0.0);
}

#[test]
fn a_firewall_policy_is_measured_over_a_recording() {
    let folder = Folder::new("bench-firewall");
    let policy = folder.file(
        "firewall.yaml",
        concat!(
            "default_verdict: audit\n",
            "rules:\n",
            "- { tool_name_glob: '*.run', verdict: deny }\n",
            "- { stage: egress, verdict: deny, egress: { deny: ['*.example.com'] } }\n",
            "- { skill_name_glob: mail, verdict: cap_cost, cap_cost_cents: 5 }\n",
        ),
    );
    let calls = folder.file(
        "calls.jsonl",
        concat!(
            r#"{"tool": "shell.run", "args": {"x": 1}}"#,
            "\n",
            r#"{"tool": "x", "stage": "egress", "destination": "a.example.com", "resolved": ["10.0.0.1"]}"#,
            "\n",
            r#"{"tool": "x", "skill": "mail", "spent_cents": 6}"#,
            "\n",
            r#"{"tool": "x", "stage": "nowhere"}"#,
            "\n",
            r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "arguments": {}}}"#,
            "\n",
        ),
    );
    let run = callgate(&[
        "bench",
        &policy,
        &calls,
        "--seconds",
        "0",
        "--format",
        "json",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("1 line passed over"), "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).expect("one JSON object");
    assert_eq!(number(&report, "/rules"), 3.0);
    assert_eq!(number(&report, "/calls"), 4.0, "{report}");
    assert_eq!(number(&report, "/hits"), 49_152.0, "all but one");
}

#[test]
fn what_cannot_be_measured_is_said() {
    let folder = Folder::new("bench-refusals");
    let policy = folder.file("policy.json", POLICY);
    let faulty = folder.file("faulty.json", r#"[{"tool": "x"}]"#);
    let twice = r#"{"tool": "fs_a", "args": {"path": "/srv", "path": "/"}}"#;
    let calls = folder.file(
        "calls.jsonl",
        format!("{{\"tool\": \"x\"}}\nnothing\n{twice}\n"),
    );
    let none = folder.file("none.jsonl", "nothing\n");

    let run = callgate(&["bench", &faulty, &calls]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("decision"), "{}", run.err);

    let run = callgate(&["bench", &policy, &none]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("holds no calls"), "{}", run.err);

    let run = callgate(&["bench", &policy, &calls, "--seconds", "0"]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("2 lines passed over"), "{}", run.err);

    for args in [
        &["bench"][..],
        &["bench", &policy],
        &["bench", "--generate", "0"],
        &["bench", "--generate", "5", &policy, &calls],
        &["bench", "--generate", "5", "--seconds", "-1"],
        &["bench", "--generate", "5", "--dialect", "none"],
        &["bench", "--dialect", "firewall", &policy, &calls],
    ] {
        assert_eq!(callgate(args).code, 2, "{args:?}");
    }
}

#[test]
fn people_get_a_table() {
    let run = callgate(&[
        "bench",
        "--generate",
        "5",
        "--seconds",
        "0",
        "--format",
        "human",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    for what in ["decide, parsed arguments", "heap allocations", "compiling"] {
        assert!(run.out.contains(what), "{what}: {}", run.out);
    }
}
