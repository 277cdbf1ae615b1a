//! Every firewall policy of up to two rules over a small vocabulary of every glob shape,
//! operator and verdict, against every call of that vocabulary: nothing is left to chance.

#![expect(
    clippy::indexing_slicing,
    reason = "a test that writes members of objects it made"
)]
#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use callgate_compiler::firewall::{Compiled, compile_value};
use callgate_compiler::permission::CompileOptions;
use callgate_conformance::case::{ArgumentsInput, CallInput, FirewallInput};
use callgate_conformance::implementation::{Engine, Implementation, Reference};
use serde_json::{Value, json};

/// Globs of every shape, and one that is a literal although it does not look like one.
const GLOBS: [&str; 6] = ["", "a.b", "a.*", "*.b", "*.a.*", "a*"];

/// Conditions beside the tool: each operator, two of them, a skill, scopes.
fn conditions() -> Vec<Value> {
    let clauses = |clauses: Value| json!({ "args_match": { "clauses": clauses } });
    let clause =
        |op: &str, value: Value| clauses(json!([{ "path": "$.x", "op": op, "value": value }]));
    vec![
        json!({}),
        clause("eq", json!("s")),
        clause("eq", json!(5)),
        clause("in", json!(["s", true, null])),
        clause("contains", json!("s")),
        clause("regex", json!("^s+$")),
        clause("regex", json!("so")),
        clause("gt", json!(4)),
        clause("lt", json!(6)),
        clause("cidr_match", json!("10.0.0.0/8")),
        clauses(json!([
            { "path": "$.x", "op": "gt", "value": 4 },
            { "path": "$.x", "op": "lt", "value": 6 },
        ])),
        clauses(json!([
            { "path": "$.x", "op": "contains", "value": "s" },
            { "path": "$.y[0]", "op": "eq", "value": 1 },
        ])),
        json!({ "skill_name_glob": "a.*" }),
        json!({ "stage": "egress", "egress": { "deny": ["*.h.com", "10.0.0.0/8"], "allow": ["h.com"] } }),
        json!({ "stage": "egress", "egress": { "allow": ["h.com", "*.h.com"], "deny": ["x.h.com"] } }),
    ]
}

/// Every rule: glob × condition × verdict, where such a rule loads.
fn rules() -> Vec<Value> {
    let verdicts = [
        json!({ "verdict": "allow" }),
        json!({ "verdict": "deny" }),
        json!({ "verdict": "cap_cost", "cap_cost_cents": 2 }),
        json!({ "verdict": "sanitize", "sanitize": { "presets": ["email"] } }),
    ];
    let mut rules = Vec::new();
    for glob in GLOBS {
        for condition in &conditions() {
            for verdict in &verdicts {
                let mut rule = condition.clone();
                rule["tool_name_glob"] = json!(glob);
                for (name, value) in verdict.as_object().expect("an object") {
                    rule[name] = value.clone();
                }
                let allows = rule["verdict"] == "allow";
                let scope = if allows { "allow" } else { "deny" };
                if rule
                    .get("egress")
                    .is_none_or(|egress| egress.get(scope).is_some())
                {
                    rules.push(rule);
                }
            }
        }
    }
    rules
}

