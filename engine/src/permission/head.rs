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
    /// The kind of the one predicate; [`PredicateKind::Check`] if nothing can be told at a
    /// glance.
    kind: PredicateKind,
    fit: Fit,
}

/// How a pattern fits an item: as all of it, unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fit(u8);

impl Fit {
    const ALL: Self = Self(0);
    /// As its end, behind a dot (H4).
    const END: Self = Self(1);
    /// As its beginning, before a slash (P3).
    const BEGINNING: Self = Self(2);
    /// And more is asked than the text says.
    const MORE: Self = Self(4);
    /// The rule is an allow.
    const ALLOW: Self = Self(8);

    #[inline(always)]
    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    const fn with(self, other: Self, given: bool) -> Self {
        if given { Self(self.0 | other.0) } else { self }
    }
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
            kind: PredicateKind::Check,
            fit: Fit::MORE.with(Fit::ALLOW, allow),
        };
        if needs_of(rule).bits().count_ones() != 1 {
            return whole;
        }
        let head = |kind, fit: Fit, text: Text| match u16::try_from(text.len()) {
            Ok(len) => Self {
                sample: sample(pools.arena.get(text).as_bytes()),
                start: text.start(),
                len,
                kind,
                fit: fit.with(Fit::ALLOW, allow),
                ..whole
            },
            Err(_) => whole,
        };
        match pools.host(rule.host) {
            Some(&HostRecord::Exact(text)) => {
                return head(PredicateKind::Host, Fit::ALL, text);
            }
            Some(&HostRecord::Below(text)) => {
                return head(PredicateKind::Host, Fit::END, text);
            }
            _ => {}
        }
        if let Some(&directory) = pools.directory(rule.under)
            && directory.ascii
            && directory.anchor == Anchor::Root
            && pools.case == PathCase::Sensitive
        {
            return head(PredicateKind::Under, Fit::BEGINNING, directory.rest);
        }
        match pools.program(rule.program) {
            Some(program) if !program.glob => {
                let fit = Fit::ALL.with(Fit::MORE, rule.tail.is_some());
                let head = head(PredicateKind::Command, fit, program.text);
                if allow {
                    return head;
                }
                // A plain name has no upper-case letter: to a deny or ask, which fold, such a
                // pattern is its lower-case self; to an allow it never matches.
                let folded = pools.arena.get(program.text).to_ascii_lowercase();
                Self {
                    sample: sample(folded.as_bytes()),
                    ..head
                }
            }
            _ => whole,
        }
    }

    /// What the call says about the rule without measuring it.
    #[inline]
    pub(super) fn seen(&self, glance: &Glance<'_>, pools: &Pools) -> Seen {
        match glance.item(self.kind) {
            Item::Plain(text) if !self.agrees(text) => Seen::Misses,
            Item::Plain(_) if self.fit.has(Fit::MORE) => Seen::Measure,
            Item::Plain(text) if !self.matches(text, pools) => Seen::Misses,
            Item::Plain(_) => Seen::Fires,
            Item::Nothing if self.fit.has(Fit::ALLOW) => Seen::Unknown(self.kind),
            Item::Nothing => Seen::FiresByUnknown(self.kind),
            Item::Other => Seen::Measure,
        }
    }

    /// The part of an item that the pattern would be, as far as lengths tell.
    #[inline(always)]
    fn part<'a>(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        let len = usize::from(self.len);
        let before = if self.fit.has(Fit::END) {
            text.len().wrapping_sub(len)
        } else {
            0
        };
        text.get(before..before.wrapping_add(len))
    }

    /// Whether the sample agrees: if not, the pattern misses.
    #[inline(always)]
    fn agrees(&self, text: &[u8]) -> bool {
        self.part(text)
            .is_some_and(|part| sample(part) == self.sample)
    }

    /// Whether the pattern matches the item.
    #[inline]
    fn matches(&self, text: &[u8], pools: &Pools) -> bool {
        let Some(part) = self.part(text) else {
            return false;
        };
        let len = part.len();
        let borders = if self.fit.has(Fit::END) {
            // A dot, and at least one character before it.
            let above = text.len() - len;
            above >= 2 && text.get(above - 1) == Some(&b'.')
        } else if self.fit.has(Fit::BEGINNING) {
            len == 0 || text.get(len).is_none_or(|&byte| byte == b'/')
        } else {
            text.len() == len
        };
        let pattern = pools.arena.bytes(self.start, self.len);
        borders
            && if self.kind == PredicateKind::Command && !self.fit.has(Fit::ALLOW) {
                part.eq_ignore_ascii_case(pattern)
            } else {
                part == pattern
            }
    }
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

const _: () = assert!(size_of::<Head>() == 16, "four heads to a cache line");
