//! Whether a deny or an ask speaks about something inside a directory.

use super::trie::Trie;
use crate::suggested::{Body, segments};
use callgate::compiler::permission::{Policy, Rule, Tool};
use callgate::engine::path::path_under;
use callgate::permission::PathCase;
use callgate::{Decision, Tri};
use std::collections::HashMap;

/// The directories of denies and asks, by the tools that they are written for.
pub(super) struct Inside<'p> {
    policy: &'p Policy,
    exact: HashMap<&'p str, Directories<'p>>,
    prefix: HashMap<&'p str, Directories<'p>>,
    trie: Trie,
}

/// The directories of the rules of one tool pattern: ASCII ones folded in the trie, others as
/// they are written.
struct Directories<'p> {
    absolute: u32,
    relative: u32,
    others: Vec<&'p str>,
}

impl<'p> Inside<'p> {
    pub(super) fn of(policy: &'p Policy) -> Self {
        let mut inside = Self {
            policy,
            exact: HashMap::new(),
            prefix: HashMap::new(),
            trie: Trie::default(),
        };
        for rule in &policy.rules {
            inside.add(rule);
        }
        inside
    }

    fn add(&mut self, rule: &'p Rule) {
        // Without a directory, it fires, or not, wherever the call is.
        let Some(under) = rule.under.as_deref() else {
            return;
        };
        if rule.decision == Decision::Allow {
            return;
        }
        let (map, name) = match &rule.tool {
            Tool::Exact(name) => (&mut self.exact, name),
            Tool::Prefix(stem) => (&mut self.prefix, stem),
        };
        let trie = &mut self.trie;
        let directories = map.entry(name).or_insert_with(|| Directories {
            absolute: trie.root(),
            relative: trie.root(),
            others: Vec::new(),
        });
        if !is_plain(under) {
            directories.others.push(under);
            return;
        }
        let root = if under.starts_with('/') {
            directories.absolute
        } else {
            directories.relative
        };
        trie.insert(root, &under.to_ascii_lowercase(), 0);
    }

    /// Whether a directory may stand for those in it: it is not wider than the tool's root, and
    /// no deny or ask speaks about something inside it. Costs the directory's length, and a look
    /// at each directory that is not plain.
    pub(super) fn may_join(&self, body: &Body) -> bool {
        let Some(under) = &body.under else {
            return false;
        };
        let root = self
            .policy
            .roots
            .iter()
            .filter(|(prefix, _)| body.tool.starts_with(prefix.as_str()))
            .max_by_key(|(prefix, _)| prefix.len())
            .map(|(_, root)| root.as_str());
        let wide = placed(root, under);
        let case = PathCase::Insensitive;
        if root.is_some_and(|root| path_under(&wide, root, case) != Tri::No && wide != root) {
            return false;
        }
        let tool = body.tool.as_str();
        let stems = (0..=tool.len()).filter_map(|end| self.prefix.get(tool.get(..end)?));
        let mut all = self.exact.get(tool).into_iter().chain(stems);
        !all.any(|directories| {
            let mut others = directories.others.iter();
            others.any(|inner| path_under(&wide, &placed(root, inner), case) != Tri::No)
                || self.any_inside(directories, &wide, root)
        })
    }

    /// Whether one of the plain directories lies, or may lie, in a directory.
    fn any_inside(&self, directories: &Directories<'_>, wide: &str, root: Option<&str>) -> bool {
        let any = |root: u32| self.trie.any_inside(root, std::iter::empty());
        if !is_plain(wide) || root.is_some_and(|root| !is_plain(root)) {
            // Nobody looked at how these compare: as if one did.
            return any(directories.absolute) || any(directories.relative);
        }
        let folded = wide.to_ascii_lowercase();
        let absolute = folded.starts_with('/');
        // Where an absolute and a relative path meet, nobody can say (P3).
        let beside = if absolute {
            self.trie
                .any_inside(directories.absolute, segments(&folded))
        } else {
            any(directories.absolute)
        };
        beside || {
            // Relative directories are measured from the root.
            let base = root.unwrap_or(".").to_ascii_lowercase();
            if base.starts_with('/') != absolute {
                return any(directories.relative);
            }
            let (mut own, mut base) = (segments(&folded), segments(&base));
            loop {
                match (own.clone().next(), base.next()) {
                    // The root, or what lies below it.
                    (_, None) => break self.trie.any_inside(directories.relative, own),
                    // A directory that holds the root.
                    (None, Some(_)) => break any(directories.relative),
                    (Some(mine), Some(its)) if mine == its => {
                        own.next();
                    }
                    _ => break false,
                }
            }
        }
    }
}

/// Where a directory of a rule lies (P2).
fn placed(root: Option<&str>, directory: &str) -> String {
    match root {
        Some(root) if !directory.starts_with('/') => format!("{root}/{directory}"),
        _ => directory.to_owned(),
    }
}

/// A path whose segments fold as ASCII does, without a drive.
fn is_plain(path: &str) -> bool {
    path.is_ascii() && path.as_bytes().get(1) != Some(&b':')
}

#[cfg(test)]
mod tests;
