//! When nothing fired: was anything unknown to a rule that was considered (E5)?
//!
//! Asked kind by kind, so that it stays a few look-ups: an unknown url is unknown to every
//! rule with a `host`, an unsealed tail only to rules that ask for more than can be read.

use super::key::{Key, Part};
use super::matched::Walk;
use super::{Filed, Table};
use crate::permission::outcome::{PredicateKind, Unknown};
use crate::permission::predicate::Measure;
use crate::permission::profile::Needs;
use crate::permission::rule::Rank;
use crate::permission::scope::Scope;

impl Table {
    /// The kinds of predicates with an unknown item, over every rule of the chain.
    pub(super) fn unknown_to_some(
        &self,
        scope: &Scope,
        measure: &mut Measure<'_, '_>,
        walk: &Walk,
    ) -> Unknown {
        let mut unknown = Unknown::NONE;
        for scope in self.chain(scope) {
            unknown = match self.filed(scope) {
                None => scope
                    .own
                    .of(&self.lists.own)
                    .iter()
                    .filter_map(|&rank| self.rank(rank))
                    .fold(unknown, |unknown, rule| {
                        unknown.union(measure.unknown(rule))
                    }),
                Some(filed) => unknown.union(self.unknown_in(scope, filed, measure, walk)),
            };
        }
        unknown
    }

    fn unknown_in(
        &self,
        scope: &Scope,
        filed: &Filed,
        measure: &mut Measure<'_, '_>,
        walk: &Walk,
    ) -> Unknown {
        let mut unknown = Unknown::NONE;
        if filed.needs.has(Needs::HOST) && walk.hosts_unknown {
            unknown = unknown.with(PredicateKind::Host);
        }
        if filed.needs.has(Needs::UNDER) && self.unknown_directory(scope, filed, walk) {
            unknown = unknown.with(PredicateKind::Under);
        }
        if filed.needs.has(Needs::COMMAND) && self.unknown_command(scope, filed, measure, walk) {
            unknown = unknown.with(PredicateKind::Command);
        }
        let checks = filed.checks.of(&self.index.checks);
        let unsure = checks.iter().any(|filed| {
            (filed.allow && measure.check(filed.check, true).unknown)
                || (filed.other && measure.check(filed.check, false).unknown)
        });
        if unsure {
            unknown = unknown.with(PredicateKind::Check);
        }
        unknown
    }

    fn unknown_directory(&self, scope: &Scope, filed: &Filed, walk: &Walk) -> bool {
        let anchors = filed.anchors.iter().zip(walk.directories_unknown);
        anchors
            .into_iter()
            .any(|(&written, unknown)| written && unknown)
            || walk.perhaps.iter().any(|&directory| {
                let alone = Key {
                    scope: scope.own.start,
                    host: Part::ABSENT,
                    directory,
                    program: Part::ABSENT,
                    check: Part::ABSENT,
                };
                let beside = Key::any_with_directory(scope.own.start, directory);
                [alone, beside]
                    .iter()
                    .any(|key| !self.index.posting(key).is_empty())
            })
    }

    fn unknown_command(
        &self,
        scope: &Scope,
        filed: &Filed,
        measure: &mut Measure<'_, '_>,
        walk: &Walk,
    ) -> bool {
        if measure.commands_are_certain() {
            return false;
        }
        // Unknown to every deny and ask, or to every allow (C6): one of each tells.
        let to_all = walk.programs_unknown
            && filed
                .commands
                .iter()
                .any(|&rank| self.command_unknown(&[rank.raw()], measure));
        to_all
            || walk.programs.iter().any(|&program| {
                let alone = Key {
                    scope: scope.own.start,
                    host: Part::ABSENT,
                    directory: Part::ABSENT,
                    program,
                    check: Part::ABSENT,
                };
                let beside = Key::any_with_program(scope.own.start, program);
                [alone, beside]
                    .iter()
                    .any(|key| self.command_unknown(self.index.posting(key), measure))
            })
    }

    /// From the end: allows come last, and to them more is unknown (C7).
    fn command_unknown(&self, ranks: &[Rank], measure: &mut Measure<'_, '_>) -> bool {
        ranks
            .iter()
            .rev()
            .filter_map(|&rank| self.rank(rank))
            .any(|rule| {
                measure
                    .verdicts(rule, PredicateKind::Command)
                    .is_some_and(|verdicts| verdicts.unknown)
            })
    }
}
