use crate::document;
use crate::fault::{Fault, Faults};
use crate::firewall::{Policy, recognises, validate};
use crate::limits::Limits;
use crate::source::Source;
use callgate_engine::firewall::{Action, Verdict};

fn read(text: &str) -> Result<Policy, Faults> {
    let source = Source::new("policy", text);
    let limits = Limits::default();
    let node = document::parse(&source, &limits)?;
    assert!(recognises(&node));
    validate(&node, &source, &limits)
}

/// Kind and pointer of every fault, in order, each with the text it stands at.
fn faults(text: &str) -> Vec<(&'static str, String, String)> {
    let faults = read(text).expect_err("the document has faults").0;
    let shown = |fault: Fault| {
        let at = text.get(fault.at.span.range()).unwrap_or("?").to_owned();
        (fault.kind.as_str(), fault.at.pointer, at)
    };
    faults.into_iter().map(shown).collect()
}

/// The faults of one rule, pointers within it.
fn of_rule(rule: &str) -> Vec<(&'static str, String, String)> {
    let text = format!(r#"{{"dialect":"firewall","rules":[{rule}]}}"#);
    faults(&text)
        .into_iter()
        .map(|(kind, pointer, at)| (kind, pointer.replacen("/rules/0", "", 1), at))
        .collect()
}

fn one(rule: &str, kind: &str, pointer: &str, at: &str) {
    let expected = (kind, pointer.to_owned(), at.to_owned());
    let found = of_rule(rule);
    let found: Vec<_> = found
        .iter()
        .map(|(k, p, a)| (*k, p.clone(), a.clone()))
        .collect();
    assert_eq!(found, [expected], "{rule}");
}

#[test]
fn a_full_policy_loads() {
    let policy = read(
        r#"
dialect: firewall
name: production
enabled: true
default_verdict: deny
shadow: false
options: { strict-clauses: true }
rules:
  - { id: 3, priority: -1, label: x, stage: mcp, tool_name_glob: "shell.*", skill_name_glob: "", verdict: deny,
      args_match: { clauses: [ { path: $.command, op: regex, value: "rm\\s+-rf" } ] }, notes: n,
      allow-lint: {} }
  - { stage: egress, verdict: allow, egress: { allow: [ "*.example.com", 10.0.0.0/8 ] } }
  - { verdict: cap_cost, cap_cost_cents: 0 }
  - { stage: "", verdict: sanitize, sanitize_json: '{"presets": ["email"], "custom": ["it''s"]}' }
  - { verdict: deny, args_match_json: "", sequence: { within: 60 } }
"#,
    )
    .unwrap();
    assert!(policy.spec.strict_clauses);
    assert_eq!(policy.spec.default_verdict, Verdict::Deny);
    assert_eq!(policy.rules.len(), 5);
    assert_eq!(policy.rules[2].action, Action::CapCost(0));
    let sanitizer = policy.rules[3].sanitizer.as_ref().unwrap();
    assert_eq!(
        (sanitizer.presets.len(), sanitizer.custom[0].as_str()),
        (1, "it's")
    );
    assert!(policy.rules[4].sequence && policy.rules[4].clauses.is_empty());
    assert_eq!(policy.order(), [0, 1, 2, 3]);
}

#[test]
fn q1_what_is_recognised() {
    let is = |text: &str| {
        let source = Source::new("policy", text);
        recognises(&document::parse(&source, &Limits::default()).unwrap())
    };
    for text in [
        r#"{"dialect":"firewall"}"#,
        r#"{"default_verdict":"deny"}"#,
        r#"{"rules":[{},{"tool_name_glob":"x"}]}"#,
        r#"{"rules":[{"verdict":"deny"}]}"#,
    ] {
        assert!(is(text), "{text}");
    }
    for text in [
        r#"{"rules":[]}"#,
        r#"[{"verdict":"deny"}]"#,
        r#"{"rules":[{"tool":"x","decision":"deny"}]}"#,
        r#"{"dialect":"permission","default_verdict":"deny"}"#,
    ] {
        assert!(!is(text), "{text}");
    }
}

#[test]
fn q1_policy_members() {
    let found = faults(
        r#"{"dialect":"firewall","enabled":"yes","default_verdict":"sanitize","shadow":null,"options":{"strict":true},"extra":1,"name":"a","name":"b"}"#,
    );
    let kinds: Vec<_> = found
        .iter()
        .map(|(kind, at, _)| (*kind, at.as_str()))
        .collect();
    assert_eq!(
        kinds,
        [
            ("missing-member", ""),
            ("wrong-type", "/enabled"),
            ("bad-value", "/default_verdict"),
            ("wrong-type", "/shadow"),
            ("unknown-member", "/options/strict"),
            ("unknown-member", "/extra"),
            ("duplicate-member", "/name"),
        ]
    );
}

#[test]
fn q2_rule_members() {
    one(
        r#"{"verdict":"deny","tool":"x"}"#,
        "unknown-member",
        "/tool",
        r#""tool""#,
    );
    one(
        r#"{"tool_name_glob":"x"}"#,
        "missing-member",
        "",
        r#"{"tool_name_glob":"x"}"#,
    );
    one(
        r#"{"verdict":"block"}"#,
        "bad-value",
        "/verdict",
        r#""block""#,
    );
    one(r#"{"verdict":"deny","id":1.5}"#, "wrong-type", "/id", "1.5");
    one(
        r#"{"verdict":"deny","id":"1"}"#,
        "wrong-type",
        "/id",
        r#""1""#,
    );
    one(
        r#"{"verdict":"deny","priority":99999999999999999999}"#,
        "bad-value",
        "/priority",
        "99999999999999999999",
    );
    one(
        r#"{"verdict":"deny","stage":"request"}"#,
        "bad-value",
        "/stage",
        r#""request""#,
    );
    one(
        r#"{"verdict":"deny","label":null}"#,
        "wrong-type",
        "/label",
        "null",
    );
    one(
        r#"{"verdict":"deny","sequence":null}"#,
        "wrong-type",
        "/sequence",
        "null",
    );
    one(
        r#"{"verdict":"deny","args_match":{},"args_match_json":"{}"}"#,
        "conflict",
        "/args_match_json",
        r#""{}""#,
    );
    one(
        r#"{"verdict":"deny","allow-lint":{"W999":"x"}}"#,
        "bad-value",
        "/allow-lint/W999",
        r#""W999""#,
    );
}

#[test]
fn q7_what_load_refuses() {
    let clause =
        |clause: &str| format!(r#"{{"verdict":"deny","args_match":{{"clauses":[{clause}]}}}}"#);
    let of_clause = |text: &str, kind: &str, member: &str, at: &str| {
        one(
            &clause(text),
            kind,
            &format!("/args_match/clauses/0{member}"),
            at,
        );
    };
    of_clause(
        r#"{"path":"$.a","op":"matches","value":"x"}"#,
        "bad-value",
        "/op",
        r#""matches""#,
    );
    of_clause(
        r#"{"path":"a","op":"eq","value":"x"}"#,
        "bad-value",
        "/path",
        r#""a""#,
    );
    of_clause(
        r#"{"path":"$.a","op":"in","value":"x"}"#,
        "wrong-type",
        "/value",
        r#""x""#,
    );
    of_clause(
        r#"{"path":"$.a","op":"regex","value":"("}"#,
        "bad-value",
        "/value",
        r#""(""#,
    );
    of_clause(
        r#"{"path":"$.a","op":"regex","value":"(?:a{1000}){1000}"}"#,
        "limit",
        "/value",
        r#""(?:a{1000}){1000}""#,
    );
    of_clause(
        r#"{"path":"$.a","op":"regex","value":1}"#,
        "wrong-type",
        "/value",
        "1",
    );
    of_clause(
        r#"{"path":"$.a","op":"cidr_match","value":"10.0.0.1"}"#,
        "bad-value",
        "/value",
        r#""10.0.0.1""#,
    );
    of_clause(
        r#"{"path":"$.a","op":"cidr_match","value":8}"#,
        "wrong-type",
        "/value",
        "8",
    );
    of_clause(
        r#"{"path":"$.a","op":"gt","value":"8"}"#,
        "wrong-type",
        "/value",
        r#""8""#,
    );
    of_clause(
        r#"{"path":"$.a","op":"contains","value":8}"#,
        "wrong-type",
        "/value",
        "8",
    );
    of_clause(
        r#"{"path":"$.a","op":"eq"}"#,
        "missing-member",
        "",
        r#"{"path":"$.a","op":"eq"}"#,
    );
    one(
        r#"{"verdict":"sanitize"}"#,
        "missing-member",
        "",
        r#"{"verdict":"sanitize"}"#,
    );
    one(
        r#"{"verdict":"sanitize","sanitize":{"presets":[]}}"#,
        "bad-value",
        "/sanitize",
        r#"{"presets":[]}"#,
    );
    one(
        r#"{"verdict":"sanitize","sanitize_json":""}"#,
        "bad-value",
        "/sanitize_json",
        r#""""#,
    );
    one(
        r#"{"verdict":"sanitize","sanitize":{"presets":["mail"]}}"#,
        "bad-value",
        "/sanitize/presets/0",
        r#""mail""#,
    );
    one(
        r#"{"verdict":"sanitize","sanitize":{"custom":["["]}}"#,
        "bad-value",
        "/sanitize/custom/0",
        r#""[""#,
    );
    one(
        r#"{"verdict":"cap_cost"}"#,
        "missing-member",
        "",
        r#"{"verdict":"cap_cost"}"#,
    );
    one(
        r#"{"verdict":"cap_cost","cap_cost_cents":-1}"#,
        "bad-value",
        "/cap_cost_cents",
        "-1",
    );
    one(
        r#"{"verdict":"pending_approval","stage":"egress"}"#,
        "conflict",
        "/stage",
        r#""egress""#,
    );
    one(
        r#"{"verdict":"pending_approval","stage":"response"}"#,
        "conflict",
        "/stage",
        r#""response""#,
    );
    one(
        r#"{"verdict":"deny","egress":{"deny":["x"]}}"#,
        "conflict",
        "/egress",
        r#"{"deny":["x"]}"#,
    );
    one(
        r#"{"verdict":"deny","stage":"egress","egress":{"allow":["x"]}}"#,
        "bad-value",
        "/egress",
        r#"{"allow":["x"]}"#,
    );
    one(
        r#"{"verdict":"allow","stage":"egress","egress":{"deny":["x"]}}"#,
        "bad-value",
        "/egress",
        r#"{"deny":["x"]}"#,
    );
    one(
        r#"{"verdict":"deny","stage":"egress","egress":{"deny":["x:1"]}}"#,
        "bad-value",
        "/egress/deny/0",
        r#""x:1""#,
    );
    let ids = faults(
        r#"{"rules":[{"verdict":"deny","id":1},{"verdict":"deny","id":2},{"verdict":"allow","id":1}]}"#,
    );
    assert_eq!(ids, [("conflict", "/rules/2/id".into(), "1".into())]);
}

#[test]
fn positions_inside_json_text() {
    // A plain string, one with escapes, a YAML single-quoted one.
    one(
        r#"{"verdict":"deny","args_match_json":"{\"clauses\":[{\"path\":\"$.a\",\"op\":\"b\u00e4d\",\"value\":1}]}"}"#,
        "bad-value",
        "/args_match_json/clauses/0/op",
        r#"\"b\u00e4d\""#,
    );
    let yaml = "rules:\n  - verdict: deny\n    stage: egress\n    egress_json: '{\"deny\": [\"it''s\", \"x.com\"]}'\n";
    let found = faults(yaml);
    assert_eq!(
        found,
        [(
            "bad-value",
            "/rules/0/egress_json/deny/0".into(),
            "\"it''s\"".into()
        )]
    );
    // Text that is no JSON at all, and where it stops being some.
    one(
        r#"{"verdict":"deny","args_match_json":"x"}"#,
        "syntax",
        "/args_match_json",
        r#""x""#,
    );
    let broken = of_rule(r#"{"verdict":"deny","args_match_json":"{\"clauses\": [}"}"#);
    assert_eq!((broken.len(), broken[0].0), (1, "syntax"));
    // A folded block has no plain offsets: the whole string is named.
    let folded = "rules:\n  - verdict: deny\n    args_match_json: >-\n      {\"clauses\":\n      [{\"path\": \"$.a\", \"op\": \"bad\", \"value\": 1}]}\n";
    let found = faults(folded);
    assert_eq!(
        (found.len(), found[0].1.as_str()),
        (1, "/rules/0/args_match_json/clauses/0/op")
    );
}

#[test]
fn every_fault_of_a_rule_is_reported() {
    let found = of_rule(
        r#"{"verdict":"nope","stage":"x","id":"a","args_match":{"clauses":[{"path":"a","op":"b"}]},"egress":{"deny":["x y"]}}"#,
    );
    let kinds: Vec<_> = found
        .iter()
        .map(|(kind, at, _)| (*kind, at.as_str()))
        .collect();
    assert_eq!(
        kinds,
        [
            ("bad-value", "/verdict"),
            ("bad-value", "/stage"),
            ("wrong-type", "/id"),
            ("missing-member", "/args_match/clauses/0"),
            ("bad-value", "/args_match/clauses/0/path"),
            ("bad-value", "/args_match/clauses/0/op"),
            ("conflict", "/egress"),
            ("bad-value", "/egress/deny/0"),
        ]
    );
}

#[test]
fn a1_the_empty_text_and_the_empty_list_are_no_clauses() {
    for none in [r#""""#, "[]", "{}", r#"{"clauses":[]}"#] {
        let text = format!(
            r#"{{"dialect":"firewall","rules":[{{"verdict":"deny","args_match":{none}}}]}}"#
        );
        let policy = read(&text).unwrap();
        assert!(policy.rules[0].clauses.is_empty(), "{none}");
    }
    for some in [r#""x""#, "[1]", "1"] {
        let found = of_rule(&format!(r#"{{"verdict":"deny","args_match":{some}}}"#));
        assert_eq!(
            found.first().map(|it| (it.0, it.1.as_str())),
            Some(("wrong-type", "/args_match")),
            "{some}"
        );
    }
}

#[test]
fn a_value_beside_a_bad_operator_is_still_looked_at() {
    let found = of_rule(
        r#"{"verdict":"deny","args_match":{"clauses":[{"path":"$.a","op":"b","value":{"x":1,"x":2}}]}}"#,
    );
    let found: Vec<_> = found.iter().map(|it| (it.0, it.1.as_str())).collect();
    assert_eq!(
        found,
        [
            ("bad-value", "/args_match/clauses/0/op"),
            ("duplicate-member", "/args_match/clauses/0/value/x"),
        ]
    );
}

#[test]
fn a_quoted_text_over_several_lines_has_no_plain_offsets() {
    let text = "rules:\n  - verdict: deny\n    args_match_json: '{\"clauses\":\n      [{\"path\": \"$.a\", \"op\": \"bad\", \"value\": 1}]}'\n";
    let found = faults(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].1, "/rules/0/args_match_json/clauses/0/op");
    assert!(
        found[0].2.starts_with('\'') && found[0].2.ends_with('\''),
        "{}",
        found[0].2
    );
}
