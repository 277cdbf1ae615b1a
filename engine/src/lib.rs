//! The decision table and its evaluator: the hot half of Callgate.
//!
//! A call comes in (a tool name and its arguments, parsed or as raw bytes), an answer goes
//! out. Nothing here reads policy documents, does I/O or knows the compiler.
//!
//! The data's way: [`Call`] → the arguments a table looks at → candidate rules → predicates →
//! [`Outcome`](permission::Outcome) or firewall verdict.
//!
//! Three laws hold everywhere:
//!
//! 1. **Candidates are a superset** of the rules that fire: an index may offer a rule too
//!    many, never one too few.
//! 2. **Unknown fails closed**: it helps deny and ask and hurts allow.
//! 3. **No input panics**, overflows the stack or costs more than its length times the
//!    documented factor.

pub mod call;
pub mod command;
pub mod decision;
mod facts;
pub mod firewall;
pub mod host;
pub mod json;
pub mod path;
pub mod permission;
pub mod shell;
mod swar;
mod text;
pub mod tree;
pub mod tri;

pub use call::{Arguments, Call};
pub use decision::{Decision, Severity};
pub use tree::{Kind, Number, Tree};
pub use tri::Tri;
