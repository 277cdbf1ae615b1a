//! Document trees as plain JSON values: calls and expectations.

use super::members::Reader;
use callgate_compiler::document::{Node, Value as Tree};
use serde_json::{Map, Number, Value};

/// The JSON value of a document node. Of a duplicated member the last counts, as in
/// `serde_json`; case files refuse them where they are read.
///
/// Numbers that no `f64` holds become `null`: cases that need them give raw bytes.
#[must_use]
pub fn to_json(node: &Node<'_>) -> Value {
    match &node.value {
        Tree::Null => Value::Null,
        Tree::Bool(value) => Value::Bool(*value),
        Tree::Number(text) => text.parse::<Number>().map_or(Value::Null, Value::Number),
        Tree::String(text) => Value::String(text.clone().into_owned()),
        Tree::Array(elements) => Value::Array(elements.iter().map(to_json).collect()),
        Tree::Object(members) => Value::Object(
            members
                .iter()
                .map(|member| (member.name.clone().into_owned(), to_json(&member.value)))
                .collect::<Map<_, _>>(),
        ),
    }
}

/// The JSON value of a node whose duplicated members and unrepresentable numbers are faults.
///
/// Recursion is bounded by the depth limit of the document reader.
pub(super) fn value(reader: &mut Reader, node: &Node<'_>) -> Value {
    match &node.value {
        Tree::Number(text) => match text.parse::<Number>() {
            Ok(number) => Value::Number(number),
            Err(_) => {
                reader.bad_value(node, "a number that JSON readers can hold".to_owned());
                Value::Null
            }
        },
        Tree::Array(elements) => Value::Array(
            elements
                .iter()
                .enumerate()
                .map(|(index, element)| {
                    reader.inside(&index.to_string(), |reader| value(reader, element))
                })
                .collect(),
        ),
        Tree::Object(members) => {
            let mut object = Map::new();
            for member in members {
                let given = reader.inside(&member.name, |reader| value(reader, &member.value));
                if object
                    .insert(member.name.clone().into_owned(), given)
                    .is_some()
                {
                    reader.duplicate(&member.name, member.name_span);
                }
            }
            Value::Object(object)
        }
        Tree::Null | Tree::Bool(_) | Tree::String(_) => to_json(node),
    }
}
