//! Warnings about a permission policy (R9).

use super::Policy;
use crate::fault::Fault;

/// Looks for warnings.
#[must_use]
pub fn lint(_policy: &Policy, _known_checks: Option<&[String]>, _limit: usize) -> Vec<Fault> {
    Vec::new()
}
