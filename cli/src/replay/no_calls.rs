//! The lines of a recording that are no calls.

use crate::calls::NoCall;
use crate::html::grouped;
use crate::render::RED;
use crate::safe::Safe;
use serde_json::{Value, json};
use std::io::{self, Write};

/// How many of them are remembered.
const EXAMPLES: usize = 5;

/// How many there are, and the first of them.
#[derive(Debug, Default)]
pub(crate) struct NoCalls {
    count: u64,
    /// By line number, with what is wrong.
    first: Vec<(u64, NoCall)>,
}

impl NoCalls {
    /// One more; numbers grow.
    pub(crate) fn push(&mut self, number: u64, why: NoCall) {
        self.count += 1;
        if self.first.len() < EXAMPLES {
            self.first.push((number, why));
        }
    }

    /// Those of another thread, too.
    pub(crate) fn add(&mut self, other: Self) {
        self.count += other.count;
        self.first.extend(other.first);
        self.first.sort_by_key(|&(number, _)| number);
        self.first.truncate(EXAMPLES);
    }

    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    /// What is wrong, for people; nothing where there are none.
    pub(crate) fn human(&self, out: &mut dyn Write) -> io::Result<()> {
        let lines = match self.count {
            0 => return Ok(()),
            1 => "1 line is no call".to_owned(),
            count => format!("{} lines are no calls", grouped(count)),
        };
        writeln!(out, "  {RED}{lines}{RED:#}")?;
        for (line, why) in &self.first {
            writeln!(out, "      line {line}: {}", Safe(&why.to_string()))?;
        }
        match self.count.checked_sub(self.first.len() as u64) {
            Some(more) if more > 0 => writeln!(out, "      and {} more", grouped(more)),
            _ => Ok(()),
        }
    }

    pub(crate) fn json(&self) -> Value {
        let first = self
            .first
            .iter()
            .map(|(line, why)| json!({ "line": line, "message": why.message, "help": why.help }));
        json!({ "lines": self.count, "first": first.collect::<Vec<_>>() })
    }
}
