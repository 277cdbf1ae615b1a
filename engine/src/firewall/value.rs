//! The values that clauses look at, and the paths that lead to them (A2).

use super::decimal::{Decimal, Spare};
use super::spec::Step;
use crate::tree::{Kind, Tree};
use hashbrown::HashMap;
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
    pub(super) fn of<T: Tree>(value: &'a T, spare: &mut Spare) -> Self {
        let leaf = match value.kind() {
            Kind::Null => Some(Self::Null),
            Kind::Bool => value.as_bool().map(Self::Bool),
            Kind::Number => value
                .number()
                .and_then(|number| Decimal::hold(number, spare))
                .map(Self::Number),
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
    pub(super) names: Map<Box<str>, u32>,
    /// Sorted by index.
    pub(super) elements: Vec<(usize, u32)>,
    /// The path that ends here.
    pub(super) path: Option<PathId>,
}

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

    /// The id of `$`, if some clause looks at it.
    pub(super) fn root(&self) -> Option<PathId> {
        self.nodes.first()?.path
    }

    pub(super) fn node(&self, at: u32) -> Option<&Node> {
        self.nodes.get(at as usize)
    }
}
