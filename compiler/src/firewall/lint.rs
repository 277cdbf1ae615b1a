//! Warnings about a firewall policy (Q8, G7).
//!
//! Near-linear in the number of rules: what one rule means to others is found through hash
//! tables of the globs that cover its own, never by comparing all pairs. A warning is never
//! wrong; some that would be right are not found (each check says which).

mod cover;
mod globs;
mod order;
mod rules;

use super::{Policy, Rule};
use crate::fault::{Collector, Fault, Faults};
use crate::lint::codes;
use crate::source::{Location, Span};

/// Looks for warnings, sorted by position; of more than `limit`, the last says how many there
/// were.
#[must_use]
pub fn lint(policy: &Policy, limit: usize) -> Vec<Fault> {
    let mut findings = Findings {
        policy,
        warnings: Vec::new(),
    };
    for (index, rule) in policy.rules.iter().enumerate() {
        globs::lint(index, rule, &mut findings);
        rules::lint(index, rule, &mut findings);
    }
    order::lint(policy, &mut findings);
    findings.finish(limit)
}

/// Warnings, each with the rule that it is about.
struct Findings<'p> {
    policy: &'p Policy,
    warnings: Vec<(usize, Fault)>,
}

impl Findings<'_> {
    /// A warning at a rule.
    fn rule(&mut self, index: usize, code: &'static str, message: String, help: &str) {
        let at = self.at(index);
        self.warnings
            .push((index, Fault::lint(code, at, message).help(help)));
    }

    /// A warning at a member of a rule.
    fn member(
        &mut self,
        index: usize,
        name: &str,
        span: Span,
        fault: impl FnOnce(Location) -> Fault,
    ) {
        let pointer = format!("{}/{name}", self.policy.pointer(index));
        self.warnings
            .push((index, fault(Location { pointer, span })));
    }

    /// A warning about a rule and an earlier one.
    fn pair(
        &mut self,
        index: usize,
        other: usize,
        fault: impl FnOnce(Location) -> Fault,
        what: &str,
    ) {
        let fault = fault(self.at(index)).related(self.at(other), what);
        self.warnings.push((index, fault));
    }

    /// Where a rule stands.
    fn at(&self, index: usize) -> Location {
        let span = self
            .policy
            .rules
            .get(index)
            .map(|rule| rule.places.rule)
            .unwrap_or_default();
        Location {
            pointer: self.policy.pointer(index),
            span,
        }
    }

    /// What is left once each rule's `allow-lint` has been heard, and the entries of those that
    /// were of no use.
    fn finish(self, limit: usize) -> Vec<Fault> {
        let Self { policy, warnings } = self;
        let mut used: Vec<Vec<bool>> = policy
            .rules
            .iter()
            .map(|rule| vec![false; rule.allow_lint.len()])
            .collect();
        let mut left = Collector::new(limit);
        for (index, warning) in warnings {
            let allowed = policy
                .rules
                .get(index)
                .map(|rule| rule.allow_lint.as_slice());
            let mut hit = false;
            for (entry, used) in allowed
                .unwrap_or_default()
                .iter()
                .zip(used.get_mut(index).into_iter().flatten())
            {
                let same = warning.code == Some(entry.code);
                hit |= same;
                *used |= same;
            }
            if !hit {
                left.push(warning);
            }
        }
        for (index, (rule, used)) in policy.rules.iter().zip(used).enumerate() {
            for (entry, _) in rule.allow_lint.iter().zip(used).filter(|(_, used)| !used) {
                if codes::ABOUT_TOOLS.contains(&entry.code) {
                    // Whether it is of use, only a list of tools can say.
                    continue;
                }
                let pointer = format!("{}/allow-lint/{}", policy.pointer(index), entry.code);
                let message = format!("the rule draws no warning {}", entry.code);
                let at = Location {
                    pointer,
                    span: entry.at,
                };
                let fault = Fault::lint(codes::UNUSED_ALLOW_LINT, at, message);
                left.push(fault.help("remove it"));
            }
        }
        Faults::from(left).0
    }
}

/// Whether two rules take part at one stage at least.
fn share_a_stage(a: &Rule, b: &Rule) -> bool {
    a.stage.is_none() || b.stage.is_none() || a.stage == b.stage
}

#[cfg(test)]
mod tests;
