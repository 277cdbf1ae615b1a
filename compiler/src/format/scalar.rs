//! Strings as YAML takes them inside `{ … }` and `[ … ]`.

use std::borrow::Cow;

/// A string as it may stand in a YAML flow collection: plain where that is certain to be read
/// back as this string, in single quotes where that saves escapes, else in double quotes. One
/// that holds a space is quoted: in a list it would look like several.
#[must_use]
pub fn flow_text(text: &str) -> Cow<'_, str> {
    if text.contains(' ') {
        quoted(text)
    } else {
        member_text(text)
    }
}

/// As [`flow_text`], where it stands alone behind its name: words stay plain.
pub(super) fn member_text(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        Cow::Borrowed(text)
    } else {
        quoted(text)
    }
}

fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains(['\\', '"']) && text.chars().all(|c| c == ' ' || is_shown(c)) {
        Cow::Owned(format!("'{text}'"))
    } else {
        Cow::Owned(json_text(text))
    }
}

/// A character that single quotes can hold as it is.
fn is_shown(c: char) -> bool {
    c.is_ascii_graphic() && c != '\''
}

/// A string in JSON, which YAML reads the same way.
pub(super) fn json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Letters, digits, single spaces and a few signs, beginning with none that YAML gives a
/// meaning, and no word or number of the core schema.
fn is_plain(text: &str) -> bool {
    let sign = |c: char| matches!(c, '_' | '/' | '.' | '-' | '+' | '$' | '=' | '(' | ')' | ';');
    let rest = |c: char| c.is_ascii_alphanumeric() || sign(c) || c == ' ';
    let word = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let begins = match text.as_bytes() {
        [first, ..] if first.is_ascii_alphabetic() => true,
        [b'_' | b'/' | b'$', ..] | [b'.'] | [b'.', b'/', ..] => true,
        // No number holds a slash.
        [first, ..] if first.is_ascii_digit() => text.contains('/'),
        _ => false,
    };
    begins
        && text.chars().all(rest)
        && !text.ends_with(' ')
        && !text.contains("  ")
        && !word.iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::{flow_text, member_text};
    use crate::document::{Value, parse};
    use crate::{Limits, Source};

    #[test]
    fn every_string_is_read_back() {
        for text in [
            "",
            "a",
            "/srv/docs",
            " a/b",
            "- a/b",
            "-a/b",
            "(a/b",
            "a b",
            "null",
            "~",
            "1",
            "1e3",
            "0x1f",
            ".inf",
            "true",
            "No",
            "a: b",
            "a#b",
            "a #b",
            "*",
            "fs_*",
            "*.a.org",
            "'",
            "\"",
            "\\",
            "a,b",
            "[x]",
            "{x}",
            "-f",
            "--force",
            "é",
            "\u{1b}",
            "\n",
            "\u{2028}",
            "\u{feff}",
            "=",
            "<<",
            "---",
            "...",
            "C:/x",
            "a:",
            "%x",
            "@x",
            "`x`",
            "|",
            ">",
            "!x",
            "&x",
            "12:30:00",
            "2026-11-30",
            ".",
            "..",
            "./x",
            ".5",
            ".nan",
            "10.0.0.0/8",
            "1/2",
            "0x1f/",
            "$.a.b",
            "a - b",
            "a  b",
            " a",
            "a ",
            "it is (not) x; y = z",
            "\\b(rm|sudo)\\b",
            "say \"it\"",
            "say \"it's\"",
            "\\\n",
            "\\é",
        ] {
            let document = format!(
                "x: {{ k: {}, l: [{}] }}",
                member_text(text),
                flow_text(text)
            );
            let source = Source::new("t", &document);
            let node = parse(&source, &Limits::default()).expect(&document);
            let Value::Object(members) = &node.value else {
                panic!("{document}")
            };
            let Value::Object(inner) = &members[0].value.value else {
                panic!("{document}")
            };
            assert!(
                matches!(&inner[0].value.value, Value::String(found) if found == text),
                "{document}"
            );
            let Value::Array(list) = &inner[1].value.value else {
                panic!("{document}")
            };
            assert!(
                matches!(&list[0].value, Value::String(found) if found == text),
                "{document}"
            );
        }
    }
}
