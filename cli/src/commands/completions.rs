//! `callgate completions` and `callgate man`: made from the same definitions as `--help`.

use crate::exit::{Exit, Stop};
use crate::output;
use clap_complete::Shell;
use std::io::Write as _;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate completions bash > /etc/bash_completion.d/callgate
  callgate completions zsh > ~/.zfunc/_callgate
  callgate completions fish > ~/.config/fish/completions/callgate.fish")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the man page of callgate, or of one of its commands
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate man > callgate.1
  callgate man explain | man -l -")]
pub(crate) struct ManArgs {
    /// The command; none: callgate itself
    command: Option<String>,
}

/// Prints completions.
pub(crate) fn run(args: &Args, mut cli: clap::Command) -> Result<Exit, Stop> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut cli, "callgate", &mut text);
    print(&text)
}

/// Prints a man page.
pub(crate) fn man(args: &ManArgs, mut cli: clap::Command) -> Result<Exit, Stop> {
    cli.build();
    let page = match &args.command {
        None => cli,
        Some(name) => match cli.find_subcommand(name) {
            Some(command) => command.clone(),
            None => return Err(Stop::unusable(name, "is no command; see `callgate --help`")),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)
}

fn print(text: &[u8]) -> Result<Exit, Stop> {
    let mut out = output::plain();
    out.write_all(text)?;
    out.flush()?;
    Ok(Exit::Clean)
}
