//! An explanation for people.

use super::Shown;
use crate::policy::Rules;
use crate::render::{BOLD, DIM, GREEN, RED, YELLOW};
use crate::results::json::suggestion;
use crate::rule_text::Place;
use crate::safe::{Safe, Short};
use crate::wide;
use anstyle::Style;
use callgate::permission::PredicateKind;
use callgate::permission::Reason;
use callgate::permission::explain::{Reach, RuleExplanation};
use callgate::{Arguments, Decision, RuleId, Suggestion, Tri};
use std::io::{self, Write};

/// How much of one text is shown, in characters.
pub(super) const SHOWN: usize = 120;
/// How many rules of a kind are shown unless all are asked for.
const RULES: usize = 12;

impl Shown<'_> {
    pub(super) fn human(&self, out: &mut dyn Write) -> io::Result<()> {
        self.decision(out)?;
        self.refused(out)?;
        let (fires, silent): (Vec<_>, Vec<_>) = self
            .explained
            .considered
            .iter()
            .partition(|rule| rule.fires);
        let mut fires = fires.into_iter();
        if let Some(rule) = fires.next() {
            writeln!(out, "\n{BOLD}The rule that decides{BOLD:#}")?;
            self.show_rule(out, rule)?;
        }
        self.list(
            out,
            "Rules that fire, too, and change nothing",
            fires.as_slice(),
        )?;
        let (mut near, far): (Vec<_>, Vec<_>) = silent
            .into_iter()
            .partition(|rule| rule.one_away().is_some());
        // Those that have something to do with the call come first.
        near.sort_by_key(|rule| !touches(rule));
        self.list(out, "Rules that one predicate keeps silent", &near)?;
        if self.all {
            self.list(out, "Rules that stay silent", &far)?;
        } else if !far.is_empty() {
            writeln!(
                out,
                "\n{DIM}{} {}; --all shows them{DIM:#}",
                rules(far.len()),
                if self.call.tool.is_some() {
                    "about this tool: silent, for several reasons each"
                } else {
                    "that cannot fire without a tool name"
                }
            )?;
        }
        self.remember(out)
    }

    fn decision(&self, out: &mut dyn Write) -> io::Result<()> {
        let outcome = &self.explained.outcome;
        let style = style(outcome.decision);
        write!(out, "{style}{}{style:#}  ", outcome.decision)?;
        match self.call.tool {
            Some(tool) => write!(out, "{BOLD}{}{BOLD:#}", Short(tool, SHOWN))?,
            None => write!(out, "{DIM}(no tool name that can be read){DIM:#}")?,
        }
        if let Arguments::Raw(bytes) = self.call.arguments {
            write!(out, " {}", Short(&String::from_utf8_lossy(bytes), SHOWN))?;
        }
        writeln!(out)?;
        let unknown: Vec<&str> = outcome.unknown.iter().map(|kind| kind.as_str()).collect();
        let are = if unknown.len() == 1 { "is" } else { "are" };
        let unknown = unknown.join(" and ");
        let because = match (outcome.reason, self.explained.deciding()) {
            (Reason::Rule, _) => "a rule fires on evidence".to_owned(),
            (Reason::UnevaluablePath, Some(rule)) if rule.tool == Tri::Unknown => {
                "no tool name can be read, so every deny and every ask fires".to_owned()
            }
            (Reason::UnevaluablePath, Some(_)) => {
                format!("a rule fires because it cannot be ruled out: {unknown} {are} unknown")
            }
            (Reason::UnevaluablePath, None) if unknown.is_empty() => {
                "no tool name can be read".to_owned()
            }
            (Reason::UnevaluablePath, None) => {
                let asks = if are == "is" { "asks" } else { "ask" };
                format!("no rule fires, and what {unknown} {asks} cannot be told for this call")
            }
            (Reason::NoMatch, _) if self.explained.considered.is_empty() => {
                "no rule speaks about this tool".to_owned()
            }
            (Reason::NoMatch, _) => "no rule fires".to_owned(),
        };
        writeln!(out, "  {because} {DIM}({}){DIM:#}", outcome.reason.as_str())?;
        if let Some(why) = &self.unreadable {
            writeln!(out, "  {}", Safe(why))?;
        }
        writeln!(out, "  {}", self.reach())
    }

    fn reach(&self) -> &'static str {
        if self.call.tool.is_none() {
            return "this is about the call: nothing is allowed without a tool name that can be read";
        }
        match (self.explained.outcome.decision, self.explained.reach) {
            (Decision::Allow, Reach::Tool) => {
                "this is about the tool: any call of it is allowed where no deny or ask fires"
            }
            (Decision::Allow, Reach::Call) => "this is about the call: it fits what a rule allows",
            (Decision::Ask, Reach::Tool) => {
                "this is about the tool: no arguments would make a call of it allowed"
            }
            (Decision::Deny, Reach::Tool) => {
                "this is about the tool: every call of it is denied, whatever its arguments"
            }
            (Decision::Ask, Reach::Call) => {
                "this is about the call: with other arguments it might be allowed"
            }
            (Decision::Deny, Reach::Call) => {
                "this is about the call: with other arguments it might not be denied"
            }
        }
    }

    fn list(
        &self,
        out: &mut dyn Write,
        title: &str,
        listed: &[&RuleExplanation],
    ) -> io::Result<()> {
        if listed.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{BOLD}{title}{BOLD:#}")?;
        let most = if self.all { usize::MAX } else { RULES };
        for rule in listed.iter().take(most) {
            self.show_rule(out, rule)?;
        }
        match listed.len().checked_sub(most) {
            Some(more) if more > 0 => {
                writeln!(out, "  {DIM}and {}; --all shows them{DIM:#}", rules(more))
            }
            _ => Ok(()),
        }
    }

    fn show_rule(&self, out: &mut dyn Write, rule: &RuleExplanation) -> io::Result<()> {
        let style = style(rule.decision);
        let text = self.policy.text(rule.rule);
        let rest = text.strip_prefix(rule.decision.as_str()).unwrap_or(&text);
        let place = Place(self.policy, rule.rule);
        write!(
            out,
            "  {style}{}{style:#}{rest}  {DIM}{place}{DIM:#}",
            rule.decision
        )?;
        let table = self.table;
        if let Some(severity) = table.severity(rule.rule) {
            write!(out, "  {RED}[{}]{RED:#}", severity.as_str())?;
        }
        writeln!(out)?;
        if let Some(note) = table.note(rule.rule) {
            writeln!(out, "      note: {}", Safe(note))?;
        }
        for predicate in &rule.predicates {
            self.predicate(out, rule.decision, predicate)?;
            if predicate.kind == PredicateKind::Under
                && let Some((under, root)) = self.measured_from(rule.rule)
            {
                writeln!(
                    out,
                    "               {DIM}`{}` is measured from the tool's root, {}{DIM:#}",
                    Short(under, SHOWN),
                    Short(root, SHOWN)
                )?;
            }
        }
        Ok(())
    }

    /// A relative directory of a rule, and the root of the call's tool that it is measured from
    /// (D4, P2).
    fn measured_from(&self, rule: RuleId) -> Option<(&str, &str)> {
        let Rules::Permission(policy) = &self.policy.rules else {
            return None;
        };
        let under = policy.rules.get(rule.0 as usize)?.under.as_deref()?;
        let drive = under.as_bytes().get(1) == Some(&b':');
        let tool = self
            .call
            .tool
            .filter(|_| !under.starts_with('/') && !drive)?;
        let roots = policy.roots.iter();
        let root = roots
            .filter(|(prefix, _)| tool.starts_with(prefix.as_str()))
            .max_by_key(|(prefix, _)| prefix.len());
        root.map(|(_, root)| (under, root.as_str()))
    }

    fn remember(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{BOLD}What \"always allow\" would remember{BOLD:#}")?;
        let Some(rule) = &self.explained.suggestion else {
            return writeln!(
                out,
                "  nothing: the tool's name is not one that a rule can name"
            );
        };
        let mut body = Vec::new();
        suggestion(&mut body, rule)?;
        writeln!(out, "  {}", Safe(&String::from_utf8_lossy(&body)))?;
        writeln!(out, "  {}", width(rule))?;
        if let Some(what) = wide::of_suggestion(rule) {
            writeln!(
                out,
                "  {YELLOW}as wide as a blanket consent: {what}{YELLOW:#}"
            )?;
        }
        let fires = |decision: Decision| {
            let considered = self.explained.considered.iter();
            considered
                .filter(|rule| rule.fires)
                .any(|rule| rule.decision == decision)
        };
        let above = if fires(Decision::Deny) {
            "a deny"
        } else if fires(Decision::Ask) {
            "an ask"
        } else {
            return Ok(());
        };
        writeln!(
            out,
            "  {YELLOW}it would change nothing for this call, on which {above} fires{YELLOW:#}"
        )
    }
}

