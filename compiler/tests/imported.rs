//! What becomes of settings of other agents that say the same twice, say what no rule can, or
//! carry very many examples.

#![expect(clippy::panic, reason = "a test that cannot go on stops")]

use callgate_compiler::import::{
    ClaudeOptions, CodexOptions, Imported, Outcome, claude_code, codex,
};
use callgate_compiler::{Source, permission};

/// The rules of an imported document, which has to compile.
fn rules(imported: &Imported) -> usize {
    let source = Source::new("imported", &imported.document);
    let compiled = permission::compile(&source);
    let compiled = compiled.unwrap_or_else(|faults| panic!("{faults}\n{}", imported.document));
    compiled.policy.rules.len()
}

fn claude(settings: &str) -> Imported {
    let imported = claude_code(
        &Source::new("settings.json", settings),
        &ClaudeOptions::default(),
    );
    imported.unwrap_or_else(|faults| panic!("{faults}"))
}

fn statements(text: &str) -> Imported {
    codex(&Source::new("rules", text), &CodexOptions::default())
}

/// Each line that decides has its rule, though another says the same; only the bare ask, which
/// stands in for what cannot be said, is there once.
#[test]
fn lines_that_say_the_same_have_a_rule_each() {
    let one = claude(r#"{ "permissions": { "deny": ["WebSearch"] } }"#);
    let two = claude(r#"{ "permissions": { "deny": ["WebSearch", "WebSearch"] } }"#);
    assert_eq!(rules(&two), 2 * rules(&one), "{}", two.document);

    let ask = |count: usize| {
        statements(&"prefix_rule(pattern=[\"git\"], decision=\"prompt\")\n".repeat(count))
    };
    assert_eq!(rules(&ask(2)), 2 * rules(&ask(1)), "{}", ask(2).document);

    let unread = |count: usize| statements(&"something_else(1)\n".repeat(count));
    assert_eq!(rules(&unread(1)), 1, "{}", unread(1).document);
    assert_eq!(rules(&unread(3)), 1, "{}", unread(3).document);
}

/// Where a program lies says nothing that a human has to be asked about.
#[test]
fn where_a_program_may_lie_is_left_out() {
    let imported = statements("host_executable(name=\"git\", paths=[\"/usr/bin/git\"])\n");
    let [line] = imported.lines.as_slice() else {
        panic!("{imported:?}");
    };
    let Outcome::Inexpressible { reason, stand_in } = &line.outcome else {
        panic!("{line:?}");
    };
    assert!(reason.starts_with("where a program may lie"), "{reason}");
    assert!(stand_in.is_empty(), "{stand_in:?}");
    assert_eq!(rules(&imported), 0);
}

/// As many examples as can be tried in good time are carried over; past that none.
#[test]
fn very_many_examples_are_left_out() {
    let rule = |fires: usize, passes: usize| {
        let list = |program: &str, count: usize| {
            let lines: Vec<String> = (0..count).map(|at| format!("\"{program} {at}\"")).collect();
            lines.join(", ")
        };
        let (fires, passes) = (list("git", fires), list("rm", passes));
        let text = format!(
            "prefix_rule(pattern=[\"git\"], decision=\"forbidden\", match=[{fires}], not_match=[{passes}])\n"
        );
        statements(&text).document
    };
    let carried = |document: &str| {
        document.matches("{ command: git ").count() + document.matches("{ command: rm ").count()
    };
    let left_out = "its examples are left out: there are too many";
    for (fires, passes) in [(0, 1), (1, 0), (2, 3)] {
        let document = rule(fires, passes);
        assert!(!document.contains(left_out), "{document}");
        assert_eq!(carried(&document), fires + passes, "{document}");
    }
    let document = rule(2048, 2048);
    assert!(!document.contains(left_out));
    assert_eq!(carried(&document), 4096);
    let document = rule(2048, 2049);
    assert!(document.contains(left_out));
    assert_eq!(carried(&document), 0);
}
