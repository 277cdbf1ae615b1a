//! Finding the candidate rules of scopes that have many.
//!
//! A rule is filed under what it needs: the scope of its tool and, for each kind of predicate,
//! the pattern it names, one [`Key`] in all. A call derives once which patterns match its
//! hosts, locations and commands ([`Matched`]), and looks up the keys that these make. Where
//! an item is unknown, every deny and ask is satisfied on that kind (E2): those are filed a
//! second time under a key that leaves the kind open, so that an unreadable call is a look-up
//! too and never a scan.
//!
//! The law, which tests hold it to: every rule that fires is filed under a key that the call
//! looks up. A posting may offer more; each candidate is still measured whole.

mod build;
mod commands;
mod directories;
mod hosts;
mod key;
mod matched;
mod silence;
mod summary;

pub(super) use matched::Walk;

use super::arena::{Hash, Run, Slot};
use super::outcome::{Outcome, Unknown};
use super::predicate::{Firing, Measure};
use super::profile::Needs;
use super::rule::Rank;
use super::scope::{LISTED, Scope};
use super::table::Table;
use commands::ProgramIndex;
use directories::DirectoryIndex;
use hashbrown::{HashMap, HashTable};
use hosts::HostIndex;
use key::{Key, Part};

/// The index of a table.
#[derive(Debug, Default)]
pub(super) struct Index {
    hash: Hash,
    postings: HashTable<Posting>,
    /// Ranks of all postings, each posting's in order.
    ranks: Vec<Rank>,
    hosts: HostIndex,
    directories: DirectoryIndex,
    programs: ProgramIndex,
    /// What is filed for each scope with more than [`LISTED`] rules of its own.
    scopes: HashMap<u32, Filed>,
    /// Checks that rules name, grouped by scope.
    checks: Vec<FiledCheck>,
}

/// The rules that one key finds.
#[derive(Clone, Copy, Debug)]
struct Posting {
    key: Key,
    ranks: Run,
}

/// What is filed for a scope.
#[derive(Clone, Copy, Debug, Default)]
struct Filed {
    /// The sets of predicate kinds that its rules have: bit n for the set [`Needs`] n.
    signatures: u16,
    /// Its rules' checks.
    checks: Run,
    /// The kinds of anchor its rules' directories are written with: root, drive, relative.
    anchors: [bool; 3],
    needs: Needs,
    /// The first and the last of its rules with a command: a deny or ask if there is one, an
    /// allow if there is one.
    commands: [Slot; 2],
}

/// A check that a scope's rules name, and for which decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FiledCheck {
    check: Slot,
    /// By an allow.
    allow: bool,
    /// By a deny or ask.
    other: bool,
}

impl Index {
    #[inline]
    fn posting(&self, key: &Key) -> &[Rank] {
        self.postings
            .find(key.hash(&self.hash), |posting| posting.key == *key)
            .map_or(&[], |posting| posting.ranks.of(&self.ranks))
    }
}

/// The best rule found so far: nothing at its rank or beyond is of interest.
#[derive(Clone, Copy, Debug)]
struct Best {
    rank: Rank,
    fired: Option<Unknown>,
}

impl Best {
    /// Tries candidates in rank order until one fires or cannot better the best.
    fn try_each(&mut self, table: &Table, candidates: &[Rank], measure: &mut Measure<'_, '_>) {
        for &rank in candidates {
            if rank >= self.rank {
                return;
            }
            let Some(rule) = table.rank(rank) else {
                continue;
            };
            if let Firing::Fires(unknown) = measure.fires(rule) {
                *self = Self {
                    rank,
                    fired: Some(unknown),
                };
                return;
            }
        }
    }
}

impl Table {
    /// Decides a call whose scope has too many rules to try one by one.
    ///
    /// Costs a few look-ups for each scope of the chain and each combination of matching
    /// patterns, and never more than trying every rule of the chain.
    pub(super) fn walk_index(
        &self,
        scope: &Scope,
        measure: &mut Measure<'_, '_>,
        walk: &mut Walk,
    ) -> Outcome {
        let mut best = Best {
            rank: scope.bare.raw(),
            fired: None,
        };
        walk.derive(&self.index, &self.pools, scope.needs, measure.items);
        for scope in self.chain(scope) {
            let own = scope.own.of(&self.lists.own);
            match self.filed(scope) {
                None => best.try_each(self, own, measure),
                Some(filed) => self.look_up(scope, filed, own, measure, walk, &mut best),
            }
        }
        match best.fired {
            Some(unknown) => self.answers.fired(best.rank, unknown),
            None if scope.bare.is_some() => self.bare(scope.bare),
            None => super::evaluate::silence(self.unknown_to_some(scope, measure, walk)),
        }
    }

    /// A scope and every wider one.
    fn chain<'t>(&'t self, scope: &'t Scope) -> impl Iterator<Item = &'t Scope> {
        std::iter::successors(Some(scope), |scope| self.scopes.get(scope.parent.get()?))
    }

    fn filed(&self, scope: &Scope) -> Option<&Filed> {
        if scope.own.len as usize <= LISTED {
            None
        } else {
            self.index.scopes.get(&scope.own.start)
        }
    }

    /// Looks up every key that the call's matching patterns make in one scope.
    fn look_up(
        &self,
        scope: &Scope,
        filed: &Filed,
        own: &[Rank],
        measure: &mut Measure<'_, '_>,
        walk: &Walk,
        best: &mut Best,
    ) {
        for signature in (0..16u8).filter(|&signature| filed.signatures >> signature & 1 == 1) {
            let has = |kind: Needs| signature & kind.bits() != 0;
            let hosts = if has(Needs::HOST) {
                &walk.hosts[..]
            } else {
                key::ABSENT
            };
            let directories = if has(Needs::UNDER) {
                &walk.directories[..]
            } else {
                key::ABSENT
            };
            let programs = if has(Needs::COMMAND) {
                &walk.programs[..]
            } else {
                key::ABSENT
            };
            let none = [FiledCheck {
                check: Slot::NONE,
                allow: true,
                other: true,
            }];
            let checks = if has(Needs::CHECK) {
                filed.checks.of(&self.index.checks)
            } else {
                &none[..]
            };
            let keys = [hosts.len(), directories.len(), programs.len(), checks.len()]
                .into_iter()
                .fold(1usize, usize::saturating_mul);
            if keys > own.len() {
                best.try_each(self, own, measure);
                return;
            }
            for &host in hosts {
                for &directory in directories {
                    for &program in programs {
                        for check in checks {
                            let check = Part::slot(check.check);
                            let key = Key {
                                scope: scope.own.start,
                                host,
                                directory,
                                program,
                                check,
                            };
                            best.try_each(self, self.index.posting(&key), measure);
                        }
                    }
                }
            }
        }
    }
}
