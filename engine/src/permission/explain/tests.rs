use super::{Reach, RuleExplanation, Why};
use crate::command::EffectiveCommand;
use crate::decision::Decision;
use crate::host::UrlFault;
use crate::path::PathFault;
use crate::permission::{
    Checks, CommandSpec, Explanation, HostPattern, NoChecks, ParamsSpec, PathCase, PredicateKind,
    Reason, RuleId, RuleSpec, Scratch, Table, TableBuilder, ToolPattern,
};
use crate::tri::Tri;
use crate::{Arguments, Call};
use serde_json::{Value, json};

const fn rule(tool: &str, decision: Decision) -> RuleSpec<'_> {
    RuleSpec {
        tool: ToolPattern::Exact(tool),
        decision,
        under: None,
        host: None,
        command: None,
        check: None,
        note: None,
        severity: None,
    }
}

const fn command(program: &str) -> Option<CommandSpec<'_>> {
    Some(CommandSpec {
        program,
        glob: false,
        args: None,
        args_any: None,
    })
}

fn table(rules: &[RuleSpec<'_>]) -> Table {
    with(rules, |_| {})
}

fn with(rules: &[RuleSpec<'_>], more: impl FnOnce(&mut TableBuilder)) -> Table {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    more(&mut builder);
    for rule in rules {
        builder.rule(*rule);
    }
    builder.build()
}

fn explain(table: &Table, tool: &str, args: &Value) -> Explanation {
    table.explain(&Call::parsed(tool, args), &NoChecks, &mut Scratch::new())
}

/// The verdicts of the first considered rule's only predicate.
fn verdicts(explained: &Explanation) -> Vec<(Tri, Option<&'static str>)> {
    let [rule, ..] = &explained.considered[..] else {
        return Vec::new();
    };
    let [predicate] = &rule.predicates[..] else {
        return Vec::new();
    };
    predicate
        .items
        .iter()
        .map(|item| (item.verdict, item.why.map(Why::as_str)))
        .collect()
}

fn unknown(why: Why) -> (Tri, Option<&'static str>) {
    (Tri::Unknown, Some(why.as_str()))
}

const YES: (Tri, Option<&str>) = (Tri::Yes, None);
const NO: (Tri, Option<&str>) = (Tri::No, None);

#[test]
fn rules_stand_in_rank_order_and_say_whether_they_fire() {
    let table = table(&[
        rule("fs", Decision::Allow),
        RuleSpec {
            under: Some("/srv"),
            ..rule("fs", Decision::Deny)
        },
        rule("web", Decision::Deny),
        RuleSpec {
            under: Some("/etc"),
            ..rule("fs", Decision::Ask)
        },
    ]);
    let explained = explain(&table, "fs", &json!({ "path": "/srv/a" }));
    let shown: Vec<_> = explained
        .considered
        .iter()
        .map(|rule| (rule.rule.0, rule.fires))
        .collect();
    assert_eq!(shown, [(1, true), (3, false), (0, true)]);
    assert_eq!(explained.outcome.rule, Some(RuleId(1)));
    assert_eq!(explained.deciding().map(|rule| rule.rule), Some(RuleId(1)));
    let lost: Vec<_> = explained.lost().map(|rule| rule.rule.0).collect();
    assert_eq!(lost, [0]);
    let away: Vec<_> = explained
        .one_away()
        .map(|(rule, kind)| (rule.rule.0, kind))
        .collect();
    assert_eq!(away, [(3, PredicateKind::Under)]);
    assert_eq!(explained.paths, ["/srv/a"]);
}

#[test]
fn two_failing_predicates_are_not_one_away() {
    let table = table(&[RuleSpec {
        under: Some("/srv"),
        command: command("git"),
        ..rule("sh", Decision::Allow)
    }]);
    let away = |args: Value| explain(&table, "sh", &args).considered[0].one_away();
    assert_eq!(away(json!({ "path": "/x", "command": "rm" })), None);
    assert_eq!(
        away(json!({ "path": "/srv", "command": "rm" })),
        Some(PredicateKind::Command)
    );
    assert_eq!(
        away(json!({ "path": "/x", "command": "git" })),
        Some(PredicateKind::Under)
    );
    assert_eq!(away(json!({ "path": "/srv", "command": "git" })), None);
}

#[test]
fn every_location_says_why_it_is_unknown() {
    let table = table(&[RuleSpec {
        under: Some("/srv/caf\u{e9}"),
        ..rule("fs", Decision::Allow)
    }]);
    let of = |args: Value| verdicts(&explain(&table, "fs", &args));
    let path = |fault| unknown(Why::Path(fault));
    for (text, expected) in [
        ("/srv/caf\u{e9}/x", YES),
        ("/srv/x", NO),
        ("/srv/caf\u{e9}/../x", path(PathFault::Traversal)),
        ("/srv\\x", path(PathFault::Backslash)),
        ("/srv\0", path(PathFault::Nul)),
        ("", path(PathFault::Empty)),
        ("C:x", path(PathFault::DriveRelative)),
        ("~/x", path(PathFault::Home)),
        ("srv/x", unknown(Why::NoRoot)),
        ("C:/x", unknown(Why::OtherAnchor)),
        ("/srv/cafe\u{301}/x", unknown(Why::PerhapsEqual)),
    ] {
        assert_eq!(of(json!({ "path": text })), [expected], "{text:?}");
    }
    assert_eq!(of(json!({ "path": 1 })), [unknown(Why::NotAString)]);
    assert_eq!(of(json!({})), [unknown(Why::NoLocation)]);
    assert_eq!(of(json!([])), [unknown(Why::NoLocation)]);
    assert_eq!(
        of(json!({ "from": "/srv" })),
        [NO, unknown(Why::MissingPair)]
    );
}

#[test]
fn a_relative_directory_without_root_is_another_anchor() {
    let table = table(&[RuleSpec {
        under: Some("docs"),
        ..rule("fs", Decision::Allow)
    }]);
    let of = |path: &str| verdicts(&explain(&table, "fs", &json!({ "path": path })));
    assert_eq!(of("/docs"), [unknown(Why::OtherAnchor)]);
    assert_eq!(of("docs/a"), [YES]);
}

#[test]
fn items_name_their_arguments() {
    let table = table(&[RuleSpec {
        under: Some("/srv"),
        ..rule("mv", Decision::Allow)
    }]);
    let explained = explain(&table, "mv", &json!({ "to": "/srv/x", "path": 1 }));
    let named: Vec<_> = explained
        .locations
        .iter()
        .map(|item| (item.argument.as_str(), item.text.as_deref()))
        .collect();
    assert_eq!(
        named,
        [("path", None), ("to", Some("/srv/x")), ("from", None)]
    );
    let items = &explained.considered[0].predicates[0].items;
    let whys: Vec<_> = items.iter().map(|item| (item.item, item.why)).collect();
    assert_eq!(
        whys,
        [
            (Some(0), Some(Why::NotAString)),
            (Some(1), None),
            (Some(2), Some(Why::MissingPair))
        ]
    );
}

#[test]
fn a_relative_location_shows_where_it_is_measured() {
    let table = with(&[], |builder| builder.root("", "/srv/"));
    let of = |path: &str| {
        explain(&table, "fs", &json!({ "path": path })).locations[0]
            .measured
            .clone()
    };
    assert_eq!(of("a/../b").as_deref(), Some("/srv/a/../b"));
    assert_eq!(of("/a"), None);
    assert_eq!(of(""), None);
    assert_eq!(of("~/a"), None);
}

#[test]
fn urls_show_their_host_or_why_there_is_none() {
    let table = table(&[RuleSpec {
        host: Some(HostPattern::Exact("docs.rs")),
        ..rule("get", Decision::Allow)
    }]);
    let explained = explain(&table, "get", &json!({ "url": "https://Docs.RS:443/x" }));
    assert_eq!(verdicts(&explained), [YES]);
    assert_eq!(explained.urls[0].host.as_deref(), Some("docs.rs"));
    let of = |url: Value| verdicts(&explain(&table, "get", &json!({ "url": url })));
    assert_eq!(
        of(json!("https://docs.rs@evil.com/")),
        [unknown(Why::Url(UrlFault::Userinfo))]
    );
    assert_eq!(of(json!("https://x.rs/")), [NO]);
    assert_eq!(of(json!(7)), [unknown(Why::NotAString)]);
    assert_eq!(
        verdicts(&explain(&table, "get", &json!({}))),
        [unknown(Why::NoUrl)]
    );
}

#[test]
fn commands_say_why_they_are_unknown() {
    let tokens = ["push".to_owned()];
    let table = table(&[RuleSpec {
        command: Some(CommandSpec {
            args: Some(&tokens),
            program: "git",
            glob: false,
            args_any: None,
        }),
        ..rule("sh", Decision::Allow)
    }]);
    let of = |args: Value| verdicts(&explain(&table, "sh", &args));
    assert_eq!(of(json!({ "command": "git", "args": ["push"] })), [YES]);
    assert_eq!(of(json!({ "command": "git", "args": ["pull"] })), [NO]);
    assert_eq!(of(json!({ "command": "git", "args": [] })), [NO]);
    assert_eq!(
        of(json!({ "command": "git", "args": "push" })),
        [unknown(Why::Unsealed)]
    );
    assert_eq!(of(json!({ "command": "rm", "args": [1] })), [NO]);
    assert_eq!(of(json!({})), [unknown(Why::NoCommand)]);
    let line = explain(&table, "sh", &json!({ "command": "git push" }));
    let why = line.considered[0].predicates[0].items[0].why;
    assert!(
        matches!(why, Some(Why::Unidentifiable(why)) if why.kind == "shell-line"),
        "{why:?}"
    );
    assert_eq!(line.commands[0].program, None);
}

struct Undecided;

impl Checks for Undecided {
    fn check(&self, name: &str, _: &str, _: &EffectiveCommand<'_>) -> Option<Tri> {
        (name == "undecided").then_some(Tri::Unknown)
    }
}

#[test]
fn checks_say_why_they_are_unknown() {
    let args = json!({ "command": "git" });
    for (name, why) in [
        ("undecided", Why::CheckUnknown),
        ("missing", Why::CheckUnregistered),
    ] {
        let table = table(&[RuleSpec {
            check: Some(name),
            ..rule("sh", Decision::Deny)
        }]);
        let explained = table.explain(&Call::parsed("sh", &args), &Undecided, &mut Scratch::new());
        assert_eq!(verdicts(&explained), [unknown(why)]);
        assert_eq!(explained.outcome.reason, Reason::UnevaluablePath);
        assert!(explained.considered[0].by_unknown());
    }
}

#[test]
fn unreadable_arguments_are_said_to_be_unreadable() {
    let table = table(&[RuleSpec {
        under: Some("/srv"),
        ..rule("fs", Decision::Deny)
    }]);
    let of = |bytes: &str| {
        let call = Call::raw("fs", bytes.as_bytes());
        verdicts(&table.explain(&call, &NoChecks, &mut Scratch::new()))
    };
    assert_eq!(of("{\"path\":"), [unknown(Why::UnreadableArguments)]);
    assert_eq!(
        of("{\"path\":\"/srv\",\"path\":\"/x\"}"),
        [unknown(Why::Disagreement)]
    );
    assert_eq!(of("{\"path\":\"/srv\"}"), [YES]);
}

#[test]
fn without_a_tool_name_every_deny_and_ask_fires() {
    let table = table(&[
        rule("a", Decision::Allow),
        rule("b", Decision::Ask),
        RuleSpec {
            under: Some("/srv"),
            ..rule("c", Decision::Deny)
        },
    ]);
    let call: Call<'_> = Call {
        tool: None,
        arguments: Arguments::Absent,
    };
    let mut scratch = Scratch::new();
    let explained = table.explain(&call, &NoChecks, &mut scratch);
    assert_eq!(
        explained.outcome,
        table.decide(&call, &NoChecks, &mut scratch)
    );
    let fires: Vec<_> = explained
        .considered
        .iter()
        .map(|rule| (rule.rule.0, rule.fires, rule.by_unknown()))
        .collect();
    assert_eq!(fires, [(2, true, true), (1, true, true), (0, false, false)]);
}

#[test]
fn reach_tells_the_tool_from_the_call() {
    let narrow = |decision| RuleSpec {
        under: Some("/srv"),
        ..rule("fs", decision)
    };
    let reach =
        |rules: &[RuleSpec<'_>]| explain(&table(rules), "fs", &json!({ "path": "/srv/a" })).reach;
    use Decision::{Allow, Ask, Deny};
    assert_eq!(reach(&[rule("fs", Deny)]), Reach::Tool);
    assert_eq!(reach(&[narrow(Deny), rule("fs", Deny)]), Reach::Tool);
    assert_eq!(reach(&[narrow(Deny), rule("fs", Allow)]), Reach::Call);
    assert_eq!(reach(&[narrow(Deny), rule("fs", Ask)]), Reach::Call);
    // Nothing could allow it: no other arguments would help.
    assert_eq!(reach(&[]), Reach::Tool);
    assert_eq!(reach(&[narrow(Ask)]), Reach::Tool);
    assert_eq!(reach(&[narrow(Ask), rule("fs", Allow)]), Reach::Call);
    assert_eq!(reach(&[narrow(Allow)]), Reach::Call);
    assert_eq!(reach(&[rule("fs", Allow)]), Reach::Tool);
}

#[test]
fn a_line_without_commands_runs_nothing_that_a_rule_looks_at() {
    let table = with(
        &[RuleSpec {
            command: command("git"),
            ..rule("sh", Decision::Allow)
        }],
        |builder| {
            builder.command_params(ToolPattern::Exact("sh"), ParamsSpec::Line("command"));
        },
    );
    let of = |args: Value| verdicts(&explain(&table, "sh", &args));
    assert_eq!(of(json!({})), [unknown(Why::NoCommand)]);
    assert_eq!(
        of(json!({ "command": 1 })),
        [unknown(Why::Unidentifiable(NOT_A_LINE))]
    );
}

const NOT_A_LINE: crate::command::Unidentified = crate::command::Unidentified::new("", "");

#[test]
fn the_suggestion_comes_along() {
    let explained = explain(&table(&[]), "fs", &json!({ "path": "/srv/a" }));
    assert_eq!(explained.considered, Vec::<RuleExplanation>::new());
    let suggestion = explained.suggestion.map(|rule| rule.under);
    assert_eq!(suggestion, Some(Some("/srv".to_owned())));
}
