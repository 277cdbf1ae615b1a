//! Rules with several predicates, for calls that match one of each, or one alone: neither every
//! combination is tried nor every rule that shares something.
//!
//! Nothing here asserts a time; an answer that tries them all makes the test never end.

use callgate_engine::permission::{
    CommandSpec, HostPattern, NoChecks, ParamsSpec, PathCase, Reason, RuleSpec, TableBuilder,
    ToolPattern,
};
use callgate_engine::{Call, Decision};
use serde_json::json;

/// How many patterns of each kind the call matches.
const MANY: usize = 250;

#[test]
fn combinations_of_patterns_are_no_more_work_than_the_rules() {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    builder.command_params(ToolPattern::Exact("t"), ParamsSpec::Line("line"));
    let (mut host, mut directory) = ("a".to_owned(), String::new());
    let mut programs = Vec::new();
    for n in 0..MANY {
        host = format!("a.{host}");
        directory += "/a";
        programs.push(format!("p{n}"));
        builder.rule(RuleSpec {
            tool: ToolPattern::Exact("t"),
            // The line runs other programs too, so that none of these allows fires.
            decision: Decision::Allow,
            under: Some(&directory),
            host: Some(HostPattern::Below(&host)),
            command: Some(CommandSpec {
                program: &format!("p{n}"),
                glob: false,
                args: None,
                args_any: None,
            }),
            check: None,
            note: None,
            severity: None,
        });
    }
    let table = builder.build();
    let arguments = json!({
        "url": format!("https://a.{host}/"),
        "path": format!("{directory}/a"),
        "line": programs.join("; "),
    });
    let mut scratch = table.scratch();
    for _ in 0..20 {
        let call = Call::parsed("t", &arguments);
        let outcome = table.decide(&call, &NoChecks, &mut scratch);
        let found = (outcome.decision, outcome.reason);
        assert_eq!(found, (Decision::Ask, Reason::NoMatch));
        assert_eq!(
            outcome,
            table.decide_unindexed(&call, &NoChecks, &mut scratch)
        );
    }
}

#[test]
fn a_silent_call_is_not_held_against_all_rules_with_its_program() {
    let push = ["push".to_owned()];
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    for n in 0..20_000 {
        builder.rule(RuleSpec {
            tool: ToolPattern::Exact("t"),
            decision: Decision::Allow,
            under: Some(&format!("/srv/{n}")),
            host: None,
            command: Some(CommandSpec {
                program: "git",
                glob: false,
                args: Some(&push),
                args_any: None,
            }),
            check: None,
            note: None,
            severity: None,
        });
    }
    let table = builder.build();
    let arguments = json!({ "path": "/home/a", "command": "git", "args": ["push"] });
    let mut scratch = table.scratch();
    for _ in 0..20_000 {
        let outcome = table.decide(&Call::parsed("t", &arguments), &NoChecks, &mut scratch);
        let found = (outcome.decision, outcome.reason);
        assert_eq!(found, (Decision::Ask, Reason::NoMatch));
    }
}
