//! The values that clauses look at, and the paths that lead to them (A2).

use super::decimal::Decimal;
use super::spec::Step;
use crate::tree::{Kind, Tree};
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::borrow::Cow;

/// A distinct path of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PathId(pub(super) u32);

/// A value at the end of a path.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Leaf<'a> {
    Null,
    Bool(bool),
    Number(Decimal),
    Text(Cow<'a, str>),
    /// An object or an array; also a number that is none (NaN of a foreign tree).
    Composite,
}

impl<'a> Leaf<'a> {
    pub(super) fn of<T: Tree>(value: &'a T) -> Self {
        let leaf = match value.kind() {
            Kind::Null => Some(Self::Null),
            Kind::Bool => value.as_bool().map(Self::Bool),
            Kind::Number => value.number().and_then(Decimal::of).map(Self::Number),
            Kind::String => value.as_str().map(|text| Self::Text(text.into())),
            Kind::Array | Kind::Object => None,
        };
        leaf.unwrap_or(Self::Composite)
    }
}

type Map<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

/// Every path of a table as one trie: a call is walked once, and only where a path leads.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    nodes: Vec<Node>,
    len: u32,
}

/// A place that paths lead to or through; the first node is `$`.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    names: Map<Box<str>, u32>,
    /// Sorted by index.
    elements: Vec<(usize, u32)>,
    path: Option<PathId>,
}

/// Up to so many names are asked for one by one; past that, an object is listed instead.
const FEW: usize = 16;

impl Default for Paths {
    fn default() -> Self {
        Self {
            nodes: vec![Node::default()],
            len: 0,
        }
    }
}

impl Paths {
    /// The id of a path, which joins the trie if it is new.
    pub(super) fn intern(&mut self, steps: &[Step]) -> PathId {
        let mut at = 0;
        for step in steps {
            at = self.child(at, step);
        }
        let next = PathId(self.len);
        match self.nodes.get_mut(at as usize) {
            Some(Node { path: Some(id), .. }) => *id,
            Some(node) => {
                node.path = Some(next);
                self.len += 1;
                next
            }
            None => next,
        }
    }

    fn child(&mut self, at: u32, step: &Step) -> u32 {
        let new = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let Some(node) = self.nodes.get_mut(at as usize) else {
            return 0;
        };
        let child = match step {
            Step::Name(name) => *node.names.entry(name.as_str().into()).or_insert(new),
            Step::Index(index) => match node.elements.binary_search_by_key(index, |&(i, _)| i) {
                Ok(found) => node.elements.get(found).map_or(new, |&(_, child)| child),
                Err(gap) => {
                    node.elements.insert(gap, (*index, new));
                    new
                }
            },
        };
        if child == new {
            self.nodes.push(Node::default());
        }
        child
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Calls `found` with every path that resolves in `arguments` and what it leads to. Costs
    /// no more than the smaller of the trie and the call.
    pub(super) fn resolve<'a, T: Tree>(
        &self,
        arguments: &'a T,
        mut found: impl FnMut(PathId, Leaf<'a>),
    ) {
        let mut open: SmallVec<[(u32, &'a T); 16]> = SmallVec::new();
        open.push((0, arguments));
        while let Some((at, value)) = open.pop() {
            let Some(node) = self.node(at) else { continue };
            if let Some(path) = node.path {
                found(path, Leaf::of(value));
            }
            for &(index, child) in &node.elements {
                match value.element(index) {
                    Some(element) => open.push((child, element)),
                    None => break,
                }
            }
            let listed = node.names.len() > FEW
                && value.for_each_member(&mut |name, member| {
                    if let Some(&child) = node.names.get(name) {
                        open.push((child, member));
                    }
                });
            if !listed {
                for (name, &child) in &node.names {
                    if let Some(member) = value.member(name) {
                        open.push((child, member));
                    }
                }
            }
        }
    }

    /// The id of `$`, if some clause looks at it.
    pub(super) fn root(&self) -> Option<PathId> {
        self.nodes.first()?.path
    }

    pub(super) fn node(&self, at: u32) -> Option<&Node> {
        self.nodes.get(at as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::{Leaf, PathId, Paths};
    use crate::firewall::spec::Step;
    use serde_json::json;

    fn steps(text: &str) -> Vec<Step> {
        text.split_whitespace()
            .map(|step| {
                step.parse()
                    .map_or_else(|_| Step::Name(step.into()), Step::Index)
            })
            .collect()
    }

    #[test]
    fn one_walk_finds_every_path() {
        let mut paths = Paths::default();
        let ids: Vec<PathId> = [
            "", "a", "a b", "a 0", "l 1", "l 7", "l 0 x", "gone", "a b c",
        ]
        .iter()
        .map(|path| paths.intern(&steps(path)))
        .collect();
        assert_eq!(paths.intern(&steps("a b")), ids[2]);
        let call = json!({"a": {"b": 1, "0": 2}, "l": [{"x": "t"}, null]});
        let mut found = Vec::new();
        paths.resolve(&call, |path, leaf| found.push((path, leaf)));
        found.sort_by_key(|&(path, _)| path);
        let number = crate::firewall::decimal::Decimal::parse("1").unwrap();
        assert_eq!(
            found,
            [
                (ids[0], Leaf::Composite),
                (ids[1], Leaf::Composite),
                (ids[2], Leaf::Number(number)),
                (ids[4], Leaf::Null),
                (ids[6], Leaf::Text("t".into())),
            ]
        );
    }

    #[test]
    fn many_names_are_listed_not_asked_for() {
        let mut paths = Paths::default();
        for i in 0..100 {
            paths.intern(&steps(&format!("p{i}")));
        }
        let mut found = 0;
        paths.resolve(&json!({"p7": true, "p99": 1, "q": 2}), |_, _| found += 1);
        assert_eq!(found, 2);
    }
}
