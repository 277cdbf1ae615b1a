//! What sanitizers take out of arguments, by the engine and by the reference: cases that say it,
//! and generated texts. The case format has no member for redacted arguments, hence files and a
//! runner of their own.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops"
)]

use callgate_compiler::firewall::{Compiled, compile_value};
use callgate_compiler::permission::CompileOptions;
use callgate_compiler::{Limits, Source, document};
use callgate_conformance::case::to_json;
use callgate_conformance::generate::Choices;
use callgate_conformance::reference::firewall::redact;
use callgate_engine::Call;
use callgate_engine::firewall::{Preset, Scratch, StagedCall, Verdict};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

struct Case {
    name: String,
    sanitize: Value,
    args: Value,
    redacted: Value,
}

/// The cases of every file; a member that is none, or missing, is an error.
fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("redaction");
    let mut cases = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let name = path.display().to_string();
        let source = Source::new(&name, &text);
        let node = document::parse(&source, &Limits::default()).expect("a document");
        let Value::Object(mut suite) = to_json(&node) else {
            panic!("{name}: no object");
        };
        assert_eq!(suite.remove("clauses"), Some(json!(["X7"])), "{name}");
        assert!(suite.remove("suite").is_some(), "{name}");
        let Some(Value::Array(list)) = suite.remove("cases") else {
            panic!("{name}: no cases");
        };
        assert!(suite.is_empty(), "{name}: {suite:?}");
        for case in list {
            let Value::Object(mut case) = case else {
                panic!("{name}: {case}");
            };
            let mut take = |member: &str| {
                let value = case.remove(member);
                value.unwrap_or_else(|| panic!("{name}: no {member}"))
            };
            let (title, sanitize) = (take("name"), take("sanitize"));
            let (args, redacted) = (take("args"), take("redacted"));
            assert!(case.is_empty(), "{name}: {case:?}");
            cases.push(Case {
                name: title.as_str().expect("text").to_owned(),
                sanitize,
                redacted: if redacted == "same" {
                    args.clone()
                } else {
                    redacted
                },
                args,
            });
        }
    }
    cases
}

fn compiled(sanitize: &Value) -> Compiled {
    let policy = json!({ "dialect": "firewall", "rules": [
        { "verdict": "sanitize", "sanitize": sanitize },
    ] });
    compile_value(&policy, &CompileOptions::default()).expect("the policy loads")
}

/// What the engine and the reference make of arguments, which has to be the same.
fn redacted(compiled: &Compiled, arguments: &Value) -> Value {
    let call = StagedCall::new(Call::parsed("x", arguments));
    let outcome = compiled.table.decide(&call, &mut Scratch::default());
    assert_eq!(outcome.verdict, Some(Verdict::Sanitize));
    let rule = outcome.rule.expect("a rule");
    let engine = compiled.table.redact(rule, arguments.clone());
    let rule = compiled.policy.rules.first().expect("a rule");
    let sanitizer = rule.sanitizer.as_ref().expect("a sanitizer");
    let reference = redact(sanitizer, arguments).expect("a known expression");
    assert_eq!(engine.as_ref(), Some(&reference), "{arguments}");
    reference
}

#[test]
fn every_case_comes_out_as_it_says() {
    let mut names = BTreeSet::new();
    for case in cases() {
        let came = redacted(&compiled(&case.sanitize), &case.args);
        assert_eq!(came, case.redacted, "{}", case.name);
        assert!(names.insert(case.name.clone()), "{} twice", case.name);
    }
    assert_eq!(names.len(), 31, "the count of cases");
}

#[test]
fn every_preset_takes_something_and_leaves_a_near_miss() {
    let mut seen: BTreeMap<(String, bool), usize> = BTreeMap::new();
    for case in cases() {
        let presets = case.sanitize.get("presets").and_then(Value::as_array);
        for preset in presets.into_iter().flatten() {
            let preset = preset.as_str().expect("a name").to_owned();
            *seen
                .entry((preset, case.args == case.redacted))
                .or_default() += 1;
        }
    }
    for preset in Preset::ALL {
        for left in [false, true] {
            assert!(
                seen.contains_key(&(preset.as_str().to_owned(), left)),
                "{}: {left}",
                preset.as_str()
            );
        }
    }
}

#[test]
fn generated_texts_come_out_the_same() {
    const PIECES: &[&str] = &[
        "AKIAIOSFODNN7EXAMPLE",
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "sk-",
        "ant-",
        "a1B2c3D4e5F6g7H8",
        "Bearer ",
        "bearer\t",
        "ann",
        "@",
        ".",
        "x.org",
        "123",
        "-45",
        "-6789",
        "4111",
        " 1111",
        "1111",
        " ",
        "-",
        "é",
        "_",
        "=",
    ];
    const CUSTOM: &[&str] = &[
        "[a-z]+@",
        "1+",
        "(?i)BEARER",
        r"\b4111\b",
        "",
        "é|4",
        r"\d+?1",
        "^a|x$",
        "1(?:1 ?)*",
    ];
    let mut taken = 0;
    for seed in 0..400 {
        let mut choices = Choices::seeded(seed);
        let presets: BTreeSet<&str> = choices
            .several(4, |choices| {
                Preset::ALL[choices.below(Preset::ALL.len())].as_str()
            })
            .into_iter()
            .collect();
        let mut custom = choices.several(2, |choices| choices.word(CUSTOM));
        if presets.is_empty() && custom.is_empty() {
            custom.push("1");
        }
        let compiled = compiled(&json!({ "presets": presets, "custom": custom }));
        for _ in 0..10 {
            let text = choices.several(12, |choices| choices.word(PIECES)).concat();
            let arguments = json!({ "s": text });
            taken += usize::from(redacted(&compiled, &arguments) != arguments);
        }
    }
    assert!(taken > 1000, "{taken} texts hold something");
}
