//! Rules as a call meets them first: one small word tells most misses.
//!
//! The list of a scope with few rules holds a [`Head`] for each: the kind of its one predicate,
//! where its pattern's text stands, and a sample of that text's two ends. Against a call whose
//! item of that kind is plain ([`Glance`]), a sample that differs is a certain `no` without
//! unknown (E2, E5), and one that agrees is settled by comparing the text; the rule itself is
//! touched only when it fires. Whatever is not plain is left to be measured whole.

use super::PathCase;
use super::arena::Text;
use super::glance::{Glance, Item};
use super::outcome::PredicateKind;
use super::rule::{HostRecord, Pools, Rank, Record};
use super::scope::needs_of;
use crate::decision::Decision;
use crate::path::Anchor;

/// A rule as a call meets it first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The two ends of the pattern, mixed.
    sample: u32,
    /// The pattern's text begins here.
    start: u32,
    pub(super) rank: Rank,
    /// Bytes of the pattern.
    len: u16,
    shape: Shape,
    allow: bool,
}

/// What a head's pattern is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Host,
    /// A suffix of hosts.
    Below,
    Directory,
    Program,
    /// A program with something asked of its tail.
    Argv,
    /// Nothing to glance at.
    Whole,
}

/// What a glance says about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// It stays silent and nothing is unknown to it.
    Misses,
    /// It stays silent: an allow whose predicate has nothing to look at.
    Unknown(PredicateKind),
    /// It fires.
    Fires,
    /// It fires by unknown: a deny or ask whose predicate has nothing to look at (E2).
    FiresByUnknown(PredicateKind),
    /// It has to be measured.
    Measure,
}

impl Head {
    pub(super) fn of(rank: Rank, rule: &Record, pools: &Pools) -> Self {
        let allow = rule.decision == Decision::Allow;
        let whole = Self {
            sample: 0,
            start: 0,
            rank,
            len: 0,
            shape: Shape::Whole,
            allow,
        };
        if needs_of(rule).bits().count_ones() != 1 {
            return whole;
        }
        let head = |shape: Shape, text: Text, sample: u32| match u16::try_from(text.len()) {
            Ok(len) => Self {
                sample,
                start: text.start(),
                len,
                shape,
                ..whole
            },
            Err(_) => whole,
        };
        let bytes = |text: Text| pools.arena.get(text).as_bytes();
        match pools.host(rule.host) {
            Some(&HostRecord::Exact(text)) => return head(Shape::Host, text, sample(bytes(text))),
            Some(&HostRecord::Below(text)) => return head(Shape::Below, text, sample(bytes(text))),
            _ => {}
        }
        if let Some(&directory) = pools.directory(rule.under)
            && directory.ascii
            && directory.anchor == Anchor::Root
            && pools.case == PathCase::Sensitive
        {
            return head(
                Shape::Directory,
                directory.rest,
                sample(bytes(directory.rest)),
            );
        }
        match pools.program(rule.program) {
            Some(program) if !program.glob => {
                let shape = if rule.tail.is_some() {
                    Shape::Argv
                } else {
                    Shape::Program
                };
                // A plain name has no upper-case letter: to a deny or ask, which fold, such a
                // pattern is its lower-case self; to an allow it never matches.
                let text = bytes(program.text);
                let sample = if allow {
                    sample(text)
                } else {
                    sample(&text.to_ascii_lowercase())
                };
                head(shape, program.text, sample)
            }
            _ => whole,
        }
    }

    /// What the call says about the rule without measuring it.
    #[inline]
    pub(super) fn seen(&self, glance: &Glance<'_>, pools: &Pools) -> Seen {
        match self.shape {
            Shape::Host => self.settle(glance.host, PredicateKind::Host, |host| {
                self.agrees(host) && host == self.text(pools)
            }),
            Shape::Below => self.settle(glance.host, PredicateKind::Host, |host| {
                // A dot, and at least one character before it (H4).
                split_before_end(host, usize::from(self.len)).is_some_and(|(above, below)| {
                    above.len() >= 2
                        && above.last() == Some(&b'.')
                        && self.agrees(below)
                        && below == self.text(pools)
                })
            }),
            Shape::Directory => self.settle(glance.path, PredicateKind::Under, |path| {
                path.split_at_checked(usize::from(self.len))
                    .is_some_and(|(directory, rest)| {
                        (rest.first().is_none_or(|&byte| byte == b'/') || self.len == 0)
                            && self.agrees(directory)
                            && directory == self.text(pools)
                    })
            }),
            Shape::Program => self.settle(glance.program, PredicateKind::Command, |program| {
                self.agrees(program) && self.is_program(program, pools)
            }),
            Shape::Argv => match self.settle(glance.program, PredicateKind::Command, |program| {
                self.agrees(program)
            }) {
                Seen::Fires => Seen::Measure,
                seen => seen,
            },
            Shape::Whole => Seen::Measure,
        }
    }

    /// One plain item, or none, against the one predicate of the rule (E2).
    #[inline(always)]
    fn settle<'a>(
        &self,
        item: Item<'a>,
        kind: PredicateKind,
        matches: impl FnOnce(&'a [u8]) -> bool,
    ) -> Seen {
        match item {
            Item::Plain(text) if matches(text) => Seen::Fires,
            Item::Plain(_) => Seen::Misses,
            Item::Nothing if self.allow => Seen::Unknown(kind),
            Item::Nothing => Seen::FiresByUnknown(kind),
            Item::Other => Seen::Measure,
        }
    }

    #[inline(always)]
    fn agrees(&self, text: &[u8]) -> bool {
        text.len() == usize::from(self.len) && sample(text) == self.sample
    }

    #[inline(always)]
    fn text<'p>(&self, pools: &'p Pools) -> &'p [u8] {
        pools.arena.bytes(self.start, self.len)
    }

    fn is_program(&self, program: &[u8], pools: &Pools) -> bool {
        let pattern = self.text(pools);
        if self.allow {
            program == pattern
        } else {
            program.eq_ignore_ascii_case(pattern)
        }
    }
}

fn split_before_end(text: &[u8], len: usize) -> Option<(&[u8], &[u8])> {
    text.split_at_checked(text.len().checked_sub(len)?)
}

/// A number that two equal texts share: of both ends of a long one, all of a short one.
#[inline]
fn sample(bytes: &[u8]) -> u32 {
    let (first, last) = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
            (Some(first), Some(last)) => (
                u32::from_le_bytes(*first).into(),
                u32::from_le_bytes(*last).into(),
            ),
            _ => (
                bytes
                    .iter()
                    .fold(0, |word, &byte| word << 8 | u64::from(byte)),
                0,
            ),
        },
    };
    let word = (first ^ last.rotate_left(28)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word >> 32) as u32
}
