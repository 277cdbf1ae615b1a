//! A check, which calls out, is asked about each command once a call, however many rules name
//! it; and its answer about one call is no answer about the next.

use callgate_engine::command::EffectiveCommand;
use callgate_engine::permission::{
    Checks, HostPattern, PathCase, RuleSpec, Table, TableBuilder, ToolPattern,
};
use callgate_engine::{Call, Decision, Tri};
use serde_json::json;
use std::cell::RefCell;

/// Says one thing, and remembers what it was asked.
struct Noting {
    answer: fn(&str) -> Tri,
    asked: RefCell<Vec<String>>,
}

impl Noting {
    fn new(answer: fn(&str) -> Tri) -> Self {
        Self {
            answer,
            asked: RefCell::default(),
        }
    }
}

impl Checks for Noting {
    fn check(&self, name: &str, _: &str, command: &EffectiveCommand<'_>) -> Option<Tri> {
        let told = format!("{name} {}", command.program.unwrap_or("?"));
        self.asked.borrow_mut().push(told);
        Some((self.answer)(name))
    }
}

/// For each decision, so many rules with each of two checks.
fn table(each: usize) -> Table {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    for n in 0..each {
        for decision in [Decision::Deny, Decision::Ask, Decision::Allow] {
            for check in ["first", "second"] {
                builder.rule(RuleSpec {
                    tool: ToolPattern::Exact("sh"),
                    decision,
                    under: None,
                    // Told apart by something that every call satisfies.
                    host: (n > 0).then_some(HostPattern::Below("com")),
                    command: None,
                    check: Some(check),
                    note: None,
                    severity: None,
                });
            }
        }
    }
    builder.build()
}

/// What a call of `rm` through a shell comes to, and what was asked, sorted.
fn decide(table: &Table, answer: fn(&str) -> Tri) -> (Decision, Vec<String>) {
    let arguments = json!({ "command": "sh", "args": ["-c", "rm"], "url": "https://a.com/" });
    let call = Call::parsed("sh", &arguments);
    let checks = Noting::new(answer);
    let decision = table.decide(&call, &checks, &mut table.scratch()).decision;
    let mut asked = checks.asked.into_inner();
    asked.sort();
    (decision, asked)
}

#[test]
fn each_check_is_asked_once_for_what_allows_look_at_and_once_for_the_rest() {
    // Few rules, and enough for an index.
    for each in [1, 2, 12] {
        let table = table(each);
        let (decision, asked) = decide(&table, |_| Tri::No);
        assert_eq!(decision, Decision::Ask, "nothing fires");
        // A deny and an ask look at the shell too (C6).
        let expected = [
            "first rm",
            "first rm",
            "first sh",
            "second rm",
            "second rm",
            "second sh",
        ];
        assert_eq!(asked, expected, "{each}");
    }
}

#[test]
fn every_check_has_answers_of_its_own() {
    for each in [1, 2, 12] {
        let table = table(each);
        let (decision, _) = decide(&table, |name| (name == "second").into());
        assert_eq!(decision, Decision::Deny, "{each}");
        let (decision, _) = decide(&table, |name| (name == "first").into());
        assert_eq!(decision, Decision::Deny, "{each}");
    }
}

#[test]
fn an_answer_is_forgotten_with_its_call() {
    let table = table(12);
    let mut scratch = table.scratch();
    let arguments = json!({ "command": "rm", "url": "https://a.com/" });
    let call = Call::parsed("sh", &arguments);
    for (answer, expected) in [
        (Tri::No, Decision::Ask),
        (Tri::Yes, Decision::Deny),
        (Tri::No, Decision::Ask),
    ] {
        let says: fn(&str) -> Tri = match answer {
            Tri::Yes => |_| Tri::Yes,
            _ => |_| Tri::No,
        };
        let outcome = table.decide(&call, &Noting::new(says), &mut scratch);
        assert_eq!(outcome.decision, expected);
    }
}

#[test]
fn nothing_is_asked_where_another_predicate_settled_it() {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    let allowed = RuleSpec {
        tool: ToolPattern::Exact("fs"),
        decision: Decision::Allow,
        under: None,
        host: None,
        command: None,
        check: None,
        note: None,
        severity: None,
    };
    builder.rule(allowed);
    builder.rule(RuleSpec {
        decision: Decision::Deny,
        under: Some("/etc"),
        check: Some("first"),
        ..allowed
    });
    let table = builder.build();
    let arguments = json!({ "path": "/srv/a", "command": "rm" });
    let checks = Noting::new(|_| Tri::Yes);
    let call = Call::parsed("fs", &arguments);
    let outcome = table.decide(&call, &checks, &mut table.scratch());
    assert_eq!(outcome.decision, Decision::Allow);
    assert_eq!(checks.asked.into_inner(), [""; 0]);
}
