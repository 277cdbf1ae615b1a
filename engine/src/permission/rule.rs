//! Compiled rules: fixed-size records over shared pools, in rank order.

use super::PathCase;
use super::arena::{Arena, Hash, Run, Slot, Text};
use crate::decision::Decision;
use crate::path::Anchor;
use hashbrown::HashTable;
use std::net::Ipv6Addr;

/// A rule's place in rank order: decision by strength, then E6. The lowest that fires decides.
pub(super) type Rank = u32;

/// One compiled rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
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
    /// Bytes of the longest of them: no longer token of a call is looked for.
    pub(super) longest: u32,
}

/// The tokens of long lists, each with its list: a look-up tells whether a token is listed.
#[derive(Debug, Default)]
pub(super) struct Listed {
    hash: Hash,
    tokens: HashTable<(u32, Text)>,
}

impl Listed {
    /// Up to this many tokens are compared by halving.
    const FEW: u32 = 8;

    pub(super) fn add(&mut self, arena: &Arena, any: Run, tokens: &[Text]) {
        if any.len <= Self::FEW {
            return;
        }
        for &token in tokens {
            self.tokens.insert_unique(
                self.hash.tagged(any.start, arena.get(token)),
                (any.start, token),
                |&(list, token)| self.hash.tagged(list, arena.get(token)),
            );
        }
    }
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
    pub(super) listed: Listed,
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

    /// Whether a token is one of those of which one must appear.
    pub(super) fn lists(&self, tail: &TailRecord, token: &str) -> bool {
        if token.len() > tail.longest as usize {
            return false;
        }
        let any = tail.any;
        if any.len <= Listed::FEW {
            let any = any.of(&self.tokens);
            return any
                .binary_search_by(|&known| self.arena.get(known).cmp(token))
                .is_ok();
        }
        let hash = self.listed.hash.tagged(any.start, token);
        let known =
            |&(list, known): &(u32, Text)| list == any.start && self.arena.get(known) == token;
        self.listed.tokens.find(hash, known).is_some()
    }

    #[inline]
    pub(super) fn tail(&self, slot: Slot) -> Option<&TailRecord> {
        self.tails.get(slot.get()?)
    }
}
