//! What to write instead of a value of the wrong type, or for a member that is missing.

use super::{Node, Value};
use crate::fault::quote;

/// What to write instead of a value that is not of the expected type. `expected` carries its
/// article: `a list of rules`.
pub(super) fn of_type(node: &Node<'_>, expected: &str) -> String {
    instead(node, expected).unwrap_or_else(|| example(expected).to_owned())
}

/// What would make the very value be of the expected type, where that can be said.
fn instead(node: &Node<'_>, expected: &str) -> Option<String> {
    let list = expected.starts_with("a list");
    match &node.value {
        Value::Null if expected.starts_with("a rule") || expected.starts_with("a clause") => None,
        Value::Null => Some("to leave a member out, do not write it".to_owned()),
        Value::Object(_) if expected.starts_with("a list of rules") => {
            Some("begin each rule with `- `, or put the rules into `[` and `]`".to_owned())
        }
        Value::Object(_) if list => {
            Some("put it into brackets, `[{ … }]`, or begin it with `- `".to_owned())
        }
        Value::String(_) | Value::Number(_) if list && !expected.contains("rules") => {
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
        Value::String(text) if is_number(expected) => {
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

pub(super) fn is_number(expected: &str) -> bool {
    ["a number", "an integer", "a whole number"]
        .iter()
        .any(|kind| expected.starts_with(kind))
}

/// How a value of the expected type looks.
fn example(expected: &str) -> &'static str {
    match expected {
        "a string" => "write text, in quotes where it holds more than letters",
        "a list of rules or an object" => {
            "a policy is a list of rules, or an object with the member `rules`"
        }
        "a firewall policy: an object" => {
            "a firewall policy is an object with `default_verdict` and `rules`, the list of rules"
        }
        "a list of rules" => "write `[]`, or rules that each begin with `- `",
        "a rule, which is an object" => "write a rule like `{ tool: fs_read, decision: allow }`",
        "a rule: an object" => "write a rule like `{ tool_name_glob: \"shell.*\", verdict: deny }`",
        "a list of strings" => "write a list, like `[push, \"--force\"]`",
        "a list of examples" | "an object: arguments, or `tool` and `args`" => {
            "write the arguments of each call: `[{ path: src/a.rs }]`"
        }
        "an object of lint codes, each with a reason" => {
            "write code and reason: `{ W002: why it is no mistake }`"
        }
        "an object with `path-case`" => "write `{ path-case: insensitive }`",
        "an object with `strict-clauses`" => "write `{ strict-clauses: true }`",
        "an object of tool-name prefixes" => {
            "write prefix and directory of each: `{ fs_: /srv/app }`"
        }
        "an object of tool patterns" => "write an entry for each tool: `{ fs_copy: … }`",
        "an argument name or a list of them" => "write `path`, or `[source, target]`",
        "an object with `command` and `args`, or with `line`" => {
            "write `{ command: program, args: argv }`, or `{ line: command }` for shell text"
        }
        "an object with `allow` and `deny`" => "write `{ deny: [\"*.example.com\"] }`",
        "a list of destinations" => "write a list, like `[docs.rs, \"*.example.com\"]`",
        "an object with `clauses`" => "write `{ clauses: [{ path: $.name, op: eq, value: x }] }`",
        "a list of clauses" | "a clause: `path`, `op` and `value`" => {
            "write each clause like `{ path: $.name, op: eq, value: x }`"
        }
        "a list of values" => "write a list, like `[first, second]`",
        "an object with `presets` and `custom`" => "write `{ presets: [email] }`",
        "a list of presets" => "write a list, like `[email, bearer_token]`",
        "a list of regular expressions" => "write a list, like `['tok_[0-9]+']`",
        "`true` or `false`" => "write `true` or `false`",
        "a whole number of cents" => "write cents without a point: 1.50 is `150`",
        "a whole number for the order" => {
            "write a whole number, like `10`; what is more urgent has the lower one"
        }
        "an integer" => "write a whole number, like `7`",
        "a number" => "write a number, like `7` or `0.5`",
        _ => "write it as the guide's examples do",
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
    use super::of_type;
    use crate::document::parse;
    use crate::{Limits, Source};

    #[test]
    fn what_to_write_instead() {
        for (value, expected, help) in [
            ("[allow]", "a string", "write `allow`, without the brackets"),
            ("[a, b]", "a string", "write a rule for each of them"),
            ("5", "a string", "put it into quotes: `\"5\"`"),
            ("x", "a list of strings", "put it into brackets: `[x]`"),
            (
                "{ tool: a }",
                "a list of rules",
                "begin each rule with `- `, or put the rules into `[` and `]`",
            ),
            (
                "tool:a",
                "a rule, which is an object",
                "put a space behind each colon, like `tool: a`",
            ),
            ("'no'", "`true` or `false`", "write `false`, without quotes"),
            ("maybe", "`true` or `false`", "write `true` or `false`"),
            ("'2'", "an integer", "write `2` without quotes"),
            ("two", "an integer", "write a whole number, like `7`"),
            ("null", "a string", "to leave a member out, do not write it"),
            (
                "\"\\e[31m\"",
                "a list of strings",
                "write a list, like `[push, \"--force\"]`",
            ),
            (
                "just a string",
                "a rule, which is an object",
                "write a rule like `{ tool: fs_read, decision: allow }`",
            ),
            (
                "{ path: a }",
                "a list of examples",
                "put it into brackets, `[{ … }]`, or begin it with `- `",
            ),
            (
                "1.5",
                "a whole number of cents",
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
