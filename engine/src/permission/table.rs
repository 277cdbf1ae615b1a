//! The compiled, immutable table, and the memory that decisions reuse.

use super::index::{Index, Walk};
use super::profile::View;
use super::rule::{Pools, Record};
use super::scope::{Lists, Scope};
use super::tools::ToolIndex;
use super::{Checks, Outcome, RuleId, arena::Slot, arena::Text};
use crate::call::Arguments;
use crate::decision::Severity;
use crate::facts::{Facts, Looked};
use crate::json::Limits;
use crate::path::{Measured, measure};
use crate::shell::CommandReader;
use crate::tree::Tree;

/// A compiled permission policy: immutable, `Send + Sync`, shared by reference.
///
/// Deciding a call costs its length, times the number of patterns that match its tool, hosts,
/// directories and programs; it does not depend on how many rules there are.
#[derive(Debug)]
pub struct Table {
    pub(super) pools: Pools,
    /// In rank order: decision by strength, then E6.
    pub(super) rules: Vec<Record>,
    pub(super) tools: ToolIndex,
    pub(super) scopes: Vec<Scope>,
    pub(super) lists: Lists,
    pub(super) views: Vec<View>,
    pub(super) roots: Vec<Box<str>>,
    pub(super) index: Index,
    /// Notes and severities by document index, sorted; few rules have one.
    pub(super) remarks: Vec<(u32, Option<Text>, Option<Severity>)>,
    pub(super) limits: Limits,
}

/// Memory that decisions reuse: one for each thread. A fresh one is as good as an old one, only
/// slower.
#[derive(Debug, Default)]
pub struct Scratch {
    tail: Vec<&'static str>,
    reader: CommandReader,
    walk: Walk,
}

impl Scratch {
    /// Empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the looked-at arguments and hands them on, with the memory for what comes next.
    pub(super) fn read<T: Tree, R>(
        &mut self,
        looked: &Looked,
        arguments: &Arguments<'_, T>,
        _limits: &Limits,
        then: impl FnOnce(&Facts<'_>, &mut CommandReader, &mut Walk) -> R,
    ) -> R {
        let tail = std::mem::take(&mut self.tail);
        let facts = match arguments {
            Arguments::Parsed(tree) => Facts::from_tree(*tree, looked, recycle(tail)),
            Arguments::Absent => Facts::absent(looked, recycle(tail)),
            Arguments::Unreadable | Arguments::Raw(_) => Facts::unreadable(recycle(tail)),
        };
        let result = then(&facts, &mut self.reader, &mut self.walk);
        self.tail = recycle(facts.tail);
        result
    }
}

/// An empty vector in the memory of an old one.
fn recycle<'b>(mut old: Vec<&str>) -> Vec<&'b str> {
    old.clear();
    // Collecting in place keeps the allocation; the vector is empty, nothing is mapped.
    old.into_iter().map(|_| "").collect()
}

impl Table {
    /// Memory for decisions.
    #[must_use]
    pub fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    /// Decides a whole JSON-RPC `tools/call` request from its bytes (J1).
    pub fn decide_request(
        &self,
        _request: &[u8],
        _checks: &dyn Checks,
        _scratch: &mut Scratch,
    ) -> Outcome {
        self.unreadable_tool()
    }

    /// How many rules it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// A rule's note (R8).
    #[must_use]
    pub fn note(&self, rule: RuleId) -> Option<&str> {
        let &(_, note, _) = self.remark(rule)?;
        note.map(|note| self.pools.arena.get(note))
    }

    /// A rule's severity (R8).
    #[must_use]
    pub fn severity(&self, rule: RuleId) -> Option<Severity> {
        self.remark(rule)?.2
    }

    fn remark(&self, rule: RuleId) -> Option<&(u32, Option<Text>, Option<Severity>)> {
        let at = self
            .remarks
            .binary_search_by_key(&rule.0, |&(document, ..)| document)
            .ok()?;
        self.remarks.get(at)
    }

    /// The root a view measures relative paths from (D4).
    #[inline]
    pub(super) fn root(&self, slot: Slot) -> Option<Measured<'_>> {
        // Validated as R4 wants it, so it measures.
        measure(self.roots.get(slot.get()?)?).ok()
    }

    /// A view of everything any rule could look at, for calls to a scope's tools.
    pub(super) fn full_view(&self, scope: &Scope) -> Slot {
        scope.full_view
    }
}

impl Facts<'_> {
    pub(crate) fn absent<'a>(looked: &Looked, tail: Vec<&'a str>) -> Facts<'a> {
        let arguments = looked
            .names
            .iter()
            .map(|_| crate::facts::Argument::Absent)
            .collect();
        Facts {
            arguments,
            tail,
            sealed: true,
            unreadable: false,
        }
    }

    pub(crate) fn unreadable(tail: Vec<&str>) -> Facts<'_> {
        Facts {
            tail,
            unreadable: true,
            ..Facts::default()
        }
    }

    /// Reads the looked-at arguments of a parsed tree.
    pub(crate) fn from_tree<'a, T: Tree>(
        tree: &'a T,
        looked: &Looked,
        mut tail: Vec<&'a str>,
    ) -> Facts<'a> {
        use crate::facts::Argument;
        use crate::tree::Kind;
        let mut facts = Facts {
            sealed: true,
            ..Facts::default()
        };
        let is_object = tree.kind() == Kind::Object;
        for (slot, name) in looked.names.iter().enumerate() {
            let value = if is_object { tree.member(name) } else { None };
            let is_tail = looked.tail == Some(slot);
            facts.arguments.push(match value {
                None => Argument::Absent,
                Some(value) => match value.kind() {
                    Kind::String => value.as_str().map_or(Argument::NotText, Argument::Text),
                    Kind::Array => Argument::List,
                    _ => Argument::NotText,
                },
            });
            if let (true, Some(value)) = (is_tail, value) {
                facts.sealed = value.kind() == Kind::Array;
                if facts.sealed {
                    let mut at = 0;
                    while let Some(element) = value.element(at) {
                        match element.as_str() {
                            Some(token) if !token.contains('\0') => tail.push(token),
                            _ => {
                                facts.sealed = false;
                                break;
                            }
                        }
                        at += 1;
                    }
                }
            }
        }
        facts.tail = tail;
        facts
    }
}
