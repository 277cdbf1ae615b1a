//! CEL: a program a rule, the strongest first, until one holds.

use crate::facts::Facts;
use crate::scan::rank;
use crate::{Peer, Result};
use ::cel::{Context, Env, Program, Value};
use callgate::Decision;
use callgate_workload::rules::{Rule, Tool, When};
use std::sync::Arc;

struct Cel {
    env: Arc<Env>,
    programs: Vec<(Decision, Program)>,
}

pub fn new(rules: &[Rule]) -> Result<Box<dyn Peer>> {
    let env = Arc::new(Env::stdlib());
    let mut programs = Vec::new();
    for rule in rules {
        let tool = match &rule.tool {
            Tool::Exact(name) => format!("tool == '{name}'"),
            Tool::Prefix(stem) => format!("tool.startsWith('{stem}')"),
        };
        let when = match &rule.when {
            When::Always => String::new(),
            When::Host(host) => format!(" && host == '{host}'"),
            When::Below(host) => format!(" && host.endsWith('.{host}')"),
            When::Under(directory) => format!(" && path.startsWith('{directory}/')"),
            When::Command(program) => format!(" && program == '{program}'"),
        };
        programs.push((rule.decision, env.compile(&format!("{tool}{when}"))?));
    }
    programs.sort_by_key(|(decision, _)| std::cmp::Reverse(rank(*decision)));
    Ok(Box::new(Cel { env, programs }))
}

impl Peer for Cel {
    fn decide(&mut self, facts: &Facts) -> Result<Decision> {
        let mut context = Context::with_env(Arc::clone(&self.env));
        context.add_variable_from_value("tool", facts.tool);
        context.add_variable_from_value("host", facts.host);
        context.add_variable_from_value("path", facts.path);
        context.add_variable_from_value("program", facts.program);
        for (decision, program) in &self.programs {
            if program.execute(&context)? == Value::Bool(true) {
                return Ok(*decision);
            }
        }
        Ok(Decision::Ask)
    }
}
