//! A firewall policy to be measured.

use super::stream::{self, StagedMet};
use crate::report::{Subject, Touched};
use crate::stream::Checked;
use callgate_compiler::firewall::{Policy, compile_with, lower};
use callgate_compiler::permission::CompileOptions;
use callgate_compiler::{Faults, Source};
use callgate_conformance::case::CallInput;
use callgate_conformance::reference;
use callgate_engine::firewall::{Endpoint, Outcome, Scalar, Scratch, Step, Table, Test};
use callgate_engine::json::Limits;
use foldhash::fast::RandomState;
use hashbrown::HashMap;
use memchr::memrchr;
use std::collections::HashSet;

/// A firewall document and calls.
#[derive(Clone, Copy, Debug)]
pub struct Firewall<'a> {
    /// The policy's text.
    pub source: &'a Source<'a>,
    /// The calls, in the order to be met.
    pub met: &'a [StagedMet<'a>],
}

impl<'a> Subject for Firewall<'a> {
    type Policy = Policy;
    type Table = Table;
    type Scratch = Scratch;
    type Outcome = Outcome;
    type Met = StagedMet<'a>;
    type Input = CallInput;

    fn met(&self) -> &[StagedMet<'a>] {
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
            texts.extend([rule.tool.as_str(), rule.skill.as_str()]);
            texts.extend(rule.label.as_deref());
            texts.extend(rule.notes.as_deref());
            for clause in &rule.clauses {
                texts.extend(clause.path.iter().filter_map(|step| match step {
                    Step::Name(name) => Some(name.as_str()),
                    Step::Index(_) => None,
                }));
                match &clause.test {
                    Test::OneOf(scalars) => {
                        texts.extend(scalars.iter().filter_map(|scalar| match scalar {
                            Scalar::Text(text) | Scalar::Number(text) => Some(text.as_str()),
                            Scalar::Null | Scalar::Bool(_) => None,
                        }));
                    }
                    Test::Contains(text) | Test::Above(text) | Test::Below(text) => {
                        texts.insert(text);
                    }
                    Test::Regex(pattern) => {
                        texts.insert(pattern.as_str());
                    }
                    Test::Inside(_) => {}
                }
            }
            let lists = rule.egress.iter().flat_map(|e| [&e.allow, &e.deny]);
            texts.extend(lists.flatten().filter_map(|endpoint| match endpoint {
                Endpoint::Host(host) | Endpoint::Below(host) => Some(host.as_str()),
                Endpoint::Network(_) => None,
            }));
        }
        texts.iter().map(|text| text.len() as u64).sum()
    }

    fn check(&self, policy: &Policy, table: &Table, rule_visits: usize) -> Result<Checked, String> {
        stream::check(policy, table, self.met, rule_visits)
    }

    fn scratch(&self, _: &Table) -> Scratch {
        Scratch::default()
    }

    fn decide(&self, table: &Table, met: &StagedMet<'a>, scratch: &mut Scratch) -> Outcome {
        table.decide(&met.call(), scratch)
    }

    fn decide_value(&self, table: &Table, met: &StagedMet<'a>, scratch: &mut Scratch) -> Outcome {
        table.decide(&met.staged(met.met.value_call()), scratch)
    }

    fn decide_request(&self, table: &Table, met: &StagedMet<'a>, scratch: &mut Scratch) -> Outcome {
        stream::decide_request(table, met, scratch)
    }

    fn unindexed(&self, table: &Table, met: &StagedMet<'a>, scratch: &mut Scratch) -> Outcome {
        table.decide_unindexed(&met.call(), scratch)
    }

    fn input(&self, met: &StagedMet<'a>) -> CallInput {
        met.input()
    }

    fn reference(&self, policy: &Policy, input: &CallInput) -> Outcome {
        reference::firewall::decide(policy, input, &Limits::default())
    }

    fn request<'m>(&self, met: &'m StagedMet<'a>) -> &'m [u8] {
        met.met.request
    }

    /// One look-up of the tool's name, one of its prefix up to the last `.`; for a call with a
    /// destination one look-up of that. Nothing else.
    fn floor<'p>(&self, policy: &'p Policy) -> impl Fn(&StagedMet<'a>) -> Touched + use<'p, 'a> {
        type Map<'p> = HashMap<&'p str, u32, RandomState>;
        let (mut tools, mut hosts) = (Map::default(), Map::default());
        for (rule, number) in policy.rules.iter().zip(0u32..) {
            tools.insert(rule.tool.strip_suffix(".*").unwrap_or(&rule.tool), number);
            let lists = rule.egress.iter().flat_map(|e| [&e.allow, &e.deny]);
            for endpoint in lists.flatten() {
                if let Endpoint::Host(host) | Endpoint::Below(host) = endpoint {
                    hosts.insert(host.as_str(), number);
                }
            }
        }
        move |one| {
            let name = one.met.tool;
            let stem = memrchr(b'.', name.as_bytes())
                .and_then(|end| name.get(..end))
                .and_then(|stem| tools.get(stem).copied());
            let host = one
                .beside
                .destination
                .as_deref()
                .and_then(|host| hosts.get(host).copied());
            (tools.get(name).copied(), stem, host)
        }
    }
}
