//! The commands, one file each: its options, its help with examples, its run.

mod answer;
mod bench;
mod check;
mod completions;
mod diff;
mod dump;
mod eval;
mod explain;
mod explain_code;
mod explain_command;
mod fmt;
mod import;
mod reading;
mod replay;
mod schema;
mod suggest;
mod test;

use crate::exit::{Exit, Stop};
use clap::CommandFactory as _;

/// What to do.
#[derive(Debug, clap::Subcommand)]
#[expect(
    clippy::enum_variant_names,
    reason = "`explain-command` is the name people type"
)]
pub(crate) enum Command {
    Answer(answer::Args),
    Bench(bench::Args),
    Check(check::Args),
    Eval(eval::Args),
    Replay(replay::Args),
    Diff(diff::Args),
    Suggest(suggest::Args),
    Dump(dump::Args),
    Test(test::Args),
    Explain(explain::Args),
    ExplainCode(explain_code::Args),
    ExplainCommand(explain_command::Args),
    Import(import::Args),
    Fmt(fmt::Args),
    Schema(schema::Args),
    Completions(completions::Args),
    Man(completions::ManArgs),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> Result<Exit, Stop> {
        match self {
            Self::Answer(args) => answer::run(&args),
            Self::Bench(args) => bench::run(&args),
            Self::Check(args) => check::run(&args),
            Self::Eval(args) => eval::run(&args),
            Self::Replay(args) => replay::run(&args),
            Self::Diff(args) => diff::run(&args),
            Self::Suggest(args) => suggest::run(&args),
            Self::Dump(args) => dump::run(&args),
            Self::Test(args) => test::run(&args),
            Self::Explain(args) => explain::run(&args),
            Self::ExplainCode(args) => explain_code::run(&args),
            Self::ExplainCommand(args) => explain_command::run(&args),
            Self::Import(args) => import::run(&args),
            Self::Fmt(args) => fmt::run(&args),
            Self::Schema(args) => schema::run(&args),
            Self::Completions(args) => completions::run(&args, crate::Cli::command()),
            Self::Man(args) => completions::man(&args, crate::Cli::command()),
        }
    }
}
