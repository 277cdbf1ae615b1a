//! What came out of each call, written for programs or for people.

mod human;
mod json;

use crate::calls::NoCall;
use crate::exit::Exit;
use crate::output::{self, Format};
use crate::policy::Policy;
use callgate::permission::{Outcome, Suggestion};
use callgate::{Call, Decision};
use std::io::{self, Write};

/// A decided call.
pub(crate) struct Decided<'a> {
    /// The call.
    pub(crate) call: Call<'a>,
    /// The `id` of the request, as JSON.
    pub(crate) id: Option<&'a str>,
    /// Why nothing of the line could be read, where that is so.
    pub(crate) unreadable: Option<String>,
    /// The decision.
    pub(crate) outcome: Outcome,
    /// What was asked for beside it.
    pub(crate) full: Option<Full>,
}

/// What a prompt shows beside the decision (E7, E8).
pub(crate) struct Full {
    pub(crate) paths: Vec<String>,
    pub(crate) suggestion: Option<Suggestion>,
}

/// Writes results in one format and counts them.
pub(crate) struct Results<'p> {
    policy: &'p Policy,
    out: Box<dyn Write>,
    format: Format,
    line: Vec<u8>,
    allowed: u64,
    asked: u64,
    denied: u64,
    no_calls: u64,
}

impl<'p> Results<'p> {
    pub(crate) fn new(policy: &'p Policy, format: Format) -> Self {
        let out: Box<dyn Write> = match format {
            Format::Human => Box::new(output::coloured()),
            Format::Json => Box::new(output::plain()),
        };
        Self {
            policy,
            out,
            format,
            line: Vec::new(),
            allowed: 0,
            asked: 0,
            denied: 0,
            no_calls: 0,
        }
    }

    /// Writes what was decided about the call at a line.
    pub(crate) fn decided(&mut self, line: u64, decided: &Decided<'_>) -> io::Result<()> {
        match decided.outcome.decision {
            Decision::Allow => self.allowed += 1,
            Decision::Ask => self.asked += 1,
            Decision::Deny => self.denied += 1,
        }
        self.line.clear();
        match self.format {
            Format::Json => json::decided(&mut self.line, line, decided, &self.policy.table)?,
            Format::Human => human::decided(&mut self.line, decided, self.policy)?,
        }
        self.out.write_all(&self.line)
    }

    /// Writes that a line is no call.
    pub(crate) fn no_call(&mut self, line: u64, why: &NoCall) -> io::Result<()> {
        self.no_calls += 1;
        self.line.clear();
        match self.format {
            Format::Json => json::no_call(&mut self.line, line, why)?,
            Format::Human => human::no_call(&mut self.line, line, why)?,
        }
        self.out.write_all(&self.line)
    }

    /// Hands on what is buffered.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// How many lines were answered.
    pub(crate) const fn answered(&self) -> u64 {
        self.allowed + self.asked + self.denied + self.no_calls
    }

    /// Says how it went, for people, and what the run ends with.
    pub(crate) fn finish(mut self) -> io::Result<Exit> {
        if self.format == Format::Human && self.answered() > 1 {
            let Self {
                allowed,
                asked,
                denied,
                no_calls,
                ..
            } = self;
            write!(
                self.out,
                "\n{allowed} allowed, {asked} asked, {denied} denied"
            )?;
            if no_calls > 0 {
                write!(self.out, ", {no_calls} no calls")?;
            }
            writeln!(self.out)?;
        }
        self.out.flush()?;
        Ok(if self.no_calls > 0 {
            Exit::Found
        } else {
            Exit::Clean
        })
    }
}
