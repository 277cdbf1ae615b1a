//! What embedder-supplied checks are asked about (K1): every command that C6 lets a rule look
//! at, with its program, tail, sealed and role.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use callgate_compiler::permission::{CompileOptions, Compiled, compile_value};
use callgate_conformance::case::{ArgumentsInput, CallInput, FirewallInput};
use callgate_conformance::implementation::{Engine, Implementation, Reference};
use callgate_engine::command::{EffectiveCommand, Role};
use callgate_engine::permission::Checks;
use callgate_engine::{Decision, Tri};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Remembers what it was asked about, and says yes about one program.
struct Asked {
    yes: &'static str,
    seen: RefCell<BTreeSet<String>>,
}

impl Checks for Asked {
    fn check(&self, name: &str, tool: &str, command: &EffectiveCommand<'_>) -> Option<Tri> {
        let tokens: Vec<&str> = command.tokens.iter().collect();
        let seal = if command.sealed { "" } else { " unsealed" };
        let program = command.program.unwrap_or("?");
        let role = command.role.as_str();
        let told = format!("{name} {tool} {program} {tokens:?}{seal} {role}");
        self.seen.borrow_mut().insert(told);
        (name == "known").then(|| {
            let yes = program == self.yes && command.role != Role::Launched;
            Tri::from(yes)
        })
    }
}

fn compiled(document: &Value) -> Compiled {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    compile_value(document, &options).expect("the policy loads")
}

/// What a rule with a check decides and asks, whoever is asked.
fn asked(
    decision: &str,
    check: &str,
    yes: &'static str,
    arguments: &Value,
) -> (Decision, Vec<String>) {
    let document = json!([{ "tool": "sh", "decision": decision, "check": check }]);
    let compiled = compiled(&document);
    let call = CallInput {
        tool: Some(json!("sh")),
        arguments: ArgumentsInput::Parsed(arguments.clone()),
        firewall: FirewallInput::default(),
    };
    let ask = |implementation: &mut dyn Implementation| {
        let checks = Asked {
            yes,
            seen: RefCell::default(),
        };
        let decision = implementation
            .call(&compiled, &call, &checks)
            .outcome
            .decision;
        (decision, checks.seen.into_inner())
    };
    let (decision, seen) = ask(&mut Reference);
    for engine in [&mut Engine::indexed(), &mut Engine::unindexed()] {
        let (theirs, asked) = ask(engine);
        assert_eq!(decision, theirs);
        // An engine may stop asking once it knows, and never asks about anything else.
        assert!(asked.is_subset(&seen), "{asked:?} beyond {seen:?}");
    }
    (decision, seen.into_iter().collect())
}

#[test]
fn a_check_is_given_the_command() {
    let arguments = json!({ "command": "/bin/git", "args": ["push", 1] });
    let (decision, seen) = asked("allow", "known", "git", &arguments);
    assert_eq!(decision, Decision::Allow);
    assert_eq!(seen, [r#"known sh git ["push"] unsealed runs"#]);
}

#[test]
fn an_unregistered_check_is_asked_and_unknown() {
    let arguments = json!({ "command": "git" });
    assert_eq!(asked("allow", "other", "git", &arguments).0, Decision::Ask);
    assert_eq!(asked("deny", "other", "git", &arguments).0, Decision::Deny);
}

#[test]
fn without_a_command_nothing_is_asked() {
    let (decision, seen) = asked("deny", "known", "git", &json!({}));
    assert_eq!((decision, seen.len()), (Decision::Deny, 0));
}

#[test]
fn a_command_that_cannot_be_named_is_asked_about() {
    let (decision, seen) = asked("deny", "known", "git", &json!({ "command": "a b" }));
    assert_eq!(decision, Decision::Ask, "the check said no");
    assert_eq!(seen, ["known sh ? [] unsealed runs"]);
}

#[test]
fn an_allow_asks_about_what_runs_and_a_deny_about_every_role() {
    let arguments = json!({ "command": "bash", "args": ["-c", "git status"] });
    let (decision, seen) = asked("allow", "known", "git", &arguments);
    assert_eq!((decision, seen.len()), (Decision::Allow, 1));
    let (decision, _) = asked("deny", "known", "bash", &arguments);
    assert_eq!(decision, Decision::Deny, "the launcher is asked about");
    let (decision, _) = asked("allow", "known", "bash", &arguments);
    assert_eq!(decision, Decision::Ask, "the launcher is not what runs");
}
