//! One argument clause of the firewall, against `serde_json` values.

use crate::decide::unlinted;
use crate::read::{faithful, verdict};
use callgate_compiler::firewall::compile_value;
use callgate_conformance::case::{ArgumentsInput, CallInput, FirewallInput};
use callgate_engine::firewall::Verdict;
use serde_json::{Number, Value, json};
use std::cmp::Ordering;

/// Four parts, a line each: a path, an operator, a value, arguments. The clause holds exactly
/// where it holds for the values that `serde_json` reads.
pub fn clause(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut lines = text.splitn(4, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (path, op, value, arguments) = (line(), line(), line(), line());
    // A number that no f64 holds as it is written is not what `serde_json` would compare.
    let Some(bound) = faithful(format!("[{value}]").as_bytes()) else {
        return;
    };
    let Some(bound) = bound.get(0).filter(|_| bound.get(1).is_none()).cloned() else {
        return;
    };
    let quoted = [path, op].map(|text| json!(text));
    let [path_text, op_text] = &quoted;
    let clauses =
        format!("{{\"clauses\":[{{\"path\":{path_text},\"op\":{op_text},\"value\":{value}}}]}}");
    let document = json!({
        "dialect": "firewall",
        "default_verdict": "allow",
        "rules": [{ "verdict": "deny", "args_match_json": clauses }],
    });
    let steps = steps(path);
    let policy = match compile_value(&document, &unlinted()) {
        Ok(policy) => policy,
        Err(faults) => {
            let bad_bound = !matches!((op, &bound), ("eq", _));
            let more = bad_bound || is_composite(&bound) || path.len() > 256;
            assert!(
                steps.is_none() || more,
                "a good clause is refused: {faults}\n{clauses}"
            );
            return;
        }
    };
    let Some(steps) = steps else {
        panic!("no path, and it loads: {clauses}");
    };
    let raw = holds(&document, &policy, ArgumentsInput::Raw(arguments.into()));
    let Ok(value) = serde_json::from_str::<Value>(arguments) else {
        return;
    };
    let parsed = holds(&document, &policy, ArgumentsInput::Parsed(value.clone()));
    let found = walk(&value, &steps);
    // Members given twice and numbers that a reader changes tell bytes and value apart; the
    // target `raw` looks at those.
    if let Some(expected) = found.map_or(Some(false), |found| naive(op, &bound, found)) {
        assert_eq!(parsed, expected, "{clauses} on {value}");
        let written = value.to_string();
        if written == arguments {
            assert_eq!(raw, expected, "{clauses} on the bytes {arguments}");
        }
    }
}

fn holds(
    document: &Value,
    policy: &callgate_compiler::firewall::Compiled,
    arguments: ArgumentsInput,
) -> bool {
    let call = CallInput {
        tool: Some(json!("t")),
        arguments,
        firewall: FirewallInput::default(),
    };
    verdict(document, policy, &call).verdict == Some(Verdict::Deny)
}

const fn is_composite(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}

/// Whether a clause holds for a value; `None`: nothing that this reading could say.
fn naive(op: &str, bound: &Value, value: &Value) -> Option<bool> {
    Some(match (op, bound, value) {
        ("eq", bound, value) => equal(bound, value)?,
        ("in", Value::Array(bounds), value) => {
            let mut any = false;
            for bound in bounds {
                any |= equal(bound, value)?;
            }
            any
        }
        ("contains", Value::String(part), Value::String(text)) => text.contains(part.as_str()),
        ("gt", Value::Number(bound), Value::Number(number)) => {
            compare(number, bound)? == Ordering::Greater
        }
        ("lt", Value::Number(bound), Value::Number(number)) => {
            compare(number, bound)? == Ordering::Less
        }
        ("contains" | "gt" | "lt", ..) => false,
        // `regex` and `cidr_match` are other crates' readings.
        _ => return None,
    })
}

fn equal(bound: &Value, value: &Value) -> Option<bool> {
    Some(match (bound, value) {
        (Value::Number(a), Value::Number(b)) => compare(a, b)? == Ordering::Equal,
        (a, b) if is_composite(a) || is_composite(b) => false,
        (a, b) => a == b,
    })
}

/// Two numbers, where the machine's own comparison is the exact one: integers, f64s, and an
/// integer that an f64 holds beside an f64.
fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    let whole = |number: &Number| {
        let signed = number.as_i64().map(i128::from);
        signed.or_else(|| number.as_u64().map(i128::from))
    };
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        (a_whole, b_whole) => {
            let exact = |whole: Option<i128>| whole.is_none_or(|whole| whole.abs() <= 1 << 53);
            (exact(a_whole) && exact(b_whole))
                .then(|| a.as_f64()?.partial_cmp(&b.as_f64()?))
                .flatten()
        }
    }
}

/// A step of a path.
enum Step {
    Name(String),
    Index(usize),
}

fn walk<'v>(value: &'v Value, steps: &[Step]) -> Option<&'v Value> {
    steps.iter().try_fold(value, |value, step| match step {
        Step::Name(name) => value.as_object()?.get(name),
        Step::Index(index) => value.as_array()?.get(*index),
    })
}

/// The steps of a path (A2); `None`: it is none.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut rest = path.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let end = after
                .find(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && !"_-".contains(c))
                .unwrap_or(after.len());
            let (name, after) = after.split_at_checked(end)?;
            if name.is_empty() {
                return None;
            }
            steps.push(Step::Name(name.to_owned()));
            rest = after;
        } else {
            let inside = rest.strip_prefix('[')?;
            let (step, after) = match inside.chars().next()? {
                mark @ ('\'' | '"') => quoted(inside.get(1..)?, mark)?,
                _ => {
                    let (digits, after) = inside.split_once(']')?;
                    let index: usize = digits.parse().ok()?;
                    if index.to_string() != digits {
                        return None;
                    }
                    (Step::Index(index), after)
                }
            };
            steps.push(step);
            rest = after;
        }
    }
    Some(steps)
}

/// A quoted name and what follows its bracket: as a JSON string, whose escapes it shares.
fn quoted(text: &str, mark: char) -> Option<(Step, &str)> {
    let mut literal = String::from("\"");
    let mut characters = text.char_indices();
    loop {
        match characters.next()? {
            (at, found) if found == mark => {
                literal.push('"');
                let name = serde_json::from_str(&literal).ok()?;
                let after = text.get(at + 1..)?.strip_prefix(']')?;
                return Some((Step::Name(name), after));
            }
            (_, '\\') => match characters.next()?.1 {
                '\'' if mark == '\'' => literal.push('\''),
                '"' if mark == '\'' => return None,
                escaped => literal.extend(['\\', escaped]),
            },
            (_, '"') => literal.push_str("\\\""),
            (_, character) => literal.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn the_naive_reading_reads_paths() {
        for path in [
            "$",
            "$.a",
            "$.a-b[0]['a.b']",
            "$.é",
            "$[\"'\"]",
            r"$['\'\n']",
        ] {
            assert!(steps(path).is_some(), "{path}");
        }
        for path in [
            "",
            "a",
            "$.",
            "$..a",
            "$.*",
            "$[01]",
            "$[-1]",
            "$['a",
            r#"$['\"']"#,
        ] {
            assert!(steps(path).is_none(), "{path}");
        }
    }
}
