//! What the reader of commands makes of short argvs that between them take every branch of it.
//!
//! The corpus says what must be found in an argv; this file pins the whole answer, so that no
//! branch changes unseen. Nothing here is a clause: where a change is right, run this test with
//! `BLESS=1` and read what it changed. That the answers are sound is what `shell_truth` holds
//! them to, as it runs the same argvs in real shells (`SHELL_TRUTH_FILE` takes them).

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use callgate_engine::command::Direction;
use callgate_engine::shell::CommandReader;
use std::fmt::Write as _;
use std::path::Path;

/// One line: `ROLE PROGRAM TOKENS REDIRECTS` for each command, `…` where more may follow.
fn reading(reader: &mut CommandReader, argv: &[String]) -> String {
    let (program, tail) = argv.split_first().expect("a program");
    let tail: Vec<&str> = tail.iter().map(String::as_str).collect();
    let mut told = String::new();
    for command in reader.argv(program, &tail, true).iter() {
        let tokens: Vec<&str> = command.tokens.iter().collect();
        let open = if command.sealed { "" } else { "…" };
        let role = command.role.as_str();
        let program = command.program.unwrap_or("?");
        let separator = if told.is_empty() { "" } else { "; " };
        // Writing to a string cannot fail.
        let _ = write!(told, "{separator}{role} {program} {tokens:?}{open}");
        for redirect in command.redirects() {
            let direction = match redirect.direction {
                Direction::Reads => '<',
                Direction::Writes => '>',
            };
            let _ = write!(told, " {direction}{:?}", redirect.target.unwrap_or("?"));
        }
    }
    told
}

#[test]
fn every_branch_reads_as_it_did() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readings.txt");
    let before = std::fs::read_to_string(&file).expect("readings are text");
    let mut reader = CommandReader::default();
    let mut after = String::new();
    for line in before.lines() {
        let (argv, _) = line.split_once('\t').unwrap_or((line, ""));
        let words: Vec<String> = serde_json::from_str(argv).expect("an argv is a JSON array");
        let _ = writeln!(after, "{argv}\t{}", reading(&mut reader, &words));
    }
    if std::env::var("BLESS").is_ok() {
        std::fs::write(&file, &after).expect("readings can be written");
        return;
    }
    let changed: Vec<String> = before
        .lines()
        .zip(after.lines())
        .filter(|(before, after)| before != after)
        .map(|(before, after)| format!("- {before}\n+ {after}"))
        .collect();
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}
