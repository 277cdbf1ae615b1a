//! The firewall dialect: its documents, and the way into the engine.

mod compile;
mod lint;
mod lower;
pub mod rule;
mod tools;
mod validate;

pub use compile::{Compiled, compile, compile_policy, compile_value, compile_with};
pub use lint::lint;
pub use lower::{lower, lower_with};
pub use rule::{AllowLint, Places, Policy, Rule};
pub use tools::lint_tools;
pub use validate::{meant_stage, validate};

use crate::document::{Node, Value};

/// Whether a document is of this dialect (Q1): it says so, or it has a `default_verdict`, or
/// some rule has a `tool_name_glob` or a `verdict`.
#[must_use]
pub fn recognises(document: &Node<'_>) -> bool {
    let Value::Object(members) = &document.value else {
        return false;
    };
    let member = |name: &str| members.iter().find(|member| member.name == name);
    if let Some(dialect) = member("dialect") {
        return matches!(&dialect.value.value, Value::String(text) if text == "firewall");
    }
    let speaks = |rule: &Node<'_>| match &rule.value {
        Value::Object(members) => members
            .iter()
            .any(|member| matches!(member.name.as_ref(), "tool_name_glob" | "verdict")),
        _ => false,
    };
    member("default_verdict").is_some()
        || member("rules").is_some_and(|rules| match &rules.value.value {
            Value::Array(rules) => rules.iter().any(speaks),
            _ => false,
        })
}
