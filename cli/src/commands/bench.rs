//! `callgate bench`: what a policy costs.

mod human;
mod recorded;

use crate::checks::{self, FixedChecks};
use crate::exit::{Exit, Stop};
use crate::heap::ProcessHeap;
use crate::input::Input;
use crate::output::{self, Format};
use crate::progress::Progress;
use callgate::compiler::fault::render::{self, Level, Style};
use callgate::compiler::{self, document};
use callgate::engine::json::Limits;
use callgate::{Faults, Source, Tri};
use callgate_workload::calls::{self, CallText};
use callgate_workload::report::{self, Failed, Plan, Report};
use callgate_workload::rules;
use callgate_workload::stream::{CALLS, Stream};
use std::io::Write as _;
use std::time::Duration;

/// Measure what deciding calls costs
///
/// Every way to decide walks the same 65,536 calls, each in memory of its own, in the same
/// shuffled order: a recording that holds fewer is repeated. Beside the times stand two floors:
/// three hash look-ups that no evaluator can do without, and a JSON validator over the same
/// requests. Before anything is timed, the ways to decide are held against each other.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate bench policy.yaml calls.jsonl
  callgate bench --generate 10000
  callgate bench --generate 100000 --format json > report.json")]
pub(crate) struct Args {
    /// The policy, JSON or YAML
    #[arg(required_unless_present = "generate", conflicts_with = "generate")]
    policy: Option<String>,
    /// The calls, one a line, as for `callgate eval`; `-` is standard input
    #[arg(required_unless_present = "generate", conflicts_with = "generate")]
    calls: Option<String>,
    /// Make a policy of N rules, and calls of which half hit a rule, instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    generate: Option<u32>,
    /// How results are written [default: human on a terminal, else json]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// About how long to measure each way to decide
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// What the check called NAME answers: yes, no or unknown; others are unknown
    #[arg(long = "check", value_name = "NAME=ANSWER", value_parser = checks::parse)]
    checks: Vec<(String, Tri)>,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut progress = Progress::items(report::STEPS).before_results();
    progress.at(0);
    let (name, bytes, texts) = match (args.generate, &args.policy, &args.calls) {
        (Some(count), ..) => generated(count as usize)?,
        (None, Some(policy), Some(calls)) => given(policy, calls)?,
        _ => return Err(Stop::unusable("CALLS", "is missing")),
    };
    let source = Source::readable(&name, &bytes);
    let distinct = texts.len();
    let repeated: Vec<CallText> = texts.into_iter().cycle().take(CALLS).collect();
    let stream = Stream::of(&repeated)
        .map_err(|error| Stop::unusable("calls", format!("arguments that are no JSON: {error}")))?;
    drop(repeated);
    let report = report::run(
        &Plan {
            source: &source,
            met: &stream.met(),
            calls: distinct,
            checks: &FixedChecks(args.checks.clone()),
            heap: &ProcessHeap,
            each: Duration::from_secs_f64(args.seconds),
        },
        |step| progress.at(step),
    );
    drop(progress);
    match report {
        Ok(report) => Ok(show(&report, Format::or_by_terminal(args.format))?),
        Err(Failed::Policy(faults)) => Err(faulty(&faults, &source)),
        Err(Failed::Disagreement(what)) => Err(Stop::unusable(name, what)),
    }
}

/// A policy and its calls.
type Work = (String, Vec<u8>, Vec<CallText>);

fn generated(count: usize) -> Result<Work, Stop> {
    let name = format!("<{count} generated rules>");
    let rules = rules::mixed(count);
    let text = rules::document(&rules);
    let source = Source::new(&name, &text);
    let table = report::table(&source).map_err(|faults| faulty(&faults, &source))?;
    let texts = calls::calls(&rules, &table, CALLS);
    Ok((name, text.into_bytes(), texts))
}

fn given(policy: &str, calls: &str) -> Result<Work, Stop> {
    let (name, bytes) = Input::open(policy)?.document()?;
    let source = Source::readable(&name, &bytes);
    let firewall = document::parse(&source, &compiler::Limits::default())
        .is_ok_and(|document| compiler::firewall::recognises(&document));
    if firewall {
        let why = "is a firewall policy: bench measures permission policies only";
        return Err(Stop::unusable(name, why));
    }
    let texts = recorded::read(Input::open(calls)?, &Limits::default())?;
    Ok((name, bytes, texts))
}

fn show(report: &Report, format: Format) -> std::io::Result<Exit> {
    match format {
        Format::Human => human::write(&mut output::coloured(), report)?,
        Format::Json => {
            let mut out = output::plain();
            serde_json::to_writer(&mut out, report)?;
            writeln!(out)?;
            out.flush()?;
        }
    }
    Ok(Exit::Clean)
}

fn faulty(Faults(faults): &Faults, source: &Source<'_>) -> Stop {
    let style = Style { ansi: true };
    anstream::eprint!("{}", render::text(faults, source, Level::Error, style));
    Stop::Said(Exit::Unusable)
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("write seconds from 0 to 3600".to_owned()),
    }
}
