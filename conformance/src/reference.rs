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
pub mod firewall;
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
    // Without a tool no rule can be told to be about another one (J2); the locations are those
    // of a tool that no prefix and no name tells apart.
    let name = call.tool.as_deref().unwrap_or_default();
    let items = items::gather(policy, name, &call.arguments);
    Answer {
        outcome: match &call.tool {
            Some(tool) => evaluate::evaluate(policy, tool, &items, checks),
            None => evaluate::without_tool(policy),
        },
        paths: items.paths(),
        suggestion: call
            .tool
            .as_ref()
            .and_then(|tool| suggest::suggest(tool, &items)),
    }
}
