#![doc = include_str!("../README.md")]

pub use callgate_compiler as compiler;
pub use callgate_engine as engine;

pub use callgate_compiler::{Fault, FaultKind, Faults, Location, Source, Span};
pub use callgate_engine::permission;
pub use callgate_engine::permission::{
    Checks, NoChecks, Outcome, Reason, RuleId, Scratch, Suggestion, Table,
};
pub use callgate_engine::{Arguments, Call, Decision, Severity, Tree, Tri};
