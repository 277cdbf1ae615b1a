//! Documents and values for the property tests.

use proptest::prelude::*;
use serde_json::Value;

/// A document, seldom one with nothing odd in it.
pub(super) fn document() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?",
        "[-+.eE0-9]{1,5}",
        "\"([ -!#-\\[\\]-~é😀]|\\\\[\"\\\\/bfnrtux0-9]|\\\\u[0-9a-fA-F]{4}|\\\\ud83d\\\\ude00|\\\\ud[89][0-9]{2}){0,6}\"",
        "\"[a-z]{0,20}\"",
    ];
    scalar.prop_recursive(5, 40, 5, |inner| {
        let blank = "[ \\n\\t]{0,2}";
        prop_oneof![
            (prop::collection::vec(inner.clone(), 0..5), blank).prop_map(
                |(elements, blank)| format!("[{blank}{}]", elements.join(&format!("{blank},")))
            ),
            (prop::collection::vec(("[a-c]{1,2}", inner), 0..5), blank).prop_map(
                |(members, blank)| {
                    let members: Vec<String> = members
                        .iter()
                        .map(|(name, value)| format!("\"{name}\"{blank}:{blank}{value}"))
                        .collect();
                    format!("{{{}{blank}}}", members.join(&format!(",{blank}")))
                }
            ),
        ]
    })
}

/// Writes the members of an object, which may share a name, as [`write`] does.
pub(super) fn write_members<'v>(
    members: impl IntoIterator<Item = (&'v str, &'v Value)>,
    seed: &mut u64,
    out: &mut String,
) {
    out.push('{');
    for (index, (name, value)) in members.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        blank(seed, out);
        string(name, seed, out);
        blank(seed, out);
        out.push(':');
        write(value, seed, out);
    }
    blank(seed, out);
    out.push('}');
}

/// Writes a value with escapes and white space that mean nothing, chosen by `seed`.
pub(super) fn write(value: &Value, seed: &mut u64, out: &mut String) {
    blank(seed, out);
    match value {
        Value::String(text) => string(text, seed, out),
        Value::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(element, seed, out);
            }
            blank(seed, out);
            out.push(']');
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| (name.as_str(), value));
            write_members(members, seed, out);
        }
        other => out.push_str(&other.to_string()),
    }
    blank(seed, out);
}

/// One in sixteen times some white space.
fn blank(seed: &mut u64, out: &mut String) {
    const BLANKS: [&str; 4] = [" ", "\n", "\t", " \r\n          "];
    if next(seed) == 0 {
        out.push_str(BLANKS[(next(seed) % 4) as usize]);
    }
}

/// A string, one in eight characters of it as an escape.
fn string(text: &str, seed: &mut u64, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        if next(seed) < 2 || matches!(character, '"' | '\\' | '\0'..='\x1f') {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(character);
        }
    }
    out.push('"');
}

/// A number below sixteen.
fn next(seed: &mut u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *seed >> 60
}

/// A value in which the names that tests look at are frequent.
pub(super) fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z/.\u{0}\"\\\\é😀]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let name = prop_oneof!["path", "to", "args", "command", "[a-z\u{0}é]{0,9}"];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((name, inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
