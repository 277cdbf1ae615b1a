//! The loop: tool → scope → candidates in rank order → the first that fires (E1–E6).

use super::Checks;
use super::ahead::fetch;
use super::arena::{Run, Slot};
use super::asked::Asked;
use super::glance::Glance;
use super::head::Seen;
use super::index::Walk;
use super::items::Items;
use super::outcome::{Outcome, Reason, Unknown};
use super::predicate::{Firing, Measure};
use super::profile::View;
use super::rule::{Rank, Record};
use super::scope::{Door, LISTED, Scope};
use super::table::{Scratch, Table};
use crate::call::{Arguments, Call};
use crate::decision::Decision;
use crate::facts::Facts;
use crate::shell::CommandReader;
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
        touch(&call.arguments);
        let door = self.door(tool);
        if door.is_bare() {
            return self.bare(door.bare);
        }
        let listed = door.listed();
        let glance = match call.arguments {
            Arguments::Raw(bytes) => {
                let read = scratch.read_bytes(bytes, self.looked(&door), &self.limits);
                return self.decide_read(&door, tool, checks, read);
            }
            Arguments::Parsed(tree) if listed.is_some() => self
                .view(door.view)
                .map_or(Glance::UNSEEN, |view| Glance::of_tree(view, tree)),
            Arguments::Absent => Glance::EMPTY,
            Arguments::Parsed(_) | Arguments::Unreadable => Glance::UNSEEN,
        };
        if let Some(run) = listed
            && let Some(outcome) = self.glance(door.bare, run, &glance)
        {
            return outcome;
        }
        self.look(&door, tool, (&call.arguments, &glance), checks, scratch)
    }

    /// Decides a call that is more than plain, or by index.
    #[inline(never)]
    fn look<T: Tree>(
        &self,
        door: &Door,
        tool: &str,
        (arguments, glance): (&Arguments<'_, T>, &Glance<'_>),
        checks: &dyn Checks,
        scratch: &mut Scratch,
    ) -> Outcome {
        let Some(scope) = self.behind(door) else {
            return NOTHING_SPEAKS;
        };
        self.read(scope, arguments, scratch, |facts, reader, walk| {
            self.walk(scope, tool, (facts, glance), checks, (reader, walk))
        })
    }

    /// Decides a call by what it shows at a glance; `None`: some rule has to be measured.
    #[inline]
    pub(super) fn glance(&self, bare: Slot, run: Run, glance: &Glance<'_>) -> Option<Outcome> {
        let mut unknown = Unknown::NONE;
        for head in run.of(&self.lists.listed) {
            let by_unknown = match head.seen(glance, &self.pools) {
                Seen::Misses => continue,
                Seen::Unknown(kind) => {
                    unknown = unknown.with(kind);
                    continue;
                }
                Seen::Fires => Unknown::NONE,
                Seen::FiresByUnknown(kind) => Unknown::NONE.with(kind),
                Seen::Measure => return None,
            };
            return Some(self.answers.fired(head.rank, by_unknown));
        }
        Some(self.silence_or_bare(bare, unknown))
    }

    /// The outcome when no rule with predicates fired.
    #[inline]
    fn silence_or_bare(&self, bare: Slot, unknown: Unknown) -> Outcome {
        if bare.is_some() {
            self.bare(bare)
        } else {
            silence(unknown)
        }
    }

    /// What happens when no tool name can be read (J2): no allow fires, every deny and ask
    /// does, by unknown.
    pub(super) fn unreadable_tool(&self) -> Outcome {
        match self.answers.fired(0, Unknown::NONE) {
            strongest if strongest.decision != Decision::Allow => Outcome {
                reason: Reason::UnevaluablePath,
                ..strongest
            },
            _ => Outcome {
                reason: Reason::UnevaluablePath,
                ..NOTHING_SPEAKS
            },
        }
    }

    /// The outcome when only rules without predicates speak.
    pub(super) fn bare(&self, rank: Slot) -> Outcome {
        // No slot is no rule's rank.
        self.answers.fired(rank.raw(), Unknown::NONE)
    }

    pub(super) fn walk(
        &self,
        scope: &Scope,
        tool: &str,
        (facts, glance): (&Facts<'_>, &Glance<'_>),
        checks: &dyn Checks,
        (reader, walk): (&mut CommandReader, &mut Walk),
    ) -> Outcome {
        let Some(view) = self.view(scope.view) else {
            return self.bare(scope.bare);
        };
        let items = Items::derive(view, self.root(view.root), facts, reader);
        let mut asked = std::mem::take(&mut walk.asked);
        asked.clear();
        let mut measure = Measure {
            pools: &self.pools,
            items: &items,
            tool,
            checks,
            asked,
        };
        let outcome = match scope.candidates.listed() {
            Some(run) => self.walk_list(scope, run, glance, &mut measure),
            None => self.walk_index(scope, &mut measure, walk),
        };
        walk.asked = measure.asked;
        outcome
    }

    /// Measures those rules of a short list that a glance does not settle.
    fn walk_list(
        &self,
        scope: &Scope,
        run: Run,
        glance: &Glance<'_>,
        measure: &mut Measure<'_, '_>,
    ) -> Outcome {
        let mut unknown = Unknown::NONE;
        let mut measured: SmallVec<[&Record; LISTED]> = SmallVec::new();
        for head in run.of(&self.lists.listed) {
            match head.seen(glance, &self.pools) {
                Seen::Misses => continue,
                Seen::Unknown(kind) => {
                    unknown = unknown.with(kind);
                    continue;
                }
                Seen::Fires | Seen::FiresByUnknown(_) | Seen::Measure => {}
            }
            let Some(rule) = self.rank(head.rank) else {
                continue;
            };
            if let Firing::Fires(unknown) = measure.fires(rule) {
                return self.answers.fired(head.rank, unknown);
            }
            measured.push(rule);
        }
        if scope.bare.is_none() {
            unknown = measured.into_iter().fold(unknown, |unknown, rule| {
                unknown.union(measure.unknown(rule))
            });
        }
        self.silence_or_bare(scope.bare, unknown)
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
            let Some(view) = self.view(scope.view) else {
                return NOTHING_SPEAKS;
            };
            let items = Items::derive(view, self.root(view.root), facts, reader);
            let mut measure = Measure {
                pools: &self.pools,
                items: &items,
                tool,
                checks,
                asked: Asked::default(),
            };
            for (rank, rule) in (0..).zip(&self.rules) {
                if self.speaks_about(rule, tool)
                    && let Firing::Fires(unknown) = measure.fires(rule)
                {
                    return self.answers.fired(rank, unknown);
                }
            }
            silent(
                self.rules
                    .iter()
                    .filter(|rule| self.speaks_about(rule, tool)),
                &mut measure,
            )
        })
    }

    /// Reads the arguments that a scope looks at, however they came, and hands them on.
    pub(super) fn read<T: Tree, R>(
        &self,
        scope: &Scope,
        arguments: &Arguments<'_, T>,
        scratch: &mut Scratch,
        then: impl FnOnce(&Facts<'_>, &mut CommandReader, &mut Walk) -> R,
    ) -> R {
        let looked = self
            .view(scope.view)
            .map_or(&self.nothing, |view| &view.looked);
        scratch.read(looked, arguments, &self.limits, then)
    }

    /// How a scope's arguments are read.
    #[inline]
    pub(super) fn view(&self, view: Slot) -> Option<&View> {
        self.views.get(view.get()?)
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

/// Up to so many arguments are fetched ahead: a line of memory each, at most.
const FETCHED: usize = 16;

/// Begins to fetch parsed arguments, which lie elsewhere in memory, while the tool is looked up.
#[inline(always)]
fn touch<T: Tree>(arguments: &Arguments<'_, T>) {
    if let Arguments::Parsed(tree) = arguments
        && let Some(members) = tree.members()
        && members.len() <= FETCHED
    {
        for (_, value) in members {
            fetch(Some(value));
        }
    }
}

/// No rule speaks about the tool.
pub(super) const NOTHING_SPEAKS: Outcome = Outcome {
    decision: Decision::Ask,
    reason: Reason::NoMatch,
    rule: None,
    unknown: Unknown::NONE,
};

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
