//! Hashes of rules and of everything wider than them.

use super::parts::{Anchor, Directory, Shape};
use crate::permission::{CommandNarrower, Host, Rule};
use callgate_engine::Decision;
use foldhash::fast::RandomState;
use std::hash::BuildHasher as _;

/// What stands for an absent predicate.
const ABSENT: u64 = 0;

/// The hashes of one rule's predicates and of their generalisations, in memory that the next
/// rule reuses.
#[derive(Debug, Default)]
pub(super) struct Axes {
    state: RandomState,
    /// From the directory's anchor down to itself.
    under: Vec<u64>,
    /// The host itself, then the `*.` patterns above it by their number of labels.
    host: Option<u64>,
    above: Vec<u64>,
    /// The program itself, then the globs of its stem's beginnings by length.
    program: Option<u64>,
    stems: Vec<u64>,
    /// From no tokens to all of `args`.
    args: Vec<u64>,
    any: u64,
    check: u64,
    tokens: Vec<u64>,
}

/// Which generalisations some rule of the policy has at all: bit *n* for a length of *n*, the
/// last bit for all lengths from there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    depths: u64,
    labels: u64,
    stems: u64,
    args: u64,
}

const fn bit(length: usize) -> u64 {
    1 << if length < 63 { length } else { 63 }
}

const fn mix(left: u64, right: u64) -> u64 {
    (left.rotate_left(23) ^ right).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Axes {
    /// Takes a rule in; `folds` as the decision does for which keys are wanted (C4).
    pub(super) fn fill(&mut self, rule: &Rule, folds: bool) {
        self.under.clear();
        self.above.clear();
        self.stems.clear();
        self.args.clear();
        (self.host, self.program, self.any) = (None, None, ABSENT);
        if let Some(under) = &rule.under {
            self.directory(under);
        }
        if let Some(host) = &rule.host {
            self.host(host);
        }
        if let Some(command) = &rule.command {
            self.command(command, folds);
        }
        self.check = rule
            .check
            .as_ref()
            .map_or(ABSENT, |check| self.state.hash_one(check));
    }

    fn directory(&mut self, text: &str) {
        let (anchor, segments) = Directory::split(text);
        let mut hash = mix(
            1,
            match anchor {
                Anchor::Top => 1,
                Anchor::Relative => 2,
                Anchor::Drive(letter) => 256 + u64::from(letter),
            },
        );
        self.under.push(hash);
        for segment in segments {
            hash = mix(hash, self.state.hash_one(segment));
            self.under.push(hash);
        }
    }

    fn host(&mut self, host: &Host) {
        let mut hash = 2;
        for label in host.stem().as_bytes().rsplit(|&byte| byte == b'.') {
            hash = mix(hash, self.state.hash_one(label));
            self.above.push(mix(hash, 3));
        }
        match host {
            // A host is not below itself.
            Host::Exact(_) => {
                self.above.pop();
                self.host = Some(mix(hash, 4));
            }
            Host::Below(_) => self.host = self.above.pop(),
        }
    }

    fn command(&mut self, command: &CommandNarrower, folds: bool) {
        let mut hash = 5;
        self.stems.push(mix(hash, 6));
        for byte in command.program.stem().bytes() {
            let byte = if folds {
                byte.to_ascii_lowercase()
            } else {
                byte
            };
            hash = mix(hash, byte.into());
            self.stems.push(mix(hash, 6));
        }
        if command.program.is_glob() {
            self.program = self.stems.pop();
        } else {
            self.program = Some(mix(hash, 7));
        }
        let mut hash = 8;
        self.args.push(hash);
        for token in command.args.iter().flatten() {
            hash = mix(hash, self.state.hash_one(token));
            self.args.push(hash);
        }
        if let Some(any) = &command.args_any {
            self.tokens.clear();
            self.tokens
                .extend(any.iter().map(|token| self.state.hash_one(token)));
            self.tokens.sort_unstable();
            self.tokens.dedup();
            self.any = self.tokens.iter().fold(9, |hash, &token| mix(hash, token));
        }
    }

    /// The key of the rule itself, without `args-any`.
    pub(super) fn own(&self, group: u32, decision: Decision) -> u64 {
        let last = |hashes: &[u64]| hashes.last().copied().unwrap_or(ABSENT);
        let parts = [
            last(&self.under),
            self.host.unwrap_or(ABSENT),
            self.program.unwrap_or(ABSENT),
            last(&self.args),
            self.check,
        ];
        key(group, decision, parts)
    }

    /// A key of this rule's, with `args-any`.
    pub(super) fn with_any(&self, key: u64) -> u64 {
        mix(key, self.any)
    }

    /// A key with no `args-any`.
    pub(super) const fn without_any(key: u64) -> u64 {
        mix(key, ABSENT)
    }

    /// Notes what kinds of key the rule itself has.
    pub(super) fn extend(&self, extent: &mut Extent, rule: &Rule) {
        if let Some(deepest) = self.under.len().checked_sub(1) {
            extent.depths |= bit(deepest);
        }
        if let Some(Host::Below(_)) = rule.host {
            extent.labels |= bit(self.above.len());
        }
        if let Some(command) = &rule.command {
            if command.program.is_glob() {
                extent.stems |= bit(self.stems.len());
            }
            extent.args |= bit(self.args.len() - 1);
        }
    }

    /// Calls `look` with the key, without `args-any`, of every generalisation of this rule
    /// that has the predicates of `shape`, until it answers or `budget` is used up.
    pub(super) fn search<T>(
        &self,
        (group, decision, shape): (u32, Decision, Shape),
        extent: Extent,
        budget: &mut usize,
        mut look: impl FnMut(u64) -> Option<T>,
    ) -> Option<T> {
        for under in axis(shape.has(Shape::UNDER), None, &self.under, extent.depths) {
            for host in axis(
                shape.has(Shape::HOST),
                self.host,
                &self.above,
                extent.labels,
            ) {
                for program in axis(
                    shape.has(Shape::PROGRAM),
                    self.program,
                    &self.stems,
                    extent.stems,
                ) {
                    for args in axis(shape.has(Shape::PROGRAM), None, &self.args, extent.args) {
                        let check = if shape.has(Shape::CHECK) {
                            self.check
                        } else {
                            ABSENT
                        };
                        *budget = budget.checked_sub(1)?;
                        let key = key(group, decision, [under, host, program, args, check]);
                        if let Some(found) = look(key) {
                            return Some(found);
                        }
                    }
                }
            }
        }
        None
    }
}

/// The hashes that one predicate of a generalisation may have: of those by length, the ones
/// that some rule has.
fn axis(
    present: bool,
    own: Option<u64>,
    by_length: &[u64],
    lengths: u64,
) -> impl Iterator<Item = u64> {
    let wider = by_length
        .iter()
        .enumerate()
        .filter(move |&(length, _)| lengths & bit(length) != 0);
    let wider = wider.map(|(_, &hash)| hash).filter(move |_| present);
    let absent = (!present).then_some(ABSENT);
    absent
        .into_iter()
        .chain(own.filter(|_| present))
        .chain(wider)
}

fn key(group: u32, decision: Decision, parts: [u64; 5]) -> u64 {
    let start = mix(u64::from(group), decision as u64);
    parts.into_iter().fold(start, mix)
}
