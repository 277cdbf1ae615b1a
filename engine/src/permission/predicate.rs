//! Predicates over the items of a call (E2), and whether a rule fires (E3).

use super::asked::Asked;
use super::items::Items;
use super::outcome::{PredicateKind, Unknown};
use super::rule::{HostRecord, Pools, Program, Record, TailRecord};
use super::{Checks, arena::Slot};
use crate::command::{EffectiveCommand, Role};
use crate::decision::Decision;
use crate::host::HostRef;
use crate::tri::Tri;
use caseless::Caseless;

/// The verdicts of one predicate on all its items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdicts {
    pub(super) yes: bool,
    pub(super) no: bool,
    pub(super) unknown: bool,
}

impl Verdicts {
    /// No item to look at counts as one unknown (E2, P5, H6, C2).
    const NOTHING: Self = Self {
        yes: false,
        no: false,
        unknown: true,
    };

    pub(super) fn add(&mut self, verdict: Tri) {
        match verdict {
            Tri::Yes => self.yes = true,
            Tri::No => self.no = true,
            Tri::Unknown => self.unknown = true,
        }
    }

    fn or_nothing(self) -> Self {
        if self == Self::default() {
            Self::NOTHING
        } else {
            self
        }
    }

    /// For an allow all items must be yes; for a deny or ask one yes or unknown is enough (E2).
    pub(super) const fn satisfy(self, decision: Decision) -> bool {
        match decision {
            Decision::Allow => self.yes && !self.no && !self.unknown,
            Decision::Ask | Decision::Deny => self.yes || self.unknown,
        }
    }
}

/// Whether a rule fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Firing {
    Silent,
    /// With the predicates that were satisfied by unknown.
    Fires(Unknown),
}

/// One call being measured against rules.
pub(super) struct Measure<'a, 'b> {
    pub(super) pools: &'b Pools,
    pub(super) items: &'b Items<'a>,
    pub(super) tool: &'b str,
    pub(super) checks: &'b dyn Checks,
    pub(super) asked: Asked,
}

impl Measure<'_, '_> {
    /// Whether the rule fires (E3). Predicates are tried cheapest first; checks, which call
    /// out, last.
    #[inline]
    pub(super) fn fires(&mut self, rule: &Record) -> Firing {
        let mut by_unknown = Unknown::NONE;
        for kind in KINDS {
            let Some(verdicts) = self.verdicts(rule, kind) else {
                continue;
            };
            if !verdicts.satisfy(rule.decision) {
                return Firing::Silent;
            }
            if !verdicts.yes {
                by_unknown = by_unknown.with(kind);
            }
        }
        Firing::Fires(by_unknown)
    }

    /// The predicates of a rule that have an unknown item, fire or not (E5).
    pub(super) fn unknown(&mut self, rule: &Record) -> Unknown {
        KINDS.into_iter().fold(Unknown::NONE, |unknown, kind| {
            match self.verdicts(rule, kind) {
                Some(verdicts) if verdicts.unknown => unknown.with(kind),
                _ => unknown,
            }
        })
    }

    /// What a rule's predicate of a kind says about all its items; `None`: it has none.
    #[inline]
    pub(super) fn verdicts(&mut self, rule: &Record, kind: PredicateKind) -> Option<Verdicts> {
        match kind {
            PredicateKind::Under => rule.under.is_some().then(|| self.under(rule.under)),
            PredicateKind::Host => rule.host.is_some().then(|| self.host(rule.host)),
            PredicateKind::Command => rule.program.is_some().then(|| self.command(rule)),
            PredicateKind::Check => rule
                .check
                .is_some()
                .then(|| self.check(rule.check, rule.decision == Decision::Allow)),
        }
    }

    fn under(&self, directory: Slot) -> Verdicts {
        let mut verdicts = Verdicts::default();
        let Some(directory) = self.pools.directory(directory) else {
            return Verdicts::NOTHING;
        };
        let rest = self.pools.arena.get(directory.rest);
        for location in &self.items.locations {
            verdicts.add(location.under(
                directory,
                rest,
                self.items.root.as_ref(),
                self.pools.case,
            ));
        }
        verdicts.or_nothing()
    }

    fn host(&self, pattern: Slot) -> Verdicts {
        let mut verdicts = Verdicts::default();
        let Some(pattern) = self.pools.host(pattern) else {
            return Verdicts::NOTHING;
        };
        for host in &self.items.hosts {
            verdicts.add(match host {
                Ok(host) => host_matches(self.pools, pattern, host).into(),
                Err(_) => Tri::Unknown,
            });
        }
        verdicts.or_nothing()
    }

    fn command(&self, rule: &Record) -> Verdicts {
        let Some(&program) = self.pools.program(rule.program) else {
            return Verdicts::NOTHING;
        };
        let tail = self.pools.tail(rule.tail);
        let allow = rule.decision == Decision::Allow;
        let mut verdicts = Verdicts::default();
        self.items.commands.each(|command| {
            if !allow || command.role == Role::Runs {
                verdicts.add(self.one_command(program, tail, allow, command));
            }
        });
        verdicts.or_nothing()
    }

