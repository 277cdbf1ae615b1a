//! Permission documents that always load.

use super::Choices;
use super::vocabulary::{
    CHECKS, CROWDED, DIRECTORIES, HOSTS, PATH_NAMES, PATTERNS, PREFIXES, PROGRAMS, TOKENS,
    URL_NAMES,
};
use callgate_engine::Decision;
use callgate_engine::permission::PredicateKind;
use serde_json::{Map, Value, json};

/// A document of a few rules.
pub fn policy(choices: &mut Choices<'_>) -> Value {
    let rules = choices.several(8, rule);
    document(choices, rules)
}

/// A document of many rules, enough for every index to be built.
pub fn crowded(choices: &mut Choices<'_>) -> Value {
    let rules = choices.several(300, rule);
    document(choices, rules)
}

/// A document whose rules crowd one tool pattern, most of them allows with predicates of the
/// same few kinds: many calls fire none of them, and the reason hangs on what was unknown.
pub fn quiet(choices: &mut Choices<'_>) -> Value {
    let which = 1 + choices.below(15);
    let kinds: Vec<PredicateKind> = KINDS
        .into_iter()
        .enumerate()
        .filter_map(|(bit, kind)| (which >> bit & 1 == 1).then_some(kind))
        .collect();
    let sterner = choices.below(3);
    let count = 9 + choices.below(24);
    let rules = (0..count)
        .map(|_| {
            let decision = match choices.below(24) {
                0 if sterner > 0 => Decision::Deny,
                1 if sterner > 1 => Decision::Ask,
                _ => Decision::Allow,
            };
            let tool = choices.word(CROWDED);
            let certain = choices.below(kinds.len());
            let mut rule = head(tool, decision);
            for (at, &kind) in kinds.iter().enumerate() {
                if at == certain || choices.once_in(3) {
                    narrow(choices, kind, &mut rule);
                }
            }
            Value::Object(rule)
        })
        .collect();
    let mut document = document(choices, rules);
    if let Value::Object(document) = &mut document
        && choices.below(2) == 1
    {
        let line = json!({ "*": { "line": "line" } });
        document.insert("command-params".to_owned(), line);
    }
    document
}

const KINDS: [PredicateKind; 4] = [
    PredicateKind::Under,
    PredicateKind::Host,
    PredicateKind::Command,
    PredicateKind::Check,
];

fn document(choices: &mut Choices<'_>, rules: Vec<Value>) -> Value {
    let mut document = Map::new();
    document.insert("rules".to_owned(), Value::Array(rules));
    if choices.below(2) == 1 {
        let roots = choices.several(3, |choices| {
            (
                choices.word(PREFIXES).to_owned(),
                json!(choices.word(DIRECTORIES)),
            )
        });
        document.insert(
            "roots".to_owned(),
            Value::Object(roots.into_iter().collect()),
        );
    }
    if choices.once_in(3) {
        document.insert(
            "path-params".to_owned(),
            params(choices, |choices| names(choices, PATH_NAMES)),
        );
    }
    if choices.once_in(3) {
        document.insert(
            "url-params".to_owned(),
            params(choices, |choices| names(choices, URL_NAMES)),
        );
    }
    if choices.once_in(3) {
        document.insert("command-params".to_owned(), params(choices, command_params));
    }
    if choices.once_in(4) {
        document.insert("options".to_owned(), json!({ "path-case": "insensitive" }));
    }
    Value::Object(document)
}

fn params(choices: &mut Choices<'_>, one: impl Fn(&mut Choices<'_>) -> Value) -> Value {
    let entries = choices.several(3, |choices| {
        (choices.word(PATTERNS).to_owned(), one(choices))
    });
    Value::Object(entries.into_iter().collect())
}

fn names(choices: &mut Choices<'_>, of: &[&'static str]) -> Value {
    if choices.once_in(4) {
        return json!(choices.word(of));
    }
    json!(choices.several(3, |choices| choices.word(of)))
}

fn command_params(choices: &mut Choices<'_>) -> Value {
    match choices.below(4) {
        0 => json!({ "line": "line" }),
        1 => json!({ "command": "program" }),
        2 => json!({ "command": "program", "args": "argv" }),
        _ => json!({}),
    }
}

fn rule(choices: &mut Choices<'_>) -> Value {
    let decision = match choices.below(5) {
        0..=2 => Decision::Allow,
        3 => Decision::Deny,
        _ => Decision::Ask,
    };
    let mut rule = head(choices.word(PATTERNS), decision);
    for kind in KINDS {
        if choices.once_in(4) {
            narrow(choices, kind, &mut rule);
        }
    }
    Value::Object(rule)
}

/// A rule without predicates.
fn head(tool: &str, decision: Decision) -> Map<String, Value> {
    let mut rule = Map::new();
    rule.insert("tool".to_owned(), json!(tool));
    rule.insert("decision".to_owned(), json!(decision.as_str()));
    rule
}

/// Gives a rule one predicate: a new kind does not compile until it is generated.
fn narrow(choices: &mut Choices<'_>, kind: PredicateKind, rule: &mut Map<String, Value>) {
    let value = match kind {
        PredicateKind::Under => json!(choices.word(DIRECTORIES)),
        PredicateKind::Host => json!(choices.word(HOSTS)),
        PredicateKind::Check => json!(choices.word(CHECKS)),
        PredicateKind::Command => {
            if choices.once_in(3) {
                rule.insert("args".to_owned(), json!(choices.several(2, token)));
            }
            if choices.once_in(3) {
                let mut any = choices.several(1, token);
                any.push(token(choices));
                rule.insert("args-any".to_owned(), json!(any));
            }
            json!(choices.word(PROGRAMS))
        }
    };
    rule.insert(kind.as_str().to_owned(), value);
}

/// A token that a rule may hold (R7).
fn token(choices: &mut Choices<'_>) -> &'static str {
    let word = choices.word(TOKENS);
    if word.is_empty() { "x" } else { word }
}
