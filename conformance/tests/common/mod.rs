//! What the corpus tests share.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops"
)]

use callgate_compiler::fault::Faults;
use callgate_conformance::case::Case;
use callgate_conformance::corpus::{self, CaseFile};
use callgate_conformance::implementation::Implementation;
use callgate_conformance::runner;

/// The files of the project's own corpus; `CORPUS` narrows them to paths that hold its text.
fn files() -> Vec<CaseFile> {
    let filter = std::env::var("CORPUS").unwrap_or_default();
    let mut files = corpus::read_own().expect("the corpus can be read");
    files.retain(|file| file.name.contains(&filter));
    files
}

/// The cases of a file, which has to be well-formed.
pub(crate) fn cases(file: &CaseFile) -> Vec<Case<'_>> {
    file.cases().unwrap_or_else(|Faults(faults)| {
        let lines: Vec<String> = faults
            .iter()
            .map(|fault| {
                let line = file
                    .text
                    .bytes()
                    .take(fault.at.span.start as usize)
                    .filter(|&byte| byte == b'\n')
                    .count()
                    + 1;
                format!(
                    "{}:{line} {}: {}",
                    file.name, fault.at.pointer, fault.message
                )
            })
            .collect();
        panic!("{}", lines.join("\n"))
    })
}

/// Puts every case to the implementations, which must pass and agree, and collects failures.
pub(crate) fn run_all(implementations: &mut [&mut dyn Implementation]) {
    let mut failures = Vec::new();
    let mut passed = 0;
    for file in files() {
        for case in cases(&file) {
            let report = runner::check_all(&case, implementations);
            if report.passed() {
                passed += 1;
                continue;
            }
            let mut failure = format!("{}: {}", file.name, case.name);
            for mismatch in &report.mismatches {
                failure += &format!(
                    "\n    {}: expected {}\n    got {}",
                    mismatch.member, mismatch.expected, mismatch.got
                );
            }
            failures.push(failure);
        }
    }
    assert!(
        failures.is_empty(),
        "{passed} passed, {} failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
