//! One JSON object a line.

use super::Decided;
use crate::calls::NoCall;
use callgate::permission::{Suggestion, Table};
use std::io::{self, Write as _};

/// A decision, in the members that case files use, after the number of its line.
pub(super) fn decided(
    out: &mut Vec<u8>,
    line: u64,
    decided: &Decided<'_>,
    table: &Table,
) -> io::Result<()> {
    let outcome = &decided.outcome;
    write!(out, "{{\"line\":{line}")?;
    if let Some(id) = decided.id {
        write!(out, ",\"id\":{id}")?;
    }
    let (decision, reason) = (outcome.decision.as_str(), outcome.reason.as_str());
    write!(
        out,
        ",\"decision\":\"{decision}\",\"reason\":\"{reason}\",\"rule\":"
    )?;
    match outcome.rule {
        Some(rule) => write!(out, "{}", rule.0)?,
        None => out.extend_from_slice(b"null"),
    }
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
    if let Some(why) = &decided.unreadable {
        member(out, "unreadable", why)?;
    }
    if let Some(full) = &decided.full {
        out.extend_from_slice(b",\"paths\":");
        list(out, full.paths.iter().map(String::as_str))?;
        out.extend_from_slice(b",\"suggestion\":");
        match &full.suggestion {
            Some(rule) => suggestion(out, rule)?,
            None => out.extend_from_slice(b"null"),
        }
        let blanket = full.suggestion.as_ref().is_some_and(|rule| rule.blanket);
        write!(out, ",\"blanket\":{blanket}")?;
    }
    out.extend_from_slice(b"}\n");
    Ok(())
}

/// An error in the place of a decision.
pub(super) fn no_call(out: &mut Vec<u8>, line: u64, why: &NoCall) -> io::Result<()> {
    write!(out, "{{\"line\":{line},\"error\":\"{}\"", why.kind)?;
    member(out, "message", &why.message)?;
    out.extend_from_slice(b"}\n");
    Ok(())
}

/// A suggestion as the rule body that it is.
pub(super) fn suggestion(out: &mut Vec<u8>, rule: &Suggestion) -> io::Result<()> {
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
