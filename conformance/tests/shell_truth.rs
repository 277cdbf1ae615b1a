//! Generated argvs, run by real shells and read by the engine.
//!
//! `SHELL_TRUTH` sets how many are run (300 by default), `SHELL_TRUTH_SEED` where they begin,
//! `SHELL_TRUTH_REPORT` names a file for what fails, small, one case a line; `SHELL_TRUTH_FILE`
//! one with argvs to run instead, a JSON array a line.

use std::fmt::Write as _;
use std::path::Path;

use callgate_conformance::generate::Choices;
use callgate_conformance::shell_truth::sandbox::{Posix, Sandbox};
use callgate_conformance::shell_truth::{check, is_identified, minimise, mutate, text};
use callgate_engine::shell::CommandReader;
use serde_json::{Value, json};

const BATCH: usize = 100;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

/// Argvs of the corpus: what mutation starts from.
fn recorded() -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/shell");
    let mut argvs = Vec::new();
    for file in [
        "truth.jsonl",
        "plain.jsonl",
        "everyday.jsonl",
        "found.jsonl",
    ] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        for line in text.lines() {
            let case: Value = serde_json::from_str(line).unwrap_or_default();
            let words = case.get("argv").and_then(Value::as_array);
            if let Some(words) = words {
                argvs.push(
                    words
                        .iter()
                        .filter_map(Value::as_str)
                        .map(str::to_owned)
                        .collect(),
                );
            } else if let Some(line) = case.get("line").and_then(Value::as_str) {
                argvs.push(["bash", "-c", line].map(str::to_owned).to_vec());
            }
        }
    }
    argvs
}

/// NUL cannot be in an argv, and the log uses two other bytes.
fn can_run(argv: &[String]) -> bool {
    argv.iter()
        .all(|word| !word.contains(['\0', '\u{1d}', '\u{1e}', '\u{1f}']))
        && argv.iter().all(|word| !word.contains("kill"))
}

#[test]
fn what_generated_argvs_really_run_is_covered() {
    let sandbox = match Sandbox::new("generated") {
        Ok(sandbox) => sandbox,
        Err(why) => {
            println!("SKIPPED what_generated_argvs_really_run_is_covered: {why}");
            return;
        }
    };
    let shells: Vec<&str> = sandbox.shells().collect();
    for shell in ["bash", "dash", "zsh", "mksh", "busybox"] {
        if !shells.contains(&shell) {
            println!("MISSING {shell}: its argvs run nothing here");
        }
    }
    println!("shells used: {}", shells.join(", "));
    let count = usize::try_from(setting("SHELL_TRUTH", 300)).unwrap_or(300);
    let seed = setting("SHELL_TRUTH_SEED", 1);
    let bases = recorded();
    let mut reader = CommandReader::default();
    let (mut ran_any, mut identified, mut unfinished, mut done) = (0, 0, 0, 0);
    let mut report = String::new();
    let mut failures = 0;
    let mut first = seed;
    let given: Vec<Vec<String>> = std::env::var("SHELL_TRUTH_FILE")
        .ok()
        .and_then(|file| std::fs::read_to_string(file).ok())
        .map(|text| {
            text.lines()
                .filter_map(|line| serde_json::from_str(line).ok())
                .collect()
        })
        .unwrap_or_default();
    let count = if given.is_empty() { count } else { given.len() };
    while done < count {
        let mut argvs: Vec<Vec<String>> = given.iter().skip(done).take(BATCH).cloned().collect();
        while argvs.len() < BATCH.min(count - done) {
            let mut choices = Choices::seeded(first);
            first += 1;
            let argv = if first.is_multiple_of(2) && !bases.is_empty() {
                let one = bases
                    .get(choices.below(bases.len()))
                    .cloned()
                    .unwrap_or_default();
                let other = bases
                    .get(choices.below(bases.len()))
                    .cloned()
                    .unwrap_or_default();
                mutate::mutate(&mut choices, &one, &other)
            } else {
                text::argv(&mut choices)
            };
            if can_run(&argv) {
                argvs.push(argv);
            }
        }
        done += argvs.len();
        let posix = if (done / BATCH).is_multiple_of(2) {
            Posix::Bash
        } else {
            Posix::Dash
        };
        let outcomes = match sandbox.run(&argvs, posix) {
            Ok(outcomes) => outcomes,
            Err(why) => panic!("{why}"),
        };
        for (argv, outcome) in argvs.iter().zip(&outcomes) {
            let Some(ran) = outcome else {
                unfinished += 1;
                continue;
            };
            ran_any += usize::from(!ran.is_empty());
            identified += usize::from(is_identified(&mut reader, argv));
            if check(&mut reader, argv, ran).is_none() {
                continue;
            }
            failures += 1;
            let small = minimise::minimise(argv, |candidate| {
                can_run(candidate)
                    && sandbox
                        .run(&[candidate.to_vec()], posix)
                        .ok()
                        .and_then(|outcomes| outcomes.into_iter().next().flatten())
                        .is_some_and(|ran| check(&mut reader, candidate, &ran).is_some())
            });
            let outcome = sandbox
                .run(std::slice::from_ref(&small), posix)
                .unwrap_or_default();
            let ran = outcome.into_iter().next().flatten().unwrap_or_default();
            let why = check(&mut reader, &small, &ran);
            let programs: Vec<&str> = ran.iter().map(|ran| ran.program.as_str()).collect();
            let case = json!({
                "argv": small,
                "expect": { "covers": programs },
                "why": format!("{why:?} {posix:?}"),
            });
            // Writing to a string cannot fail.
            let _ = writeln!(report, "{case}");
            println!("{case}");
        }
    }
    if let Ok(path) = std::env::var("SHELL_TRUTH_REPORT") {
        let _ = std::fs::write(path, &report);
    }
    println!(
        "{done} argvs from seed {seed}: {ran_any} ran something, {identified} identified, \
         {unfinished} not finished, {failures} unsound"
    );
    assert!(unfinished * 10 < done, "the sandbox loses too many argvs");
    assert!(failures == 0, "{failures} unsound:\n{report}");
}