/// Whether some predicate says yes or unknown about some piece of the call.
fn touches(rule: &RuleExplanation) -> bool {
    let mut items = rule
        .predicates
        .iter()
        .flat_map(|predicate| &predicate.items);
    items.any(|item| item.verdict != Tri::No)
}

/// How wide a suggestion is, in words.
fn width(rule: &Suggestion) -> String {
    if rule.blanket {
        return "that is a blanket consent: it grants more than this call shows it needs"
            .to_owned();
    }
    let mut scopes = Vec::new();
    match (&rule.command, &rule.args) {
        (Some(command), Some(args)) => {
            let args = args.iter().map(|token| Safe(token).to_string());
            let args: Vec<String> = args.collect();
            scopes.push(format!(
                "running `{command} {}`, whatever follows",
                args.join(" ")
            ));
        }
        (Some(command), None) => scopes.push(format!("running `{command}` with any arguments")),
        (None, _) => {}
    }
    if let Some(under) = &rule.under {
        scopes.push(format!("at anything inside {}", Safe(under)));
    }
    if let Some(host) = &rule.host {
        scopes.push(format!("at any page of {}", Safe(host)));
    }
    format!("that is: {}", scopes.join(", "))
}

fn rules(count: usize) -> String {
    format!("{count} rule{}", if count == 1 { "" } else { "s" })
}

const fn style(decision: Decision) -> Style {
    match decision {
        Decision::Allow => GREEN,
        Decision::Ask => YELLOW,
        Decision::Deny => RED,
    }
}

/// The style of a verdict's word.
pub(super) fn style_of(word: &str) -> Style {
    match word {
        "allow" | "audit" => GREEN,
        "deny" => RED,
        _ => YELLOW,
    }
}
