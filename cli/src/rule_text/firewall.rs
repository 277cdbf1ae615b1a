//! A firewall rule on one line.

use crate::safe::Safe;
use callgate::compiler::firewall::Rule;
use callgate::firewall::{Action, Clause, Endpoint, Scalar, Step, Test};
use std::fmt::{self, Display};

/// What a firewall rule asks and does: `deny *.exec at mcp where $.cmd contains "rm"`. Number,
/// priority, label and notes are left out.
pub(crate) struct FirewallRule<'a>(pub(crate) &'a Rule);

impl Display for FirewallRule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.0;
        f.write_str(rule.action.as_str())?;
        if let Action::CapCost(cents) = rule.action {
            write!(f, " {cents}")?;
        }
        let tool = if rule.tool.is_empty() {
            "*"
        } else {
            &rule.tool
        };
        write!(f, " {}", Safe(tool))?;
        if !matches!(rule.skill.as_str(), "" | "*") {
            write!(f, " skill {}", Safe(&rule.skill))?;
        }
        if let Some(stage) = rule.stage {
            write!(f, " at {stage}")?;
        }
        for (index, clause) in rule.clauses.iter().enumerate() {
            f.write_str(if index == 0 { " where " } else { " and " })?;
            write_clause(f, clause)?;
        }
        if let Some(egress) = &rule.egress {
            let (scope, except) = egress.scope(rule.action);
            write!(f, " to {}", endpoints(scope))?;
            if !except.is_empty() {
                write!(f, " but not {}", endpoints(except))?;
            }
        }
        if let Some(sanitizer) = &rule.sanitizer {
            let presets = sanitizer.presets.iter().map(|preset| preset.as_str());
            let presets: Vec<&str> = presets.collect();
            if !presets.is_empty() {
                write!(f, " presets [{}]", presets.join(", "))?;
            }
            let custom = sanitizer
                .custom
                .iter()
                .map(|pattern| quoted(pattern.as_str()));
            let custom: Vec<String> = custom.collect();
            if !custom.is_empty() {
                write!(f, " custom [{}]", custom.join(", "))?;
            }
        }
        if rule.sequence {
            f.write_str(" in a sequence")?;
        }
        Ok(())
    }
}

fn quoted(text: &str) -> String {
    Safe(&format!("{text:?}")).to_string()
}

fn write_clause(f: &mut fmt::Formatter<'_>, clause: &Clause) -> fmt::Result {
    f.write_str("$")?;
    for step in &clause.path {
        match step {
            Step::Index(index) => write!(f, "[{index}]")?,
            Step::Name(name) if is_plain(name) => write!(f, ".{name}")?,
            Step::Name(name) => write!(f, "[{}]", quoted(name))?,
        }
    }
    match &clause.test {
        Test::OneOf(values) => match &values[..] {
            [only] => write!(f, " = {}", scalar(only)),
            several => {
                let all: Vec<String> = several.iter().map(scalar).collect();
                write!(f, " in [{}]", all.join(", "))
            }
        },
        Test::Contains(text) => write!(f, " contains {}", quoted(text)),
        Test::Regex(pattern) => write!(f, " ~ {}", quoted(pattern.as_str())),
        Test::Above(number) => write!(f, " > {number}"),
        Test::Below(number) => write!(f, " < {number}"),
        Test::Inside(network) => write!(f, " inside {network}"),
    }
}

/// Whether a name needs no quotes in a path (A2).
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    !name.is_empty() && name.chars().all(plain)
}

fn scalar(value: &Scalar) -> String {
    match value {
        Scalar::Null => "null".to_owned(),
        Scalar::Bool(bool) => bool.to_string(),
        Scalar::Number(text) => text.clone(),
        Scalar::Text(text) => quoted(text),
    }
}

fn endpoints(list: &[Endpoint]) -> String {
    let one = |endpoint: &Endpoint| match endpoint {
        Endpoint::Host(host) => Safe(host).to_string(),
        Endpoint::Below(host) => format!("*.{}", Safe(host)),
        Endpoint::Network(network) => network.to_string(),
    };
    let all: Vec<String> = list.iter().map(one).collect();
    format!("[{}]", all.join(", "))
}
