//! A policy file, read and compiled.

use crate::exit::{Exit, Stop};
use crate::input::Input;
use callgate::permission::Table;
use callgate::{Faults, Source};

/// A compiled policy and where its rules stand.
pub(crate) struct Policy {
    /// The file's name.
    pub(crate) name: String,
    /// The table.
    pub(crate) table: Table,
    /// The line of each rule, from 1.
    pub(crate) lines: Vec<usize>,
}

impl Policy {
    /// Reads and compiles the policy at `path`; its faults are shown on standard error.
    pub(crate) fn load(path: &str) -> Result<Self, Stop> {
        let (name, bytes) = Input::open(path)?.document()?;
        todo!()
    }
}
