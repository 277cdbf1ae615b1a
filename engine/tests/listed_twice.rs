//! A tree of arguments, whoever built it, that lists a name twice: the argument cannot be read
//! (J3).

use callgate_engine::permission::{
    NoChecks, Outcome, PathCase, Reason, RuleSpec, TableBuilder, ToolPattern,
};
use callgate_engine::tree::{Kind, Number, Tree};
use callgate_engine::{Arguments, Call, Decision};

/// An object that lists its members as they came, or a string.
enum Value {
    Object(Vec<(&'static str, Value)>),
    Text(&'static str),
}

impl Tree for Value {
    fn kind(&self) -> Kind {
        match self {
            Self::Object(_) => Kind::Object,
            Self::Text(_) => Kind::String,
        }
    }

    fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Object(_) => None,
        }
    }

    fn as_bool(&self) -> Option<bool> {
        None
    }

    fn number(&self) -> Option<Number<'_>> {
        None
    }

    fn member(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        let found = members.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value)
    }

    fn members(&self) -> Option<impl ExactSizeIterator<Item = (&str, &Self)>> {
        let Self::Object(members) = self else {
            return None;
        };
        Some(members.iter().map(|(name, value)| (*name, value)))
    }

    fn element(&self, _: usize) -> Option<&Self> {
        None
    }
}

/// What a call comes to where only paths in `/srv` are allowed.
fn decide(members: Vec<(&'static str, Value)>) -> Outcome {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    builder.rule(RuleSpec {
        tool: ToolPattern::Exact("fs"),
        decision: Decision::Allow,
        under: Some("/srv"),
        host: None,
        command: None,
        check: None,
        note: None,
        severity: None,
    });
    let table = builder.build();
    let arguments = Value::Object(members);
    let call = Call {
        tool: Some("fs"),
        arguments: Arguments::Parsed(&arguments),
    };
    table.decide(&call, &NoChecks, &mut table.scratch())
}

#[test]
fn an_argument_listed_twice_cannot_be_read() {
    let path = |text| ("path", Value::Text(text));
    let outcome = decide(vec![path("/srv/a")]);
    assert_eq!(outcome.decision, Decision::Allow);
    for second in ["/srv/a", "/etc"] {
        let outcome = decide(vec![path("/srv/a"), path(second)]);
        let found = (outcome.decision, outcome.reason);
        assert_eq!(found, (Decision::Ask, Reason::UnevaluablePath), "{second}");
    }
}

#[test]
fn a_name_that_nobody_looks_at_may_be_listed_twice() {
    let other = || ("other", Value::Text("x"));
    let outcome = decide(vec![other(), ("path", Value::Text("/srv/a")), other()]);
    assert_eq!(outcome.decision, Decision::Allow);
}
