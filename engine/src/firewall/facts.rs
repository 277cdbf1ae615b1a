//! What a call says at the paths of a table: read at most once, and only where a path leads.

mod raw;

use super::decimal::Spare;
use super::stamps::Stamps;
use super::value::{Leaf, PathId, Paths};
use crate::call::Arguments;
use crate::json::Limits;
use crate::tree::Tree;
use raw::Reader;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Memory that decisions reuse.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// By path: which leaf.
    slots: Stamps<u32>,
    leaves: Vec<(PathId, Leaf<'static>)>,
    /// Strings that escapes were written out into.
    strings: Vec<String>,
    numbers: Spare,
    reader: Reader,
}

/// The values of one call.
pub(super) struct Facts<'a, 's> {
    memory: &'s mut Memory,
    leaves: Vec<(PathId, Leaf<'a>)>,
    read: bool,
}

/// Up to so many names are asked for one by one; past that, an object is listed instead.
const FEW: usize = 16;

impl<'a, 's> Facts<'a, 's> {
    pub(super) fn new(memory: &'s mut Memory) -> Self {
        memory.slots.clear();
        let leaves = std::mem::take(&mut memory.leaves);
        let leaves = recycled(leaves, &mut memory.strings, &mut memory.numbers);
        Self {
            memory,
            leaves,
            read: false,
        }
    }

    /// Gives the memory back.
    pub(super) fn end(self) {
        let Memory {
            strings, numbers, ..
        } = self.memory;
        self.memory.leaves = recycled(self.leaves, strings, numbers);
    }

    /// Reads the arguments, the first time. Those that cannot be read resolve no path (A4).
    pub(super) fn read<T: Tree>(
        &mut self,
        paths: &Paths,
        arguments: &Arguments<'a, T>,
        limits: &Limits,
    ) {
        if std::mem::replace(&mut self.read, true) {
            return;
        }
        match arguments {
            Arguments::Parsed(value) => self.tree(paths, *value),
            Arguments::Raw(bytes) => self.raw(paths, bytes, limits),
            // An empty object: `$` is there and nothing below it.
            Arguments::Absent => {
                paths
                    .root()
                    .into_iter()
                    .for_each(|path| self.set(path, Leaf::Composite));
            }
            Arguments::Unreadable => {}
        }
    }

    /// Costs no more than the smaller of the paths and the call.
    fn tree<T: Tree>(&mut self, paths: &Paths, arguments: &'a T) {
        let mut open: SmallVec<[(u32, &'a T); 16]> = SmallVec::new();
        open.push((0, arguments));
        while let Some((at, value)) = open.pop() {
            let Some(node) = paths.node(at) else { continue };
            if let Some(path) = node.path {
                let leaf = Leaf::of(value, &mut self.memory.numbers);
                self.set(path, leaf);
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

    fn set(&mut self, path: PathId, leaf: Leaf<'a>) {
        let index = u32::try_from(self.leaves.len()).unwrap_or(u32::MAX);
        self.memory.slots.set(path.0, index);
        self.leaves.push((path, leaf));
    }

    /// The value at a path; `None`: the path does not resolve.
    pub(super) fn leaf(&self, path: PathId) -> Option<&Leaf<'a>> {
        let (_, leaf) = self.leaves.get(self.memory.slots.get(path.0)? as usize)?;
        Some(leaf)
    }

    /// Every path that resolves.
    pub(super) fn each(&self, mut visit: impl FnMut(PathId, &Leaf<'a>)) {
        for (index, (path, leaf)) in (0..).zip(&self.leaves) {
            if self.memory.slots.get(path.0) == Some(index) {
                visit(*path, leaf);
            }
        }
    }
}

/// An empty vector with the memory of another, whatever that borrowed from; its own strings
/// and long numbers are kept apart.
fn recycled<'b>(
    mut leaves: Vec<(PathId, Leaf<'_>)>,
    strings: &mut Vec<String>,
    numbers: &mut Spare,
) -> Vec<(PathId, Leaf<'b>)> {
    for (_, leaf) in leaves.drain(..) {
        match leaf {
            Leaf::Text(Cow::Owned(text)) => strings.push(text),
            Leaf::Number(number) => numbers.keep(number),
            Leaf::Text(_) | Leaf::Null | Leaf::Bool(_) | Leaf::Composite => {}
        }
    }
    leaves
        .into_iter()
        .map(|(path, _)| (path, Leaf::Null))
        .collect()
}

#[cfg(test)]
mod tests;
