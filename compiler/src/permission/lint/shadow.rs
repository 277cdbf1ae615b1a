//! Rules that are never reported: duplicates, and those that another rule covers and beats.
//!
//! Every rule is filed under one key, a hash of its tool pattern, decision and predicates. A
//! rule that covers another has the key of one of the other's *generalisations*: the tool or
//! a stem around it, each predicate dropped or widened by a segment, a label, a character, a
//! token. So the generalisations that some rule may have are looked up, and what is found is
//! confirmed by [`covers`]: a collision of hashes hides a warning and never makes one.

use super::cover::covers;
use super::digest::{Around, Digest, Digests};
use super::keys::{Axes, Extent};
use super::parts::{Parts, Shape};
use super::{Findings, Say as _};
use crate::lint::codes;
use crate::permission::{Policy, Rule};
use callgate_engine::Decision;
use foldhash::fast::RandomState;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// How many generalisations of one rule are looked up at most.
const LOOKUPS: usize = 1024;
/// How many rules that differ only in `args-any` are compared at most.
const ALTERNATIVES: usize = 16;
pub(super) fn lint(policy: &Policy, digests: &Digests<'_>, findings: &mut Findings<'_>) {
    let mut axes = Axes::default();
    let filed = Filed::of(policy, digests, &mut axes);
    for &(index, first) in &filed.duplicates {
        let at = findings.at(first);
        findings.rule(index, codes::DUPLICATE, |fault| {
            let fault = fault.say("an earlier rule says the same");
            fault
                .related(at, "the earlier rule")
                .help("remove one of them")
        });
    }
    let mut duplicates = filed.duplicates.iter().map(|&(index, _)| index).peekable();
    for (index, digest) in digests.iter() {
        if duplicates.next_if_eq(&index).is_some() {
            continue;
        }
        let Some(over) = filed.shadowing(index, digest, &mut axes) else {
            continue;
        };
        let at = findings.at(over);
        let Some((rule, over)) = policy.rules.get(index).zip(policy.rules.get(over)) else {
            continue;
        };
        let decision = over.decision.as_str();
        let another = match over.decision {
            same if same == rule.decision => "another",
            Decision::Ask | Decision::Allow => "an",
            Decision::Deny => "a",
        };
        // A last rule that asks about everything is what many write for a default.
        let needless = over.decision == Decision::Ask && is_bare(over);
        findings.rule(index, codes::SHADOWED, |fault| {
            let message = format!(
                "the rule is never reported: wherever it fires, {another} {decision} fires and wins"
            );
            let fault = fault
                .say(message)
                .related(at, format!("the {decision} that covers it"));
            if needless && rule.decision == Decision::Allow {
                fault.help(
                    "if the ask is only for what no rule allows, drop it: that is asked about \
                     anyway; else remove this rule, or narrow the ask",
                )
            } else {
                fault.help("remove the rule, or narrow the one that covers it")
            }
        });
    }
}

/// Whether a rule fires on every call of its tools.
const fn is_bare(rule: &Rule) -> bool {
    rule.under.is_none() && rule.host.is_none() && rule.command.is_none() && rule.check.is_none()
}

/// All rules by key.
struct Filed<'p> {
    policy: &'p Policy,
    /// By group and decision: a bit for every shape that occurs.
    shapes: Vec<[u16; 3]>,
    /// By group: the groups around it.
    around: Around,
    extent: Extent,
    /// By rule: its key with `args-any`.
    keys: Vec<u64>,
    /// Key with `args-any` → the first rule that has it.
    first: HashMap<u64, usize, RandomState>,
    filter: Filter,
    /// Key without `args-any` → the rules with `args-any` that have it.
    alternatives: HashMap<u64, Vec<usize>, RandomState>,
    /// Rules that say the same as an earlier one, and that one.
    duplicates: Vec<(usize, usize)>,
}

impl<'p> Filed<'p> {
    fn of(policy: &'p Policy, digests: &Digests<'p>, axes: &mut Axes) -> Self {
        let count = policy.rules.len();
        let mut filed = Self {
            policy,
            shapes: vec![[0; 3]; digests.tools.len()],
            around: digests.around(),
            extent: Extent::default(),
            keys: Vec::with_capacity(count),
            first: HashMap::with_capacity_and_hasher(count, RandomState::default()),
            filter: Filter::of(count),
            alternatives: HashMap::default(),
            duplicates: Vec::new(),
        };
        for ((index, digest), rule) in digests.iter().zip(&policy.rules) {
            filed.file(index, digest, rule, axes);
        }
        filed
    }

