//! Tool patterns and how specific rules are (R2, E6).

use super::path;
use callgate_compiler::permission::{Host, Program, Rule, Tool};

/// Whether a pattern matches a tool's name (R2).
pub(super) fn matches(pattern: &Tool, name: &str) -> bool {
    match pattern {
        Tool::Exact(exact) => exact == name,
        Tool::Prefix(stem) => name.starts_with(stem.as_str()),
    }
}

/// Exact over glob, then the longer stem.
fn of_tool(tool: &Tool) -> [usize; 2] {
    match tool {
        Tool::Exact(name) => [1, characters(name)],
        Tool::Prefix(stem) => [0, characters(stem)],
    }
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

/// The entry of the most specific pattern that matches a tool (D5–D7).
pub(super) fn most_specific<'p, T>(entries: &'p [(Tool, T)], tool: &str) -> Option<&'p T> {
    let mut best: Option<(&Tool, &T)> = None;
    for (pattern, value) in entries {
        let better = best.is_none_or(|(other, _)| of_tool(pattern) > of_tool(other));
        if matches(pattern, tool) && better {
            best = Some((pattern, value));
        }
    }
    best.map(|(_, value)| value)
}

/// E6's list: compared from the first to the last, the larger is the more specific.
pub(super) fn specificity(rule: &Rule) -> [usize; 12] {
    let [exact_tool, tool_stem] = of_tool(&rule.tool);
    let command = rule.command.as_ref();
    let (exact_command, command_stem) = match command.map(|command| &command.program) {
        Some(Program::Exact(name)) => (1, characters(name)),
        Some(Program::Prefix(stem)) => (0, characters(stem)),
        None => (0, 0),
    };
    let tokens = command.map_or(0, |command| {
        let length = |list: &Option<Vec<String>>| list.as_ref().map_or(0, Vec::len);
        length(&command.args) + length(&command.args_any)
    });
    let (exact_host, host_stem) = match &rule.host {
        Some(Host::Exact(name)) => (1, characters(name)),
        Some(Host::Below(name)) => (0, characters(name)),
        None => (0, 0),
    };
    [
        exact_tool,
        tool_stem,
        usize::from(command.is_some()),
        exact_command,
        command_stem,
        tokens,
        usize::from(rule.check.is_some()),
        usize::from(rule.under.is_some()),
        rule.under.as_deref().map_or(0, path::count),
        usize::from(rule.host.is_some()),
        exact_host,
        host_stem,
    ]
}
