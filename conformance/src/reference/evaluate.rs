//! Which rules fire, which one is reported, and why (E1–E6).

use super::items::{Items, Location};
use super::{command, path, rule, url};
use callgate_compiler::permission::{Policy, Rule};
use callgate_engine::permission::{Checks, Outcome, PredicateKind, Reason, RuleId, Unknown};
use callgate_engine::{Decision, Tri};

/// What one considered rule makes of a call.
struct Verdict<'p> {
    place: usize,
    rule: &'p Rule,
    /// For each predicate that the rule has, its verdicts on the items it looks at.
    predicates: Vec<(PredicateKind, Vec<Tri>)>,
}

impl Verdict<'_> {
    /// E2 for every predicate, ANDed (E3).
    fn fires(&self) -> bool {
        self.predicates
            .iter()
            .all(|(_, items)| match self.rule.decision {
                Decision::Allow => items.iter().all(|&item| item == Tri::Yes),
                Decision::Ask | Decision::Deny => items.iter().any(|&item| item != Tri::No),
            })
    }

    /// The predicates satisfied without any yes, of a rule that fires (E2).
    fn satisfied_by_unknown(&self) -> Unknown {
        self.kinds(|items| !items.contains(&Tri::Yes))
    }

    /// The predicates with an unknown item (E5).
    fn unknown(&self) -> Unknown {
        self.kinds(|items| items.contains(&Tri::Unknown))
    }

    fn kinds(&self, of: impl Fn(&[Tri]) -> bool) -> Unknown {
        self.predicates
            .iter()
            .filter(|(_, items)| of(items))
            .fold(Unknown::NONE, |kinds, &(kind, _)| kinds.with(kind))
    }
}

/// Decides a call whose tool is known.
pub(super) fn evaluate(policy: &Policy, tool: &str, items: &Items, checks: &dyn Checks) -> Outcome {
    let considered: Vec<Verdict<'_>> = policy
        .rules
        .iter()
        .enumerate()
        .filter(|(_, rule)| rule::matches(&rule.tool, tool))
        .map(|(place, rule)| Verdict {
            place,
            rule,
            predicates: predicates(rule, tool, items, checks),
        })
        .collect();
    let fired = considered.iter().filter(|verdict| verdict.fires());
    if let Some(winner) = reported(fired.map(|verdict| (verdict.rule, verdict))) {
        let unknown = winner.satisfied_by_unknown();
        let reason = if unknown.is_empty() {
            Reason::Rule
        } else {
            Reason::UnevaluablePath
        };
        return outcome(winner.rule.decision, reason, Some(winner.place), unknown);
    }
    let mut unknown = Unknown::NONE;
    for verdict in &considered {
        for kind in verdict.unknown().iter() {
            unknown = unknown.with(kind);
        }
    }
    let reason = if unknown.is_empty() {
        Reason::NoMatch
    } else {
        Reason::UnevaluablePath
    };
    outcome(Decision::Ask, reason, None, unknown)
}

/// Decides a call whose tool cannot be read: no allow fires, every deny and ask does, by
/// unknown (J2). What is unknown is the tool itself; no predicate was looked at.
pub(super) fn without_tool(policy: &Policy) -> Outcome {
    let rules = policy.rules.iter().enumerate();
    let fired = rules.filter(|(_, rule)| rule.decision != Decision::Allow);
    let winner = reported(fired.map(|(place, rule)| (rule, (place, rule))));
    let decision = winner.map_or(Decision::Ask, |(_, rule)| rule.decision);
    let place = winner.map(|(place, _)| place);
    outcome(decision, Reason::UnevaluablePath, place, Unknown::NONE)
}

/// The rule to report: the strongest decision (E4), then the most specific, then the earlier
/// (E6).
fn reported<'p, T>(fired: impl Iterator<Item = (&'p Rule, T)>) -> Option<T> {
    let mut best: Option<(&Rule, T)> = None;
    for (rule, verdict) in fired {
        let strength = |rule: &Rule| (rule.decision, rule::specificity(rule));
        if best
            .as_ref()
            .is_none_or(|(other, _)| strength(rule) > strength(other))
        {
            best = Some((rule, verdict));
        }
    }
    best.map(|(_, verdict)| verdict)
}

fn outcome(decision: Decision, reason: Reason, place: Option<usize>, unknown: Unknown) -> Outcome {
    let rule = place
        .and_then(|place| u32::try_from(place).ok())
        .map(RuleId);
    Outcome {
        decision,
        reason,
        rule,
        unknown,
    }
}

/// The verdicts of each predicate that a rule has; a predicate without an item has one unknown.
fn predicates(
    rule: &Rule,
    tool: &str,
    items: &Items,
    checks: &dyn Checks,
) -> Vec<(PredicateKind, Vec<Tri>)> {
    let mut predicates = Vec::new();
    let mut add = |kind, verdicts: Vec<Tri>| {
        let nothing_to_look_at = verdicts.is_empty() || items.unreadable;
        predicates.push((
            kind,
            if nothing_to_look_at {
                vec![Tri::Unknown]
            } else {
                verdicts
            },
        ));
    };
    if let Some(under) = &rule.under {
        let directory = items.measured(under);
        let verdict = |location: &Location| {
            let path = match location {
                Location::Text(text) => items.measured(text),
                Location::Unknown => None,
            };
            match (&directory, path) {
                (Some(directory), Some(path)) => path::under(directory, &path, items.case),
                _ => Tri::Unknown,
            }
        };
        add(
            PredicateKind::Under,
            items.locations.iter().map(verdict).collect(),
        );
    }
    if let Some(pattern) = &rule.host {
        let verdict = |host: &Option<String>| match host {
            Some(host) => Tri::from(url::matches(pattern, host)),
            None => Tri::Unknown,
        };
        add(
            PredicateKind::Host,
            items.hosts.iter().map(verdict).collect(),
        );
    }
    let commands = items.commands.as_deref().unwrap_or_default();
    let commands = command::looked_at(commands, rule.decision);
    if let Some(narrower) = &rule.command {
        let verdict = |command: &&_| command::verdict(narrower, command, rule.decision);
        add(
            PredicateKind::Command,
            commands.iter().map(verdict).collect(),
        );
    }
    if let Some(check) = &rule.check {
        let verdict = |command: &&_| command::asked(checks, check, tool, command);
        add(PredicateKind::Check, commands.iter().map(verdict).collect());
    }
    predicates
}
