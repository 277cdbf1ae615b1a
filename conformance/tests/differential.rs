//! Generated policies and calls: the engine, the engine without its indexes and the reference
//! give the same whole answer.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops"
)]

use callgate_compiler::permission::{CompileOptions, Compiled, compile_value};
use callgate_conformance::answer::Answer;
use callgate_conformance::case::CallInput;
use callgate_conformance::emit;
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

/// What choices make.
type Drawn<T> = fn(&mut Choices<'_>) -> T;

/// Asks everybody; a difference is told as a case that can be put into the corpus.
fn agreed(
    seed: u64,
    document: &serde_json::Value,
    call: Drawn<CallInput>,
    choices: &mut Choices<'_>,
) -> Vec<Answer> {
    let compiled = compiled(document);
    let mut engines = [Engine::indexed(), Engine::unindexed()];
    (0..6)
        .map(|round| {
            let call = call(choices);
            let checks = generate::checks(choices);
            let expected = Reference.call(&compiled, &call, &FixedChecks(&checks));
            for engine in &mut engines {
                let got = engine.call(&compiled, &call, &FixedChecks(&checks));
                if got != expected {
                    let name = format!("seed {seed}, call {round}");
                    let case = emit::case(&name, document, &checks, &call, &expected);
                    panic!(
                        "{}: {got:#?}\nreference: {expected:#?}\n{case}",
                        engine.name()
                    );
                }
            }
            expected
        })
        .collect()
}

/// How often each decision and reason came, so that a one-sided generator shows.
fn run(
    seeds: std::ops::Range<u64>,
    policy: Drawn<serde_json::Value>,
    call: Drawn<CallInput>,
    expected: &[(&str, Reason)],
) {
    let mut seen: HashMap<(String, Reason), usize> = HashMap::new();
    let mut total = 0;
    for seed in seeds {
        let mut choices = Choices::seeded(seed);
        let document = policy(&mut choices);
        for answer in agreed(seed, &document, call, &mut choices) {
            let outcome = answer.outcome;
            *seen
                .entry((outcome.decision.to_string(), outcome.reason))
                .or_default() += 1;
            total += 1;
        }
    }
    for &(decision, reason) in expected {
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

/// What a mixed policy comes to.
const MIXED: &[(&str, Reason)] = &[
    ("allow", Reason::Rule),
    ("deny", Reason::Rule),
    ("deny", Reason::UnevaluablePath),
    ("ask", Reason::Rule),
    ("ask", Reason::UnevaluablePath),
    ("ask", Reason::NoMatch),
];

#[test]
fn small_policies() {
    run(0..4_000, generate::policy, generate::call, MIXED);
}

#[test]
fn crowded_policies() {
    let seeds = 1_000_000..1_000_250;
    run(seeds, generate::crowded, generate::call, &MIXED[..5]);
}

#[test]
fn policies_that_stay_silent() {
    let silent = [
        ("allow", Reason::Rule),
        ("ask", Reason::UnevaluablePath),
        ("ask", Reason::NoMatch),
    ];
    let seeds = 2_000_000..2_001_500;
    run(
        seeds.clone(),
        generate::quiet,
        generate::plain_call,
        &silent,
    );
    run(seeds, generate::quiet, generate::call, &silent[..2]);
}
