//! Validated rules: every value here has passed the clauses of Q, A and X.

pub use crate::permission::AllowLint;
use crate::source::{Location, Span};
use callgate_engine::firewall::{Action, Clause, Egress, PolicySpec, RuleSpec, Sanitizer, Stage};

/// A validated firewall policy.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Its name.
    pub name: Option<String>,
    /// What holds for all of it (Q1).
    pub spec: PolicySpec,
    /// The rules in document order.
    pub rules: Vec<Rule>,
}

impl Policy {
    /// The JSON pointer of a rule.
    #[must_use]
    pub fn pointer(&self, rule: usize) -> String {
        format!("/rules/{rule}")
    }

    /// The rules that take part in the walk, as places in the document, in the order in which
    /// they are asked (Q3).
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<(usize, &Rule)> = self
            .rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| !rule.sequence)
            .collect();
        order.sort_by_key(|(_, rule)| (rule.priority, rule.id.is_none(), rule.id));
        order.into_iter().map(|(place, _)| place).collect()
    }
}

/// A validated rule (Q2).
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its number: unique in the policy.
    pub id: Option<i64>,
    /// Lower is asked earlier.
    pub priority: i64,
    /// Its name for people.
    pub label: Option<String>,
    /// Its one stage; `None`: every stage.
    pub stage: Option<Stage>,
    /// The glob over tool names; empty: any.
    pub tool: String,
    /// The glob over owning skills; empty: any.
    pub skill: String,
    /// What it does.
    pub action: Action,
    /// What it asks of the arguments.
    pub clauses: Vec<Clause>,
    /// The destinations it speaks about.
    pub egress: Option<Egress>,
    /// What it takes out of arguments.
    pub sanitizer: Option<Sanitizer>,
    /// Whether it is part of a sequence (X8).
    pub sequence: bool,
    /// Why it exists.
    pub notes: Option<String>,
    /// Warnings that its author knows about (R10).
    pub allow_lint: Vec<AllowLint>,
    /// Where things stand.
    pub places: Places,
}

impl Rule {
    /// As the engine takes it.
    #[must_use]
    pub fn spec(&self) -> RuleSpec<'_> {
        RuleSpec {
            id: self.id,
            priority: self.priority,
            label: self.label.as_deref(),
            stage: self.stage,
            tool: &self.tool,
            skill: &self.skill,
            action: self.action,
            clauses: &self.clauses,
            egress: self.egress.as_ref(),
            sanitizer: self.sanitizer.as_ref(),
            sequence: self.sequence,
        }
    }
}

/// Where a rule and its parts stand.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The rule.
    pub rule: Span,
    /// Its `tool_name_glob`.
    pub tool: Option<Span>,
    /// Its `skill_name_glob`.
    pub skill: Option<Span>,
    /// Its `sequence`.
    pub sequence: Option<Span>,
    /// Networks with host bits, as written, with their networks (Q8).
    pub host_bits: Vec<(Location, String)>,
}
