//! The permission dialect: deny > ask > allow, order-free, tri-state, fails closed.

mod outcome;
mod spec;
mod table;

pub use outcome::{Outcome, PredicateKind, Reason, RuleId, Suggestion, Unknown};
pub use spec::{
    Checks, CommandSpec, HostPattern, NoChecks, ParamsSpec, PathCase, RuleSpec, ToolPattern,
};
pub use table::{Scratch, Table, TableBuilder};
