//! What the lints of both dialects say where rules are many, equal or close to a limit.

#![expect(clippy::panic, reason = "a test that cannot go on stops")]

use callgate_compiler::lint::codes;
use callgate_compiler::{Fault, Source, ToolList, firewall, permission};
use serde_json::{Value, json};

fn firewall(rules: &[Value]) -> firewall::Compiled {
    let text = json!({ "dialect": "firewall", "rules": rules }).to_string();
    let compiled = firewall::compile(&Source::new("p", &text));
    compiled.unwrap_or_else(|faults| panic!("{faults}"))
}

/// The places of the warnings with this code.
fn places(warnings: &[Fault], code: &str) -> Vec<String> {
    let of_code = warnings.iter().filter(|each| each.code == Some(code));
    of_code.map(|each| each.at.pointer.clone()).collect()
}

fn draws(rules: &[Value], code: &str, expected: &[&str]) {
    let warnings = firewall(rules).warnings;
    assert_eq!(places(&warnings, code), expected, "{rules:?} {warnings:?}");
}

/// A rule of the firewall with one clause.
fn rule(tool: &str, stage: &str, verdict: &str, value: usize) -> Value {
    json!({ "tool_name_glob": tool, "stage": stage, "verdict": verdict,
        "args_match": { "clauses": [{ "path": "$.a", "op": "eq", "value": value }] } })
}

/// Q8: the later of two rules that nothing but their place puts in an order is warned of, once.
#[test]
fn rules_of_one_priority_and_different_verdicts() {
    let equal = codes::EQUAL_PRIORITY;
    let (allow, deny) = (
        rule("a.*", "mcp", "allow", 1),
        rule("a.*", "mcp", "deny", 2),
    );
    draws(&[allow.clone(), deny.clone()], equal, &["/rules/1"]);
    draws(&[deny.clone(), allow.clone()], equal, &["/rules/1"]);
    let narrow = rule("a.b", "mcp", "allow", 3);
    draws(&[narrow.clone(), deny.clone()], equal, &["/rules/1"]);
    draws(&[deny.clone(), narrow.clone()], equal, &["/rules/1"]);
    // The deny, not the allow before it, is what the narrow allow clashes with.
    draws(&[allow, deny, narrow], equal, &["/rules/1", "/rules/2"]);
}

#[test]
fn rules_of_one_priority_have_to_share_a_stage() {
    let equal = codes::EQUAL_PRIORITY;
    let allow = |stage| rule("a.*", stage, "allow", 1);
    let deny = |stage| rule("a.b", stage, "deny", 2);
    for (first, second, clash) in [
        ("mcp", "mcp", true),
        ("mcp", "response", false),
        ("", "mcp", true),
        ("mcp", "", true),
        ("", "", true),
    ] {
        let expected: &[&str] = if clash { &["/rules/1"] } else { &[] };
        draws(&[allow(first), deny(second)], equal, expected);
        draws(&[deny(second), allow(first)], equal, expected);
    }
    // The second of two allows is the one at the stage of the deny.
    draws(
        &[allow("mcp"), allow("response"), deny("response")],
        equal,
        &["/rules/2"],
    );
}

/// Q8: a rule that asks for the very same as an earlier one is never reached.
#[test]
fn the_same_conditions_again() {
    let shadowed = codes::SHADOWED_FIREWALL;
    let same = |stage, verdict| rule("a.*", stage, verdict, 1);
    for (first, second, covered) in [
        ("mcp", "mcp", true),
        ("", "mcp", true),
        ("", "", true),
        ("mcp", "", false),
        ("mcp", "response", false),
    ] {
        let expected: &[&str] = if covered { &["/rules/1"] } else { &[] };
        draws(
            &[same(first, "deny"), same(second, "audit")],
            shadowed,
            expected,
        );
    }
    // However many others there are.
    let mut rules: Vec<Value> = (0..40)
        .map(|value| rule("a.*", "mcp", "deny", value))
        .collect();
    rules.push(rule("a.*", "mcp", "deny", 39));
    draws(&rules, shadowed, &["/rules/40"]);
    // However often it was said at another stage.
    let mut rules = vec![same("mcp", "deny"); 12];
    rules.extend([same("response", "deny"), same("response", "deny")]);
    let places = (1..12).chain([13]).map(|at| format!("/rules/{at}"));
    let places: Vec<String> = places.collect();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    draws(&rules, shadowed, &places);
}

