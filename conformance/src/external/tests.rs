use super::question;
use crate::corpus;
use crate::implementation::Engine;
use crate::runner;
use callgate_compiler::{Limits, Source, document};

/// Every case asked as a line is the same question: the engine gives the same answer.
#[test]
fn a_line_asks_what_its_case_asks() {
    let mut engine = Engine::indexed();
    let mut asked = 0;
    for file in corpus::read_own().expect("the corpus can be read") {
        for case in file.cases().expect("the corpus is well-formed") {
            let line = question(&case);
            assert!(!line.contains('\n'), "{line}");
            let source = Source::new("line", &line);
            let node = document::parse(&source, &Limits::default()).expect("JSON");
            let refuse = |_: &str| Err("a line names no files".to_owned());
            let read = crate::case::read_line(&source, node, &refuse)
                .unwrap_or_else(|faults| panic!("{faults}\n{line}"));
            assert_eq!(
                runner::run(&read, &mut engine),
                runner::run(&case, &mut engine),
                "{}: {}\n{line}",
                file.name,
                case.name
            );
            asked += 1;
        }
    }
    assert!(asked > 3_000, "{asked} cases");
}
