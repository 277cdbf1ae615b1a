//! `callgate schema`: JSON Schemas for editors and for other implementations.

use crate::exit::{Exit, Stop};
use crate::output;
use callgate::compiler::schema::{SCHEMAS, schema};
use std::io::Write as _;

/// Print the JSON Schema of a format; without a name, list them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate schema permission > permission.schema.json
  callgate schema cases | jq .title
  callgate schema")]
pub(crate) struct Args {
    /// permission, firewall, cases or result
    name: Option<String>,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut out = output::plain();
    match &args.name {
        None => {
            for schema in SCHEMAS {
                writeln!(out, "{:<10}  {}", schema.name, schema.of)?;
            }
        }
        Some(name) => match schema(name) {
            Some(schema) => out.write_all(schema.text.as_bytes())?,
            None => {
                let names: Vec<&str> = SCHEMAS.iter().map(|schema| schema.name).collect();
                let why = format!("is no schema: there are {}", names.join(", "));
                return Err(Stop::unusable(name, why));
            }
        },
    }
    out.flush()?;
    Ok(Exit::Clean)
}
