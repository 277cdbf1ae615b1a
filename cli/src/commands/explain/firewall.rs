//! A firewall verdict explained: each rule that speaks about the tool, each of its conditions.
//!
//! A condition is measured by a policy of one rule that has only that condition: the engine
//! says what it holds, nothing is matched here.

use super::human::style_of;
use crate::policy::Policy;
use crate::render::{BOLD, DIM, GREEN, YELLOW};
use crate::rule_text::{FirewallRule, Place};
use crate::safe::{Safe, Short};
use callgate::compiler::firewall::{self, Rule, lower};
use callgate::firewall::{Action, Outcome, PolicySpec, Scratch, StagedCall, Table, Verdict};
use callgate::{Arguments, RuleId};
use serde_json::{Value, json};
use std::io::{self, Write};

/// How much of one text is shown, in characters.
const SHOWN: usize = 120;
/// How many rules of a kind are shown unless all are asked for.
const RULES: usize = 12;

/// An explained verdict.
pub(super) struct Explained<'a> {
    policy: &'a Policy,
    table: &'a Table,
    staged: &'a StagedCall<'a>,
    outcome: Outcome,
    considered: Vec<Considered>,
    all: bool,
}

/// A rule whose stage and tool glob match.
struct Considered {
    rule: RuleId,
    /// Whether all its conditions hold.
    fires: bool,
    conditions: Vec<Condition>,
}

/// One condition of a rule beside stage and tool.
struct Condition {
    text: String,
    holds: Holds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Yes,
    No,
    /// The value is not there, or of another kind (A4).
    Unevaluable,
}

impl Holds {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unevaluable => "unevaluable",
        }
    }
}

impl Considered {
    /// Whether one condition alone keeps it silent.
    fn one_away(&self) -> bool {
        let failing = self
            .conditions
            .iter()
            .filter(|each| each.holds != Holds::Yes);
        !self.fires && failing.count() == 1
    }
}

impl<'a> Explained<'a> {
    pub(super) fn new(
        (policy, table): (&'a Policy, &'a Table),
        document: &firewall::Policy,
        staged: &'a StagedCall<'a>,
        all: bool,
    ) -> Self {
        let mut scratch = Scratch::default();
        let outcome = table.decide(staged, &mut scratch);
        let mut measure = Measure {
            strict: document.spec.strict_clauses,
            staged,
            scratch,
        };
        let considered = document
            .order()
            .into_iter()
            .filter_map(|place| {
                let rule = document.rules.get(place)?;
                measure.rule(RuleId(u32::try_from(place).ok()?), rule)
            })
            .collect();
        Self {
            policy,
            table,
            staged,
            outcome,
            considered,
            all,
        }
    }

    pub(super) fn json(&self) -> Value {
        let considered: Vec<Value> = self
            .considered
            .iter()
            .map(|each| {
                let conditions: Vec<Value> = each
                    .conditions
                    .iter()
                    .map(|condition| json!({ "condition": condition.text, "holds": condition.holds.as_str() }))
                    .collect();
                json!({
                    "rule": each.rule.0,
                    "file": self.policy.name,
                    "line": self.policy.line(each.rule),
                    "text": self.policy.text(each.rule),
                    "fires": each.fires,
                    "standing": self.standing(each),
                    "conditions": conditions,
                })
            })
            .collect();
        json!({
            "tool": self.staged.call.tool,
            "stage": self.staged.stage.as_str(),
            "verdict": self.outcome.verdict.map(Verdict::as_str),
            "would-be": self.outcome.would_be.map(Verdict::as_str),
            "reason": self.outcome.reason.as_str(),
            "rule": self.outcome.rule.map(|rule| rule.0),
            "sentence": self.table.sentence(&self.outcome),
            "considered": considered,
        })
    }

