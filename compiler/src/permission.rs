//! The permission dialect's documents.

mod compile;
pub mod rule;

pub use compile::{lower, validate};

pub use rule::{CommandNarrower, CommandParams, Host, Policy, Program, Rule, Tool};
