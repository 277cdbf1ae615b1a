//! Laws over generated policies and calls.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops"
)]

use callgate_compiler::permission::{CompileOptions, Compiled, compile_value};
use callgate_conformance::answer::{self, Answer};
use callgate_conformance::case::CallInput;
use callgate_conformance::generate::{self, Choices};
use callgate_conformance::implementation::{Engine, FixedChecks, Implementation, Reference};
use callgate_conformance::reference::path::path_under;
use callgate_engine::permission::Reason;
use callgate_engine::{Decision, Tri};
use serde_json::{Value, json};

fn compiled(document: &Value) -> Compiled {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    compile_value(document, &options).unwrap_or_else(|faults| panic!("{document}: {faults}"))
}

fn rules(document: &mut Value) -> &mut Vec<Value> {
    document["rules"].as_array_mut().expect("rules are a list")
}

/// One generated call under one generated policy.
struct Scenario {
    seed: u64,
    document: Value,
    call: CallInput,
    checks: Vec<(String, Tri)>,
}

impl Scenario {
    fn answer(&self, document: &Value) -> Answer {
        let compiled = compiled(document);
        let checks = FixedChecks(&self.checks);
        let answer = Engine::indexed().call(&compiled, &self.call, &checks);
        assert_eq!(
            answer,
            Reference.call(&compiled, &self.call, &checks),
            "seed {}: {document}",
            self.seed
        );
        answer
    }
}

fn scenarios(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Scenario> {
    seeds.map(|seed| {
        let mut choices = Choices::seeded(seed);
        let document = generate::policy(&mut choices);
        let call = generate::call(&mut choices);
        let checks = generate::checks(&mut choices);
        Scenario {
            seed,
            document,
            call,
            checks,
        }
    })
}

/// The directory of the longest prefix of the tool's name.
fn root(document: &Value, tool: &str) -> Option<String> {
    let roots = document.get("roots")?.as_object()?;
    let fits = roots
        .iter()
        .filter(|(prefix, _)| tool.starts_with(prefix.as_str()));
    let (_, root) = fits.max_by_key(|(prefix, _)| prefix.len())?;
    Some(root.as_str()?.to_owned())
}

/// E8: added as an allow, a suggestion makes its call allow unless a deny or ask fires.
#[test]
fn a_suggestion_allows_its_call_and_nothing_that_is_denied_or_asked() {
    let (mut allowed, mut kept) = (0, 0);
    for scenario in scenarios(0..6_000) {
        let before = scenario.answer(&scenario.document);
        let Some(suggestion) = &before.suggestion else {
            continue;
        };
        let mut rule = answer::suggestion(suggestion);
        rule["decision"] = json!("allow");
        let mut document = scenario.document.clone();
        rules(&mut document).push(rule.clone());
        let after = scenario.answer(&document);
        let told = format!(
            "seed {}: {rule} on {document}\n{:?}",
            scenario.seed, scenario.call
        );
        if before.outcome.rule.is_some() && before.outcome.decision != Decision::Allow {
            assert_eq!(before.outcome, after.outcome, "{told}");
            kept += 1;
        } else {
            assert_eq!(after.outcome.decision, Decision::Allow, "{told}");
            assert_eq!(after.outcome.reason, Reason::Rule, "{told}");
            allowed += 1;
        }
        assert_eq!(
            before.suggestion, after.suggestion,
            "a rule changed what is suggested: {told}"
        );
    }
    assert!(
        allowed > 1_000 && kept > 1_000,
        "one-sided: {allowed} allowed, {kept} kept"
    );
}

/// E8: a suggested directory never strictly contains the root.
#[test]
fn a_suggested_directory_is_never_wider_than_the_root() {
    let mut looked_at = 0;
    for scenario in scenarios(100_000..130_000) {
        let compiled = compiled(&scenario.document);
        let case = compiled.policy.path_case;
        let answer = Reference.call(&compiled, &scenario.call, &FixedChecks(&scenario.checks));
        let Some(suggestion) = answer.suggestion else {
            continue;
        };
        let Some(root) = root(&scenario.document, &suggestion.tool) else {
            continue;
        };
        let Some(under) = suggestion.under else {
            continue;
        };
        let relative = path_under(".", &under, case) == Tri::Yes;
        let under = if relative {
            format!("{root}/{under}")
        } else {
            under
        };
        if path_under(&under, &root, case) == Tri::Yes {
            let told = format!("seed {}: {under} and {root}", scenario.seed);
            assert_eq!(path_under(&root, &under, case), Tri::Yes, "{told}");
        }
        looked_at += 1;
    }
    assert!(
        looked_at > 250,
        "hardly any suggestion with a root: {looked_at}"
    );
}

/// E1: order decides nothing but the reported rule.
#[test]
fn the_order_of_rules_changes_no_decision() {
    for scenario in scenarios(20_000..24_000) {
        let before = scenario.answer(&scenario.document);
        let mut document = scenario.document.clone();
        let rules = rules(&mut document);
        rules.reverse();
        let half = rules.len() / 2;
        rules.rotate_left(half);
        let after = scenario.answer(&document);
        let told = format!("seed {}: {document}", scenario.seed);
        assert_eq!(before.outcome.decision, after.outcome.decision, "{told}");
        assert_eq!(
            before.outcome.rule.is_some(),
            after.outcome.rule.is_some(),
            "{told}"
        );
        assert_eq!(before.paths, after.paths, "{told}");
        assert_eq!(before.suggestion, after.suggestion, "{told}");
    }
}

/// What a call may do, from the strongest: what a rule denies, asks, what nobody speaks
/// about, what a rule allows.
fn strength(answer: &Answer) -> u8 {
    match answer.outcome.decision {
        Decision::Allow => 0,
        Decision::Ask if answer.outcome.rule.is_none() => 1,
        Decision::Ask => 2,
        Decision::Deny => 3,
    }
}

/// E4: one more deny or ask never weakens, one more allow never strengthens.
#[test]
fn a_rule_moves_an_answer_only_its_own_way() {
    let mut moved = 0;
    for scenario in scenarios(30_000..36_000) {
        let mut document = scenario.document.clone();
        let Some(rule) = rules(&mut document).pop() else {
            continue;
        };
        let without = scenario.answer(&document);
        let with = scenario.answer(&scenario.document);
        let told = format!("seed {}: {rule} on {document}", scenario.seed);
        if rule["decision"] == "allow" {
            // Where nobody spoke an allow may answer; where anybody did it changes nothing.
            let answered = strength(&with) <= strength(&without);
            assert!(answered, "an allow strengthened: {told}");
            assert!(
                strength(&without) <= 1 || with.outcome == without.outcome,
                "{told}"
            );
        } else {
            assert!(
                strength(&with) >= strength(&without),
                "a {} weakened: {told}",
                rule["decision"]
            );
        }
        moved += usize::from(with.outcome.decision != without.outcome.decision);
    }
    assert!(moved > 200, "hardly any rule moved an answer: {moved}");
}
