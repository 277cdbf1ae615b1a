//! Standard output: buffered, coloured only on a terminal.

use crate::exit::Stop;
use crate::input::plainly;
use anstream::AutoStream;
use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

/// Writes a whole file beside the results.
pub(crate) fn write_file(path: &str, text: &str) -> Result<(), Stop> {
    std::fs::write(path, text).map_err(|error| Stop::unusable(path, plainly(&error)))
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Human,
    /// For programs.
    Json,
}

impl Format {
    /// The format asked for; else for people on a terminal, for programs elsewhere.
    pub(crate) fn or_by_terminal(asked: Option<Self>) -> Self {
        asked.unwrap_or(if io::stdout().is_terminal() {
            Self::Human
        } else {
            Self::Json
        })
    }
}

/// Writes one result, for people or as one JSON value on a line.
pub(crate) fn show(
    format: Format,
    human: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    json: impl FnOnce() -> Value,
) -> io::Result<()> {
    match format {
        Format::Human => {
            let mut out = coloured();
            human(&mut out)?;
            out.flush()
        }
        Format::Json => {
            let mut out = plain();
            serde_json::to_writer(&mut out, &json())?;
            writeln!(out)?;
            out.flush()
        }
    }
}

/// Standard output for bytes that programs read.
pub(crate) fn plain() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Standard output for people: colours reach a terminal and nothing else, and `NO_COLOR` is
/// heeded.
pub(crate) fn coloured() -> impl Write {
    BufWriter::with_capacity(1 << 16, AutoStream::auto(io::stdout().lock()))
}
