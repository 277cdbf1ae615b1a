//! Validated rules → the engine's table.

use super::Policy;
use callgate_engine::firewall::{Table, TableBuilder};
use callgate_engine::json::Limits;

/// Lowers validated rules into a table that reads as much of a call as [`Limits::default`].
#[must_use]
pub fn lower(policy: &Policy) -> Table {
    lower_with(policy, Limits::default())
}

/// Lowers validated rules into a table.
#[must_use]
pub fn lower_with(policy: &Policy, limits: Limits) -> Table {
    let mut builder = TableBuilder::new(policy.spec);
    builder.limits(limits);
    policy
        .rules
        .iter()
        .for_each(|rule| builder.rule(rule.spec()));
    builder.build()
}
