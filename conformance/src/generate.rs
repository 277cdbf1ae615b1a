//! Policies and calls from a stream of choices: for differential tests and for fuzzing.
//!
//! Names, directories, hosts and programs come from small vocabularies, so that rules and calls
//! collide: a random host would match nothing and test nothing. The same generator serves
//! seeded tests and fuzz targets, whose bytes are the choices.

mod call;
mod choices;
mod firewall;
mod policy;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use call::{call, checks, plain_call};
pub use choices::Choices;
pub use firewall::{crowded_firewall_policy, firewall_call, firewall_policy};
pub use policy::{crowded, policy, quiet};
