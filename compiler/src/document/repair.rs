//! What to write instead of a value of the wrong type, or for a member that is missing.

use super::{Node, Value};
use crate::fault::quote;

/// What would make a value be of the expected type, where that can be said. `expected` carries
/// its article: `a list of rules`.
pub(super) fn of_type(node: &Node<'_>, expected: &str) -> Option<String> {
    let list = expected.starts_with("a list");
    match &node.value {
        Value::Null => Some("to leave a member out, do not write it".to_owned()),
        Value::Object(_) if expected.starts_with("a list of rules") => {
            Some("begin each rule with `- `, or put the rules into `[` and `]`".to_owned())
        }
        Value::String(_) | Value::Number(_) if list => {
            Some(format!("put it into brackets: `[{}]`", written(node)?))
        }
        Value::String(text) if expected.starts_with("a rule") && text.contains(':') => {
            Some("put a space behind each colon, like `tool: a`".to_owned())
        }
        Value::String(text) if expected == "`true` or `false`" => {
            let word = match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" | "y" => "true",
                "false" | "no" | "off" | "n" => "false",
                _ => return None,
            };
            Some(format!("write `{word}`, without quotes"))
        }
        Value::String(text) if matches!(expected, "a number" | "an integer") => {
            let number =
                text.parse::<i64>().is_ok() || text.parse::<f64>().is_ok_and(f64::is_finite);
            number.then(|| format!("write {} without quotes", quote(text)))
        }
        Value::Number(_) | Value::Bool(_) if expected.starts_with("a string") => {
            Some(format!("put it into quotes: `\"{}\"`", written(node)?))
        }
        Value::Array(elements) if expected.starts_with("a string") => match &elements[..] {
            [only] => Some(format!("write `{}`, without the brackets", written(only)?)),
            _ => Some("write a rule for each of them".to_owned()),
        },
        Value::Array(_) if expected == "an object with `clauses`" => {
            Some("write `{ clauses: [ … ] }` around the list".to_owned())
        }
        _ => None,
    }
}

/// A short scalar as it is written.
fn written(node: &Node<'_>) -> Option<String> {
    let text = match &node.value {
        Value::String(text) => text.to_string(),
        Value::Number(text) => text.to_string(),
        Value::Bool(bool) => bool.to_string(),
        _ => return None,
    };
    let plain = |c: char| c.is_ascii_graphic() && c != '`' || c == ' ';
    (text.len() <= 40 && text.chars().all(plain)).then_some(text)
}

/// What to add for a member that is missing.
pub(crate) fn missing(name: &str) -> String {
    match name {
        "decision" => "add `decision: allow`, `decision: ask` or `decision: deny`".to_owned(),
        "tool" => "add `tool: NAME`; `\"*\"` is every tool".to_owned(),
        "verdict" => "add `verdict: deny`, or another of the verdicts".to_owned(),
        "cap_cost_cents" => "add `cap_cost_cents: 500`, the cap in cents".to_owned(),
        "sanitize" => "add `sanitize: { presets: [email] }`, what is to be taken out".to_owned(),
        "rules" => "add `rules: []` and write rules into it".to_owned(),
        "clauses" => "write `{ clauses: [{ path: $.name, op: eq, value: x }] }`".to_owned(),
        _ => format!("add `{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::of_type;
    use crate::document::parse;
    use crate::{Limits, Source};

    #[test]
    fn what_to_write_instead() {
        for (value, expected, help) in [
            (
                "[allow]",
                "a string",
                Some("write `allow`, without the brackets"),
            ),
            ("[a, b]", "a string", Some("write a rule for each of them")),
            ("5", "a string", Some("put it into quotes: `\"5\"`")),
            (
                "x",
                "a list of strings",
                Some("put it into brackets: `[x]`"),
            ),
            (
                "{ tool: a }",
                "a list of rules",
                Some("begin each rule with `- `, or put the rules into `[` and `]`"),
            ),
            (
                "tool:a",
                "a rule, which is an object",
                Some("put a space behind each colon, like `tool: a`"),
            ),
            (
                "'no'",
                "`true` or `false`",
                Some("write `false`, without quotes"),
            ),
            ("maybe", "`true` or `false`", None),
            ("'2'", "an integer", Some("write `2` without quotes")),
            ("two", "an integer", None),
            (
                "null",
                "a string",
                Some("to leave a member out, do not write it"),
            ),
            ("\"\\e[31m\"", "a list of strings", None),
        ] {
            let text = format!("x: {value}");
            let document = parse(&Source::new("t", &text), &Limits::default()).unwrap();
            let crate::document::Value::Object(members) = &document.value else {
                panic!("{text}")
            };
            let found = of_type(&members[0].value, expected);
            assert_eq!(found.as_deref(), help, "{value}");
        }
    }
}
