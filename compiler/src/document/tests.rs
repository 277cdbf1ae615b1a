mod spans;

use super::*;
use crate::fault::render;

fn read(text: &str) -> Result<Node<'_>, Faults> {
    parse(&Source::new("p", text), &Limits::default())
}

/// The tree as JSON, duplicates and all.
fn shown(node: &Node<'_>) -> String {
    match &node.value {
        Value::Null => "null".into(),
        Value::Bool(bool) => bool.to_string(),
        Value::Number(text) => text.to_string(),
        Value::String(text) => format!("{text:?}"),
        Value::Array(nodes) => {
            format!(
                "[{}]",
                nodes.iter().map(shown).collect::<Vec<_>>().join(",")
            )
        }
        Value::Object(members) => {
            let member = |m: &Member<'_>| format!("{:?}:{}", m.name, shown(&m.value));
            format!(
                "{{{}}}",
                members.iter().map(member).collect::<Vec<_>>().join(",")
            )
        }
    }
}

/// Every span of the tree, checked: inside its parent, and over the text it says.
fn check_spans(text: &str, node: &Node<'_>) {
    let inside = |span: Span| span.start >= node.span.start && span.end <= node.span.end;
    assert!(
        text.get(node.span.range()).is_some(),
        "{:?} in {text}",
        node.span
    );
    match &node.value {
        Value::Array(nodes) => nodes.iter().for_each(|each| {
            assert!(
                inside(each.span),
                "{each:?} outside {:?} in {text}",
                node.span
            );
            check_spans(text, each);
        }),
        Value::Object(members) => members.iter().for_each(|member| {
            assert!(
                inside(member.name_span) && inside(member.value.span),
                "{member:?} in {text}"
            );
            let name = text.get(member.name_span.range()).unwrap_or_default();
            assert!(
                name.contains(member.name.as_ref()) || name.contains('\\'),
                "{name}"
            );
            check_spans(text, &member.value);
        }),
        Value::String(value) => {
            let raw = text.get(node.span.range()).unwrap_or_default();
            assert!(
                raw.contains(value.as_ref()) || raw.contains(['\\', '\n', '\'']),
                "{raw}"
            );
        }
        _ => {}
    }
}

fn ok(text: &str) -> String {
    let node = read(text).unwrap_or_else(|faults| panic_with(text, &faults));
    check_spans(text, &node);
    shown(&node)
}

fn panic_with(text: &str, faults: &Faults) -> ! {
    panic!("{}", render::faults(faults, &Source::new("p", text)))
}

fn bad(text: &str) -> String {
    match read(text) {
        Ok(node) => format!("accepted as {}", shown(&node)),
        Err(faults) => {
            let source = Source::new("p", text);
            render::faults(&faults, &source)
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned()
        }
    }
}

