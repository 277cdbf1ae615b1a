//! A case as a line of JSON, without what it expects.

use crate::case::{Case, PolicyInput, Question};
use crate::emit;
use callgate_compiler::document::{Node, Value as Tree};
use serde_json::{Map, Value, json};

/// The line that asks a case: no newline inside, none at its end.
///
/// A policy that the case file holds as a tree stands in it as it was written, members given
/// twice included; one that has a file or text of its own is `policy-text`.
#[must_use]
pub fn question(case: &Case<'_>) -> String {
    let mut line = Map::new();
    line.insert("name".to_owned(), json!(case.name));
    if !case.clauses.is_empty() {
        line.insert("clauses".to_owned(), json!(case.clauses));
    }
    let mut put = |member: &str, value: Value| line.insert(member.to_owned(), value);
    let mut tree = None;
    match &case.question {
        Question::Call {
            policy,
            call,
            checks,
        } => {
            tree = Some(policy);
            put("call", emit::call(call));
            if !checks.is_empty() {
                put("checks", emit::checks(checks));
            }
        }
        Question::Document(policy) => tree = Some(policy),
        Question::Host { url } => {
            put("url", json!(url));
        }
        Question::Containment { under, path } => {
            put("under", json!(under));
            put("path", json!(path));
        }
        Question::Argv {
            program,
            tail,
            sealed,
        } => {
            let argv: Vec<&String> = std::iter::once(program).chain(tail).collect();
            put("argv", json!(argv));
            if !sealed {
                put("sealed", json!(sealed));
            }
        }
        Question::Line { line } => {
            put("line", json!(line));
        }
        Question::Glob { glob, tool } => {
            put("glob", json!(glob));
            put("tool", json!(tool));
        }
    }
    let mut text = Value::Object(line).to_string();
    let policy = match tree {
        None => return text,
        Some(PolicyInput::Text { text, .. }) => format!("\"policy-text\":{}", json!(**text)),
        Some(PolicyInput::Tree(node)) => {
            let mut policy = "\"policy\":".to_owned();
            write(node, &mut policy);
            policy
        }
    };
    text.pop();
    format!("{text},{policy}}}")
}

/// A document tree as JSON, every number as it was written and every member that stands there.
///
/// Recursion is bounded by the depth limit of the document reader.
fn write(node: &Node<'_>, text: &mut String) {
    match &node.value {
        Tree::Null => text.push_str("null"),
        Tree::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Tree::Number(number) => text.push_str(number),
        Tree::String(string) => text.push_str(&json!(string).to_string()),
        Tree::Array(elements) => {
            text.push('[');
            for (at, element) in elements.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(element, text);
            }
            text.push(']');
        }
        Tree::Object(members) => {
            text.push('{');
            for (at, member) in members.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                text.push_str(&json!(member.name).to_string());
                text.push(':');
                write(&member.value, text);
            }
            text.push('}');
        }
    }
}
