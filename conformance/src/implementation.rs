//! Who can be asked: every implementation of the clauses behind one interface.

mod firewall;

use crate::answer::{Answer, Command};
use crate::case::{ArgumentsInput, CallInput};
use crate::reference;
use callgate_compiler::firewall::Compiled as Firewall;
use callgate_compiler::permission::Compiled;
use callgate_engine::command::EffectiveCommand;
use callgate_engine::firewall::Outcome as Verdict;
use callgate_engine::permission::{Checks, Outcome, PathCase, Scratch, Table};
use callgate_engine::shell::CommandReader;
use callgate_engine::{Arguments, Call, Tri, host, json, path};

/// An implementation of the clauses.
///
/// A new kind of case is a new method here, so that no implementation can forget it.
pub trait Implementation {
    /// The name on command lines and in failures.
    fn name(&self) -> &'static str;
    /// What a call may do (E1–E8).
    fn call(&mut self, compiled: &Compiled, call: &CallInput, checks: &dyn Checks) -> Answer;
    /// The host of a URL (H1–H5); `None`: unreadable.
    fn host(&mut self, url: &str) -> Option<String>;
    /// Whether a path is inside a directory (P3, P6, P7).
    fn containment(&mut self, under: &str, path: &str) -> Tri;
    /// What a direct argv would run (S1–S8).
    fn argv(&mut self, program: &str, tail: &[&str], sealed: bool) -> Vec<Command>;
    /// What a line of shell text would run (D6).
    fn line(&mut self, line: &str) -> Vec<Command>;
    /// What a firewall policy says about a call (Q3–Q6).
    fn firewall(&mut self, compiled: &Firewall, call: &CallInput) -> Verdict;
    /// Whether a firewall glob matches a tool name (G).
    fn glob(&mut self, glob: &str, tool: &str) -> bool;
}

/// Answers of embedder-supplied checks as a case gives them.
#[derive(Clone, Copy, Debug)]
pub struct FixedChecks<'a>(pub &'a [(String, Tri)]);

impl Checks for FixedChecks<'_> {
    fn check(&self, name: &str, _: &str, _: &EffectiveCommand<'_>) -> Option<Tri> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|&(_, answer)| answer)
    }
}

/// The engine; optionally without its indexes.
#[derive(Debug, Default)]
pub struct Engine {
    unindexed: bool,
    scratch: Scratch,
    reader: CommandReader,
    firewall: firewall::Engine,
}

impl Engine {
    /// The engine as it is.
    #[must_use]
    pub fn indexed() -> Self {
        Self::default()
    }

    /// The engine looking at every rule.
    #[must_use]
    pub fn unindexed() -> Self {
        let mut engine = Self {
            unindexed: true,
            ..Self::default()
        };
        engine.firewall.unindexed = true;
        engine
    }

    /// Decides on a table that is compiled already.
    pub fn decide(&mut self, table: &Table, input: &CallInput, checks: &dyn Checks) -> Answer {
        let tool = input.tool_name();
        let call = match &input.arguments {
            ArgumentsInput::Absent => Call {
                tool,
                arguments: Arguments::Absent,
            },
            ArgumentsInput::Parsed(value) => Call {
                tool,
                arguments: Arguments::Parsed(value),
            },
            ArgumentsInput::Raw(bytes) => Call {
                tool,
                arguments: Arguments::Raw(bytes),
            },
            ArgumentsInput::Request(bytes) => return self.request(table, bytes, checks),
        };
        let outcome = if self.unindexed {
            table.decide_unindexed(&call, checks, &mut self.scratch)
        } else {
            table.decide(&call, checks, &mut self.scratch)
        };
        self.answer(table, &call, outcome)
    }

    fn request(&mut self, table: &Table, bytes: &[u8], checks: &dyn Checks) -> Answer {
        let request = json::Request::read(bytes, &json::Limits::default());
        let outcome = if self.unindexed {
            table.decide_unindexed(&request.call(), checks, &mut self.scratch)
        } else {
            table.decide_request(bytes, checks, &mut self.scratch)
        };
        self.answer(table, &request.call(), outcome)
    }

    fn answer(&mut self, table: &Table, call: &Call<'_>, outcome: Outcome) -> Answer {
        Answer {
            outcome,
            paths: table.paths(call, &mut self.scratch),
            suggestion: table.suggestion(call, &mut self.scratch),
        }
    }
}

impl Implementation for Engine {
    fn name(&self) -> &'static str {
        if self.unindexed {
            "unindexed"
        } else {
            "engine"
        }
    }

    fn call(&mut self, compiled: &Compiled, call: &CallInput, checks: &dyn Checks) -> Answer {
        self.decide(&compiled.table, call, checks)
    }

    fn host(&mut self, url: &str) -> Option<String> {
        host::read_url(url)
            .ok()
            .map(|host| host.as_str().to_owned())
    }

    fn containment(&mut self, under: &str, path: &str) -> Tri {
        path::path_under(under, path, PathCase::Sensitive)
    }

    fn argv(&mut self, program: &str, tail: &[&str], sealed: bool) -> Vec<Command> {
        let commands = self.reader.argv(program, tail, sealed);
        commands
            .iter()
            .map(|command| Command::of(&command))
            .collect()
    }

    fn line(&mut self, line: &str) -> Vec<Command> {
        self.reader
            .line(line)
            .iter()
            .map(|command| Command::of(&command))
            .collect()
    }

    fn firewall(&mut self, compiled: &Firewall, call: &CallInput) -> Verdict {
        self.firewall.decide(compiled, call)
    }

    fn glob(&mut self, glob: &str, tool: &str) -> bool {
        self.firewall.glob(glob, tool)
    }
}

/// The reference evaluator.
#[derive(Debug, Default)]
pub struct Reference;

impl Implementation for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn call(&mut self, compiled: &Compiled, call: &CallInput, checks: &dyn Checks) -> Answer {
        reference::answer(&compiled.policy, call, checks)
    }

    fn host(&mut self, url: &str) -> Option<String> {
        reference::url::host(url)
    }

    fn containment(&mut self, under: &str, path: &str) -> Tri {
        reference::path::path_under(under, path, PathCase::Sensitive)
    }

    fn argv(&mut self, program: &str, tail: &[&str], sealed: bool) -> Vec<Command> {
        let tail = tail.iter().map(|&token| token.to_owned()).collect();
        reference::command::direct(program, tail, sealed)
    }

    fn line(&mut self, line: &str) -> Vec<Command> {
        reference::command::line(line)
    }

    fn firewall(&mut self, compiled: &Firewall, call: &CallInput) -> Verdict {
        reference::firewall::decide(&compiled.policy, call, &json::Limits::default())
    }

    fn glob(&mut self, glob: &str, tool: &str) -> bool {
        reference::firewall::glob_matches(glob, tool)
    }
}
