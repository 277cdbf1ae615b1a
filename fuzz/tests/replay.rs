//! Every seed and every regression put to its target, and every target known to everybody: what
//! the fuzzer runs cannot rot unseen on a stable compiler.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use callgate_conformance::case::{ArgumentsInput, Case, Question};
use callgate_conformance::corpus;
use callgate_fuzz::{Body, TARGETS};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The names in a folder, without their extensions; empty if it is not there.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let stem = path.file_stem().expect("a name");
            stem.to_string_lossy().into_owned()
        })
        .collect()
}

/// Puts every file below `fuzz/KIND/TARGET/` to its target, and says how many there were.
fn replay(kind: &str, target: &str, body: Body) -> usize {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder(kind).join(target))
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in &paths {
        // Shown if the test fails: which file it was.
        println!("{}", path.display());
        body(&fs::read(path).expect("a file"));
    }
    paths.len()
}

#[test]
fn seeds_and_regressions() {
    for &(target, body) in TARGETS {
        assert!(replay("seeds", target, body) > 0, "{target} has no seed");
        replay("regressions", target, body);
    }
}

#[test]
fn every_target_is_a_program_and_every_folder_a_target() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names(&folder("fuzz_targets")), targets);
    assert_eq!(names(&folder("seeds")), targets);
    assert!(names(&folder("regressions")).is_subset(&targets));
    let manifest = fs::read_to_string(folder("Cargo.toml")).expect("a manifest");
    for target in &targets {
        let bin = format!("name = \"{target}\"\npath = \"fuzz_targets/{target}.rs\"\ntest = false");
        assert!(manifest.contains(&bin), "{target} is no program");
    }
}

/// What a case asks, as bytes for the target that looks at the same question.
fn of_case(case: &Case<'_>) -> Option<(&'static str, Vec<u8>)> {
    let (target, text) = match &case.question {
        Question::Host { url } => ("url", url.clone()),
        Question::Containment { under, path } => ("path", format!("{under}\n{path}")),
        Question::Line { line } => ("shell", line.clone()),
        Question::Argv { tail, .. } => ("shell", tail.last()?.clone()),
        Question::Glob { glob, tool } => ("glob", format!("{glob}\n{tool}")),
        Question::Document(_) => return None,
        Question::Call { call, .. } => match &call.arguments {
            ArgumentsInput::Raw(bytes) => return Some(("raw", seeded(bytes))),
            ArgumentsInput::Request(bytes) => return Some(("request", seeded(bytes))),
            ArgumentsInput::Parsed(value) => ("raw", format!("\0\0{value}")),
            ArgumentsInput::Absent => return None,
        },
    };
    Some((target, text.into_bytes()))
}

/// Before the bytes that the fuzzer mutates stands the choice of a policy.
fn seeded(bytes: &[u8]) -> Vec<u8> {
    [&[0, 0], bytes].concat()
}

/// The corpus is a heap of seeds: urls, paths, globs, shell text and calls as bytes.
#[test]
fn the_corpus() {
    let mut seen = 0;
    for file in corpus::read_own().expect("the corpus can be read") {
        for case in file.cases().expect("the corpus is well-formed") {
            let Some((wanted, bytes)) = of_case(&case) else {
                continue;
            };
            println!("{}: {}", file.name, case.name);
            let target = TARGETS.iter().find(|(name, _)| *name == wanted);
            let (_, body) = target.expect("a target");
            body(&bytes);
            seen += 1;
        }
    }
    assert!(seen > 2_000, "only {seen} cases");
}
