//! `callgate replay`: what a policy says about a whole recording.

mod html;
mod human;
mod json;

use crate::checks::{self, FixedChecks};
use crate::exit::{Exit, Stop};
use crate::output;
use crate::policy::Policy;
use crate::replay::{Coverage, Tally, fold};
use callgate::Tri;
use callgate::engine::json::Limits;
use std::io::Write as _;

/// Count what a policy says about a recording: by decision, by rule, by tool
///
/// Rules that never decide are listed, and tools with calls that no rule decides: covered, if
/// some rule speaks about the tool, or a gap. Nothing is dispatched.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate replay policy.yaml calls.jsonl
  callgate replay policy.yaml calls.jsonl --format json > counts.json
  callgate replay policy.yaml calls.jsonl --html report.html")]
pub(crate) struct Args {
    /// The policy, JSON or YAML; `-` is standard input
    policy: String,
    /// The recording, one call a line; `-` is standard input
    calls: String,
    /// How counts are written
    #[arg(long, value_enum, default_value = "human")]
    format: output::Format,
    /// Write a report for a browser, too: one file that fetches nothing
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Show every rule and every tool
    #[arg(long)]
    all: bool,
    /// What the check called NAME answers: yes, no or unknown; others are unknown
    #[arg(long = "check", value_name = "NAME=ANSWER", value_parser = checks::parse)]
    checks: Vec<(String, Tri)>,
    /// Longest line that is read; a longer one is a call that cannot be read
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().bytes)]
    max_line: usize,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    if args.policy == "-" && args.calls == "-" {
        let why = "policy and calls cannot both be standard input";
        return Err(Stop::unusable("-", why));
    }
    let limits = Limits {
        bytes: args.max_line,
        ..Limits::default()
    };
    let policy = Policy::load(&args.policy, limits)?;
    let checks = FixedChecks(args.checks.clone());
    let tallies = fold(&args.calls, &limits, || {
        Tally::new(&policy, &checks, limits)
    })?;
    let Some(tally) = Tally::merge(tallies) else {
        return Err(Stop::unusable(&args.calls, "holds no calls"));
    };
    let report = Report {
        policy: &policy,
        calls: &args.calls,
        coverage: Coverage::of(&policy),
        tally: &tally,
        all: args.all,
    };
    if let Some(path) = &args.html {
        output::write_file(path, &report.html())?;
    }
    match args.format {
        output::Format::Human => {
            let mut out = output::coloured();
            report.human(&mut out)?;
            out.flush()?;
        }
        output::Format::Json => {
            let mut out = output::plain();
            serde_json::to_writer(&mut out, &report.json()).map_err(std::io::Error::from)?;
            writeln!(out)?;
            out.flush()?;
        }
    }
    Ok(if tally.no_calls > 0 {
        Exit::Found
    } else {
        Exit::Clean
    })
}

/// What was counted, and about what.
struct Report<'a> {
    policy: &'a Policy,
    calls: &'a str,
    coverage: Coverage<'a>,
    tally: &'a Tally<'a>,
    all: bool,
}

impl Report<'_> {
    /// The rules that decided, most often first, and those that never did, in document order.
    fn rules(&self) -> (Vec<(callgate::RuleId, u64)>, Vec<callgate::RuleId>) {
        let numbered = (0..).map(callgate::RuleId).zip(&self.tally.rules);
        let (mut hit, mut never) = (Vec::new(), Vec::new());
        for (rule, &count) in numbered {
            if count > 0 {
                hit.push((rule, count));
            } else {
                never.push(rule);
            }
        }
        hit.sort_by_key(|&(rule, count)| (std::cmp::Reverse(count), rule));
        (hit, never)
    }
}