/// G7: the warning stands at the glob that it is about.
#[test]
fn a_literal_glob_is_shown_where_it_stands() {
    let text = r#"{"dialect":"firewall","rules":[{"verdict":"deny","tool_name_glob":"t*","skill_name_glob":"s*"}]}"#;
    let compiled = firewall::compile(&Source::new("p", text));
    let warnings = compiled
        .unwrap_or_else(|faults| panic!("{faults}"))
        .warnings;
    let literal = warnings
        .iter()
        .filter(|each| each.code == Some(codes::LITERAL_GLOB));
    let mut spots: Vec<Option<&str>> = literal.map(|each| text.get(each.at.span.range())).collect();
    spots.sort_unstable();
    assert_eq!(spots, [Some("\"s*\""), Some("\"t*\"")]);
}

/// Tools `t0`, `t1`, … that take these arguments.
fn tools(count: usize, takes: &[&str]) -> ToolList {
    let properties: serde_json::Map<String, Value> = takes
        .iter()
        .map(|&name| (name.to_owned(), json!({})))
        .collect();
    let tool = |at: usize| {
        json!({ "name": format!("t.{at}"), "inputSchema": {
        "additionalProperties": false, "properties": properties } })
    };
    let list: Vec<Value> = (0..count).map(tool).collect();
    ToolList::read(&json!({ "tools": list })).unwrap_or_else(|error| panic!("{error}"))
}

/// A rule about very many tools is not held against what they take.
#[test]
fn rules_about_very_many_tools() {
    let allowed = json!({ codes::NO_SUCH_ARGUMENT_FIREWALL: "it is to come" });
    let rules = [
        rule("t.*", "mcp", "deny", 1),
        json!({ "tool_name_glob": "t.*", "stage": "mcp", "verdict": "audit", "allow-lint": allowed,
            "args_match": { "clauses": [{ "path": "$.a", "op": "eq", "value": 2 }] } }),
    ];
    let firewall = firewall(&rules).policy;
    let document = r#"{"rules":[{"tool":"t.0","decision":"allow"}],"path-params":{"t.*":"a"}}"#;
    let compiled = permission::compile(&Source::new("p", document));
    let permission = compiled.unwrap_or_else(|faults| panic!("{faults}")).policy;
    for (count, told) in [(2, true), (256, true), (257, false), (300, false)] {
        let list = tools(count, &["b"]);
        let expected: &[String] = &[format!(
            "none of the {count} tools that the rule is about takes `$.a`"
        )];
        let found = firewall::lint_tools(&firewall, &list, 1000);
        let of_code = found
            .iter()
            .filter(|each| each.code == Some(codes::NO_SUCH_ARGUMENT_FIREWALL));
        let messages: Vec<String> = of_code.map(|each| each.message.clone()).collect();
        assert_eq!(messages, if told { expected } else { &[] }, "{count}");

        let expected: &[String] = &[format!(
            "none of the {count} tools that this is about takes `a`"
        )];
        let found = permission::lint_tools(&permission, &list, 1000);
        let of_code = found
            .iter()
            .filter(|each| each.code == Some(codes::NO_SUCH_PARAM));
        let messages: Vec<String> = of_code.map(|each| each.message.clone()).collect();
        assert_eq!(messages, if told { expected } else { &[] }, "{count}");
    }
}

/// A near name is looked for as long as that stays cheap: for the first 200 wrong ones.
#[test]
fn near_names_for_the_first_wrong_ones() {
    let list = ToolList::read(&json!({ "tools": [{ "name": "shell" }] }));
    let list = list.unwrap_or_else(|error| panic!("{error}"));
    let near = |found: Vec<Fault>, code| {
        let of_code = found.into_iter().filter(|each| each.code == Some(code));
        let helps: Vec<String> = of_code.filter_map(|each| each.help).collect();
        let meant = helps
            .iter()
            .filter(|help| help.as_str() == "did you mean `shell`?")
            .count();
        (meant, helps.len())
    };
    let rules: Vec<Value> = (0..203)
        .map(|value| rule("shel", "mcp", "deny", value))
        .collect();
    let found = firewall::lint_tools(&firewall(&rules).policy, &list, 1000);
    assert_eq!(near(found, codes::NO_SUCH_TOOL_FIREWALL), (200, 203));

    let rules: Vec<Value> = (0..203)
        .map(|at| json!({ "tool": "shel", "decision": "allow", "under": format!("/{at}") }))
        .collect();
    let text = json!({ "rules": rules }).to_string();
    let compiled = permission::compile(&Source::new("p", &text));
    let policy = compiled.unwrap_or_else(|faults| panic!("{faults}")).policy;
    let found = permission::lint_tools(&policy, &list, 1000);
    assert_eq!(near(found, codes::NO_SUCH_TOOL), (200, 203));
}

