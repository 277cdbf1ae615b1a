//! Every policy of up to two rules over a small vocabulary of every predicate, against every
//! call of that vocabulary: nothing is left to chance.

#![expect(
    clippy::indexing_slicing,
    reason = "a test that writes members of objects it made"
)]
#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use callgate_compiler::permission::{CompileOptions, Compiled, compile_value};
use callgate_conformance::case::{ArgumentsInput, CallInput, FirewallInput};
use callgate_conformance::implementation::{Engine, FixedChecks, Implementation, Reference};
use callgate_engine::Tri;
use serde_json::{Value, json};

/// Every rule: tool × decision × one or no predicate of each shape, and two pairs.
fn rules() -> Vec<Value> {
    let predicates = [
        json!({}),
        json!({ "under": "/a" }),
        json!({ "under": "b" }),
        json!({ "host": "x.y" }),
        json!({ "host": "*.y" }),
        json!({ "command": "g" }),
        json!({ "command": "G*", "args": ["s"] }),
        json!({ "command": "g", "args-any": ["-f"] }),
        json!({ "check": "c" }),
        json!({ "under": "/a", "host": "x.y" }),
        json!({ "command": "g", "check": "c" }),
    ];
    let mut rules = Vec::new();
    for tool in ["t", "t*", "*"] {
        for decision in ["allow", "ask", "deny"] {
            for predicate in &predicates {
                let mut rule = predicate.clone();
                rule["tool"] = json!(tool);
                rule["decision"] = json!(decision);
                rules.push(rule);
            }
        }
    }
    rules
}

/// Every call: each argument absent, matching, missing, unknown, and not a string, one or two
/// arguments at a time.
fn calls() -> Vec<CallInput> {
    let groups: [Vec<Value>; 3] = [
        vec![
            json!({}),
            json!({ "path": "/a/x" }),
            json!({ "path": "/ab" }),
            json!({ "path": "b/x" }),
            json!({ "path": "/a/../x" }),
            json!({ "path": 1 }),
            json!({ "from": "/a/x" }),
            json!({ "from": "/a/x", "to": "/c" }),
        ],
        vec![
            json!({}),
            json!({ "url": "https://x.y/" }),
            json!({ "url": "https://z.x.y" }),
            json!({ "url": "https://u@x.y" }),
        ],
        vec![
            json!({}),
            json!({ "command": "g" }),
            json!({ "command": "G", "args": ["s"] }),
            json!({ "command": "g", "args": ["-f", "s"] }),
            json!({ "command": "g", "args": [1] }),
            json!({ "command": "h" }),
            json!({ "command": "g h" }),
        ],
    ];
    let [locations, urls, commands] = &groups;
    let mut calls = Vec::new();
    for tool in ["t", "tt", "u"] {
        for location in locations {
            for url in urls {
                for command in commands {
                    let mut arguments = serde_json::Map::new();
                    for part in [location, url, command] {
                        arguments.extend(part.as_object().cloned().expect("an object"));
                    }
                    calls.push(CallInput {
                        tool: Some(json!(tool)),
                        arguments: ArgumentsInput::Parsed(Value::Object(arguments)),
                        firewall: FirewallInput::default(),
                    });
                }
            }
        }
    }
    calls
}

fn compiled(rules: &[&Value]) -> Compiled {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    compile_value(&json!(rules), &options).expect("the policy loads")
}

struct World {
    calls: Vec<CallInput>,
    indexed: Engine,
    unindexed: Engine,
    asked: usize,
}

impl World {
    fn new() -> Self {
        Self {
            calls: calls(),
            indexed: Engine::indexed(),
            unindexed: Engine::unindexed(),
            asked: 0,
        }
    }

    /// Puts some of the calls to everybody, each with another answer of the check.
    fn ask(&mut self, rules: &[&Value], every: usize) {
        let compiled = compiled(rules);
        let answers = [Tri::Yes, Tri::No, Tri::Unknown];
        let offset = self.asked;
        for (at, call) in self.calls.iter().enumerate() {
            if !(at + offset).is_multiple_of(every) {
                continue;
            }
            let answer = answers
                .get((at + offset / 7) % 3)
                .copied()
                .unwrap_or(Tri::Yes);
            let checks = [("c".to_owned(), answer)];
            let checks = FixedChecks(&checks);
            let expected = Reference.call(&compiled, call, &checks);
            let told = || format!("{rules:?}\n{call:?}\n{answer}");
            assert_eq!(
                expected,
                self.indexed.call(&compiled, call, &checks),
                "{}",
                told()
            );
            assert_eq!(
                expected,
                self.unindexed.call(&compiled, call, &checks),
                "{}",
                told()
            );
            self.asked += 1;
        }
    }
}

#[test]
fn every_rule_alone_against_every_call() {
    let mut world = World::new();
    for rule in &rules() {
        world.ask(&[rule], 1);
    }
    assert_eq!(world.asked, 99 * 672);
}

/// Every pair of rules; every pair meets a few calls, and every call meets many pairs. With
/// `SMALL_WORLDS=all` every pair meets every call, which takes minutes.
#[test]
fn every_pair_of_rules_against_calls_in_turn() {
    let all = std::env::var("SMALL_WORLDS").is_ok_and(|value| value == "all");
    let every = if all { 1 } else { 61 };
    let rules = rules();
    let half = |half: usize| {
        let mut world = World::new();
        for first in rules.iter().skip(half).step_by(2) {
            for second in &rules {
                world.ask(&[first, second], every);
            }
        }
        world.asked
    };
    let asked: usize = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        half(0) + other.join().expect("the other half")
    });
    assert!(asked > 90_000, "{asked} pairs of policy and call");
}
