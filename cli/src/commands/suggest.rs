//! `callgate suggest`: what a recording's asked calls would have "always allow" remember.

mod cover;
mod inside;
mod merge;
mod patch;
mod trie;

use super::reading::Reading;
use crate::checks::FixedChecks;
use crate::exit::{Exit, Stop};
use crate::html::grouped;
use crate::input::Input;
use crate::output;
use crate::policy::{Policy, Rules};
use crate::render::{BOLD, DIM, YELLOW};
use crate::replay::fold;
use crate::rule_text::Place;
use crate::safe::Safe;
use crate::suggested::{Behind, Body, Collected};
use callgate::compiler::format::{NewRule, append_rules};
use callgate::compiler::permission::{CompileOptions, compile_with};
use callgate::engine::json::Limits;
use callgate::{RuleId, Source, compiler};
use merge::{Verified, verify};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Suggest allow rules for the calls of a recording that nobody decided
///
/// Each asked call suggests the narrowest rule that a prompt's "always allow" would remember.
/// Rules that a wider suggestion covers are left out; directories beside each other are joined
/// in the one above them, never wider than the tool's root and never where a deny or an ask
/// speaks about something inside. The result is checked against the recording: every call that
/// is suggested for becomes allow, no other call changes. It is printed as a patch, widest rule
/// first. Rules that grant more than their calls show they need, or any arguments of a program
/// that can run anything (sudo, ssh, bash, git), are held back unless --allow-blanket.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate suggest policy.yaml calls.jsonl
  callgate suggest policy.yaml calls.jsonl | patch -p0
  callgate suggest policy.yaml calls.jsonl --format json --no-join")]
pub(crate) struct Args {
    /// The policy, JSON or YAML
    policy: String,
    /// The recording, one call a line
    calls: String,
    /// Suggest rules that grant more than their calls show they need, too, and any arguments of
    /// programs that can run anything
    #[arg(long)]
    allow_blanket: bool,
    /// Do not join directories that stand beside each other
    #[arg(long)]
    no_join: bool,
    /// How suggestions are written: a patch with remarks, or one JSON object
    #[arg(long, value_enum, default_value = "human")]
    format: output::Format,
    #[command(flatten)]
    reading: Reading,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    if args.policy == "-" || args.calls == "-" {
        let why = "both are read more than once: give files, not standard input";
        return Err(Stop::unusable("-", why));
    }
    let limits = args.reading.limits();
    let policy = Policy::load(&args.policy, limits)?;
    if policy.is_firewall() {
        let why = "is a firewall policy: nobody is asked who could answer \"always allow\", and \
                   what an allow lets through depends on the rules before it; `callgate replay` \
                   shows which calls fall to the default and which tools no rule covers: write \
                   rules for those, and see with `callgate diff` what they change";
        return Err(Stop::unusable(&args.policy, why));
    }
    let checks = args.reading.checks();
    let parts = fold(&args.calls, &limits, || {
        Collected::new(&policy, &checks, limits)
    })?;
    let Some((collected, all)) = Collected::merge(parts) else {
        return Err(Stop::unusable(&args.calls, "holds no calls"));
    };
    let (held, wanted): (BTreeMap<_, _>, BTreeMap<_, _>) =
        all.into_iter().partition(|(body, behind)| {
            !args.allow_blanket && (behind.blanket || body.wide().is_some())
        });
    let (_, bytes) = Input::open(&args.policy)?.document()?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Stop::unusable(&args.policy, "is not UTF-8 any more"))?;
    let work = Work {
        args,
        policy: &policy,
        text: &text,
        checks: &checks,
        limits,
    };
    let joined = match &policy.rules {
        Rules::Permission(document) if !args.no_join => merge::joined(&wanted, document),
        _ => cover::without_covered(&wanted),
    };
    let mut chosen = work.checked(joined)?;
    if chosen.is_none() {
        // A join reached further than it seemed: the suggestions as they are.
        chosen = work.checked(wanted.clone())?;
    }
    let Some(chosen) = chosen else {
        let why =
            "suggestions that change other calls than those they were made for: none is given";
        return Err(Stop::unusable(&args.calls, why));
    };
    let report = Report {
        work: &work,
        collected: &collected,
        chosen: &chosen,
        held: &held,
    };
    report.show()?;
    Ok(if collected.no_calls.count() > 0 {
        Exit::Found
    } else {
        Exit::Clean
    })
}

struct Work<'a> {
    args: &'a Args,
    policy: &'a Policy,
    text: &'a str,
    checks: &'a FixedChecks,
    limits: Limits,
}

/// Suggestions that were checked, and the document with them.
struct Chosen {
    /// Widest first.
    rules: Vec<(Body, Behind)>,
    text: String,
}