#[test]
fn json_values() {
    assert_eq!(ok("[]"), "[]");
    assert_eq!(ok(" \r\n\t{ } "), "{}");
    assert_eq!(
        ok(r#"[null, true, false, 0, -1.5e+3, "a\nb\u00e4\ud83d\ude00\/", {"a": {"b": []}}]"#),
        "[null,true,false,0,-1.5e+3,\"a\\nbä😀/\",{\"a\":{\"b\":[]}}]"
    );
    assert_eq!(
        ok(r#"{"a": 1, "a": 2}"#),
        r#"{"a":1,"a":2}"#,
        "duplicates are kept"
    );
    assert_eq!(ok("\u{feff}[1]"), "[1]", "one byte order mark");
}

#[test]
fn json_strings_borrow() {
    let node = read(r#"["plain", "esc\u0061ped"]"#).unwrap_or_else(|f| panic_with("", &f));
    let Value::Array(nodes) = node.value else {
        return;
    };
    let borrowed = |node: &Node<'_>| matches!(node.value, Value::String(Cow::Borrowed(_)));
    assert_eq!(
        nodes.iter().map(borrowed).collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn json_syntax_faults_say_where_and_what() {
    for (text, expected) in [
        (
            "[1, 2",
            "p:1:6: error[syntax]: expected `,` or `]` after a list element, but the document ends here",
        ),
        (
            "[1 2]",
            "p:1:4: error[syntax]: expected `,` or `]` after a list element, found `2`",
        ),
        (
            "[1,]",
            "p:1:3: error[syntax]: a comma stands before the closing `]`",
        ),
        (
            "{\"a\": 1,}",
            "p:1:8: error[syntax]: a comma stands before the closing `}`",
        ),
        ("[,1]", "p:1:2: error[syntax]: expected a value, found `,`"),
        (
            "{a: 1}",
            "p:1:2: error[syntax]: expected a member name in double quotes, found `a`",
        ),
        (
            "{'a': 1}",
            "p:1:2: error[syntax]: expected a member name in double quotes, found `'`",
        ),
        (
            "{\"a\" 1}",
            "p:1:6: error[syntax]: expected `:` after a member name, found `1`",
        ),
        (
            "[1] x",
            "p:1:5: error[syntax]: expected nothing more: a document is one value, found `x`",
        ),
        (
            "[1] [2]",
            "p:1:5: error[syntax]: expected nothing more: a document is one value, found `[`",
        ),
        ("[ // no", "p:1:3: error[syntax]: JSON has no comments"),
        (
            "[yes]",
            "p:1:2: error[syntax]: expected a value, found `yes`",
        ),
        (
            "[truex]",
            "p:1:2: error[syntax]: expected a value, found `truex`",
        ),
        (
            "[NaN]",
            "p:1:2: error[syntax]: expected a value, found `NaN`",
        ),
        ("[01]", "p:1:2: error[syntax]: `01` is not a JSON number"),
        ("[-]", "p:1:2: error[syntax]: `-` is not a JSON number"),
        ("[1.]", "p:1:2: error[syntax]: `1.` is not a JSON number"),
        ("[.5]", "p:1:2: error[syntax]: expected a value, found `.`"),
        ("[1e]", "p:1:2: error[syntax]: `1e` is not a JSON number"),
        ("[\"a", "p:1:2: error[syntax]: this string is not closed"),
        (
            "[\"a\nb\"]",
            "p:1:4: error[syntax]: a string ends at the end of its line",
        ),
        (
            "[\"a\tb\"]",
            "p:1:4: error[syntax]: a string holds a bare tab",
        ),
        ("[\"\\x\"]", "p:1:3: error[syntax]: JSON has no such escape"),
        ("[\"\\ä\"]", "p:1:3: error[syntax]: JSON has no such escape"),
        ("[\"\\", "p:1:3: error[syntax]: JSON has no such escape"),
        (
            "[\"\\u12\"]",
            "p:1:3: error[syntax]: `\\u` takes four hex digits",
        ),
        (
            "[\"\\u+123\"]",
            "p:1:3: error[syntax]: `\\u` takes four hex digits",
        ),
        (
            "[\"\\ud800\"]",
            "p:1:3: error[syntax]: an unpaired surrogate",
        ),
        (
            "[\"\\ud800\\ud800\"]",
            "p:1:3: error[syntax]: an unpaired surrogate",
        ),
        (
            "[\"\\ud800\\u0041\"]",
            "p:1:3: error[syntax]: an unpaired surrogate",
        ),
        (
            "[\"\\udc00\"]",
            "p:1:3: error[syntax]: an unpaired surrogate",
        ),
        ("", "p:1:1: error[syntax]: the document is empty"),
        (" \n\n", "p:3:1: error[syntax]: the document is empty"),
        ("\u{feff}", "p:1:1: error[syntax]: the document is empty"),
    ] {
        assert_eq!(bad(text), expected, "{text:?}");
    }
}

#[test]
fn yaml_values() {
    assert_eq!(
        ok("- tool: fs_*\n  decision: allow\n"),
        r#"[{"tool":"fs_*","decision":"allow"}]"#
    );
    assert_eq!(
        ok(
            "# head\n---\nrules:\n  - { tool: 'a', args: [x, \"y\\n\", yes, 1, ~] }\n  - b: |\n      two\n      lines\n...\n"
        ),
        r#"{"rules":[{"tool":"a","args":["x","y\n","yes",1,null]},{"b":"two\nlines\n"}]}"#
    );
    assert_eq!(ok("a:\nb: \"\"\n"), r#"{"a":null,"b":""}"#);
    assert_eq!(
        ok("a: 1\na: 2\n"),
        r#"{"a":1,"a":2}"#,
        "duplicates are kept"
    );
    assert_eq!(
        ok("\u{feff}a: ä\nb: 日本 # x\nc: é\n"),
        r#"{"a":"ä","b":"日本","c":"é"}"#
    );
    assert_eq!(ok("---\n...\n"), "null");
    assert_eq!(ok("plain"), "\"plain\"");
    assert_eq!(ok("'1': x"), r#"{"1":"x"}"#);
    assert_eq!(ok("yes: no"), r#"{"yes":"no"}"#);
    assert_eq!(
        ok("a: {b: [c, {d: e}]}\nf: g"),
        r#"{"a":{"b":["c",{"d":"e"}]},"f":"g"}"#
    );
}

#[test]
fn yaml_spans_are_bytes_without_what_follows() {
    let text = "ä: 日本   # comment\nlist:\n  - one\n  - two\n\n\nz: [a , b ]  # ]\ny: {}\n";
    let node = read(text).unwrap_or_else(|faults| panic_with(text, &faults));
    let Value::Object(members) = &node.value else {
        return;
    };
    let spans = |member: &Member<'_>| {
        text.get(member.value.span.range())
            .unwrap_or("?")
            .to_owned()
    };
    assert_eq!(
        members.iter().map(spans).collect::<Vec<_>>(),
        ["日本", "- one\n  - two", "[a , b ]", "{}"]
    );
}

/// `ok` checks every span; found by fuzzing.
#[test]
fn yaml_lists_without_indent_end_with_their_last_element() {
    for text in [
        "r:\n- { id: 1 }\n",
        "r:\n- [1, [2]]\n\nx: {}\n",
        "r:\n- {}\n- a",
    ] {
        ok(text);
    }
}

#[test]
fn yaml_refusals() {
    for (text, expected) in [
        (
            "a: &x 1",
            "p:1:4: error[syntax]: a policy may not use YAML anchors",
        ),
        (
            "a: *x",
            "p:1:4: error[syntax]: `*` begins a YAML alias here, and a policy may not use aliases",
        ),
        (
            "tool: *",
            "p:1:7: error[syntax]: not YAML: while scanning an anchor or alias, did not find expected alphabetic or numeric character",
        ),
        (
            "a: !!str 1",
            "p:1:4: error[syntax]: a policy may not use YAML tags",
        ),
        (
            "a: !x {}",
            "p:1:4: error[syntax]: a policy may not use YAML tags",
        ),
        (
            "a: 1\n---\nb: 2",
            "p:2:1: error[syntax]: a second YAML document begins here",
        ),
        (
            "1: a",
            "p:1:1: error[syntax]: a member name is a string, this is a number",
        ),
        (
            "~: a",
            "p:1:1: error[syntax]: a member name is a string, this is null",
        ),
        (
            "? [a]\n: b",
            "p:1:3: error[syntax]: a member name is a string, this is a list or mapping",
        ),
        (
            "a: .nan",
            "p:1:4: error[syntax]: `.nan` is no number that a policy can hold",
        ),
        (
            "# only a comment\n",
            "p:2:1: error[syntax]: the document is empty",
        ),
    ] {
        assert_eq!(bad(text), expected, "{text:?}");
    }
}

#[test]
fn limits_are_faults_not_crashes() {
    let deep = "[".repeat(100_000);
    assert_eq!(
        bad(&deep),
        "p:1:66: error[limit]: nested deeper than 64 levels"
    );
    let deep = "{\"a\":".repeat(100_000);
    assert!(
        bad(&deep).ends_with("error[limit]: nested deeper than 64 levels"),
        "{}",
        bad(&deep)
    );
    let deep = format!("a: {}", "[".repeat(100_000));
    assert!(
        bad(&deep).contains("error[limit]: nested deeper than"),
        "{}",
        bad(&deep)
    );
    let deep = "- ".repeat(100_000);
    assert!(
        bad(&deep).contains("error[limit]: nested deeper than"),
        "{}",
        bad(&deep)
    );
    let deep = "? ".repeat(100_000);
    assert!(bad(&deep).contains("error["), "{}", bad(&deep));

    let small = Limits {
        bytes: 8,
        values: 3,
        ..Limits::default()
    };
    let read = |text| parse(&Source::new("p", text), &small).map_err(|faults| faults.to_string());
    assert!(read("[1, 2]").is_ok());
    let values = Err(": the document has more than 3 values".to_owned());
    assert_eq!(read("[1,2,3]").map(|_| ()), values);
    let bytes = Err(": the document has 9 bytes, the limit is 8".to_owned());
    assert_eq!(read("[1, 2,  3").map(|_| ()), bytes);

    let deepest = Limits {
        depth: usize::MAX,
        ..Limits::default()
    };
    let text = "[".repeat(100_000);
    let fault = parse(&Source::new("p", &text), &deepest)
        .map(|_| ())
        .map_err(|f| f.to_string());
    assert_eq!(fault, Err(": nested deeper than 256 levels".to_owned()));
}

#[test]
fn bytes_that_are_not_text() {
    let bytes = b"{\n \"a\xff\": 1}";
    let faults = parse_bytes("p", bytes, &Limits::default())
        .map(|_| ())
        .map_err(|faults| render::faults(&faults, &Source::readable("p", bytes)));
    let expected = "p:2:4: error[syntax]: the byte 0xff is not UTF-8 text\n  2 |  \"a\n    |    ^\n    = help: save the file as UTF-8\n";
    assert_eq!(faults, Err(expected.to_owned()));
}

#[test]
fn parsed_values_become_documents() {
    let value = serde_json::json!({"a": [null, true, 1.5, "x"]});
    let node = from_value(&value, &Limits::default()).map(|node| shown(&node));
    assert_eq!(node.ok().as_deref(), Some(r#"{"a":[null,true,1.5,"x"]}"#));
    let mut deep = serde_json::Value::Null;
    for _ in 0..100 {
        deep = serde_json::Value::Array(vec![deep]);
    }
    assert!(from_value(&deep, &Limits::default()).is_err());
}
