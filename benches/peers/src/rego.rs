//! Regorus: one Rego rule a rule, three names, the strongest that holds.

use crate::facts::Facts;
use crate::{Peer, Result};
use callgate::Decision;
use callgate_workload::rules::{Rule, Tool, When};
use regorus::languages::rego::compiler::Compiler;
use regorus::rvm::RegoVM;
use regorus::{Engine, PolicyLengthConfig, Value};
use std::fmt::Write as _;
use std::num::NonZero;

fn text(rules: &[Rule]) -> Result<String> {
    let mut text = String::from(
        "package p\nimport rego.v1\ndefault decision := \"ask\"\n\
         decision := \"deny\" if { deny } else := \"ask\" if { ask } else := \"allow\" if { allow }\n",
    );
    for rule in rules {
        let tool = match &rule.tool {
            Tool::Exact(name) => format!("input.tool == \"{name}\""),
            Tool::Prefix(stem) => format!("startswith(input.tool, \"{stem}\")"),
        };
        let when = match &rule.when {
            When::Always => String::new(),
            When::Host(host) => format!("; input.host == \"{host}\""),
            When::Below(host) => format!("; endswith(input.host, \".{host}\")"),
            When::Under(directory) => format!("; startswith(input.path, \"{directory}/\")"),
            When::Command(program) => format!("; input.program == \"{program}\""),
        };
        writeln!(text, "{} if {{ {tool}{when} }}", rule.decision.as_str())?;
    }
    Ok(text)
}

fn engine(rules: &[Rule]) -> Result<Engine> {
    let mut engine = Engine::new();
    engine.set_policy_length_config(PolicyLengthConfig {
        max_file_bytes: NonZero::<usize>::MAX,
        max_lines: NonZero::<usize>::MAX,
        ..PolicyLengthConfig::default()
    });
    engine.add_policy("p.rego".to_owned(), text(rules)?)?;
    Ok(engine)
}

fn input(facts: &Facts) -> Value {
    let mut input = Value::new_object();
    if let Ok(members) = input.as_object_mut() {
        for (name, text) in [
            ("tool", facts.tool),
            ("host", facts.host),
            ("path", facts.path),
            ("program", facts.program),
        ] {
            members.insert(name.into(), text.into());
        }
    }
    input
}

fn decision(value: &Value) -> Result<Decision> {
    match value.as_string()?.as_ref() {
        "deny" => Ok(Decision::Deny),
        "ask" => Ok(Decision::Ask),
        "allow" => Ok(Decision::Allow),
        other => Err(format!("no decision: {other}").into()),
    }
}

struct Interpreted(Engine);

pub fn new_interpreted(rules: &[Rule]) -> Result<Box<dyn Peer>> {
    Ok(Box::new(Interpreted(engine(rules)?)))
}

impl Peer for Interpreted {
    fn decide(&mut self, facts: &Facts) -> Result<Decision> {
        self.0.set_input(input(facts));
        decision(&self.0.eval_rule("data.p.decision".to_owned())?)
    }
}

struct Compiled(RegoVM);

pub fn new_compiled(rules: &[Rule]) -> Result<Box<dyn Peer>> {
    let entry = "data.p.decision";
    let compiled = engine(rules)?.compile_with_entrypoint(&entry.into())?;
    let program = Compiler::compile_from_policy(&compiled, &[entry])
        .map_err(|error| format!("{error:?}").chars().take(200).collect::<String>())?;
    let mut machine = RegoVM::new();
    machine.load_program(program);
    Ok(Box::new(Compiled(machine)))
}

impl Peer for Compiled {
    fn decide(&mut self, facts: &Facts) -> Result<Decision> {
        self.0.set_input(input(facts));
        let value = self.0.execute().map_err(|error| format!("{error:?}"))?;
        decision(&value)
    }
}
