//! What each condition of a firewall rule says about a call.
//!
//! A condition is measured by a policy of one rule that has only that condition: the engine
//! says what it holds, nothing is matched here.

use crate::rule_text::FirewallRule;
use crate::safe::Safe;
use callgate::compiler::firewall::{self, Rule, lower};
use callgate::firewall::{Action, PolicySpec, Scratch, StagedCall, Step, Verdict};
use callgate::{Arguments, RuleId};
use serde_json::{Value, json};

/// A rule whose stage and tool glob match.
pub(super) struct Considered {
    pub(super) rule: RuleId,
    /// Whether all its conditions hold.
    pub(super) fires: bool,
    pub(super) conditions: Vec<Condition>,
}

/// One condition of a rule beside stage and tool.
pub(super) struct Condition {
    pub(super) text: String,
    pub(super) holds: Holds,
    /// What it looked at, as JSON; `None`: nothing is there.
    pub(super) read: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Yes,
    No,
    /// The value is not there, or of another kind (A4).
    Unevaluable,
}

impl Holds {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unevaluable => "unevaluable",
        }
    }
}

impl Considered {
    /// Whether one condition alone keeps it silent.
    pub(super) fn one_away(&self) -> bool {
        let failing = self
            .conditions
            .iter()
            .filter(|each| each.holds != Holds::Yes);
        !self.fires && failing.count() == 1
    }
}

/// Measures rules and parts of rules against one call.
pub(super) struct Measure<'a> {
    strict: bool,
    staged: &'a StagedCall<'a>,
    scratch: Scratch,
    /// The arguments, to show what conditions read.
    arguments: Option<Value>,
}

impl<'a> Measure<'a> {
    pub(super) fn new(strict: bool, staged: &'a StagedCall<'a>, scratch: Scratch) -> Self {
        let arguments = match staged.call.arguments {
            Arguments::Raw(bytes) => serde_json::from_slice(bytes).ok(),
            Arguments::Parsed(value) => Some(value.clone()),
            _ => None,
        };
        Self {
            strict,
            staged,
            scratch,
            arguments,
        }
    }

    /// The value at the end of a path (A2).
    fn value(&self, path: &[Step]) -> Option<String> {
        let mut value = self.arguments.as_ref()?;
        for step in path {
            value = match step {
                Step::Name(name) => value.get(name)?,
                Step::Index(index) => value.get(index)?,
            };
        }
        Some(beginning(value))
    }

    /// The destination, and what it was resolved to.
    fn destination(&self) -> Option<String> {
        let destination = json!(self.staged.destination?).to_string();
        Some(if self.staged.resolved.is_empty() {
            destination
        } else {
            format!("{destination} resolved to {}", json!(self.staged.resolved))
        })
    }

    pub(super) fn rule(&mut self, id: RuleId, rule: &Rule) -> Option<Considered> {
        // At another stage than its own a rule is silent, whatever else holds (Q4).
        let elsewhere = rule.stage.filter(|&stage| stage != self.staged.stage);
        let bare = Rule {
            skill: String::new(),
            clauses: Vec::new(),
            egress: None,
            stage: rule.stage.filter(|_| elsewhere.is_none()),
            ..rule.clone()
        };
        if !self.holds(&bare, self.strict) {
            return None;
        }
        let mut conditions = Vec::new();
        if let Some(stage) = elsewhere {
            conditions.push(Condition {
                text: format!("stage {stage}"),
                holds: Holds::No,
                read: Some(json!(self.staged.stage.as_str()).to_string()),
            });
        }
        if !matches!(rule.skill.as_str(), "" | "*") {
            let one = Rule {
                skill: rule.skill.clone(),
                ..bare.clone()
            };
            let holds = if self.holds(&one, false) {
                Holds::Yes
            } else {
                Holds::No
            };
            let text = format!("skill {}", Safe(&rule.skill));
            conditions.push(Condition {
                text,
                holds,
                read: self.staged.skill.map(|skill| json!(skill).to_string()),
            });
        }
        for clause in &rule.clauses {
            let one = Rule {
                clauses: vec![clause.clone()],
                ..bare.clone()
            };
            conditions.push(Condition {
                text: part(&one, " where "),
                holds: self.clause(&one),
                read: self.value(&clause.path),
            });
        }
        if rule.egress.is_some() {
            let one = Rule {
                egress: rule.egress.clone(),
                ..bare.clone()
            };
            let holds = if elsewhere.is_none() && self.holds(&one, false) {
                Holds::Yes
            } else {
                Holds::No
            };
            let text = format!("to {}", part(&one, " to "));
            conditions.push(Condition {
                text,
                holds,
                read: self.destination(),
            });
        }
        Some(Considered {
            rule: id,
            fires: self.holds(rule, self.strict),
            conditions,
        })
    }

    /// What one clause says: it is unevaluable where only strictness makes it hold (A4).
    fn clause(&mut self, rule: &Rule) -> Holds {
        let rule = Rule {
            action: Action::Give(Verdict::Deny),
            sanitizer: None,
            ..rule.clone()
        };
        if self.holds(&rule, false) {
            Holds::Yes
        } else if self.holds(&rule, true) {
            Holds::Unevaluable
        } else {
            Holds::No
        }
    }

    /// Whether every condition of a rule holds, whatever it would do.
    fn holds(&mut self, rule: &Rule, strict_clauses: bool) -> bool {
        let rule = Rule {
            action: match rule.action {
                Action::CapCost(_) => Action::Give(Verdict::Deny),
                action => action,
            },
            ..rule.clone()
        };
        let policy = firewall::Policy {
            name: None,
            spec: PolicySpec {
                strict_clauses,
                ..PolicySpec::default()
            },
            rules: vec![rule],
        };
        let outcome = lower(&policy).decide(self.staged, &mut self.scratch);
        outcome.rule.is_some()
    }
}

/// How much of a value is kept, in bytes: it may be large, and many rules may read it.
const KEPT: usize = 1000;

/// The beginning of a value's JSON text. Costs what it keeps.
fn beginning(value: &Value) -> String {
    /// Full after [`KEPT`] bytes.
    struct Kept(Vec<u8>);
    impl std::io::Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let room = KEPT.saturating_sub(self.0.len());
            let fits = bytes.get(..room.min(bytes.len())).unwrap_or_default();
            self.0.extend_from_slice(fits);
            Ok(fits.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut kept = Kept(Vec::new());
    let whole = serde_json::to_writer(&mut kept, value).is_ok();
    let text = String::from_utf8_lossy(&kept.0);
    let text = text.trim_end_matches('\u{fffd}');
    format!("{text}{}", if whole { "" } else { "…" })
}

/// What stands behind a word in a rule's text.
fn part(rule: &Rule, behind: &str) -> String {
    let text = FirewallRule(rule).to_string();
    text.split_once(behind)
        .map_or_else(|| text.clone(), |(_, part)| part.to_owned())
}
