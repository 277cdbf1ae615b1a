//! Where exactly faults stand, and where a limit ends.

use super::*;
use crate::document::from_value;
use serde_json::json;

/// The text that the first fault marks, and what it has to do with.
fn marked(text: &str) -> (&str, Option<&str>) {
    let fault = read(text).unwrap_err().0.swap_remove(0);
    let at = |span: Span| text.get(span.range()).unwrap();
    let related = fault.related.map(|related| at(related.at.span));
    (at(fault.at.span), related)
}

#[test]
fn a_fault_marks_the_character_that_is_wrong() {
    for (text, expected, related) in [
        ("[1, ]", ",", None),
        (r#"{"a": 1 , }"#, ",", None),
        (r#"["abc"#, "\"", None),
        (r#"["a\nb"#, "\"", None),
        (r#"{"a": [1, 2"#, "", Some("[")),
        (r#" {"a": 1"#, "", Some("{")),
    ] {
        assert_eq!(marked(text), (expected, related), "{text}");
    }
}

#[test]
fn objects_of_a_parsed_value_nest_as_deep_as_lists() {
    let limits = Limits::default();
    let (mut lists, mut objects) = (json!(1), json!(1));
    let mut depth = 0;
    while from_value(&lists, &limits).is_ok() {
        assert!(from_value(&objects, &limits).is_ok(), "{depth}");
        lists = json!([lists]);
        objects = json!({ "a": objects });
        depth += 1;
        assert!(depth < 10_000);
    }
    assert!(from_value(&objects, &limits).is_err(), "{depth}");
}

#[test]
fn either_byte_order_of_utf_16_is_told() {
    for bytes in [&[0xFF, 0xFE, b'a', 0][..], &[0xFE, 0xFF, 0, b'a']] {
        let fault = Source::from_bytes("p", bytes).unwrap_err().0.swap_remove(0);
        assert!(fault.help.unwrap().contains("UTF-16"), "{bytes:?}");
    }
    let fault = Source::from_bytes("p", b"a\xFF")
        .unwrap_err()
        .0
        .swap_remove(0);
    assert_eq!(fault.help.as_deref(), Some("save the file as UTF-8"));
}
