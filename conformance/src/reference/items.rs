//! What a call offers to predicates: its locations, urls and commands (P4, H6, C2).

use super::arguments::{Argument, Arguments};
use super::path::{self, Parsed};
use super::{command, rule, url};
use crate::answer::Command;
use callgate_compiler::permission::{CommandParams, Policy};
use callgate_engine::permission::PathCase;

/// The items of one call.
#[derive(Debug)]
pub(super) struct Items {
    /// The tool's root (D4).
    pub(super) root: Option<String>,
    pub(super) case: PathCase,
    pub(super) locations: Vec<Location>,
    /// The host of each url argument; `None`: unreadable.
    pub(super) hosts: Vec<Option<String>>,
    /// `None`: the call names no command.
    pub(super) commands: Option<Vec<Command>>,
    /// The arguments could not be read: every predicate has an unknown item (J2).
    pub(super) unreadable: bool,
}

/// One location of a call.
#[derive(Clone, Debug)]
pub(super) enum Location {
    /// A string, as the call gives it.
    Text(String),
    /// Anything else that is there, or ought to be.
    Unknown,
}

impl Items {
    /// A text measured from the tool's root and parsed (P2).
    pub(super) fn measured(&self, text: &str) -> Option<Parsed> {
        path::measured(self.root.as_deref(), text)
    }

    /// The locations that are strings, as text (E7).
    pub(super) fn paths(&self) -> Vec<String> {
        self.locations
            .iter()
            .filter_map(|location| match location {
                Location::Text(text) => Some(path::join(self.root.as_deref(), text)),
                Location::Unknown => None,
            })
            .collect()
    }
}

/// Gathers a call's items.
pub(super) fn gather(policy: &Policy, tool: &str, arguments: &Arguments) -> Items {
    let convention = ["path", "from", "to"].map(str::to_owned).to_vec();
    let names = rule::most_specific(&policy.path_params, tool).unwrap_or(&convention);
    let convention = vec!["url".to_owned()];
    let urls = rule::most_specific(&policy.url_params, tool).unwrap_or(&convention);
    let convention = CommandParams::Argv {
        command: "command".to_owned(),
        args: "args".to_owned(),
    };
    let params = rule::most_specific(&policy.command_params, tool).unwrap_or(&convention);
    Items {
        root: root(policy, tool),
        case: policy.path_case,
        locations: locations(names, arguments),
        hosts: urls
            .iter()
            .filter_map(|name| arguments.get(name))
            .map(|argument| match argument {
                Argument::Text(text) => url::host(&text),
                _ => None,
            })
            .collect(),
        commands: command::of_call(params, arguments),
        unreadable: matches!(arguments, Arguments::Unreadable),
    }
}

/// The directory of the longest prefix of the tool's name (D4).
fn root(policy: &Policy, tool: &str) -> Option<String> {
    let (_, directory) = policy
        .roots
        .iter()
        .filter(|(prefix, _)| tool.starts_with(prefix.as_str()))
        .max_by_key(|(prefix, _)| prefix.len())?;
    Some(directory.clone())
}

/// The declared location arguments that are present, and the missing half of a pair (P4).
fn locations(names: &[String], arguments: &Arguments) -> Vec<Location> {
    let mut locations: Vec<Location> = names
        .iter()
        .filter_map(|name| arguments.get(name))
        .map(|argument| match argument {
            Argument::Text(text) => Location::Text(text),
            _ => Location::Unknown,
        })
        .collect();
    let declared = |half: &str| names.iter().any(|name| name == half);
    let given = |half: &str| arguments.get(half).is_some();
    if declared("from") && declared("to") && given("from") != given("to") {
        locations.push(Location::Unknown);
    }
    locations
}
