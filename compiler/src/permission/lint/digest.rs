//! What most checks need to know about a rule, in one pass over the rules.

use super::parts::Shape;
use crate::permission::prefixes::Prefixes;
use crate::permission::{Policy, Tool};
use callgate_engine::Decision;
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// How many globs around a tool are looked at, the longest first.
const GLOBS: usize = 64;

/// A rule in eight bytes: the other checks leave most rules alone by looking at these, and not
/// at the rules, which fill the caches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digest {
    /// The number of its tool pattern.
    pub(super) group: u32,
    pub(super) decision: Decision,
    pub(super) shape: Shape,
}

/// All rules of a policy, and their distinct tool patterns: what depends on the tool alone is
/// worked out once for each.
pub(super) struct Digests<'p> {
    /// By group: its pattern.
    pub(super) tools: Vec<&'p Tool>,
    /// By rule.
    pub(super) rules: Vec<Digest>,
}

impl<'p> Digests<'p> {
    pub(super) fn of(policy: &'p Policy) -> Self {
        let mut tools = Vec::new();
        let mut known: HashMap<&Tool, u32, RandomState> = HashMap::default();
        let digest = policy.rules.iter().map(|rule| {
            let group = *known.entry(&rule.tool).or_insert_with(|| {
                tools.push(&rule.tool);
                u32::try_from(tools.len() - 1).unwrap_or(u32::MAX)
            });
            Digest {
                group,
                decision: rule.decision,
                shape: Shape::of(rule),
            }
        });
        let rules = digest.collect();
        Self { tools, rules }
    }

    /// Every rule's number and digest.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Digest)> {
        self.rules.iter().copied().enumerate()
    }

    /// For each group the groups whose patterns match every tool that it matches, itself
    /// included.
    pub(super) fn around(&self) -> Around {
        let numbered = || (0..).zip(&self.tools);
        let globs = numbered().filter(|(_, tool)| matches!(tool, Tool::Prefix(_)));
        let globs = Prefixes::of(globs.map(|(group, tool)| (tool.stem(), group)));
        let mut around = Around {
            groups: Vec::new(),
            ends: Vec::with_capacity(self.tools.len()),
        };
        for (group, tool) in numbered() {
            around
                .groups
                .extend(matches!(tool, Tool::Exact(_)).then_some(group));
            around
                .groups
                .extend(globs.chain(tool.stem()).copied().take(GLOBS));
            around.ends.push(around.groups.len());
        }
        around
    }
}

/// A list of groups for each group.
pub(super) struct Around {
    groups: Vec<u32>,
    ends: Vec<usize>,
}

impl Around {
    /// The list of a group.
    pub(super) fn of(&self, group: u32) -> &[u32] {
        let at = group as usize;
        let start = at
            .checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .copied();
        let end = self.ends.get(at).copied().unwrap_or_default();
        self.groups
            .get(start.unwrap_or_default()..end)
            .unwrap_or_default()
    }
}
