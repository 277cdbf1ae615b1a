//! Tools with many rules, whose candidates are found by index: single cases that chance hardly
//! meets, each with the answer that looking at every rule gives too.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use callgate_engine::permission::{
    CommandSpec, HostPattern, NoChecks, Outcome, PathCase, PredicateKind, Reason, RuleId, RuleSpec,
    Scratch, Table, TableBuilder, ToolPattern, Unknown,
};
use callgate_engine::{Call, Decision};
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

const fn under<'a>(tool: &'a str, decision: Decision, directory: &'a str) -> RuleSpec<'a> {
    RuleSpec {
        under: Some(directory),
        ..rule(tool, decision)
    }
}

/// Allows that crowd a tool: so many directories below one.
fn crowd(builder: &mut TableBuilder, tool: ToolPattern<'_>, below: &str) {
    for n in 0..12 {
        builder.rule(RuleSpec {
            tool,
            ..under("", Decision::Allow, &format!("{below}/crowd/{n}"))
        });
    }
}

fn sensitive() -> TableBuilder {
    TableBuilder::new(PathCase::Sensitive)
}

/// What a call comes to, by index and without.
fn decide(table: &Table, tool: &str, args: &Value) -> Outcome {
    let (call, mut scratch) = (Call::parsed(tool, args), table.scratch());
    let outcome = table.decide(&call, &NoChecks, &mut scratch);
    let expected = table.decide_unindexed(&call, &NoChecks, &mut scratch);
    assert_eq!(outcome, expected, "{tool} {args}");
    outcome
}

/// Nothing fires, and kinds of predicates were unknown.
fn silent(unknown: &[PredicateKind]) -> Outcome {
    Outcome {
        decision: Decision::Ask,
        reason: if unknown.is_empty() {
            Reason::NoMatch
        } else {
            Reason::UnevaluablePath
        },
        rule: None,
        unknown: unknown
            .iter()
            .fold(Unknown::NONE, |all, &kind| all.with(kind)),
    }
}

/// A path that is perhaps inside of a directory: the same letter to people, of other bytes (P7).
const KELVIN: &str = "/\u{212a}/x";

#[test]
fn a_location_perhaps_inside_is_unknown_to_rules_of_the_tool_alone() {
    let mut builder = sensitive();
    crowd(&mut builder, ToolPattern::Exact("fs"), "");
    crowd(&mut builder, ToolPattern::Exact("other"), "");
    builder.rule(under("other", Decision::Allow, "/K"));
    let table = builder.build();
    let args = json!({ "path": KELVIN });
    assert_eq!(decide(&table, "fs", &args), silent(&[]));
    let lost = silent(&[PredicateKind::Under]);
    assert_eq!(decide(&table, "other", &args), lost);
}

#[test]
fn a_location_perhaps_inside_is_unknown_to_a_rule_that_asks_for_more() {
    let more = |decision| RuleSpec {
        host: Some(HostPattern::Exact("a.com")),
        ..under("fs", decision, "/K")
    };
    for rules in [
        &[more(Decision::Allow)][..],
        &[under("fs", Decision::Allow, "/K"), more(Decision::Allow)],
        &[under("fs", Decision::Allow, "/K"), more(Decision::Deny)],
    ] {
        let mut builder = sensitive();
        crowd(&mut builder, ToolPattern::Exact("fs"), "");
        for rule in rules {
            builder.rule(*rule);
        }
        let table = builder.build();
        let args = json!({ "path": KELVIN, "url": "https://b.com/" });
        let lost = silent(&[PredicateKind::Under]);
        assert_eq!(decide(&table, "fs", &args), lost, "{rules:?}");
    }
}

