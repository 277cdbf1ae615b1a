//! Measuring every predicate of a rule whole, with the reason of each unknown.

use super::{ItemVerdict, PredicateExplanation, RuleExplanation, Why};
use crate::command::{EffectiveCommand, Role};
use crate::decision::Decision;
use crate::path::Anchor;
use crate::permission::Checks;
use crate::permission::asked::Asked;
use crate::permission::items::{CommandItems, Items, Location, LocationFault};
use crate::permission::outcome::{PredicateKind, RuleId};
use crate::permission::predicate::{KINDS, Measure, host_matches};
use crate::permission::rule::{Directory, Pools, Record};
use crate::tri::Tri;

/// One call, to be measured against rules for an explanation.
pub(super) struct Explainer<'a, 'b> {
    measure: Measure<'a, 'b>,
    /// The arguments as a whole could not be read (J2).
    unreadable: bool,
}

impl<'a, 'b> Explainer<'a, 'b> {
    pub(super) fn new(
        pools: &'b Pools,
        items: &'b Items<'a>,
        tool: &'b str,
        checks: &'b dyn Checks,
        unreadable: bool,
    ) -> Self {
        Self {
            measure: Measure {
                pools,
                items,
                tool,
                checks,
                asked: Asked::default(),
            },
            unreadable,
        }
    }

    pub(super) fn rule(&self, id: RuleId, rule: &Record) -> RuleExplanation {
        let predicates: Vec<_> = KINDS
            .into_iter()
            .filter_map(|kind| {
                let items = self.items(rule, kind)?;
                Some(PredicateExplanation::new(kind, items, rule.decision))
            })
            .collect();
        RuleExplanation {
            rule: id,
            decision: rule.decision,
            tool: Tri::Yes,
            fires: predicates.iter().all(|each| each.satisfied),
            predicates,
        }
    }

    /// The verdicts of a rule's predicate of a kind; `None`: it has none.
    fn items(&self, rule: &Record, kind: PredicateKind) -> Option<Vec<ItemVerdict>> {
        let (there, items) = match kind {
            PredicateKind::Under => (rule.under.is_some(), self.under(rule)),
            PredicateKind::Host => (rule.host.is_some(), self.host(rule)),
            PredicateKind::Command => (rule.program.is_some(), self.command(rule)),
            PredicateKind::Check => (rule.check.is_some(), self.check(rule)),
        };
        if !there {
            return None;
        }
        Some(if items.is_empty() {
            vec![ItemVerdict {
                item: None,
                verdict: Tri::Unknown,
                why: Some(self.nothing(kind)),
            }]
        } else {
            items
        })
    }

    /// Why there is no item to look at.
    fn nothing(&self, kind: PredicateKind) -> Why {
        match kind {
            _ if self.unreadable => Why::UnreadableArguments,
            PredicateKind::Under => Why::NoLocation,
            PredicateKind::Host => Why::NoUrl,
            PredicateKind::Command | PredicateKind::Check => match self.measure.items.commands {
                CommandItems::None => Why::NoCommand,
                CommandItems::One(_) | CommandItems::Many(_) => Why::NothingRuns,
            },
        }
    }

    fn under(&self, rule: &Record) -> Vec<ItemVerdict> {
        let Some(directory) = self.measure.pools.directory(rule.under) else {
            return Vec::new();
        };
        let rest = self.measure.pools.arena.get(directory.rest);
        let root = self.measure.items.root.as_ref();
        let verdict = |location: &Location<'_>| {
            location.under(directory, rest, root, self.measure.pools.case)
        };
        self.measure
            .items
            .locations
            .iter()
            .enumerate()
            .map(|(item, location)| {
                unknown_because(item, verdict(location), || self.lost(location, directory))
            })
            .collect()
    }

    /// Why a location cannot be measured against a directory.
    fn lost(&self, location: &Location<'_>, directory: &Directory) -> Why {
        match location.measured {
            Err(LocationFault::Path(fault)) => Why::Path(fault),
            Err(LocationFault::NotText) => Why::NotAString,
            Err(LocationFault::Unreadable) => Why::Disagreement,
            Err(LocationFault::MissingPair) => Why::MissingPair,
            Ok(found) => {
                let (above, below) = (directory.anchor, found.anchor);
                let placed = |anchor: Anchor| match &self.measure.items.root {
                    Some(root) if !anchor.is_absolute() => root.anchor,
                    _ => anchor,
                };
                if placed(above) == placed(below) {
                    Why::PerhapsEqual
                } else if above.is_absolute() && !placed(below).is_absolute() {
                    Why::NoRoot
                } else {
                    Why::OtherAnchor
                }
            }
        }
    }

    fn host(&self, rule: &Record) -> Vec<ItemVerdict> {
        let Some(pattern) = self.measure.pools.host(rule.host) else {
            return Vec::new();
        };
        let verdict = |(item, host): (usize, &Result<_, Option<_>>)| match host {
            Ok(host) => certain(item, host_matches(self.measure.pools, pattern, host).into()),
            Err(fault) => ItemVerdict {
                item: Some(item),
                verdict: Tri::Unknown,
                why: Some(fault.map_or(Why::NotAString, Why::Url)),
            },
        };
        self.measure
            .items
            .hosts
            .iter()
            .enumerate()
            .map(verdict)
            .collect()
    }

    fn command(&self, rule: &Record) -> Vec<ItemVerdict> {
        let Some(&program) = self.measure.pools.program(rule.program) else {
            return Vec::new();
        };
        let tail = self.measure.pools.tail(rule.tail);
        let allow = rule.decision == Decision::Allow;
        self.each(rule, |item, command| {
            let verdict = self.measure.one_command(program, tail, allow, command);
            unknown_because(item, verdict, || match (command.why, command.program) {
                (Some(why), None) => Why::Unidentifiable(why),
                _ if tail.is_some_and(|tail| self.measure.tail(tail, command) == Tri::Unknown) => {
                    Why::Unsealed
                }
                // What was asked of the tail was answered: only C7 is left.
                _ => Why::Writes,
            })
        })
    }

    fn check(&self, rule: &Record) -> Vec<ItemVerdict> {
        let Some(&name) = rule
            .check
            .get()
            .and_then(|at| self.measure.pools.checks.get(at))
        else {
            return Vec::new();
        };
        let name = self.measure.pools.arena.get(name);
        self.each(rule, |item, command| {
            let answer = self.measure.checks.check(name, self.measure.tool, command);
            unknown_because(item, answer.unwrap_or(Tri::Unknown), || match answer {
                None => Why::CheckUnregistered,
                Some(_) => Why::CheckUnknown,
            })
        })
    }

    /// Looks at each command that a rule looks at (C6).
    fn each(
        &self,
        rule: &Record,
        mut look: impl FnMut(usize, &EffectiveCommand<'a>) -> ItemVerdict,
    ) -> Vec<ItemVerdict> {
        let allow = rule.decision == Decision::Allow;
        let (mut verdicts, mut item) = (Vec::new(), 0);
        self.measure.items.commands.each(|command| {
            if !allow || command.role == Role::Runs {
                verdicts.push(look(item, command));
            }
            item += 1;
        });
        verdicts
    }
}

const fn certain(item: usize, verdict: Tri) -> ItemVerdict {
    ItemVerdict {
        item: Some(item),
        verdict,
        why: None,
    }
}

fn unknown_because(item: usize, verdict: Tri, why: impl FnOnce() -> Why) -> ItemVerdict {
    ItemVerdict {
        why: (verdict == Tri::Unknown).then(why),
        ..certain(item, verdict)
    }
}
