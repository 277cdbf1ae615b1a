//! The mutants, as cargo-mutants lists them.

use serde::{Deserialize, Serialize};
use std::error::Error;
use std::path::Path;
use std::process::Command;

/// A place in a source: line and column, from one; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

/// Where a mutant differs.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct Span {
    pub start: Place,
    pub end: Place,
}

/// What kind of difference it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub enum Genre {
    /// A body that only returns a value.
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

/// One mutant. Its number is its place in the list, its name says the rest.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Mutant {
    pub name: String,
    pub package: String,
    pub file: String,
    pub genre: Genre,
    pub replacement: String,
    pub span: Span,
}

/// Asks cargo-mutants which mutants there are.
pub fn list(root: &Path) -> Result<Vec<Mutant>, Box<dyn Error>> {
    let packages = ["-p", "callgate-engine", "-p", "callgate-compiler"];
    let output = Command::new("cargo")
        .args(["mutants", "--list", "--json"])
        .args(packages)
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
