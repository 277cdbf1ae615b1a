//! The loop: tool → scope → candidates in rank order → the first that fires (E1–E6).

use super::Checks;
use super::arena::{Run, Slot};
use super::glance::{Glance, Seen};
use super::items::Items;
use super::outcome::{Outcome, Reason, RuleId, Unknown};
use super::predicate::{Firing, Measure};
use super::rule::{Rank, Record};
use super::scope::{Candidates, LISTED, Scope};
use super::table::{Scratch, Table};
use crate::call::{Arguments, Call};
use crate::decision::Decision;
use crate::facts::Facts;
use crate::tree::Tree;
use smallvec::SmallVec;

impl Table {
    /// Decides one call (E1–E6). Checks are asked only where a candidate depends on them.
    pub fn decide<T: Tree>(
        &self,
        call: &Call<'_, T>,
        checks: &dyn Checks,
        scratch: &mut Scratch,
    ) -> Outcome {
        let Some(tool) = call.tool else {
            return self.unreadable_tool();
        };
        let Some(scope) = self.scope(tool) else {
            return NOTHING_SPEAKS;
        };
        if scope.needs.is_empty() {
            return self.bare(scope.bare);
        }
        self.read(scope, &call.arguments, scratch, |facts, reader, walk| {
            self.walk(scope, tool, facts, checks, reader, walk)
        })
    }

    /// What happens when no tool name can be read (J2): no allow fires, every deny and ask
    /// does, by unknown.
    pub(super) fn unreadable_tool(&self) -> Outcome {
        match self.rules.first() {
            Some(rule) if rule.decision != Decision::Allow => Outcome {
                decision: rule.decision,
                reason: Reason::UnevaluablePath,
                rule: Some(RuleId(rule.document)),
                unknown: Unknown::NONE,
            },
            _ => Outcome {
                reason: Reason::UnevaluablePath,
                ..NOTHING_SPEAKS
            },
        }
    }

    /// The outcome when only rules without predicates speak.
    fn bare(&self, rank: Slot) -> Outcome {
        match rank.get().and_then(|rank| self.rules.get(rank)) {
            Some(rule) => Outcome {
                decision: rule.decision,
                reason: Reason::Rule,
                rule: Some(RuleId(rule.document)),
                unknown: Unknown::NONE,
            },
            None => NOTHING_SPEAKS,
        }
    }

    pub(super) fn walk(
        &self,
        scope: &Scope,
        tool: &str,
        facts: &Facts<'_>,
        checks: &dyn Checks,
        reader: &mut crate::shell::CommandReader,
        walk: &mut super::index::Walk,
    ) -> Outcome {
        let Some(view) = scope.view.get().and_then(|at| self.views.get(at)) else {
            return self.bare(scope.bare);
        };
        let items = Items::derive(view, self.root(view.root), facts, reader);
        let mut measure = Measure {
            pools: &self.pools,
            items: &items,
            tool,
            checks,
            asked: SmallVec::new(),
        };
        match scope.candidates {
            Candidates::Listed(run) => self.walk_list(scope, run, &mut measure),
            Candidates::Indexed => self.walk_index(scope, &mut measure, walk),
        }
    }

    /// Walks a list of few rules, most of them passed by at a glance.
    fn walk_list(&self, scope: &Scope, run: Run, measure: &mut Measure<'_, '_>) -> Outcome {
        let glance = Glance::new(measure.items);
        let heads = run.of(&self.lists.listed);
        let mut unknown = Unknown::NONE;
        let mut measured: SmallVec<[&Record; LISTED]> = SmallVec::new();
        for head in heads {
            match glance.at(head) {
                Seen::Misses => {}
                Seen::Unknown(kind) => unknown = unknown.with(kind),
                Seen::Measure => {
                    let Some(rule) = self.rank(head.rank) else {
                        continue;
                    };
                    if let Firing::Fires(unknown) = measure.fires(rule) {
                        return fired(rule, unknown);
                    }
                    measured.push(rule);
                }
            }
        }
        if scope.bare.is_some() {
            return self.bare(scope.bare);
        }
        let unknown = measured.into_iter().fold(unknown, |unknown, rule| {
            unknown.union(measure.unknown(rule))
        });
        silence(unknown)
    }

