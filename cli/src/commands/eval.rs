//! `callgate eval`: decides recorded calls, or one.

use crate::calls::{self, Plain, Recorded, Slot};
use crate::checks::{self, FixedChecks};
use crate::exit::{Exit, Stop};
use crate::input::{Input, plainly};
use crate::lines::{Line, Lines};
use crate::output::Format;
use crate::policy::Policy;
use crate::progress::Progress;
use crate::results::{Decided, Full, Results};
use callgate::engine::json::{Limits, Request};
use callgate::permission::Scratch;
use callgate::{Arguments, Call, Tri};
use std::io;

/// Decide calls: allow, deny or ask, and why
///
/// CALLS holds one call a line, either {"tool": …, "args": …} or a whole JSON-RPC tools/call
/// request. One result a line comes out, in the same order. A line that is no call gets an
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
    /// How results are written [default: human on a terminal and for --tool, else json]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Show each call's paths and what "always allow" would remember, too
    #[arg(long)]
    full: bool,
    /// What the check called NAME answers: yes, no or unknown; others are unknown
    #[arg(long = "check", value_name = "NAME=ANSWER", value_parser = checks::parse)]
    checks: Vec<(String, Tri)>,
    /// Longest line that is read; a longer one is a call that cannot be read
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().bytes)]
    max_line: usize,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    if args.policy == "-" && args.calls.as_deref() == Some("-") {
        return Err(Stop::unusable(
            "-",
            "policy and calls cannot both be standard input",
        ));
    }
    let limits = Limits {
        bytes: args.max_line,
        ..Limits::default()
    };
    let policy = Policy::load(&args.policy, limits)?;
    let mut decider = Decider {
        policy: &policy,
        checks: FixedChecks(args.checks.clone()),
        scratch: Scratch::default(),
        limits,
        full: args.full,
    };
    match (&args.tool, &args.calls) {
        (Some(tool), _) => one(&mut decider, tool, args),
        (None, Some(calls)) => many(&mut decider, calls, args),
        (None, None) => Err(Stop::unusable("CALLS", "is missing")),
    }
}

/// One call, for people unless asked otherwise.
fn one(decider: &mut Decider<'_>, tool: &str, args: &Args) -> Result<Exit, Stop> {
    let mut results = Results::new(decider.policy, args.format.unwrap_or(Format::Human));
    let arguments = args
        .args
        .as_ref()
        .map_or(Arguments::Absent, |raw| Arguments::Raw(raw.as_bytes()));
    let unreadable = match arguments {
        Arguments::Raw(bytes) if !callgate::engine::json::validate(bytes, &decider.limits) => {
            Some("the arguments cannot be read as JSON".to_owned())
        }
        _ => None,
    };
    let call = Call {
        tool: Some(tool),
        arguments,
    };
    results.decided(1, &decider.decide(call, None, unreadable))?;
    Ok(results.finish()?)
}

/// A recording, streamed.
fn many(decider: &mut Decider<'_>, path: &str, args: &Args) -> Result<Exit, Stop> {
    let input = Input::open(path)?;
    let (name, size) = (input.name.clone(), input.size);
    let mut results = Results::new(decider.policy, Format::or_by_terminal(args.format));
    let mut progress = Progress::bytes(size);
    let mut lines = Lines::new(input, args.max_line);
    loop {
        if lines.would_wait() {
            results.flush()?;
            progress.at(lines.taken());
        }
        let number = results.answered() + 1;
        match lines.next() {
            Ok(Some(line)) => decider.answer(number, &line, &mut results)?,
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

/// Decides calls of one policy, one after the other.
struct Decider<'p> {
    policy: &'p Policy,
    checks: FixedChecks,
    scratch: Scratch,
    limits: Limits,
    full: bool,
}

impl Decider<'_> {
    /// Answers one line.
    fn answer(
        &mut self,
        number: u64,
        line: &Line<'_>,
        results: &mut Results<'_>,
    ) -> io::Result<()> {
        let bytes = match *line {
            Line::Bytes(bytes) => bytes,
            Line::TooLong { bytes } => {
                let why = format!(
                    "the line has {bytes} bytes, more than {}",
                    self.limits.bytes
                );
                let call = Call {
                    tool: None,
                    arguments: Arguments::Unreadable,
                };
                return results.decided(number, &self.decide(call, None, Some(why)));
            }
        };
        match calls::read(bytes) {
            Err(why) => results.no_call(number, &why),
            Ok(Recorded::Plain(plain)) => {
                results.decided(number, &self.decide(call_of(&plain), None, None))
            }
            Ok(Recorded::Request { id }) => {
                let request = Request::read(bytes, &self.limits);
                results.decided(number, &self.decide(request.call(), id, None))
            }
        }
    }

    fn decide<'a>(
        &mut self,
        call: Call<'a>,
        id: Option<&'a str>,
        unreadable: Option<String>,
    ) -> Decided<'a> {
        let table = &self.policy.table;
        let outcome = table.decide(&call, &self.checks, &mut self.scratch);
        let full = self.full.then(|| Full {
            paths: table.paths(&call, &mut self.scratch),
            suggestion: table.suggestion(&call, &mut self.scratch),
        });
        Decided {
            call,
            id,
            unreadable,
            outcome,
            full,
        }
    }
}

fn call_of<'a>(plain: &'a Plain<'_>) -> Call<'a> {
    Call {
        tool: plain.tool.as_deref(),
        arguments: match plain.args {
            Slot::Absent => Arguments::Absent,
            Slot::Once(raw) => Arguments::Raw(raw.get().as_bytes()),
            Slot::Twice => Arguments::Unreadable,
        },
    }
}
