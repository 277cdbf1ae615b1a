//! What a policy says about tools beside its rules: `roots` and the `*-params` (D4–D7).

use super::directory::directory;
use super::tool::tool;
use super::{Said, Wrong, parsed};
use crate::document::read::{self, Shape};
use crate::document::{Member, Node, Path, Value};
use crate::fault::{Collector, Fault, FaultKind};
use crate::permission::{CommandParams, Tool};
use crate::source::Span;

/// `roots`: tool-name prefix → directory (D4), and where each name stands. A prefix is plain
/// text: a call's tool may have any name.
pub(super) fn roots(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
) -> (Vec<(String, String)>, Vec<Span>) {
    let Some(members) = read::object(node, read::Expected::Roots, path, faults) else {
        return Default::default();
    };
    read::unique(members, path, faults);
    members
        .iter()
        .filter_map(|member| {
            let directory = parsed(&member.value, &path.member(&member.name), faults, directory)?;
            Some((
                (member.name.clone().into_owned(), directory),
                member.name_span,
            ))
        })
        .unzip()
}

/// `path-params` or `url-params`: tool pattern → argument names (D5, D7), and where each
/// entry stands.
pub(super) fn names(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
) -> (Vec<(Tool, Vec<String>)>, Vec<Span>) {
    let mut spans = Vec::new();
    let entries = by_tool(node, path, faults, |member, path, faults| {
        spans.push(member.value.span);
        argument_names(&member.value, path, faults)
    });
    (entries, spans)
}

/// `command-params` (D6), and where each entry stands.
pub(super) fn commands(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
) -> (Vec<(Tool, CommandParams)>, Vec<Span>) {
    let mut spans = Vec::new();
    let entries = by_tool(node, path, faults, |member, path, faults| {
        spans.push(member.value.span);
        command(&member.value, path, faults)
    });
    (entries, spans)
}

/// The entries of an object whose names are tool patterns.
fn by_tool<T>(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
    mut entry: impl FnMut(&Member<'_>, &Path<'_>, &mut Collector) -> T,
) -> Vec<(Tool, T)> {
    let expected = read::Expected::Params;
    let Some(members) = read::object(node, expected, path, faults) else {
        return Vec::new();
    };
    read::unique(members, path, faults);
    let mut entries = Vec::with_capacity(members.len());
    for member in members {
        let value = entry(member, &path.member(&member.name), faults);
        match tool(&member.name) {
            Ok(tool) => entries.push((tool, value)),
            Err(wrong) => wrong.push_name(member, path, faults),
        }
    }
    entries
}

/// A list of argument names, or one as a string.
fn argument_names(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Vec<String> {
    match &node.value {
        Value::String(_) => parsed(node, path, faults, name).into_iter().collect(),
        Value::Array(nodes) => nodes
            .iter()
            .enumerate()
            .filter_map(|(index, node)| parsed(node, &path.index(index), faults, name))
            .collect(),
        _ => {
            read::wrong_type(node, read::Expected::ParamNames, path, faults);
            Vec::new()
        }
    }
}

fn name(text: &str) -> Result<String, Wrong> {
    if text.is_empty() {
        return Err(Said::new("an argument name may not be empty").help(
            "name the argument as the tool's calls do; `[]` says that there is none, where a list \
             is taken",
        ));
    }
    Ok(text.to_owned())
}

const COMMAND: Shape<3> = Shape {
    what: "a command's parameters",
    members: ["command", "args", "line"],
    meant: &[
        ("cmd", "command"),
        ("program", "command"),
        ("argv", "args"),
        ("arguments", "args"),
        ("shell", "line"),
        ("script", "line"),
    ],
};

fn command(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> CommandParams {
    let convention = || CommandParams::Argv {
        command: "command".to_owned(),
        args: "args".to_owned(),
    };
    let expected = read::Expected::CommandParams;
    let Some(members) = read::object(node, expected, path, faults) else {
        return convention();
    };
    let fields = COMMAND.fields(members, path, faults);
    let mut named = |index: usize, default: &str| match fields.get(index) {
        Some(member) => parsed(&member.value, &path.member(&member.name), faults, name),
        None => Some(default.to_owned()),
    };
    let command = named(0, "command");
    let args = named(1, "args");
    if let Some(line) = fields.get(2) {
        let text = parsed(&line.value, &path.member("line"), faults, name);
        if let Some(beside) = fields.get(0).or_else(|| fields.get(1)) {
            let at = path.member("line").at(line.name_span);
            let message = format!("`line` cannot stand beside `{}`", beside.name);
            let help = "a line of shell text holds program and arguments: keep only `line`";
            faults.push(Fault::new(FaultKind::Conflict, at, message).help(help));
        }
        return text.map_or_else(convention, CommandParams::Line);
    }
    match (command, args) {
        (Some(command), Some(args)) => CommandParams::Argv { command, args },
        _ => convention(),
    }
}
