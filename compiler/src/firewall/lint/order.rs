//! What rules mean to one another in the order in which they are asked (Q8).

use super::cover::{covering, normal};
use super::{Findings, share_a_stage};
use crate::fault::Fault;
use crate::firewall::{Policy, Rule};
use crate::lint::codes;
use callgate_engine::firewall::{Action, Clause, Egress, Stage, Verdict};
use std::collections::HashMap;

pub(super) fn lint(policy: &Policy, findings: &mut Findings<'_>) {
    let order = policy.order();
    let shadowed = shadowed(policy, &order, findings);
    equal_priorities(policy, &order, &shadowed, findings);
    leaning(policy, &order, &shadowed, findings);
}

/// Whether a rule asks for nothing but a stage and names.
fn unconditional(rule: &Rule) -> bool {
    rule.clauses.is_empty() && rule.egress.is_none()
}

/// Whether the walk ends at a rule whose conditions hold.
const fn decides(rule: &Rule) -> bool {
    matches!(rule.action, Action::Give(_))
}

/// Rules by stage, the first of each.
type ByStage = HashMap<Option<Stage>, usize>;

/// What a rule asks for beside its stage.
type Conditions<'p> = (&'p str, &'p str, &'p [Clause], Option<&'p Egress>);

/// Rules that an earlier one keeps from ever being reached: it asks for nothing but a stage and
/// names that cover theirs, or for the very same. Rules that several earlier ones cover only
/// together are not found; names that cannot be read are left out of account.
fn shadowed(policy: &Policy, order: &[usize], findings: &mut Findings<'_>) -> Vec<bool> {
    let mut wide: HashMap<(&str, &str), ByStage> = HashMap::new();
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut shadowed = vec![false; policy.rules.len()];
    for &index in order {
        let Some(rule) = policy.rules.get(index) else {
            continue;
        };
        let skill = normal(&rule.skill);
        let wider = covering(&rule.tool).into_iter().flat_map(|tool| {
            let skills = [skill, "*"];
            let wide = &wide;
            skills
                .into_iter()
                .flat_map(move |skill| {
                    let stages = wide.get(&(tool.as_str(), skill));
                    [None, rule.stage]
                        .map(|stage| stages.and_then(|stages| stages.get(&stage)).copied())
                })
                .collect::<Vec<_>>()
        });
        let wider = wider.flatten().min();
        let digest = digest(&conditions(rule));
        let equal = seen
            .get(&digest)
            .into_iter()
            .flatten()
            .copied()
            .find(|&other| {
                policy.rules.get(other).is_some_and(|other| {
                    conditions(other) == conditions(rule)
                        && (other.stage.is_none() || other.stage == rule.stage)
                })
            });
        if let Some(other) = wider.or(equal) {
            report(policy, index, other, findings);
            if let Some(slot) = shadowed.get_mut(index) {
                *slot = true;
            }
        }
        if decides(rule) {
            if unconditional(rule) {
                let stages = wide.entry((normal(&rule.tool), skill)).or_default();
                stages.entry(rule.stage).or_insert(index);
            }
            // Of equal rules the first speaks for all.
            if equal.is_none() {
                seen.entry(digest).or_default().push(index);
            }
        }
    }
    shadowed
}

fn conditions(rule: &Rule) -> Conditions<'_> {
    (
        normal(&rule.tool),
        normal(&rule.skill),
        &rule.clauses,
        rule.egress.as_ref(),
    )
}

fn digest((tool, skill, clauses, egress): &Conditions<'_>) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (tool, skill, clauses).hash(&mut hasher);
    egress
        .map(|egress| (&egress.allow, &egress.deny))
        .hash(&mut hasher);
    hasher.finish()
}

fn report(policy: &Policy, index: usize, other: usize, findings: &mut Findings<'_>) {
    let (Some(rule), Some(earlier)) = (policy.rules.get(index), policy.rules.get(other)) else {
        return;
    };
    let allow = Action::Give(Verdict::Allow);
    if earlier.action == allow && rule.action == Action::Give(Verdict::Deny) {
        let message = "this deny never speaks: an earlier allow takes every call that it is about";
        findings.pair(
            index,
            other,
            |at| {
                Fault::lint(codes::WIDE_ALLOW_FIRST, at, message)
                    .help("give the deny a lower number as its priority than the allow: lower is asked first")
            },
            "the allow",
        );
    } else {
        let message =
            "this rule is never reached: an earlier one takes every call that it is about";
        findings.pair(
            index,
            other,
            |at| {
                Fault::lint(codes::SHADOWED_FIREWALL, at, message).help(
                    "remove it, or give it a lower number as its priority: lower is asked first",
                )
            },
            "the earlier rule",
        );
    }
}

