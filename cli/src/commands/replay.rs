//! `callgate replay`: what a policy says about a whole recording.

mod html;
mod human;
mod json;

use super::reading::{Reading, one_standard_input};
use crate::exit::{Exit, Stop};
use crate::output;
use crate::policy::Policy;
use crate::replay::{Coverage, Tally, fold};

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
    #[command(flatten)]
    reading: Reading,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    one_standard_input([&*args.policy, &*args.calls])?;
    let limits = args.reading.limits();
    let policy = Policy::load(&args.policy, limits)?;
    args.reading.checks_for(&[&policy])?;
    let checks = args.reading.checks();
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
    output::show(args.format, |out| report.human(out), || report.json())?;
    Ok(if tally.no_calls.count() > 0 {
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
