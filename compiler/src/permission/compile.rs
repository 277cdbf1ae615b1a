//! Document → table, on one screen.

use super::lower::lower_with;
use super::{Policy, examples, lint, validate};
use crate::document;
use crate::fault::{Collector, Fault, Faults};
use crate::limits::Limits;
use crate::source::Source;
use callgate_engine::permission::Table;

/// A compiled policy.
#[derive(Debug)]
pub struct Compiled {
    /// What decides calls. It needs nothing of the rest.
    pub table: Table,
    /// The rules it was made from, for explaining and for tools.
    pub policy: Policy,
    /// What the lint has to say (R9), sorted by position.
    pub warnings: Vec<Fault>,
}

/// How a document is compiled.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// How large a document may be.
    pub limits: Limits,
    /// How much of a call the table will read (J4).
    pub call_limits: callgate_engine::json::Limits,
    /// Whether to look for warnings at all.
    pub lint: bool,
    /// Whether a warning refuses the document (`--deny-warnings`).
    pub deny_warnings: bool,
    /// The checks that the embedding program supplies, where that is known: other names draw
    /// a warning.
    pub known_checks: Option<Vec<String>>,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            call_limits: callgate_engine::json::Limits::default(),
            lint: true,
            deny_warnings: false,
            known_checks: None,
        }
    }
}

/// Compiles a document, JSON or YAML.
///
/// # Errors
/// Every fault of the document, sorted by position (D3).
pub fn compile(source: &Source<'_>) -> Result<Compiled, Faults> {
    compile_with(source, &CompileOptions::default())
}

/// Compiles a document under other options than the default ones.
///
/// # Errors
/// As [`compile`]; with [`CompileOptions::deny_warnings`], warnings too.
pub fn compile_with(source: &Source<'_>, options: &CompileOptions) -> Result<Compiled, Faults> {
    let limits = &options.limits;
    let policy = document::looked_at(source, limits, |node| validate(node, limits))?;
    compile_policy(policy, options)
}

/// Compiles rules that are parsed already: a bare array of them, or a whole policy object.
///
/// # Errors
/// As [`compile_with`]; the faults have pointers, and no positions.
pub fn compile_value(
    value: &serde_json::Value,
    options: &CompileOptions,
) -> Result<Compiled, Faults> {
    let document = document::from_value(value, &options.limits)?;
    compile_policy(validate(&document, &options.limits)?, options)
}

/// Compiles rules that are validated already.
///
/// # Errors
/// Failing examples; with [`CompileOptions::deny_warnings`], warnings too.
pub fn compile_policy(policy: Policy, options: &CompileOptions) -> Result<Compiled, Faults> {
    let mut faults = Collector::new(options.limits.faults);
    let mut warnings = Vec::new();
    if options.lint {
        warnings = lint::lint(
            &policy,
            options.known_checks.as_deref(),
            options.limits.faults,
        );
    }
    if options.deny_warnings {
        warnings.drain(..).for_each(|warning| faults.push(warning));
    }
    let table = lower_with(&policy, options.call_limits);
    examples::check(&policy, &mut faults);
    faults.finish(Compiled {
        table,
        policy,
        warnings,
    })
}

#[cfg(test)]
mod tests;
