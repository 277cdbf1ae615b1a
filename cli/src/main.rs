//! `callgate`, the command line: files in, results and exit codes out.
//!
//! Everything a user of the library could do is in the library; here are the terminal, the
//! files and the exit codes ([`exit::Exit`]). Each command is one file under `commands/`.

mod calls;
mod checks;
mod commands;
mod decide;
mod exit;
mod heap;
mod html;
mod input;
mod lines;
mod output;
mod policy;
mod progress;
mod quoted;
mod recorded;
mod render;
mod replay;
mod results;
mod rule_text;
mod safe;
mod suggested;
mod wide;

use clap::Parser;
use std::process::ExitCode;

/// Decides what an AI agent's tool call may do: allow, deny or ask, and why.
#[derive(Debug, Parser)]
#[command(name = "callgate", version, after_help = exit::HELP, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command.run() {
        Ok(exit) => exit.into(),
        Err(stop) => stop.report().into(),
    }
}
