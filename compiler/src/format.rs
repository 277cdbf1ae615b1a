//! Writing documents: formatting them, and adding rules, without changing what they mean or
//! losing a comment.

mod append;
mod comments;
mod document;
mod scalar;

pub use append::{NewRule, NewValue, append_rules};
pub use document::{Unformattable, format};
pub use scalar::flow_text;

use crate::document::{Node, Value};

/// Whether two documents say the same, wherever and however they say it.
#[must_use]
pub fn same(left: &Node<'_>, right: &Node<'_>) -> bool {
    // A worklist, not recursion: documents nest as deep as their limits allow.
    let mut pairs = vec![(left, right)];
    while let Some((left, right)) = pairs.pop() {
        let same = match (&left.value, &right.value) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => {
                pairs.extend(a.iter().zip(b));
                a.len() == b.len()
            }
            (Value::Object(a), Value::Object(b)) => {
                pairs.extend(a.iter().zip(b).map(|(a, b)| (&a.value, &b.value)));
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name)
            }
            _ => false,
        };
        if !same {
            return false;
        }
    }
    true
}
