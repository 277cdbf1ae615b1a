//! One JSON object a line.

use super::{Decided, Prompt, Ruling};
use crate::calls::NoCall;
use crate::policy::Table;
use callgate::RuleId;
use callgate::firewall;
use callgate::permission::{self, Suggestion};
use serde_json::Value;
use std::io::{self, Write as _};

/// A decision or verdict, in the members that case files use, after the number of its line.
pub(super) fn decided(
    out: &mut Vec<u8>,
    line: u64,
    decided: &Decided<'_>,
    table: &Table,
) -> io::Result<()> {
    write!(out, "{{\"line\":{line}")?;
    if let Some(id) = decided.id {
        write!(out, ",\"id\":{id}")?;
    }
    match (&decided.ruling, table) {
        (Ruling::Permission(outcome, prompt), Table::Permission(table)) => {
            permission(out, outcome, table)?;
            unreadable(out, decided)?;
            if let Some(prompt) = prompt {
                shown(out, prompt)?;
            }
        }
        (Ruling::Firewall(outcome, redacted), Table::Firewall(table)) => {
            firewall(out, outcome, table)?;
            unreadable(out, decided)?;
            if let Some(arguments) = redacted {
                value(out, "arguments", arguments)?;
            }
        }
        // A ruling comes from the table of its own policy.
        (Ruling::Permission(..), Table::Firewall(_))
        | (Ruling::Firewall(..), Table::Permission(_)) => {}
    }
    out.extend_from_slice(b"}\n");
    Ok(())
}

fn permission(
    out: &mut Vec<u8>,
    outcome: &permission::Outcome,
    table: &permission::Table,
) -> io::Result<()> {
    let (decision, reason) = (outcome.decision.as_str(), outcome.reason.as_str());
    write!(out, ",\"decision\":\"{decision}\",\"reason\":\"{reason}\"")?;
    rule(out, outcome.rule)?;
    if !outcome.unknown.is_empty() {
        out.extend_from_slice(b",\"unknown\":");
        list(out, outcome.unknown.iter().map(|kind| kind.as_str()))?;
    }
    if let Some(note) = outcome.rule.and_then(|rule| table.note(rule)) {
        member(out, "note", note)?;
    }
    if let Some(severity) = outcome.rule.and_then(|rule| table.severity(rule)) {
        member(out, "severity", severity.as_str())?;
    }
    Ok(())
}

fn firewall(
    out: &mut Vec<u8>,
    outcome: &firewall::Outcome,
    table: &firewall::Table,
) -> io::Result<()> {
    match outcome.verdict {
        Some(verdict) => member(out, "verdict", verdict.as_str())?,
        None => out.extend_from_slice(b",\"verdict\":null"),
    }
    member(out, "reason", outcome.reason.as_str())?;
    rule(out, outcome.rule)?;
    if let Some(id) = outcome.rule.and_then(|rule| table.id(rule)) {
        write!(out, ",\"rule_id\":{id}")?;
    }
    if let Some(label) = outcome.rule.and_then(|rule| table.label(rule)) {
        member(out, "label", label)?;
    }
    if let Some(verdict) = outcome.would_be {
        member(out, "would_be", verdict.as_str())?;
    }
    Ok(())
}

fn rule(out: &mut Vec<u8>, rule: Option<RuleId>) -> io::Result<()> {
    match rule {
        Some(rule) => write!(out, ",\"rule\":{}", rule.0),
        None => write!(out, ",\"rule\":null"),
    }
}

fn unreadable(out: &mut Vec<u8>, decided: &Decided<'_>) -> io::Result<()> {
    match &decided.unreadable {
        Some(why) => member(out, "unreadable", why),
        None => Ok(()),
    }
}

fn shown(out: &mut Vec<u8>, prompt: &Prompt) -> io::Result<()> {
    out.extend_from_slice(b",\"paths\":");
    list(out, prompt.paths.iter().map(String::as_str))?;
    out.extend_from_slice(b",\"suggestion\":");
    match &prompt.suggestion {
        Some(rule) => suggestion(out, rule)?,
        None => out.extend_from_slice(b"null"),
    }
    let blanket = prompt.suggestion.as_ref().is_some_and(|rule| rule.blanket);
    write!(out, ",\"blanket\":{blanket}")
}

/// An error in the place of a decision.
pub(super) fn no_call(out: &mut Vec<u8>, line: u64, why: &NoCall) -> io::Result<()> {
    write!(out, "{{\"line\":{line},\"error\":\"{}\"", why.kind)?;
    member(out, "message", &why.message)?;
    member(out, "help", &why.help)?;
    out.extend_from_slice(b"}\n");
    Ok(())
}

/// A suggestion as the rule body that it is.
pub(crate) fn suggestion(out: &mut Vec<u8>, rule: &Suggestion) -> io::Result<()> {
    out.extend_from_slice(b"{\"tool\":");
    serde_json::to_writer(&mut *out, &rule.tool)?;
    let texts = [
        ("under", &rule.under),
        ("host", &rule.host),
        ("command", &rule.command),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            member(out, name, text)?;
        }
    }
    if let Some(args) = &rule.args {
        out.extend_from_slice(b",\"args\":");
        list(out, args.iter().map(String::as_str))?;
    }
    out.push(b'}');
    Ok(())
}

fn member(out: &mut Vec<u8>, name: &str, text: &str) -> io::Result<()> {
    write!(out, ",\"{name}\":")?;
    Ok(serde_json::to_writer(out, text)?)
}

fn value(out: &mut Vec<u8>, name: &str, value: &Value) -> io::Result<()> {
    write!(out, ",\"{name}\":")?;
    Ok(serde_json::to_writer(out, value)?)
}

fn list<'a>(out: &mut Vec<u8>, texts: impl Iterator<Item = &'a str>) -> io::Result<()> {
    out.push(b'[');
    for (index, text) in texts.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        serde_json::to_writer(&mut *out, text)?;
    }
    out.push(b']');
    Ok(())
}
