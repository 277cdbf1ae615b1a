//! Calls as a gateway has them: each in memory of its own, met in no order of memory.

use crate::Random;
use crate::borrowed::Parsed;
use crate::calls::{self, CallText};
use callgate_compiler::permission::Policy;
use callgate_conformance::case::{ArgumentsInput, CallInput, FirewallInput};
use callgate_conformance::reference;
use callgate_engine::permission::{Checks, Outcome, Table};
use callgate_engine::{Call, Tree};
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;

/// How many calls every measurement walks.
pub const CALLS: usize = 1 << 16;

/// How long a request is, in bytes.
pub const REQUEST: usize = 300;

/// The requests of a measurement, each in memory of its own.
#[derive(Debug)]
pub struct Stream {
    requests: Vec<Vec<u8>>,
}

/// One call as a measurement meets it, in every way it can come.
#[derive(Clone, Debug)]
pub struct Met<'a> {
    /// The whole request.
    pub request: &'a [u8],
    /// The tool's name, where the request has it.
    pub tool: &'a str,
    /// The url among the arguments, where the request has it, for those who need not look for
    /// it.
    pub url: Option<&'a str>,
    /// The parsed arguments, with the request's own strings.
    pub parsed: Parsed<'a>,
    /// The parsed arguments, with strings of their own.
    pub arguments: Value,
}

impl Met<'_> {
    /// The call with its parsed arguments, as a reader of borrowed strings gives them.
    #[must_use]
    pub const fn call(&self) -> Call<'_, Parsed<'_>> {
        Call::parsed(self.tool, &self.parsed)
    }

    /// The call with its parsed arguments as a `serde_json::Value`.
    #[must_use]
    pub const fn value_call(&self) -> Call<'_> {
        Call::parsed(self.tool, &self.arguments)
    }

    /// The call as the reference evaluator takes it.
    #[must_use]
    pub fn input(&self) -> CallInput {
        CallInput {
            tool: Some(self.tool.into()),
            arguments: ArgumentsInput::Parsed(self.arguments.clone()),
            firewall: FirewallInput::default(),
        }
    }
}

/// What a request says, as far as a measurement needs it apart.
#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    name: &'a str,
    #[serde(borrow)]
    arguments: Parsed<'a>,
}

impl Stream {
    /// These calls.
    ///
    /// # Errors
    /// Arguments that are not JSON, and a tool's name that has to be escaped in it.
    pub fn of(texts: &[CallText]) -> serde_json::Result<Self> {
        let requests: Vec<Vec<u8>> = texts
            .iter()
            .enumerate()
            .map(|(id, text)| calls::request(&text.tool, &text.arguments, id, REQUEST).into_bytes())
            .collect();
        for request in &requests {
            serde_json::from_slice::<Request<'_>>(request)?;
        }
        Ok(Self { requests })
    }

    /// The order of measurements, which depends on the number of calls alone: places in the
    /// list this was made of.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut order = (0..self.requests.len()).collect::<Vec<_>>();
        shuffle(&mut order);
        order
    }

    /// The calls in the order of measurements.
    ///
    /// Requests, borrowed and owned arguments are made one kind after the other, so that each
    /// kind lies together in memory: a walk over one of them does not stride over the others.
    /// Only then are the calls shuffled: a walk meets their own parts one after another, and
    /// what these point to in no order of memory.
    #[must_use]
    pub fn met(&self) -> Vec<Met<'_>> {
        let requests = || self.requests.iter().map(Vec::as_slice);
        // All of them were read before, in `of`.
        let parsed: Vec<Request<'_>> = requests()
            .filter_map(|request| serde_json::from_slice(request).ok())
            .collect();
        let owned: Vec<Value> = parsed
            .iter()
            .map(|request| owned(&request.params.arguments))
            .collect();
        let mut met: Vec<Met<'_>> = requests()
            .zip(parsed)
            .zip(owned)
            .map(|((request, parsed), arguments)| Met {
                request,
                tool: parsed.params.name,
                url: url(&parsed.params.arguments),
                parsed: parsed.params.arguments,
                arguments,
            })
            .collect();
        shuffle(&mut met);
        met
    }
}

fn shuffle<T>(items: &mut [T]) {
    Random::new(0x0de8).shuffle(items);
}

/// The url, where the request itself says it without escapes.
fn url<'a>(arguments: &Parsed<'a>) -> Option<&'a str> {
    match arguments.member("url") {
        Some(Parsed::Text(Cow::Borrowed(url))) => Some(url),
        _ => None,
    }
}

/// The same value with strings of its own.
fn owned(parsed: &Parsed<'_>) -> Value {
    match parsed {
        Parsed::Null => Value::Null,
        Parsed::Bool(value) => Value::Bool(*value),
        Parsed::Number(number) => Value::Number(number.clone()),
        Parsed::Text(text) => Value::String(text.clone().into_owned()),
        Parsed::List(list) => list.iter().map(owned).collect(),
        Parsed::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone().into_owned(), owned(value)))
            .collect(),
    }
}

/// What came of checking a stream before timing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Decisions that name a rule.
    pub hits: usize,
    /// Decisions that hang on something unknown.
    pub unknown: usize,
    /// Calls that the slow ways decided again.
    pub again: usize,
}

/// Decides every call from its parsed arguments and from its request; and as many as
/// `rule_visits` allows by looking at every rule, and with the reference evaluator.
///
/// # Errors
/// The first call about which two ways disagree.
pub fn check(
    policy: &Policy,
    table: &Table,
    met: &[Met<'_>],
    checks: &dyn Checks,
    rule_visits: usize,
) -> Result<Checked, String> {
    let mut scratch = table.scratch();
    let sample = (rule_visits / table.len().max(1)).clamp(64, 4096);
    let mut checked = Checked::default();
    for (at, one) in met.iter().enumerate() {
        let outcome = table.decide(&one.call(), checks, &mut scratch);
        let from_bytes = table.decide_request(one.request, checks, &mut scratch);
        agree(one, outcome, "the request's bytes", from_bytes)?;
        let owned = table.decide(&one.value_call(), checks, &mut scratch);
        agree(one, outcome, "the arguments as a serde_json::Value", owned)?;
        if at < sample {
            let unindexed = table.decide_unindexed(&one.call(), checks, &mut scratch);
            agree(one, outcome, "looking at every rule", unindexed)?;
            let reference = reference::answer(policy, &one.input(), checks).outcome;
            agree(one, outcome, "the reference evaluator", reference)?;
            checked.again += 1;
        }
        checked.hits += usize::from(outcome.rule.is_some());
        checked.unknown += usize::from(!outcome.unknown.is_empty());
    }
    Ok(checked)
}

fn agree(one: &Met<'_>, table: Outcome, other: &str, said: Outcome) -> Result<(), String> {
    if table == said {
        return Ok(());
    }
    Err(format!(
        "`{}` {}: the table says {table:?}, {other} says {said:?}",
        one.tool, one.arguments
    ))
}
