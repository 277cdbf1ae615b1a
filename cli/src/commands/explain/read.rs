//! What a clause reads at the end of its path, as the call is written.

use callgate::Arguments;
use callgate::compiler::document::{Node, Value as Written, parse};
use callgate::compiler::{Limits, Source};
use callgate::firewall::{Step, Test};
use serde::de::IgnoredAny;
use serde_json::Value;

/// What is there.
#[derive(Debug, Default)]
pub(super) struct Read {
    /// The value; of a member that is there twice, none.
    pub(super) value: Option<Value>,
    /// A member on the way that is there twice (A5).
    twice: Option<String>,
}

/// Reads along a path.
pub(super) fn at(arguments: &Arguments<'_, Value>, path: &[Step]) -> Read {
    match arguments {
        Arguments::Raw(bytes) => raw(bytes, path).unwrap_or_default(),
        Arguments::Parsed(value) => Read {
            value: parsed(value, path),
            twice: None,
        },
        _ => Read::default(),
    }
}

fn parsed(value: &Value, path: &[Step]) -> Option<Value> {
    let mut value = value;
    for step in path {
        value = match step {
            Step::Name(name) => value.get(name)?,
            Step::Index(index) => value.get(index)?,
        };
    }
    Some(value.clone())
}

/// A tree of the compiler's keeps what is there twice.
fn raw(bytes: &[u8], path: &[Step]) -> Option<Read> {
    let text = std::str::from_utf8(bytes).ok()?;
    // What is no JSON might be YAML to the compiler.
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    // What is deeper than such a tree has no explanation; a call may be deeper than a policy.
    let limits = Limits {
        depth: Limits::MAX_DEPTH,
        ..Limits::default()
    };
    let whole = || serde_json::from_str::<Value>(text).ok();
    let Ok(tree) = parse(&Source::new("", text), &limits) else {
        return Some(Read {
            value: whole().and_then(|value| parsed(&value, path)),
            twice: None,
        });
    };
    let mut node: &Node<'_> = &tree;
    for step in path {
        node = match (step, &node.value) {
            (Step::Name(name), Written::Object(members)) => {
                let mut named = members.iter().filter(|member| member.name == *name);
                let first = named.next()?;
                if named.next().is_some() {
                    return Some(Read {
                        value: None,
                        twice: Some(name.to_string()),
                    });
                }
                &first.value
            }
            (Step::Index(index), Written::Array(nodes)) => nodes.get(*index)?,
            _ => return None,
        };
    }
    let written = text.get(node.span.range())?;
    Some(Read {
        value: serde_json::from_str(written).ok(),
        twice: None,
    })
}

impl Read {
    /// Why a test has no answer about what is there (A4).
    pub(super) fn why(&self, test: &Test) -> Option<String> {
        if let Some(name) = &self.twice {
            let name = serde_json::json!(name);
            return Some(format!("the member {name} is there twice"));
        }
        let value = self.value.as_ref()?;
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "a bool",
            Value::Number(_) => "a number",
            Value::String(_) => "text",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        };
        Some(match test {
            Test::OneOf(_) => format!("it is {kind}, which equals no single value"),
            Test::Contains(_) | Test::Regex(_) => format!("it is {kind}, not text"),
            Test::Above(_) | Test::Below(_) => format!("it is {kind}, not a number"),
            Test::Inside(_) if value.is_string() => "it is no address".to_owned(),
            Test::Inside(_) => format!("it is {kind}, not the text of an address"),
        })
    }
}
