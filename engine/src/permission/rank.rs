//! The order that rules are tried in: decision by strength, then the more specific (E4, E6).

use super::spec::{HostPattern, RuleSpec, ToolPattern};
use crate::path::segments;
use std::cmp::Reverse;

/// Sorts ascending to the order of E4 and E6: what compares first is tried first.
///
/// A tuple in the order of E6's list, each part reversed since more comes first; last, the
/// place in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(Reverse<[u32; 13]>, u32);

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn characters(text: &str) -> u32 {
    count(if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    })
}

impl Key {
    /// The rule's place in the document.
    pub(super) const fn document(&self) -> u32 {
        self.1
    }

    pub(super) fn of(rule: &RuleSpec<'_>, document: u32) -> Self {
        let (exact_tool, tool) = match rule.tool {
            ToolPattern::Exact(name) => (1, name),
            ToolPattern::Prefix(stem) => (0, stem),
        };
        let (exact_host, host) = match rule.host {
            Some(HostPattern::Exact(host)) => (1, host),
            Some(HostPattern::Below(host)) => (0, host),
            None => (0, ""),
        };
        let command = rule.command;
        let tokens = |list: Option<&[String]>| list.map_or(0, <[String]>::len);
        Self(
            Reverse([
                rule.decision as u32,
                exact_tool,
                characters(tool),
                command.is_some().into(),
                command.is_some_and(|command| !command.glob).into(),
                command.map_or(0, |command| characters(command.program)),
                command.map_or(0, |command| {
                    count(tokens(command.args) + tokens(command.args_any))
                }),
                rule.check.is_some().into(),
                rule.under.is_some().into(),
                rule.under
                    .map_or(0, |under| count(directory_segments(under))),
                rule.host.is_some().into(),
                exact_host,
                characters(host),
            ]),
            document,
        )
    }
}

/// Segments of an `under` as written; a drive is one (P6).
fn directory_segments(under: &str) -> usize {
    segments(under).count()
}
