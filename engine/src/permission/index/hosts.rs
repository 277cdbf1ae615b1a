//! Host patterns by label, from the right.

use super::key::Part;
use crate::host::HostRef;
use crate::permission::arena::{Hash, Slot, Text};
use crate::permission::rule::{HostRecord, Pools};
use hashbrown::{HashMap, HashTable};
use std::net::Ipv6Addr;

/// A trie of labels: `com` → `example` → `api`. One probe for each label of a host that some
/// pattern shares.
#[derive(Debug, Default)]
pub(super) struct HostIndex {
    hash: Hash,
    nodes: HashTable<Node>,
    addresses: HashMap<Ipv6Addr, Vec<u32>>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    id: u32,
    parent: u32,
    label: Text,
    exact: Slot,
    below: Slot,
}

const TOP: u32 = u32::MAX;

impl HostIndex {
    /// Of those hosts of the pools.
    pub(super) fn new(pools: &Pools, named: &[usize]) -> Self {
        let mut index = Self::default();
        for &at in named {
            let slot = Slot::new(at);
            let Some(host) = pools.host(slot) else {
                continue;
            };
            match host {
                HostRecord::V6(address) => {
                    index
                        .addresses
                        .entry(*address)
                        .or_default()
                        .push(slot.raw());
                }
                HostRecord::Exact(text) => index.insert(pools, *text, |node| node.exact = slot),
                HostRecord::Below(text) => index.insert(pools, *text, |node| node.below = slot),
            }
        }
        index
    }

    fn insert(&mut self, pools: &Pools, text: Text, file: impl FnOnce(&mut Node)) {
        let arena = &pools.arena;
        let whole = arena.get(text);
        let (mut parent, mut end) = (TOP, whole.len());
        let mut file = Some(file);
        loop {
            let start = whole
                .get(..end)
                .and_then(|rest| rest.rfind('.'))
                .map_or(0, |dot| dot + 1);
            let label = text.slice(start, end);
            let key = self.hash.tagged(parent, arena.get(label));
            let count = u32::try_from(self.nodes.len()).unwrap_or(TOP);
            let node = self
                .nodes
                .entry(
                    key,
                    |node| node.parent == parent && arena.get(node.label) == arena.get(label),
                    |node| self.hash.tagged(node.parent, arena.get(node.label)),
                )
                .or_insert(Node {
                    id: count,
                    parent,
                    label,
                    exact: Slot::NONE,
                    below: Slot::NONE,
                })
                .into_mut();
            if start == 0 {
                if let Some(file) = file.take() {
                    file(node);
                }
                return;
            }
            (parent, end) = (node.id, start - 1);
        }
    }

    /// The patterns that match a host (H4). `lower` is memory.
    pub(super) fn find(
        &self,
        pools: &Pools,
        host: &HostRef<'_>,
        lower: &mut String,
        found: &mut Vec<Part>,
    ) {
        let mut push = |slot: Slot| {
            if slot.is_some() {
                found.push(Part::slot(slot));
            }
        };
        let name = match host {
            HostRef::V6(address) => {
                let patterns = self
                    .addresses
                    .get(address)
                    .map_or(&[][..], |patterns| patterns);
                found.extend(patterns.iter().map(|&pattern| Part::number(pattern)));
                return;
            }
            HostRef::Name(name) => {
                lower.clear();
                lower.push_str(name);
                lower.make_ascii_lowercase();
                lower.as_str()
            }
        };
        let (mut parent, mut end) = (TOP, name.len());
        loop {
            let rest = name.get(..end).unwrap_or_default();
            let start = memchr::memrchr(b'.', rest.as_bytes()).map_or(0, |dot| dot + 1);
            let label = rest.get(start..).unwrap_or_default();
            let known = self.nodes.find(self.hash.tagged(parent, label), |node| {
                node.parent == parent && pools.arena.get(node.label) == label
            });
            let Some(node) = known else { return };
            if start == 0 {
                push(node.exact);
                return;
            }
            // Something is left before the dot, if only a dot: `find` may offer too much.
            push(node.below);
            (parent, end) = (node.id, start - 1);
        }
    }
}
