//! Compiled rules: fixed-size records over shared pools, in rank order.

use super::PathCase;
use super::arena::{Arena, Run, Slot, Text};
use crate::decision::Decision;
use crate::path::Anchor;
use std::net::Ipv6Addr;

/// A rule's place in rank order: decision by strength, then E6. The lowest that fires decides.
pub(super) type Rank = u32;

/// One compiled rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// Its place in the document.
    pub(super) document: u32,
    pub(super) scope: Slot,
    pub(super) under: Slot,
    pub(super) host: Slot,
    pub(super) program: Slot,
    /// What `args` and `args-any` ask of the tail; none if they ask nothing.
    pub(super) tail: Slot,
    pub(super) check: Slot,
    pub(super) decision: Decision,
}

impl Record {
    pub(super) const fn is_bare(&self) -> bool {
        !(self.under.is_some()
            || self.host.is_some()
            || self.program.is_some()
            || self.check.is_some())
    }
}

/// A directory of an `under`, once for all rules that name it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Directory {
    /// Normal form after the anchor: segments joined by `/`, with a leading one if anchored.
    pub(super) rest: Text,
    pub(super) anchor: Anchor,
    pub(super) ascii: bool,
}

/// A host pattern, lower-case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostRecord {
    Exact(Text),
    Below(Text),
    V6(Ipv6Addr),
}

/// A program pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program {
    pub(super) text: Text,
    pub(super) glob: bool,
}

/// What a rule asks of the argv tail.
#[derive(Clone, Copy, Debug)]
pub(super) struct TailRecord {
    /// Tokens it must begin with.
    pub(super) args: Run,
    /// Tokens of which one must appear, sorted; empty: none asked for.
    pub(super) any: Run,
}

/// The pools that records point into.
#[derive(Debug, Default)]
pub(super) struct Pools {
    pub(super) arena: Arena,
    pub(super) directories: Vec<Directory>,
    pub(super) hosts: Vec<HostRecord>,
    pub(super) programs: Vec<Program>,
    pub(super) tails: Vec<TailRecord>,
    pub(super) tokens: Vec<Text>,
    pub(super) checks: Vec<Text>,
    pub(super) case: PathCase,
}

impl Pools {
    #[inline]
    pub(super) fn directory(&self, slot: Slot) -> Option<&Directory> {
        self.directories.get(slot.get()?)
    }

    #[inline]
    pub(super) fn host(&self, slot: Slot) -> Option<&HostRecord> {
        self.hosts.get(slot.get()?)
    }

    #[inline]
    pub(super) fn program(&self, slot: Slot) -> Option<&Program> {
        self.programs.get(slot.get()?)
    }

    #[inline]
    pub(super) fn tail(&self, slot: Slot) -> Option<&TailRecord> {
        self.tails.get(slot.get()?)
    }
}
