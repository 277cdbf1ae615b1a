//! Arguments from bytes: J1–J3, C2, P4, and the law that raw and parsed agree.

use super::RawFacts;
use crate::facts::{Argument, Facts, Looked};
use crate::json::Limits;
use crate::json::generate::{value, write, write_members};
use Argument::{Absent, List, NotText, Text, Unreadable};
use proptest::prelude::*;
use serde_json::Value;

/// Reads with memory that another call has left behind.
fn used() -> RawFacts {
    let mut raw = RawFacts::default();
    let looked = Looked::new(["x", "y", "z"], Some("z"));
    let text = br#"{"\u0078":"\u0041","y":"b","z":["c","\u0064",1],"y":2"#;
    raw.read(text, &looked, &Limits::default());
    raw
}

fn with<R>(bytes: &[u8], looked: &Looked, check: impl FnOnce(Facts<'_>) -> R) -> R {
    let mut raw = used();
    let text = raw.read(bytes, looked, &Limits::default());
    check(raw.facts(text, Facts::default()))
}

fn arguments(text: &str, expected: &[Argument<'_>]) {
    let looked = Looked::new(["path", "to", "a-rather-long-name"], None);
    with(text.as_bytes(), &looked, |facts| {
        assert!(!facts.unreadable, "{text}");
        assert_eq!(facts.arguments, expected, "{text}");
        assert!(facts.sealed && facts.tail.is_empty(), "{text}");
    });
}

fn tail(text: &str, argument: Argument<'_>, tokens: &[&str], sealed: bool) {
    let looked = Looked::new(["path"], Some("args"));
    with(text.as_bytes(), &looked, |facts| {
        assert!(!facts.unreadable, "{text}");
        assert_eq!(facts.arguments, [Absent, argument], "{text}");
        assert_eq!((&*facts.tail, facts.sealed), (tokens, sealed), "{text}");
    });
}

#[test]
fn j1_looked_at_arguments_are_kept_and_others_skipped() {
    arguments("{}", &[Absent; 3]);
    arguments(r#"{"path":"/a"}"#, &[Text("/a"), Absent, Absent]);
    arguments(
        r#"{"to":"","path":"é😀"}"#,
        &[Text("é😀"), Text(""), Absent],
    );
    arguments(
        r#" { "a-rather-long-name" : "x" } "#,
        &[Absent, Absent, Text("x")],
    );
    arguments(
        r#"{"other":{"path":"/no"},"to":{"path":"/no"}}"#,
        &[Absent, NotText, Absent],
    );
    arguments(
        r#"{"paths":"1","pat":"2","Path":"3","":"4","a-rather-long-namE":"5"}"#,
        &[Absent; 3],
    );
}

#[test]
fn j1_names_and_values_are_compared_after_unescaping() {
    arguments(
        r#"{"p\u0061th":"\u002fa\n\ud83d\ude00"}"#,
        &[Text("/a\n😀"), Absent, Absent],
    );
    arguments(
        r#"{"\u0070\u0061\u0074\u0068":"a\\b","t\u006f":"c\"d"}"#,
        &[Text("a\\b"), Text("c\"d"), Absent],
    );
    arguments(
        r#"{"p\\u0061th":"/a","pa\u0000th":"/a","\u0050ath":"/a"}"#,
        &[Absent; 3],
    );
    let long: String = "a-rather-long-name"
        .chars()
        .map(|c| format!("\\u{:04x}", u32::from(c)))
        .collect();
    arguments(
        &format!(r#"{{"{long}":"x"}}"#),
        &[Absent, Absent, Text("x")],
    );
    arguments(
        &format!(r#"{{"{long}{long}":"x","{}":"y"}}"#, long.repeat(100)),
        &[Absent; 3],
    );
}

#[test]
fn p4_another_kind_of_value_is_present_but_no_text() {
    for value in ["null", "true", "1", "-1.5e3", "{}", r#"{"path":"/a"}"#] {
        arguments(
            &format!(r#"{{"path":{value},"to":"b"}}"#),
            &[NotText, Text("b"), Absent],
        );
    }
    arguments(r#"{"path":["/a"],"to":[]}"#, &[List, List, Absent]);
}

#[test]
fn p4_arguments_that_are_no_object_have_no_members() {
    for text in [
        "null",
        "1",
        "true",
        r#""path""#,
        "[]",
        r#"["path","/a"]"#,
        r#"[{"path":"/a"}]"#,
    ] {
        arguments(text, &[Absent; 3]);
    }
}

#[test]
fn j3_a_looked_at_argument_twice_is_unreadable() {
    for text in [
        r#"{"path":"/a","path":"/b"}"#,
        r#"{"path":"/a","path":"/a"}"#,
        r#"{"path":"/a","p\u0061th":"/a"}"#,
        r#"{"\u0070ath":"\u002f","pat\u0068":"\u002f"}"#,
        r#"{"path":null,"path":null}"#,
        r#"{"path":"/a","path":{"x":[1]}}"#,
        r#"{"path":["/a"],"x":0,"path":"/a"}"#,
        r#"{"path":1,"path":"2","path":"/a"}"#,
    ] {
        arguments(text, &[Unreadable, Absent, Absent]);
    }
    // Not looked at, or not the same object: nobody's business.
    arguments(
        r#"{"x":1,"x":2,"path":"/a","y":{"path":1,"path":2}}"#,
        &[Text("/a"), Absent, Absent],
    );
}

#[test]
fn j2_bytes_that_are_not_json_are_unreadable_as_a_whole() {
    let looked = Looked::new(["path"], Some("args"));
    for bytes in [
        &b""[..],
        b"{",
        br#"{"path":"/a""#,
        br#"{"path":"/a"} x"#,
        br#"{"path":"/a"}{}"#,
        br#"{"path":"/a",}"#,
        br#"{"path":"/a","args":["x"],"y":01}"#,
        br#"{"path":"/a","y":"\ud800"}"#,
        br#"{"path":"/a","\ud800":1}"#,
        br#"{"path":"\udc00"}"#,
        b"{\"path\":\"\xff\"}",
        b"{\"path\":\"/a\",\"y\":\"\xff\"}",
        b"{\"path\":\"/a\n\"}",
        br#"{"path":"/a","args":["x",]}"#,
        b"\xef\xbb\xbf{}",
    ] {
        with(bytes, &looked, |facts| {
            assert_eq!(
                facts,
                Facts::unreadable(&looked, Facts::default()),
                "{bytes:?}"
            );
            assert_eq!(facts.arguments, [Unreadable; 2]);
            assert!(facts.unreadable && !facts.sealed && facts.tail.is_empty());
        });
    }
}

#[test]
fn j4_past_a_limit_is_unreadable_as_a_whole() {
    let looked = Looked::new(["path"], None);
    let text = br#"{"path":"/a","x":[[]]}"#;
    let mut raw = used();
    for (bytes, depth, unreadable) in [(22, 3, false), (21, 3, true), (22, 2, true)] {
        let read = raw.read(text, &looked, &Limits { bytes, depth });
        let facts = raw.facts(read, Facts::default());
        assert_eq!(facts.unreadable, unreadable, "{bytes} {depth}");
        assert_eq!(
            facts.arguments,
            [if unreadable { Unreadable } else { Text("/a") }]
        );
    }
}

#[test]
fn c2_the_tail_is_read_up_to_what_is_no_token() {
    tail(r#"{"args":[]}"#, List, &[], true);
    tail(
        r#"{"args":["a","","é","\u0062\n"]}"#,
        List,
        &["a", "", "é", "b\n"],
        true,
    );
    tail(r#"{"args":["a",1,"b"]}"#, List, &["a"], false);
    tail(r#"{"args":["a","b",null]}"#, List, &["a", "b"], false);
    tail(r#"{"args":[["a"],"b"]}"#, List, &[], false);
    tail(
        r#"{"args":["a",{"x":["y"]},true,"b"]}"#,
        List,
        &["a"],
        false,
    );
    tail(r#"{"args":["a","b\u0000c","d"]}"#, List, &["a"], false);
    tail(r#"{"args":["\u0000"]}"#, List, &[], false);
    tail(r#"{"args":["a\\u0000"]}"#, List, &[r"a\u0000"], true);
}

#[test]
fn c2_an_absent_tail_is_empty_and_another_kind_is_unread() {
    tail("{}", Absent, &[], true);
    tail("[]", Absent, &[], true);
    tail(r#"{"args":"a"}"#, Text("a"), &[], false);
    for value in ["null", "1", "false", "{}", r#"{"0":"a"}"#] {
        tail(&format!(r#"{{"args":{value}}}"#), NotText, &[], false);
    }
}

#[test]
fn j3_a_tail_twice_is_unread_from_its_start() {
    tail(r#"{"args":["a"],"args":["a"]}"#, Unreadable, &[], false);
    tail(
        r#"{"args":[],"\u0061rgs":["\u0061"]}"#,
        Unreadable,
        &[],
        false,
    );
    tail(r#"{"args":["a"],"args":null}"#, Unreadable, &[], false);
    tail(
        r#"{"args":"a","args":["a"],"args":["b"]}"#,
        Unreadable,
        &[],
        false,
    );
}

#[test]
fn a_tail_may_be_looked_at_for_something_else_too() {
    let looked = Looked::new(["args", "path"], Some("args"));
    with(br#"{"args":["a"],"path":"p"}"#, &looked, |facts| {
        assert_eq!(facts.arguments, [List, Text("p")]);
        assert_eq!((&*facts.tail, facts.sealed), (&["a"][..], true));
    });
}

#[test]
fn hostile_arguments_take_their_time_once() {
    let names: Vec<String> = (0..10_000).map(|n| format!("name-{n}")).collect();
    let looked = Looked::new(names.iter().map(String::as_str), None);
    let members: Vec<String> = names
        .iter()
        .map(|name| format!("\"{name}\":\"{name}\""))
        .collect();
    with(
        format!("{{{}}}", members.join(",")).as_bytes(),
        &looked,
        |facts| {
            assert!(
                facts
                    .arguments
                    .iter()
                    .zip(&names)
                    .all(|(read, name)| *read == Text(name))
            );
        },
    );
    // Each of them twice, and one of them ten thousand times.
    with(
        format!("{{{0},{0}}}", members.join(",")).as_bytes(),
        &looked,
        |facts| {
            assert!(facts.arguments.iter().all(|read| *read == Unreadable));
        },
    );
    let same = vec![r#""n\u0061me-7":"\u0061""#; 10_000].join(",");
    with(format!("{{{same}}}").as_bytes(), &looked, |facts| {
        assert_eq!(
            facts
                .arguments
                .iter()
                .filter(|read| **read == Unreadable)
                .count(),
            1
        );
    });
    let tokens = vec![r#""\u0061""#; 10_000].join(",");
    let looked = Looked::new([], Some("args"));
    with(
        format!(r#"{{"args":[{tokens}]}}"#).as_bytes(),
        &looked,
        |facts| {
            assert_eq!((facts.tail.len(), facts.sealed), (10_000, true));
        },
    );
    let deep = "[".repeat(100_000);
    with(format!(r#"{{"args":{deep}"#).as_bytes(), &looked, |facts| {
        assert!(facts.unreadable)
    });
    let long = "x".repeat(7 << 20);
    let looked = Looked::new(["path"], None);
    with(
        format!(r#"{{"{long}":1,"path":"{long}"}}"#).as_bytes(),
        &looked,
        |facts| {
            assert!(facts.arguments == [Text(&long)]);
        },
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn raw_and_parsed_arguments_are_the_same_facts(value in value(), mut seed in any::<u64>(), many in any::<bool>()) {
        let more: Vec<String> = (0..20).map(|n| format!("more-{n}")).collect();
        let names = ["path", "to", "command"].into_iter().chain(more.iter().map(String::as_str).filter(|_| many));
        let looked = Looked::new(names, Some("args"));
        let mut text = String::new();
        write(&value, &mut seed, &mut text);
        let reread: Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&reread, &value);
        with(text.as_bytes(), &looked, |facts| {
            prop_assert_eq!(facts, Facts::from_tree(&value, &looked, Facts::default()), "{}", text);
            Ok(())
        })?;
    }

    #[test]
    fn j3_every_argument_is_spoilt_by_its_own_repetition_only(
        members in prop::collection::vec((prop_oneof!["path", "to", "args", "x"], value()), 0..7),
        mut seed in any::<u64>(),
    ) {
        let looked = Looked::new(["path", "to"], Some("args"));
        let mut text = String::new();
        write_members(members.iter().map(|(name, value)| (name.as_str(), value)), &mut seed, &mut text);
        let once: serde_json::Map<String, Value> = members
            .iter()
            .filter(|(name, _)| members.iter().filter(|(other, _)| other == name).count() == 1)
            .cloned()
            .collect();
        let once = Value::Object(once);
        let mut expected = Facts::from_tree(&once, &looked, Facts::default());
        for (argument, name) in expected.arguments.iter_mut().zip(looked.names()) {
            if members.iter().filter(|(other, _)| *other == **name).count() > 1 {
                *argument = Unreadable;
                expected.sealed &= &**name != "args";
            }
        }
        with(text.as_bytes(), &looked, |facts| {
            prop_assert_eq!(facts, expected, "{}", text);
            Ok(())
        })?;
    }
}

#[test]
fn memory_is_kept_from_call_to_call() {
    let looked = Looked::new(["path"], Some("args"));
    let limits = Limits::default();
    let tokens = vec![r#""a\u0062c""#; 100].join(",");
    let text = format!(
        r#"{{"p\u0061th":"/\u0061","args":[{tokens}],"x":"{}"}}"#,
        "y".repeat(5000)
    );
    let mut raw = RawFacts::default();
    let mut places = Vec::new();
    for _ in 0..3 {
        let read = raw.read(text.as_bytes(), &looked, &limits);
        assert_eq!(raw.facts(read, Facts::default()).tail.len(), 100);
        places.push(raw.places());
        raw.read(b"{", &looked, &limits);
    }
    assert!(
        places.windows(2).all(|pair| pair[0] == pair[1]),
        "{places:?}"
    );
}
