//! Argument clauses one by one (A2–A5).

use super::json::{self, Value};
use super::network::contains;
use super::number::compare;
use callgate_engine::firewall::{Clause, Scalar, Step, Test};
use std::cmp::Ordering;
use std::net::IpAddr;

/// Whether a clause holds; `None`: it cannot be evaluated (A4).
pub(super) fn holds(clause: &Clause, arguments: Option<&Value>) -> Option<bool> {
    let mut value = arguments?;
    for step in &clause.path {
        value = match (step, value) {
            (Step::Name(name), _) => json::once(value, name)?,
            (Step::Index(index), Value::Array(elements)) => elements.get(*index)?,
            (Step::Index(_), _) => return None,
        };
    }
    match (&clause.test, value) {
        (Test::OneOf(_), Value::Array(_) | Value::Object(_)) => None,
        (Test::OneOf(scalars), value) => Some(scalars.iter().any(|scalar| same(scalar, value))),
        (Test::Contains(part), Value::Text(text)) => Some(text.contains(part.as_str())),
        (Test::Regex(pattern), Value::Text(text)) => Some(pattern.regex().is_match(text)),
        (Test::Above(bound), Value::Number(number)) => {
            Some(compare(number, bound)? == Ordering::Greater)
        }
        (Test::Below(bound), Value::Number(number)) => {
            Some(compare(number, bound)? == Ordering::Less)
        }
        (Test::Inside(cidr), Value::Text(text)) => {
            Some(contains(*cidr, text.parse::<IpAddr>().ok()?))
        }
        _ => None,
    }
}

fn same(scalar: &Scalar, value: &Value) -> bool {
    match (scalar, value) {
        (Scalar::Null, Value::Null) => true,
        (Scalar::Bool(a), Value::Bool(b)) => a == b,
        (Scalar::Number(a), Value::Number(b)) => compare(a, b) == Some(Ordering::Equal),
        (Scalar::Text(a), Value::Text(b)) => a == b,
        _ => false,
    }
}
