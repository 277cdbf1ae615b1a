use super::*;
use crate::document;
use crate::limits::Limits;
use crate::permission::validate;
use serde_json::{Value, json};

fn policy(document: &Value) -> Policy {
    let limits = Limits::default();
    document::from_value(document, &limits)
        .and_then(|node| validate(&node, &limits))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

fn failing_within(budget: usize, document: &Value) -> Vec<String> {
    let mut faults = Collector::new(100);
    check_within(budget, &policy(document), &mut faults);
    let faults = faults
        .finish(())
        .err()
        .map(|faults| faults.0)
        .unwrap_or_default();
    faults
        .iter()
        .map(|fault| format!("{} {}", fault.kind.as_str(), fault.at.pointer))
        .collect()
}

fn failing(document: &Value) -> Vec<String> {
    failing_within(LOWERED, document)
}

/// A document of one rule.
fn rule(rule: Value) -> Value {
    json!({ "rules": [rule] })
}

const NONE: [&str; 0] = [];

#[test]
fn r10_both_directions_are_checked() {
    let document = rule(json!({
        "tool": "fs_*", "decision": "allow", "under": "/srv",
        "match": [{"path": "/srv/a"}, {"path": "/etc"}, {"tool": "fs_read", "args": {"path": "/srv"}}],
        "no-match": [{"path": "/etc"}, {"path": "/srv/a"}, {"tool": "git", "args": {"path": "/srv"}}],
    }));
    let expected = [
        "failing-example /rules/0/match/1",
        "failing-example /rules/0/no-match/1",
    ];
    assert_eq!(failing(&document), expected);
}

#[test]
fn r10_each_rule_is_alone() {
    let document = json!({ "rules": [
        {"tool": "a", "decision": "deny"},
        {"tool": "a", "decision": "allow", "match": [{}]},
        {"tool": "b", "decision": "allow", "no-match": [{"tool": "a", "args": {}}]},
    ]});
    assert_eq!(failing(&document), NONE);
}

#[test]
fn r10_unknown_fires_a_deny_and_no_allow() {
    let of = |decision: &str, member: &str| {
        let mut each = json!({"tool": "t", "decision": decision, "under": "/srv"});
        each[member] = json!([{"path": "../x"}, {}]);
        failing(&rule(each)).len()
    };
    assert_eq!(
        [
            of("deny", "match"),
            of("ask", "match"),
            of("allow", "no-match")
        ],
        [0, 0, 0]
    );
    assert_eq!([of("deny", "no-match"), of("allow", "match")], [2, 2]);
}

#[test]
fn r10_roots_and_parameters_count() {
    let document = json!({
        "roots": {"fs": "/srv", "": "/other"},
        "path-params": {"fs_*": ["file"], "fs_stat": []},
        "url-params": {"*": ["uri"]},
        "command-params": {"sh": {"line": "text"}, "run": {"command": "program"}},
        "options": {"path-case": "insensitive"},
        "rules": [
            {"tool": "fs_*", "decision": "allow", "under": "A", "match": [
                {"file": "a/b"}, {"file": "/SRV/a"},
                {"tool": "fs_read", "args": {"file": "a", "path": "/x"}},
            ], "no-match": [{"path": "a"}, {"tool": "fs_stat", "args": {"file": "a"}}]},
            {"tool": "web", "decision": "allow", "host": "a.b", "match": [{"uri": "http://a.b"}],
             "no-match": [{"url": "http://a.b"}]},
            {"tool": "*", "decision": "allow", "command": "git", "match": [
                {"tool": "sh", "args": {"text": "git status && git log"}},
                {"tool": "run", "args": {"program": "git"}},
                {"command": "git"},
            ], "no-match": [{"tool": "run", "args": {"command": "git"}}]},
        ],
    });
    assert_eq!(failing(&document), NONE);
}

#[test]
fn r10_checks_say_yes() {
    let document = rule(json!({
        "tool": "sh", "decision": "allow", "command": "git", "check": "clean-tree",
        "match": [{"command": "git"}], "no-match": [{"command": "ls"}],
    }));
    assert_eq!(failing(&document), NONE);
}

#[test]
fn what_would_take_too_long_is_refused() {
    let same = rule(json!({"tool": "t", "decision": "deny", "match": [{}, {}, {}]}));
    assert_eq!(
        failing_within(1000, &same),
        NONE,
        "one table serves them all"
    );
    let mut apart = rule(json!({"tool": "t*", "decision": "deny", "match": [
        {"tool": "ta", "args": {}}, {"tool": "tb", "args": {}},
    ]}));
    assert_eq!(failing_within(1000, &apart), NONE);
    apart["roots"] = json!({"ta": "/a", "tb": "/b"});
    assert_eq!(failing_within(1000, &apart), ["limit /rules/0/match/1"]);
}

/// Every text of a rule counts with its own length, a token with the memory around it too.
#[test]
fn a_rule_weighs_what_its_texts_do() {
    let whole = json!({
        "tool": "t", "decision": "deny", "under": "/u", "host": "h", "command": "c",
        "args": ["a"], "args-any": ["b"], "check": "k", "note": "n",
    });
    let weighed = |each: &Value| -> usize {
        let policy = policy(&rule(each.clone()));
        policy.rules.iter().map(weight).sum()
    };
    let token = size_of::<String>();
    let bare = weighed(&json!({"tool": "t", "decision": "deny"}));
    assert_eq!(weighed(&whole), bare + 8 + 2 * token);
    let long = "x".repeat(100);
    for (member, value, more) in [
        ("tool", json!(long), 99),
        ("under", json!(format!("/{long}")), 99),
        ("host", json!(long), 99),
        ("command", json!(long), 99),
        ("args", json!([long]), 99),
        ("args", json!(["a", long]), 100 + token),
        ("args-any", json!([long]), 99),
        ("args-any", json!(["b", long]), 100 + token),
        ("check", json!(long), 99),
        ("note", json!(long), 99),
    ] {
        let mut longer = whole.clone();
        longer[member] = value;
        assert_eq!(weighed(&longer), weighed(&whole) + more, "{longer}");
    }
}
