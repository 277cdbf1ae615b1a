//! Whole answers, the same type for every implementation, and their JSON form in results.

use callgate_compiler::Fault;
use callgate_engine::command::{EffectiveCommand, Role};
use callgate_engine::permission::{Outcome, Suggestion};
use serde_json::{Map, Value, json};

/// Everything a permission decision comes with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Decision, reason, reported rule and unknown predicates.
    pub outcome: Outcome,
    /// The call's locations (E7).
    pub paths: Vec<String>,
    /// What "always allow" should remember (E8).
    pub suggestion: Option<Suggestion>,
}

impl Answer {
    /// As results write it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "decision": self.outcome.decision.as_str(),
            "reason": self.outcome.reason.as_str(),
            "rule": self.outcome.rule.map(|rule| rule.0),
            "paths": self.paths,
            "suggestion": self.suggestion.as_ref().map(suggestion),
            "blanket": self.suggestion.as_ref().is_some_and(|suggestion| suggestion.blanket),
        })
    }
}

/// A firewall verdict as results write it; `would_be` only where a shadow held one back.
#[must_use]
pub fn verdict(outcome: &callgate_engine::firewall::Outcome) -> Value {
    let mut answer = json!({
        "verdict": outcome.verdict.map(|verdict| verdict.as_str()),
        "reason": outcome.reason.as_str(),
        "rule": outcome.rule.map(|rule| rule.0),
    });
    if let (Some(verdict), Value::Object(answer)) = (outcome.would_be, &mut answer) {
        answer.insert("would_be".to_owned(), json!(verdict.as_str()));
    }
    answer
}

/// A suggestion as the body of a rule, without its decision.
#[must_use]
pub fn suggestion(suggestion: &Suggestion) -> Value {
    let mut rule = Map::new();
    rule.insert("tool".to_owned(), json!(suggestion.tool));
    let scopes = [
        ("under", &suggestion.under),
        ("host", &suggestion.host),
        ("command", &suggestion.command),
    ];
    for (member, scope) in scopes {
        if let Some(scope) = scope {
            rule.insert(member.to_owned(), json!(scope));
        }
    }
    if let Some(args) = &suggestion.args {
        rule.insert("args".to_owned(), json!(args));
    }
    Value::Object(rule)
}

/// An effective command that owns what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The basename; `None`: unidentifiable.
    pub program: Option<String>,
    /// The readable tail.
    pub tokens: Vec<String>,
    /// Whether the tail was read to its end.
    pub sealed: bool,
    /// The part it plays.
    pub role: Role,
    /// Whether each redirect writes, and its literal target.
    pub redirects: Vec<(bool, Option<String>)>,
}

impl Command {
    /// A copy of what a reader found.
    #[must_use]
    pub fn of(command: &EffectiveCommand<'_>) -> Self {
        use callgate_engine::command::Direction;
        Self {
            program: command.program.map(str::to_owned),
            tokens: command.tokens.iter().map(str::to_owned).collect(),
            sealed: command.sealed,
            role: command.role,
            redirects: command
                .redirects()
                .map(|redirect| {
                    let writes = redirect.direction == Direction::Writes;
                    (writes, redirect.target.map(str::to_owned))
                })
                .collect(),
        }
    }

    /// As results write it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let redirects: Vec<Value> = self
            .redirects
            .iter()
            .map(|(writes, target)| {
                let direction = if *writes { "writes" } else { "reads" };
                json!({ "direction": direction, "target": target })
            })
            .collect();
        json!({
            "program": self.program,
            "tokens": self.tokens,
            "sealed": self.sealed,
            "role": self.role.as_str(),
            "redirects": redirects,
        })
    }
}

/// Faults as results write them.
#[must_use]
pub fn faults(faults: &[Fault]) -> Value {
    faults
        .iter()
        .map(|fault| {
            json!({
                "kind": fault.kind.as_str(),
                "at": fault.at.pointer,
                "message": fault.message,
            })
        })
        .collect()
}
