//! What the index of a firewall table finds rules by, as its dump tells it, and that crowded
//! tables decide as a look at every rule does.

use callgate_engine::Call;
use callgate_engine::firewall::{
    Action, Clause, Egress, Endpoint, PolicySpec, RuleSpec, Scalar, Scratch, Stage, StagedCall,
    Step, Table, TableBuilder, Test, Verdict,
};
use serde_json::{Value, json};

const RULE: RuleSpec<'static> = RuleSpec {
    id: None,
    priority: 0,
    label: None,
    stage: Some(Stage::Mcp),
    tool: "",
    skill: "",
    action: Action::Give(Verdict::Deny),
    clauses: &[],
    egress: None,
    sanitizer: None,
    sequence: false,
};

fn clause(name: &str, test: Test) -> Clause {
    let path = vec![Step::Name(name.to_owned())];
    Clause { path, test }
}

fn is(name: &str, value: usize) -> Clause {
    one_of(name, value..=value)
}

fn one_of(name: &str, values: impl IntoIterator<Item = usize>) -> Clause {
    let scalars = values.into_iter();
    let scalars = scalars.map(|value| Scalar::Number(value.to_string()));
    clause(name, Test::OneOf(scalars.collect()))
}

fn above(name: &str, bound: usize) -> Clause {
    clause(name, Test::Above(bound.to_string()))
}

fn below(name: &str, bound: usize) -> Clause {
    clause(name, Test::Below(bound.to_string()))
}

/// A table of deny rules: the tool of each, and its clauses.
fn table(strict: bool, rules: &[(&str, Vec<Clause>)]) -> Table {
    let mut builder = TableBuilder::new(PolicySpec {
        strict_clauses: strict,
        ..PolicySpec::default()
    });
    for (tool, clauses) in rules {
        builder.rule(RuleSpec {
            tool,
            clauses,
            ..RULE
        });
    }
    builder.build()
}

/// What the dump says that a call at this stage finds.
fn found(table: &Table, stage: Stage) -> String {
    let dump = table.dump().to_string();
    let index = dump.lines().skip_while(|line| !line.starts_with("index"));
    let mut lines = index.filter_map(|line| line.trim().strip_prefix(stage.as_str()));
    lines.next().unwrap_or_default().trim().to_owned()
}

