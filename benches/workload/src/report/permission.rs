//! A permission policy to be measured.

use super::subject::{Subject, Touched};
use crate::floor::Floor;
use crate::stream::{self, Checked, Met};
use callgate_compiler::permission::{CompileOptions, Policy, compile_with, lower};
use callgate_compiler::{Faults, Source};
use callgate_conformance::case::CallInput;
use callgate_conformance::reference;
use callgate_engine::permission::{Checks, Outcome, Scratch, Table};
use std::collections::HashSet;

/// A permission document, calls and the answers to its checks.
#[derive(Clone, Copy)]
pub struct Permission<'a> {
    /// The policy's text.
    pub source: &'a Source<'a>,
    /// The calls, in the order to be met.
    pub met: &'a [Met<'a>],
    /// Answers to `check` predicates.
    pub checks: &'a (dyn Checks + Sync),
}

impl std::fmt::Debug for Permission<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Permission")
            .field("calls", &self.met.len())
            .finish_non_exhaustive()
    }
}

impl<'a> Subject for Permission<'a> {
    type Policy = Policy;
    type Table = Table;
    type Scratch = Scratch;
    type Outcome = Outcome;
    type Met = Met<'a>;
    type Input = CallInput;

    fn met(&self) -> &[Met<'a>] {
        self.met
    }

    fn compile(&self, lint: bool) -> Result<(Policy, Table), Faults> {
        let options = CompileOptions {
            lint,
            ..CompileOptions::default()
        };
        compile_with(self.source, &options).map(|compiled| (compiled.policy, compiled.table))
    }

    fn lower(&self, policy: &Policy) -> Table {
        lower(policy)
    }

    fn rules(&self, table: &Table) -> usize {
        table.len()
    }

    fn text(&self, policy: &Policy) -> u64 {
        let mut texts: HashSet<&str> = HashSet::new();
        for rule in &policy.rules {
            texts.insert(rule.tool.stem());
            texts.extend(rule.under.as_deref());
            texts.extend(rule.host.as_ref().map(|host| host.stem()));
            texts.extend(rule.check.as_deref());
            texts.extend(rule.note.as_deref());
            if let Some(command) = &rule.command {
                texts.insert(command.program.stem());
                let tokens = [&command.args, &command.args_any];
                texts.extend(tokens.into_iter().flatten().flatten().map(String::as_str));
            }
        }
        texts.iter().map(|text| text.len() as u64).sum()
    }

    fn check(&self, policy: &Policy, table: &Table, rule_visits: usize) -> Result<Checked, String> {
        stream::check(policy, table, self.met, self.checks, rule_visits)
    }

    fn scratch(&self, table: &Table) -> Scratch {
        table.scratch()
    }

    fn decide(&self, table: &Table, met: &Met<'a>, scratch: &mut Scratch) -> Outcome {
        table.decide(&met.call(), self.checks, scratch)
    }

    fn decide_value(&self, table: &Table, met: &Met<'a>, scratch: &mut Scratch) -> Outcome {
        table.decide(&met.value_call(), self.checks, scratch)
    }

    fn decide_request(&self, table: &Table, met: &Met<'a>, scratch: &mut Scratch) -> Outcome {
        table.decide_request(met.request, self.checks, scratch)
    }

    fn unindexed(&self, table: &Table, met: &Met<'a>, scratch: &mut Scratch) -> Outcome {
        table.decide_unindexed(&met.call(), self.checks, scratch)
    }

    fn input(&self, met: &Met<'a>) -> CallInput {
        met.input()
    }

    fn reference(&self, policy: &Policy, input: &CallInput) -> Outcome {
        reference::answer(policy, input, self.checks).outcome
    }

    fn request<'m>(&self, met: &'m Met<'a>) -> &'m [u8] {
        met.request
    }

    fn floor<'p>(&self, policy: &'p Policy) -> impl Fn(&Met<'a>) -> Touched + use<'p, 'a> {
        let floor = Floor::new(policy);
        move |met| floor.touch(met)
    }
}
