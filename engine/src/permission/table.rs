//! The compiled, immutable table, and the memory that decisions reuse.

use super::ahead::Guess;
use super::answers::Answers;
use super::evaluate::NOTHING_SPEAKS;
use super::glance::Glance;
use super::index::{Index, Walk};
use super::profile::View;
use super::rule::{Pools, Record};
use super::scope::{Door, Lists, Scope};
use super::tools::ToolIndex;
use super::{Checks, Outcome, RuleId, arena::Slot, arena::Text};
use crate::call::Arguments;
use crate::decision::Severity;
use crate::facts::{Facts, Looked};
use crate::json::{Limits, RawFacts};
use crate::path::{Measured, measure};
use crate::shell::CommandReader;
use crate::tree::Tree;
use memchr::memmem;

/// A compiled permission policy: immutable, `Send + Sync`, shared by reference.
///
/// Deciding a call costs its length, times the number of patterns that match its tool, hosts,
/// directories and programs; it does not depend on how many rules there are.
#[derive(Debug)]
pub struct Table {
    pub(super) pools: Pools,
    /// In rank order: decision by strength, then E6.
    pub(super) rules: Vec<Record>,
    /// What each of them answers, by rank.
    pub(super) answers: Answers,
    pub(super) tools: ToolIndex,
    pub(super) scopes: Vec<Scope>,
    pub(super) lists: Lists,
    pub(super) views: Vec<View>,
    pub(super) roots: Vec<Box<str>>,
    pub(super) index: Index,
    /// Notes and severities by document index, sorted; few rules have one.
    pub(super) remarks: Vec<(u32, Option<Text>, Option<Severity>)>,
    pub(super) limits: Limits,
    /// Finds the tool's name in requests, if that is to be done ahead.
    pub(super) name: Option<memmem::Finder<'static>>,
    /// What a call to an unknown tool is looked at for.
    pub(super) nothing: Looked,
}

/// Memory that decisions reuse: one for each thread. A fresh one is as good as an old one, only
/// slower.
#[derive(Debug, Default)]
pub struct Scratch {
    memory: Facts<'static>,
    raw: RawFacts,
    reader: CommandReader,
    walk: Walk,
    /// Where the name stood that the last request's tool was guessed by.
    name_at: usize,
}

/// Arguments that were read from bytes, and the memory for what comes next.
pub(super) struct Read<'s> {
    /// What the reading returned.
    text: &'s str,
    raw: &'s RawFacts,
    memory: &'s mut Facts<'static>,
    reader: &'s mut CommandReader,
    walk: &'s mut Walk,
}

impl Scratch {
    /// Empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the looked-at arguments from bytes.
    pub(super) fn read_bytes<'s>(
        &'s mut self,
        bytes: &'s [u8],
        looked: &Looked,
        limits: &Limits,
    ) -> Read<'s> {
        Read {
            text: self.raw.read(bytes, looked, limits),
            raw: &self.raw,
            memory: &mut self.memory,
            reader: &mut self.reader,
            walk: &mut self.walk,
        }
    }

    /// Reads the looked-at arguments and hands them on, with the memory for what comes next.
    pub(super) fn read<T: Tree, R>(
        &mut self,
        looked: &Looked,
        arguments: &Arguments<'_, T>,
        limits: &Limits,
        then: impl FnOnce(&Facts<'_>, &mut CommandReader, &mut Walk) -> R,
    ) -> R {
        let memory = std::mem::take(&mut self.memory);
        let facts = match arguments {
            Arguments::Parsed(tree) => Facts::from_tree(*tree, looked, memory),
            Arguments::Absent => Facts::absent(looked, memory),
            Arguments::Unreadable => Facts::unreadable(looked, memory),
            Arguments::Raw(bytes) => {
                let text = self.raw.read(bytes, looked, limits);
                self.raw.facts(text, memory)
            }
        };
        let result = then(&facts, &mut self.reader, &mut self.walk);
        self.memory = facts.recycle();
        result
    }
}

impl Table {
    /// Memory for decisions.
    #[must_use]
    pub fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    /// Decides a whole JSON-RPC `tools/call` request from its bytes, in one pass where the name
    /// stands before the arguments (J1).
    ///
    /// Linear in the bytes; with warm memory nothing is allocated.
    pub fn decide_request(
        &self,
        request: &[u8],
        checks: &dyn Checks,
        scratch: &mut Scratch,
    ) -> Outcome {
        let guess = self.guess(request, &mut scratch.name_at);
        self.decide_trusting(request, guess, checks, scratch)
    }

