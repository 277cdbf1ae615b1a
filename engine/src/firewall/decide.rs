//! One decision: candidates in the order of the policy, the first whose conditions hold.

use super::call::StagedCall;
use super::clause::Held;
use super::facts::{Facts, Memory};
use super::index::{Cursor, Index, Merge, Patterns};
use super::scope::Target;
use super::stamps::Stamps;
use super::table::{Rule, Table};
use super::verdict::{Action, Outcome, Reason, Stage, Verdict};
use crate::tree::Tree;
use std::collections::BinaryHeap;

/// Memory that decisions reuse; one for each thread. It serves any number of tables.
#[derive(Debug, Default)]
pub struct Scratch {
    heap: BinaryHeap<Cursor>,
    seen: Stamps<()>,
    patterns: Patterns,
    held: Stamps<Option<Held>>,
    facts: Memory,
    target: Target,
}

impl Table {
    /// Decides one call (Q3–Q6).
    ///
    /// Costs what the call's own size and the rules that its facts touch ask for, not what the
    /// table's size does.
    pub fn decide<T: Tree>(&self, call: &StagedCall<'_, T>, scratch: &mut Scratch) -> Outcome {
        self.run(call, scratch, true)
    }

    /// Decides one call by looking at every rule in turn: for tests of the index.
    pub fn decide_unindexed<T: Tree>(
        &self,
        call: &StagedCall<'_, T>,
        scratch: &mut Scratch,
    ) -> Outcome {
        self.run(call, scratch, false)
    }

    fn run<T: Tree>(
        &self,
        call: &StagedCall<'_, T>,
        scratch: &mut Scratch,
        indexed: bool,
    ) -> Outcome {
        if !self.policy.enabled {
            return Outcome::DISABLED;
        }
        let outcome = self
            .first(call, scratch, indexed)
            .unwrap_or_else(|| Outcome::new(self.policy.default_verdict, Reason::Default, None));
        if self.policy.shadow {
            outcome.shadowed()
        } else {
            outcome
        }
    }

    fn index<T>(&self, call: &StagedCall<'_, T>) -> &Index {
        let unreadable = call.call.tool.is_none() && call.stage.names_a_tool();
        let other = self.nameless.as_deref().filter(|_| unreadable);
        other.unwrap_or(&self.index)
    }

    /// What the first rule that decides says, or X4 before any.
    fn first<T: Tree>(
        &self,
        call: &StagedCall<'_, T>,
        scratch: &mut Scratch,
        indexed: bool,
    ) -> Option<Outcome> {
        let Scratch {
            heap,
            seen,
            patterns,
            held,
            facts,
            target,
        } = scratch;
        if call.stage == Stage::Egress && !target.read(call.destination, call.resolved) {
            return Some(Outcome::new(Verdict::Deny, Reason::NoDestination, None));
        }
        seen.clear();
        held.clear();
        let mut hearing = Hearing {
            table: self,
            call,
            target,
            held,
            facts: Facts::new(facts),
        };
        let outcome = if indexed {
            let index = self.index(call);
            let merge = Merge::new(index, call.stage, heap, seen, patterns);
            hearing.candidates(index, merge)
        } else {
            self.rules.iter().find_map(|rule| hearing.consider(rule))
        };
        hearing.facts.end();
        outcome
    }
}

/// A call before a table.
struct Hearing<'t, 'a, 's, T> {
    table: &'t Table,
    call: &'s StagedCall<'a, T>,
    target: &'s Target,
    held: &'s mut Stamps<Option<Held>>,
    facts: Facts<'a, 's>,
}

impl<T: Tree> Hearing<'_, '_, '_, T> {
    fn candidates(&mut self, index: &Index, mut merge: Merge<'_, '_>) -> Option<Outcome> {
        let Self {
            table,
            call,
            target,
            ..
        } = *self;
        merge.names(call.call.tool, call.skill);
        if index.looks_at_arguments(call.stage) {
            self.facts
                .read(&table.paths, &call.call.arguments, &table.limits);
            self.facts.each(|path, leaf| merge.value(path, leaf));
        }
        if call.stage == Stage::Egress {
            merge.destination(target.name());
            target.resolved().for_each(|item| merge.destination(item));
            if target.has_unparsed() {
                merge.unparsed();
            }
        }
        while let Some(rank) = merge.next(|path| self.facts.leaf(path)) {
            if let Some(outcome) = table
                .rules
                .get(rank as usize)
                .and_then(|r| self.consider(r))
            {
                return Some(outcome);
            }
        }
        None
    }

    /// What a rule decides, if its conditions hold and the walk ends with it.
    fn consider(&mut self, rule: &Rule) -> Option<Outcome> {
        if !self.holds(rule) {
            return None;
        }
        let (verdict, reason) = match rule.action {
            Action::CapCost(cap) => match self.call.spent_cents {
                None => (Verdict::Deny, Reason::SpendUnknown),
                Some(spent) if u64::try_from(spent).is_ok_and(|spent| spent > cap) => {
                    (Verdict::Deny, Reason::OverCap)
                }
                Some(_) => return None,
            },
            Action::Give(verdict) => match (verdict, self.call.stage) {
                (Verdict::Sanitize, Stage::Inbound | Stage::Egress) => {
                    (Verdict::Deny, Reason::CannotSanitize)
                }
                (Verdict::PendingApproval, Stage::Response | Stage::Egress) => {
                    (Verdict::Deny, Reason::CannotHold)
                }
                _ => (verdict, Reason::Rule),
            },
        };
        Some(Outcome::new(verdict, reason, Some(rule.document)))
    }

    /// Whether all of a rule's conditions hold (Q4).
    fn holds(&mut self, rule: &Rule) -> bool {
        let Self { call, target, .. } = *self;
        let tool = match call.call.tool {
            // A name that cannot be read may be any name: no allow, every deny.
            None if call.stage.names_a_tool() => rule.action.restricts(),
            tool => rule.tool.matches(tool),
        };
        tool && rule.speaks_at(call.stage)
            && rule.skill.matches(call.skill)
            && rule.scope.as_ref().is_none_or(|scope| scope.holds(target))
            && rule
                .clauses
                .iter()
                .all(|&clause| match self.clause(clause) {
                    Held::Yes => true,
                    Held::No => false,
                    Held::Unevaluable => {
                        self.table.policy.strict_clauses && rule.action.restricts()
                    }
                })
    }

    /// What a clause says, worked out once a call.
    fn clause(&mut self, id: u32) -> Held {
        if let Some(Some(held)) = self.held.get(id) {
            return held;
        }
        let Self { table, call, .. } = *self;
        self.facts
            .read(&table.paths, &call.call.arguments, &table.limits);
        let held = table
            .clauses
            .get(id as usize)
            .map_or(Held::Unevaluable, |clause| {
                clause.test.put(self.facts.leaf(clause.path))
            });
        self.held.set(id, Some(held));
        held
    }
}
