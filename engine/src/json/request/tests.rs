//! Whole requests: J1–J4.

use super::Request;
use crate::call::Arguments;
use crate::facts::{Argument, Facts, Looked};
use crate::json::generate::{value, write, write_members};
use crate::json::{Limits, RawFacts};
use proptest::prelude::*;
use serde_json::Value;
use std::borrow::Cow;

/// The tool, its `path` argument, and whether the arguments are unreadable, read both ways.
fn read(bytes: &[u8]) -> (Option<String>, Option<Argument<'static>>, bool) {
    let looked = Looked::new(["path"], None);
    let nothing = Looked::default();
    let limits = Limits::default();
    let mut raw = RawFacts::default();
    let mut asked = Vec::new();
    let text = raw.read_request(
        bytes,
        &limits,
        || (),
        |tool| {
            asked.push(tool.to_owned());
            if tool == "bare" { &nothing } else { &looked }
        },
    );
    let tool = raw.tool(text).map(str::to_owned);
    assert!(
        tool.is_none() || tool.as_ref() == asked.first(),
        "{asked:?}"
    );
    let facts = raw.facts(text, Facts::default());
    let fixed = |argument: &Argument<'_>| match argument {
        Argument::Text("/a") => Argument::Text("/a"),
        Argument::Text(_) => Argument::Text("?"),
        Argument::Absent => Argument::Absent,
        Argument::List => Argument::List,
        Argument::NotText => Argument::NotText,
        Argument::Unreadable => Argument::Unreadable,
    };

    let request = Request::read(bytes, &limits);
    assert_eq!(request.tool.as_deref(), tool.as_deref());
    assert_eq!(request.unreadable, facts.unreadable);
    let call = request.call();
    assert_eq!(call.tool, tool.as_deref());
    if let Some(tool) = &tool {
        let looked = if tool == "bare" { &nothing } else { &looked };
        let mut raw = RawFacts::default();
        let again = match call.arguments {
            Arguments::Raw(bytes) => {
                let text = raw.read(bytes, looked, &limits);
                raw.facts(text, Facts::default())
            }
            Arguments::Absent => Facts::absent(looked, Facts::default()),
            Arguments::Unreadable => Facts::unreadable(looked, Facts::default()),
            Arguments::Parsed(_) => panic!("bytes are not parsed"),
        };
        assert_eq!(again, facts);
    }
    (tool, facts.arguments.first().map(fixed), facts.unreadable)
}

fn known(text: &str, tool: &str, path: Argument<'static>) {
    assert_eq!(
        read(text.as_bytes()),
        (Some(tool.to_owned()), Some(path), false),
        "{text}"
    );
}

fn no_tool(text: impl AsRef<[u8]>) {
    let (tool, _, unreadable) = read(text.as_ref());
    assert_eq!(
        (tool, unreadable),
        (None, true),
        "{}",
        String::from_utf8_lossy(text.as_ref())
    );
}

