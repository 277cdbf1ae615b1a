//! The permission dialect's documents.

pub mod rule;

pub use rule::{CommandNarrower, CommandParams, Host, Policy, Program, Rule, Tool};
