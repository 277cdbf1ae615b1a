//! Rules that are never reported: duplicates, and those that another rule covers and beats.
//!
//! Every rule is filed under one key, a hash of its tool pattern, decision and predicates. A
//! rule that covers another has the key of one of the other's *generalisations*: the tool or
//! a stem around it, each predicate dropped or widened by a segment, a label, a character, a
//! token. So the generalisations that some rule may have are looked up, and what is found is
//! confirmed by [`covers`]: a collision of hashes hides a warning and never makes one.

use super::cover::covers;
use super::keys::{Axes, Extent};
use super::parts::{Parts, Shape};
use super::{Findings, Say as _};
use crate::lint::codes;
use crate::permission::prefixes::Prefixes;
use crate::permission::{Policy, Rule, Tool};
use callgate_engine::Decision;
use foldhash::fast::RandomState;
use std::cmp::Reverse;
use std::collections::HashMap;

/// How many generalisations of one rule are looked up at most.
const LOOKUPS: usize = 1024;
/// How many rules that differ only in `args-any` are compared at most.
const ALTERNATIVES: usize = 16;
/// How many globs around a tool are looked at, the longest first.
const GLOBS: usize = 64;

pub(super) fn lint(policy: &Policy, findings: &mut Findings<'_>) {
    let mut axes = Axes::default();
    let filed = Filed::of(policy, &mut axes);
    for (index, rule) in policy.rules.iter().enumerate() {
        if let Some(first) = filed.duplicated(index, rule) {
            let at = findings.at(first);
            findings.rule(index, codes::DUPLICATE, |fault| {
                let fault = fault.say("an earlier rule says the same");
                fault
                    .related(at, "the earlier rule")
                    .help("remove one of them")
            });
        } else if let Some(over) = filed.shadowing(index, rule, &mut axes) {
            let at = findings.at(over);
            let decision = policy
                .rules
                .get(over)
                .map_or("", |rule| rule.decision.as_str());
            findings.rule(index, codes::SHADOWED, |fault| {
                let fault = fault.say(format!(
                    "the rule is never reported: wherever it fires, another {decision} fires and wins"
                ));
                fault
                    .related(at, format!("the {decision} that covers it"))
                    .help("remove the rule, or narrow the one that covers it")
            });
        }
    }
}

/// All rules by key.
struct Filed<'p> {
    policy: &'p Policy,
    /// By rule: its tool's group, and its key with `args-any`.
    own: Vec<(u32, u64)>,
    groups: Vec<Group>,
    extent: Extent,
    /// Key with `args-any` → the first rule that has it.
    first: HashMap<u64, usize, RandomState>,
    /// Key without `args-any` → the rules with `args-any` that have it.
    alternatives: HashMap<u64, Vec<usize>, RandomState>,
}

/// The rules of one tool pattern.
#[derive(Default)]
struct Group {
    /// By decision: a bit for every shape that occurs.
    shapes: [u16; 3],
    /// The groups whose tools hold all of these tools, itself included.
    around: Vec<u32>,
}

impl<'p> Filed<'p> {
    fn of(policy: &'p Policy, axes: &mut Axes) -> Self {
        let count = policy.rules.len();
        let mut filed = Self {
            policy,
            own: Vec::with_capacity(count),
            groups: Vec::new(),
            extent: Extent::default(),
            first: HashMap::with_capacity_and_hasher(count, RandomState::default()),
            alternatives: HashMap::default(),
        };
        let mut tools: HashMap<&Tool, u32, RandomState> = HashMap::default();
        for (index, rule) in policy.rules.iter().enumerate() {
            let next = u32::try_from(filed.groups.len()).unwrap_or(u32::MAX);
            let group = *tools.entry(&rule.tool).or_insert(next);
            if group == next {
                filed.groups.push(Group::default());
            }
            filed.file(index, rule, group, axes);
        }
        filed.surround(&tools);
        filed
    }

