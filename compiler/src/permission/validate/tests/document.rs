//! The clauses D.

use super::*;
use crate::permission::{CommandParams, Tool};

#[test]
fn d1_a_policy_is_a_list_or_an_object_with_rules() {
    assert!(loads("[]").bare);
    assert!(!loads(r#"{"rules": []}"#).bare);
    loads(
        r#"{"rules": [], "dialect": "permission", "roots": {}, "path-params": {}, "url-params": {}, "command-params": {}, "options": {}}"#,
    );
    loads("rules: []\ndialect: permission\n");
    refused("{}", &["missing-member "]);
    refused("null", &["wrong-type "]);
    refused("text", &["wrong-type "]);
    refused(r#"{"rules": {}}"#, &["wrong-type /rules"]);
    refused(
        r#"{"rules": [], "version": 1}"#,
        &["unknown-member /version"],
    );
    refused(
        r#"{"rules": [], "dialect": "firewall"}"#,
        &["bad-value /dialect"],
    );
    refused(
        r#"{"rules": [], "options": {"x": 1}}"#,
        &["unknown-member /options/x"],
    );
    refused(r#"{"rules": [], "options": []}"#, &["wrong-type /options"]);
    refused(
        r#"{"rules": [], "options": {"path-case": "lower"}}"#,
        &["bad-value /options/path-case"],
    );
    let insensitive = loads(r#"{"rules": [], "options": {"path-case": "insensitive"}}"#);
    assert_eq!(insensitive.path_case, PathCase::Insensitive);
    refused(
        r#"{"tool": "t", "decision": "deny"}"#,
        &[
            "missing-member ",
            "unknown-member /tool",
            "unknown-member /decision",
        ],
    );
}

#[test]
fn d2_duplicates_and_nulls_are_refused_everywhere() {
    refused(
        r#"{"rules": [], "rules": []}"#,
        &["duplicate-member /rules"],
    );
    refused(
        &rule_with(r#""note": "a", "note": "b""#),
        &["duplicate-member /rules/0/note"],
    );
    refused(
        &rule_with(r#""n\u006fte": "a", "note": "b""#),
        &["duplicate-member /rules/0/note"],
    );
    refused(
        r#"{"rules": [], "roots": {"a": "/a", "a": "/b"}}"#,
        &["duplicate-member /roots/a"],
    );
    refused(
        r#"{"rules": [], "path-params": {"a": [], "a": []}}"#,
        &["duplicate-member /path-params/a"],
    );
    refused(
        r#"{"rules": [], "command-params": {"a": {"args": "x", "args": "y"}}}"#,
        &["duplicate-member /command-params/a/args"],
    );
    refused(
        r#"{"rules": [], "options": {"path-case": "sensitive", "path-case": "sensitive"}}"#,
        &["duplicate-member /options/path-case"],
    );
    refused(
        &rule_with(r#""match": [{"a": {"b": 1, "b": 2}}]"#),
        &["duplicate-member /rules/0/match/0/a/b"],
    );
    refused(
        &rule_with(r#""x": {"b": 1, "b": 2}"#),
        &["unknown-member /rules/0/x", "duplicate-member /rules/0/x/b"],
    );
    refused(
        "- tool: t\n  decision: deny\n  tool: u\n",
        &["duplicate-member /0/tool"],
    );
    for member in [
        "under",
        "host",
        "command",
        "check",
        "note",
        "severity",
        "match",
        "no-match",
        "allow-lint",
    ] {
        refused(
            &rule_with(&format!("\"{member}\": null")),
            &[&format!("wrong-type /rules/0/{member}")],
        );
    }
    for member in ["args", "args-any"] {
        let text = rule_with(&format!("\"command\": \"c\", \"{member}\": null"));
        refused(&text, &[&format!("wrong-type /rules/0/{member}")]);
    }
    for member in [
        "roots",
        "path-params",
        "url-params",
        "command-params",
        "options",
        "dialect",
    ] {
        let text = format!(r#"{{"rules": [], "{member}": null}}"#);
        refused(&text, &[&format!("wrong-type /{member}")]);
    }
    let faults = read(r#"[{"tool": "t", "decision": "deny", "tool": "u"}]"#).err();
    let related = faults.and_then(|faults| faults.0.into_iter().next()?.related);
    assert_eq!(
        related.map(|related| related.at.span.start),
        Some(2),
        "where it was given first"
    );
}

#[test]
fn d3_every_fault_is_reported_in_order() {
    refused(
        r#"{"rules": [
            {"tool": "a*b", "decision": "block", "dir": "/x"},
            7,
            {"tool": "t", "decision": "deny", "args": ["", 1], "host": "a/b"},
            {}
        ], "roots": {"a": "../x"}, "extra": 1}"#,
        &[
            "bad-value /rules/0/tool",
            "bad-value /rules/0/decision",
            "unknown-member /rules/0/dir",
            "wrong-type /rules/1",
            "conflict /rules/2/args",
            "bad-value /rules/2/args/0",
            "wrong-type /rules/2/args/1",
            "bad-value /rules/2/host",
            "missing-member /rules/3",
            "missing-member /rules/3",
            "bad-value /roots/a",
            "unknown-member /extra",
        ],
    );
}

#[test]
fn d3_faults_beyond_the_limit_are_counted() {
    let limits = Limits {
        faults: 2,
        ..Limits::default()
    };
    let source = Source::new("p", "[1, 2, 3, 4]");
    let faults = documents::parse(&source, &limits)
        .and_then(|node| validate(&node, &limits))
        .err();
    let faults = faults.map(|faults| faults.0).unwrap_or_default();
    assert_eq!(faults.len(), 3);
    let last = faults
        .last()
        .map(|fault| (fault.kind, fault.message.as_str()));
    assert_eq!(
        last,
        Some((FaultKind::Limit, "2 more faults are not shown"))
    );
}

#[test]
fn d4_roots() {
    let policy = loads(r#"{"rules": [], "roots": {"": "/srv", "fs_*": "x/y", "é": "C:/a"}}"#);
    assert_eq!(policy.roots.len(), 3, "a prefix is plain text");
    refused(
        r#"{"rules": [], "roots": {"a": 1}}"#,
        &["wrong-type /roots/a"],
    );
    refused(
        r#"{"rules": [], "roots": {"a": ""}}"#,
        &["bad-value /roots/a"],
    );
    refused(
        r#"{"rules": [], "roots": {"a": "/x/*"}}"#,
        &["bad-value /roots/a"],
    );
    refused(r#"{"rules": [], "roots": "/srv"}"#, &["wrong-type /roots"]);
}

#[test]
fn d5_d7_argument_names() {
    for params in ["path-params", "url-params"] {
        let of = |value: &str| format!(r#"{{"rules": [], "{params}": {value}}}"#);
        let policy = loads(&of(r#"{"git_*": ["repo", "x"], "sql": [], "get": "uri"}"#));
        let entries = if params == "path-params" {
            policy.path_params
        } else {
            policy.url_params
        };
        let names = |names: &[&str]| {
            names
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            entries,
            [
                (Tool::Prefix("git_".into()), names(&["repo", "x"])),
                (Tool::Exact("sql".into()), names(&[])),
                (Tool::Exact("get".into()), names(&["uri"])),
            ]
        );
        refused(
            &of(r#"{"a*b": []}"#),
            &[&format!("bad-value /{params}/a*b")],
        );
        refused(&of(r#"{"": []}"#), &[&format!("bad-value /{params}/")]);
        refused(
            &of(r#"{"a": [""]}"#),
            &[&format!("bad-value /{params}/a/0")],
        );
        refused(&of(r#"{"a": ""}"#), &[&format!("bad-value /{params}/a")]);
        refused(
            &of(r#"{"a": [1]}"#),
            &[&format!("wrong-type /{params}/a/0")],
        );
        refused(&of(r#"{"a": {}}"#), &[&format!("wrong-type /{params}/a")]);
        refused(&of("[]"), &[&format!("wrong-type /{params}")]);
    }
}

#[test]
fn d6_command_params() {
    let of = |value: &str| format!(r#"{{"rules": [], "command-params": {{"sh*": {value}}}}}"#);
    let params = |value: &str| {
        loads(&of(value))
            .command_params
            .into_iter()
            .next()
            .map(|each| each.1)
    };
    let argv = |command: &str, args: &str| {
        Some(CommandParams::Argv {
            command: command.into(),
            args: args.into(),
        })
    };
    assert_eq!(
        params(r#"{"command": "cmd", "args": "argv"}"#),
        argv("cmd", "argv")
    );
    assert_eq!(params(r#"{"command": "cmd"}"#), argv("cmd", "args"));
    assert_eq!(params(r#"{"args": "argv"}"#), argv("command", "argv"));
    assert_eq!(params("{}"), argv("command", "args"));
    assert_eq!(
        params(r#"{"line": "command"}"#),
        Some(CommandParams::Line("command".into()))
    );
    refused(
        &of(r#"{"command": ""}"#),
        &["bad-value /command-params/sh*/command"],
    );
    refused(
        &of(r#"{"args": 1}"#),
        &["wrong-type /command-params/sh*/args"],
    );
    refused(
        &of(r#"{"line": ""}"#),
        &["bad-value /command-params/sh*/line"],
    );
    refused(
        &of(r#"{"line": "l", "command": "c"}"#),
        &["conflict /command-params/sh*/line"],
    );
    refused(
        &of(r#"{"line": "l", "args": "c"}"#),
        &["conflict /command-params/sh*/line"],
    );
    refused(
        &of(r#"{"cmd": "c"}"#),
        &["unknown-member /command-params/sh*/cmd"],
    );
    refused(&of(r#""c""#), &["wrong-type /command-params/sh*"]);
}

#[test]
fn a_document_of_values_is_validated_alike() {
    let value = serde_json::json!({"rules": [{"tool": "t", "decision": "block", "dir": "/x"}]});
    let limits = Limits::default();
    let faults = documents::from_value(&value, &limits)
        .and_then(|node| validate(&node, &limits))
        .err();
    let mut pointers: Vec<_> = faults
        .iter()
        .flat_map(|faults| &faults.0)
        .map(|fault| fault.at.pointer.as_str())
        .collect();
    pointers.sort_unstable();
    assert_eq!(pointers, ["/rules/0/decision", "/rules/0/dir"]);
}

#[test]
fn a_member_of_the_options_is_told_its_place() {
    for written in ["path-case", "pathCase"] {
        let text = format!(r#"{{"rules": [], "{written}": "insensitive"}}"#);
        refused(&text, &[&format!("unknown-member /{written}")]);
        assert_eq!(
            help(&text),
            "did you mean `options: { path-case: … }`?",
            "{written}"
        );
    }
}