    /// The same, taking a guess about the tool on trust until the request is read.
    #[inline(never)]
    pub(super) fn decide_trusting(
        &self,
        request: &[u8],
        guess: Option<Guess<'_, '_>>,
        checks: &dyn Checks,
        scratch: &mut Scratch,
    ) -> Outcome {
        let mut found = Door::to(Slot::NONE);
        let mut trusted = None;
        let text = scratch.raw.read_request(request, &self.limits, |tool| {
            trusted = guess.and_then(|guess| guess.of(tool));
            found = match trusted {
                Some(named) => {
                    self.fetch_behind(named);
                    named.door
                }
                None => self.door(tool),
            };
            self.looked(&found)
        });
        let Some(tool) = scratch.raw.tool(text) else {
            return self.unreadable_tool();
        };
        if trusted.is_some_and(|named| self.pools.arena.get(named.text) != tool) {
            return self.decide_anew(request, checks, scratch);
        }
        let read = Read {
            text,
            raw: &scratch.raw,
            memory: &mut scratch.memory,
            reader: &mut scratch.reader,
            walk: &mut scratch.walk,
        };
        self.decide_read(&found, tool, checks, read)
    }

    /// The same once a guess was wrong.
    #[cold]
    #[inline(never)]
    fn decide_anew(&self, request: &[u8], checks: &dyn Checks, scratch: &mut Scratch) -> Outcome {
        self.decide_trusting(request, None, checks, scratch)
    }

    /// Decides a call whose arguments were read from bytes: at a glance if they are plain.
    #[inline]
    pub(super) fn decide_read(
        &self,
        door: &Door,
        tool: &str,
        checks: &dyn Checks,
        read: Read<'_>,
    ) -> Outcome {
        if door.is_bare() {
            return self.bare(door.bare);
        }
        let listed = door.listed();
        let glance = match (self.view(door.view), read.raw.arguments(read.text)) {
            (Some(view), Some(arguments)) if listed.is_some() => Glance::of(view, arguments),
            _ => Glance::UNSEEN,
        };
        if let Some(run) = listed
            && let Some(outcome) = self.glance(door.bare, run, &glance)
        {
            return outcome;
        }
        self.look_at_read(door, tool, &glance, checks, read)
    }

    /// The same, for a call that is more than plain, or by index.
    #[inline(never)]
    fn look_at_read(
        &self,
        door: &Door,
        tool: &str,
        glance: &Glance<'_>,
        checks: &dyn Checks,
        read: Read<'_>,
    ) -> Outcome {
        let Some(scope) = self.behind(door) else {
            return NOTHING_SPEAKS;
        };
        let facts = read.raw.facts(read.text, std::mem::take(read.memory));
        let outcome = self.walk(
            scope,
            tool,
            (&facts, glance),
            checks,
            (read.reader, read.walk),
        );
        *read.memory = facts.recycle();
        outcome
    }

    /// What the rules behind a door look at.
    #[inline]
    pub(super) fn looked(&self, door: &Door) -> &Looked {
        self.view(door.view)
            .map_or(&self.nothing, |view| &view.looked)
    }

    /// The door to the most specific scope of a tool.
    #[inline]
    pub(super) fn door(&self, tool: &str) -> Door {
        self.tools.find(&self.pools.arena, &self.scopes, tool)
    }

    #[inline]
    pub(super) fn behind(&self, door: &Door) -> Option<&Scope> {
        self.scopes.get(door.scope.get()?)
    }

    /// The most specific scope of a tool.
    pub(super) fn scope(&self, tool: &str) -> Option<&Scope> {
        self.behind(&self.door(tool))
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

    /// The view of everything any rule could look at, for explaining and for tests.
    pub(super) fn full_view(&self, scope: &Scope) -> Slot {
        let own = scope.view.get().and_then(|at| self.views.get(at));
        own.map(|view| view.full)
            .filter(|full| full.is_some())
            .unwrap_or(scope.view)
    }

    /// The root a view measures relative paths from (D4).
    #[inline]
    pub(super) fn root(&self, slot: Slot) -> Option<Measured<'_>> {
        // Validated as R4 wants it, so it measures.
        measure(self.roots.get(slot.get()?)?).ok()
    }
}
