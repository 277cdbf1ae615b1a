//! How the commands that decide calls read them: options that they share.

use crate::checks::{self, FixedChecks};
use crate::exit::Stop;
use callgate::Tri;
use callgate::engine::json::Limits;

/// Options of every command that decides calls.
#[derive(Debug, clap::Args)]
pub(super) struct Reading {
    /// What the check called NAME answers: yes, no or unknown; others are not supplied, which
    /// counts as unknown
    #[arg(long = "check", value_name = "NAME=ANSWER", value_parser = checks::parse)]
    checks: Vec<(String, Tri)>,
    /// Longest line that is read; a longer one is a call that cannot be read
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().bytes)]
    max_line: usize,
}

impl Reading {
    /// How much of a call is read.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            bytes: self.max_line,
            ..Limits::default()
        }
    }

    /// The checks, as they were answered.
    pub(super) fn checks(&self) -> FixedChecks {
        FixedChecks(self.checks.clone())
    }
}

/// Refuses to read several inputs from the one standard input.
pub(super) fn one_standard_input<'a>(paths: impl IntoIterator<Item = &'a str>) -> Result<(), Stop> {
    if paths.into_iter().filter(|path| *path == "-").count() > 1 {
        let why = "only one of the files can be standard input";
        return Err(Stop::unusable("-", why));
    }
    Ok(())
}
