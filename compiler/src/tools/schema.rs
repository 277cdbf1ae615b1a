//! Whether a JSON Schema knows a path.

use callgate_engine::firewall::Step;
use serde_json::{Map, Value};

/// Where a path leaves what a schema describes.
#[derive(Debug)]
pub(crate) struct Gap {
    /// The name that is not there.
    pub(crate) step: String,
    /// The names that are.
    pub(crate) known: Vec<String>,
}

/// The gap of a path, if its schema describes every value on it and one is not there. A schema
/// that leaves something open (references, alternatives, no properties at all) has none.
pub(crate) fn gap(schema: Option<&Value>, path: &[Step]) -> Option<Gap> {
    let mut at = schema?.as_object()?;
    for step in path {
        if OPEN.iter().any(|word| at.contains_key(*word)) {
            return None;
        }
        let next = match step {
            Step::Name(name) => {
                let properties = at.get("properties")?.as_object()?;
                let Some(next) = properties.get(name) else {
                    return closed(at).then(|| Gap {
                        step: name.clone(),
                        known: properties.keys().cloned().collect(),
                    });
                };
                next
            }
            Step::Index(_) => at.get("items")?,
        };
        at = next.as_object()?;
    }
    None
}

/// The arguments that a tool takes, if its schema describes them all.
pub(crate) fn arguments(schema: Option<&Value>) -> Option<&Map<String, Value>> {
    let schema = schema?.as_object()?;
    if OPEN.iter().any(|word| schema.contains_key(*word)) || !closed(schema) {
        return None;
    }
    schema.get("properties")?.as_object()
}

/// What makes a schema say more than its own members do.
const OPEN: [&str; 9] = [
    "$ref",
    "$dynamicRef",
    "allOf",
    "anyOf",
    "oneOf",
    "if",
    "patternProperties",
    "dependentSchemas",
    "not",
];

/// Whether members beside the properties are not described: a schema for all the others, other
/// than plain permission, describes them.
fn closed(schema: &Map<String, Value>) -> bool {
    schema
        .get("additionalProperties")
        .is_none_or(Value::is_boolean)
}
