//! The firewall dialect, measured as the permission dialect is.
//!
//! - [`rules`]: the mixed rule set of a given size, and its document.
//! - [`calls`]: calls that hit it and calls that miss it.
//! - [`stream`]: those calls in memory.
//! - [`subject`]: what `callgate bench` needs to know.
//! - [`worst`]: policies and calls that are as unkind as the dialect allows.

pub mod calls;
pub mod rules;
pub mod stream;
pub mod subject;
pub mod worst;

use callgate_compiler::firewall::compile_with;
use callgate_compiler::permission::CompileOptions;
use callgate_compiler::{Faults, Limits, Source};
use callgate_engine::firewall::Table;

/// The table of a firewall document of any length.
///
/// # Errors
/// Its faults.
pub fn table(source: &Source<'_>) -> Result<Table, Faults> {
    let options = CompileOptions {
        lint: false,
        limits: Limits {
            bytes: usize::MAX,
            values: usize::MAX,
            ..Limits::default()
        },
        ..CompileOptions::default()
    };
    compile_with(source, &options).map(|compiled| compiled.table)
}
