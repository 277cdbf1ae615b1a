//! Fuzz targets: every body is a function of bytes, and what it finds it reports by a panic.
//!
//! `fuzz_targets/` holds three lines a target. Under cargo-fuzz they drive the fuzzer; without
//! it they are programs that replay the files named on their command line. `tests/replay.rs`
//! puts every seed and every regression to its target on a stable compiler.
//!
//! Nearly every target is differential: two readings that share no code have to agree, or a law
//! has to hold. Only what a body cannot know it leaves open, and says so beside the exception.

#![expect(
    clippy::panic,
    reason = "a target reports what it found by a panic: the fuzzer keeps the input"
)]

mod clause;
mod decide;
mod document;
mod firewall;
mod laws;
mod names;
mod read;
mod shell;

pub use clause::clause;
pub use decide::decide;
pub use document::document;
pub use firewall::firewall;
pub use laws::laws;
pub use names::{glob, path, url};
pub use read::{raw, request};
pub use shell::shell;

#[cfg(fuzzing)]
#[doc(hidden)]
pub use libfuzzer_sys;

/// A body: returns, or panics about what it found.
pub type Body = fn(&[u8]);

/// Every target by name.
pub const TARGETS: &[(&str, Body)] = &[
    ("clause", clause),
    ("decide", decide),
    ("document", document),
    ("firewall", firewall),
    ("glob", glob),
    ("laws", laws),
    ("path", path),
    ("raw", raw),
    ("request", request),
    ("shell", shell),
    ("url", url),
];

/// The main function of a target: the fuzzer's under cargo-fuzz, else one that replays files.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        $crate::libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $crate::$name(bytes));
        #[cfg(not(fuzzing))]
        fn main() -> ::std::io::Result<()> {
            $crate::replay($crate::$name)
        }
    };
}

/// Puts the files named on the command line to a target.
///
/// # Errors
/// When one of them cannot be read.
pub fn replay(body: Body) -> std::io::Result<()> {
    for file in std::env::args_os().skip(1) {
        body(&std::fs::read(file)?);
    }
    Ok(())
}
