//! The rules of a policy by their tool pattern.

use crate::permission::prefixes::Prefixes;
use crate::permission::{Policy, Tool};
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// How many globs around a tool are looked at, the longest first.
const GLOBS: usize = 64;

/// The distinct tool patterns of a policy's rules, numbered: what depends on the tool alone is
/// worked out once for each.
pub(super) struct Groups<'p> {
    /// By group: its pattern.
    pub(super) tools: Vec<&'p Tool>,
    /// By rule: its group.
    pub(super) of_rule: Vec<u32>,
}

impl<'p> Groups<'p> {
    pub(super) fn of(policy: &'p Policy) -> Self {
        let mut tools = Vec::new();
        let mut known: HashMap<&Tool, u32, RandomState> = HashMap::default();
        let of_rule = policy.rules.iter().map(|rule| {
            *known.entry(&rule.tool).or_insert_with(|| {
                tools.push(&rule.tool);
                u32::try_from(tools.len() - 1).unwrap_or(u32::MAX)
            })
        });
        let of_rule = of_rule.collect();
        Self { tools, of_rule }
    }

    /// The group of a rule.
    pub(super) fn of_rule(&self, index: usize) -> u32 {
        self.of_rule.get(index).copied().unwrap_or(u32::MAX)
    }

    /// The groups whose patterns match every tool that this one matches, itself included.
    pub(super) fn around(&self) -> Vec<Vec<u32>> {
        let numbered = || (0..).zip(&self.tools);
        let globs = numbered().filter(|(_, tool)| matches!(tool, Tool::Prefix(_)));
        let globs = Prefixes::of(globs.map(|(group, tool)| (tool.stem(), group)));
        let around = numbered().map(|(group, tool)| {
            let exact = matches!(tool, Tool::Exact(_)).then_some(group);
            exact
                .into_iter()
                .chain(globs.chain(tool.stem()).copied().take(GLOBS))
                .collect()
        });
        around.collect()
    }
}
