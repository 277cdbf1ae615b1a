//! Calls of one policy, one after the other.

use crate::calls::{self, Plain, Recorded};
use crate::checks::FixedChecks;
use crate::lines::Line;
use crate::policy::{Policy, Table};
use crate::results::{Decided, Prompt, Results, Ruling};
use callgate::engine::json::{Limits, Request};
use callgate::firewall::{self, StagedCall};
use callgate::permission;
use callgate::{Arguments, Call};
use std::io;

/// How calls are decided.
pub(crate) struct Options {
    /// The answers of checks.
    pub(crate) checks: FixedChecks,
    /// How much of a line and of its arguments is read.
    pub(crate) limits: Limits,
    /// Whether results carry what a prompt would show, too.
    pub(crate) full: bool,
}

/// Decides calls of one policy, reusing its memory.
pub(crate) struct Decider<'p> {
    policy: &'p Policy,
    options: Options,
    permission: permission::Scratch,
    firewall: firewall::Scratch,
}

impl<'p> Decider<'p> {
    pub(crate) fn new(policy: &'p Policy, options: Options) -> Self {
        Self {
            policy,
            options,
            permission: permission::Scratch::default(),
            firewall: firewall::Scratch::default(),
        }
    }

    /// How much is read.
    pub(crate) const fn limits(&self) -> Limits {
        self.options.limits
    }

    /// Answers one line of a recording.
    pub(crate) fn line(
        &mut self,
        number: u64,
        line: &Line<'_>,
        results: &mut Results<'_>,
    ) -> io::Result<()> {
        let bytes = match *line {
            Line::Bytes(bytes) => bytes,
            Line::TooLong { bytes } => {
                let limit = self.options.limits.bytes;
                let why = format!("the line has {bytes} bytes, more than {limit}");
                let call = Call {
                    tool: None,
                    arguments: Arguments::Unreadable,
                };
                return self.say(number, StagedCall::new(call), None, Some(why), results);
            }
        };
        match calls::read(bytes) {
            Err(why) => results.no_call(number, &why),
            Ok(Recorded::Plain(plain)) => self.plain(number, &plain, results),
            Ok(Recorded::Request { id }) => {
                let request = Request::read(bytes, &self.options.limits);
                self.say(number, StagedCall::new(request.call()), id, None, results)
            }
        }
    }

    fn plain(
        &mut self,
        number: u64,
        plain: &Plain<'_>,
        results: &mut Results<'_>,
    ) -> io::Result<()> {
        let call = Call {
            tool: plain.tool.as_deref(),
            arguments: plain.arguments(),
        };
        if matches!(self.policy.table, Table::Permission(_)) {
            return self.say(number, StagedCall::new(call), None, plain.twice(), results);
        }
        match plain.beside() {
            Err(why) => results.no_call(number, &why),
            Ok(beside) => self.say(
                number,
                beside.of(call, &beside.resolved()),
                None,
                plain.twice(),
                results,
            ),
        }
    }

    /// Decides a call and writes what came out.
    pub(crate) fn say(
        &mut self,
        number: u64,
        staged: StagedCall<'_>,
        id: Option<&str>,
        unreadable: Option<String>,
        results: &mut Results<'_>,
    ) -> io::Result<()> {
        let ruling = self.rule_on(&staged);
        results.decided(
            number,
            &Decided {
                staged,
                id,
                unreadable,
                ruling,
            },
        )
    }

    fn rule_on(&mut self, staged: &StagedCall<'_>) -> Ruling {
        let call = &staged.call;
        match &self.policy.table {
            Table::Permission(table) => {
                let outcome = table.decide(call, &self.options.checks, &mut self.permission);
                let prompt = self.options.full.then(|| Prompt {
                    paths: table.paths(call, &mut self.permission),
                    suggestion: table.suggestion(call, &mut self.permission),
                });
                Ruling::Permission(outcome, prompt)
            }
            Table::Firewall(table) => {
                let outcome = table.decide(staged, &mut self.firewall);
                let redacted = match (self.options.full, outcome.rule, call.arguments) {
                    (true, Some(rule), Arguments::Raw(bytes)) => serde_json::from_slice(bytes)
                        .ok()
                        .and_then(|arguments| table.redact(rule, arguments)),
                    _ => None,
                };
                Ruling::Firewall(outcome, redacted)
            }
        }
    }
}
