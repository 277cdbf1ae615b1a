//! Document → table, on one screen.

use super::{Policy, lint, lower_with, validate};
use crate::document;
use crate::fault::{Collector, Fault, Faults};
use crate::permission::CompileOptions;
use crate::source::Source;
use callgate_engine::firewall::Table;

/// A compiled firewall policy.
#[derive(Debug)]
pub struct Compiled {
    /// What decides calls. It needs nothing of the rest.
    pub table: Table,
    /// The rules it was made from, for explaining and for tools.
    pub policy: Policy,
    /// What the lint has to say (Q8), sorted by position.
    pub warnings: Vec<Fault>,
}

/// Compiles a document, JSON or YAML.
///
/// # Errors
/// Every fault of the document, sorted by position (D3).
pub fn compile(source: &Source<'_>) -> Result<Compiled, Faults> {
    compile_with(source, &CompileOptions::default())
}

/// Compiles a document under other options than the default ones; of them the firewall has no
/// use for `known_checks`.
///
/// # Errors
/// As [`compile`]; with [`CompileOptions::deny_warnings`], warnings too.
pub fn compile_with(source: &Source<'_>, options: &CompileOptions) -> Result<Compiled, Faults> {
    let limits = &options.limits;
    let policy = document::looked_at(source, limits, |node| validate(node, source, limits))?;
    compile_policy(policy, options)
}

/// Compiles a policy that is parsed already.
///
/// # Errors
/// As [`compile_with`]; the faults have pointers, and no positions.
pub fn compile_value(
    value: &serde_json::Value,
    options: &CompileOptions,
) -> Result<Compiled, Faults> {
    let document = document::from_value(value, &options.limits)?;
    compile_policy(
        validate(&document, &Source::new("", ""), &options.limits)?,
        options,
    )
}

/// Compiles rules that are validated already.
///
/// # Errors
/// With [`CompileOptions::deny_warnings`], the warnings.
pub fn compile_policy(policy: Policy, options: &CompileOptions) -> Result<Compiled, Faults> {
    let mut faults = Collector::new(options.limits.faults);
    let mut warnings = Vec::new();
    if options.lint || options.deny_warnings {
        warnings = lint::lint(&policy, options.limits.faults);
    }
    if options.deny_warnings {
        warnings.drain(..).for_each(|warning| faults.push(warning));
    }
    let table = lower_with(&policy, options.call_limits);
    faults.finish(Compiled {
        table,
        policy,
        warnings,
    })
}
