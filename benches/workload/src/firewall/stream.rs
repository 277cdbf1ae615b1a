//! Firewall calls in memory, to be met in no order of memory.

use super::calls::StagedText;
use crate::borrowed::Parsed;
use crate::calls::CallText;
use crate::stream::{Checked, Met, Stream};
use callgate_compiler::firewall::Policy;
use callgate_conformance::case::{CallInput, FirewallInput};
use callgate_conformance::reference;
use callgate_engine::Call;
use callgate_engine::firewall::{Outcome, Scratch, Stage, StagedCall, Table};
use callgate_engine::json::{Limits, Request};

/// The calls of a measurement.
#[derive(Debug)]
pub struct StagedStream {
    stream: Stream,
    /// In the order to be met.
    beside: Vec<StagedText>,
}

/// One call as a measurement meets it.
#[derive(Clone, Debug)]
pub struct StagedMet<'a> {
    /// Tool, arguments and request.
    pub met: Met<'a>,
    /// What the embedder knows beside them.
    pub beside: &'a StagedText,
    /// The resolved addresses.
    pub resolved: &'a [&'a str],
}

impl StagedMet<'_> {
    /// The call with its parsed arguments, as a reader of borrowed strings gives them.
    #[must_use]
    pub fn call(&self) -> StagedCall<'_, Parsed<'_>> {
        self.staged(self.met.call())
    }

    /// Such a call with what is known beside it.
    #[must_use]
    pub fn staged<'s, T>(&'s self, call: Call<'s, T>) -> StagedCall<'s, T> {
        let beside = self.beside;
        StagedCall {
            call,
            stage: beside.stage,
            skill: beside.skill.as_deref(),
            destination: beside.destination.as_deref(),
            resolved: self.resolved,
            spent_cents: beside.spent_cents,
        }
    }

    /// The call as the reference evaluator takes it.
    #[must_use]
    pub fn input(&self) -> CallInput {
        let beside = self.beside;
        let resolved = (!beside.resolved.is_empty()).then(|| beside.resolved.clone());
        CallInput {
            firewall: FirewallInput {
                stage: (beside.stage != Stage::default()).then(|| beside.stage.to_string()),
                skill: beside.skill.clone(),
                destination: beside.destination.clone(),
                resolved,
                spent_cents: beside.spent_cents.map(Into::into),
            },
            ..self.met.input()
        }
    }
}

impl StagedStream {
    /// These calls, to be met in an order that depends on their number alone.
    ///
    /// # Errors
    /// Arguments that are not JSON.
    pub fn of(texts: Vec<StagedText>) -> serde_json::Result<Self> {
        let calls: Vec<CallText> = texts.iter().map(|text| text.call.clone()).collect();
        let stream = Stream::of(&calls)?;
        let beside = stream
            .order()
            .iter()
            .filter_map(|&at| texts.get(at).cloned())
            .collect();
        Ok(Self { stream, beside })
    }

    /// The resolved addresses of each call, to be kept for [`Self::met`].
    #[must_use]
    pub fn resolved<'s>(&'s self) -> Vec<Vec<&'s str>> {
        let texts = |one: &'s StagedText| one.resolved.iter().map(String::as_str).collect();
        self.beside.iter().map(texts).collect()
    }

    /// The calls in the order of measurements.
    #[must_use]
    pub fn met<'a>(&'a self, resolved: &'a [Vec<&'a str>]) -> Vec<StagedMet<'a>> {
        let facts = self.beside.iter().zip(resolved);
        self.stream
            .met()
            .into_iter()
            .zip(facts)
            .map(|(met, (beside, resolved))| StagedMet {
                met,
                beside,
                resolved,
            })
            .collect()
    }
}

/// Decides a call from the bytes of its request.
#[must_use]
pub fn decide_request(table: &Table, one: &StagedMet<'_>, scratch: &mut Scratch) -> Outcome {
    let request = Request::read(one.met.request, &Limits::default());
    table.decide(&one.staged(request.call()), scratch)
}

/// As [`crate::stream::check`], for a firewall policy.
///
/// # Errors
/// The first call about which two ways disagree.
pub fn check(
    policy: &Policy,
    table: &Table,
    met: &[StagedMet<'_>],
    rule_visits: usize,
) -> Result<Checked, String> {
    let mut scratch = Scratch::default();
    let sample = (rule_visits / table.len().max(1)).clamp(64, 4096);
    let mut checked = Checked::default();
    for (at, one) in met.iter().enumerate() {
        let outcome = table.decide(&one.call(), &mut scratch);
        let from_bytes = decide_request(table, one, &mut scratch);
        agree(one, outcome, "the request's bytes", from_bytes)?;
        let owned = table.decide(&one.staged(one.met.value_call()), &mut scratch);
        agree(one, outcome, "the arguments as a serde_json::Value", owned)?;
        if at < sample {
            let unindexed = table.decide_unindexed(&one.call(), &mut scratch);
            agree(one, outcome, "looking at every rule", unindexed)?;
            let reference = reference::firewall::decide(policy, &one.input(), &Limits::default());
            agree(one, outcome, "the reference evaluator", reference)?;
            checked.again += 1;
        }
        checked.hits += usize::from(outcome.rule.is_some());
    }
    Ok(checked)
}

fn agree(one: &StagedMet<'_>, table: Outcome, other: &str, said: Outcome) -> Result<(), String> {
    if table == said {
        return Ok(());
    }
    Err(format!(
        "`{}` {}: the table says {table:?}, {other} says {said:?}",
        one.met.tool, one.met.arguments
    ))
}
