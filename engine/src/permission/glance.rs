//! Passing rules by at a glance: most candidates of a call miss, and one word tells.
//!
//! A scope's list holds a [`Head`] for each rule: the kind of its one predicate and a sample
//! of the pattern's text, its first and last eight bytes mixed into one word. Where the call's
//! item of that kind is simple (one readable url, one clean absolute path, one direct command,
//! all in ASCII), a sample that differs is a certain `no`, without unknown (E2, E5), and the
//! rule itself is never touched. Whatever is not simple, and every sample that agrees, is
//! measured whole.

use super::PathCase;
use super::items::{CommandItems, Items};
use super::outcome::PredicateKind;
use super::rule::{HostRecord, Pools, Rank, Record};
use super::scope::needs_of;
use crate::command::Role;
use crate::decision::Decision;
use crate::host::HostRef;
use crate::path::Anchor;

/// A rule as a call meets it first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The two ends of the pattern, mixed.
    sample: u64,
    pub(super) rank: Rank,
    /// Bytes of the pattern.
    len: u16,
    shape: Shape,
    allow: bool,
}

/// What a head's sample is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Host,
    Below,
    Directory,
    Program,
    /// Nothing to glance at: measure the rule.
    Whole,
}

impl Head {
    pub(super) fn of(rank: Rank, rule: &Record, pools: &Pools) -> Self {
        let allow = rule.decision == Decision::Allow;
        let whole = Self {
            sample: 0,
            rank,
            len: 0,
            shape: Shape::Whole,
            allow,
        };
        if needs_of(rule).bits().count_ones() != 1 {
            return whole;
        }
        let head = |shape: Shape, text: &str| match u16::try_from(text.len()) {
            Ok(len) => Self {
                sample: sample(text.as_bytes()),
                len,
                shape,
                ..whole
            },
            Err(_) => whole,
        };
        match pools.host(rule.host) {
            Some(HostRecord::Exact(text)) => {
                return head(Shape::Host, pools.arena.get(*text));
            }
            Some(HostRecord::Below(text)) => {
                return head(Shape::Below, pools.arena.get(*text));
            }
            _ => {}
        }
        if let Some(directory) = pools.directory(rule.under)
            && directory.ascii
            && directory.anchor == Anchor::Root
            && pools.case == PathCase::Sensitive
        {
            return head(Shape::Directory, pools.arena.get(directory.rest));
        }
        match pools.program(rule.program) {
            Some(program) if !program.glob => {
                let text = pools.arena.get(program.text);
                // A simple command has no upper-case letter: to a deny or ask, which fold,
                // such a pattern is its lower-case self; to an allow it never matches.
                if allow {
                    head(Shape::Program, text)
                } else {
                    head(Shape::Program, &text.to_ascii_lowercase())
                }
            }
            _ => whole,
        }
    }
}

/// One kind of item of a call.
#[derive(Clone, Copy, Debug)]
enum Item<T> {
    /// One item, certain and plain.
    Simple(T),
    /// No item, which counts as one unknown (E2).
    Nothing,
    /// Anything else.
    Other,
}

/// A call's items at a glance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance<'a> {
    host: Item<(&'a [u8], u64)>,
    path: Item<&'a [u8]>,
    program: Item<(usize, u64)>,
}

/// What a glance says about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// It stays silent and nothing is unknown to it.
    Misses,
    /// It stays silent: an allow whose predicate has nothing to look at.
    Unknown(PredicateKind),
    /// It has to be measured.
    Measure,
}

impl<'a> Glance<'a> {
    pub(super) fn new(items: &Items<'a>) -> Self {
        Self {
            host: host(items),
            path: path(items),
            program: program(items),
        }
    }

    #[inline]
    pub(super) fn at(&self, head: &Head) -> Seen {
        let len = usize::from(head.len);
        let (kind, nothing, misses) = match head.shape {
            Shape::Whole => return Seen::Measure,
            Shape::Host => match self.host {
                Item::Simple((host, sample)) => (
                    PredicateKind::Host,
                    false,
                    host.len() != len || sample != head.sample,
                ),
                Item::Nothing => (PredicateKind::Host, true, false),
                Item::Other => return Seen::Measure,
            },
            Shape::Below => match self.host {
                Item::Simple((host, _)) => {
                    let (above, below) = host
                        .split_at_checked(host.len().wrapping_sub(len))
                        .unwrap_or_default();
                    let inside = above.len() >= 2 && above.last() == Some(&b'.');
                    (
                        PredicateKind::Host,
                        false,
                        !inside || sample(below) != head.sample,
                    )
                }
                Item::Nothing => (PredicateKind::Host, true, false),
                Item::Other => return Seen::Measure,
            },
            Shape::Directory => match self.path {
                Item::Simple(path) => {
                    let inside = path.split_at_checked(len).is_some_and(|(directory, rest)| {
                        rest.first().is_none_or(|&byte| byte == b'/')
                            && sample(directory) == head.sample
                    });
                    (PredicateKind::Under, false, !inside)
                }
                Item::Nothing => (PredicateKind::Under, true, false),
                Item::Other => return Seen::Measure,
            },
            Shape::Program => match self.program {
                Item::Simple((bytes, sample)) => (
                    PredicateKind::Command,
                    false,
                    bytes != len || sample != head.sample,
                ),
                Item::Nothing => (PredicateKind::Command, true, false),
                Item::Other => return Seen::Measure,
            },
        };
        match (nothing, misses) {
            (true, _) if head.allow => Seen::Unknown(kind),
            (false, true) => Seen::Misses,
            _ => Seen::Measure,
        }
    }
}

fn host<'a>(items: &Items<'a>) -> Item<(&'a [u8], u64)> {
    match items.hosts.as_slice() {
        [] => Item::Nothing,
        [Ok(HostRef::Name(host))] if !has_upper(host.as_bytes()) => {
            Item::Simple((host.as_bytes(), sample(host.as_bytes())))
        }
        _ => Item::Other,
    }
}

fn path<'a>(items: &Items<'a>) -> Item<&'a [u8]> {
    match items.locations.as_slice() {
        [] => Item::Nothing,
        [location] => match location.measured {
            Ok(found) if found.clean && found.ascii && found.anchor == Anchor::Root => {
                Item::Simple(found.rest.as_bytes())
            }
            _ => Item::Other,
        },
        _ => Item::Other,
    }
}

fn program(items: &Items<'_>) -> Item<(usize, u64)> {
    match &items.commands {
        CommandItems::None => Item::Nothing,
        CommandItems::One(command) => match command.program {
            // A pattern that misses leaves no question about the tail (C5).
            Some(name)
                if name.is_ascii() && !has_upper(name.as_bytes()) && command.role == Role::Runs =>
            {
                Item::Simple((name.len(), sample(name.as_bytes())))
            }
            _ => Item::Other,
        },
        CommandItems::Many(_) => Item::Other,
    }
}

fn has_upper(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .fold(false, |seen, byte| seen | byte.is_ascii_uppercase())
}

/// A word that two equal texts share: both ends of a long one, all of a short one.
#[inline]
fn sample(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) => {
            u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(28)
        }
        _ => bytes
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}
