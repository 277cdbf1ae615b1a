//! `callgate fmt`: one way of writing a document.

use crate::exit::{Exit, Stop};
use crate::input::Input;
use crate::output;
use callgate::compiler::fault::render::{self, Level, Style};
use callgate::compiler::format::{Unformattable, format};
use callgate::{Faults, Source, compiler};
use std::io::Write as _;

/// Format documents without changing what they say or losing a comment
///
/// JSON stays JSON and YAML stays YAML; rules stand on a line each where they fit. A comment
/// stays behind what it stands behind, or gets a line of its own before it. What was written is
/// read back and compared before anything is changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate fmt policy.yaml
  callgate fmt --write policies/*.yaml
  callgate fmt --check policies/*.yaml
  callgate fmt - < policy.json")]
pub(crate) struct Args {
    /// The documents, JSON or YAML; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Write the files instead of printing them
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Change and print nothing; end with exit code 1 if a document is not formatted
    #[arg(long)]
    check: bool,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut exit = Exit::Clean;
    for path in &args.files {
        exit = exit.max(match one(args, path) {
            Ok(exit) => exit,
            Err(stop) => stop.report(),
        });
    }
    Ok(exit)
}

fn one(args: &Args, path: &str) -> Result<Exit, Stop> {
    let (name, bytes) = Input::open(path)?.document()?;
    let source = match Source::from_bytes(&name, &bytes) {
        Ok(source) => source,
        Err(faults) => return refuse(&Source::readable(&name, &bytes), &faults),
    };
    let written = match format(&source, &compiler::Limits::default()) {
        Ok(written) => written,
        Err(Unformattable::Faults(faults)) => return refuse(&source, &faults),
        Err(Unformattable::Meaning) => {
            let why = "left as it is: it is written in a way that cannot be formatted without \
                       losing a comment or changing what it says";
            return Err(Stop::unusable(name, why));
        }
    };
    let same = written == source.text;
    if args.check {
        if same {
            return Ok(Exit::Clean);
        }
        let mut out = output::plain();
        writeln!(out, "{name} is not formatted")?;
        out.flush()?;
        return Ok(Exit::Found);
    }
    if args.write && path != "-" {
        if !same {
            output::write_file(path, &written)?;
        }
        return Ok(Exit::Clean);
    }
    let mut out = output::plain();
    out.write_all(written.as_bytes())?;
    out.flush()?;
    Ok(Exit::Clean)
}

fn refuse(source: &Source<'_>, Faults(faults): &Faults) -> Result<Exit, Stop> {
    let style = Style { ansi: true };
    anstream::eprint!("{}", render::text(faults, source, Level::Error, style));
    Err(Stop::Said(Exit::Unusable))
}
