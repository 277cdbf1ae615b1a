//! Generated firewall policies and calls: the engine, the engine without its index and the
//! reference give the same verdict, by the same rule, for the same reason.

#![expect(clippy::panic, reason = "a test reports its failures this way")]

use callgate_compiler::firewall::compile_value;
use callgate_compiler::permission::CompileOptions;
use callgate_conformance::case::{ArgumentsInput, CallInput};
use callgate_conformance::generate::{self, Choices};
use callgate_conformance::implementation::{Engine, Implementation, Reference};
use callgate_engine::firewall::Reason;
use std::collections::HashMap;

fn run(seeds: std::ops::Range<u64>, policy: fn(&mut Choices<'_>) -> serde_json::Value) {
    // `SEEDS=n` runs n times as many.
    let times = std::env::var("SEEDS")
        .ok()
        .and_then(|times| times.parse().ok())
        .unwrap_or(1_u64);
    let seeds = seeds.start..seeds.start + (seeds.end - seeds.start) * times;
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    let mut seen: HashMap<Reason, usize> = HashMap::new();
    let (mut engine, mut unindexed) = (Engine::indexed(), Engine::unindexed());
    for seed in seeds {
        let mut choices = Choices::seeded(seed);
        let document = policy(&mut choices);
        let compiled = compile_value(&document, &options)
            .unwrap_or_else(|faults| panic!("seed {seed}: {faults}\n{document}"));
        for round in 0..8 {
            let call = generate::firewall_call(&mut choices);
            let answer = engine.firewall(&compiled, &call);
            let others: [&mut dyn Implementation; 2] = [&mut unindexed, &mut Reference];
            for other in others {
                assert_eq!(
                    answer,
                    other.firewall(&compiled, &call),
                    "the engine and {} differ, seed {seed}, call {round}:\n{document}\n{}",
                    other.name(),
                    shown(&call)
                );
            }
            *seen.entry(answer.reason).or_default() += 1;
        }
    }
    for reason in [
        Reason::Rule,
        Reason::Default,
        Reason::NoDestination,
        Reason::OverCap,
        Reason::SpendUnknown,
        Reason::CannotHold,
        Reason::CannotSanitize,
        Reason::Disabled,
    ] {
        assert!(
            seen.get(&reason).is_some_and(|&count| count >= 5),
            "hardly any {reason}: {seen:?}"
        );
    }
}

fn shown(call: &CallInput) -> String {
    match &call.arguments {
        ArgumentsInput::Raw(bytes) => {
            format!(
                "{:?} {:?} {}",
                call.tool,
                call.firewall,
                String::from_utf8_lossy(bytes)
            )
        }
        arguments => format!("{:?} {:?} {arguments:?}", call.tool, call.firewall),
    }
}

#[test]
fn small_policies() {
    run(0..6_000, generate::firewall_policy);
}

#[test]
fn crowded_policies() {
    run(1_000_000..1_000_400, generate::crowded_firewall_policy);
}

#[test]
fn globs() {
    const PIECES: &[&str] = &["a", "b", "*", ".", "", "..", "*.", ".*", "ab", "é"];
    let mut choices = Choices::seeded(7);
    let text = |choices: &mut Choices<'_>| choices.several(7, |c| c.word(PIECES)).concat();
    for _ in 0..40_000 {
        let (glob, tool) = (text(&mut choices), text(&mut choices));
        let expected = Reference.glob(&glob, &tool);
        assert_eq!(
            Engine::indexed().glob(&glob, &tool),
            expected,
            "{glob:?} {tool:?}"
        );
        assert_eq!(
            Engine::unindexed().glob(&glob, &tool),
            expected,
            "{glob:?} {tool:?}"
        );
    }
}
