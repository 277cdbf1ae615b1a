//! The published schemas against the corpus: every case file, and every policy in it that
//! loads.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use callgate_compiler::document::{self, Node};
use callgate_compiler::schema::{SCHEMAS, schema};
use callgate_compiler::{Limits, Source, firewall, permission};
use callgate_conformance::case::{PolicyInput, Question, to_json};
use callgate_conformance::corpus::{self, CaseFile};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn validator(name: &str) -> Validator {
    let schema = schema(name).expect("a schema of that name");
    let schema: Value = serde_json::from_str(schema.text).expect("a schema is JSON");
    jsonschema::validator_for(&schema).expect("a schema is a schema")
}

fn files() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    corpus::find(&corpus).expect("the corpus")
}

/// The instance's faults by a schema, in words.
fn faults(validator: &Validator, instance: &Value) -> Vec<String> {
    let errors = validator.iter_errors(instance);
    errors
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect()
}

fn assert_valid(validator: &Validator, instance: &Value, about: &str) {
    let found = faults(validator, instance);
    assert!(found.is_empty(), "{about}: {found:#?}\n{instance:#}");
}

#[test]
fn every_schema_is_one() {
    for schema in SCHEMAS {
        let text: Value = serde_json::from_str(schema.text).expect(schema.name);
        assert!(jsonschema::meta::is_valid(&text), "{}", schema.name);
    }
}

#[test]
fn every_case_file_is_one_by_its_schema() {
    let cases = validator("cases");
    let mut seen = 0;
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a case file");
        let about = path.display().to_string();
        if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            for (number, line) in (1..)
                .zip(text.lines())
                .filter(|(_, line)| !line.trim().is_empty())
            {
                let value: Value = serde_json::from_str(line).expect("JSON lines");
                assert_valid(&cases, &value, &format!("{about}:{number}"));
                seen += 1;
            }
        } else {
            let source = Source::new(&about, &text);
            let node = document::parse(&source, &Limits::default()).expect("a case file");
            let value = to_json(&node);
            assert_valid(&cases, &value, &about);
            seen += 1;
        }
    }
    assert!(seen > 20);
}

/// Whether a document loads, by what the validators say.
fn loads(node: &Node<'_>, source: &Source<'_>) -> Option<&'static str> {
    let limits = Limits::default();
    if firewall::recognises(node) {
        firewall::validate(node, source, &limits)
            .ok()
            .map(|_| "firewall")
    } else {
        permission::validate(node, &limits)
            .ok()
            .map(|_| "permission")
    }
}

#[test]
fn every_policy_that_loads_is_one_by_its_schema() {
    let (permission, firewall) = (validator("permission"), validator("firewall"));
    let (mut loaded, mut refused) = (0, 0);
    for path in files() {
        let file = CaseFile::read(&path).expect("a case file");
        for case in file.cases().expect("cases") {
            let policy = match &case.question {
                Question::Call { policy, .. } | Question::Document(policy) => policy,
                _ => continue,
            };
            let about = format!("{}: {}", path.display(), case.name);
            let parsed;
            let (source, node) = match policy {
                PolicyInput::Tree(node) => (file.source(), &**node),
                PolicyInput::Text { name, text } => {
                    let source = Source { name, text };
                    match document::parse(&source, &Limits::default()) {
                        Ok(node) => parsed = node,
                        Err(_) => continue,
                    }
                    (source, &parsed)
                }
            };
            match loads(node, &source) {
                Some("firewall") => assert_valid(&firewall, &to_json(node), &about),
                Some(_) => assert_valid(&permission, &to_json(node), &about),
                None => refused += 1,
            }
            loaded += 1;
        }
    }
    assert!(loaded > 100 && refused > 20, "{loaded} {refused}");
}

#[test]
fn what_editors_should_underline_is_refused() {
    let permission = validator("permission");
    let rule = |rule: Value| json!({ "rules": [rule] });
    for wrong in [
        json!({}),
        json!({ "rules": [], "rule": [] }),
        rule(json!({ "tool": "a" })),
        rule(json!({ "tool": "a", "decision": "maybe" })),
        rule(json!({ "tool": "a*b", "decision": "allow" })),
        rule(json!({ "tool": "a", "decision": "allow", "dir": "/x" })),
        rule(json!({ "tool": "a", "decision": "allow", "args": ["x"] })),
        rule(json!({ "tool": "a", "decision": "allow", "command": "git", "args-any": [] })),
        rule(json!({ "tool": "a", "decision": "allow", "under": null })),
        json!({ "rules": [], "options": { "case": 1 } }),
    ] {
        assert!(!permission.is_valid(&wrong), "{wrong}");
    }
    let firewall = validator("firewall");
    for wrong in [
        json!({ "rules": [{ "tool_name_glob": "a" }] }),
        json!({ "rules": [{ "verdict": "maybe" }] }),
        json!({ "rules": [{ "verdict": "cap_cost" }] }),
        json!({ "rules": [{ "verdict": "deny", "args_match": { "clauses": [{ "path": "$", "op": "like", "value": 1 }] } }] }),
        json!({ "rules": [{ "verdict": "deny", "args_match": { "clauses": [{ "path": "$", "op": "in", "value": 1 }] } }] }),
        json!({ "rules": [{ "verdict": "deny", "egress": {}, "egress_json": "{}" }] }),
    ] {
        assert!(!firewall.is_valid(&wrong), "{wrong}");
    }
}
