//! Calls that are as large and as deep as they can be: everybody answers, and agrees.
//!
//! Nothing here asserts a time; an answer that is not linear makes the test never end.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use callgate_compiler::permission::{CompileOptions, Compiled, compile_value};
use callgate_conformance::answer::Answer;
use callgate_conformance::case::{ArgumentsInput, CallInput, FirewallInput};
use callgate_conformance::implementation::{Engine, FixedChecks, Implementation, Reference};
use callgate_engine::Decision;
use callgate_engine::permission::Reason;
use serde_json::{Value, json};

fn compiled(document: &Value) -> Compiled {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    compile_value(document, &options).expect("the policy loads")
}

fn agreed(compiled: &Compiled, arguments: ArgumentsInput) -> Answer {
    let call = CallInput {
        tool: Some(json!("t")),
        arguments,
        firewall: FirewallInput::default(),
    };
    let checks = FixedChecks(&[]);
    let answer = Engine::indexed().call(compiled, &call, &checks);
    assert!(
        answer == Engine::unindexed().call(compiled, &call, &checks),
        "without indexes"
    );
    assert!(
        answer == Reference.call(compiled, &call, &checks),
        "the reference"
    );
    answer
}

fn decided(document: &Value, arguments: Value) -> (Decision, Reason) {
    let outcome = agreed(&compiled(document), ArgumentsInput::Parsed(arguments)).outcome;
    (outcome.decision, outcome.reason)
}

fn raw(document: &Value, bytes: String) -> (Decision, Reason) {
    let outcome = agreed(&compiled(document), ArgumentsInput::Raw(bytes.into_bytes())).outcome;
    (outcome.decision, outcome.reason)
}

fn only_inside() -> Value {
    json!([{ "tool": "t", "decision": "allow", "under": "/srv" }])
}

const ALLOWED: (Decision, Reason) = (Decision::Allow, Reason::Rule);
const UNKNOWN: (Decision, Reason) = (Decision::Ask, Reason::UnevaluablePath);

#[test]
fn nesting_a_hundred_thousand_deep() {
    let deep = "[".repeat(100_000);
    assert_eq!(raw(&only_inside(), deep.clone()), UNKNOWN);
    let closed = format!("{deep}{}", "]".repeat(100_000));
    let bytes = format!("{{\"path\":\"/srv/a\",\"x\":{closed}}}");
    assert_eq!(raw(&only_inside(), bytes), UNKNOWN);
}

#[test]
fn bytes_at_the_size_limit_and_one_past_it() {
    let sized = |size: usize| {
        let head = "{\"path\":\"/srv/a\",\"x\":\"";
        let filling = "x".repeat(size - head.len() - 2);
        format!("{head}{filling}\"}}")
    };
    assert_eq!(raw(&only_inside(), sized(16 << 20)), ALLOWED);
    assert_eq!(raw(&only_inside(), sized((16 << 20) + 1)), UNKNOWN);
}

#[test]
fn a_hundred_thousand_members() {
    let members: Vec<String> = (0..100_000).map(|at| format!("\"m{at}\":{at}")).collect();
    let bytes = format!("{{{},\"path\":\"/srv/a\"}}", members.join(","));
    assert_eq!(raw(&only_inside(), bytes), ALLOWED);
    let twice = format!(
        "{{{},\"path\":\"/srv/a\",\"path\":\"/srv/a\"}}",
        members.join(",")
    );
    assert_eq!(raw(&only_inside(), twice), UNKNOWN);
}

#[test]
fn a_path_of_ten_thousand_segments() {
    let long = format!("/srv{}", "/a".repeat(10_000));
    assert_eq!(decided(&only_inside(), json!({ "path": long })), ALLOWED);
    let climbing = format!("{long}/..");
    assert_eq!(
        decided(&only_inside(), json!({ "path": climbing })),
        UNKNOWN
    );
    let document = json!([{ "tool": "t", "decision": "allow", "under": long }]);
    assert_eq!(
        decided(&document, json!({ "path": format!("{long}/x") })),
        ALLOWED
    );
}

#[test]
fn marks_in_every_segment() {
    let decomposed = "/e\u{301}".repeat(5_000);
    let composed = "/\u{e9}".repeat(5_000);
    let document = json!([{ "tool": "t", "decision": "allow", "under": composed }]);
    assert_eq!(decided(&document, json!({ "path": decomposed })), UNKNOWN);
    let marks = format!("/srv/a{}", "\u{301}\u{323}".repeat(20_000));
    assert_eq!(decided(&only_inside(), json!({ "path": marks })), ALLOWED);
}

#[test]
fn long_token_lists_against_long_tails() {
    let any: Vec<String> = (0..10_000).map(|at| format!("a{at}")).collect();
    let tail: Vec<String> = (0..10_000).map(|at| format!("b{at}")).collect();
    let document = json!([{ "tool": "t", "decision": "allow", "command": "git", "args-any": any }]);
    let miss = (Decision::Ask, Reason::NoMatch);
    assert_eq!(
        decided(&document, json!({ "command": "git", "args": tail })),
        miss
    );
    let document = json!([{ "tool": "t", "decision": "allow", "command": "git", "args": tail }]);
    assert_eq!(
        decided(&document, json!({ "command": "git", "args": tail })),
        ALLOWED
    );
}

#[test]
fn hosts_of_many_labels() {
    let host = format!("{}a.com", "x.".repeat(10_000));
    let document = json!([{ "tool": "t", "decision": "allow", "host": "*.a.com" }]);
    assert_eq!(
        decided(&document, json!({ "url": format!("https://{host}/") })),
        ALLOWED
    );
    let document = json!([{ "tool": "t", "decision": "allow", "host": host }]);
    assert_eq!(
        decided(&document, json!({ "url": format!("https://{host}/") })),
        ALLOWED
    );
}

#[test]
fn many_rules_that_are_all_unknown() {
    let rules: Vec<Value> = (0..5_000)
        .map(|at| {
            let decision = if at % 2 == 0 { "deny" } else { "ask" };
            json!({ "tool": "t", "decision": decision, "under": format!("/srv/{at}"), "host": format!("h{at}.com") })
        })
        .collect();
    let denied = (Decision::Deny, Reason::UnevaluablePath);
    assert_eq!(
        decided(&json!(rules), json!({ "path": "..", "url": "?" })),
        denied
    );
}

#[test]
fn many_locations() {
    let names: Vec<String> = (0..5_000).map(|at| format!("p{at}")).collect();
    let document = json!({
        "rules": [{ "tool": "t", "decision": "allow", "under": "/srv" }],
        "path-params": { "t": names },
    });
    let arguments: Value = names
        .iter()
        .map(|name| (name.clone(), json!(format!("/srv/{name}/x"))))
        .collect();
    assert_eq!(decided(&document, arguments), ALLOWED);
}
