//! Finding the candidate rules of scopes that have many.

use super::evaluate::{fired, silence};
use super::outcome::{Outcome, Unknown};
use super::predicate::{Firing, Measure};
use super::rule::{Pools, Record};
use super::scope::{Lists, Scope};
use super::table::Table;

/// Memory of a walk.
#[derive(Debug, Default)]
pub(super) struct Walk {}

/// Index.
#[derive(Debug, Default)]
pub(super) struct Index {}

impl Index {
    pub(super) fn new(_: &Pools, _: &[Record], _: &[Scope], _: &Lists) -> Self {
        Self {}
    }
}

impl Table {
    pub(super) fn walk_index(
        &self,
        scope: &Scope,
        measure: &mut Measure<'_, '_>,
        _walk: &mut Walk,
    ) -> Outcome {
        let mut best = scope.bare.raw();
        let mut unknown = Unknown::NONE;
        let mut found = None;
        let mut at = Some(*scope);
        while let Some(scope) = at {
            for &rank in scope.own.of(&self.lists.own) {
                if rank >= best {
                    break;
                }
                let Some(rule) = self.rank(rank) else {
                    continue;
                };
                if let Firing::Fires(unknown) = measure.fires(rule) {
                    best = rank;
                    found = Some((rank, unknown));
                    break;
                }
            }
            at = scope
                .parent
                .get()
                .and_then(|at| self.scopes.get(at))
                .copied();
        }
        if let Some((rule, unknown)) =
            found.and_then(|(rank, unknown)| Some((self.rank(rank)?, unknown)))
        {
            return fired(rule, unknown);
        }
        if let Some(rule) = self.rank(best) {
            return fired(rule, Unknown::NONE);
        }
        let mut at = Some(*scope);
        while let Some(scope) = at {
            for &rank in scope.own.of(&self.lists.own) {
                if let Some(rule) = self.rank(rank) {
                    unknown = unknown.union(measure.unknown(rule));
                }
            }
            at = scope
                .parent
                .get()
                .and_then(|at| self.scopes.get(at))
                .copied();
        }
        silence(unknown)
    }
}
