//! What one rule alone shows (Q8).

use super::Findings;
use crate::fault::{Fault, quote};
use crate::firewall::Rule;
use crate::lint::codes;
use callgate_engine::firewall::{Action, Stage, Verdict};

pub(super) fn lint(index: usize, rule: &Rule, findings: &mut Findings<'_>) {
    if rule.stage == Some(Stage::Inbound) && !rule.clauses.is_empty() {
        findings.rule(
            index,
            codes::INBOUND_CLAUSES,
            "the rule never fires: at stage inbound there are no arguments to put its clauses to"
                .into(),
            "pin it to `mcp` or `response`, or drop the clauses",
        );
    }
    match (rule.action, rule.stage) {
        (Action::Give(Verdict::Sanitize), Some(stage @ (Stage::Inbound | Stage::Egress))) => {
            findings.rule(
                index,
                codes::STRAY_SANITIZE,
                format!("nothing can be rewritten at stage {stage}: the rule denies"),
                "write `deny` if that is meant, or pin the rule to `mcp` or `response`",
            );
        }
        (Action::Give(Verdict::PendingApproval), None) => findings.rule(
            index,
            codes::STAGELESS_APPROVAL,
            "a call cannot be held at stages response and egress: there the rule denies".into(),
            "pin the rule to `mcp` or `inbound`, and deny at the other stages in a rule of its own",
        ),
        (Action::CapCost(_), Some(stage @ (Stage::Response | Stage::Egress))) => findings.rule(
            index,
            codes::NEVER_FIRES_FIREWALL,
            format!("the rule never fires: nothing is spent at stage {stage}"),
            "pin it to `mcp` or `inbound`",
        ),
        _ => {}
    }
    if rule.sequence {
        let span = rule.places.sequence.unwrap_or(rule.places.rule);
        findings.member(index, "sequence", span, |at| {
            let message =
                "a rule with `sequence` is no part of the walk over the rules: it decides no call";
            Fault::lint(codes::SEQUENCE, at, message)
                .help("drop `sequence`, or leave the rule to a program that follows sequences")
        });
    }
    for (at, network) in &rule.places.host_bits {
        let message = format!(
            "bits of the address beyond the network's length are ignored: it is {}",
            quote(network)
        );
        let fault = Fault::lint(codes::HOST_BITS, at.clone(), message)
            .help(format!("write {}", quote(network)));
        findings.warnings.push((index, fault));
    }
}
