//! `callgate answer`: answers cases, so that other suites and runners can ask.

use crate::exit::{Exit, Stop};
use crate::input::plainly;
use callgate::compiler::{Limits, Source, document};
use callgate_conformance::{case, implementation, runner};
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};

/// Answer cases, one a line on standard input, as `test --program` asks them
///
/// Each answer is one JSON object on a line of its own, given before the next case is read.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate answer < cases.jsonl
  echo '{\"name\": \"a\", \"url\": \"https://A.example/\"}' | callgate answer
  callgate test --program 'callgate answer --implementation reference' cases/")]
pub(crate) struct Args {
    /// Whose answers are given
    #[arg(long, value_enum, default_value = "engine")]
    implementation: Implementation,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Implementation {
    /// The engine
    Engine,
    /// The engine looking at every rule
    Unindexed,
    /// The reference evaluator
    Reference,
}

impl Implementation {
    fn one(self) -> Box<dyn implementation::Implementation> {
        match self {
            Self::Engine => Box::new(implementation::Engine::indexed()),
            Self::Unindexed => Box::new(implementation::Engine::unindexed()),
            Self::Reference => Box::new(implementation::Reference),
        }
    }
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut implementation = args.implementation.one();
    let mut exit = Exit::Clean;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| Stop::unusable("standard input", plainly(&error)))?;
        if line.trim().is_empty() {
            continue;
        }
        let (answer, found) = answer(&line, implementation.as_mut());
        exit = exit.max(found);
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(exit)
}

/// The whole answer to a line; what is no case is told as an error in its place.
fn answer(line: &str, implementation: &mut dyn implementation::Implementation) -> (Value, Exit) {
    let source = Source::new("standard input", line);
    let refuse = |_: &str| Err("a case on a line names no other file".to_owned());
    let read = document::parse(&source, &Limits::default())
        .and_then(|node| case::read_line(&source, node, &refuse));
    match read {
        Ok(case) => (runner::run(&case, implementation), Exit::Clean),
        Err(faults) => (json!({ "error": faults.to_string() }), Exit::Found),
    }
}
