//! Generated policies and calls: the engine, the engine without its indexes and the reference
//! give the same whole answer.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use callgate_compiler::permission::{CompileOptions, Compiled, compile_value};
use callgate_conformance::answer::Answer;
use callgate_conformance::case::{ArgumentsInput, CallInput};
use callgate_conformance::generate::{self, Choices};
use callgate_conformance::implementation::{Engine, FixedChecks, Implementation, Reference};
use callgate_engine::permission::Reason;
use std::collections::HashMap;

fn compiled(document: &serde_json::Value) -> Compiled {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    compile_value(document, &options).expect("a generated policy loads")
}

/// Asks everybody; panics with everything needed to repeat it.
fn agreed(seed: u64, document: &serde_json::Value, choices: &mut Choices<'_>) -> Vec<Answer> {
    let compiled = compiled(document);
    let mut implementations: [&mut dyn Implementation; 3] = [
        &mut Engine::indexed(),
        &mut Engine::unindexed(),
        &mut Reference,
    ];
    (0..6)
        .map(|round| {
            let call = generate::call(choices);
            let checks = generate::checks(choices);
            let mut answers = implementations.iter_mut().map(|implementation| {
                let answer = implementation.call(&compiled, &call, &FixedChecks(&checks));
                (implementation.name(), answer)
            });
            let (first, answer) = answers.next().expect("three implementations");
            for (other, theirs) in answers {
                assert_eq!(
                    answer, theirs,
                    "{first} and {other} differ, seed {seed}, call {round}:\n{document}\n{}\n{checks:?}",
                    shown(&call)
                );
            }
            answer
        })
        .collect()
}

/// A call as people read it.
fn shown(call: &CallInput) -> String {
    match &call.arguments {
        ArgumentsInput::Raw(bytes) | ArgumentsInput::Request(bytes) => {
            format!("{:?} {}", call.tool, String::from_utf8_lossy(bytes))
        }
        arguments => format!("{:?} {arguments:?}", call.tool),
    }
}

/// How often each decision and reason came, so that a one-sided generator shows.
fn run(seeds: std::ops::Range<u64>, policy: fn(&mut Choices<'_>) -> serde_json::Value) {
    let mut seen: HashMap<(String, Reason), usize> = HashMap::new();
    let mut total = 0;
    for seed in seeds {
        let mut choices = Choices::seeded(seed);
        let document = policy(&mut choices);
        for answer in agreed(seed, &document, &mut choices) {
            let outcome = answer.outcome;
            *seen
                .entry((outcome.decision.to_string(), outcome.reason))
                .or_default() += 1;
            total += 1;
        }
    }
    for (decision, reason) in [
        ("allow", Reason::Rule),
        ("deny", Reason::Rule),
        ("deny", Reason::UnevaluablePath),
        ("ask", Reason::Rule),
        ("ask", Reason::UnevaluablePath),
    ] {
        let count = seen
            .get(&(decision.to_owned(), reason))
            .copied()
            .unwrap_or_default();
        assert!(
            count * 100 > total,
            "hardly any {decision} by {reason:?}: {seen:?}"
        );
    }
}

#[test]
fn small_policies() {
    run(0..4_000, generate::policy);
}

#[test]
fn crowded_policies() {
    run(1_000_000..1_000_250, generate::crowded);
}
