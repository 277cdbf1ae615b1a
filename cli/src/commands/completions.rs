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
  callgate man explain | man -l -
  callgate man import claude-code | man -l -")]
pub(crate) struct ManArgs {
    /// The command, and its own where it has some; none: callgate itself
    command: Vec<String>,
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
    let mut page = &cli;
    for name in &args.command {
        page = page
            .find_subcommand(name)
            .ok_or_else(|| Stop::unusable(name, "is no command; see `callgate --help`"))?;
    }
    let version = concat!("callgate ", env!("CARGO_PKG_VERSION"));
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone())
        .source(version)
        .manual("Callgate manual")
        .render(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    // Without a date the header's other fields would move into its place.
    let text = text
        .replacen(" 1  \"callgate", " 1 \"\" \"callgate", 1)
        .replacen(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n", 1)
        .replacen(".SH EXTRA\nExit codes:\n", ".SH \"EXIT STATUS\"\n", 1);
    print(text.as_bytes())
}

fn print(text: &[u8]) -> Result<Exit, Stop> {
    let mut out = output::plain();
    out.write_all(text)?;
    out.flush()?;
    Ok(Exit::Clean)
}
