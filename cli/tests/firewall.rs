//! The commands on firewall policies.

mod common;

use common::{Folder, Run, callgate};
use serde_json::json;

const POLICY: &str = r#"{
  "default_verdict": "audit",
  "rules": [
    { "id": 7, "priority": 1, "label": "no shells", "tool_name_glob": "*.exec", "verdict": "deny" },
    { "priority": 2, "stage": "egress", "verdict": "allow", "egress": { "allow": ["*.rust-lang.org"] } },
    { "priority": 3, "skill_name_glob": "builtin.*", "verdict": "allow" },
    { "priority": 4, "tool_name_glob": "mail.*", "verdict": "sanitize", "sanitize": { "presets": ["email"] } },
    { "priority": 5, "tool_name_glob": "buy.*", "verdict": "cap_cost", "cap_cost_cents": 100 }
  ]
}"#;

fn eval(test: &str, calls: &[&str], more: &[&str]) -> Run {
    let folder = Folder::new(test);
    let policy = folder.file("policy.json", POLICY);
    let calls = folder.file("calls.jsonl", calls.join("\n"));
    callgate(&[&["eval", policy.as_str(), calls.as_str()], more].concat())
}

#[test]
fn a_line_may_carry_what_a_firewall_looks_at() {
    let run = eval(
        "firewall-eval",
        &[
            r#"{"tool":"shell.exec","args":{}}"#,
            r#"{"tool":"fetch","stage":"egress","destination":"doc.rust-lang.org"}"#,
            r#"{"tool":"fetch","stage":"egress"}"#,
            r#"{"tool":"fs.read","skill":"builtin.files"}"#,
            r#"{"tool":"buy.book","spent_cents":101}"#,
            r#"{"tool":"buy.book"}"#,
            r#"{"tool":"other","skill":null,"resolved":null}"#,
            r#"{"id":"a","method":"tools/call","params":{"name":"x.exec"}}"#,
        ],
        &[],
    );
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert_eq!(
        run.lines(),
        [
            json!({ "line": 1, "verdict": "deny", "reason": "rule", "rule": 0, "rule_id": 7, "label": "no shells" }),
            json!({ "line": 2, "verdict": "allow", "reason": "rule", "rule": 1 }),
            json!({ "line": 3, "verdict": "deny", "reason": "no-destination", "rule": null }),
            json!({ "line": 4, "verdict": "allow", "reason": "rule", "rule": 2 }),
            json!({ "line": 5, "verdict": "deny", "reason": "over-cap", "rule": 4 }),
            json!({ "line": 6, "verdict": "deny", "reason": "spend-unknown", "rule": 4 }),
            json!({ "line": 7, "verdict": "audit", "reason": "default", "rule": null }),
            json!({ "line": 8, "id": "a", "verdict": "deny", "reason": "rule", "rule": 0, "rule_id": 7, "label": "no shells" }),
        ]
    );
}

#[test]
fn facts_that_cannot_be_read_never_help() {
    let run = eval(
        "firewall-facts",
        &[
            r#"{"tool":"x","stage":"later"}"#,
            r#"{"tool":"x","stage":"mcp","stage":"mcp"}"#,
            r#"{"tool":"x","skill":7}"#,
            r#"{"tool":"x","stage":"egress","destination":["doc.rust-lang.org"]}"#,
            r#"{"tool":"x","stage":"egress","destination":"doc.rust-lang.org","resolved":[7]}"#,
            r#"{"tool":"x","stage":"egress","destination":"doc.rust-lang.org","resolved":"1.2.3.4"}"#,
            r#"{"tool":"buy.x","spent_cents":"1"}"#,
        ],
        &[],
    );
    assert_eq!(run.code, 1);
    assert_eq!(
        run.members("error"),
        ["not-a-call", "not-a-call", "not-a-call", "-", "-", "-", "-"]
    );
    assert_eq!(
        run.members("verdict"),
        ["-", "-", "-", "deny", "audit", "audit", "deny"]
    );
}

#[test]
fn redacted_arguments_are_shown_on_demand() {
    let call = r#"{"tool":"mail.send","args":{"to":"ann@corp.example","n":1}}"#;
    let plain = eval("firewall-plain", &[call], &[]);
    assert_eq!(plain.members("arguments"), ["-"]);
    let full = eval("firewall-full", &[call], &["--full"]);
    assert_eq!(
        full.lines()[0]["arguments"],
        json!({ "to": "[redacted:email]", "n": 1 })
    );
}

