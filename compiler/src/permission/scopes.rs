//! What a policy says about a tool beside its rules: the winning entries of D4–D7.

use super::prefixes::Prefixes;
use super::{CommandParams, Policy, Tool};

/// The winning entries for any tool.
#[derive(Debug)]
pub(super) struct Scopes<'p> {
    pub(super) roots: Prefixes<'p, &'p str>,
    pub(super) paths: ByTool<'p, &'p [String]>,
    pub(super) urls: ByTool<'p, &'p [String]>,
    pub(super) commands: ByTool<'p, &'p CommandParams>,
}

impl<'p> Scopes<'p> {
    pub(super) fn of(policy: &'p Policy) -> Self {
        let roots = policy
            .roots
            .iter()
            .map(|(prefix, root)| (prefix.as_str(), root.as_str()));
        let names = |entries: &'p [(Tool, Vec<String>)]| {
            ByTool::of(entries.iter().map(|(tool, names)| (tool, names.as_slice())))
        };
        Self {
            roots: Prefixes::of(roots),
            paths: names(&policy.path_params),
            urls: names(&policy.url_params),
            commands: ByTool::of(
                policy
                    .command_params
                    .iter()
                    .map(|(tool, each)| (tool, each)),
            ),
        }
    }

    /// The root of a tool (D4); [`Winner::Mixed`] if the tools of a glob have several.
    pub(super) fn root(&self, tool: &Tool) -> Winner<&'p str> {
        let stem = tool.stem();
        let longer = |&(prefix, _): &(&str, &str)| prefix.len() > stem.len();
        if matches!(tool, Tool::Prefix(_)) && self.roots.below(stem).iter().any(longer) {
            return Winner::Mixed;
        }
        Winner::One(self.roots.chain(stem).next().copied())
    }
}

/// What wins for the tools of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Winner<T> {
    /// The same entry for all of them, or none.
    One(Option<T>),
    /// Different entries for some of them.
    Mixed,
}

/// Entries by tool pattern.
#[derive(Debug)]
pub(super) struct ByTool<'p, T> {
    exact: Prefixes<'p, T>,
    globs: Prefixes<'p, T>,
}

impl<'p, T: Copy> ByTool<'p, T> {
    fn of(entries: impl Iterator<Item = (&'p Tool, T)> + Clone) -> Self {
        let of = |glob: bool| {
            let wanted = entries
                .clone()
                .filter(|(tool, _)| matches!(tool, Tool::Prefix(_)) == glob);
            Prefixes::of(wanted.map(|(tool, value)| (tool.stem(), value)))
        };
        Self {
            exact: of(false),
            globs: of(true),
        }
    }

    /// The entry that wins for a tool of this name (E6's tool components).
    pub(super) fn of_name(&self, name: &str) -> Option<T> {
        self.exact
            .get(name)
            .or_else(|| self.globs.chain(name).next())
            .copied()
    }

    /// The entry that wins for every tool of a pattern, if one does.
    pub(super) fn of_tool(&self, tool: &Tool) -> Winner<T> {
        match tool {
            Tool::Exact(name) => Winner::One(self.of_name(name)),
            Tool::Prefix(stem) => {
                let inner = self
                    .globs
                    .below(stem)
                    .iter()
                    .any(|(each, _)| each.len() > stem.len());
                if inner || !self.exact.below(stem).is_empty() {
                    return Winner::Mixed;
                }
                Winner::One(self.globs.chain(stem).next().copied())
            }
        }
    }

    /// The entry that wins for those tools of a pattern that no narrower entry names.
    pub(super) fn of_most(&self, tool: &Tool) -> Option<T> {
        match tool {
            Tool::Exact(name) => self.of_name(name),
            Tool::Prefix(stem) => self.globs.chain(stem).next().copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_are_exact_then_longest() {
        let entries = [
            (Tool::Prefix(String::new()), 0),
            (Tool::Prefix("fs_".into()), 1),
            (Tool::Exact("fs_move".into()), 2),
            (Tool::Prefix("git".into()), 3),
        ];
        let by_tool = ByTool::of(entries.iter().map(|(tool, value)| (tool, *value)));
        assert_eq!(by_tool.of_name("fs_move"), Some(2));
        assert_eq!(by_tool.of_name("fs_moved"), Some(1));
        assert_eq!(by_tool.of_name("x"), Some(0));
        assert_eq!(by_tool.of_tool(&Tool::Prefix("fs_".into())), Winner::Mixed);
        assert_eq!(
            by_tool.of_tool(&Tool::Prefix("fs_r".into())),
            Winner::One(Some(1))
        );
        assert_eq!(by_tool.of_tool(&Tool::Prefix("g".into())), Winner::Mixed);
        assert_eq!(
            by_tool.of_tool(&Tool::Prefix("git".into())),
            Winner::One(Some(3))
        );
        assert_eq!(by_tool.of_most(&Tool::Prefix("fs_".into())), Some(1));
    }
}
