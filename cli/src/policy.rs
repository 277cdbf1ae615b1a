//! A policy file, read and compiled.

use crate::exit::{Exit, Stop};
use crate::input::Input;
use callgate::compiler::fault::render::{self, Level, Style};
use callgate::compiler::permission::{CompileOptions, Compiled, Rule, compile_with};
use callgate::compiler::source::Lines;
use callgate::engine::json::Limits;
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
    pub(crate) fn load(path: &str, call_limits: Limits) -> Result<Self, Stop> {
        let (name, bytes) = Input::open(path)?.document()?;
        let options = CompileOptions {
            call_limits,
            lint: false,
            ..CompileOptions::default()
        };
        match read(&name, &bytes, &options) {
            Ok((source, compiled)) => {
                let lines = Lines::of(source.text);
                let line = |rule: &Rule| lines.line(rule.at.start as usize);
                let lines = compiled.policy.rules.iter().map(line).collect();
                Ok(Self {
                    table: compiled.table,
                    lines,
                    name,
                })
            }
            Err(Faults(faults)) => {
                let source = Source::readable(&name, &bytes);
                let style = Style { ansi: true };
                anstream::eprint!("{}", render::text(&faults, &source, Level::Error, style));
                Err(Stop::Said(Exit::Unusable))
            }
        }
    }
}

/// Reads and compiles a document.
pub(crate) fn read<'a>(
    name: &'a str,
    bytes: &'a [u8],
    options: &CompileOptions,
) -> Result<(Source<'a>, Compiled), Faults> {
    let source = Source::from_bytes(name, bytes)?;
    Ok((source, compile_with(&source, options)?))
}