#[test]
fn other_bytes_make_a_location_unknown_whoever_has_them() {
    let cases = [
        (None, "/K", KELVIN),
        (None, "/\u{212a}", "/K/x"),
        (Some("/\u{212a}"), "a", "/K/a/x"),
        (Some("/K"), "a", "/\u{212a}/a/x"),
        (Some("/\u{212a}"), "/K/a", "a/x"),
        (Some("/K"), "/\u{212a}/a", "a/x"),
        (Some("/K"), "/K/caf\u{e9}", "cafe\u{301}"),
    ];
    for (root, directory, path) in cases {
        let mut builder = sensitive();
        if let Some(root) = root {
            builder.root("", root);
        }
        crowd(&mut builder, ToolPattern::Exact("fs"), "");
        builder.rule(under("fs", Decision::Allow, directory));
        let table = builder.build();
        let lost = silent(&[PredicateKind::Under]);
        let told = format!("{root:?} {directory} {path}");
        assert_eq!(
            decide(&table, "fs", &json!({ "path": path })),
            lost,
            "{told}"
        );
    }
}

#[test]
fn the_top_of_a_drive_or_of_everything_holds_what_is_below() {
    for (top, inside, outside) in [("C:/", "c:/a/b", "D:/a"), ("D:/", "D:/", "C:/")] {
        let mut builder = sensitive();
        crowd(&mut builder, ToolPattern::Exact("fs"), "C:");
        builder.rule(under("fs", Decision::Deny, top));
        let table = builder.build();
        let denied = decide(&table, "fs", &json!({ "path": inside }));
        assert_eq!(
            (denied.decision, denied.reason, denied.rule),
            (Decision::Deny, Reason::Rule, Some(RuleId(12))),
            "{top}"
        );
        let other = decide(&table, "fs", &json!({ "path": outside }));
        assert_eq!(other, silent(&[]), "{top}");
    }
    for (top, inside) in [("/", "/a"), (".", "a")] {
        let mut builder = sensitive();
        crowd(&mut builder, ToolPattern::Exact("fs"), "");
        builder.rule(under("fs", Decision::Deny, top));
        let table = builder.build();
        let denied = decide(&table, "fs", &json!({ "path": inside }));
        let rule = (denied.decision, denied.reason, denied.rule);
        let expected = (Decision::Deny, Reason::Rule, Some(RuleId(12)));
        assert_eq!(rule, expected, "{top}");
    }
}

#[test]
fn a_tool_without_rules_of_its_own_finds_no_rules_of_others() {
    let mut builder = sensitive();
    // Named first, with nothing to look at: the next tool's rules stand at the same place.
    builder.rule(rule("fs_read", Decision::Allow));
    crowd(&mut builder, ToolPattern::Exact("other"), "");
    builder.rule(under("other", Decision::Deny, "/etc"));
    crowd(&mut builder, ToolPattern::Prefix("fs_"), "");
    let table = builder.build();
    let args = json!({ "path": "/etc/passwd" });
    let allowed = decide(&table, "fs_read", &args);
    assert_eq!(
        (allowed.decision, allowed.rule),
        (Decision::Allow, Some(RuleId(0)))
    );
    assert_eq!(decide(&table, "other", &args).decision, Decision::Deny);
}

/// Enough that looking at every rule for every call would never end.
const MANY: usize = 20_000;

/// Tables of so many rules that differ in one part: tokens, programs, hosts, directories, tools.
fn alike() -> [Table; 5] {
    let [
        mut tokens,
        mut programs,
        mut hosts,
        mut directories,
        mut tools,
    ] = std::array::from_fn(|_| sensitive());
    for n in 0..MANY {
        let args = [format!("t{n}")];
        let program = format!("p{n}");
        let command = CommandSpec {
            program: "git",
            glob: false,
            args: Some(&args),
            args_any: None,
        };
        tokens.rule(RuleSpec {
            command: Some(command),
            ..rule("t", Decision::Deny)
        });
        programs.rule(RuleSpec {
            command: Some(CommandSpec {
                program: &program,
                args: None,
                ..command
            }),
            ..rule("t", Decision::Deny)
        });
        hosts.rule(RuleSpec {
            host: Some(HostPattern::Below(&format!("h{n}.com"))),
            ..rule("t", Decision::Deny)
        });
        directories.rule(under("t", Decision::Deny, &format!("/srv/d{n}/x")));
        tools.rule(rule(&format!("t{n}"), Decision::Deny));
    }
    [tokens, programs, hosts, directories, tools].map(TableBuilder::build)
}

