//! The permission dialect: its documents, their lint, and the way into the engine.

mod compile;
mod examples;
mod lint;
mod lower;
mod prefixes;
mod reads;
pub mod rule;
mod scopes;
mod tools;
mod validate;

pub use crate::tools::ToolList;
pub use compile::{CompileOptions, Compiled, compile, compile_policy, compile_value, compile_with};
pub use lint::lint;
pub use lower::lower;
pub use reads::Reads;
pub use tools::lint_tools;
pub use validate::validate;

pub use rule::{
    AllowLint, CommandNarrower, CommandParams, Example, ExampleKind, Host, Policy, Program, Rule,
    Tool,
};