    /// Decides one call by looking at every rule: the twin that tests hold the indexes against.
    pub fn decide_unindexed<T: Tree>(
        &self,
        call: &Call<'_, T>,
        checks: &dyn Checks,
        scratch: &mut Scratch,
    ) -> Outcome {
        let Some(tool) = call.tool else {
            return self.unreadable_tool();
        };
        let Some(scope) = self.scope(tool) else {
            return NOTHING_SPEAKS;
        };
        // Every kind of item, whatever the scope's own rules need.
        let scope = &Scope {
            view: self.full_view(scope),
            ..*scope
        };
        self.read(scope, &call.arguments, scratch, |facts, reader, _| {
            let Some(view) = scope.view.get().and_then(|at| self.views.get(at)) else {
                return NOTHING_SPEAKS;
            };
            let items = Items::derive(view, self.root(view.root), facts, reader);
            let mut measure = Measure {
                pools: &self.pools,
                items: &items,
                tool,
                checks,
                asked: SmallVec::new(),
            };
            let considered = || {
                self.rules
                    .iter()
                    .filter(|rule| self.speaks_about(rule, tool))
            };
            for rule in considered() {
                if let Firing::Fires(unknown) = measure.fires(rule) {
                    return fired(rule, unknown);
                }
            }
            silent(considered(), &mut measure)
        })
    }

    /// Reads the arguments that a scope looks at, however they came, and hands them on.
    pub(super) fn read<T: Tree, R>(
        &self,
        scope: &Scope,
        arguments: &Arguments<'_, T>,
        scratch: &mut Scratch,
        then: impl FnOnce(&Facts<'_>, &mut crate::shell::CommandReader, &mut super::index::Walk) -> R,
    ) -> R {
        let looked = scope
            .view
            .get()
            .and_then(|at| self.views.get(at))
            .map(|view| &view.looked);
        scratch.read(
            looked.unwrap_or(&self.nothing),
            arguments,
            &self.limits,
            then,
        )
    }

    /// Whether a rule's tool pattern matches, by text.
    pub(super) fn speaks_about(&self, rule: &Record, tool: &str) -> bool {
        rule.scope
            .get()
            .and_then(|at| self.scopes.get(at))
            .is_some_and(|scope| {
                let pattern = self.pools.arena.get(scope.text);
                if scope.exact {
                    tool == pattern
                } else {
                    tool.starts_with(pattern)
                }
            })
    }

    pub(super) fn rank(&self, rank: Rank) -> Option<&Record> {
        self.rules.get(rank as usize)
    }
}

/// No rule speaks about the tool.
pub(super) const NOTHING_SPEAKS: Outcome = Outcome {
    decision: Decision::Ask,
    reason: Reason::NoMatch,
    rule: None,
    unknown: Unknown::NONE,
};

/// The outcome of the rule that decides (E5).
pub(super) fn fired(rule: &Record, unknown: Unknown) -> Outcome {
    Outcome {
        decision: rule.decision,
        reason: if unknown.is_empty() {
            Reason::Rule
        } else {
            Reason::UnevaluablePath
        },
        rule: Some(RuleId(rule.document)),
        unknown,
    }
}

/// The outcome when considered rules stayed silent: was anything unknown to them (E5)?
pub(super) fn silent<'r>(
    considered: impl Iterator<Item = &'r Record>,
    measure: &mut Measure<'_, '_>,
) -> Outcome {
    let unknown = considered.fold(Unknown::NONE, |unknown, rule| {
        unknown.union(measure.unknown(rule))
    });
    silence(unknown)
}

pub(super) fn silence(unknown: Unknown) -> Outcome {
    Outcome {
        reason: if unknown.is_empty() {
            Reason::NoMatch
        } else {
            Reason::UnevaluablePath
        },
        unknown,
        ..NOTHING_SPEAKS
    }
}
