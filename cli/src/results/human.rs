//! Two lines a call, for people.

use super::{Decided, json};
use crate::calls::NoCall;
use crate::policy::Policy;
use crate::render::{BOLD, DIM, GREEN, RED, YELLOW};
use crate::safe::{Safe, Short};
use callgate::permission::{Outcome, Reason, Table};
use callgate::{Arguments, Decision};
use std::io::{self, Write as _};

/// How much of the arguments is shown, in characters.
const SHOWN: usize = 100;

/// The decision and the call, then the reason.
pub(super) fn decided(out: &mut Vec<u8>, decided: &Decided<'_>, policy: &Policy) -> io::Result<()> {
    let outcome = &decided.outcome;
    let style = match outcome.decision {
        Decision::Allow => GREEN,
        Decision::Ask => YELLOW,
        Decision::Deny => RED,
    };
    write!(out, "{style}{:<5}{style:#}  ", outcome.decision.as_str())?;
    match decided.call.tool {
        Some(tool) => write!(out, "{BOLD}{}{BOLD:#}", Short(tool, SHOWN))?,
        None => write!(out, "{DIM}(no tool name that can be read){DIM:#}")?,
    }
    if let Arguments::Raw(bytes) = decided.call.arguments {
        let text = String::from_utf8_lossy(bytes);
        write!(out, " {DIM}{}{DIM:#}", Short(&text, SHOWN))?;
    }
    writeln!(out)?;
    if let Some(why) = &decided.unreadable {
        writeln!(out, "       {}", Safe(why))?;
    }
    reason(out, outcome, policy)?;
    let Some(full) = &decided.full else {
        return Ok(());
    };
    for path in &full.paths {
        writeln!(out, "       path {}", Safe(path))?;
    }
    match &full.suggestion {
        None => writeln!(out, "       \"always allow\" has nothing to remember")?,
        Some(rule) => {
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
                "       \"always allow\" would remember {}{wide}",
                Safe(&body)
            )?;
        }
    }
    Ok(())
}

fn reason(out: &mut Vec<u8>, outcome: &Outcome, policy: &Policy) -> io::Result<()> {
    write!(out, "       ")?;
    let unknown: Vec<_> = outcome.unknown.iter().map(|kind| kind.as_str()).collect();
    let unknown = unknown.join(", ");
    let Some(rule) = outcome.rule else {
        return match outcome.reason {
            Reason::UnevaluablePath => {
                writeln!(
                    out,
                    "no rule fires; not to be told from this call: {unknown}"
                )
            }
            Reason::Rule | Reason::NoMatch => writeln!(out, "no rule speaks about this call"),
        };
    };
    match policy.lines.get(rule.0 as usize) {
        Some(line) => write!(out, "{}:{line}", Safe(&policy.name))?,
        None => write!(out, "rule {}", rule.0)?,
    }
    if outcome.reason == Reason::UnevaluablePath {
        write!(out, " fires because it cannot be ruled out: {unknown}")?;
    }
    note(out, &policy.table, outcome)?;
    writeln!(out)
}

fn note(out: &mut Vec<u8>, table: &Table, outcome: &Outcome) -> io::Result<()> {
    let Some(rule) = outcome.rule else {
        return Ok(());
    };
    if let Some(severity) = table.severity(rule) {
        write!(out, " {RED}[{}]{RED:#}", severity.as_str())?;
    }
    match table.note(rule) {
        Some(note) => write!(out, " {}", Safe(note)),
        None => Ok(()),
    }
}

/// That a line is no call.
pub(super) fn no_call(out: &mut Vec<u8>, line: u64, why: &NoCall) -> io::Result<()> {
    writeln!(
        out,
        "{RED}error{RED:#}  line {line}: {}",
        Safe(&why.message)
    )
}
