//! Documents as bytes: whatever they hold, reading, validating and compiling return.

use callgate_compiler::document::{self, Node, Value};
use callgate_compiler::fault::render;
use callgate_compiler::permission::{self, CompileOptions};
use callgate_compiler::{Fault, FaultKind, Faults, Limits, Source, firewall};

/// Bytes as a policy document of either dialect: every fault points inside the source and can
/// be shown, JSON is what another reader takes for JSON, and compiling twice gives one table.
pub fn document(bytes: &[u8]) {
    let limits = Limits::default();
    match document::parse_bytes("fuzzed", bytes, &limits) {
        Ok((source, node)) => {
            json_agrees(source.text, Ok(&node));
            of_dialects(&source, &node, &limits);
        }
        Err(faults) => {
            let source = Source::readable("fuzzed", bytes);
            look(&faults.0, &source, &limits);
            if let Ok(text) = std::str::from_utf8(bytes) {
                json_agrees(text, Err(&faults));
            }
        }
    }
}

fn of_dialects(source: &Source<'_>, node: &Node<'_>, limits: &Limits) {
    // Whichever dialect it is, the other one has to refuse or take it in good order too.
    let _ = firewall::recognises(node);
    if let Err(faults) = permission::validate(node, limits) {
        look(&faults.0, source, limits);
    }
    if let Err(faults) = firewall::validate(node, source, limits) {
        look(&faults.0, source, limits);
    }
    let options = CompileOptions::default();
    match permission::compile_with(source, &options) {
        Ok(compiled) => {
            look_in_order(&compiled.warnings, source);
            let again = permission::compile_with(source, &options).map(|again| again.table);
            let again = again.unwrap_or_else(|faults| panic!("refused the second time: {faults}"));
            assert_eq!(
                compiled.table.dump().to_string(),
                again.dump().to_string(),
                "compiled twice, two tables"
            );
        }
        Err(faults) => look(&faults.0, source, limits),
    }
    match firewall::compile_with(source, &options) {
        Ok(compiled) => look_in_order(&compiled.warnings, source),
        Err(faults) => look(&faults.0, source, limits),
    }
}

/// What is refused has at least one fault, and not more than the limit and a word about the rest.
fn look(faults: &[Fault], source: &Source<'_>, limits: &Limits) {
    assert!(!faults.is_empty(), "refused without a fault");
    assert!(faults.len() <= limits.faults + 1, "more faults than asked");
    look_in_order(faults, source);
}

fn look_in_order(faults: &[Fault], source: &Source<'_>) {
    assert!(
        faults.is_sorted_by_key(|fault| fault.at.span.start),
        "faults out of order: {faults:#?}"
    );
    for fault in faults {
        let related = fault.related.iter().map(|related| &related.at);
        for at in std::iter::once(&fault.at).chain(related) {
            assert!(
                source.text.get(at.span.range()).is_some(),
                "{:?} is no part of {} bytes: {fault:#?}",
                at.span,
                source.text.len()
            );
            let rooted = at.pointer.is_empty() || at.pointer.starts_with('/');
            assert!(rooted, "no pointer: {fault:#?}");
        }
        assert!(!fault.message.trim().is_empty(), "silent: {fault:#?}");
    }
    let faults = Faults(faults.to_vec());
    let shown = render::faults(&faults, source);
    assert!(
        shown.lines().count() >= faults.0.len(),
        "a fault is not shown: {shown}"
    );
}

/// JSON documents against `serde_json`.
fn json_agrees(text: &str, ours: Result<&Node<'_>, &Faults>) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text
        .trim_start_matches([' ', '\t', '\n', '\r'])
        .starts_with(['{', '['])
    {
        return;
    }
    let theirs: Result<serde_json::Value, _> = serde_json::from_str(text);
    match (ours, theirs) {
        (Ok(node), Ok(theirs)) => assert!(same(node, &theirs), "two trees of {text:?}"),
        // `serde_json` stops at numbers that no f64 holds, and at 128 levels, where we stop at 64.
        (Ok(_), Err(error)) => {
            let why = error.to_string();
            assert!(why.contains("number out of range"), "only ours: {why}");
        }
        (Err(faults), Ok(_)) => {
            let limit = |fault: &Fault| fault.kind == FaultKind::Limit;
            assert!(faults.0.iter().all(limit), "only theirs: {faults}");
        }
        (Err(_), Err(_)) => {}
    }
}

/// Whether two trees are one document: ours keeps duplicated members, theirs the last of them.
fn same(ours: &Node<'_>, theirs: &serde_json::Value) -> bool {
    use serde_json::Value as Theirs;
    match (&ours.value, theirs) {
        (Value::Null, Theirs::Null) => true,
        (Value::Bool(a), Theirs::Bool(b)) => a == b,
        (Value::Number(text), Theirs::Number(number)) => {
            text.parse::<serde_json::Number>().ok().as_ref() == Some(number)
        }
        (Value::String(a), Theirs::String(b)) => a == b,
        (Value::Array(a), Theirs::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(members), Theirs::Object(object)) => {
            let last = |name: &str| members.iter().rfind(|member| member.name == name);
            object.len() <= members.len()
                && members
                    .iter()
                    .all(|member| object.contains_key(member.name.as_ref()))
                && object
                    .iter()
                    .all(|(name, value)| last(name).is_some_and(|last| same(&last.value, value)))
        }
        _ => false,
    }
}