    fn standing(&self, each: &Considered) -> &'static str {
        if self.outcome.rule == Some(each.rule) {
            "decides"
        } else if each.fires {
            "fires-and-loses"
        } else if each.one_away() {
            "one-away"
        } else {
            "silent"
        }
    }

    pub(super) fn human(&self, out: &mut dyn Write) -> io::Result<()> {
        let word = self.outcome.verdict.map_or("none", Verdict::as_str);
        let style = style_of(word);
        write!(out, "{style}{word}{style:#}  ")?;
        match self.staged.call.tool {
            Some(tool) => write!(out, "{BOLD}{}{BOLD:#}", Short(tool, SHOWN))?,
            None => write!(out, "{DIM}(no tool name that can be read){DIM:#}")?,
        }
        if let Arguments::Raw(bytes) = self.staged.call.arguments {
            write!(out, " {}", Short(&String::from_utf8_lossy(bytes), SHOWN))?;
        }
        writeln!(out, " {DIM}at {}{DIM:#}", self.staged.stage)?;
        let reason = self.outcome.reason.as_str();
        let sentence = self.table.sentence(&self.outcome);
        writeln!(out, "  {} {DIM}({reason}){DIM:#}", Safe(&sentence))?;
        for (standing, title) in [
            ("decides", "The rule that decides"),
            (
                "fires-and-loses",
                "Rules whose conditions hold, too, and that change nothing",
            ),
            ("one-away", "Rules that one condition keeps silent"),
            ("silent", "Rules that stay silent"),
        ] {
            let listed = self.considered.iter();
            let listed: Vec<&Considered> = listed
                .filter(|each| self.standing(each) == standing)
                .collect();
            if listed.is_empty() {
                continue;
            }
            if standing == "silent" && !self.all {
                let count = listed.len();
                writeln!(
                    out,
                    "\n{DIM}{count} more about this tool stay silent; --all shows them{DIM:#}"
                )?;
                continue;
            }
            writeln!(out, "\n{BOLD}{title}{BOLD:#}")?;
            let most = if self.all { usize::MAX } else { RULES };
            for each in listed.iter().take(most) {
                self.rule(out, each)?;
            }
            if listed.len() > most {
                writeln!(
                    out,
                    "  {DIM}and {} more; --all shows them{DIM:#}",
                    listed.len() - most
                )?;
            }
        }
        Ok(())
    }

    fn rule(&self, out: &mut dyn Write, each: &Considered) -> io::Result<()> {
        let place = Place(self.policy, each.rule);
        writeln!(
            out,
            "  {}  {DIM}{place}{DIM:#}",
            self.policy.text(each.rule)
        )?;
        for condition in &each.conditions {
            let style = match condition.holds {
                Holds::Yes => GREEN,
                Holds::No => DIM,
                Holds::Unevaluable => YELLOW,
            };
            let holds = condition.holds.as_str();
            write!(out, "      {style}{holds:<12}{style:#}{}", condition.text)?;
            if condition.holds == Holds::Unevaluable {
                write!(out, ": the value is not there, or of another kind")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Measures rules and parts of rules against one call.
struct Measure<'a> {
    strict: bool,
    staged: &'a StagedCall<'a>,
    scratch: Scratch,
}

impl Measure<'_> {
    fn rule(&mut self, id: RuleId, rule: &Rule) -> Option<Considered> {
        let bare = Rule {
            skill: String::new(),
            clauses: Vec::new(),
            egress: None,
            ..rule.clone()
        };
        if !self.holds(&bare, self.strict) {
            return None;
        }
        let mut conditions = Vec::new();
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
            conditions.push(Condition { text, holds });
        }
        for clause in &rule.clauses {
            let one = Rule {
                clauses: vec![clause.clone()],
                ..bare.clone()
            };
            conditions.push(Condition {
                text: part(&one, " where "),
                holds: self.clause(&one),
            });
        }
        if rule.egress.is_some() {
            let one = Rule {
                egress: rule.egress.clone(),
                ..bare.clone()
            };
            let holds = if self.holds(&one, false) {
                Holds::Yes
            } else {
                Holds::No
            };
            let text = format!("to {}", part(&one, " to "));
            conditions.push(Condition { text, holds });
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

/// What stands behind a word in a rule's text.
fn part(rule: &Rule, behind: &str) -> String {
    let text = FirewallRule(rule).to_string();
    text.split_once(behind)
        .map_or_else(|| text.clone(), |(_, part)| part.to_owned())
}
