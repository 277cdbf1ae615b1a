use crate::document;
use crate::firewall::{lint, validate};
use crate::limits::Limits;
use crate::source::Source;

/// Codes and pointers of the warnings that rules draw.
fn warnings(rules: &str) -> Vec<(String, String)> {
    let text = format!(r#"{{"dialect":"firewall","rules":[{rules}]}}"#);
    let source = Source::new("policy", &text);
    let limits = Limits::default();
    let node = document::parse(&source, &limits).unwrap();
    let policy = validate(&node, &source, &limits).unwrap_or_else(|faults| panic!("{faults}"));
    lint(&policy, 100)
        .into_iter()
        .map(|fault| (fault.code.unwrap_or_default().to_owned(), fault.at.pointer))
        .collect()
}

fn draws(rules: &str, expected: &[(&str, &str)]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|&(c, p)| (c.to_owned(), p.to_owned()))
        .collect();
    assert_eq!(warnings(rules), expected, "{rules}");
}

const CLAUSE: &str = r#""args_match":{"clauses":[{"path":"$.a","op":"eq","value":1}]}"#;

#[test]
fn g7_literals_that_look_like_patterns() {
    draws(
        r#"{"verdict":"deny","tool_name_glob":"foo*"}"#,
        &[("W101", "/rules/0/tool_name_glob")],
    );
    draws(
        r#"{"verdict":"deny","skill_name_glob":".x."}"#,
        &[("W101", "/rules/0/skill_name_glob")],
    );
    draws(r#"{"verdict":"deny","tool_name_glob":"foo.*"}"#, &[]);
    draws(
        r#"{"verdict":"deny","tool_name_glob":"foo*","allow-lint":{"W101":"its name"}}"#,
        &[],
    );
    draws(
        r#"{"verdict":"deny","tool_name_glob":"foo","allow-lint":{"W101":"its name"}}"#,
        &[("W010", "/rules/0/allow-lint/W101")],
    );
}

#[test]
fn shadowed_rules() {
    let shadowed: &[(&str, &str)] = &[("W102", "/rules/1")];
    draws(
        r#"{"verdict":"deny","tool_name_glob":"a.*"},{"verdict":"allow","priority":1,"tool_name_glob":"a.b"}"#,
        shadowed,
    );
    draws(
        r#"{"verdict":"deny"},{"verdict":"audit","priority":1,"stage":"mcp","tool_name_glob":"*.b.*"}"#,
        shadowed,
    );
    draws(
        &format!(r#"{{"verdict":"deny",{CLAUSE}}},{{"verdict":"audit","priority":1,{CLAUSE}}}"#),
        shadowed,
    );
    draws(
        r#"{"verdict":"allow","tool_name_glob":"a.*"},{"verdict":"deny","priority":1,"tool_name_glob":"a.b"}"#,
        &[("W103", "/rules/1")],
    );
    // The order of the walk counts, not the place.
    draws(
        r#"{"verdict":"deny","priority":1,"tool_name_glob":"a.b"},{"verdict":"allow","tool_name_glob":"*.b"}"#,
        &[("W103", "/rules/0")],
    );
    for fine in [
        r#"{"verdict":"deny","tool_name_glob":"a.*"},{"verdict":"audit","priority":1,"tool_name_glob":"a"}"#,
        r#"{"verdict":"deny","stage":"mcp"},{"verdict":"audit","priority":1}"#,
        r#"{"verdict":"deny","skill_name_glob":"s"},{"verdict":"audit","priority":1}"#,
        r#"{"verdict":"cap_cost","cap_cost_cents":1},{"verdict":"deny","priority":1}"#,
        &format!(r#"{{"verdict":"deny",{CLAUSE}}},{{"verdict":"audit","priority":1}}"#),
    ] {
        draws(fine, &[]);
    }
}

#[test]
fn equal_priorities() {
    draws(
        r#"{"verdict":"deny","tool_name_glob":"a.b"},{"verdict":"allow","tool_name_glob":"a.*"}"#,
        &[("W104", "/rules/1")],
    );
    for fine in [
        r#"{"verdict":"deny","tool_name_glob":"a.b"},{"verdict":"allow","priority":1,"tool_name_glob":"a.*"}"#,
        r#"{"verdict":"deny","tool_name_glob":"a.b"},{"verdict":"deny","tool_name_glob":"a.*"}"#,
        r#"{"verdict":"deny","tool_name_glob":"a.b"},{"verdict":"allow","tool_name_glob":"b.*"}"#,
        r#"{"verdict":"deny","stage":"mcp","tool_name_glob":"a.b"},{"verdict":"allow","stage":"response"}"#,
    ] {
        draws(fine, &[]);
    }
}

#[test]
fn denies_that_lean_on_clauses() {
    draws(
        &format!(
            r#"{{"verdict":"deny","tool_name_glob":"a.b",{CLAUSE}}},{{"verdict":"allow","priority":1,"tool_name_glob":"a.*"}}"#
        ),
        &[("W105", "/rules/0")],
    );
    for fine in [
        format!(
            r#"{{"verdict":"deny",{CLAUSE}}},{{"verdict":"allow","priority":1,"tool_name_glob":"a.*"}}"#
        ),
        format!(r#"{{"verdict":"allow",{CLAUSE}}},{{"verdict":"deny","priority":1}}"#),
        format!(r#"{{"verdict":"deny",{CLAUSE}}}"#),
        format!(
            r#"{{"verdict":"deny","stage":"mcp",{CLAUSE}}},{{"verdict":"allow","stage":"response","priority":1}}"#
        ),
    ] {
        draws(&fine, &[]);
    }
}

#[test]
fn what_one_rule_shows() {
    draws(
        &format!(r#"{{"verdict":"deny","stage":"inbound",{CLAUSE}}}"#),
        &[("W106", "/rules/0")],
    );
    draws(r#"{"verdict":"deny","stage":"inbound"}"#, &[]);
    let sanitize = r#""verdict":"sanitize","sanitize":{"presets":["email"]}"#;
    draws(
        &format!(r#"{{"stage":"egress",{sanitize}}}"#),
        &[("W107", "/rules/0")],
    );
    draws(&format!(r#"{{"stage":"mcp",{sanitize}}}"#), &[]);
    draws(r#"{"verdict":"pending_approval"}"#, &[("W108", "/rules/0")]);
    draws(r#"{"verdict":"pending_approval","stage":"mcp"}"#, &[]);
    draws(
        r#"{"verdict":"deny","sequence":{}}"#,
        &[("W109", "/rules/0/sequence")],
    );
    draws(
        r#"{"verdict":"deny","stage":"egress","egress":{"deny":["10.0.0.1/8","10.0.0.0/8"]}}"#,
        &[("W110", "/rules/0/egress/deny/0")],
    );
    draws(
        r#"{"verdict":"cap_cost","cap_cost_cents":1,"stage":"response"}"#,
        &[("W111", "/rules/0")],
    );
}

#[test]
fn ten_thousand_rules_are_no_matter() {
    let rules: Vec<String> = (0..10_000)
        .map(|i| {
            format!(
                r#"{{"verdict":"{}","tool_name_glob":"*.s{}.*"}}"#,
                if i % 2 == 0 { "deny" } else { "allow" },
                i / 2
            )
        })
        .collect();
    // Each allow is behind the deny of the same glob.
    assert_eq!(warnings(&rules.join(",")).len(), 101);
}