/// However patterns are hashed, each call finds its own, and at once.
#[test]
fn among_thousands_each_call_finds_its_own_rule() {
    let tables = alike();
    let mut scratch = Scratch::new();
    for n in 0..MANY {
        let calls = [
            ("t", json!({ "command": "git", "args": [format!("t{n}")] })),
            ("t", json!({ "command": format!("p{n}") })),
            ("t", json!({ "url": format!("https://www.h{n}.com/") })),
            ("t", json!({ "path": format!("/srv/d{n}/x/y") })),
            (&*format!("t{n}"), json!({})),
        ];
        for (table, (tool, args)) in tables.iter().zip(&calls) {
            let outcome = table.decide(&Call::parsed(tool, args), &NoChecks, &mut scratch);
            let found = (outcome.reason, outcome.rule);
            let own = RuleId(u32::try_from(n).unwrap());
            assert_eq!(found, (Reason::Rule, Some(own)), "{tool} {args}");
        }
    }
}

#[test]
fn among_thousands_a_near_miss_finds_nothing() {
    let tables = alike();
    let mut scratch = Scratch::new();
    let calls = [
        ("t", json!({ "command": "git" })),
        ("t", json!({ "command": "p" })),
        ("t", json!({ "url": "https://h1.com/" })),
        ("t", json!({ "path": "/srv/d1/y" })),
        ("t", json!({})),
    ];
    for _ in 0..MANY {
        for (table, (tool, args)) in tables.iter().zip(&calls) {
            let outcome = table.decide(&Call::parsed(tool, args), &NoChecks, &mut scratch);
            assert_eq!(outcome, silent(&[]), "{args}");
        }
    }
}

/// What the dump says about a tool's index, below its first line.
fn postings(rule: RuleSpec<'_>) -> String {
    let mut builder = sensitive();
    crowd(&mut builder, ToolPattern::Exact("fs"), "");
    builder.rule(rule);
    let dump = builder.build().dump().to_string();
    dump.split("\nindex: ").nth(1).unwrap().to_owned()
}

/// A rule is counted under each kind of key that finds it.
#[test]
fn postings_are_counted_by_kind() {
    // Twelve allows under one key each; the deny under one for each way in which a call may be
    // unreadable, and once by its directory alone.
    let deny = RuleSpec {
        host: Some(HostPattern::Exact("a.com")),
        ..under("fs", Decision::Deny, "/a")
    };
    assert_eq!(
        postings(deny),
        "1 scopes, 17 postings of 17 ranks
  directory: 12 postings of 12 ranks, the longest 1
  directory+…: 1 postings of 1 ranks, the longest 1
  host+directory: 1 postings of 1 ranks, the longest 1
  host+directory?: 1 postings of 1 ranks, the longest 1
  host?+directory: 1 postings of 1 ranks, the longest 1
  host?+directory?: 1 postings of 1 ranks, the longest 1
"
    );
}

/// A call that leaves one kind of directory unknown is no reason to look at the others.
#[test]
fn directories_left_open_are_filed_apart_by_where_they_start() {
    let mut builder = sensitive();
    crowd(&mut builder, ToolPattern::Exact("fs"), "");
    for (n, directory) in ["/a", "C:/a", "a", "/b", "D:/a", "b"]
        .into_iter()
        .enumerate()
    {
        let decision = [Decision::Deny, Decision::Ask][n % 2];
        builder.rule(under("fs", decision, directory));
    }
    let dump = builder.build().dump().to_string();
    let open = "\n  directory?: 3 postings of 6 ranks, the longest 2\n";
    assert!(dump.contains(open), "{dump}");
}

#[test]
fn a_table_says_whether_it_holds_rules() {
    assert!(sensitive().build().is_empty());
    let mut builder = sensitive();
    builder.rule(rule("fs", Decision::Allow));
    assert!(!builder.build().is_empty());
}
