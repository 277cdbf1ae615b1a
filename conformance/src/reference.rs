//! The reference evaluator: the permission clauses written down as plainly as possible.
//!
//! It looks at every rule of a policy, in the order of the document, and answers each clause
//! where it stands in the text: slow, allocating, and easy to hold against the clauses. It
//! shares rule data and vocabulary with the product and no matching code: reading URLs, paths,
//! JSON, commands and measuring specificity are its own.
//!
//! One thing it takes from the engine: the effective commands of *special* programs (shells,
//! wrappers, runners) and of shell lines come from
//! [`CommandReader`](callgate_engine::shell::CommandReader), because that reader is held to what
//! real shells do and not to a second reading of the clauses. A plain argv it reads itself.

mod arguments;
pub mod command;
mod evaluate;
mod items;
mod json;
pub mod path;
mod rule;
mod suggest;
pub mod url;

use crate::answer::Answer;
use crate::case::CallInput;
use callgate_compiler::permission::Policy;
use callgate_engine::json::Limits;
use callgate_engine::permission::Checks;

/// Everything about one call (E1–E8), read within the default limits (J4).
#[must_use]
pub fn answer(policy: &Policy, input: &CallInput, checks: &dyn Checks) -> Answer {
    answer_within(policy, input, checks, &Limits::default())
}

/// Everything about one call, read within given limits (J4).
#[must_use]
pub fn answer_within(
    policy: &Policy,
    input: &CallInput,
    checks: &dyn Checks,
    limits: &Limits,
) -> Answer {
    let call = arguments::read(input, limits);
    let Some(tool) = &call.tool else {
        // Nothing is known about the tool, so nothing about its locations either (J2).
        return Answer {
            outcome: evaluate::without_tool(policy),
            paths: Vec::new(),
            suggestion: None,
        };
    };
    let items = items::gather(policy, tool, &call.arguments);
    Answer {
        outcome: evaluate::evaluate(policy, tool, &items, checks),
        paths: items.paths(),
        suggestion: suggest::suggest(tool, &items),
    }
}
