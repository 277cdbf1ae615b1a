//! Another implementation, in any language: a program that is asked over its standard input and
//! answers over its standard output, one line each.
//!
//! A line in is a case as a JSON object, without what it expects. A line out is the whole answer
//! as results write it (`decision`, `reason`, …; `faults`; `host`; …), or `{"skip": "why"}` where
//! the program does not know the question. The program answers each line before it is given the
//! next one, and ends when its input ends.

mod question;

pub use question::question;

use crate::case::Case;
use crate::runner::{Mismatch, Report, compare};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

#[cfg(test)]
mod tests;

/// The longest answer that is read.
const LONGEST: u64 = 64 << 20;

/// A running program.
#[derive(Debug)]
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What a program said to a case.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Its answer, compared.
    Answer(Report),
    /// It does not know the question, and why.
    Skip(String),
}

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a program without input or output"));
        };
        Ok(Self {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    /// Puts a case to the program and compares its answer.
    ///
    /// # Errors
    /// When the program is gone, or its line is no JSON object.
    pub fn check(&mut self, case: &Case<'_>) -> io::Result<Reply> {
        let got = self.ask(&question(case))?;
        if let Some(why) = got.get("skip") {
            let why = why.as_str().map_or_else(|| why.to_string(), str::to_owned);
            return Ok(Reply::Skip(why));
        }
        let mut mismatches = compare(&case.expect, &got);
        if mismatches.is_empty() && !got.is_object() {
            mismatches.push(Mismatch {
                member: "an answer".to_owned(),
                expected: json!({}),
                got: got.clone(),
            });
        }
        Ok(Reply::Answer(Report { got, mismatches }))
    }

    fn ask(&mut self, line: &str) -> io::Result<Value> {
        writeln!(self.input, "{line}")?;
        self.input.flush()?;
        let mut answer = Vec::new();
        let mut output = io::Read::take(&mut self.output, LONGEST);
        output.read_until(b'\n', &mut answer)?;
        if answer.is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the program ended without an answer",
            ));
        }
        serde_json::from_slice(&answer).map_err(|error| {
            let said = String::from_utf8_lossy(&answer);
            let said: String = said.trim_end().chars().take(200).collect();
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("the program's line is not JSON ({error}): {said}"),
            )
        })
    }

    /// Ends its input and waits for it.
    ///
    /// # Errors
    /// When waiting fails, or the program does not end well.
    pub fn end(mut self) -> io::Result<()> {
        drop(self.input);
        let status = self.child.wait()?;
        if status.success() {
            Ok(())
        } else {
            Err(io::Error::other(format!("the program ended with {status}")))
        }
    }
}
