//! Rules and calls to measure Callgate with, and the measuring itself.
//!
//! Everything is a function of a few numbers: the same numbers give the same bytes on every
//! machine. `callgate bench`, the criterion benches, the instruction counts and the comparison
//! with other engines all take their work from here.
//!
//! - [`rules`]: the mixed rule set of a given size, and its document.
//! - [`calls`]: calls that hit it and calls that miss it.
//! - [`stream`]: calls as a gateway has them: each in memory of its own, in shuffled order.
//! - [`firewall`]: the same for the firewall dialect.
//! - [`floor`]: the least that any evaluator must do.
//! - [`measure`]: times of batches.
//! - [`report`]: what `callgate bench` says.
//! - [`worst`]: policies and calls that are as unkind as the dialect allows.

pub mod borrowed;
pub mod calls;
pub mod firewall;
pub mod floor;
pub mod measure;
mod random;
pub mod report;
pub mod rules;
pub mod stream;
pub mod worst;

pub use random::Random;
