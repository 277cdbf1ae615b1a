//! Why something is unknown, for calls that only a root or an odd program makes so.

use callgate_engine::permission::{
    CommandSpec, NoChecks, PathCase, RuleSpec, Table, TableBuilder, ToolPattern,
};
use callgate_engine::{Call, Decision};
use serde_json::{Value, json};

const RULE: RuleSpec<'_> = RuleSpec {
    tool: ToolPattern::Exact("t"),
    decision: Decision::Allow,
    under: None,
    host: None,
    command: None,
    check: None,
    note: None,
    severity: None,
};

/// The reasons of the unknown items of the only rule, as a tag and a sentence.
fn why(table: &Table, args: &Value) -> Vec<(&'static str, &'static str)> {
    let explained = table.explain(&Call::parsed("t", args), &NoChecks, &mut table.scratch());
    explained
        .considered
        .iter()
        .flat_map(|rule| &rule.predicates)
        .flat_map(|predicate| &predicate.items)
        .filter_map(|item| item.why)
        .map(|why| (why.as_str(), why.sentence()))
        .collect()
}

#[test]
fn a_root_says_where_relative_paths_and_directories_stand() {
    for (root, under, path, expected) in [
        // Placed alike by the root: only the bytes of a name are in doubt.
        ("/srv", "/srv/caf\u{e9}", "cafe\u{301}/x", "perhaps-equal"),
        ("/srv", "caf\u{e9}", "/srv/cafe\u{301}/x", "perhaps-equal"),
        ("/srv", "caf\u{e9}", "cafe\u{301}/x", "perhaps-equal"),
        // The root has no say in what is absolute.
        ("/srv", "C:/x", "/srv/a", "other-anchor"),
        ("C:/srv", "C:/x", "/srv/a", "other-anchor"),
        ("C:/srv", "/x", "C:/x", "other-anchor"),
        ("/srv", "C:/x", "a", "other-anchor"),
        ("srv", "/x", "a", "no-root"),
    ] {
        let mut builder = TableBuilder::new(PathCase::Sensitive);
        builder.root("", root);
        builder.rule(RuleSpec {
            under: Some(under),
            ..RULE
        });
        let found = why(&builder.build(), &json!({ "path": path }));
        let tags: Vec<&str> = found.iter().map(|(tag, _)| *tag).collect();
        assert_eq!(tags, [expected], "{root} {under} {path}");
    }
}

#[test]
fn a_program_that_names_nothing_says_how() {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    builder.rule(RuleSpec {
        command: Some(CommandSpec {
            program: "git",
            glob: false,
            args: None,
            args_any: None,
        }),
        ..RULE
    });
    let table = builder.build();
    for (program, expected) in [
        (json!(""), "the program is no non-empty string"),
        (json!(7), "the program is no non-empty string"),
        (json!("//"), "the program is nothing but separators"),
    ] {
        let found = why(&table, &json!({ "command": program }));
        assert_eq!(found, [("unidentifiable", expected)], "{program}");
    }
}
