//! What comes beside a verdict: names, sentences, coverage, redactions.

use super::{
    Action, PolicySpec, Preset, Reason, RuleId, RuleSpec, Sanitizer, Scratch, Stage, StagedCall,
    Table, TableBuilder, Verdict,
};
use crate::call::Call;
use serde_json::{Value, json};

const PLAIN: RuleSpec<'static> = RuleSpec {
    id: None,
    priority: 0,
    label: None,
    stage: None,
    tool: "",
    skill: "",
    action: Action::Give(Verdict::Deny),
    clauses: &[],
    egress: None,
    sanitizer: None,
    sequence: false,
};

fn table(policy: PolicySpec, rules: &[RuleSpec<'_>]) -> Table {
    let mut builder = TableBuilder::new(policy);
    rules.iter().for_each(|&rule| builder.rule(rule));
    builder.build()
}

fn sentence(policy: PolicySpec, rule: RuleSpec<'_>, stage: Stage) -> String {
    let table = table(policy, &[rule]);
    let call = StagedCall::<Value>::new(Call::raw("t", b"{}")).at(stage);
    table.sentence(&table.decide(&call, &mut Scratch::default()))
}

#[test]
fn q5_a_sentence_for_people() {
    let policy = PolicySpec::default();
    let named = RuleSpec {
        id: Some(7),
        label: Some("no shell"),
        ..PLAIN
    };
    assert_eq!(
        sentence(policy, named, Stage::Mcp),
        "Denied by rule 0, id 7 \u{201c}no shell\u{201d}."
    );
    let shadow = PolicySpec {
        shadow: true,
        ..policy
    };
    assert_eq!(
        sentence(shadow, PLAIN, Stage::Mcp),
        "Let through and recorded because of shadow. Without it: Denied by rule 0."
    );
    let off = PolicySpec {
        enabled: false,
        ..policy
    };
    assert_eq!(
        sentence(off, PLAIN, Stage::Mcp),
        "The policy is disabled and gives no verdict."
    );
    let other = RuleSpec { tool: "x", ..PLAIN };
    assert!(sentence(policy, other, Stage::Mcp).contains("by default"));
    assert!(sentence(policy, other, Stage::Egress).contains("no destination"));
    let cap = RuleSpec {
        action: Action::CapCost(1),
        ..PLAIN
    };
    assert!(sentence(policy, cap, Stage::Mcp).contains("does not say what was spent"));
}

#[test]
fn q5_rules_go_by_their_place_in_the_document() {
    let table = table(
        PolicySpec::default(),
        &[
            RuleSpec {
                priority: 9,
                id: Some(1),
                label: Some("last"),
                ..PLAIN
            },
            RuleSpec {
                priority: 1,
                id: Some(2),
                label: Some("first"),
                tool: "a.*",
                ..PLAIN
            },
        ],
    );
    let decide = |tool| {
        let call = StagedCall::<Value>::new(Call::raw(tool, b"{}"));
        table.decide(&call, &mut Scratch::default())
    };
    assert_eq!(
        (decide("a.b").rule, decide("a").rule),
        (Some(RuleId(1)), Some(RuleId(0)))
    );
    assert_eq!(
        (table.label(RuleId(1)), table.id(RuleId(0))),
        (Some("first"), Some(1))
    );
    assert_eq!((table.label(RuleId(2)), table.len()), (None, 2));
    assert_eq!(decide("a").reason, Reason::Rule);
}

#[test]
fn t1_coverage_asks_for_stage_and_globs_alone() {
    let table = table(
        PolicySpec::default(),
        &[
            RuleSpec {
                tool: "shell.*",
                stage: Some(Stage::Mcp),
                ..PLAIN
            },
            RuleSpec {
                tool: "*.exec",
                priority: -1,
                ..PLAIN
            },
            RuleSpec {
                skill: "s.*",
                ..PLAIN
            },
            RuleSpec {
                sequence: true,
                ..PLAIN
            },
        ],
    );
    let covering = |stage, tool, skill| -> Vec<u32> {
        table
            .covering(stage, tool, skill)
            .map(|rule| rule.0)
            .collect()
    };
    assert_eq!(covering(None, "shell.exec", None), [1, 0]);
    assert_eq!(covering(Some(Stage::Response), "shell.exec", None), [1]);
    assert_eq!(covering(Some(Stage::Mcp), "shell.run", Some("s.x")), [0, 2]);
    assert!(covering(None, "db.query", None).is_empty());
}

#[test]
fn x7_redaction_is_of_sanitize_rules_alone() {
    let sanitizer = Sanitizer {
        presets: vec![Preset::Email],
        custom: Vec::new(),
    };
    let rule = RuleSpec {
        sanitizer: Some(&sanitizer),
        ..PLAIN
    };
    let sanitize = RuleSpec {
        action: Action::Give(Verdict::Sanitize),
        ..rule
    };
    let table = table(PolicySpec::default(), &[sanitize, rule]);
    let arguments = json!({"to": ["ann@example.org"]});
    assert_eq!(
        table.redact(RuleId(0), arguments.clone()),
        Some(json!({"to": ["[redacted:email]"]}))
    );
    assert_eq!(table.redact(RuleId(1), arguments), None);
}
