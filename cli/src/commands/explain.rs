//! `callgate explain`: why a call was decided as it was.

mod destination;
mod firewall;
mod human;
mod json;
mod measure;
mod predicate;
mod read;
mod refused;

use super::reading::{Reading, StagedOptions, one_standard_input};
use crate::exit::{Exit, Stop};
use crate::lines::Line;
use crate::output;
use crate::policy::{Policy, Rules, Table};
use crate::recorded;
use crate::safe::Safe;
use callgate::compiler::permission::Reads;
use callgate::engine::json as json_of;
use callgate::firewall::StagedCall;
use callgate::permission::{self, Explanation, Scratch};
use callgate::{Arguments, Call};
use std::io;

/// Explain one decision: every rule that speaks about the call, and what each predicate read
///
/// Shown are the decision and the rule that makes it, the rules that fire and change nothing,
/// those that one predicate keeps silent, and what "always allow" would remember. Each
/// predicate says yes, no or unknown about each piece of the call that it reads, and why it is
/// unknown.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate explain policy.yaml --tool fs_read --args '{\"path\": \"/srv/docs/a\"}'
  callgate explain policy.yaml calls.jsonl --line 17
  callgate explain policy.yaml --tool sh --args '{\"command\": \"make\"}' --check clean=yes
  callgate explain policy.yaml --tool fs_read --format json | jq .considered")]
pub(crate) struct Args {
    /// The policy, JSON or YAML; `-` is standard input
    policy: String,
    /// A recording, one call a line; `-` is standard input
    #[arg(
        required_unless_present = "tool",
        conflicts_with = "tool",
        requires = "line"
    )]
    calls: Option<String>,
    /// Which line of the recording, from 1
    #[arg(long, value_name = "N", requires = "calls", value_parser = clap::value_parser!(u64).range(1..))]
    line: Option<u64>,
    /// Explain a call of this tool instead
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// The arguments of that call, as JSON
    #[arg(long, value_name = "JSON", requires = "tool")]
    args: Option<String>,
    #[command(flatten)]
    staged: StagedOptions,
    /// How the explanation is written: for people, or complete as one JSON object
    #[arg(long, value_enum, default_value = "human")]
    format: output::Format,
    /// Show every rule that stays silent, too
    #[arg(long)]
    all: bool,
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
    match (&args.tool, &args.calls, args.line) {
        (Some(tool), _, _) => {
            let arguments = args
                .args
                .as_ref()
                .map_or(Arguments::Absent, |raw| Arguments::Raw(raw.as_bytes()));
            let call = Call {
                tool: Some(tool),
                arguments,
            };
            let beside = args.staged.beside();
            let resolved = beside.resolved();
            let unreadable = match arguments {
                Arguments::Raw(bytes) if !json_of::validate(bytes, &limits) => {
                    Some("the arguments cannot be read as JSON within the limits".to_owned())
                }
                _ => None,
            };
            show(args, &policy, &beside.of(call, &resolved), unreadable)?;
            Ok(Exit::Clean)
        }
        (None, Some(calls), Some(number)) => {
            let kept = recorded::line(calls, number, &limits)?;
            let line: Line<'_> = kept.line();
            let unreadable = recorded::unreadable(&line, &limits);
            match recorded::with_call(&line, &limits, policy.is_firewall(), |call| {
                show(args, &policy, call, unreadable)
            }) {
                Ok(shown) => shown.map(|()| Exit::Clean).map_err(Stop::from),
                Err(why) => {
                    let label = crate::render::label("error");
                    anstream::eprintln!(
                        "{label}: {}:{number}: {}\n  {}",
                        Safe(calls),
                        Safe(&why.message),
                        Safe(&why.help)
                    );
                    Ok(Exit::Found)
                }
            }
        }
        _ => Err(Stop::unusable("CALLS", "is missing")),
    }
}

fn show(
    args: &Args,
    policy: &Policy,
    staged: &StagedCall<'_>,
    unreadable: Option<String>,
) -> io::Result<()> {
    let checks = args.reading.checks();
    let table = match (&policy.table, &policy.rules) {
        (Table::Firewall(table), Rules::Firewall(document)) => {
            let shown = firewall::Explained::new((policy, table), document, staged, args.all)
                .with(unreadable);
            return output::show(args.format, |out| shown.human(out), || shown.json());
        }
        (Table::Permission(table), _) => table,
        // A policy's table and rules are of one dialect.
        (Table::Firewall(_), Rules::Permission(_)) => return Ok(()),
    };
    let explained = table.explain(&staged.call, &checks, &mut Scratch::default());
    let shown = Shown {
        policy,
        table,
        call: &staged.call,
        explained: &explained,
        unreadable,
        all: args.all,
    };
    output::show(args.format, |out| shown.human(out), || shown.json())
}

impl Shown<'_> {
    /// The arguments of the call's tool that rules look at.
    fn reads(&self) -> Option<Reads> {
        match (&self.policy.rules, self.call.tool) {
            (Rules::Permission(policy), Some(tool)) => Some(policy.reads(tool)),
            _ => None,
        }
    }
}

/// An explanation, and what it is about.
struct Shown<'a> {
    policy: &'a Policy,
    table: &'a permission::Table,
    call: &'a Call<'a>,
    explained: &'a Explanation,
    /// Why the call or its arguments cannot be read, where that was seen on the way.
    unreadable: Option<String>,
    all: bool,
}
