//! A generated policy and call as a case that stands alone: what a failing differential test
//! or fuzz target leaves behind.

use crate::answer::Answer;
use crate::case::{ArgumentsInput, CallInput};
use callgate_engine::Tri;
use serde_json::{Map, Value, json};

#[cfg(test)]
mod tests;

/// One line of a `.jsonl` file: a policy, a call and what must come out.
///
/// Bytes that are no text are written as `…-base64`.
#[must_use]
pub fn case(
    name: &str,
    policy: &Value,
    checks: &[(String, Tri)],
    input: &CallInput,
    expected: &Answer,
) -> Value {
    let mut case = Map::new();
    case.insert("name".to_owned(), json!(name));
    case.insert("policy".to_owned(), policy.clone());
    if !checks.is_empty() {
        let answers: Map<String, Value> = checks
            .iter()
            .map(|(name, answer)| (name.clone(), json!(answer.as_str())))
            .collect();
        case.insert("checks".to_owned(), Value::Object(answers));
    }
    case.insert("call".to_owned(), call(input));
    case.insert("expect".to_owned(), expected.to_json());
    Value::Object(case)
}

fn call(input: &CallInput) -> Value {
    let mut call = Map::new();
    if let Some(tool) = &input.tool {
        call.insert("tool".to_owned(), tool.clone());
    }
    match &input.arguments {
        ArgumentsInput::Absent => {}
        ArgumentsInput::Parsed(arguments) => {
            call.insert("args".to_owned(), arguments.clone());
        }
        ArgumentsInput::Raw(bytes) => put_bytes(&mut call, "raw-args", bytes),
        ArgumentsInput::Request(bytes) => put_bytes(&mut call, "request", bytes),
    }
    Value::Object(call)
}

fn put_bytes(call: &mut Map<String, Value>, member: &str, bytes: &[u8]) {
    match std::str::from_utf8(bytes) {
        Ok(text) => call.insert(member.to_owned(), json!(text)),
        Err(_) => call.insert(
            format!("{member}-base64"),
            json!(crate::base64::encode(bytes)),
        ),
    };
}
