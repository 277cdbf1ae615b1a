//! The shell part of the corpus, straight through the reader: every recorded argv covered,
//! every everyday line identified.

use std::path::Path;

use callgate_engine::command::{EffectiveCommand, Role};
use callgate_engine::shell::CommandReader;
use serde_json::Value;

/// The commands of a case, as text.
fn describe(command: &EffectiveCommand<'_>) -> String {
    let tokens: Vec<&str> = command.tokens.iter().collect();
    let program = command.program.map_or_else(
        || format!("? ({})", command.why.map_or("", |why| why.kind)),
        str::to_owned,
    );
    format!(
        "{} {program} {tokens:?}{}",
        command.role.as_str(),
        if command.sealed { "" } else { " …" }
    )
}

/// Why a case fails, if it does (S0, and C6 for what an allow looks at).
fn failure(reader: &mut CommandReader, case: &Value) -> Option<String> {
    let expect = case.get("expect")?;
    let sealed = case.get("sealed").and_then(Value::as_bool).unwrap_or(true);
    let argv: Vec<&str> = case
        .get("argv")
        .and_then(Value::as_array)
        .map(|argv| argv.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let commands = match case.get("line").and_then(Value::as_str) {
        Some(line) => reader.line(line),
        None => {
            let (program, tail) = argv.split_first()?;
            reader.argv(program, tail, sealed)
        }
    };
    let found: Vec<EffectiveCommand<'_>> = commands.iter().collect();
    let shown = || found.iter().map(describe).collect::<Vec<_>>().join("; ");
    let unidentified = found.iter().any(|command| command.program.is_none());
    let unidentified_runs = found
        .iter()
        .any(|command| command.program.is_none() && command.role == Role::Runs);
    if let Some(covers) = expect.get("covers").and_then(Value::as_array) {
        for program in covers.iter().filter_map(Value::as_str) {
            let program = callgate_engine::command::basename(program).unwrap_or(program);
            let listed = found.iter().any(|command| command.program == Some(program));
            let allowed = found
                .iter()
                .any(|command| command.program == Some(program) && command.role != Role::Launcher);
            if !listed && !unidentified {
                return Some(format!("{program} ran unseen by deny: {}", shown()));
            }
            let launcher = found.iter().any(|command| command.role == Role::Launched);
            if !allowed && !unidentified_runs && !(launcher && unidentified) && !listed {
                return Some(format!("{program} ran unseen by allow: {}", shown()));
            }
        }
    }
    if expect.get("identified").and_then(Value::as_bool) == Some(true) && unidentified {
        return Some(format!("unidentified: {}", shown()));
    }
    if let Some(expected) = expect.get("commands") {
        let got: Vec<Value> = found.iter().map(as_value).collect();
        let expected = normalised(expected);
        if Value::Array(got.clone()) != expected {
            return Some(format!(
                "commands: {}\n  expected {expected}",
                Value::Array(got)
            ));
        }
    }
    None
}

fn as_value(command: &EffectiveCommand<'_>) -> Value {
    serde_json::json!({
        "program": command.program,
        "tokens": command.tokens.iter().collect::<Vec<_>>(),
        "sealed": command.sealed,
        "role": command.role.as_str(),
    })
}

/// A case may leave out the role `runs`, and everything about an unidentifiable command.
fn normalised(commands: &Value) -> Value {
    let list = commands.as_array().cloned().unwrap_or_default();
    Value::Array(
        list.into_iter()
            .map(|mut command| {
                if let Some(map) = command.as_object_mut() {
                    map.entry("role").or_insert_with(|| "runs".into());
                    map.entry("tokens")
                        .or_insert_with(|| Value::Array(Vec::new()));
                    let named = map.get("program").is_some_and(|program| !program.is_null());
                    map.entry("sealed").or_insert(Value::Bool(named));
                }
                command
            })
            .collect(),
    )
}

#[expect(clippy::panic, reason = "a test reports its failures this way")]
fn run(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus/shell")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut reader = CommandReader::default();
    let mut count = 0;
    let mut failures = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let case: Value = match serde_json::from_str(line) {
            Ok(case) => case,
            Err(error) => panic!("{file}: {error}: {line}"),
        };
        count += 1;
        if let Some(why) = failure(&mut reader, &case) {
            failures.push(format!("{line}\n  {why}"));
        }
    }
    assert!(count > 0, "{file} is missing or empty");
    assert!(
        failures.is_empty(),
        "{} of {count} cases of {file} fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn what_shells_really_ran_is_covered() {
    run("truth.jsonl");
}

#[test]
fn plain_lines_are_identified() {
    run("plain.jsonl");
}
