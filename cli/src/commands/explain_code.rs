//! `callgate explain-code`: what a warning means.

use crate::exit::{Exit, Stop};
use crate::output;
use crate::render::{BOLD, DIM};
use callgate::compiler::fault::near;
use callgate::compiler::lint::{CODES, Code, code};
use std::io::{self, Write};

/// Say what a warning means and what to do about it; without a code, list all of them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate explain-code W003
  callgate explain-code")]
pub(crate) struct Args {
    /// The code, as `callgate check` shows it
    code: Option<String>,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut out = output::coloured();
    let Some(asked) = &args.code else {
        for entry in CODES {
            writeln!(out, "{BOLD}{}{BOLD:#}  {}", entry.code, entry.title)?;
        }
        out.flush()?;
        return Ok(Exit::Clean);
    };
    let Some(entry) = code(asked.trim()) else {
        let known = CODES.iter().map(|entry| entry.code);
        let hint = match near(asked, known) {
            Some(near) => format!("is no code; did you mean {near}?"),
            None => "is no code; `callgate explain-code` lists all of them".to_owned(),
        };
        return Err(Stop::unusable(asked, hint));
    };
    show(&mut out, entry)?;
    out.flush()?;
    Ok(Exit::Clean)
}

fn show(out: &mut impl Write, entry: &Code) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}  {}\n", entry.code, entry.title)?;
    paragraph(out, entry.explanation)?;
    writeln!(out)?;
    paragraph(out, &format!("What to do: {}", entry.fix))?;
    writeln!(
        out,
        "\n{DIM}A rule that means it: allow-lint: {{ {}: \"why it is no mistake\" }}{DIM:#}",
        entry.code
    )
}

/// Text broken into lines of at most 88 characters.
fn paragraph(out: &mut impl Write, text: &str) -> io::Result<()> {
    let mut long = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if long > 0 && long + 1 + length > 88 {
            writeln!(out)?;
            long = 0;
        }
        let gap = if long > 0 { " " } else { "" };
        write!(out, "{gap}{word}")?;
        long += gap.len() + length;
    }
    writeln!(out)
}
