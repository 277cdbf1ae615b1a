//! Warnings about a permission policy (R9).
//!
//! Near-linear in the number of rules: what one rule means to others is found through hash
//! tables and sorted prefixes, never by comparing all pairs. A warning is never wrong; some
//! that would be right are not found (each check says which).

mod cover;
mod digest;
mod keys;
mod parts;
mod rules;
mod scoped;
mod shadow;
mod wide;

use super::Policy;
use super::scopes::Scopes;
use crate::fault::{Collector, Fault, Faults};
use crate::lint::codes;
use crate::source::Location;
use digest::Digests;

/// Looks for warnings, sorted by position; of more than `limit`, the last says how many there
/// were. `known_checks`: the checks that the embedding program supplies, where that is known.
#[must_use]
pub fn lint(policy: &Policy, known_checks: Option<&[String]>, limit: usize) -> Vec<Fault> {
    let scopes = Scopes::of(policy);
    let mut findings = Findings::new(policy, limit);
    let digests = Digests::of(policy);
    rules::lint(policy, &digests, known_checks, &mut findings);
    scoped::lint(policy, &scopes, &digests, &mut findings);
    wide::lint(policy, &digests, &mut findings);
    shadow::lint(policy, &digests, &mut findings);
    findings.finish()
}

/// Gathers warnings and takes out those that a rule's `allow-lint` expects.
struct Findings<'p> {
    policy: &'p Policy,
    warnings: Collector,
    /// By rule with an `allow-lint`, in order: which of its entries were of use.
    allowed: Vec<(usize, Vec<bool>)>,
}

impl<'p> Findings<'p> {
    fn new(policy: &'p Policy, limit: usize) -> Self {
        let rules = policy.rules.iter().enumerate();
        let allowed = rules
            .filter(|(_, rule)| !rule.allow_lint.is_empty())
            .map(|(index, rule)| (index, vec![false; rule.allow_lint.len()]))
            .collect();
        Self {
            policy,
            warnings: Collector::new(limit),
            allowed,
        }
    }

    /// A warning at a rule, unless the rule allows it.
    fn rule(&mut self, index: usize, code: &'static str, warning: impl FnOnce(Fault) -> Fault) {
        if self.allows(index, code) || self.warnings.counts_only() {
            return;
        }
        let fault = warning(Fault::lint(code, self.at(index), String::new()));
        self.warnings.push(fault);
    }

    /// A warning at something that is no rule.
    fn other(&mut self, warning: Fault) {
        self.warnings.push(warning);
    }

    /// Where a rule stands.
    fn at(&self, index: usize) -> Location {
        let span = self
            .policy
            .rules
            .get(index)
            .map(|rule| rule.at)
            .unwrap_or_default();
        Location {
            pointer: self.policy.pointer(index),
            span,
        }
    }

    fn allows(&mut self, index: usize, code: &str) -> bool {
        let Ok(at) = self
            .allowed
            .binary_search_by_key(&index, |&(index, _)| index)
        else {
            return false;
        };
        let entries = self
            .policy
            .rules
            .get(index)
            .map(|rule| rule.allow_lint.as_ref());
        let entries = entries.unwrap_or_default();
        let Some((_, used)) = self.allowed.get_mut(at) else {
            return false;
        };
        let mut allows = false;
        for (entry, used) in entries.iter().zip(used) {
            if entry.code == code {
                *used = true;
                allows = true;
            }
        }
        allows
    }

    fn finish(mut self) -> Vec<Fault> {
        for (index, used) in std::mem::take(&mut self.allowed) {
            let Some(rule) = self.policy.rules.get(index) else {
                continue;
            };
            for (entry, _) in rule.allow_lint.iter().zip(used).filter(|(_, used)| !used) {
                if codes::ABOUT_TOOLS.contains(&entry.code) {
                    // Whether it is of use, only a list of tools can say.
                    continue;
                }
                let pointer = format!("{}/allow-lint/{}", self.policy.pointer(index), entry.code);
                let at = Location {
                    pointer,
                    span: entry.at,
                };
                let message = format!("the rule draws no warning {}", entry.code);
                let fault = Fault::lint(codes::UNUSED_ALLOW_LINT, at, message);
                self.warnings.push(fault.help("remove it"));
            }
        }
        Faults::from(self.warnings).0
    }
}

/// A warning's message.
trait Say {
    fn say(self, message: impl Into<String>) -> Self;
}

impl Say for Fault {
    fn say(self, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..self
        }
    }
}

#[cfg(test)]
mod tests;