#[test]
fn one_call_takes_its_facts_from_options() {
    let folder = Folder::new("firewall-one");
    let policy = folder.file("policy.json", POLICY);
    let one =
        |more: &[&str]| callgate(&[&["eval", policy.as_str(), "--tool", "fetch"], more].concat());
    let run = one(&["--stage", "egress", "--destination", "doc.rust-lang.org"]);
    assert!(
        run.out.starts_with("allow  fetch to doc.rust-lang.org\n"),
        "{}{}",
        run.out,
        run.err
    );
    assert!(
        run.out.contains("policy.json:5 Allowed by rule 1"),
        "{}",
        run.out
    );
    let run = one(&[
        "--stage",
        "egress",
        "--destination",
        "doc.rust-lang.org",
        "--resolved",
        "x",
    ]);
    assert!(run.out.starts_with("audit"), "{}", run.out);
    assert!(one(&["--skill", "builtin.web"]).out.starts_with("allow"));
    assert_eq!(one(&["--stage", "later"]).code, 2);
}

#[test]
fn firewall_policies_are_checked_and_tested() {
    let folder = Folder::new("firewall-check");
    let faulty = folder.file(
        "faulty.json",
        r#"{ "default_verdict": "ask", "rules": [{ "verdict": "maybe" }] }"#,
    );
    let run = callgate(&["check", "--format", "json", &faulty]);
    assert_eq!(
        (run.code, run.members("at")),
        (
            1,
            vec!["/default_verdict".to_owned(), "/rules/0/verdict".to_owned()]
        )
    );
    let cases = folder.file(
        "cases.yaml",
        "
suite: firewall
policy: { default_verdict: audit, rules: [{ verdict: deny, tool_name_glob: '*.exec' }] }
cases:
  - { name: one, call: { tool: a.exec }, expect: { verdict: deny, reason: rule, rule: 0 } }
  - { name: two, glob: '*.exec', tool: exec, expect: { match: \"yes\" } }
",
    );
    let run = callgate(&["test", "--implementation", "both", &cases]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "2 passed, 0 failed\n"),
        "{}",
        run.err
    );
}

#[test]
fn a_literal_that_looks_like_a_glob_draws_a_warning() {
    let folder = Folder::new("firewall-lint");
    let lint = folder.file(
        "lint.json",
        r#"{ "rules": [{ "tool_name_glob": "foo*", "verdict": "deny" }] }"#,
    );
    let run = callgate(&["check", &lint]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("foo.*"), "what was meant: {}", run.out);
}

#[test]
fn a_list_of_tools_is_held_against_a_firewall_policy() {
    let folder = Folder::new("firewall-tools");
    let policy = folder.file(
        "p.yaml",
        r#"default_verdict: deny
rules:
  - { tool_name_glob: shel.exec, verdict: deny }
  - { tool_name_glob: fs.*, verdict: deny, args_match: { clauses: [{ path: $.pth, op: contains, value: /etc }] } }
"#,
    );
    let tools = folder.file(
        "tools.json",
        r#"{"tools": [{"name": "shell.exec"}, {"name": "fs.read", "inputSchema": {"properties": {"path": {"type": "string"}}}}]}"#,
    );
    let run = callgate(&["check", "--tools", &tools, &policy]);
    assert_eq!(run.code, 0, "{}", run.err);
    for says in [
        "p.yaml:3:23: warning[W112]: there is no tool `shel.exec`",
        "did you mean `shell.exec`?",
        "warning[W113]: the tool `fs.read` takes no `$.pth`",
        "did you mean `path`?",
        "warning[W114]: no rule speaks about the tool `shell.exec`",
        "3 warnings",
    ] {
        assert!(run.out.contains(says), "{says}: {}", run.out);
    }
}

#[test]
fn suggestions_are_refused_with_what_to_do_instead() {
    let folder = Folder::new("firewall-suggest");
    let policy = folder.file("p.yaml", "default_verdict: deny\nrules: []\n");
    let calls = folder.file("calls.jsonl", "{\"tool\":\"a\"}\n");
    let run = callgate(&["suggest", &policy, &calls]);
    assert_eq!(run.code, 2);
    for says in ["is a firewall policy", "callgate replay", "callgate diff"] {
        assert!(run.err.contains(says), "{says}: {}", run.err);
    }
}
