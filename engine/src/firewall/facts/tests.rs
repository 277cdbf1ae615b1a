use super::{Facts, Memory};
use crate::call::Arguments;
use crate::firewall::decimal::Decimal;
use crate::firewall::spec::Step;
use crate::firewall::value::{Leaf, PathId, Paths};
use crate::json::Limits;
use serde_json::{Value, json};

/// `a 0 b` is `$.a[0].b`.
fn intern(paths: &mut Paths, text: &str) -> PathId {
    let steps: Vec<Step> = text
        .split_whitespace()
        .map(|step| {
            step.parse()
                .map_or_else(|_| Step::Name(step.into()), Step::Index)
        })
        .collect();
    paths.intern(&steps)
}

/// What resolves, as text, in the order of `paths`.
fn read(paths: &[&str], arguments: &Arguments<'_, Value>) -> Vec<Option<String>> {
    let mut trie = Paths::default();
    let ids: Vec<PathId> = paths.iter().map(|path| intern(&mut trie, path)).collect();
    let mut memory = Memory::default();
    // Twice, so that warm memory is seen to answer as fresh memory does.
    for _ in 0..2 {
        let mut facts = Facts::new(&mut memory);
        facts.read(&trie, arguments, &Limits::default());
        facts.end();
    }
    let mut facts = Facts::new(&mut memory);
    facts.read(&trie, arguments, &Limits::default());
    let shown = ids.iter().map(|&id| facts.leaf(id).map(show)).collect();
    let mut each = 0;
    facts.each(|path, leaf| {
        assert_eq!(facts.leaf(path), Some(leaf));
        each += 1;
    });
    assert_eq!(
        each,
        ids.iter().filter(|&&id| facts.leaf(id).is_some()).count()
    );
    shown
}

fn show(leaf: &Leaf<'_>) -> String {
    match leaf {
        Leaf::Null => "null".into(),
        Leaf::Bool(value) => value.to_string(),
        Leaf::Number(number) if Some(number) == Decimal::parse("1").as_ref() => "one".into(),
        Leaf::Number(_) => "number".into(),
        Leaf::Text(text) => format!("'{text}'"),
        Leaf::Composite => "[]".into(),
    }
}

fn raw(paths: &[&str], bytes: &str) -> Vec<Option<String>> {
    read(paths, &Arguments::Raw(bytes.as_bytes()))
}

fn all(texts: &[&str]) -> Vec<Option<String>> {
    texts
        .iter()
        .map(|text| Some((*text).to_owned()).filter(|text| text != "-"))
        .collect()
}

#[test]
fn one_walk_finds_every_path() {
    let paths = [
        "", "a", "a b", "a 0", "l 1", "l 7", "l 0 x", "gone", "a b c", "t",
    ];
    let text = r#"{"a": {"b": 1.0, "0": 2}, "l": [{"x": "t\u00e9"}, null], "t": true}"#;
    let expected = all(&[
        "[]", "[]", "one", "-", "null", "-", "'té'", "-", "-", "true",
    ]);
    assert_eq!(raw(&paths, text), expected);
    let tree: Value = serde_json::from_str(text).unwrap();
    assert_eq!(read(&paths, &Arguments::Parsed(&tree)), expected);
}

#[test]
fn many_names_are_listed_not_asked_for() {
    let names: Vec<String> = (0..100).map(|i| format!("p{i}")).collect();
    let paths: Vec<&str> = names.iter().map(String::as_str).collect();
    let found = read(
        &paths,
        &Arguments::Parsed(&json!({"p7": true, "p99": 1, "q": 2})),
    );
    assert_eq!(found.iter().flatten().collect::<Vec<_>>(), ["true", "one"]);
}

#[test]
fn a5_a_member_given_twice_resolves_nothing_at_or_below_it() {
    let paths = ["a", "a b", "a b c", "d", "d 0 e"];
    let gone =
        |text: &str, expected: &[&str]| assert_eq!(raw(&paths, text), all(expected), "{text}");
    gone(
        r#"{"a":{"b":{"c":1}},"d":1}"#,
        &["[]", "[]", "one", "one", "-"],
    );
    gone(
        r#"{"a":{"b":{"c":1}},"d":1,"a":{"b":{"c":1}}}"#,
        &["-", "-", "-", "one", "-"],
    );
    gone(
        r#"{"a":{"b":{"c":1},"\u0062":2},"d":1}"#,
        &["[]", "-", "-", "one", "-"],
    );
    gone(
        r#"{"a":1,"d":[{"e":1,"e":1}]}"#,
        &["one", "-", "-", "[]", "-"],
    );
    gone(r#"{"a":1,"a":2,"a":3}"#, &["-", "-", "-", "-", "-"]);
    // Not on a path: nothing to disagree about.
    gone(
        r#"{"x":1,"x":2,"a":{"y":1,"y":2,"b":1}}"#,
        &["[]", "one", "-", "-", "-"],
    );
    gone(r#"{"A":1,"a":1}"#, &["one", "-", "-", "-", "-"]);
}

#[test]
fn bytes_that_cannot_be_read_resolve_nothing() {
    for text in [
        "",
        "{",
        r#"{"a":1"#,
        r#"{"a":1}x"#,
        r#"{"a":1,}"#,
        r#"{"a":"\ud800"}"#,
        r#"{"a":01}"#,
    ] {
        assert_eq!(raw(&["", "a"], text), all(&["-", "-"]), "{text}");
    }
    let not_utf8 = b"{\"a\":1,\"b\":\"\xff\"}";
    assert_eq!(read(&["a"], &Arguments::Raw(not_utf8)), all(&["-"]));
    assert_eq!(read(&["", "a"], &Arguments::Unreadable), all(&["-", "-"]));
    assert_eq!(read(&["", "a"], &Arguments::Absent), all(&["[]", "-"]));
    assert_eq!(raw(&["", "a"], "[1]"), all(&["[]", "-"]));
    assert_eq!(raw(&["", "0"], "[1]"), all(&["[]", "one"]));
    assert_eq!(raw(&[""], "\"x\""), all(&["'x'"]));
}