type Rules = Vec<(&'static str, Vec<Clause>)>;

fn rules(
    count: usize,
    tool: impl Fn(usize) -> &'static str,
    clauses: impl Fn(usize) -> Vec<Clause>,
) -> Rules {
    (0..count).map(|at| (tool(at), clauses(at))).collect()
}

/// A rule is found by the condition that the fewest rules share, as far as asking for it is no
/// dearer than the rules that are spared.
#[test]
fn a_rule_is_found_by_its_rarest_condition() {
    let own = |at: usize| format!("p{at}");
    let rows: [(&str, Rules, &str); 9] = [
        (
            "a value of its own, a tool of many",
            rules(20, |_| "t", |at| vec![is("a", at)]),
            "0 always, 20 listed behind 20 facts; looks at arguments",
        ),
        (
            "a value of its own, a tool of few",
            rules(3, |_| "t", |at| vec![is("a", at)]),
            "0 always, 3 listed behind 1 facts",
        ),
        (
            "a value of many, a tool of its own",
            vec![("t", vec![is("a", 1)]), ("u", vec![is("a", 1)])],
            "0 always, 2 listed behind 2 facts",
        ),
        (
            "a bound of its own, a tool of nine",
            rules(9, |_| "t", |at| vec![above(&own(at), 1)]),
            "0 always, 9 listed behind 1 facts",
        ),
        (
            "a bound of its own, a tool of ten",
            rules(10, |_| "t", |at| vec![above(&own(at), 1)]),
            "0 always, 0 listed behind 0 facts; looks at arguments",
        ),
        (
            "two bounds of its own, a tool of nine",
            rules(
                9,
                |_| "t",
                |at| vec![above(&own(at), 1), below(&own(at), 3)],
            ),
            "0 always, 9 listed behind 1 facts",
        ),
        (
            "two bounds of its own, a tool of ten",
            rules(
                10,
                |_| "t",
                |at| vec![above(&own(at), 1), below(&own(at), 3)],
            ),
            "0 always, 10 listed behind 10 facts; looks at arguments",
        ),
        (
            "the upper bound first",
            rules(
                10,
                |_| "t",
                |at| vec![below(&own(at), 3), above(&own(at), 1)],
            ),
            "0 always, 10 listed behind 10 facts; looks at arguments",
        ),
        (
            "bounds of two values",
            rules(1, |_| "*", |_| vec![above("a", 1), below("b", 3)]),
            "0 always, 0 listed behind 0 facts; looks at arguments",
        ),
    ];
    for (name, rules, expected) in rows {
        assert_eq!(found(&table(false, &rules), Stage::Mcp), expected, "{name}");
    }
}

/// Under `strict-clauses` a rule is also found where its value is missing (A4), together with
/// another of its conditions if one is rare enough to ask for.
#[test]
fn what_is_missing_finds_a_rule_together_with_another_condition() {
    let two = |at: usize| if at.is_multiple_of(2) { "t" } else { "u" };
    let any = |_: usize| "*";
    let rows: [(&str, Rules, &str); 7] = [
        (
            "of two tools",
            rules(20, two, |at| vec![is("a", at)]),
            "0 always, 40 listed behind 22 facts; looks at arguments",
        ),
        (
            "of two tools, and a second value",
            rules(20, two, |at| vec![is("a", at), is("b", 1)]),
            "0 always, 40 listed behind 22 facts; looks at arguments",
        ),
        (
            "of every tool",
            rules(20, any, |at| vec![is("a", at)]),
            "0 always, 40 listed behind 21 facts; looks at arguments",
        ),
        (
            "of every tool, and one of 31 values, or none",
            rules(20, any, |at| vec![is("a", at), one_of("b", 1..32)]),
            "0 always, 660 listed behind 52 facts; looks at arguments",
        ),
        (
            "of every tool, and one of 32 values, or none",
            rules(20, any, |at| vec![is("a", at), one_of("b", 1..33)]),
            "0 always, 40 listed behind 21 facts; looks at arguments",
        ),
        (
            "of every tool, and a second test of the value",
            rules(20, any, |at| vec![is("a", at), one_of("a", [at, 99])]),
            "0 always, 80 listed behind 42 facts; looks at arguments",
        ),
        (
            "of every tool, and a number that is compared",
            rules(20, any, |at| vec![is("a", at), above("b", 3)]),
            "0 always, 40 listed behind 21 facts; looks at arguments",
        ),
    ];
    for (name, rules, expected) in rows {
        assert_eq!(found(&table(true, &rules), Stage::Mcp), expected, "{name}");
    }
}

/// A rule that may not fire by what is missing is not found by it.
#[test]
fn what_is_missing_finds_strict_rules_that_restrict_alone() {
    let clauses = [is("a", 1)];
    for (strict, verdict, listed) in [
        (false, Verdict::Allow, 1),
        (false, Verdict::Deny, 1),
        (true, Verdict::Allow, 1),
        (true, Verdict::Deny, 2),
    ] {
        let mut builder = TableBuilder::new(PolicySpec {
            strict_clauses: strict,
            ..PolicySpec::default()
        });
        builder.rule(RuleSpec {
            action: Action::Give(verdict),
            clauses: &clauses,
            ..RULE
        });
        assert_eq!(
            found(&builder.build(), Stage::Mcp),
            format!("0 always, {listed} listed behind {listed} facts; looks at arguments"),
            "{strict} {verdict}"
        );
    }
}

/// A stage at which no rule asks for arguments has them left unread.
#[test]
fn arguments_are_looked_at_where_a_rule_asks_for_them() {
    let clauses = [is("a", 1)];
    let mut builder = TableBuilder::new(PolicySpec::default());
    builder.rule(RuleSpec {
        clauses: &clauses,
        ..RULE
    });
    for tool in ["t", "u"] {
        let stage = Some(Stage::Response);
        builder.rule(RuleSpec {
            stage,
            tool,
            ..RULE
        });
    }
    let table = builder.build();
    let mcp = "0 always, 1 listed behind 1 facts; looks at arguments";
    assert_eq!(found(&table, Stage::Mcp), mcp);
    let response = "0 always, 2 listed behind 2 facts";
    assert_eq!(found(&table, Stage::Response), response);
    let none = "0 always, 0 listed behind 0 facts";
    assert_eq!(found(&table, Stage::Egress), none);
}

/// Decides a call with the index and without it, and holds both to one answer.
fn decide(table: &Table, call: &StagedCall<'_, Value>, scratch: &mut Scratch) -> Option<u32> {
    let outcome = table.decide(call, scratch);
    assert_eq!(table.decide_unindexed(call, scratch), outcome, "{call:?}");
    outcome.rule.map(|rule| rule.0)
}

/// Every one of many names is told from all the others.
#[test]
fn thousands_of_names_are_told_apart() {
    const COUNT: u32 = 6000;
    let (mut tools, mut egress) = (Vec::new(), Vec::new());
    for at in 0..COUNT {
        tools.push(match at % 3 {
            0 => format!("pre{at}.a{}.*", at % 7),
            1 => format!("*.a{}.end{at}", at % 7),
            _ => format!("name{at}"),
        });
        egress.push(Egress {
            allow: Vec::new(),
            deny: vec![Endpoint::Below(format!("host{at}.example"))],
        });
    }
    let mut builder = TableBuilder::new(PolicySpec::default());
    for tool in &tools {
        builder.rule(RuleSpec { tool, ..RULE });
    }
    for egress in &egress {
        builder.rule(RuleSpec {
            stage: Some(Stage::Egress),
            egress: Some(egress),
            ..RULE
        });
    }
    let table = builder.build();
    let mut scratch = Scratch::default();
    let nothing = json!({});
    for at in 0..COUNT {
        let tool = match at % 3 {
            0 => format!("pre{at}.a{}.x", at % 7),
            1 => format!("x.a{}.end{at}", at % 7),
            _ => format!("name{at}"),
        };
        let call = StagedCall::new(Call::parsed(&tool, &nothing));
        assert_eq!(
            table.decide(&call, &mut scratch).rule.map(|rule| rule.0),
            Some(at)
        );
        let host = format!("x.host{at}.example");
        let call = StagedCall {
            destination: Some(&host),
            ..call.at(Stage::Egress)
        };
        let rule = table.decide(&call, &mut scratch).rule.map(|rule| rule.0);
        assert_eq!(rule, Some(COUNT + at), "{host}");
    }
}

/// A bound that is no number is never crossed, and cannot be put to what is no number either
/// (A4).
#[test]
fn a_bound_that_is_no_number() {
    let bounds = [Test::Above("x".to_owned()), Test::Below(String::new())];
    let mut scratch = Scratch::default();
    for bound in bounds {
        for strict in [false, true] {
            let table = table(strict, &[("*", vec![clause("a", bound.clone())])]);
            let dump = table.dump().to_string();
            assert!(dump.contains("compares with what is no number"), "{dump}");
            for (arguments, unevaluable) in [
                (json!({ "a": 5 }), false),
                (json!({ "a": -5.5 }), false),
                (json!({ "a": "x" }), true),
                (json!({}), true),
            ] {
                let call = StagedCall::new(Call::parsed("t", &arguments));
                let expected = (strict && unevaluable).then_some(0);
                let rule = decide(&table, &call, &mut scratch);
                assert_eq!(rule, expected, "{bound:?} {strict} {arguments}");
            }
        }
    }
}

/// A call of more bytes than the table reads has no arguments that can be read.
#[test]
fn a_table_reads_as_much_of_a_call_as_it_was_told() {
    let clauses = [is("a", 1)];
    let mut scratch = Scratch::default();
    for (bytes, expected) in [(None, Some(0)), (Some(7), Some(0)), (Some(6), None)] {
        let mut builder = TableBuilder::new(PolicySpec::default());
        builder.rule(RuleSpec {
            clauses: &clauses,
            ..RULE
        });
        if let Some(bytes) = bytes {
            builder.limits(callgate_engine::json::Limits {
                bytes,
                ..Default::default()
            });
        }
        let call = StagedCall::new(Call::raw("t", br#"{"a":1}"#));
        let rule = decide(&builder.build(), &call, &mut scratch);
        assert_eq!(rule, expected, "{bytes:?}");
    }
}

#[test]
fn a_table_knows_how_many_rules_it_holds() {
    let empty = TableBuilder::new(PolicySpec::default()).build();
    assert!(empty.is_empty());
    assert_eq!(empty.len(), 0);
    let one = table(false, &[("t", Vec::new())]);
    assert!(!one.is_empty());
    assert_eq!(one.len(), 1);
}

/// A rule that speaks at every stage says so in one word.
#[test]
fn a_dump_names_the_stages_of_a_rule() {
    let mut builder = TableBuilder::new(PolicySpec::default());
    builder.rule(RuleSpec {
        stage: None,
        ..RULE
    });
    builder.rule(RuleSpec {
        stage: None,
        action: Action::CapCost(5),
        ..RULE
    });
    builder.rule(RULE);
    let dump = builder.build().dump().to_string();
    let stages = dump.lines().filter_map(|line| line.split_once(" at "));
    let stages = stages.filter_map(|(_, rest)| rest.split_once(" tool "));
    let stages: Vec<&str> = stages.map(|(stages, _)| stages).collect();
    assert_eq!(stages, ["every stage", "inbound+mcp", "mcp"]);
}
