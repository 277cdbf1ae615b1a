//! Firewall policies and calls whose names, paths, values and destinations collide.

use super::Choices;
use crate::case::{ArgumentsInput, CallInput, FirewallInput};
use serde_json::{Map, Value, json};

const GLOBS: &[&str] = &[
    "", "*", "a.*", "a.b.*", "*.b", "*.a.b", "*.a.*", "*.b.a.*", "*...*", "a", "a.b", "b.a.b",
    "a*", "*.*", "a.*.b", ".a.", ".a.*", "*..b", "é.*", "**",
];
const PIECES: &[&str] = &["a", "b", "", "c", "é", "*"];
const SKILLS: &[&str] = &["a", "a.b", "b.a.b", ""];
const PATHS: &[&str] = &[
    "$", "$.a", "$.b", "$.a.b", "$.a[0]", "$.a[1].b", "$['a.b']", "$.l[2]", "$.é",
];
const TEXTS: &[&str] = &[
    "",
    "a",
    "ab",
    "aab",
    "rm -rf",
    "RM",
    "10.0.0.1",
    "10.1.2.3",
    "::ffff:10.0.0.1",
    "2001:db8::1",
    "é",
    "5",
    "\"\n",
    "abc def",
];
const REGEXES: &[&str] = &[
    "", "a", "ab|rm", "^a+b$", "(?i)rm", ".*", r"\d+", "^$", "é", "c d|f",
];
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "5",
    "5.0",
    "5e0",
    "50e-1",
    "-5",
    "9007199254740992",
    "9007199254740993",
    "0.1",
    "1e999999",
    "1e-999999",
    "1.5",
    "18446744073709551615",
];
const CIDRS: &[&str] = &[
    "10.0.0.0/8",
    "10.0.0.1/32",
    "10.1.2.3/16",
    "0.0.0.0/0",
    "::ffff:10.0.0.0/104",
    "2001:db8::/32",
    "::/0",
    "::1/128",
];
const ENTRIES: &[&str] = &[
    "x.com",
    "*.x.com",
    "a.x.com",
    "*.a.x.com",
    "10.0.0.0/8",
    "10.0.0.1",
    "::1",
    "::/0",
    "64:ff9b::/96",
    "::ffff:10.0.0.0/104",
    "2002:a00::/24",
    "::/96",
    "0.0.0.0/0",
    "Y.org.",
];
const DESTINATIONS: &[&str] = &[
    "x.com",
    "A.x.com",
    "b.a.x.com.",
    "y.org",
    "https://a.x.com:8443/p",
    "10.0.0.1",
    "[::1]",
    "::ffff:10.0.0.1",
    "2002:a00:1::",
    "64:ff9b::a00:1",
    "x.com:80",
    "127.1",
    "",
    "::",
    "::1.2.3.4",
    "http://u@x.com",
    "9.9.9.9",
];
const RESOLVED: &[&str] = &[
    "10.0.0.1",
    "10.1.2.3",
    "9.9.9.9",
    "::1",
    "[::1]",
    "::ffff:10.0.0.1",
    "2002:a00:1::",
    "x",
    "2001:db8::1",
];
const STAGES: &[&str] = &["inbound", "response", "mcp", "egress"];
const VERDICTS: &[&str] = &[
    "deny",
    "allow",
    "audit",
    "sanitize",
    "pending_approval",
    "cap_cost",
];

/// A firewall policy that loads.
pub fn firewall_policy(choices: &mut Choices<'_>) -> Value {
    let rules = choices.several(8, |choices| rule(choices, false));
    of_rules(rules, choices)
}

/// A policy of many narrow rules, so that its indexes are crowded and a walk is long.
pub fn crowded_firewall_policy(choices: &mut Choices<'_>) -> Value {
    let rules = (0..150).map(|_| rule(choices, true)).collect();
    of_rules(rules, choices)
}

fn of_rules(mut rules: Vec<Value>, choices: &mut Choices<'_>) -> Value {
    for (id, rule) in rules.iter_mut().enumerate() {
        if choices.once_in(3) {
            // Ids against the order of the document.
            let id = 1000 - i64::try_from(id).unwrap_or_default();
            rule.as_object_mut().into_iter().for_each(|rule| {
                rule.insert("id".into(), json!(id));
            });
        }
    }
    json!({
        "dialect": "firewall",
        "rules": rules,
        "default_verdict": choices.word(&["audit", "allow", "deny"]),
        "enabled": !choices.once_in(60),
        "shadow": choices.once_in(8),
        "options": { "strict-clauses": choices.once_in(3) },
    })
}