    /// One command against a rule (C4, C5, C7).
    pub(super) fn one_command(
        &self,
        program: Program,
        tail: Option<&TailRecord>,
        allow: bool,
        command: &EffectiveCommand<'_>,
    ) -> Tri {
        let Some(name) = command.program else {
            return Tri::Unknown;
        };
        let pattern = self.pools.arena.get(program.text);
        let matches = if allow {
            if program.glob {
                name.starts_with(pattern)
            } else {
                name == pattern
            }
        } else {
            folds_to(name, pattern, program.glob)
        };
        if !matches {
            return Tri::No;
        }
        let verdict = tail.map_or(Tri::Yes, |tail| self.tail(tail, command));
        if allow && verdict == Tri::Yes && command.writes() {
            Tri::Unknown
        } else {
            verdict
        }
    }

    pub(super) fn tail(&self, tail: &TailRecord, command: &EffectiveCommand<'_>) -> Tri {
        let dark = if command.sealed {
            Tri::No
        } else {
            Tri::Unknown
        };
        let arena = &self.pools.arena;
        let mut verdict = Tri::Yes;
        for (index, &expected) in tail.args.of(&self.pools.tokens).iter().enumerate() {
            match command.tokens.get(index) {
                Some(found) if found == arena.get(expected) => {}
                Some(_) => return Tri::No,
                None => {
                    verdict = dark;
                    break;
                }
            }
        }
        if tail.any.len == 0 {
            return verdict;
        }
        // A rule with thousands of tokens costs a look-up for each of the call's.
        let mut tokens = command.tokens.iter();
        let seen = tokens.any(|found| self.pools.lists(tail, found));
        verdict.and(if seen { Tri::Yes } else { dark })
    }

    /// Asks a check about each command that the decision may look at (K1, C6), once a call.
    pub(super) fn check(&mut self, check: Slot, allow: bool) -> Verdicts {
        if let Some(verdicts) = self.asked.answer(check, allow) {
            return verdicts;
        }
        let name = check
            .get()
            .and_then(|at| self.pools.checks.get(at))
            .copied()
            .unwrap_or_default();
        let name = self.pools.arena.get(name);
        let mut verdicts = Verdicts::default();
        self.items.commands.each(|command| {
            if !allow || command.role == Role::Runs {
                verdicts.add(
                    self.checks
                        .check(name, self.tool, command)
                        .unwrap_or(Tri::Unknown),
                );
            }
        });
        let verdicts = verdicts.or_nothing();
        self.asked.note(check, allow, verdicts);
        verdicts
    }

    /// Whether every command can be read whole, writes nothing and there is one that an allow
    /// looks at: then a command predicate is never unknown.
    pub(super) fn commands_are_certain(&self) -> bool {
        let (mut certain, mut runs) = (true, false);
        self.items.commands.each(|command| {
            certain &= command.program.is_some() && command.sealed && command.redirects.is_empty();
            runs |= command.role == Role::Runs;
        });
        certain && runs
    }
}

pub(super) const KINDS: [PredicateKind; 4] = [
    PredicateKind::Host,
    PredicateKind::Under,
    PredicateKind::Command,
    PredicateKind::Check,
];

/// Whether a host pattern matches (H4). Patterns are lower-case.
#[inline]
pub(super) fn host_matches(pools: &Pools, pattern: &HostRecord, host: &HostRef<'_>) -> bool {
    match (pattern, host) {
        (HostRecord::V6(expected), HostRef::V6(found)) => expected == found,
        (HostRecord::Exact(expected), HostRef::Name(found)) => {
            expected.len() == found.len() && found.eq_ignore_ascii_case(pools.arena.get(*expected))
        }
        (HostRecord::Below(above), HostRef::Name(found)) => {
            let above = pools.arena.get(*above);
            let Some(cut) = found.len().checked_sub(above.len()) else {
                return false;
            };
            // A dot, and at least one character before it.
            cut >= 2
                && found.as_bytes().get(cut - 1) == Some(&b'.')
                && found
                    .get(cut..)
                    .is_some_and(|end| end.eq_ignore_ascii_case(above))
        }
        _ => false,
    }
}

/// Whether a name's full case folding is, or begins with, that of a pattern (C4). Patterns are
/// ASCII (R6).
pub(super) fn folds_to(name: &str, pattern: &str, glob: bool) -> bool {
    if name.is_ascii() {
        return if glob {
            name.get(..pattern.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(pattern))
        } else {
            name.eq_ignore_ascii_case(pattern)
        };
    }
    let mut folded = name.chars().default_case_fold();
    for expected in pattern.chars() {
        if folded.next() != Some(expected.to_ascii_lowercase()) {
            return false;
        }
    }
    glob || folded.next().is_none()
}
