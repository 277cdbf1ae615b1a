//! Warnings: documents that load, and probably do not mean what they say.
//!
//! Here is what the dialects share, the table of codes; each dialect looks for its own.

pub mod codes;

pub use codes::{CODES, Code, code};
