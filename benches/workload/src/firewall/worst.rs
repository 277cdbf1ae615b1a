//! Firewall policies and calls that are as unkind as the dialect allows.
//!
//! Each case grows with one number. What deciding may cost is said beside it; that it does not
//! cost more shows in the curve.

mod clauses;
mod limits;
mod names;

use super::calls::StagedText;
use crate::calls::{CallText, request};
use callgate_engine::Arguments;
use callgate_engine::firewall::{Outcome, Scratch, Stage, StagedCall, Table};
use callgate_engine::json::{Limits, Request};
use serde_json::Value;
use std::fmt::Write as _;

/// One unkind shape.
#[derive(Clone, Copy, Debug)]
pub struct Worst {
    /// A name for results.
    pub name: &'static str,
    /// What grows.
    pub grows: &'static str,
    /// What deciding one call costs, in the size of the call and the number that grows.
    pub cost: &'static str,
    /// The largest size it is measured at: what is linear would take too long.
    pub most: usize,
    /// The document and the calls of a size.
    pub make: fn(usize) -> (String, Vec<StagedText>),
}

/// The cases.
pub fn cases() -> impl Iterator<Item = &'static Worst> {
    names::CASES
        .iter()
        .chain(clauses::CASES)
        .chain(limits::CASES)
}

/// A call of a case in memory.
#[derive(Debug)]
pub struct Hard {
    text: StagedText,
    /// Its arguments, where a parsed value can say what they say.
    parsed: Option<Value>,
    request: Vec<u8>,
}

impl Hard {
    /// From its text. Arguments that are not JSON, or hold a member twice, are decided from
    /// bytes; an empty tool name stands for one that cannot be read.
    #[must_use]
    pub fn of(text: StagedText) -> Self {
        let mut request = request(&text.call.tool, &text.call.arguments, 1, 300);
        if text.call.tool.is_empty() {
            request = request.replacen("\"name\": \"\"", "\"name\": 7", 1);
        }
        let parsed: Option<Value> = serde_json::from_str(&text.call.arguments).ok();
        let whole = parsed.as_ref().is_some_and(|value| {
            value
                .as_object()
                .is_none_or(|members| members.len() < 2 || !members.contains_key("twice"))
        });
        Self {
            parsed: parsed.filter(|_| whole && !text.call.tool.is_empty()),
            text,
            request: request.into_bytes(),
        }
    }

    /// Decides it, from its parsed arguments if there are any, else from its request.
    pub fn decide(&self, table: &Table, scratch: &mut Scratch, indexed: bool) -> Outcome {
        match &self.parsed {
            Some(arguments) => {
                let call = callgate_engine::Call {
                    tool: Some(&self.text.call.tool),
                    arguments: Arguments::Parsed(arguments),
                };
                self.put(call, table, scratch, indexed)
            }
            None => self.decide_request(table, scratch, indexed),
        }
    }

    /// Decides it from its request.
    pub fn decide_request(&self, table: &Table, scratch: &mut Scratch, indexed: bool) -> Outcome {
        let request = Request::read(&self.request, &Limits::default());
        self.put(request.call(), table, scratch, indexed)
    }

    fn put(
        &self,
        call: callgate_engine::Call<'_>,
        table: &Table,
        scratch: &mut Scratch,
        indexed: bool,
    ) -> Outcome {
        let mut resolved = [""; 4];
        let given = self.text.resolved.iter().zip(&mut resolved);
        let given = given.map(|(text, slot)| *slot = text).count();
        let staged = StagedCall {
            call,
            stage: self.text.stage,
            skill: self.text.skill.as_deref(),
            destination: self.text.destination.as_deref(),
            resolved: resolved.get(..given).unwrap_or_default(),
            spent_cents: self.text.spent_cents,
        };
        if indexed {
            table.decide(&staged, scratch)
        } else {
            table.decide_unindexed(&staged, scratch)
        }
    }
}

/// A document of rules, each the members of one.
fn document(rules: impl Iterator<Item = String>) -> String {
    under("{}", rules)
}

/// The same with options of the policy.
fn under(options: &str, rules: impl Iterator<Item = String>) -> String {
    let mut document =
        format!("{{\"dialect\": \"firewall\", \"options\": {options}, \"rules\": [\n");
    for (at, rule) in rules.enumerate() {
        let comma = if at == 0 { ' ' } else { ',' };
        // Writing to a string does not fail.
        let _ = writeln!(document, "{comma}{{{rule}}}");
    }
    document + "]}\n"
}

const STRICT: &str = "{\"strict-clauses\": true}";

/// A rule that denies tools.
fn denies(glob: &str) -> String {
    format!(r#""tool_name_glob": "{glob}", "verdict": "deny""#)
}

/// A rule that denies by clauses: path, operator, value as JSON.
fn asks(glob: &str, clauses: &[(&str, &str, &str)]) -> String {
    let clauses: Vec<String> = clauses
        .iter()
        .map(|(path, op, value)| {
            format!(r#"{{"path": "$.{path}", "op": "{op}", "value": {value}}}"#)
        })
        .collect();
    format!(
        r#"{}, "args_match": {{"clauses": [{}]}}"#,
        denies(glob),
        clauses.join(", ")
    )
}

fn call(tool: &str, arguments: impl Into<String>) -> StagedText {
    StagedText {
        call: CallText {
            tool: tool.to_owned(),
            arguments: arguments.into(),
        },
        ..StagedText::default()
    }
}

fn connection(tool: &str, destination: &str, resolved: &[&str]) -> StagedText {
    StagedText {
        stage: Stage::Egress,
        destination: Some(destination.to_owned()),
        resolved: resolved.iter().map(|&text| text.to_owned()).collect(),
        ..call(tool, "{}")
    }
}
