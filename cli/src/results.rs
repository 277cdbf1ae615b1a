//! What came out of each call, written for programs or for people.

mod human;
pub(crate) mod json;

use crate::calls::NoCall;
use crate::exit::Exit;
use crate::output::{self, Format};
use crate::policy::Policy;
use callgate::firewall::{self, StagedCall, Verdict};
use callgate::permission::{self, Suggestion};
use serde_json::Value;
use std::io::{self, Write};

/// A decided call.
pub(crate) struct Decided<'a> {
    /// The call.
    pub(crate) staged: StagedCall<'a>,
    /// The `id` of the request, as JSON.
    pub(crate) id: Option<&'a str>,
    /// Why the call, or its arguments, could not be read, where that was seen on the way.
    pub(crate) unreadable: Option<String>,
    /// What the policy says.
    pub(crate) ruling: Ruling,
}

/// What a policy of either dialect says about a call.
pub(crate) enum Ruling {
    /// A decision, and what a prompt would show beside it, where that was asked for.
    Permission(permission::Outcome, Option<Prompt>),
    /// A verdict, and the arguments that it lets through, where they are redacted.
    Firewall(firewall::Outcome, Option<Value>),
}

/// What a prompt shows beside the decision (E7, E8).
pub(crate) struct Prompt {
    pub(crate) paths: Vec<String>,
    pub(crate) suggestion: Option<Suggestion>,
}

impl Ruling {
    /// The decision or verdict in one word.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Permission(outcome, _) => outcome.decision.as_str(),
            Self::Firewall(outcome, _) => outcome.verdict.map_or("none", Verdict::as_str),
        }
    }
}

/// Every word of [`Ruling::word`], weakest first.
const WORDS: [&str; 7] = [
    "none",
    "allow",
    "audit",
    "ask",
    "sanitize",
    "pending_approval",
    "deny",
];

/// Writes results in one format and counts them.
pub(crate) struct Results<'p> {
    policy: &'p Policy,
    out: Box<dyn Write>,
    format: Format,
    line: Vec<u8>,
    /// How often each of [`WORDS`] was said.
    counts: [u64; WORDS.len()],
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
            counts: [0; WORDS.len()],
            no_calls: 0,
        }
    }

    /// Writes what was decided about the call at a line.
    pub(crate) fn decided(&mut self, line: u64, decided: &Decided<'_>) -> io::Result<()> {
        let word = decided.ruling.word();
        for (known, count) in WORDS.iter().zip(&mut self.counts) {
            *count += u64::from(*known == word);
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
    pub(crate) fn answered(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.no_calls
    }

    /// Says how it went, for people, and what the run ends with.
    pub(crate) fn finish(mut self) -> io::Result<Exit> {
        if self.format == Format::Human && self.answered() > 1 {
            let mut gap = "\n";
            let said = WORDS.into_iter().zip(self.counts);
            for (word, count) in said.chain([("no call", self.no_calls)]) {
                if count > 0 {
                    write!(self.out, "{gap}{count} {word}")?;
                    gap = ", ";
                }
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
