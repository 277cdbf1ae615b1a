//! Case files, the corpus and the reference evaluator: what holds Callgate to its clauses.
//!
//! - [`case`]: the case format, one question a case;
//! - [`corpus`]: loading case files, `.yaml` and `.jsonl`;
//! - [`implementation`]: who can be asked — the engine, the engine without its indexes, and
//!   the [`reference`](mod@reference) evaluator;
//! - [`runner`]: a case put to an implementation, and what came compared with what must;
//! - [`generate`]: policies and calls from a stream of choices, for differential tests and
//!   fuzzing;
//! - [`external`]: another implementation, asked line by line;
//! - [`emit`]: what such a test found, as a case.
//!
//! The reference shares rule data and vocabulary with the product and no matching code: where
//! both read a clause the same way, two independent readings agree.

pub mod answer;
mod base64;
pub mod case;
pub mod corpus;
pub mod emit;
pub mod external;
pub mod generate;
pub mod implementation;
pub mod reference;
pub mod runner;
pub mod shell_truth;