    fn file(&mut self, index: usize, rule: &Rule, group: u32, axes: &mut Axes) {
        axes.fill(rule, rule.decision.fires_on_unknown());
        axes.extend(&mut self.extent, rule);
        let key = axes.own(group, rule.decision);
        let full = axes.with_any(key);
        self.own.push((group, full));
        self.first.entry(full).or_insert(index);
        if rule
            .command
            .as_ref()
            .is_some_and(|command| command.args_any.is_some())
        {
            let alternatives = self.alternatives.entry(key).or_default();
            if alternatives.len() < ALTERNATIVES {
                alternatives.push(index);
            }
        }
        let shapes = self.groups.get_mut(group as usize);
        let shapes = shapes.and_then(|group| group.shapes.get_mut(rule.decision as usize));
        if let Some(shapes) = shapes {
            *shapes |= 1 << Shape::of(rule).0;
        }
    }

    /// Finds the groups around each group.
    fn surround(&mut self, tools: &HashMap<&Tool, u32, RandomState>) {
        let globs = tools
            .iter()
            .filter(|(tool, _)| matches!(tool, Tool::Prefix(_)));
        let globs = Prefixes::of(globs.map(|(tool, &group)| (tool.stem(), group)));
        for (tool, &at) in tools {
            let exact = matches!(tool, Tool::Exact(_)).then_some(at);
            let around = exact
                .into_iter()
                .chain(globs.chain(tool.stem()).copied().take(GLOBS));
            if let Some(group) = self.groups.get_mut(at as usize) {
                group.around = around.collect();
            }
        }
    }

    fn parts(&self, index: usize) -> Option<Parts<'p>> {
        self.policy.rules.get(index).map(Parts::of)
    }

    /// The first rule that says the same as this one, if it is another.
    fn duplicated(&self, index: usize, rule: &Rule) -> Option<usize> {
        let &(_, key) = self.own.get(index)?;
        let first = self
            .first
            .get(&key)
            .copied()
            .filter(|&first| first != index)?;
        let (here, there) = (Parts::of(rule), self.parts(first)?);
        (covers(&here, &there) && covers(&there, &here)).then_some(first)
    }

    /// A rule that covers this one and beats it.
    fn shadowing(&self, index: usize, rule: &Rule, axes: &mut Axes) -> Option<usize> {
        let group = self.groups.get(self.own.get(index)?.0 as usize)?;
        let mut budget = LOOKUPS;
        if rule.decision < Decision::Deny {
            axes.fill(rule, true);
            for decision in [Decision::Deny, Decision::Ask] {
                if decision <= rule.decision {
                    break;
                }
                for &around in &group.around {
                    let found = self.search(index, rule, (around, decision), axes, &mut budget);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        // A rule of the same decision that is as wide or wider can only be more specific by
        // having more tokens, in its `args-any`.
        if rule.command.is_some() && !self.alternatives.is_empty() {
            axes.fill(rule, rule.decision.fires_on_unknown());
            let own = self.own.get(index)?.0;
            return self.search(index, rule, (own, rule.decision), axes, &mut budget);
        }
        None
    }

    fn search(
        &self,
        index: usize,
        rule: &Rule,
        (group, decision): (u32, Decision),
        axes: &Axes,
        budget: &mut usize,
    ) -> Option<usize> {
        let shapes = self.groups.get(group as usize)?.shapes;
        let shapes = shapes.get(decision as usize).copied().unwrap_or_default();
        let wider = Shape::of(rule)
            .within()
            .filter(|shape| shapes & (1 << shape.0) != 0);
        for shape in wider {
            let look = |key| self.look(index, rule, key, axes);
            let found = axes.search((group, decision, shape), self.extent, budget, look);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The rule under a key that covers and beats this one; a duplicate is not meant.
    fn look(&self, index: usize, rule: &Rule, key: u64, axes: &Axes) -> Option<usize> {
        let first = self.first.get(&Axes::without_any(key));
        let equal = self.first.get(&axes.with_any(key));
        let others = self.alternatives.get(&key).into_iter().flatten();
        first
            .into_iter()
            .chain(equal)
            .chain(others)
            .copied()
            .find(|&over| {
                self.own.get(over) != self.own.get(index)
                    && self
                        .parts(over)
                        .is_some_and(|wide| beats(&wide, over, rule, index))
            })
    }
}

/// Whether one rule covers another and is reported in its place.
fn beats(wide: &Parts<'_>, at: usize, rule: &Rule, index: usize) -> bool {
    let narrow = Parts::of(rule);
    if !covers(wide, &narrow) {
        return false;
    }
    let order = |parts: &Parts<'_>, at| (parts.rule.decision, parts.rank(), Reverse(at));
    order(wide, at) > order(&narrow, index)
}
