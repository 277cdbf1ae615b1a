//! A policy file, read and compiled.

use crate::exit::{Exit, Stop};
use crate::input::Input;
use callgate::compiler::fault::render::{self, Level, Style};
use callgate::compiler::source::Lines;
use callgate::engine::json::Limits;
use callgate::{CompileOptions, Faults, Source, Span, compiler, firewall, permission};

/// A compiled policy and where its rules stand.
pub(crate) struct Policy {
    /// The file's name.
    pub(crate) name: String,
    /// What decides.
    pub(crate) table: Table,
    /// The rules it was made from.
    pub(crate) rules: Rules,
    /// The line of each rule, from 1.
    lines: Vec<usize>,
}

/// The validated rules of a policy of either dialect.
pub(crate) enum Rules {
    /// Allow, deny or ask.
    Permission(compiler::permission::Policy),
    /// First match by priority.
    Firewall(compiler::firewall::Policy),
}

/// The table of a policy of either dialect, in a box: tables are large.
pub(crate) enum Table {
    /// Allow, deny or ask.
    Permission(Box<permission::Table>),
    /// First match by priority.
    Firewall(Box<firewall::Table>),
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
            Ok((source, policy)) => {
                let lines = Lines::of(source.text);
                let line = |at: Span| lines.line(at.start as usize);
                let (table, rules, lines) = match policy {
                    callgate::Policy::Permission(compiled) => {
                        let (table, policy) = (compiled.table, compiled.policy);
                        let lines = policy.rules.iter().map(|rule| line(rule.at)).collect();
                        (
                            Table::Permission(Box::new(table)),
                            Rules::Permission(policy),
                            lines,
                        )
                    }
                    callgate::Policy::Firewall(compiled) => {
                        let (table, policy) = (compiled.table, compiled.policy);
                        let at = |rule: &compiler::firewall::Rule| line(rule.places.rule);
                        let lines = policy.rules.iter().map(at).collect();
                        (
                            Table::Firewall(Box::new(table)),
                            Rules::Firewall(policy),
                            lines,
                        )
                    }
                };
                Ok(Self {
                    name,
                    table,
                    rules,
                    lines,
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

    /// The line of a rule, from 1.
    pub(crate) fn line(&self, rule: callgate::RuleId) -> Option<usize> {
        self.lines.get(rule.0 as usize).copied()
    }
}

/// Reads and compiles a document.
pub(crate) fn read<'a>(
    name: &'a str,
    bytes: &'a [u8],
    options: &CompileOptions,
) -> Result<(Source<'a>, callgate::Policy), Faults> {
    let source = Source::from_bytes(name, bytes)?;
    Ok((source, callgate::Policy::compile(&source, options)?))
}
