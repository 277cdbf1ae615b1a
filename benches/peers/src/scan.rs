//! What one writes in ten minutes: look at every rule.

use crate::facts::Facts;
use crate::{Peer, Result};
use callgate::Decision;
use callgate_workload::rules::{Rule, Tool, When};

struct Scan(Vec<Rule>);

pub fn new(rules: &[Rule]) -> Result<Box<dyn Peer>> {
    Ok(Box::new(Scan(rules.to_vec())))
}

impl Peer for Scan {
    fn decide(&mut self, facts: &Facts) -> Result<Decision> {
        let mut decision = None;
        for rule in &self.0 {
            let strength = rank(rule.decision);
            if decision.is_none_or(|best| strength > rank(best)) && fires(rule, facts) {
                decision = Some(rule.decision);
                if rule.decision == Decision::Deny {
                    break;
                }
            }
        }
        Ok(decision.unwrap_or(Decision::Ask))
    }
}

/// deny > ask > allow.
pub fn rank(decision: Decision) -> u8 {
    match decision {
        Decision::Allow => 0,
        Decision::Ask => 1,
        Decision::Deny => 2,
    }
}

fn fires(rule: &Rule, facts: &Facts) -> bool {
    let about = match &rule.tool {
        Tool::Exact(name) => facts.tool == name,
        Tool::Prefix(stem) => facts.tool.starts_with(stem.as_str()),
    };
    about
        && match &rule.when {
            When::Always => true,
            When::Host(host) => facts.host == host,
            When::Below(host) => facts
                .host
                .strip_suffix(host.as_str())
                .is_some_and(|rest| rest.ends_with('.')),
            When::Under(directory) => facts
                .path
                .strip_prefix(directory.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            When::Command(program) => facts.program == program,
        }
}
