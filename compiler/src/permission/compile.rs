//! Document → table, on one screen.

use super::Policy;
use crate::document::Node;
use crate::fault::Faults;
use crate::source::Source;
use callgate_engine::permission::Table;

/// Validates a document that is already a tree with positions (into `source`).
///
/// # Errors
/// Every fault of the document (D3).
pub fn validate(_node: &Node<'_>, _source: &Source<'_>) -> Result<Policy, Faults> {
    todo!()
}

/// Lowers validated rules into a table.
#[must_use]
pub fn lower(_policy: &Policy) -> Table {
    todo!()
}