/// A narrow rule asks for a name and has a clause or a scope.
fn rule(choices: &mut Choices<'_>, narrow: bool) -> Value {
    let mut rule = Map::new();
    let mut set = |name: &str, value: Value| rule.insert(name.to_owned(), value);
    let verdict = choices.word(VERDICTS);
    let mut stage = if choices.once_in(2) {
        choices.word(STAGES)
    } else {
        ""
    };
    if verdict == "pending_approval" && matches!(stage, "response" | "egress") {
        stage = "mcp";
    }
    set("verdict", json!(verdict));
    if !stage.is_empty() || choices.once_in(4) {
        set("stage", json!(stage));
    }
    if choices.once_in(3) {
        set("priority", json!(choices.below(3)));
    }
    if narrow {
        let names = GLOBS.get(2..).unwrap_or_default();
        set("tool_name_glob", json!(choices.word(names)));
    } else if !choices.once_in(3) {
        set("tool_name_glob", json!(choices.word(GLOBS)));
    }
    if choices.once_in(5) {
        set("skill_name_glob", json!(choices.word(GLOBS)));
    }
    if choices.once_in(2) || narrow && stage != "egress" {
        let mut clauses = choices.several(3, clause);
        if narrow {
            clauses.push(clause(choices));
        }
        let clauses = clauses.join(",");
        // As text, so that no number is rewritten on the way.
        set(
            "args_match_json",
            json!(format!("{{\"clauses\":[{clauses}]}}")),
        );
    }
    if stage == "egress" && (narrow || !choices.once_in(3)) {
        let mut list = || choices.several(4, |choices| choices.word(ENTRIES));
        let (mut allow, mut deny) = (list(), list());
        let scope = if verdict == "allow" {
            &mut allow
        } else {
            &mut deny
        };
        scope.push(choices.word(ENTRIES));
        set("egress", json!({ "allow": allow, "deny": deny }));
    }
    match verdict {
        "sanitize" => {
            set("sanitize", json!({ "presets": ["email"] }));
        }
        "cap_cost" => {
            set("cap_cost_cents", json!(choices.below(3)));
        }
        _ => {}
    }
    if choices.once_in(20) {
        set("sequence", json!({ "of": 2 }));
    }
    Value::Object(rule)
}

fn clause(choices: &mut Choices<'_>) -> String {
    let path = json!(choices.word(PATHS));
    let (op, value) = match choices.below(8) {
        0 => ("contains", json!(choices.word(TEXTS)).to_string()),
        1 => ("regex", json!(choices.word(REGEXES)).to_string()),
        2 => ("gt", choices.word(NUMBERS).to_owned()),
        3 => ("lt", choices.word(NUMBERS).to_owned()),
        4 => ("cidr_match", json!(choices.word(CIDRS)).to_string()),
        5 => {
            let values = choices.several(4, scalar).join(",");
            ("in", format!("[{values}]"))
        }
        _ => ("eq", scalar(choices)),
    };
    format!("{{\"path\":{path},\"op\":\"{op}\",\"value\":{value}}}")
}

fn scalar(choices: &mut Choices<'_>) -> String {
    match choices.below(12) {
        0 => "null".to_owned(),
        1 => "true".to_owned(),
        2 => "false".to_owned(),
        3 => "[1]".to_owned(),
        4 => "{}".to_owned(),
        5..=7 => choices.word(NUMBERS).to_owned(),
        _ => json!(choices.word(TEXTS)).to_string(),
    }
}

/// A call at some stage.
pub fn firewall_call(choices: &mut Choices<'_>) -> CallInput {
    let tool = match choices.below(20) {
        0 => None,
        1 => Some(json!(7)),
        _ => {
            let mut pieces = vec![choices.word(PIECES)];
            pieces.extend(choices.several(4, |choices| choices.word(PIECES)));
            Some(json!(pieces.join(".")))
        }
    };
    let text = object(choices, 0);
    let arguments = match choices.below(8) {
        0 => ArgumentsInput::Absent,
        1..=4 => ArgumentsInput::Raw(if choices.once_in(12) {
            text.bytes().skip(1).collect()
        } else {
            text.into_bytes()
        }),
        // A tree holds no number of any size, and no member twice.
        _ => serde_json::from_str(&text).map_or(ArgumentsInput::Absent, ArgumentsInput::Parsed),
    };
    let some = |choices: &mut Choices<'_>, words: &[&'static str]| {
        (!choices.once_in(6)).then(|| choices.word(words).to_owned())
    };
    CallInput {
        tool,
        arguments,
        firewall: FirewallInput {
            stage: some(choices, STAGES),
            skill: choices.once_in(2).then(|| choices.word(SKILLS).to_owned()),
            destination: some(choices, DESTINATIONS),
            resolved: choices
                .once_in(2)
                .then(|| choices.several(3, |choices| choices.word(RESOLVED).to_owned())),
            spent_cents: match choices.below(6) {
                0 => None,
                1 => Some(json!(1.5)),
                _ => Some(json!(choices.below(4))),
            },
        },
    }
}

/// An object as text, with every so often a member twice.
fn object(choices: &mut Choices<'_>, depth: usize) -> String {
    let names = [
        "\"a\"",
        "\"b\"",
        "\"l\"",
        "\"a.b\"",
        "\"\\u0061\"",
        "\"é\"",
        "\"c\"",
    ];
    let count = choices.below(4);
    let members: Vec<String> = (0..count)
        .map(|_| format!("{}:{}", choices.word(&names), value(choices, depth + 1)))
        .collect();
    format!("{{{}}}", members.join(","))
}

fn value(choices: &mut Choices<'_>, depth: usize) -> String {
    match choices.below(if depth < 4 { 16 } else { 12 }) {
        12 | 13 => object(choices, depth),
        14 | 15 => {
            let elements = choices.several(3, |choices| value(choices, depth + 1));
            format!("[{}]", elements.join(","))
        }
        0..=2 => format!("\"{}{}\"", "\\u0061", choices.word(&["b", "", "ab"])),
        _ => scalar(choices),
    }
}