/// Warnings of a permission document about one tool `t` that takes these arguments.
fn about_tool(document: &Value, takes: &[&str]) -> Vec<(Option<&'static str>, Option<String>)> {
    let properties: serde_json::Map<String, Value> = takes
        .iter()
        .map(|&name| (name.to_owned(), json!({})))
        .collect();
    let list = json!({ "tools": [{ "name": "t", "inputSchema": { "properties": properties } }] });
    let list = ToolList::read(&list).unwrap_or_else(|error| panic!("{error}"));
    let text = document.to_string();
    let compiled = permission::compile(&Source::new("p", &text));
    let policy = compiled.unwrap_or_else(|faults| panic!("{faults}")).policy;
    let found = permission::lint_tools(&policy, &list, 1000).into_iter();
    found.map(|fault| (fault.code, fault.help)).collect()
}

#[test]
fn what_a_tool_takes_instead() {
    let names = ["q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9"];
    let document = json!({ "rules": [{ "tool": "t", "decision": "allow", "under": "/srv" }] });
    for (count, more) in [(1, false), (8, false), (9, true)] {
        let takes = names.get(..count).unwrap_or_default();
        let found = about_tool(&document, takes);
        let [(Some(codes::NO_SUCH_ARGUMENT), Some(help))] = found.as_slice() else {
            panic!("{found:?}");
        };
        let shown = takes.iter().take(8).map(|name| format!("`{name}`"));
        let shown = shown.collect::<Vec<_>>().join(", ");
        let dots = if more { ", …" } else { "" };
        let begins = format!("it takes {shown}{dots}: name one, ");
        assert!(help.starts_with(&begins), "{help}");
    }
    let document = json!({ "rules": [{ "tool": "t", "decision": "allow" }],
        "path-params": { "t": "file" } });
    for (takes, help) in [
        (&[][..], "it takes no arguments: remove the entry"),
        (&["q1", "q2"], "there is `q1`, `q2`"),
        (&["files"], "did you mean `files`?"),
    ] {
        let found = about_tool(&document, takes);
        let expected = (Some(codes::NO_SUCH_PARAM), Some(help.to_owned()));
        assert_eq!(found, [expected], "{takes:?}");
    }
}

/// The warnings of a permission document, each its place and message.
fn permission(rules: &[Value]) -> Vec<(Option<&'static str>, String, String)> {
    let text = json!({ "rules": rules }).to_string();
    let compiled = permission::compile(&Source::new("p", &text));
    let compiled = compiled.unwrap_or_else(|faults| panic!("{faults}"));
    let warnings = compiled.warnings.into_iter();
    warnings
        .map(|fault| (fault.code, fault.at.pointer, fault.message))
        .collect()
}

/// R9: a rule that is never reported says which other one is reported in its place.
#[test]
fn what_is_reported_in_place_of_a_rule() {
    let git = |decision: &str, any: &[&str]| {
        json!({ "tool": "sh", "decision": decision,
        "command": "git", "args-any": any })
    };
    let wide = |decision: &str| json!({ "tool": "sh", "decision": decision });
    for (rules, at, over) in [
        (
            [git("deny", &["a"]), git("deny", &["a", "b"])],
            "/rules/0",
            "another deny",
        ),
        (
            [git("allow", &["a", "b"]), git("allow", &["a"])],
            "/rules/1",
            "another allow",
        ),
        ([git("allow", &["a"]), wide("deny")], "/rules/0", "a deny"),
        ([git("allow", &["a"]), wide("ask")], "/rules/0", "an ask"),
    ] {
        let found = permission(&rules);
        let message =
            format!("the rule is never reported: wherever it fires, {over} fires and wins");
        assert_eq!(
            found,
            [(Some(codes::SHADOWED), at.to_owned(), message)],
            "{rules:?}"
        );
    }
}

/// Only what some rule has is looked for, so that a deep rule is found to be covered by one
/// that is nearly as deep, with many tokens to leave out.
#[test]
fn a_deep_rule_is_held_against_what_there_is() {
    let deep = |depth: usize| format!("/{}", vec!["d"; depth].join("/"));
    let args: Vec<String> = (0..40).map(|at| format!("x{at}")).collect();
    let rules = [
        json!({ "tool": "sh", "decision": "deny", "command": "git", "under": deep(39) }),
        json!({ "tool": "sh", "decision": "allow", "command": "git", "under": deep(40), "args": args }),
    ];
    let places: Vec<String> = permission(&rules)
        .into_iter()
        .filter(|(code, _, _)| *code == Some(codes::SHADOWED))
        .map(|(_, at, _)| at)
        .collect();
    assert_eq!(places, ["/rules/1"]);
}