    fn file(&mut self, index: usize, digest: Digest, rule: &Rule, axes: &mut Axes) {
        axes.fill(rule, rule.decision.fires_on_unknown());
        axes.extend(&mut self.extent, rule);
        let key = axes.own(digest.group, digest.decision);
        let full = axes.with_any(key);
        self.keys.push(full);
        self.filter.add(full);
        match self.first.entry(full) {
            Entry::Vacant(slot) => {
                slot.insert(index);
            }
            Entry::Occupied(slot) => {
                let first = *slot.get();
                if same(rule, self.policy.rules.get(first)) {
                    self.duplicates.push((index, first));
                }
            }
        }
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
        let shapes = self.shapes.get_mut(digest.group as usize);
        if let Some(shapes) = shapes.and_then(|shapes| shapes.get_mut(rule.decision as usize)) {
            *shapes |= 1 << digest.shape.0;
        }
    }

    /// A rule that covers this one and beats it; a duplicate is not meant.
    fn shadowing(&self, index: usize, digest: Digest, axes: &mut Axes) -> Option<usize> {
        let mut budget = LOOKUPS;
        let mut filled = false;
        let stronger = [Decision::Deny, Decision::Ask].into_iter();
        for decision in stronger.filter(|&decision| decision > digest.decision) {
            for &group in self.around.of(digest.group) {
                for shape in self.shapes(digest.shape, group, decision) {
                    if !filled {
                        axes.fill(self.policy.rules.get(index)?, true);
                        filled = true;
                    }
                    let found = self.search(index, (group, decision, shape), axes, &mut budget);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        // A rule of the same decision that is as wide or wider can only be more specific by
        // having more tokens, in its `args-any`.
        if digest.shape.has(Shape::PROGRAM) && !self.alternatives.is_empty() {
            axes.fill(
                self.policy.rules.get(index)?,
                digest.decision.fires_on_unknown(),
            );
            let Digest {
                group,
                decision,
                shape,
            } = digest;
            return self
                .shapes(shape, group, decision)
                .find_map(|shape| self.search(index, (group, decision, shape), axes, &mut budget));
        }
        None
    }

    /// The shapes that a group's rules of a decision have and that may cover one of this shape.
    fn shapes(
        &self,
        shape: Shape,
        group: u32,
        decision: Decision,
    ) -> impl Iterator<Item = Shape> + use<> {
        let shapes = self.shapes.get(group as usize);
        let shapes = shapes
            .and_then(|shapes| shapes.get(decision as usize))
            .copied();
        shape.within(shapes.unwrap_or_default())
    }

    fn search(
        &self,
        index: usize,
        at: (u32, Decision, Shape),
        axes: &Axes,
        budget: &mut usize,
    ) -> Option<usize> {
        axes.search(at, self.extent, budget, |key| self.look(index, key, axes))
    }

    /// The rule under a key that covers and beats this one.
    fn look(&self, index: usize, key: u64, axes: &Axes) -> Option<usize> {
        let wins = |over: usize| {
            let (wide, narrow) = (self.policy.rules.get(over), self.policy.rules.get(index));
            let pair = wide
                .zip(narrow)
                .filter(|_| self.keys.get(over) != self.keys.get(index));
            pair.is_some_and(|(wide, narrow)| beats(wide, over, narrow, index))
        };
        let filed = [Axes::without_any(key), axes.with_any(key)].into_iter();
        let filed = filed.filter(|&key| self.filter.may_hold(key));
        let filed = filed
            .filter_map(|key| self.first.get(&key).copied())
            .find(|&over| wins(over));
        filed.or_else(|| {
            if self.alternatives.is_empty() {
                return None;
            }
            self.alternatives
                .get(&key)?
                .iter()
                .copied()
                .find(|&over| wins(over))
        })
    }
}

/// Says for most keys that nobody has them, from memory that stays in the cache.
struct Filter(Vec<u64>);

impl Filter {
    fn of(count: usize) -> Self {
        Self(vec![0; (count / 4).next_power_of_two()])
    }

    fn place(&self, key: u64) -> (usize, u64) {
        let at = usize::try_from(key >> 38).unwrap_or_default() & (self.0.len() - 1);
        (at, 1 << (key >> 32 & 63))
    }

    fn add(&mut self, key: u64) {
        let (at, bit) = self.place(key);
        if let Some(word) = self.0.get_mut(at) {
            *word |= bit;
        }
    }

    fn may_hold(&self, key: u64) -> bool {
        let (at, bit) = self.place(key);
        self.0.get(at).is_none_or(|word| word & bit != 0)
    }
}

/// Whether two rules have the same tool, decision and predicates.
fn same(rule: &Rule, other: Option<&Rule>) -> bool {
    let Some(other) = other else { return false };
    let (here, there) = (Parts::of(rule), Parts::of(other));
    covers(&here, &there) && covers(&there, &here)
}

/// Whether one rule covers another and is reported in its place.
fn beats(wide: &Rule, at: usize, narrow: &Rule, index: usize) -> bool {
    let (wide, narrow) = (Parts::of(wide), Parts::of(narrow));
    if !covers(&wide, &narrow) {
        return false;
    }
    let order = |parts: &Parts<'_>, at| (parts.rule.decision, parts.rank(), Reverse(at));
    order(&wide, at) > order(&narrow, index)
}
