//! The permission dialect: deny > ask > allow, order-free, tri-state, fails closed.

mod ahead;
mod answers;
mod arena;
mod asked;
mod builder;
mod dump;
mod evaluate;
pub mod explain;
mod glance;
mod head;
mod index;
mod intern;
mod items;
mod outcome;
mod predicate;
mod profile;
mod rank;
mod rule;
mod scope;
mod spec;
mod suggest;
mod table;
mod tools;

pub use builder::TableBuilder;
pub use dump::Dump;
pub use explain::Explanation;
pub use outcome::{Outcome, PredicateKind, Reason, RuleId, Suggestion, Unknown};
pub use spec::{
    Checks, CommandSpec, HostPattern, NoChecks, ParamsSpec, PathCase, RuleSpec, ToolPattern,
};
pub use table::{Scratch, Table};