impl Work<'_> {
    /// Adds suggestions to the policy and decides the recording again; `None`: some call that
    /// was not asked about changes, or one that was does not become allow.
    fn checked(&self, suggested: BTreeMap<Body, Behind>) -> Result<Option<Chosen>, Stop> {
        let mut rules: Vec<(Body, Behind)> = suggested.into_iter().collect();
        rules.sort_by_cached_key(|(body, behind)| {
            (
                body.narrowness(),
                std::cmp::Reverse(behind.calls),
                body.clone(),
            )
        });
        let added: Vec<NewRule> = rules
            .iter()
            .map(|(body, behind)| body.rule(Some(remark(behind))))
            .collect();
        let source = Source::new(&self.args.policy, self.text);
        let text = append_rules(&source, &added, &compiler::Limits::default()).map_err(|_| {
            let why = "is written in a way that rules cannot be added to; try `callgate fmt` first";
            Stop::unusable(&self.args.policy, why)
        })?;
        let options = CompileOptions {
            lint: false,
            call_limits: self.limits,
            ..CompileOptions::default()
        };
        let Ok(compiled) = compile_with(&Source::new(&self.args.policy, &text), &options) else {
            return Ok(None);
        };
        let parts = fold(&self.args.calls, &self.limits, || {
            Verified::new(
                self.policy,
                &compiled.table,
                &rules,
                self.checks,
                self.limits,
            )
        })?;
        Ok(verify(&parts).then_some(Chosen { rules, text }))
    }
}

/// Which calls a suggestion stands for.
fn remark(behind: &Behind) -> String {
    let calls = if behind.calls == 1 { "call" } else { "calls" };
    let lines: Vec<String> = behind.lines.iter().map(u64::to_string).collect();
    let line = if lines.len() == 1 { "line" } else { "lines" };
    let more = if behind.calls > lines.len() as u64 {
        ", …"
    } else {
        ""
    };
    format!(
        "{} {calls}: {line} {}{more}",
        grouped(behind.calls),
        lines.join(", ")
    )
}

struct Report<'a> {
    work: &'a Work<'a>,
    collected: &'a Collected<'a>,
    chosen: &'a Chosen,
    held: &'a BTreeMap<Body, Behind>,
}

impl Report<'_> {
    fn show(&self) -> io::Result<()> {
        let format = self.work.args.format;
        output::show(format, |out| self.human(out), || self.json())
    }

    /// Remarks, which a patch program passes over, then the patch.
    fn human(&self, out: &mut dyn Write) -> io::Result<()> {
        let collected = self.collected;
        writeln!(
            out,
            "{BOLD}{} of {} calls are asked about{BOLD:#}",
            grouped(collected.asked),
            grouped(collected.calls)
        )?;
        for (&rule, &count) in &collected.asked_by {
            let (rule, policy) = (RuleId(rule), self.work.policy);
            writeln!(
                out,
                "  {} by a rule, which no allow changes: {}  {DIM}{}{DIM:#}",
                grouped(count),
                policy.text(rule),
                Place(policy, rule)
            )?;
        }
        if collected.unnameable > 0 {
            let count = grouped(collected.unnameable);
            writeln!(out, "  {count} of tools that no rule can name")?;
        }
        collected.no_calls.human(out)?;
        for (body, behind) in self.held {
            let rule = body.rule(None).yaml();
            let why = match body.wide() {
                Some(what) if !behind.blanket => format!("any arguments are too wide, {what}"),
                _ => "it grants more than its calls need".to_owned(),
            };
            writeln!(
                out,
                "  {YELLOW}held back{YELLOW:#}, {why} ({}): {}",
                remark(behind),
                Safe(&rule)
            )?;
        }
        if self.chosen.rules.is_empty() {
            return writeln!(out, "nothing to suggest");
        }
        writeln!(
            out,
            "{} suggested, widest first:\n",
            rules(self.chosen.rules.len())
        )?;
        let work = self.work;
        patch::write(out, &work.args.policy, work.text, &self.chosen.text)
    }

    fn json(&self) -> Value {
        let suggestion = |(body, behind): (&Body, &Behind)| {
            let rule = body.rule(None).json();
            json!({
                "rule": serde_json::from_str::<Value>(&rule).unwrap_or(Value::Null),
                "calls": behind.calls,
                "lines": behind.lines,
                "blanket": behind.blanket,
                "wide": body.wide(),
            })
        };
        let chosen = self
            .chosen
            .rules
            .iter()
            .map(|(body, behind)| suggestion((body, behind)));
        json!({
            "calls": self.collected.calls,
            "asked": self.collected.asked,
            "asked-by-rule": self.collected.asked_by,
            "unnameable": self.collected.unnameable,
            "suggestions": chosen.collect::<Vec<_>>(),
            "held-back": self.held.iter().map(suggestion).collect::<Vec<_>>(),
            "no-calls": self.collected.no_calls.json(),
        })
    }
}

fn rules(count: usize) -> String {
    format!("{count} rule{}", if count == 1 { "" } else { "s" })
}
