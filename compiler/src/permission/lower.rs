//! Validated rules → the engine's table.

use super::{CommandNarrower, CommandParams, Policy, Rule};
use callgate_engine::json::Limits;
use callgate_engine::permission::{CommandSpec, ParamsSpec, RuleSpec, Table, TableBuilder};

/// Lowers validated rules into a table, with the default limits on calls.
#[must_use]
pub fn lower(policy: &Policy) -> Table {
    lower_with(policy, Limits::default())
}

/// [`lower`] with limits on the calls that will be read (J4).
pub(super) fn lower_with(policy: &Policy, limits: Limits) -> Table {
    let mut builder = TableBuilder::new(policy.path_case);
    builder.limits(limits);
    builder.reserve(policy.rules.len());
    for (prefix, directory) in &policy.roots {
        builder.root(prefix, directory);
    }
    for (tool, names) in &policy.path_params {
        builder.path_params(tool.pattern(), names);
    }
    for (tool, names) in &policy.url_params {
        builder.url_params(tool.pattern(), names);
    }
    for (tool, params) in &policy.command_params {
        builder.command_params(tool.pattern(), params.spec());
    }
    for rule in &policy.rules {
        builder.rule(rule.spec());
    }
    builder.build()
}

impl Rule {
    /// As the engine takes it.
    #[must_use]
    pub fn spec(&self) -> RuleSpec<'_> {
        RuleSpec {
            tool: self.tool.pattern(),
            decision: self.decision,
            under: self.under.as_deref(),
            host: self.host.as_ref().map(super::Host::pattern),
            command: self.command.as_deref().map(CommandNarrower::spec),
            check: self.check.as_deref(),
            note: self.note.as_deref(),
            severity: self.severity,
        }
    }
}

impl CommandNarrower {
    fn spec(&self) -> CommandSpec<'_> {
        CommandSpec {
            program: self.program.stem(),
            glob: self.program.is_glob(),
            args: self.args.as_deref(),
            args_any: self.args_any.as_deref(),
        }
    }
}

impl CommandParams {
    /// As the engine takes them.
    #[must_use]
    pub fn spec(&self) -> ParamsSpec<'_> {
        match self {
            Self::Argv { command, args } => ParamsSpec::Argv { command, args },
            Self::Line(name) => ParamsSpec::Line(name),
        }
    }
}
