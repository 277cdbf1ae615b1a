//! The firewall clauses as plainly as they can be put: every rule in order, nothing indexed.
//!
//! Shares the validated rules, the vocabulary and the `regex` crate with the product, and no
//! matching code.

mod clause;
mod destination;
mod glob;
mod json;
mod network;
mod number;
mod redact;

use crate::case::{ArgumentsInput, CallInput};
use callgate_compiler::firewall::{Policy, Rule};
use callgate_engine::firewall::{Action, Outcome, Reason, RuleId, Stage, Verdict};
use callgate_engine::json::Limits;
use destination::Target;
use json::Value;

pub use glob::matches as glob_matches;
pub use redact::redact;

/// A call as the clauses see it.
#[derive(Debug)]
struct Call {
    /// `None`: no name, or one that cannot be read.
    tool: Option<String>,
    /// `None`: they cannot be read.
    arguments: Option<Value>,
    stage: Stage,
    skill: Option<String>,
    destination: Option<String>,
    resolved: Vec<String>,
    spent_cents: Option<i64>,
}

/// What a policy says about a call (Q3–Q6).
///
/// A stage that no clause names counts as `mcp`.
#[must_use]
pub fn decide(policy: &Policy, input: &CallInput, limits: &Limits) -> Outcome {
    if !policy.spec.enabled {
        return Outcome::DISABLED;
    }
    let call = read(input, limits);
    let mut outcome = walk(policy, &call);
    if policy.spec.shadow
        && let Some(Verdict::Deny | Verdict::Sanitize | Verdict::PendingApproval) = outcome.verdict
    {
        outcome.would_be = outcome.verdict;
        outcome.verdict = Some(Verdict::Audit);
    }
    outcome
}

fn read(input: &CallInput, limits: &Limits) -> Call {
    let more = &input.firewall;
    let (tool, arguments) = match &input.arguments {
        ArgumentsInput::Absent => (input.tool_name().map(str::to_owned), Some(Value::empty())),
        ArgumentsInput::Parsed(value) => {
            (input.tool_name().map(str::to_owned), Some(Value::of(value)))
        }
        ArgumentsInput::Raw(bytes) => (
            input.tool_name().map(str::to_owned),
            json::parse(bytes, limits),
        ),
        ArgumentsInput::Request(bytes) => json::request(bytes, limits),
    };
    Call {
        tool,
        arguments,
        stage: more
            .stage
            .as_deref()
            .and_then(Stage::from_name)
            .unwrap_or(Stage::Mcp),
        skill: more.skill.clone(),
        destination: more.destination.clone(),
        resolved: more.resolved.clone().unwrap_or_default(),
        spent_cents: more
            .spent_cents
            .as_ref()
            .and_then(serde_json::Value::as_i64),
    }
}

/// The rules in the order of Q3.
fn ordered(policy: &Policy) -> Vec<(u32, &Rule)> {
    let mut rules: Vec<(u32, &Rule)> = (0..).zip(&policy.rules).collect();
    rules.sort_by(|(place, rule), (other_place, other)| {
        let ids = match (rule.id, other.id) {
            (Some(id), Some(other)) => id.cmp(&other),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => place.cmp(other_place),
        };
        rule.priority.cmp(&other.priority).then(ids)
    });
    rules
}

fn walk(policy: &Policy, call: &Call) -> Outcome {
    let mut target = None;
    if call.stage == Stage::Egress {
        target = Target::read(call.destination.as_deref(), &call.resolved);
        if target.is_none() {
            return Outcome::new(Verdict::Deny, Reason::NoDestination, None);
        }
    }
    for (place, rule) in ordered(policy) {
        if !holds(policy, rule, call, target.as_ref()) {
            continue;
        }
        let (verdict, reason) = match (rule.action, call.stage) {
            (Action::CapCost(_), Stage::Response | Stage::Egress) => continue,
            (Action::CapCost(cap), _) => match call.spent_cents {
                None => (Verdict::Deny, Reason::SpendUnknown),
                Some(spent) if i128::from(spent) > i128::from(cap) => {
                    (Verdict::Deny, Reason::OverCap)
                }
                Some(_) => continue,
            },
            (Action::Give(Verdict::Sanitize), Stage::Inbound | Stage::Egress) => {
                (Verdict::Deny, Reason::CannotSanitize)
            }
            (Action::Give(Verdict::PendingApproval), Stage::Response | Stage::Egress) => {
                (Verdict::Deny, Reason::CannotHold)
            }
            (Action::Give(verdict), _) => (verdict, Reason::Rule),
        };
        return Outcome::new(verdict, reason, Some(RuleId(place)));
    }
    Outcome::new(policy.spec.default_verdict, Reason::Default, None)
}

/// Whether a rule can hold a call back.
fn restricts(rule: &Rule) -> bool {
    !matches!(rule.action, Action::Give(Verdict::Allow | Verdict::Audit))
}

/// Q4: every declared condition.
fn holds(policy: &Policy, rule: &Rule, call: &Call, target: Option<&Target>) -> bool {
    if rule.sequence || rule.stage.is_some_and(|stage| stage != call.stage) {
        return false;
    }
    let tool = match (&call.tool, call.stage) {
        (Some(tool), _) => glob::matches(&rule.tool, tool),
        // A name that cannot be read may be any: no allow, every rule that restricts.
        (None, Stage::Response | Stage::Mcp) => restricts(rule),
        (None, _) => glob::is_any(&rule.tool),
    };
    let skill = match &call.skill {
        Some(skill) => glob::matches(&rule.skill, skill),
        None => glob::is_any(&rule.skill),
    };
    let destination = match (&rule.egress, target) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(egress), Some(target)) => target.in_scope(egress, rule.action),
    };
    let arguments = rule.clauses.is_empty()
        || call.stage != Stage::Inbound
            && rule.clauses.iter().all(|clause| {
                clause::holds(clause, call.arguments.as_ref())
                    .unwrap_or(policy.spec.strict_clauses && restricts(rule))
            });
    tool && skill && destination && arguments
}
