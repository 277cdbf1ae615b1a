//! Directories by segment: a trie that a location walks from its anchor.

use super::key::anchor_kind;
use super::matched::Walk;
use crate::path::{Anchor, Measured, anchors, segment, segments};
use crate::permission::PathCase;
use crate::permission::arena::{Arena, Hash, Run, Text};
use crate::permission::items::Location;
use crate::permission::rule::Pools;
use crate::text::{fold_nfc_into, nfc_into};
use crate::tri::Tri;
use hashbrown::HashTable;

/// A trie over segments in the form they are compared under (P7): two directories that are
/// equal or perhaps equal share a node.
#[derive(Debug, Default)]
pub(super) struct DirectoryIndex {
    hash: Hash,
    nodes: HashTable<Node>,
    /// The forms of segments.
    forms: Arena,
    /// Directories that end at a node, grouped.
    ends: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    id: u32,
    parent: u32,
    form: Text,
    ends: Run,
}

/// The node that a walk starts from; inner nodes are numbered from zero.
fn start(anchor: Anchor) -> u32 {
    match anchor {
        Anchor::Root => u32::MAX,
        Anchor::Relative => u32::MAX - 1,
        Anchor::Drive(letter) => u32::MAX - 2 - u32::from(letter),
    }
}

impl DirectoryIndex {
    /// Of those directories of the pools.
    pub(super) fn new(pools: &Pools, named: &[usize]) -> Self {
        let mut index = Self::default();
        let mut form = String::new();
        let mut ends: Vec<(u32, u32)> = Vec::with_capacity(named.len());
        for &at in named {
            let Some(directory) = pools.directories.get(at) else {
                continue;
            };
            let mut node = start(directory.anchor);
            for segment in segments(pools.arena.get(directory.rest)) {
                fold(segment, pools.case, &mut form);
                node = index.insert(node, &form);
            }
            ends.push((node, u32::try_from(at).unwrap_or(u32::MAX)));
        }
        ends.sort_unstable();
        let mut runs = hashbrown::HashMap::new();
        for group in ends.chunk_by(|a, b| a.0 == b.0) {
            if let Some(&(node, _)) = group.first() {
                runs.insert(node, Run::new(index.ends.len(), group.len()));
            }
            index
                .ends
                .extend(group.iter().map(|&(_, directory)| directory));
        }
        for node in &mut index.nodes {
            node.ends = runs.get(&node.id).copied().unwrap_or_default();
        }
        // `/`, `.` and `X:/` end where walks start: give them nodes of their own.
        for (&id, &ends) in runs.iter().filter(|&(&id, _)| id > u32::MAX - 512) {
            let node = Node {
                id,
                parent: id,
                form: Text::default(),
                ends,
            };
            let key = index.hash.tagged(id, "");
            index.nodes.insert_unique(key, node, |node| {
                index.hash.tagged(node.parent, index.forms.get(node.form))
            });
        }
        index
    }

    fn insert(&mut self, parent: u32, form: &str) -> u32 {
        if let Some(known) = self.child(parent, form) {
            return known.id;
        }
        let id = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let node = Node {
            id,
            parent,
            form: self.forms.push(form),
            ends: Run::default(),
        };
        let key = self.hash.tagged(parent, form);
        self.nodes.insert_unique(key, node, |node| {
            self.hash.tagged(node.parent, self.forms.get(node.form))
        });
        id
    }

    fn child(&self, parent: u32, form: &str) -> Option<&Node> {
        self.nodes.find(self.hash.tagged(parent, form), |node| {
            node.parent == parent && self.forms.get(node.form) == form
        })
    }

    /// Files the directories that a location is, or perhaps is, inside of; and the kinds of
    /// anchor that leave it unknown.
    pub(super) fn find(
        &self,
        pools: &Pools,
        location: &Location<'_>,
        root: Option<&Measured<'_>>,
        walk: &mut Walk,
    ) {
        let (Ok(found), Some(place)) = (location.measured, location.anchor(root)) else {
            walk.directories_unknown = [true; 3];
            return;
        };
        let relative = root.map_or(Anchor::Relative, |root| root.anchor);
        for (written, measured) in [
            (Anchor::Root, Anchor::Root),
            (Anchor::Drive(0), place),
            (Anchor::Relative, relative),
        ] {
            let unknown = match (written, place) {
                // Drives differ by letter, and that the walk finds out.
                (Anchor::Drive(_), Anchor::Drive(_)) => false,
                (Anchor::Drive(_), _) => true,
                _ => anchors(measured, place) == Tri::Unknown,
            };
            if let Some(flag) = walk.directories_unknown.get_mut(anchor_kind(written)) {
                *flag |= unknown;
            }
        }
        let own = found.segments();
        match root {
            Some(root) if !found.anchor.is_absolute() => {
                self.walk(
                    pools,
                    root.anchor,
                    root.segments().chain(own.clone()),
                    location,
                    Some(root),
                    walk,
                );
                self.walk(pools, Anchor::Relative, own, location, Some(root), walk);
            }
            Some(root) => {
                self.walk(pools, found.anchor, own.clone(), location, Some(root), walk);
                if anchors(root.anchor, found.anchor) == Tri::Yes {
                    let mut below = own;
                    let inside = root.segments().all(|expected| {
                        below
                            .next()
                            .is_some_and(|found| segment(expected, found, pools.case) != Tri::No)
                    });
                    if inside {
                        self.walk(pools, Anchor::Relative, below, location, Some(root), walk);
                    }
                }
            }
            None => self.walk(pools, found.anchor, own, location, None, walk),
        }
    }

    fn walk<'s>(
        &self,
        pools: &Pools,
        anchor: Anchor,
        segments: impl Iterator<Item = &'s str>,
        location: &Location<'_>,
        root: Option<&Measured<'_>>,
        walk: &mut Walk,
    ) {
        let mut node = start(anchor);
        if let Some(top) = self.child(node, "") {
            self.end(pools, top, location, root, walk);
        }
        for segment in segments {
            let form = if segment.is_ascii() && pools.case == PathCase::Sensitive {
                segment
            } else {
                fold(segment, pools.case, &mut walk.form);
                &walk.form
            };
            let Some(child) = self.child(node, form) else {
                return;
            };
            node = child.id;
            let child = *child;
            self.end(pools, &child, location, root, walk);
        }
    }

    /// Files the directories that end at a node.
    fn end(
        &self,
        pools: &Pools,
        node: &Node,
        location: &Location<'_>,
        root: Option<&Measured<'_>>,
        walk: &mut Walk,
    ) {
        for &at in node.ends.of(&self.ends) {
            let Some(directory) = pools.directories.get(at as usize) else {
                continue;
            };
            // ASCII forms are the segments themselves; others have to be compared.
            let certain = directory.ascii
                && root.is_none_or(|root| root.ascii)
                && location.measured.is_ok_and(|measured| measured.ascii);
            let verdict = if certain || pools.case == PathCase::Insensitive {
                Tri::Yes
            } else {
                location.under(directory, pools.arena.get(directory.rest), root, pools.case)
            };
            walk.directory(at, verdict);
        }
    }
}

/// The form under which segments share a node (P7).
fn fold(segment: &str, case: PathCase, form: &mut String) {
    form.clear();
    match case {
        PathCase::Sensitive => nfc_into(segment, form),
        PathCase::Insensitive => fold_nfc_into(segment, form),
    }
}
