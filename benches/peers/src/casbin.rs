//! Casbin: an enforcer each for deny, ask and allow; the first that says yes.

use crate::facts::Facts;
use crate::{Peer, Result};
use ::casbin::function_map::OperatorFunction;
use ::casbin::rhai::Dynamic;
use ::casbin::{CoreApi, DefaultModel, Enforcer, MemoryAdapter, MgmtApi};
use callgate::Decision;
use callgate_workload::rules::{Rule, Tool, When};

const MODEL: &str = "
[request_definition]
r = tool, host, path, program

[policy_definition]
p = tool, kind, value

[policy_effect]
e = some(where (p.eft == allow))

[matchers]
m = keyMatch(r.tool, p.tool) && (p.kind == \"always\" || p.kind == \"host\" && r.host == p.value || p.kind == \"command\" && r.program == p.value || p.kind == \"below\" && ends(r.host, p.value) || p.kind == \"under\" && begins(r.path, p.value))
";

struct Casbin(Vec<(Decision, Enforcer)>);

pub fn new(rules: &[Rule]) -> Result<Box<dyn Peer>> {
    let enforcers: Result<Vec<_>> = [Decision::Deny, Decision::Ask, Decision::Allow]
        .into_iter()
        .map(|decision| Ok((decision, enforcer(rules, decision)?)))
        .collect();
    Ok(Box::new(Casbin(enforcers?)))
}

fn enforcer(rules: &[Rule], decision: Decision) -> Result<Enforcer> {
    pollster::block_on(async {
        let model = DefaultModel::from_str(MODEL).await?;
        let mut enforcer = Enforcer::new(model, MemoryAdapter::default()).await?;
        enforcer.add_function(
            "ends",
            OperatorFunction::Arg2(|text, end| {
                let (text, end) = (string(text), string(end));
                text.ends_with(end.as_str()).into()
            }),
        );
        enforcer.add_function(
            "begins",
            OperatorFunction::Arg2(|text, start| {
                let (text, start) = (string(text), string(start));
                text.starts_with(start.as_str()).into()
            }),
        );
        let policies = rules
            .iter()
            .filter(|rule| rule.decision == decision)
            .map(row);
        // A row twice is refused; the same rule twice says nothing new.
        let mut rows: Vec<Vec<String>> = policies.collect();
        rows.sort_unstable();
        rows.dedup();
        enforcer.add_policies(rows).await?;
        Ok(enforcer)
    })
}

fn string(text: Dynamic) -> ::casbin::rhai::ImmutableString {
    text.into_immutable_string().unwrap_or_default()
}

fn row(rule: &Rule) -> Vec<String> {
    let tool = match &rule.tool {
        Tool::Exact(name) => name.clone(),
        Tool::Prefix(stem) => format!("{stem}*"),
    };
    let (kind, value) = match &rule.when {
        When::Always => ("always", String::new()),
        When::Host(host) => ("host", host.clone()),
        When::Below(host) => ("below", format!(".{host}")),
        When::Under(directory) => ("under", format!("{directory}/")),
        When::Command(program) => ("command", program.clone()),
    };
    vec![tool, kind.to_owned(), value]
}

impl Peer for Casbin {
    fn decide(&mut self, facts: &Facts) -> Result<Decision> {
        for (decision, enforcer) in &self.0 {
            if enforcer.enforce((facts.tool, facts.host, facts.path, facts.program))? {
                return Ok(*decision);
            }
        }
        Ok(Decision::Ask)
    }
}
