//! `callgate eval`: decides recorded calls, or one.

use super::reading::{Reading, StagedOptions, one_standard_input};
use crate::decide::{Decider, Options};
use crate::exit::{Exit, Stop};
use crate::input::{Input, plainly};
use crate::lines::Lines;
use crate::output::Format;
use crate::policy::Policy;
use crate::progress::Progress;
use crate::results::Results;
use callgate::engine::json;
use callgate::{Arguments, Call};

/// Decide calls: allow, deny or ask, and why
///
/// CALLS holds one call a line, either {"tool": …, "args": …} or a whole JSON-RPC tools/call
/// request; for a firewall policy the first may carry stage, skill, destination, resolved and
/// spent_cents. One result a line comes out, in the same order. A line that is no call gets an
/// error result in its place; the run goes on and ends with exit code 1. Arguments that cannot
/// be read are no error: nothing allows them, and whatever denies or asks about the tool fires.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate eval policy.yaml calls.jsonl > results.jsonl
  callgate eval policy.yaml calls.jsonl --format human
  tail -f calls.jsonl | callgate eval policy.yaml -
  callgate eval policy.yaml --tool fs_read --args '{\"path\": \"/srv/docs/a\"}'")]
pub(crate) struct Args {
    /// The policy, JSON or YAML; `-` is standard input
    policy: String,
    /// The calls, one a line; `-` is standard input
    #[arg(required_unless_present = "tool", conflicts_with = "tool")]
    calls: Option<String>,
    /// Decide one call of this tool instead
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// The arguments of that one call, as JSON
    #[arg(long, value_name = "JSON", requires = "tool")]
    args: Option<String>,
    #[command(flatten)]
    staged: StagedOptions,
    /// How results are written [default: human on a terminal and for --tool, else json]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Show more: the call's paths and what "always allow" would remember; redacted arguments
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    one_standard_input(
        [Some(args.policy.as_str()), args.calls.as_deref()]
            .into_iter()
            .flatten(),
    )?;
    let limits = args.reading.limits();
    let policy = Policy::load(&args.policy, limits)?;
    args.staged.only_for_firewalls(&policy)?;
    args.reading.checks_for(&[&policy])?;
    let checks = args.reading.checks();
    let mut decider = Decider::new(
        &policy,
        Options {
            checks,
            limits,
            full: args.full,
        },
    );
    match (&args.tool, &args.calls) {
        (Some(tool), _) => {
            let format = args.format.unwrap_or(Format::Human);
            one(&mut decider, tool, args, Results::new(&policy, format))
        }
        (None, Some(calls)) => {
            let format = Format::or_by_terminal(args.format);
            many(&mut decider, calls, args, Results::new(&policy, format))
        }
        (None, None) => Err(Stop::unusable("CALLS", "is missing")),
    }
}

/// One call, for people unless asked otherwise.
fn one(
    decider: &mut Decider<'_>,
    tool: &str,
    args: &Args,
    mut results: Results<'_>,
) -> Result<Exit, Stop> {
    let beside = args.staged.beside();
    let arguments = args
        .args
        .as_ref()
        .map_or(Arguments::Absent, |raw| Arguments::Raw(raw.as_bytes()));
    let resolved = beside.resolved();
    let call = Call {
        tool: Some(tool),
        arguments,
    };
    let unreadable = match arguments {
        Arguments::Raw(bytes) if !json::validate(bytes, &decider.limits()) => {
            Some("the arguments cannot be read as JSON".to_owned())
        }
        _ => None,
    };
    decider.say(
        1,
        beside.of(call, &resolved),
        None,
        unreadable,
        &mut results,
    )?;
    Ok(results.finish()?)
}

/// A recording, streamed.
fn many(
    decider: &mut Decider<'_>,
    path: &str,
    args: &Args,
    mut results: Results<'_>,
) -> Result<Exit, Stop> {
    let input = Input::open(path)?;
    let (name, size) = (input.name.clone(), input.size);
    let mut progress = Progress::bytes(size);
    let mut lines = Lines::new(input, args.reading.limits().bytes);
    loop {
        if lines.would_wait() {
            results.flush()?;
            progress.at(lines.taken());
        }
        let number = results.answered() + 1;
        match lines.next() {
            Ok(Some(line)) => decider.line(number, &line, &mut results)?,
            Ok(None) => break,
            Err(error) => {
                results.flush()?;
                return Err(Stop::unusable(name, plainly(&error)));
            }
        }
    }
    drop(progress);
    if results.answered() == 0 {
        return Err(Stop::unusable(name, "holds no calls"));
    }
    Ok(results.finish()?)
}