#[test]
fn j1_name_and_arguments_in_any_order() {
    known(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fs_read","arguments":{"path":"/a"}}}"#,
        "fs_read",
        Argument::Text("/a"),
    );
    known(
        r#"{"params":{"arguments":{"path":"/a"},"name":"fs_read"},"id":"x"}"#,
        "fs_read",
        Argument::Text("/a"),
    );
    known(
        r#"{"params":{"arguments":{"p\u0061th":"\u002fa"},"n\u0061me":"f\u0073"}}"#,
        "fs",
        Argument::Text("/a"),
    );
    known(
        r#"{"p\u0061rams":{"name":"f\u0073","\u0061rguments":{"path":"\/a"}}}"#,
        "fs",
        Argument::Text("/a"),
    );
    known(
        r#" { "params" : { "_meta" : { "name" : 1 } , "name" : "fs" , "x" : [ { } ] , "arguments" : { "y" : 1 , "path" : [ ] } } } "#,
        "fs",
        Argument::List,
    );
    // What is not in its place is not the name.
    known(
        r#"{"name":"x","params":{"name":"fs","arguments":{"name":"y"}},"arguments":1}"#,
        "fs",
        Argument::Absent,
    );
    assert_eq!(
        read(br#"{"params":{"name":"bare","arguments":{"path":"/a"}}}"#),
        (Some("bare".into()), None, false)
    );
}

#[test]
fn j2_absent_arguments_are_an_empty_object() {
    known(r#"{"params":{"name":"fs"}}"#, "fs", Argument::Absent);
    known(
        r#"{"params":{"name":"fs","arguments":{}}}"#,
        "fs",
        Argument::Absent,
    );
    known(
        r#"{"params":{"name":"fs","argument":{"path":"/a"}}}"#,
        "fs",
        Argument::Absent,
    );
}

#[test]
fn p4_arguments_that_are_no_object_have_no_members() {
    for value in ["null", "1", "[]", r#""path""#, r#"[{"path":"/a"}]"#] {
        known(
            &format!(r#"{{"params":{{"name":"fs","arguments":{value}}}}}"#),
            "fs",
            Argument::Absent,
        );
        known(
            &format!(r#"{{"params":{{"arguments":{value},"name":"fs"}}}}"#),
            "fs",
            Argument::Absent,
        );
    }
}

#[test]
fn j2_other_methods_and_versions_are_not_our_business() {
    for rest in [
        "",
        r#""method":"tools/list","#,
        r#""method":null,"#,
        r#""jsonrpc":1,"method":"a","method":"b","#,
    ] {
        known(
            &format!(r#"{{{rest}"params":{{"name":"fs"}}}}"#),
            "fs",
            Argument::Absent,
        );
    }
}

#[test]
fn an_empty_name_is_a_name() {
    known(
        r#"{"params":{"name":"","arguments":{"path":"/a"}}}"#,
        "",
        Argument::Text("/a"),
    );
}

#[test]
fn j2_no_name_no_tool() {
    for text in [
        "{}",
        "[]",
        "null",
        r#""fs""#,
        r#"{"params":null}"#,
        r#"{"params":["fs"]}"#,
        r#"{"params":"fs"}"#,
        r#"{"params":{}}"#,
        r#"{"params":{"Name":"fs"}}"#,
        r#"{"params":{"arguments":{"name":"fs"}}}"#,
        r#"{"name":"fs","arguments":{}}"#,
        r#"[{"params":{"name":"fs"}}]"#,
    ] {
        no_tool(text);
    }
    for name in ["null", "1", "true", "[]", r#"["fs"]"#, r#"{"fs":1}"#] {
        no_tool(format!(
            r#"{{"params":{{"name":{name},"arguments":{{}}}}}}"#
        ));
        no_tool(format!(
            r#"{{"params":{{"arguments":{{}},"name":{name}}}}}"#
        ));
    }
}

#[test]
fn j3_a_name_or_params_twice_is_no_tool() {
    for text in [
        r#"{"params":{"name":"fs","name":"fs"}}"#,
        r#"{"params":{"name":"fs","arguments":{"path":"/a"},"name":"rm"}}"#,
        r#"{"params":{"arguments":{},"name":"fs","n\u0061me":"rm"}}"#,
        r#"{"params":{"name":null,"name":"fs"}}"#,
        r#"{"params":{"name":"fs","name":[]}}"#,
        r#"{"params":{"name":"fs","name":"fs","name":"fs"}}"#,
        r#"{"params":{"name":"fs"},"params":{"name":"fs"}}"#,
        r#"{"params":{"name":"fs"},"params":null}"#,
        r#"{"params":null,"params":{"name":"fs"}}"#,
        r#"{"params":{},"p\u0061rams":{"name":"fs"}}"#,
    ] {
        no_tool(text);
    }
}

#[test]
fn j3_arguments_twice_are_unreadable_but_the_tool_is_known() {
    for text in [
        r#"{"params":{"name":"fs","arguments":{"path":"/a"},"arguments":{"path":"/a"}}}"#,
        r#"{"params":{"arguments":{},"name":"fs","arguments":{}}}"#,
        r#"{"params":{"arguments":{},"\u0061rguments":null,"name":"fs"}}"#,
        r#"{"params":{"name":"fs","arguments":null,"arguments":{"path":"/a"},"arguments":1}}"#,
    ] {
        assert_eq!(
            read(text.as_bytes()),
            (Some("fs".into()), Some(Argument::Unreadable), true),
            "{text}"
        );
    }
}

#[test]
fn j3_an_argument_twice_spoils_that_argument_only() {
    known(
        r#"{"params":{"name":"fs","arguments":{"path":"/a","path":"/a"}}}"#,
        "fs",
        Argument::Unreadable,
    );
    known(
        r#"{"params":{"arguments":{"path":"/a","path":"/a"},"name":"fs"}}"#,
        "fs",
        Argument::Unreadable,
    );
    known(
        r#"{"params":{"name":"fs","arguments":{"x":1,"x":1,"path":"/a"}}}"#,
        "fs",
        Argument::Text("/a"),
    );
}

#[test]
fn j2_a_fault_anywhere_is_no_tool() {
    let text = r#"{"jsonrpc":"2.0","params":{"name":"fs","arguments":{"path":"/a","y":"\u00e9"}},"id":[1,{}]}"#;
    known(text, "fs", Argument::Text("/a"));
    for end in 0..text.len() {
        no_tool(text.get(..end).unwrap());
    }
    for rest in ["x", "{}", ",", "\0", "}"] {
        no_tool(format!("{text}{rest}"));
    }
    for (from, to) in [
        ("2.0", "\\ud800"),
        ("00e9", "dc00"),
        ("[1", "[01"),
        ("/a", "\u{1}"),
        ("id", "i\\d"),
        (",", ",,"),
    ] {
        no_tool(text.replacen(from, to, 1));
    }
    no_tool([text.as_bytes(), b"\xff"].concat());
}

#[test]
fn j4_limits_hold_for_the_whole_request() {
    let text = br#"{"params":{"name":"fs","arguments":{"path":[]}}}"#;
    let looked = Looked::default();
    let mut raw = RawFacts::default();
    for (bytes, depth, tool) in [(48, 4, Some("fs")), (47, 4, None), (48, 3, None)] {
        let limits = Limits { bytes, depth };
        let read = raw.read_request(text, &limits, || (), |_| &looked);
        assert_eq!(raw.tool(read), tool, "{bytes} {depth}");
        assert_eq!(
            Request::read(text, &limits).tool.as_deref(),
            tool,
            "{bytes} {depth}"
        );
    }
    no_tool("[".repeat(100_000));
    no_tool(r#"{"params":"#.repeat(100_000));
    no_tool(format!(
        r#"{{"params":{{"name":"fs","arguments":{}"#,
        r#"{"path":"#.repeat(100_000)
    ));
}

#[test]
fn a_request_borrows_what_it_can() {
    let request = |text: &'static str| Request::read(text.as_bytes(), &Limits::default());
    let plain = request(r#"{"params":{"name":"fs","arguments": {"a":1} }}"#);
    assert!(matches!(plain.tool, Some(Cow::Borrowed("fs"))));
    assert_eq!(plain.arguments, Some(&br#"{"a":1}"#[..]));
    let escaped = request(r#"{"params":{"name":"f\u0073"}}"#);
    assert!(matches!(&escaped.tool, Some(Cow::Owned(name)) if name == "fs"));
    assert_eq!((escaped.arguments, escaped.unreadable), (None, false));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_request_says_what_its_parts_say(
        params in prop::collection::vec((prop_oneof!["name", "name", "arguments", "_meta"], value()), 0..4),
        name in "[a-z\u{0}é]{0,4}",
        before in prop::collection::vec((prop_oneof!["id", "method", "params"], value()), 0..2),
        after in prop::collection::vec((prop_oneof!["id", "method", "param"], value()), 0..2),
        mut seed in any::<u64>(),
    ) {
        // A third of the names are strings.
        let named = |(member, value): &(String, Value)| {
            if member == "name" && value.is_array() { Value::from(&*name) } else { value.clone() }
        };
        let params: Vec<(String, Value)> =
            params.iter().map(|member| (member.0.clone(), named(member))).collect();
        let mut inside = String::new();
        write_members(params.iter().map(|(name, value)| (name.as_str(), value)), &mut seed, &mut inside);
        let mut text = String::from("{");
        let mut member = |name: &str, value: &str| {
            let comma = if text.len() > 1 { "," } else { "" };
            text.push_str(&format!("{comma}\"{name}\":{value}"));
        };
        let mut outside = |members: &[(String, Value)], member: &mut dyn FnMut(&str, &str)| {
            for (name, value) in members {
                let mut out = String::new();
                write(value, &mut seed, &mut out);
                member(name, &out);
            }
        };
        outside(&before, &mut member);
        member("params", &inside);
        outside(&after, &mut member);
        text.push('}');

        let all = |name: &str| params.iter().filter(|member| member.0 == name).map(|member| &member.1).collect::<Vec<_>>();
        let twice = before.iter().any(|(name, _)| name == "params");
        let tool = match &*all("name") {
            [Value::String(name)] if !twice => Some(name.as_str()),
            _ => None,
        };
        let looked = Looked::new(["path", "to"], Some("args"));
        let mut raw = RawFacts::default();
        let read = raw.read_request(text.as_bytes(), &Limits::default(), || (), |_| &looked);
        prop_assert_eq!(raw.tool(read), tool, "{}", text);
        if tool.is_some() {
            let expected = match &*all("arguments") {
                [] => Facts::absent(&looked, Facts::default()),
                [arguments] => Facts::from_tree(*arguments, &looked, Facts::default()),
                _ => Facts::unreadable(&looked, Facts::default()),
            };
            prop_assert_eq!(raw.facts(read, Facts::default()), expected, "{}", text);
        }
    }
}
