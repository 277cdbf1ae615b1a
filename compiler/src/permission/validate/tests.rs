//! Every refusal of D and R, and beside it what must still load.

mod document;
mod rule;

use super::*;
use crate::document as documents;
use crate::source::Source;

fn read(text: &str) -> Result<Policy, Faults> {
    let limits = Limits::default();
    validate(
        &documents::parse(&Source::new("p", text), &limits)?,
        &limits,
    )
}

/// Every fault as `kind pointer`.
fn faults(text: &str) -> Vec<String> {
    let faults = read(text).err().map(|faults| faults.0).unwrap_or_default();
    faults
        .iter()
        .map(|fault| format!("{} {}", fault.kind.as_str(), fault.at.pointer))
        .collect()
}

/// A document of one rule with these members beside `tool` and `decision`.
fn rule_with(members: &str) -> String {
    format!(r#"{{"rules": [{{"tool": "t", "decision": "deny", {members}}}]}}"#)
}

fn loads(text: &str) -> Policy {
    read(text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

#[track_caller]
fn refused(text: &str, expected: &[&str]) {
    assert_eq!(faults(text), expected, "{text}");
}

/// The help of the one fault of a document.
fn help(text: &str) -> String {
    let fault = read(text)
        .err()
        .and_then(|faults| faults.0.into_iter().next());
    fault.and_then(|fault| fault.help).unwrap_or_default()
}
