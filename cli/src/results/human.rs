//! Two lines a call, for people.

use super::{Decided, Prompt, Ruling, json};
use crate::calls::NoCall;
use crate::policy::{Policy, Table};
use crate::render::{BOLD, DIM, GREEN, RED, YELLOW};
use crate::safe::{Safe, Short};
use crate::wide;
use callgate::permission::{self, Outcome, Reason};
use callgate::{Arguments, RuleId, firewall};
use serde_json::Value;
use std::io::{self, Write as _};

/// How much of the arguments is shown, in characters.
const SHOWN: usize = 100;

/// Under the call, what belongs to it.
const INDENT: &str = "       ";

/// The decision and the call, then the reason.
pub(super) fn decided(out: &mut Vec<u8>, decided: &Decided<'_>, policy: &Policy) -> io::Result<()> {
    let word = decided.ruling.word();
    let style = match word {
        "allow" => GREEN,
        "deny" => RED,
        _ => YELLOW,
    };
    write!(out, "{style}{word:<5}{style:#}  ")?;
    match decided.staged.call.tool {
        Some(tool) => write!(out, "{BOLD}{}{BOLD:#}", Short(tool, SHOWN))?,
        None => write!(out, "{DIM}(no tool name that can be read){DIM:#}")?,
    }
    if let Arguments::Raw(bytes) = decided.staged.call.arguments {
        let shown = bytes.get(..8 * SHOWN).unwrap_or(bytes);
        write!(
            out,
            " {DIM}{}{DIM:#}",
            Short(&String::from_utf8_lossy(shown), SHOWN)
        )?;
    }
    if let Some(destination) = decided.staged.destination {
        write!(out, " {DIM}to {}{DIM:#}", Short(destination, SHOWN))?;
    }
    writeln!(out)?;
    if let Some(why) = &decided.unreadable {
        writeln!(out, "{INDENT}{}", Safe(why))?;
    }
    match (&decided.ruling, &policy.table) {
        (Ruling::Permission(outcome, prompt), Table::Permission(table)) => {
            permission(out, outcome, policy, table)?;
            prompt.as_ref().map_or(Ok(()), |prompt| shown(out, prompt))
        }
        (Ruling::Firewall(outcome, redacted), Table::Firewall(table)) => {
            firewall(out, outcome, policy, table)?;
            redacted
                .as_ref()
                .map_or(Ok(()), |arguments| passed(out, arguments))
        }
        // A ruling comes from the table of its own policy.
        (Ruling::Permission(..), Table::Firewall(_))
        | (Ruling::Firewall(..), Table::Permission(_)) => Ok(()),
    }
}

fn permission(
    out: &mut Vec<u8>,
    outcome: &Outcome,
    policy: &Policy,
    table: &permission::Table,
) -> io::Result<()> {
    write!(out, "{INDENT}")?;
    let unknown: Vec<_> = outcome.unknown.iter().map(|kind| kind.as_str()).collect();
    let unknown = unknown.join(", ");
    let Some(rule) = outcome.rule else {
        return match outcome.reason {
            Reason::UnevaluablePath => {
                writeln!(
                    out,
                    "no rule fires, and {unknown} cannot be told from this call"
                )
            }
            Reason::Rule | Reason::NoMatch => writeln!(out, "no rule covers this call"),
        };
    };
    place(out, policy, rule)?;
    if outcome.reason == Reason::UnevaluablePath {
        write!(out, " fires because {unknown} cannot be ruled out")?;
    }
    if let Some(severity) = table.severity(rule) {
        write!(out, " {RED}[{}]{RED:#}", severity.as_str())?;
    }
    if let Some(note) = table.note(rule) {
        write!(out, " {}", Safe(note))?;
    }
    writeln!(out)
}

fn firewall(
    out: &mut Vec<u8>,
    outcome: &firewall::Outcome,
    policy: &Policy,
    table: &firewall::Table,
) -> io::Result<()> {
    write!(out, "{INDENT}")?;
    if let Some(rule) = outcome.rule {
        place(out, policy, rule)?;
        write!(out, " ")?;
    }
    writeln!(out, "{}", Safe(&table.sentence(outcome)))
}

fn place(out: &mut Vec<u8>, policy: &Policy, rule: RuleId) -> io::Result<()> {
    match policy.line(rule) {
        Some(line) => write!(out, "{}:{line}", Safe(&policy.name)),
        None => write!(out, "rule {}", rule.0),
    }
}

fn shown(out: &mut Vec<u8>, prompt: &Prompt) -> io::Result<()> {
    for path in &prompt.paths {
        writeln!(out, "{INDENT}path {}", Safe(path))?;
    }
    let Some(rule) = &prompt.suggestion else {
        return writeln!(out, "{INDENT}\"always allow\" has nothing to remember");
    };
    let mut body = Vec::new();
    json::suggestion(&mut body, rule)?;
    let body = String::from_utf8_lossy(&body);
    let wide = if rule.blanket {
        ", a blanket consent"
    } else {
        ""
    };
    writeln!(
        out,
        "{INDENT}\"always allow\" would remember {}{wide}",
        Safe(&body)
    )?;
    match wide::of_suggestion(rule) {
        Some(what) => writeln!(out, "{INDENT}as wide as a blanket consent: {what}"),
        None => Ok(()),
    }
}

fn passed(out: &mut Vec<u8>, arguments: &Value) -> io::Result<()> {
    writeln!(out, "{INDENT}passed on: {}", Safe(&arguments.to_string()))
}

/// That a line is no call.
pub(super) fn no_call(out: &mut Vec<u8>, line: u64, why: &NoCall) -> io::Result<()> {
    writeln!(
        out,
        "{RED}error{RED:#}  line {line}: {}\n{INDENT}{}",
        Safe(&why.message),
        Safe(&why.help)
    )
}
