//! The commands, one file each: its options, its help with examples, its run.

mod answer;
mod bench;
mod check;
mod eval;
mod explain;
mod explain_command;
mod test;

use crate::exit::{Exit, Stop};

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
    Test(test::Args),
    Explain(explain::Args),
    ExplainCommand(explain_command::Args),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> Result<Exit, Stop> {
        match self {
            Self::Answer(args) => answer::run(&args),
            Self::Bench(args) => bench::run(&args),
            Self::Check(args) => check::run(&args),
            Self::Eval(args) => eval::run(&args),
            Self::Test(args) => test::run(&args),
            Self::Explain(args) => explain::run(&args),
            Self::ExplainCommand(args) => explain_command::run(&args),
        }
    }
}
