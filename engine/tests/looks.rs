//! How often a caller's tree of arguments is looked at: a plain call is told by one look at
//! each argument, whether a rule speaks about it or none.

use callgate_engine::permission::{
    CommandSpec, HostPattern, NoChecks, PathCase, RuleSpec, Table, TableBuilder, ToolPattern,
};
use callgate_engine::tree::{Kind, Number, Tree};
use callgate_engine::{Arguments, Call, Decision};
use std::cell::Cell;

/// An object that counts how often its members are listed, or a string that counts how often
/// it is read.
struct Value {
    text: Option<&'static str>,
    members: Vec<(&'static str, Self)>,
    looks: Cell<usize>,
}

impl Value {
    fn text(text: &'static str) -> Self {
        Self {
            text: Some(text),
            members: Vec::new(),
            looks: Cell::new(0),
        }
    }

    fn look(&self) {
        self.looks.set(self.looks.get() + 1);
    }
}

impl Tree for Value {
    fn kind(&self) -> Kind {
        match self.text {
            Some(_) => Kind::String,
            None => Kind::Object,
        }
    }

    fn as_str(&self) -> Option<&str> {
        self.look();
        self.text
    }

    fn as_bool(&self) -> Option<bool> {
        None
    }

    fn number(&self) -> Option<Number<'_>> {
        None
    }

    fn member(&self, name: &str) -> Option<&Self> {
        let found = self.members.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value)
    }

    fn members(&self) -> Option<impl ExactSizeIterator<Item = (&str, &Self)>> {
        self.look();
        let members = self.members.iter();
        Some(members.map(|(name, value)| (*name, value)))
    }

    fn element(&self, _: usize) -> Option<&Self> {
        None
    }
}

const RULE: RuleSpec<'_> = RuleSpec {
    tool: ToolPattern::Exact("t"),
    decision: Decision::Deny,
    under: None,
    host: None,
    command: None,
    check: None,
    note: None,
    severity: None,
};

fn table(rules: &[RuleSpec<'_>]) -> Table {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    for rule in rules {
        builder.rule(*rule);
    }
    builder.build()
}

/// How often an argument is read to decide a call that carries it alone, and what comes out.
fn looks(table: &Table, name: &'static str, text: &'static str) -> (Decision, usize) {
    let arguments = Value {
        text: None,
        members: vec![(name, Value::text(text))],
        looks: Cell::new(0),
    };
    let call = Call {
        tool: Some("t"),
        arguments: Arguments::Parsed(&arguments),
    };
    let outcome = table.decide(&call, &NoChecks, &mut table.scratch());
    let reads = arguments.members.iter().map(|(_, value)| value.looks.get());
    (outcome.decision, reads.sum())
}

#[test]
fn a_plain_argument_is_read_once() {
    let host = |host| RuleSpec {
        host: Some(host),
        ..RULE
    };
    let hosts = [
        host(HostPattern::Exact("a.com")),
        host(HostPattern::Below("b.com")),
    ];
    let directories = [RuleSpec {
        under: Some("/etc"),
        ..RULE
    }];
    let push = ["push".to_owned()];
    let program = |program, args| RuleSpec {
        command: Some(CommandSpec {
            program,
            glob: false,
            args,
            args_any: None,
        }),
        ..RULE
    };
    let programs = [program("rm", None), program("mkfs", None)];
    // To be measured whole, but for calls that start other programs: all of a name counts.
    let narrow = [
        program("git", Some(&push)),
        program("make", Some(&push)),
        program("pre-annex-fix", Some(&push)),
        program("map-service-control", Some(&push)),
    ];
    let cases = [
        (
            &hosts[..],
            "url",
            &[
                ("https://a.com/x", Decision::Deny),
                ("https://x.b.com", Decision::Deny),
                ("https://c.com/", Decision::Ask),
                ("https://b.com/", Decision::Ask),
            ][..],
        ),
        (
            &directories,
            "path",
            &[
                ("/etc/passwd", Decision::Deny),
                ("/etcetera", Decision::Ask),
                ("/srv/a", Decision::Ask),
            ],
        ),
        (
            &programs,
            "command",
            &[
                ("rm", Decision::Deny),
                ("mkfs", Decision::Deny),
                ("ls", Decision::Ask),
                ("mkfs.ext4", Decision::Ask),
            ],
        ),
        (
            &narrow,
            "command",
            &[
                ("cat", Decision::Ask),
                ("cargo", Decision::Ask),
                ("wake", Decision::Ask),
                ("pre-other-fix", Decision::Ask),
                ("mat-service-control", Decision::Ask),
            ],
        ),
    ];
    for (rules, name, calls) in cases {
        let table = table(rules);
        for (text, expected) in calls {
            assert_eq!(looks(&table, name, text), (*expected, 1), "{text}");
        }
    }
}

#[test]
fn a_plain_argument_is_read_once_where_rules_are_many() {
    let hosts: Vec<String> = (0..20).map(|n| format!("h{n}.com")).collect();
    let rules: Vec<RuleSpec<'_>> = hosts
        .iter()
        .map(|host| RuleSpec {
            host: Some(HostPattern::Exact(host)),
            ..RULE
        })
        .collect();
    let table = table(&rules);
    for (url, decision) in [
        ("https://h7.com/", Decision::Deny),
        ("https://x.com/", Decision::Ask),
    ] {
        assert_eq!(looks(&table, "url", url), (decision, 1));
    }
}

#[test]
fn arguments_that_no_rule_asks_about_are_not_read() {
    let table = table(&[RuleSpec {
        host: Some(HostPattern::Exact("a.com")),
        ..RULE
    }]);
    assert_eq!(looks(&table, "path", "/etc").1, 0);
}

#[test]
fn where_rules_ask_about_nothing_arguments_are_listed_once_at_most() {
    let table = table(&[RULE]);
    let arguments = Value {
        text: None,
        members: vec![("path", Value::text("/etc"))],
        looks: Cell::new(0),
    };
    let call = Call {
        tool: Some("t"),
        arguments: Arguments::Parsed(&arguments),
    };
    let outcome = table.decide(&call, &NoChecks, &mut table.scratch());
    assert_eq!(outcome.decision, Decision::Deny);
    assert!(arguments.looks.get() <= 1);
}
