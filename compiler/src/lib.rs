//! From a policy document to a decision table: the cold half of Callgate.
//!
//! Text → [`document::Node`] (a tree with positions) → validated rules
//! ([`permission::Policy`] or the firewall's) → lint → the engine's table. Nothing is compiled
//! from a document with a fault, and every fault of a document is reported (D3).

pub mod document;
pub mod fault;
pub mod firewall;
pub mod format;
pub mod import;
pub mod limits;
pub mod lint;
pub mod permission;
pub mod schema;
pub mod source;
mod tools;

pub use fault::{Fault, FaultKind, Faults, Related};
pub use limits::Limits;
pub use source::{Location, Source, Span};
pub use tools::ToolList;
