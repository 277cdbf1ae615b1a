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
use callgate_workload::firewall;
use callgate_workload::firewall::calls::StagedText;
use callgate_workload::firewall::stream::StagedStream;
use callgate_workload::firewall::subject::Firewall;
use callgate_workload::report::{self, Failed, Permission, Plan, Report};
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
  callgate bench --generate 10000 --dialect firewall
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
    /// The dialect of the policy that is made
    #[arg(long, value_enum, conflicts_with_all = ["policy", "calls"], default_value_t = Dialect::Permission)]
    dialect: Dialect,
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

/// How a policy decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Dialect {
    /// Deny, ask or allow, whatever the order
    Permission,
    /// The first rule that matches, by priority
    Firewall,
}

/// A policy and its calls.
struct Work {
    name: String,
    policy: Vec<u8>,
    calls: Calls,
}

/// Distinct calls.
enum Calls {
    Permission(Vec<CallText>),
    Firewall(Vec<StagedText>),
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut progress = Progress::items(report::STEPS).before_results();
    progress.at(0);
    let Work {
        name,
        policy,
        calls,
    } = match (args.generate, &args.policy, &args.calls) {
        (Some(count), ..) => generated(count as usize, args.dialect)?,
        (None, Some(policy), Some(calls)) => given(policy, calls)?,
        _ => return Err(Stop::unusable("CALLS", "is missing")),
    };
    let source = Source::readable(&name, &policy);
    let plan = |calls| Plan {
        calls,
        heap: &ProcessHeap,
        each: Duration::from_secs_f64(args.seconds),
    };
    let not_json = |error| Stop::unusable("calls", format!("arguments that are no JSON: {error}"));
    let report = match calls {
        Calls::Permission(texts) => {
            let distinct = texts.len();
            let repeated: Vec<CallText> = texts.into_iter().cycle().take(CALLS).collect();
            let stream = Stream::of(&repeated).map_err(not_json)?;
            drop(repeated);
            let subject = Permission {
                source: &source,
                met: &stream.met(),
                checks: &FixedChecks(args.checks.clone()),
            };
            report::run(&subject, &plan(distinct), |step| progress.at(step))
        }
        Calls::Firewall(texts) => {
            let distinct = texts.len();
            let repeated = texts.into_iter().cycle().take(CALLS).collect();
            let stream = StagedStream::of(repeated).map_err(not_json)?;
            let resolved = stream.resolved();
            let subject = Firewall {
                source: &source,
                met: &stream.met(&resolved),
            };
            report::run(&subject, &plan(distinct), |step| progress.at(step))
        }
    };
    drop(progress);
    match report {
        Ok(report) => Ok(show(&report, Format::or_by_terminal(args.format))?),
        Err(Failed::Policy(faults)) => Err(faulty(&faults, &source)),
        Err(Failed::Disagreement(what)) => Err(Stop::unusable(name, what)),
    }
}

fn generated(count: usize, dialect: Dialect) -> Result<Work, Stop> {
    let name = format!("<{count} generated rules>");
    let (text, calls) = match dialect {
        Dialect::Permission => {
            let rules = rules::mixed(count);
            let text = rules::document(&rules);
            let source = Source::new(&name, &text);
            let table = report::table(&source).map_err(|faults| faulty(&faults, &source))?;
            let calls = calls::calls(&rules, &table, CALLS);
            (text, Calls::Permission(calls))
        }
        Dialect::Firewall => {
            let rules = firewall::rules::mixed(count);
            let text = firewall::rules::document(&rules);
            let source = Source::new(&name, &text);
            let table = firewall::table(&source).map_err(|faults| faulty(&faults, &source))?;
            let calls = firewall::calls::calls(&rules, &table, CALLS);
            (text, Calls::Firewall(calls))
        }
    };
    Ok(Work {
        name,
        policy: text.into_bytes(),
        calls,
    })
}

fn given(policy: &str, calls: &str) -> Result<Work, Stop> {
    let (name, policy) = Input::open(policy)?.document()?;
    let source = Source::readable(&name, &policy);
    let firewall = document::parse(&source, &compiler::Limits::default())
        .is_ok_and(|document| compiler::firewall::recognises(&document));
    let (input, limits) = (Input::open(calls)?, Limits::default());
    let calls = if firewall {
        Calls::Firewall(recorded::read(input, &limits, recorded::staged)?)
    } else {
        Calls::Permission(recorded::read(input, &limits, recorded::plain)?)
    };
    Ok(Work {
        name,
        policy,
        calls,
    })
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
