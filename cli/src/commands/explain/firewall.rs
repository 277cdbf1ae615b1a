//! A firewall verdict explained: each rule that speaks about the tool, each of its conditions.

use super::destination::unread;
use super::human::style_of;
use super::measure::{Condition, Considered, Holds, Measure};
use crate::policy::Policy;
use crate::render::{BOLD, DIM, GREEN, YELLOW};
use crate::rule_text::Place;
use crate::safe::{Safe, Short};
use callgate::compiler::firewall;
use callgate::firewall::{Outcome, Reason, Scratch, StagedCall, Table, Verdict};
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
    unreadable: Option<String>,
    all: bool,
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
        let mut measure = Measure::new(document.spec.strict_clauses, staged, scratch);
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
            unreadable: None,
            all,
        }
    }

    /// With what was seen on the way to the call that cannot be read.
    pub(super) fn with(self, unreadable: Option<String>) -> Self {
        Self { unreadable, ..self }
    }

    pub(super) fn json(&self) -> Value {
        let considered: Vec<Value> = self
            .considered
            .iter()
            .map(|each| {
                let conditions: Vec<Value> = each
                    .conditions
                    .iter()
                    .map(|condition| {
                        json!({
                            "condition": condition.text,
                            "holds": condition.holds.as_str(),
                            "read": condition.read,
                            "why": condition.why,
                        })
                    })
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
            "destination": self.staged.destination,
            "verdict": self.outcome.verdict.map(Verdict::as_str),
            "would-be": self.outcome.would_be.map(Verdict::as_str),
            "reason": self.outcome.reason.as_str(),
            "rule": self.outcome.rule.map(|rule| rule.0),
            "sentence": self.table.sentence(&self.outcome),
            "destination-fault": self.destination_fault(),
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
        if let Some(destination) = self.staged.destination {
            write!(out, " to {}", Short(destination, SHOWN))?;
        }
        writeln!(out, " {DIM}at {}{DIM:#}", self.staged.stage)?;
        let reason = self.outcome.reason.as_str();
        let sentence = self.table.sentence(&self.outcome);
        writeln!(out, "  {} {DIM}({reason}){DIM:#}", Safe(&sentence))?;
        if let Some(why) = &self.unreadable {
            writeln!(out, "  {}", Safe(why))?;
        }
        if let Some(fault) = self.destination_fault() {
            writeln!(out, "  {}", Short(&fault, 2 * SHOWN))?;
        }
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
                let silent = match listed.len() {
                    1 => "1 more about this tool stays silent".to_owned(),
                    count => format!("{count} more about this tool stay silent"),
                };
                writeln!(out, "\n{DIM}{silent}; --all shows them{DIM:#}")?;
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

    /// Why a call at stage egress has no destination that can be read (X1, X4), and what to
    /// write instead.
    fn destination_fault(&self) -> Option<String> {
        if self.outcome.reason != Reason::NoDestination {
            return None;
        }
        let Some(text) = self.staged.destination else {
            return Some(
                "the call names no destination: give its host, its address or its URL".to_owned(),
            );
        };
        Some(format!("{text:?} cannot be read: {}", unread(text)))
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
            self.read(out, condition)?;
            writeln!(out)?;
        }
        let mut conditions = each.conditions.iter();
        if each.fires && conditions.any(|each| each.holds == Holds::Unevaluable) {
            writeln!(
                out,
                "                  {DIM}strict-clauses: what it cannot look at counts against the call{DIM:#}"
            )?;
        }
        Ok(())
    }

    /// The piece of the call that a condition read.
    fn read(&self, out: &mut dyn Write, condition: &Condition) -> io::Result<()> {
        match (&condition.read, condition.holds) {
            (Some(read), _) => {
                write!(out, " {DIM}reads {}{DIM:#}", Short(read, SHOWN))?;
                match &condition.why {
                    Some(why) => write!(out, ": {}", Short(why, SHOWN)),
                    None => Ok(()),
                }
            }
            (None, _) if condition.why.is_some() => {
                let why = condition.why.as_deref().unwrap_or_default();
                write!(out, ": {}", Short(why, SHOWN))
            }
            (None, _)
                if self.unreadable.is_some()
                    || matches!(self.staged.call.arguments, Arguments::Unreadable) =>
            {
                write!(out, ": the arguments cannot be read")
            }
            (None, _) => write!(out, ": nothing is there"),
        }
    }
}
