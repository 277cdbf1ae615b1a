//! What to write instead of a value of the wrong type, or for a member that is missing.

use super::read::Expected;
use super::{Node, Value};
use crate::fault::quote;

/// What to write instead of a value that is not of the expected type.
pub(super) fn of_type(node: &Node<'_>, expected: Expected) -> String {
    instead(node, expected).unwrap_or_else(|| example(expected).to_owned())
}

/// What would make the very value be of the expected type, where that can be said.
fn instead(node: &Node<'_>, expected: Expected) -> Option<String> {
    let list = expected.is_list();
    let rules = matches!(expected, Expected::Rules | Expected::PolicyOrRules);
    match &node.value {
        Value::Null if expected.is_rule() || expected == Expected::Clause => None,
        Value::Null => Some("to leave a member out, do not write it".to_owned()),
        Value::Object(_) if rules => {
            Some("begin each rule with `- `, or put the rules into `[` and `]`".to_owned())
        }
        Value::Object(_) if list => {
            Some("put it into brackets, `[{ … }]`, or begin it with `- `".to_owned())
        }
        Value::String(_) | Value::Number(_) if list && !rules => {
            Some(format!("put it into brackets: `[{}]`", written(node)?))
        }
        Value::String(text) if expected.is_rule() && text.contains(':') => {
            Some("put a space behind each colon, like `tool: a`".to_owned())
        }
        Value::String(text) if expected == Expected::Switch => {
            let word = match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" | "y" => "true",
                "false" | "no" | "off" | "n" => "false",
                _ => return None,
            };
            Some(format!("write `{word}`, without quotes"))
        }
        Value::String(text) if expected.is_number() => {
            let number =
                text.parse::<i64>().is_ok() || text.parse::<f64>().is_ok_and(f64::is_finite);
            number.then(|| format!("write {} without quotes", quote(text)))
        }
        Value::Number(_) | Value::Bool(_) if expected == Expected::Text => {
            Some(format!("put it into quotes: `\"{}\"`", written(node)?))
        }
        Value::Array(elements) if expected == Expected::Text => match &elements[..] {
            [only] => Some(format!("write `{}`, without the brackets", written(only)?)),
            _ => Some("write a rule for each of them".to_owned()),
        },
        Value::Array(_) if expected == Expected::ArgsMatch => {
            Some("write `{ clauses: [ … ] }` around the list".to_owned())
        }
        _ => None,
    }
}

/// How a value of the expected type looks.
fn example(expected: Expected) -> &'static str {
    match expected {
        Expected::Text => "write text, in quotes where it holds more than letters",
        Expected::PolicyOrRules => {
            "a policy is a list of rules, or an object with the member `rules`"
        }
        Expected::FirewallPolicy => {
            "a firewall policy is an object with `default_verdict` and `rules`, the list of rules"
        }
        Expected::Rules => "write `[]`, or rules that each begin with `- `",
        Expected::Rule => "write a rule like `{ tool: fs_read, decision: allow }`",
        Expected::FirewallRule => {
            "write a rule like `{ tool_name_glob: \"shell.*\", verdict: deny }`"
        }
        Expected::Texts => "write a list, like `[push, \"--force\"]`",
        Expected::Examples | Expected::Example => {
            "write the arguments of each call: `[{ path: src/a.rs }]`"
        }
        Expected::AllowLint => "write code and reason: `{ W002: why it is no mistake }`",
        Expected::PathCase => "write `{ path-case: insensitive }`",
        Expected::StrictClauses => "write `{ strict-clauses: true }`",
        Expected::Roots => "write prefix and directory of each: `{ fs_: /srv/app }`",
        Expected::Params => "write an entry for each tool: `{ fs_copy: … }`",
        Expected::ParamNames => "write `path`, or `[source, target]`",
        Expected::CommandParams => {
            "write `{ command: program, args: argv }`, or `{ line: command }` for shell text"
        }
        Expected::Egress => "write `{ deny: [\"*.example.com\"] }`",
        Expected::Destinations => "write a list, like `[docs.rs, \"*.example.com\"]`",
        Expected::ArgsMatch => "write `{ clauses: [{ path: $.name, op: eq, value: x }] }`",
        Expected::Clauses | Expected::Clause => {
            "write each clause like `{ path: $.name, op: eq, value: x }`"
        }
        Expected::Values => "write a list, like `[first, second]`",
        Expected::Sanitize => "write `{ presets: [email] }`",
        Expected::Presets => "write a list, like `[email, bearer_token]`",
        Expected::Patterns => "write a list, like `['tok_[0-9]+']`",
        Expected::Switch => "write `true` or `false`",
        Expected::Cents => "write cents without a point: 1.50 is `150`",
        Expected::Priority => {
            "write a whole number, like `10`; what is more urgent has the lower one"
        }
        Expected::Integer => "write a whole number, like `7`",
        Expected::Number => "write a number, like `7` or `0.5`",
        Expected::Value => "write a value, or leave the member out",
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
        _ => format!("add `{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Expected, of_type};
    use crate::document::parse;
    use crate::{Limits, Source};

    #[test]
    fn what_to_write_instead() {
        for (value, expected, help) in [
            (
                "[allow]",
                Expected::Text,
                "write `allow`, without the brackets",
            ),
            ("[a, b]", Expected::Text, "write a rule for each of them"),
            ("5", Expected::Text, "put it into quotes: `\"5\"`"),
            ("x", Expected::Texts, "put it into brackets: `[x]`"),
            (
                "{ tool: a }",
                Expected::Rules,
                "begin each rule with `- `, or put the rules into `[` and `]`",
            ),
            (
                "tool:a",
                Expected::Rule,
                "put a space behind each colon, like `tool: a`",
            ),
            ("'no'", Expected::Switch, "write `false`, without quotes"),
            ("maybe", Expected::Switch, "write `true` or `false`"),
            ("'2'", Expected::Integer, "write `2` without quotes"),
            ("two", Expected::Integer, "write a whole number, like `7`"),
            (
                "null",
                Expected::Text,
                "to leave a member out, do not write it",
            ),
            (
                "\"\\e[31m\"",
                Expected::Texts,
                "write a list, like `[push, \"--force\"]`",
            ),
            (
                "just a string",
                Expected::Rule,
                "write a rule like `{ tool: fs_read, decision: allow }`",
            ),
            (
                "{ path: a }",
                Expected::Examples,
                "put it into brackets, `[{ … }]`, or begin it with `- `",
            ),
            (
                "1.5",
                Expected::Cents,
                "write cents without a point: 1.50 is `150`",
            ),
        ] {
            let text = format!("x: {value}");
            let document = parse(&Source::new("t", &text), &Limits::default()).unwrap();
            let crate::document::Value::Object(members) = &document.value else {
                panic!("{text}")
            };
            let found = of_type(&members[0].value, expected);
            assert_eq!(found, help, "{value}");
        }
    }
}
