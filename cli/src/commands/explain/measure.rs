//! What each condition of a firewall rule says about a call.
//!
//! A condition is measured by a policy of one rule that has only that condition: the engine
//! says what it holds, nothing is matched here.

use super::read;
use crate::rule_text::FirewallRule;
use crate::safe::Safe;
use callgate::RuleId;
use callgate::compiler::firewall::{self, Rule, lower};
use callgate::firewall::{Action, PolicySpec, Scratch, Stage, StagedCall, Verdict};
use serde_json::{Value, json};
use std::net::IpAddr;

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
    /// Why it says what the values alone do not show.
    pub(super) why: Option<String>,
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
}

impl<'a> Measure<'a> {
    pub(super) fn new(strict: bool, staged: &'a StagedCall<'a>, scratch: Scratch) -> Self {
        Self {
            strict,
            staged,
            scratch,
        }
    }

    /// A resolved address that is none, and what a rule's scope says for it (X3).
    fn bogus(&self, action: Action) -> Option<(String, Holds)> {
        let mut resolved = self.staged.resolved.iter();
        let bogus = resolved.find(|address| address.parse::<IpAddr>().is_err())?;
        let (counts, when) = match action {
            Action::Give(Verdict::Allow | Verdict::Audit) => {
                ("and might be any: nothing is let through for it", Holds::No)
            }
            _ => ("which counts as one that is listed", Holds::Yes),
        };
        Some((format!("{} is no address, {counts}", json!(bogus)), when))
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
                why: None,
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
                why: (self.staged.skill.is_none()).then(|| "the call names no skill".to_owned()),
            });
        }
        if let Action::CapCost(cap) = rule.action {
            let stage = rule.stage.unwrap_or(self.staged.stage);
            conditions.push(self.spent(cap, stage));
        }
        let early = self.staged.stage == Stage::Inbound;
        for clause in &rule.clauses {
            if early {
                // A1: strict or not, such a rule does not fire there.
                let one = Rule {
                    clauses: vec![clause.clone()],
                    ..bare.clone()
                };
                conditions.push(Condition {
                    text: part(&one, " where "),
                    holds: Holds::No,
                    read: None,
                    why: Some("at stage inbound there are no arguments yet".to_owned()),
                });
                continue;
            }
            let one = Rule {
                clauses: vec![clause.clone()],
                ..bare.clone()
            };
            let holds = self.clause(&one);
            let read = read::at(&self.staged.call.arguments, &clause.path);
            conditions.push(Condition {
                text: part(&one, " where "),
                holds,
                why: (holds == Holds::Unevaluable)
                    .then(|| read.why(&clause.test))
                    .flatten(),
                read: read.value.as_ref().map(beginning),
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
                why: self
                    .bogus(rule.action)
                    .filter(|(_, when)| elsewhere.is_none() && *when == holds)
                    .map(|(why, _)| why),
            });
        }
        Some(Considered {
            rule: id,
            fires: self.holds(rule, self.strict)
                && !conditions.iter().any(|each| each.holds == Holds::No),
            conditions,
        })
    }

    /// Whether a cap stops the call (X6); at response and egress nothing is spent (X5).
    fn spent(&self, cap: u64, stage: Stage) -> Condition {
        let text = format!("spent_cents > {cap}");
        let read = self.staged.spent_cents.map(|spent| spent.to_string());
        let (holds, why) = match (stage, self.staged.spent_cents) {
            (Stage::Response | Stage::Egress, _) => {
                (Holds::No, Some("caps are skipped at this stage"))
            }
            (_, None) => (
                Holds::Yes,
                Some("the call does not say what was spent, which counts as too much"),
            ),
            (_, Some(spent)) if u64::try_from(spent).is_ok_and(|spent| spent > cap) => {
                (Holds::Yes, None)
            }
            (_, Some(_)) => (Holds::No, None),
        };
        Condition {
            text,
            holds,
            read,
            why: why.map(str::to_owned),
        }
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
