//! Examples of what a rule must and must not fire on (R10).

use crate::document::read;
use crate::document::{Member, Node, Path, Value};
use crate::fault::Collector;
use crate::permission::rule::{Example, ExampleKind};

/// Reads a list of examples.
pub(super) fn examples(
    node: &Node<'_>,
    kind: ExampleKind,
    path: &Path<'_>,
    faults: &mut Collector,
    out: &mut Vec<Example>,
) {
    let Some(nodes) = read::list(node, read::Expected::Examples, path, faults) else {
        return;
    };
    for (index, node) in nodes.iter().enumerate() {
        let path = path.index(index);
        let expected = read::Expected::Example;
        let Some(members) = read::object(node, expected, &path, faults) else {
            continue;
        };
        read::unique_everywhere(node, &path, faults);
        let (tool, args, args_path) = match with_tool(members) {
            Some((tool, args)) => (Some(tool.to_owned()), args, path.member("args")),
            None => (None, node, path),
        };
        if let Some(args) = value(args, &args_path, faults) {
            out.push(Example {
                kind,
                index,
                tool,
                args,
                at: node.span,
            });
        }
    }
}

/// The form that names a tool: the two members `tool`, a string, and `args`, an object, and no
/// others. Every other object is the arguments themselves.
fn with_tool<'n, 'a>(members: &'n [Member<'a>]) -> Option<(&'n str, &'n Node<'a>)> {
    let [first, second] = members else {
        return None;
    };
    let (tool, args) = if first.name == "tool" {
        (first, second)
    } else {
        (second, first)
    };
    match (
        tool.name.as_ref(),
        &tool.value.value,
        args.name.as_ref(),
        &args.value.value,
    ) {
        ("tool", Value::String(name), "args", Value::Object(_)) => Some((name, &args.value)),
        _ => None,
    }
}

/// A node as a parsed value. Recursion is bounded by the depth that made the tree.
fn value(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Option<serde_json::Value> {
    Some(match &node.value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(bool) => serde_json::Value::Bool(*bool),
        Value::Number(text) => match serde_json::from_str(text) {
            Ok(number) => serde_json::Value::Number(number),
            Err(_) => {
                let message = "no call can carry this number: it is out of range";
                let help = "write it as text, or leave it out of the example";
                read::bad_value(node, path, message, help, faults);
                return None;
            }
        },
        Value::String(text) => serde_json::Value::String(text.clone().into_owned()),
        Value::Array(nodes) => {
            let mut elements = Vec::with_capacity(nodes.len());
            for (index, node) in nodes.iter().enumerate() {
                elements.push(value(node, &path.index(index), faults)?);
            }
            serde_json::Value::Array(elements)
        }
        Value::Object(members) => {
            let mut object = serde_json::Map::with_capacity(members.len());
            for member in members {
                let value = value(&member.value, &path.member(&member.name), faults)?;
                object.insert(member.name.clone().into_owned(), value);
            }
            serde_json::Value::Object(object)
        }
    })
}
