//! A policy file, read and compiled.

use crate::exit::{Exit, Stop};
use crate::input::Input;
use callgate::compiler::document::parse_bytes;
use callgate::compiler::fault::render::{self, Level, Style};
use callgate::compiler::permission::{lower, validate};
use callgate::compiler::source::Lines;
use callgate::compiler::{Limits, permission};
use callgate::{Faults, Source, Table};

/// A compiled policy and where its rules stand.
pub(crate) struct Policy {
    /// The file's name.
    pub(crate) name: String,
    /// The table.
    pub(crate) table: Table,
    /// The line of each rule, from 1.
    pub(crate) lines: Vec<usize>,
}

impl Policy {
    /// Reads and compiles the policy at `path`; its faults are shown on standard error.
    pub(crate) fn load(path: &str) -> Result<Self, Stop> {
        let (name, bytes) = Input::open(path)?.document()?;
        match read(&name, &bytes) {
            Ok((source, policy)) => {
                let lines = Lines::of(source.text);
                let line = |rule: &permission::Rule| lines.position(rule.at.start as usize).line;
                let lines = policy.rules.iter().map(line).collect();
                Ok(Self {
                    table: lower(&policy),
                    lines,
                    name,
                })
            }
            Err(faults) => {
                anstream::eprint!("{}", text(&name, &bytes, &faults));
                Err(Stop::Said(Exit::Unusable))
            }
        }
    }
}

/// Reads and validates a document.
pub(crate) fn read<'a>(
    name: &'a str,
    bytes: &'a [u8],
) -> Result<(Source<'a>, permission::Policy), Faults> {
    let (source, node) = parse_bytes(name, bytes, &Limits::default())?;
    let policy = validate(&node, &source)?;
    Ok((source, policy))
}

/// The faults of a document for people, with colours.
pub(crate) fn text(name: &str, bytes: &[u8], faults: &Faults) -> String {
    render::text(
        &faults.0,
        &Source::readable(name, bytes),
        Level::Error,
        Style { ansi: true },
    )
}
