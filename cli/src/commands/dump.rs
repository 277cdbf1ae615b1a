//! `callgate dump`: a compiled table as text.

use crate::exit::{Exit, Stop};
use crate::output;
use crate::policy::{Policy, Table};
use callgate::engine::json::Limits;
use std::io::Write as _;

/// Show what a policy compiles to: rules by rank, what they share, indexes
///
/// The same policy always gives the same text: put it into bug reports, compare it with diff.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate dump policy.yaml
  diff <(callgate dump old.yaml) <(callgate dump new.yaml)")]
pub(crate) struct Args {
    /// The policy, JSON or YAML; `-` is standard input
    policy: String,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let policy = Policy::load(&args.policy, Limits::default())?;
    let mut out = output::plain();
    match &policy.table {
        Table::Permission(table) => write!(out, "{}", table.dump())?,
        Table::Firewall(table) => write!(out, "{}", table.dump())?,
    }
    out.flush()?;
    Ok(Exit::Clean)
}
