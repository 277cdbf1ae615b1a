//! Expected members against a whole answer.

use callgate_engine::command::basename;
use serde_json::{Map, Value};

/// One expected member that came out otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The member, or what else had to hold.
    pub member: String,
    /// What must come.
    pub expected: Value,
    /// What came.
    pub got: Value,
}

/// Compares only the members that are expected, each one whole.
#[must_use]
pub fn compare(expect: &Map<String, Value>, got: &Value) -> Vec<Mismatch> {
    expect
        .iter()
        .filter_map(|(member, expected)| {
            let (holds, shown) = member_holds(member, expected, got);
            (!holds).then(|| Mismatch {
                member: member.clone(),
                expected: expected.clone(),
                got: shown.cloned().unwrap_or_else(|| got.clone()),
            })
        })
        .collect()
}

/// Whether one member holds, and the part of the answer it was compared with; `None`: the
/// answer has no such part.
fn member_holds<'g>(member: &str, expected: &Value, got: &'g Value) -> (bool, Option<&'g Value>) {
    let part = match member {
        "valid" => "faults",
        "covers" | "identified" => "commands",
        member => member,
    };
    let Some(answer) = got.get(part) else {
        return (false, None);
    };
    let list = answer.as_array().map_or(&[][..], Vec::as_slice);
    let holds = match member {
        "valid" => expected.as_bool() == Some(list.is_empty()),
        "faults" => faults(expected, list),
        "commands" => commands(expected, list),
        "covers" => covers(expected, list),
        "identified" => expected.as_bool() == Some(!list.iter().any(unidentifiable)),
        _ => answer == expected,
    };
    (holds, Some(answer))
}

fn faults(expected: &Value, got: &[Value]) -> bool {
    match expected {
        Value::Bool(any) => *any != got.is_empty(),
        Value::Array(expected) => {
            expected.len() == got.len()
                && expected
                    .iter()
                    .zip(got)
                    .all(|(expected, got)| given_members(expected, got))
        }
        _ => false,
    }
}

/// Whether every member that `expected` gives is the same in `got`.
fn given_members(expected: &Value, got: &Value) -> bool {
    expected.as_object().is_some_and(|members| {
        members
            .iter()
            .all(|(name, value)| got.get(name).unwrap_or(&Value::Null) == value)
    })
}

fn commands(expected: &Value, got: &[Value]) -> bool {
    let Some(expected) = expected.as_array() else {
        return false;
    };
    expected.len() == got.len()
        && expected.iter().zip(got).all(|(expected, got)| {
            let runs = Value::from("runs");
            let role = expected.get("role").unwrap_or(&runs);
            given_members(expected, got) && got.get("role") == Some(role)
        })
}

fn unidentifiable(command: &Value) -> bool {
    command.get("program").is_none_or(Value::is_null)
}

/// Programs are compared as rules see them: what ran as `git.bat` is covered by `git` (C1).
fn covers(expected: &Value, got: &[Value]) -> bool {
    let Some(expected) = expected.as_array() else {
        return false;
    };
    let covered = |name: &Value| {
        let name = name.as_str().and_then(basename);
        let is_it = |command: &Value| command.get("program").and_then(Value::as_str) == name;
        name.is_some() && got.iter().any(is_it)
    };
    got.iter().any(unidentifiable) || expected.iter().all(covered)
}

#[cfg(test)]
mod tests {
    use super::compare;
    use serde_json::{Value, json};

    fn passes(expect: &Value, got: &Value) -> bool {
        compare(expect.as_object().expect("an object"), got).is_empty()
    }

    #[test]
    fn only_expected_members_are_compared_and_each_whole() {
        let got = json!({ "decision": "ask", "rule": null, "paths": ["/a", "/b"] });
        assert!(passes(&json!({ "decision": "ask", "rule": null }), &got));
        assert!(!passes(&json!({ "paths": ["/a"] }), &got));
        assert!(
            !passes(&json!({ "reason": "rule" }), &got),
            "an answer without the member"
        );
        assert!(!passes(&json!({ "rule": 0 }), &got));
    }

    #[test]
    fn faults_are_compared_by_what_is_given() {
        let got =
            json!({ "faults": [{ "kind": "bad-value", "at": "/rules/0/tool", "message": "m" }] });
        assert!(passes(&json!({ "faults": true }), &got));
        assert!(passes(&json!({ "valid": false }), &got));
        assert!(!passes(&json!({ "valid": true }), &got));
        assert!(passes(
            &json!({ "faults": [{ "at": "/rules/0/tool" }] }),
            &got
        ));
        assert!(!passes(&json!({ "faults": [{ "at": "/rules/0" }] }), &got));
        assert!(!passes(&json!({ "faults": [] }), &got));
        let fine = json!({ "faults": [] });
        assert!(passes(&json!({ "valid": true }), &fine));
        assert!(!passes(&json!({ "faults": true }), &fine));
        assert!(passes(&json!({ "faults": false }), &fine));
    }

    #[test]
    fn a_refused_policy_never_passes_for_a_decision() {
        assert!(!passes(
            &json!({ "decision": "ask" }),
            &json!({ "faults": [] })
        ));
    }

    #[test]
    fn commands_default_to_the_role_runs() {
        let got = json!({ "commands": [
            { "program": "bash", "tokens": ["-c", "ls"], "sealed": true, "role": "launcher", "redirects": [] },
            { "program": "ls", "tokens": [], "sealed": true, "role": "runs", "redirects": [] },
        ] });
        let whole = json!({ "commands": [
            { "program": "bash", "tokens": ["-c", "ls"], "role": "launcher" },
            { "program": "ls", "sealed": true },
        ] });
        assert!(passes(&whole, &got));
        let without_role = json!({ "commands": [{ "program": "bash" }, { "program": "ls" }] });
        assert!(!passes(&without_role, &got));
        assert!(!passes(&json!({ "commands": [{ "program": "ls" }] }), &got));
        assert!(passes(
            &json!({ "covers": ["ls"], "identified": true }),
            &got
        ));
        assert!(passes(&json!({ "covers": ["ls.exe"] }), &got));
        assert!(!passes(&json!({ "covers": ["rm"] }), &got));
        let dark = json!({ "commands": [{ "program": null, "role": "runs" }] });
        assert!(passes(
            &json!({ "covers": ["rm"], "identified": false }),
            &dark
        ));
    }
}
