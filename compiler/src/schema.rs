//! JSON Schemas of the formats that people and programs write and read.
//!
//! They are for editors and for other implementations: what [`crate::permission::validate`]
//! and its firewall twin accept, a schema accepts too. The reverse does not hold everywhere: a
//! schema cannot say what a readable host or a parsable regex is.

/// A schema and what it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// A short name.
    pub name: &'static str,
    /// What it describes.
    pub of: &'static str,
    /// The schema, JSON Schema draft 2020-12.
    pub text: &'static str,
}

/// Every schema.
pub const SCHEMAS: [Schema; 4] = [
    Schema {
        name: "permission",
        of: "a policy of the permission dialect",
        text: include_str!("schema/permission.json"),
    },
    Schema {
        name: "firewall",
        of: "a policy of the firewall dialect",
        text: include_str!("schema/firewall.json"),
    },
    Schema {
        name: "cases",
        of: "a case file, or a line of one in JSON lines",
        text: include_str!("schema/cases.json"),
    },
    Schema {
        name: "result",
        of: "a line of what `callgate eval` writes",
        text: include_str!("schema/result.json"),
    },
];

/// The schema of that name.
#[must_use]
pub fn schema(name: &str) -> Option<&'static Schema> {
    SCHEMAS.iter().find(|schema| schema.name == name)
}
