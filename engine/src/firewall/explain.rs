//! A verdict in a sentence, for people (Q5).

use super::table::Table;
use super::verdict::{Outcome, Reason, Verdict};

impl Table {
    /// One sentence that says what was decided, by which rule and why.
    #[must_use]
    pub fn sentence(&self, outcome: &Outcome) -> String {
        let Some(verdict) = outcome.verdict else {
            return "The policy is disabled and gives no verdict.".into();
        };
        let rule = outcome
            .rule
            .map_or_else(|| "the policy".into(), |rule| self.name(rule));
        let verdict = outcome.would_be.unwrap_or(verdict);
        let said = match outcome.reason {
            Reason::Rule => format!("{} by {rule}", past(verdict)),
            Reason::Default => format!("{} by default: no rule decides this call", past(verdict)),
            Reason::NoDestination => "Denied: the call has no destination that can be read".into(),
            Reason::OverCap => format!("Denied by {rule}: more was spent than its cap"),
            Reason::SpendUnknown => {
                format!(
                    "Denied by {rule}: it caps the cost and the call does not say what was spent"
                )
            }
            Reason::CannotHold => {
                format!(
                    "Denied by {rule}: it asks for approval, and a call cannot be held at this stage"
                )
            }
            Reason::CannotSanitize => {
                format!(
                    "Denied by {rule}: it sanitizes, and nothing can be rewritten at this stage"
                )
            }
            Reason::Disabled => "The policy is disabled".into(),
        };
        if outcome.would_be.is_some() {
            return format!("Let through and recorded because of shadow. Without it: {said}.");
        }
        format!("{said}.")
    }

    fn name(&self, rule: crate::permission::RuleId) -> String {
        let id = self
            .id(rule)
            .map(|id| format!(", id {id}"))
            .unwrap_or_default();
        match self.label(rule) {
            Some(label) => format!("rule {}{id} \u{201c}{label}\u{201d}", rule.0),
            None => format!("rule {}{id}", rule.0),
        }
    }
}

const fn past(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "Allowed",
        Verdict::Audit => "Let through and recorded",
        Verdict::Sanitize => "Let through with redactions",
        Verdict::PendingApproval => "Held for approval",
        Verdict::Deny => "Denied",
    }
}
