use super::{CaseFile, find, own};
use callgate_compiler::{FaultKind, Faults};
use std::path::PathBuf;

fn lines(text: &str) -> CaseFile {
    CaseFile {
        path: PathBuf::from("a.jsonl"),
        name: "a.jsonl".to_owned(),
        text: text.to_owned(),
    }
}

#[test]
fn each_line_is_a_case_and_empty_ones_are_none() {
    let file = lines("{\"name\":\"a\",\"url\":\"x\"}\n\n  \r\n{\"name\":\"b\",\"url\":\"x\"}\r\n");
    let cases = file.cases().expect("well-formed");
    assert_eq!(
        cases
            .iter()
            .map(|case| case.name.as_str())
            .collect::<Vec<_>>(),
        ["a", "b"]
    );
}

#[test]
fn faults_point_into_the_file_and_not_into_the_line() {
    let file = lines(
        "{\"name\":\"a\",\"url\":\"x\"}\n{\"name\":\"a\",\"url\":\"x\"}\n{\n{\"url\":\"x\"}\n",
    );
    let Faults(faults) = file.cases().expect_err("three faults");
    let line_of = |start: u32| {
        let before = file.text.get(..start as usize).expect("inside the text");
        before.matches('\n').count() + 1
    };
    let found: Vec<(FaultKind, usize)> = faults
        .iter()
        .map(|fault| (fault.kind, line_of(fault.at.span.start)))
        .collect();
    assert_eq!(
        found,
        [
            (FaultKind::DuplicateMember, 2),
            (FaultKind::Syntax, 3),
            (FaultKind::MissingMember, 4)
        ]
    );
}

#[test]
fn a_line_that_is_no_json_object_is_a_fault() {
    for text in [
        "1",
        "[]",
        "\"a\"",
        "{} {}",
        "{\"name\":\"a\",\"url\":\"\\ud800\"}",
    ] {
        assert!(lines(text).cases().is_err(), "{text}");
    }
}

#[test]
fn folders_are_searched_in_order_and_other_files_left_alone() {
    let found = find(&own()).expect("the corpus can be listed");
    assert!(found.is_sorted());
    assert!(found.iter().all(|path| {
        path.extension()
            .is_some_and(|it| it == "yaml" || it == "jsonl")
    }));
    assert_eq!(find(&own().join("counts.txt")).expect("a file").len(), 1);
    assert!(find(&own().join("nowhere")).is_err());
}
