//! Why a call was decided as it was: every rule that speaks about its tool, every predicate,
//! every item that it read. Made on demand, off the hot path.
//!
//! [`Table::explain`] measures each rule whole, without an index and without stopping early, and
//! draws the outcome from what it shows; tests hold that outcome to [`Table::decide`]'s.

mod items;
mod measure;
mod why;

#[cfg(test)]
mod tests;

pub use items::{CommandItem, LocationItem, UrlItem};
pub use why::Why;

use super::evaluate::{NOTHING_SPEAKS, silence};
use super::items::Items;
use super::outcome::{Outcome, PredicateKind, Reason, RuleId, Suggestion, Unknown};
use super::rule::Record;
use super::scope::Scope;
use super::table::{Scratch, Table};
use super::{Checks, predicate::Verdicts};
use crate::call::Call;
use crate::decision::Decision;
use crate::tree::Tree;
use crate::tri::Tri;
use measure::Explainer;

/// Everything there is to say about one decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The decision; always what [`Table::decide`] gives for the same call.
    pub outcome: Outcome,
    /// Whether another call of the same tool could be decided weaker.
    pub reach: Reach,
    /// The rules whose tool pattern matches, in rank order (E4, E6): of those that fire, the
    /// first decides. Without a readable tool name: every rule of the document (J2).
    pub considered: Vec<RuleExplanation>,
    /// The call's locations, in declared order (P4).
    pub locations: Vec<LocationItem>,
    /// The call's url arguments, in declared order (H6).
    pub urls: Vec<UrlItem>,
    /// What the call effectively runs (C3).
    pub commands: Vec<CommandItem>,
    /// What a prompt shows as the call's paths (E7).
    pub paths: Vec<String>,
    /// What "always allow" should remember (E8).
    pub suggestion: Option<Suggestion>,
}

impl Explanation {
    /// The rule that decides.
    #[must_use]
    pub fn deciding(&self) -> Option<&RuleExplanation> {
        self.considered.iter().find(|rule| rule.fires)
    }

    /// The rules that fire and change nothing (E5).
    pub fn lost(&self) -> impl Iterator<Item = &RuleExplanation> {
        self.considered.iter().filter(|rule| rule.fires).skip(1)
    }

    /// The rules that stay silent because of one predicate alone, and which.
    pub fn one_away(&self) -> impl Iterator<Item = (&RuleExplanation, PredicateKind)> {
        self.considered
            .iter()
            .filter_map(|rule| Some((rule, rule.one_away()?)))
    }
}

/// What a decision depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// The tool: no call of it could be decided weaker, whatever its arguments. A rule without
    /// predicates has settled it, or no rule could allow it.
    Tool,
    /// This call: with other arguments, a call of the same tool may be decided weaker.
    Call,
}

impl Reach {
    /// `tool` or `call`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Call => "call",
        }
    }
}

/// One rule, measured against one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleExplanation {
    /// Which rule.
    pub rule: RuleId,
    /// What it says.
    pub decision: Decision,
    /// Whether its tool pattern matches: yes, or unknown where no tool name can be read (J2).
    pub tool: Tri,
    /// Whether every predicate it has is satisfied (E3).
    pub fires: bool,
    /// Its predicates in the order `host`, `under`, `command`, `check`.
    pub predicates: Vec<PredicateExplanation>,
}

impl RuleExplanation {
    /// The one predicate that keeps it silent, if it is one alone.
    #[must_use]
    pub fn one_away(&self) -> Option<PredicateKind> {
        let mut failing = self.predicates.iter().filter(|each| !each.satisfied);
        match (failing.next(), failing.next()) {
            (Some(only), None) => Some(only.kind),
            _ => None,
        }
    }

    /// Whether it fires, but on no evidence: a predicate was satisfied by unknown (E5), or no
    /// tool name could be read (J2).
    #[must_use]
    pub fn by_unknown(&self) -> bool {
        self.fires
            && (self.tool == Tri::Unknown || self.predicates.iter().any(|each| each.by_unknown))
    }
}

/// One predicate of a rule, measured against the items it looks at (E2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateExplanation {
    /// `under`, `host`, `command` (with `args` and `args-any`) or `check`.
    pub kind: PredicateKind,
    /// Its verdict on each item it looks at; never empty.
    pub items: Vec<ItemVerdict>,
    /// Whether it is satisfied: for an allow, all yes; for a deny or ask, any yes or unknown.
    pub satisfied: bool,
    /// Whether it is satisfied without any yes.
    pub by_unknown: bool,
}

/// What a predicate says about one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemVerdict {
    /// Which of the explanation's locations (`under`), urls (`host`) or commands (`command`,
    /// `check`); `None`: there is none to look at, which counts as one unknown item.
    pub item: Option<usize>,
    /// Yes, no or unknown.
    pub verdict: Tri,
    /// Why it is unknown; `None` exactly where it is not.
    pub why: Option<Why>,
}

