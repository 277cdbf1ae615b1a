//! What a rule gets wrong all by itself.

use super::digest::Digests;
use super::parts::Shape;
use super::{Findings, Say as _};
use crate::fault::{near, quote};
use crate::lint::codes;
use crate::permission::{CommandNarrower, Policy};
use callgate_engine::Decision;
use std::collections::HashSet;

/// How many unknown checks get a suggestion: looking for one costs a walk over all names.
const SUGGESTIONS: usize = 100;

pub(super) fn lint(
    policy: &Policy,
    digests: &Digests<'_>,
    known_checks: Option<&[String]>,
    findings: &mut Findings<'_>,
) {
    let known: Option<HashSet<&str>> =
        known_checks.map(|names| names.iter().map(String::as_str).collect());
    let mut suggestions = SUGGESTIONS;
    for (index, digest) in digests.iter() {
        if !digest.shape.has(Shape::PROGRAM) && !digest.shape.has(Shape::CHECK) {
            continue;
        }
        let Some(rule) = policy.rules.get(index) else {
            continue;
        };
        if let Some(command) = &rule.command {
            arguments(index, rule.decision, command, findings);
        }
        if let (Some(check), Some(known)) = (&rule.check, &known)
            && !known.contains(check.as_str())
        {
            findings.rule(index, codes::UNKNOWN_CHECK, |fault| {
                let fault = fault.say(format!("no check called {} is supplied", quote(check)));
                let left = suggestions > 0;
                suggestions = suggestions.saturating_sub(1);
                match near(check, known.iter().copied().filter(|_| left)) {
                    Some(meant) => fault.help(format!("did you mean `{meant}`?")),
                    None => fault.help("correct the name, or have the program supply the check"),
                }
            });
        }
    }
}

fn arguments(
    index: usize,
    decision: Decision,
    command: &CommandNarrower,
    findings: &mut Findings<'_>,
) {
    let args = command.args.as_deref().unwrap_or_default();
    let any = command.args_any.as_deref().unwrap_or_default();
    if !args.is_empty() && !any.is_empty() {
        let given: HashSet<&String> = args.iter().collect();
        if let Some(token) = any.iter().find(|token| given.contains(token)) {
            findings.rule(index, codes::IDLE_ARGS_ANY, |fault| {
                let message = format!("`args` holds {}, so `args-any` always holds", quote(token));
                fault
                    .say(message)
                    .help("take the token out of `args-any`, or `args-any` out")
            });
        }
    }
    let unread = |token: &String| token.contains('\0');
    let never = args.iter().any(unread) || (!any.is_empty() && any.iter().all(unread));
    if never && decision == Decision::Allow {
        findings.rule(index, codes::NEVER_FIRES, |fault| {
            fault.say("the rule can never fire: a token that holds NUL is never read")
        });
    }
}
