//! Warnings: documents that load, and probably do not mean what they say.

mod codes;

pub use codes::{CODES, Code, code};
