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
        case.insert("checks".to_owned(), self::checks(checks));
    }
    case.insert("call".to_owned(), call(input));
    case.insert("expect".to_owned(), expected.to_json());
    Value::Object(case)
}

/// Answers of checks as a case gives them.
pub(crate) fn checks(checks: &[(String, Tri)]) -> Value {
    let answers = checks
        .iter()
        .map(|(name, answer)| (name.clone(), json!(answer.as_str())));
    Value::Object(answers.collect())
}

/// A call as a case gives it.
pub(crate) fn call(input: &CallInput) -> Value {
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
    let more = &input.firewall;
    let texts = [
        ("stage", &more.stage),
        ("skill", &more.skill),
        ("destination", &more.destination),
    ];
    for (member, text) in texts {
        if let Some(text) = text {
            call.insert(member.to_owned(), json!(text));
        }
    }
    if let Some(resolved) = &more.resolved {
        call.insert("resolved".to_owned(), json!(resolved));
    }
    if let Some(spent) = &more.spent_cents {
        call.insert("spent_cents".to_owned(), spent.clone());
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
