//! Directories by their segments: which stored ones hold another, or lie in it.

use crate::suggested::segments;
use std::collections::HashMap;

/// Stored directories under as many roots as there are groups of them. A look costs the
/// segments it follows.
#[derive(Default)]
pub(super) struct Trie {
    edges: HashMap<(u32, String), u32>,
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    /// What was stored here.
    end: Vec<usize>,
    /// Whether something was stored here or below.
    filled: bool,
}

impl Trie {
    /// A new root.
    pub(super) fn root(&mut self) -> u32 {
        self.nodes.push(Node::default());
        u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX)
    }

    /// Stores a directory.
    pub(super) fn insert(&mut self, root: u32, directory: &str, what: usize) {
        let mut at = root;
        for segment in segments(directory) {
            let edge = (at, segment.to_owned());
            self.fill(at);
            at = match self.edges.get(&edge) {
                Some(&next) => next,
                None => {
                    let next = self.root();
                    self.edges.insert(edge, next);
                    next
                }
            };
        }
        self.fill(at);
        if let Some(node) = self.nodes.get_mut(at as usize) {
            node.end.push(what);
        }
    }

    fn fill(&mut self, at: u32) {
        if let Some(node) = self.nodes.get_mut(at as usize) {
            node.filled = true;
        }
    }

    fn step(&self, at: u32, segment: &str) -> Option<u32> {
        self.edges.get(&(at, segment.to_owned())).copied()
    }

    /// What was stored at a directory or at one that holds it.
    pub(super) fn holding(&self, root: u32, directory: &str, mut found: impl FnMut(usize)) {
        let mut at = Some(root);
        let mut rest = segments(directory);
        while let Some(node) = at.and_then(|at| self.nodes.get(at as usize)) {
            node.end.iter().for_each(|&what| found(what));
            at = rest
                .next()
                .zip(at)
                .and_then(|(segment, at)| self.step(at, segment));
        }
    }

    /// Whether something is stored at a directory or inside it.
    pub(super) fn any_inside<'d>(
        &self,
        root: u32,
        mut directory: impl Iterator<Item = &'d str>,
    ) -> bool {
        directory
            .try_fold(root, |at, segment| self.step(at, segment))
            .and_then(|at| self.nodes.get(at as usize))
            .is_some_and(|node| node.filled)
    }
}