/// Rules of one priority and different verdicts, the names of one covering those of the other:
/// which is asked first hangs on ids and places. One warning a rule.
fn equal_priorities(
    policy: &Policy,
    order: &[usize],
    shadowed: &[bool],
    findings: &mut Findings<'_>,
) {
    // By priority and globs: the first few rules of each verdict.
    let mut known: HashMap<(i64, &str, &str), Vec<usize>> = HashMap::new();
    for &index in order {
        let Some(rule) = policy.rules.get(index) else {
            continue;
        };
        let rules = known
            .entry((rule.priority, normal(&rule.tool), normal(&rule.skill)))
            .or_default();
        let alike = |&other: &usize| {
            policy.rules.get(other).is_some_and(|other| {
                other.action.as_str() == rule.action.as_str() && other.stage == rule.stage
            })
        };
        if !rules.iter().any(alike) {
            rules.push(index);
        }
    }
    let place: HashMap<usize, usize> = order
        .iter()
        .enumerate()
        .map(|(place, &index)| (index, place))
        .collect();
    let mut warned = vec![false; policy.rules.len()];
    for &index in order {
        let Some(rule) = policy.rules.get(index) else {
            continue;
        };
        let skill = normal(&rule.skill);
        let covers = covering(&rule.tool);
        let others = covers
            .iter()
            .flat_map(|tool| [skill, "*"].map(|skill| (tool.as_str(), skill)));
        let others = others.filter_map(|(tool, skill)| known.get(&(rule.priority, tool, skill)));
        let clash = others.flatten().copied().find(|&other| {
            other != index
                && policy.rules.get(other).is_some_and(|other| {
                    other.action.as_str() != rule.action.as_str() && share_a_stage(rule, other)
                })
        });
        let Some(other) = clash else { continue };
        let later = if place.get(&index) > place.get(&other) {
            (index, other)
        } else {
            (other, index)
        };
        let silent = shadowed.get(later.0) == Some(&true) || warned.get(later.0) == Some(&true);
        if silent {
            continue;
        }
        if let Some(slot) = warned.get_mut(later.0) {
            *slot = true;
        }
        let message = "two rules of one priority give different verdicts: which is asked first hangs on ids and places";
        findings.pair(
            later.0,
            later.1,
            |at| {
                Fault::lint(codes::EQUAL_PRIORITY, at, message)
                    .help("give them different priorities")
            },
            "asked first",
        );
    }
}

/// Denies that lean on clauses alone while an allow of the same names stands behind them: what
/// no clause recognises is allowed (A4).
fn leaning(policy: &Policy, order: &[usize], shadowed: &[bool], findings: &mut Findings<'_>) {
    let mut behind: HashMap<(&str, &str), ByStage> = HashMap::new();
    for &index in order.iter().rev() {
        let Some(rule) = policy.rules.get(index) else {
            continue;
        };
        let skill = normal(&rule.skill);
        let leans = rule.action == Action::Give(Verdict::Deny)
            && !rule.clauses.is_empty()
            && rule.egress.is_none()
            && shadowed.get(index) != Some(&true);
        if leans {
            let allow = covering(&rule.tool).iter().find_map(|tool| {
                [skill, "*"].into_iter().find_map(|skill| {
                    let stages = behind.get(&(tool.as_str(), skill))?;
                    let other = match rule.stage {
                        None => stages.values().min(),
                        stage => stages.get(&stage).or_else(|| stages.get(&None)),
                    };
                    other.copied()
                })
            });
            if let Some(other) = allow {
                let message = "this deny leans on its clauses alone: a call that they do not recognise, or whose arguments are missing, is allowed by a later rule";
                findings.pair(
                    index,
                    other,
                    |at| {
                        Fault::lint(codes::LEANING_DENY_FIREWALL, at, message)
                            .help("allow what is wanted by clauses instead, and deny the rest")
                    },
                    "the allow",
                );
            }
        }
        if rule.action == Action::Give(Verdict::Allow) && unconditional(rule) {
            behind
                .entry((normal(&rule.tool), skill))
                .or_default()
                .insert(rule.stage, index);
        }
    }
}