/// Every call: names × values at the gateway, destinations at egress, and a few elsewhere.
fn calls() -> Vec<CallInput> {
    let tools = [
        json!("a.b"),
        json!("a.c"),
        json!("b"),
        json!("x.a.y"),
        json!("a*"),
        json!(7),
    ];
    let values = [
        json!({}),
        json!({ "x": "s" }),
        json!({ "x": "so" }),
        json!({ "x": 5 }),
        json!({ "x": 5.5, "y": [1] }),
        json!({ "x": true }),
        json!({ "x": [] }),
        json!({ "x": "10.1.2.3" }),
        json!({ "x": "s", "y": [1] }),
    ];
    let parsed = |tool: &Value, value: &Value, firewall: FirewallInput| CallInput {
        tool: Some(tool.clone()),
        arguments: ArgumentsInput::Parsed(value.clone()),
        firewall,
    };
    let at = |stage: &str| FirewallInput {
        stage: Some(stage.to_owned()),
        ..FirewallInput::default()
    };
    let mut calls = Vec::new();
    for tool in &tools {
        for (at, value) in values.iter().enumerate() {
            let skills = [None, Some("a.k"), Some("k")];
            let firewall = FirewallInput {
                skill: skills[at % 3].map(str::to_owned),
                spent_cents: [None, Some(json!(1)), Some(json!(3))][at / 3].clone(),
                ..FirewallInput::default()
            };
            calls.push(parsed(tool, value, firewall));
        }
        for stage in ["inbound", "response"] {
            calls.push(parsed(tool, &values[1], at(stage)));
        }
        let places = [
            ("h.com", None),
            ("a.h.com", Some("9.9.9.9")),
            ("x.h.com", None),
            ("z.org", Some("10.1.1.1")),
            ("z.org", Some("nowhere")),
            ("10.0.0.1", None),
        ];
        for (destination, resolved) in places {
            let firewall = FirewallInput {
                destination: Some(destination.to_owned()),
                resolved: resolved.map(|address| vec![address.to_owned()]),
                ..at("egress")
            };
            calls.push(parsed(tool, &values[4], firewall));
        }
    }
    calls.push(parsed(&tools[0], &values[1], at("egress")));
    calls.push(CallInput {
        arguments: ArgumentsInput::Raw(br#"{"x": "s", "x": 5, "y": [1]}"#.to_vec()),
        ..parsed(&tools[0], &values[0], FirewallInput::default())
    });
    calls
}

fn compiled(rules: &[&Value], strict: bool) -> Compiled {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    let policy = json!({
        "dialect": "firewall",
        "options": { "strict-clauses": strict },
        "rules": rules,
    });
    compile_value(&policy, &options).expect("the policy loads")
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

    /// Puts every so many of the calls to everybody.
    fn ask(&mut self, rules: &[&Value], strict: bool, every: usize) {
        let offset = self.asked;
        let compiled = compiled(rules, strict);
        for (at, call) in self.calls.iter().enumerate() {
            if !(at + offset).is_multiple_of(every) {
                continue;
            }
            let expected = Reference.firewall(&compiled, call);
            for engine in [&mut self.indexed, &mut self.unindexed] {
                let came = engine.firewall(&compiled, call);
                assert_eq!(
                    expected,
                    came,
                    "{}\n{rules:?}\nstrict: {strict}\n{call:?}",
                    engine.name()
                );
            }
            self.asked += 1;
        }
    }
}

#[test]
fn every_rule_alone_against_every_call() {
    let mut world = World::new();
    let rules = rules();
    for rule in &rules {
        for strict in [false, true] {
            world.ask(&[rule], strict, 1);
        }
    }
    assert_eq!(world.asked, rules.len() * 2 * world.calls.len());
    assert!(rules.len() > 300, "{}", rules.len());
}

/// Every pair of rules; every pair meets a few calls, and every call meets many pairs. With
/// `SMALL_WORLDS=all` every pair meets every call.
#[test]
fn every_pair_of_rules_against_calls_in_turn() {
    let all = std::env::var("SMALL_WORLDS").is_ok_and(|value| value == "all");
    let every = if all { 1 } else { 61 };
    let rules = rules();
    let half = |strict: bool| {
        let mut world = World::new();
        for (at, first) in rules.iter().enumerate() {
            for (other, second) in rules.iter().enumerate() {
                // All pairs both ways, or each one way.
                if all || ((at + other) % 2 == 1) == strict {
                    world.ask(&[first, second], strict, every);
                }
            }
        }
        world.asked
    };
    let asked: usize = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(true));
        half(false) + other.join().expect("the other half")
    });
    assert!(asked > 150_000, "{asked} pairs of policy and call");
}
