//! What a caller's own tree has to do to be read as any other, and why short texts are no URLs.

use callgate_engine::Call;
use callgate_engine::firewall::{
    Action, Clause, PolicySpec, RuleSpec, Scalar, Scratch, StagedCall, Step, Table, TableBuilder,
    Test, Verdict,
};
use callgate_engine::host::{UrlFault, read_url};
use callgate_engine::tree::{Kind, Number, Tree};

/// Text by name. It answers what has to be answered, and cannot list its members.
enum Plain {
    Object(Vec<(String, Self)>),
    Text(&'static str),
}

impl Tree for Plain {
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
        let found = members.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value)
    }

    fn element(&self, _index: usize) -> Option<&Self> {
        None
    }
}

/// Denies if argument `N` is `no`, for each `N` below `names`.
fn table(names: usize) -> Table {
    let clauses: Vec<Vec<Clause>> = (0..names)
        .map(|name| {
            vec![Clause {
                path: vec![Step::Name(format!("a{name}"))],
                test: Test::OneOf(vec![Scalar::Text("no".into())]),
            }]
        })
        .collect();
    let mut builder = TableBuilder::new(PolicySpec::default());
    for clauses in &clauses {
        builder.rule(RuleSpec {
            id: None,
            priority: 0,
            label: None,
            stage: None,
            tool: "*",
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

/// However many arguments the rules look at, a tree that lists nothing is asked for each.
#[test]
fn a_tree_that_cannot_list_its_members_is_asked_by_name() {
    let tree = |last| {
        Plain::Object(vec![
            ("other".into(), Plain::Text("no")),
            ("a0".into(), Plain::Text("yes")),
            ("a3".into(), Plain::Text(last)),
        ])
    };
    for names in [4, 16, 17, 40] {
        let table = table(names);
        let decide = |tree: &Plain| {
            let call = StagedCall::new(Call::parsed("tool", tree));
            table.decide(&call, &mut Scratch::default()).verdict
        };
        assert_eq!(decide(&tree("no")), Some(Verdict::Deny), "{names}");
        assert_eq!(decide(&tree("yes")), Some(Verdict::Audit), "{names}");
    }
}

/// A blank or control character is named first, in a text of any length.
#[test]
fn short_texts_say_why_they_are_no_urls() {
    for text in ["a b", " ", "http://\n", "\u{7f}", "\thttp:", "a\u{7f}bcdef"] {
        assert_eq!(read_url(text), Err(UrlFault::ControlCharacter), "{text:?}");
    }
    for text in ["a!b", "", "http:/", "abcdefg"] {
        assert_eq!(read_url(text), Err(UrlFault::Scheme), "{text:?}");
    }
    assert_eq!(read_url("http://"), Err(UrlFault::Authority));
}
