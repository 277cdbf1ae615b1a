//! The firewall dialect: rules in order of priority, the first whose conditions hold decides.
//!
//! The data's way: [`StagedCall`] → names, values and destination → the atoms that hold for
//! them → rules behind those atoms, in order → conditions → [`Outcome`].
//!
//! Where the documented product is silent on a missing or odd value, so is a rule: a clause on
//! it is false and the rule says nothing (A4). `strict-clauses` turns that around for rules
//! that hold calls back.

mod call;
mod clause;
mod decide;
mod decimal;
mod destination;
mod dump;
mod explain;
mod facts;
mod glob;
mod index;
mod literals;
mod network;
mod pattern;
mod sanitize;
mod scope;
mod spec;
mod stamps;
mod table;
mod value;
mod verdict;

pub use call::StagedCall;
pub use decide::Scratch;
pub use decimal::Decimal;
pub use dump::Dump;
pub use glob::Shape;
pub use network::Cidr;
pub use pattern::{PATTERN_DEPTH, PATTERN_SIZE, PATTERN_TEXT, Pattern, PatternFault};
pub use spec::{
    Clause, Egress, Endpoint, PolicySpec, Preset, RuleSpec, Sanitizer, Scalar, Step, Test,
};
pub use table::{Table, TableBuilder};
pub use verdict::{Action, Outcome, Reason, Stage, Verdict};

pub use crate::permission::RuleId;

#[cfg(test)]
mod tests;
