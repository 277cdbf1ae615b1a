//! Cedar: allow is `permit`; deny and ask are `forbid`s with an annotation, read back from the
//! policies that determined the answer.

use crate::facts::Facts;
use crate::scan::rank;
use crate::{Peer, Result};
use callgate::Decision;
use callgate_workload::rules::{Rule, Tool, When};
use cedar_policy::{
    Authorizer, Context, Decision as CedarDecision, Entities, EntityUid, PolicyId, PolicySet,
    Request, RestrictedExpression,
};
use std::collections::HashMap;
use std::fmt::Write as _;

struct Cedar {
    policies: PolicySet,
    decisions: HashMap<PolicyId, Decision>,
    authorizer: Authorizer,
    entities: Entities,
    someone: EntityUid,
}

pub fn new(rules: &[Rule]) -> Result<Box<dyn Peer>> {
    let mut text = String::new();
    for rule in rules {
        let effect = match rule.decision {
            Decision::Allow => "permit",
            Decision::Deny => "@d(\"deny\") forbid",
            Decision::Ask => "@d(\"ask\") forbid",
        };
        let tool = match &rule.tool {
            Tool::Exact(name) => format!("context.tool == \"{name}\""),
            Tool::Prefix(stem) => format!("context.tool like \"{stem}*\""),
        };
        let when = match &rule.when {
            When::Always => String::new(),
            When::Host(host) => format!(" && context.host == \"{host}\""),
            When::Below(host) => format!(" && context.host like \"*.{host}\""),
            When::Under(directory) => format!(" && context.path like \"{directory}/*\""),
            When::Command(program) => format!(" && context.program == \"{program}\""),
        };
        writeln!(
            text,
            "{effect}(principal, action, resource) when {{ {tool}{when} }};"
        )?;
    }
    let policies: PolicySet = text.parse()?;
    let decisions = policies
        .policies()
        .filter_map(|policy| {
            let decision = match policy.annotation("d")? {
                "deny" => Decision::Deny,
                _ => Decision::Ask,
            };
            Some((policy.id().clone(), decision))
        })
        .collect();
    Ok(Box::new(Cedar {
        policies,
        decisions,
        authorizer: Authorizer::new(),
        entities: Entities::empty(),
        someone: "A::\"x\"".parse()?,
    }))
}

impl Peer for Cedar {
    fn decide(&mut self, facts: &Facts) -> Result<Decision> {
        let text = |text: &str| RestrictedExpression::new_string(text.to_owned());
        let context = Context::from_pairs([
            ("tool".to_owned(), text(facts.tool)),
            ("host".to_owned(), text(facts.host)),
            ("path".to_owned(), text(facts.path)),
            ("program".to_owned(), text(facts.program)),
        ])?;
        let someone = || self.someone.clone();
        let request = Request::new(someone(), someone(), someone(), context, None)?;
        let answer = self
            .authorizer
            .is_authorized(&request, &self.policies, &self.entities);
        if answer.decision() == CedarDecision::Allow {
            return Ok(Decision::Allow);
        }
        Ok(answer
            .diagnostics()
            .reason()
            .filter_map(|id| self.decisions.get(id).copied())
            .max_by_key(|&decision| rank(decision))
            .unwrap_or(Decision::Ask))
    }
}
