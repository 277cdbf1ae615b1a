//! How much of a call's parsed arguments a firewall table looks at: a tree that counts.

use callgate_engine::firewall::{
    Action, Clause, PolicySpec, RuleSpec, Scalar, Scratch, StagedCall, Step, Table, TableBuilder,
    Test, Verdict,
};
use callgate_engine::tree::{Kind, Number, Tree};
use callgate_engine::{Arguments, Call};
use std::cell::Cell;
use std::collections::BTreeMap;

/// An object of texts, or a text.
#[derive(Debug)]
enum Counted<'c> {
    Object(BTreeMap<String, Self>, &'c Counts),
    Text(String, &'c Counts),
}

#[derive(Debug, Default)]
struct Counts {
    /// How often a text was read.
    texts: Cell<usize>,
    /// How many members were asked for by name.
    asked: Cell<usize>,
    /// How many members were listed.
    listed: Cell<usize>,
}

fn more(count: &Cell<usize>) {
    count.set(count.get() + 1);
}

impl Tree for Counted<'_> {
    fn kind(&self) -> Kind {
        match self {
            Self::Object(..) => Kind::Object,
            Self::Text(..) => Kind::String,
        }
    }

    fn as_str(&self) -> Option<&str> {
        let Self::Text(text, counts) = self else {
            return None;
        };
        more(&counts.texts);
        Some(text)
    }

    fn as_bool(&self) -> Option<bool> {
        None
    }

    fn number(&self) -> Option<Number<'_>> {
        None
    }

    fn member(&self, name: &str) -> Option<&Self> {
        let Self::Object(members, counts) = self else {
            return None;
        };
        more(&counts.asked);
        members.get(name)
    }

    fn element(&self, _: usize) -> Option<&Self> {
        None
    }

    fn for_each_member<'t>(&'t self, visit: &mut dyn FnMut(&'t str, &'t Self)) -> bool {
        let Self::Object(members, counts) = self else {
            return false;
        };
        for (name, member) in members {
            more(&counts.listed);
            visit(name, member);
        }
        true
    }
}

/// Deny rules of a tool, each with these clauses.
fn table(rules: &[Vec<Clause>], tool: &str) -> Table {
    let mut builder = TableBuilder::new(PolicySpec::default());
    for clauses in rules {
        builder.rule(RuleSpec {
            id: None,
            priority: 0,
            label: None,
            stage: None,
            tool,
            skill: "",
            action: Action::Give(Verdict::Deny),
            clauses,
            egress: None,
            sanitizer: None,
            sequence: false,
        });
    }
    builder.build()
}

fn clause(name: &str, test: Test) -> Clause {
    let path = vec![Step::Name(name.to_owned())];
    Clause { path, test }
}

fn is(name: &str, value: &str) -> Clause {
    clause(name, Test::OneOf(vec![Scalar::Text(value.to_owned())]))
}

/// Decides a call of tool `t` whose arguments have these members, each the text `v`.
fn decide(table: &Table, members: &[String]) -> (Verdict, Counts) {
    let counts = Counts::default();
    let text = |name: &String| (name.clone(), Counted::Text("v".to_owned(), &counts));
    let arguments = Counted::Object(members.iter().map(text).collect(), &counts);
    let call = StagedCall::new(Call {
        tool: Some("t"),
        arguments: Arguments::Parsed(&arguments),
    });
    let mut scratch = Scratch::default();
    let outcome = table.decide(&call, &mut scratch);
    let verdict = outcome.verdict.unwrap_or(Verdict::Deny);
    drop(arguments);
    (verdict, counts)
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("m{at}")).collect()
}

#[test]
fn a_value_is_read_once_however_many_clauses_ask_for_it() {
    let asks = ["x", "y", "z"].map(|text| clause("m0", Test::Contains(text.to_owned())));
    let mut rules: Vec<Vec<Clause>> = asks.iter().map(|ask| vec![ask.clone()]).collect();
    rules.push(vec![
        is("m0", "v"),
        clause("m0", Test::Contains("v".to_owned())),
    ]);
    for tool in ["*", "t"] {
        let (verdict, counts) = decide(&table(&rules, tool), &names(3));
        assert_eq!(verdict, Verdict::Deny, "{tool}");
        assert_eq!(counts.texts.get(), 1, "{tool}");
        assert_eq!(counts.asked.get(), 1, "{tool}");
    }
}

/// Rules that another condition leaves silent do not have the arguments read.
#[test]
fn arguments_nobody_asks_for_stay_unread() {
    let (verdict, counts) = decide(&table(&[vec![is("m0", "v")]], "u"), &names(3));
    assert_eq!(verdict, Verdict::Audit);
    assert_eq!((counts.texts.get(), counts.asked.get()), (0, 0));
}

/// A large call costs what few clauses ask for; few members cost no more than they are, however
/// many names clauses ask for.
#[test]
fn the_smaller_of_clauses_and_members_is_walked() {
    let rules = |count| -> Vec<Vec<Clause>> {
        let names = names(count);
        names.iter().map(|name| vec![is(name, "w")]).collect()
    };
    let (_, counts) = decide(&table(&rules(3), "*"), &names(1000));
    assert_eq!((counts.asked.get(), counts.listed.get()), (3, 0));
    let (_, counts) = decide(&table(&rules(1000), "*"), &names(2));
    assert_eq!((counts.asked.get(), counts.listed.get()), (0, 2));
}
