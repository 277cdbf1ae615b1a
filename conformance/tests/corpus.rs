//! The whole corpus: everybody answers it, and it covers every clause both ways.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

mod common;

use callgate_conformance::case::Case;
use callgate_conformance::corpus::{self, CaseFile};
use callgate_conformance::implementation::{Engine, Reference};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[test]
fn every_implementation_answers_every_case_and_they_agree() {
    common::run_all(&mut [
        &mut Engine::indexed(),
        &mut Engine::unindexed(),
        &mut Reference,
    ]);
}

fn all_files() -> Vec<CaseFile> {
    corpus::read_own().expect("the corpus can be read")
}

/// Cases by folder: a case that is lost shows here.
#[test]
fn the_counts_are_pinned() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in all_files() {
        let folder = file
            .path
            .parent()
            .and_then(Path::file_name)
            .expect("a folder");
        let count = common::cases(&file).len();
        *counts
            .entry(folder.to_string_lossy().into_owned())
            .or_default() += count;
    }
    let counts: Vec<String> = counts
        .into_iter()
        .map(|(folder, count)| format!("{folder} {count}"))
        .collect();
    let pinned = include_str!("../corpus/counts.txt");
    assert_eq!(
        counts.join("\n"),
        pinned.trim_end(),
        "corpus/counts.txt lists the cases by folder"
    );
}

/// Whether what a case expects permits something, or refuses it.
fn permits(expect: &serde_json::Map<String, Value>) -> Option<bool> {
    let text = |member: &str| expect.get(member).and_then(Value::as_str);
    if let Some(decision) = text("decision") {
        return Some(decision == "allow");
    }
    if let Some(verdict) = text("verdict") {
        return Some(matches!(verdict, "allow" | "audit"));
    }
    if let Some(answer) = text("containment").or(text("match")) {
        return Some(answer == "yes");
    }
    if let Some(Value::Bool(identified)) = expect.get("identified") {
        return Some(*identified);
    }
    match expect.iter().next()?.1 {
        Value::Null => Some(false),
        Value::Array(list) if expect.contains_key("faults") => Some(list.is_empty()),
        Value::Bool(refused) if expect.contains_key("faults") => Some(!refused),
        Value::Bool(value) => Some(*value),
        Value::Array(list) => Some(list.iter().all(|command| !command["program"].is_null())),
        _ => Some(true),
    }
}

/// The clauses of a document: its lines that begin `- **X1**`.
fn clauses(text: &str) -> Vec<String> {
    let clause = |line: &str| Some(line.strip_prefix("- **")?.split_once("**")?.0.to_owned());
    text.lines().filter_map(clause).collect()
}

fn clause_documents() -> Vec<(String, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/spec");
    ["permission.md", "firewall.md", "shell.md"]
        .into_iter()
        .map(|document| {
            let text = std::fs::read_to_string(folder.join(document)).expect("clauses are text");
            (document.to_owned(), clauses(&text))
        })
        .collect()
}

fn cited_by(case: &Case<'_>) -> impl Iterator<Item = String> {
    case.clauses.clone().into_iter()
}

#[test]
fn every_clause_is_cited_by_a_case_that_permits_and_one_that_refuses() {
    let mut cited: BTreeMap<(String, bool), usize> = BTreeMap::new();
    let mut cases = 0;
    for file in all_files() {
        for case in common::cases(&file) {
            cases += 1;
            let Some(permits) = permits(&case.expect) else {
                continue;
            };
            for clause in cited_by(&case) {
                *cited.entry((clause, permits)).or_default() += 1;
            }
        }
    }
    let mut known = BTreeSet::new();
    let mut missing = Vec::new();
    for (document, clauses) in clause_documents() {
        assert!(clauses.len() > 10, "{document} holds clauses");
        for clause in clauses {
            for permits in [true, false] {
                if !cited.contains_key(&(clause.clone(), permits)) {
                    let direction = if permits { "permits" } else { "refuses" };
                    missing.push(format!(
                        "{document}: no case that {direction} cites {clause}"
                    ));
                }
            }
            assert!(
                known.insert(clause.clone()),
                "{clause} stands in two places"
            );
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    // A typing error in a citation would hide that a clause is not covered.
    let unknown: BTreeSet<&String> = cited
        .keys()
        .map(|(clause, _)| clause)
        .filter(|clause| !known.contains(*clause))
        .collect();
    assert!(unknown.is_empty(), "cited, and in no document: {unknown:?}");
    let clauses = known.len();
    println!("{cases} cases cite {clauses} of {clauses} clauses, each both ways");
}

#[test]
fn names_are_plain_and_unique_within_their_folder() {
    let mut seen = BTreeSet::new();
    for file in all_files() {
        let folder = file.path.parent().expect("a folder").to_owned();
        for case in common::cases(&file) {
            assert!(!case.name.trim().is_empty(), "{}: an empty name", file.name);
            let name = (folder.clone(), case.suite.to_string(), case.name.clone());
            assert!(
                seen.insert(name),
                "{}: {} is the name of two cases",
                file.name,
                case.name
            );
        }
    }
}

#[test]
fn every_case_expects_something() {
    for file in all_files() {
        for case in common::cases(&file) {
            assert!(
                !case.expect.is_empty(),
                "{}: {} expects nothing",
                file.name,
                case.name
            );
        }
    }
}
