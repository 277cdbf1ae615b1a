//! Calls as a gateway has them: each in memory of its own, met in no order of memory.

use crate::Random;
use crate::calls::{self, CallText};
use callgate_compiler::permission::Policy;
use callgate_conformance::case::{ArgumentsInput, CallInput, FirewallInput};
use callgate_conformance::reference;
use callgate_engine::Call;
use callgate_engine::permission::{Checks, Outcome, Table};
use serde_json::Value;

/// How many calls every measurement walks.
pub const CALLS: usize = 1 << 16;

/// How long a request is, in bytes.
pub const REQUEST: usize = 300;

/// One call in memory of its own, both ways it can come.
#[derive(Clone, Debug)]
pub struct Owned {
    /// The tool's name.
    pub tool: String,
    /// The parsed arguments.
    pub arguments: Value,
    /// The whole `tools/call` request.
    pub request: Vec<u8>,
}

/// The calls of a measurement, in memory.
#[derive(Debug)]
pub struct Stream {
    calls: Vec<Owned>,
    order: Vec<usize>,
}

/// One call as a measurement meets it.
#[derive(Clone, Copy, Debug)]
pub struct Met<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// The parsed arguments.
    pub arguments: &'a Value,
    /// The whole request.
    pub request: &'a [u8],
    /// The url among the arguments, for those who need not look for it.
    pub url: Option<&'a str>,
}

impl<'a> Met<'a> {
    /// The call with its parsed arguments.
    #[must_use]
    pub const fn call(&self) -> Call<'a> {
        Call::parsed(self.tool, self.arguments)
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

impl Stream {
    /// These calls, to be met in an order that depends on their number alone.
    ///
    /// Names, parsed arguments and requests are made one kind after the other, so that each
    /// kind lies together in memory: a walk over one of them does not stride over the others.
    ///
    /// # Errors
    /// Arguments that are not JSON.
    pub fn of(texts: &[CallText]) -> serde_json::Result<Self> {
        let tools: Vec<String> = texts.iter().map(|text| text.tool.clone()).collect();
        let arguments: Vec<Value> = texts
            .iter()
            .map(|text| serde_json::from_str(&text.arguments))
            .collect::<serde_json::Result<_>>()?;
        let requests = texts.iter().enumerate().map(|(id, text)| {
            calls::request(&text.tool, &text.arguments, id, REQUEST).into_bytes()
        });
        let calls: Vec<Owned> = tools
            .into_iter()
            .zip(arguments)
            .zip(requests)
            .map(|((tool, arguments), request)| Owned {
                tool,
                arguments,
                request,
            })
            .collect();
        let mut order: Vec<usize> = (0..calls.len()).collect();
        Random::new(0x0de8).shuffle(&mut order);
        Ok(Self { calls, order })
    }

    /// The order of measurements: places in the list this was made of.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The calls in the order of measurements.
    ///
    /// The list itself is in that order; what it points to is not.
    #[must_use]
    pub fn met(&self) -> Vec<Met<'_>> {
        self.order
            .iter()
            .filter_map(|&at| self.calls.get(at))
            .map(|call| Met {
                tool: &call.tool,
                arguments: &call.arguments,
                request: &call.request,
                url: call.arguments.get("url").and_then(Value::as_str),
            })
            .collect()
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
