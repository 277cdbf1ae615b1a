//! Values that somebody parsed already, as documents without positions.

use super::{Growth, Member, Node, Value};
use crate::fault::{Fault, Faults};
use crate::limits::Limits;
use crate::source::Span;
use std::borrow::Cow;

/// A document from a parsed value; every span in it is empty.
///
/// # Errors
/// Deeper or larger than the limits allow.
pub fn from_value<'a>(value: &'a serde_json::Value, limits: &Limits) -> Result<Node<'a>, Faults> {
    let mut growth = Growth::new(limits);
    convert(value, 0, &mut growth).map_err(Faults::from)
}

fn convert<'a>(
    value: &'a serde_json::Value,
    depth: usize,
    growth: &mut Growth,
) -> Result<Node<'a>, Box<Fault>> {
    growth.value(depth, 0)?;
    let value = match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(bool) => Value::Bool(*bool),
        serde_json::Value::Number(number) => Value::Number(Cow::Owned(number.to_string())),
        serde_json::Value::String(text) => Value::String(Cow::Borrowed(text)),
        serde_json::Value::Array(elements) => Value::Array(
            elements
                .iter()
                .map(|each| convert(each, depth + 1, growth))
                .collect::<Result<_, _>>()?,
        ),
        serde_json::Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(name, each)| {
                    let value = convert(each, depth + 1, growth)?;
                    Ok(Member {
                        name: Cow::Borrowed(name),
                        name_span: Span::default(),
                        value,
                    })
                })
                .collect::<Result<_, Box<Fault>>>()?,
        ),
    };
    Ok(Node {
        span: Span::default(),
        value,
    })
}
