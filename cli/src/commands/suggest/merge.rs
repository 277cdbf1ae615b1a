//! Fewer suggestions: directories beside each other joined, and the check that nothing else
//! changes.

use super::cover::without_covered;
use super::inside::Inside;
use crate::checks::FixedChecks;
use crate::lines::Line;
use crate::policy::{Policy, Table};
use crate::recorded::with_call;
use crate::replay::Fold;
use crate::suggested::{Behind, Body, segments};
use callgate::engine::json::Limits;
use callgate::permission::{self, Scratch};
use callgate::{Call, Decision, Outcome, compiler};
use std::collections::{BTreeMap, HashSet};

/// How many directories beside each other are joined in the one above.
const BESIDE: usize = 3;
/// The fewest segments that a joined directory may have.
const DEPTH: usize = 2;

/// Suggestions with directories beside each other joined in the one above them, as long as
/// that changes anything.
pub(super) fn joined(
    suggested: &BTreeMap<Body, Behind>,
    policy: &compiler::permission::Policy,
) -> BTreeMap<Body, Behind> {
    let mut current = without_covered(suggested);
    let inside = Inside::of(policy);
    loop {
        let mut beside: BTreeMap<Body, Vec<Body>> = BTreeMap::new();
        for body in current.keys() {
            if let Some(above) = above(body) {
                beside.entry(above).or_default().push(body.clone());
            }
        }
        let mut changed = false;
        for (above, below) in beside {
            if below.len() < BESIDE || !inside.may_join(&above) {
                continue;
            }
            let mut behind = Behind::default();
            for body in &below {
                if let Some(part) = current.remove(body) {
                    behind.add(&part);
                }
            }
            current.entry(above).or_default().add(&behind);
            changed = true;
        }
        if !changed {
            return current;
        }
        current = without_covered(&current);
    }
}

/// The suggestion for the directory above.
fn above(body: &Body) -> Option<Body> {
    let under = body.under.as_deref()?;
    let all: Vec<&str> = segments(under).collect();
    let (_, rest) = all.split_last()?;
    if rest.len() < DEPTH {
        return None;
    }
    let slash = if under.starts_with('/') { "/" } else { "" };
    Some(Body {
        under: Some(format!("{slash}{}", rest.join("/"))),
        ..body.clone()
    })
}

/// The recording under both policies: does anything change that should not?
pub(super) struct Verified<'p> {
    old: &'p permission::Table,
    new: &'p permission::Table,
    /// The tools that something is suggested for.
    tools: HashSet<&'p str>,
    checks: &'p FixedChecks,
    limits: Limits,
    scratch: Scratch,
    wrong: u64,
    /// Calls that become allow.
    became: u64,
    /// Calls that the suggestions stand for.
    meant: u64,
}

impl<'p> Verified<'p> {
    pub(super) fn new(
        policy: &'p Policy,
        new: &'p permission::Table,
        rules: &'p [(Body, Behind)],
        checks: &'p FixedChecks,
        limits: Limits,
    ) -> Self {
        let old = match &policy.table {
            Table::Permission(table) => table,
            Table::Firewall(_) => new,
        };
        Self {
            old,
            new,
            tools: rules.iter().map(|(body, _)| body.tool.as_str()).collect(),
            checks,
            limits,
            scratch: Scratch::default(),
            wrong: 0,
            became: 0,
            meant: rules.iter().map(|(_, behind)| behind.calls).sum(),
        }
    }

    fn call(&mut self, call: &Call<'_>) {
        let old = self.old.decide(call, self.checks, &mut self.scratch);
        let new = self.new.decide(call, self.checks, &mut self.scratch);
        let may_become = old.decision == Decision::Ask
            && old.rule.is_none()
            && new.decision == Decision::Allow
            && call.tool.is_some_and(|tool| self.tools.contains(tool));
        if may_become {
            self.became += 1;
        } else if !unchanged(&old, &new) {
            self.wrong += 1;
        }
    }
}

/// The same decision; an allow may be reported by a more specific rule.
fn unchanged(old: &Outcome, new: &Outcome) -> bool {
    old.decision == new.decision && (old.rule == new.rule || old.decision == Decision::Allow)
}

/// Whether no thread saw a wrong change, and every call that is suggested for became allow.
pub(super) fn verify(parts: &[Verified<'_>]) -> bool {
    let wrong: u64 = parts.iter().map(|part| part.wrong).sum();
    let became: u64 = parts.iter().map(|part| part.became).sum();
    let meant = parts.first().map_or(0, |part| part.meant);
    wrong == 0 && became >= meant
}

impl Fold for Verified<'_> {
    fn line(&mut self, _: u64, line: &Line<'_>) {
        let limits = self.limits;
        // Lines that are no calls were counted before.
        let _ = with_call(line, &limits, false, |staged| self.call(&staged.call));
    }
}