impl PredicateExplanation {
    fn new(kind: PredicateKind, items: Vec<ItemVerdict>, decision: Decision) -> Self {
        let mut verdicts = Verdicts::default();
        for item in &items {
            verdicts.add(item.verdict);
        }
        let satisfied = verdicts.satisfy(decision);
        Self {
            kind,
            items,
            satisfied,
            by_unknown: satisfied && !verdicts.yes,
        }
    }
}

impl Table {
    /// Explains the decision of one call.
    ///
    /// Costs the number of rules whose tool matches, times the call's items, and one pass over
    /// all rules to find them; asks each check about each command once for every rule that
    /// names it.
    pub fn explain<T: Tree>(
        &self,
        call: &Call<'_, T>,
        checks: &dyn Checks,
        scratch: &mut Scratch,
    ) -> Explanation {
        let Some((tool, scope)) = call.tool.and_then(|tool| Some((tool, self.scope(tool)?))) else {
            return self.explain_unreadable();
        };
        let scope = &Scope {
            view: self.full_view(scope),
            ..*scope
        };
        let view = scope.view.get().and_then(|at| self.views.get(at));
        let mut explanation = self.read(scope, &call.arguments, scratch, |facts, reader, _| {
            let mut explanation = nothing();
            let Some(view) = view else {
                return explanation;
            };
            let items = Items::derive(view, self.root(view.root), facts, reader);
            let root = view.root.get().and_then(|at| self.roots.get(at));
            explanation.locations = items::locations(view, root.map(|root| &**root), facts, &items);
            explanation.urls = items::urls(view, facts, &items);
            explanation.commands = items::commands(&items);
            let explainer = Explainer::new(&self.pools, &items, tool, checks, facts.unreadable);
            explanation.considered = self
                .numbered()
                .filter(|(_, rule)| self.speaks_about(rule, tool))
                .map(|(id, rule)| explainer.rule(id, rule))
                .collect();
            explanation
        });
        explanation.outcome = outcome(&explanation.considered);
        explanation.reach = reach(&explanation.outcome, &explanation.considered);
        explanation.paths = self.paths(call, scratch);
        explanation.suggestion = self.suggestion(call, scratch);
        explanation
    }

    /// All rules in rank order.
    fn numbered(&self) -> impl Iterator<Item = (RuleId, &Record)> {
        (0..)
            .zip(&self.rules)
            .filter_map(|(rank, rule)| Some((self.answers.rule(rank)?, rule)))
    }

    /// Without a readable tool name no allow fires and every deny and ask does (J2).
    fn explain_unreadable(&self) -> Explanation {
        let rule = |(id, rule): (RuleId, &Record)| RuleExplanation {
            rule: id,
            decision: rule.decision,
            tool: Tri::Unknown,
            fires: rule.decision.fires_on_unknown(),
            predicates: Vec::new(),
        };
        Explanation {
            outcome: self.unreadable_tool(),
            considered: self.numbered().map(rule).collect(),
            ..nothing()
        }
    }
}

/// The outcome that follows from what was measured (E4–E6).
fn outcome(considered: &[RuleExplanation]) -> Outcome {
    let kinds = |rule: &RuleExplanation, wanted: fn(&PredicateExplanation) -> bool| {
        rule.predicates
            .iter()
            .filter(|each| wanted(each))
            .fold(Unknown::NONE, |kinds, each| kinds.with(each.kind))
    };
    match considered.iter().find(|rule| rule.fires) {
        Some(rule) => {
            let unknown = kinds(rule, |each| each.by_unknown);
            Outcome {
                decision: rule.decision,
                reason: if unknown.is_empty() {
                    Reason::Rule
                } else {
                    Reason::UnevaluablePath
                },
                rule: Some(rule.rule),
                unknown,
            }
        }
        None => silence(considered.iter().fold(Unknown::NONE, |unknown, rule| {
            unknown.union(kinds(rule, |each| {
                each.items.iter().any(|item| item.verdict == Tri::Unknown)
            }))
        })),
    }
}

fn nothing() -> Explanation {
    Explanation {
        outcome: NOTHING_SPEAKS,
        reach: Reach::Call,
        considered: Vec::new(),
        locations: Vec::new(),
        urls: Vec::new(),
        commands: Vec::new(),
        paths: Vec::new(),
        suggestion: None,
    }
}

/// Whether some other call of the tool could be decided weaker.
fn reach(outcome: &Outcome, considered: &[RuleExplanation]) -> Reach {
    let bare = |at_least: Decision| {
        considered
            .iter()
            .any(|rule| rule.predicates.is_empty() && rule.decision >= at_least)
    };
    let tool = match outcome.decision {
        // Nothing is weaker than an allow: what counts is whether the tool alone earned it.
        Decision::Allow => bare(Decision::Allow),
        Decision::Ask => {
            bare(Decision::Ask)
                || !considered
                    .iter()
                    .any(|rule| rule.decision == Decision::Allow)
        }
        Decision::Deny => bare(Decision::Deny),
    };
    if tool { Reach::Tool } else { Reach::Call }
}
