use super::*;
use crate::source::Span;

fn rendered(source: &str, start: usize, end: usize) -> String {
    let fault = Fault::new(
        FaultKind::BadValue,
        Location::at(Span::new(start, end)),
        "wrong",
    );
    text(
        &[fault],
        &Source::new("p", source),
        Level::Error,
        Style::default(),
    )
}

#[test]
fn carets_stand_below_the_span() {
    assert_eq!(
        rendered("a\n\tbb cc\n", 6, 8),
        "p:2:5: error[bad-value]: wrong\n  2 |     bb cc\n    |        ^^\n"
    );
}

#[test]
fn wide_characters_take_two_columns() {
    assert_eq!(
        rendered("日本x", 6, 7),
        "p:1:3: error[bad-value]: wrong\n  1 | 日本x\n    |     ^\n"
    );
}

#[test]
fn an_empty_span_gets_one_caret() {
    assert_eq!(
        rendered("ab", 2, 2),
        "p:1:3: error[bad-value]: wrong\n  1 | ab\n    |   ^\n"
    );
    assert_eq!(
        rendered("", 0, 0),
        "p:1:1: error[bad-value]: wrong\n  1 | \n    | ^\n"
    );
}

#[test]
fn long_lines_are_clipped_around_the_span() {
    let line = format!("{}X{}", "a".repeat(100_000), "b".repeat(100_000));
    let shown = rendered(&line, 100_000, 100_001);
    assert!(shown.contains("…aaa") && shown.contains('X'), "{shown}");
    assert!(
        shown.lines().all(|line| line.chars().count() < 110),
        "{shown}"
    );
    let all = rendered(&line, 0, line.len());
    assert!(all.lines().all(|line| line.chars().count() < 110), "{all}");
    assert!(all.contains("^^^"), "{all}");
}

#[test]
fn nothing_that_a_terminal_acts_on_is_printed() {
    let shown = rendered("\u{1b}[31m\u{202e}x", 0, 1);
    assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
}

#[test]
fn offsets_out_of_place_do_no_harm() {
    for (start, end) in [(1, 1), (1, 2), (99, 100), (3, 0)] {
        assert!(rendered("äö", start, end).starts_with("p:1:"));
    }
}

#[test]
fn json_has_every_part() {
    let source = "{\n \"a\": 1, \"a\": 2 }";
    let first = Location {
        pointer: "/a".into(),
        span: Span::new(3, 6),
    };
    let second = Location {
        pointer: "/a".into(),
        span: Span::new(11, 14),
    };
    let fault = Fault::new(FaultKind::DuplicateMember, second, "twice").help("h");
    let value = json(&fault.related(first, "first"), &Lines::of(source));
    assert_eq!(
        value,
        json!({
            "kind": "duplicate-member", "at": "/a", "line": 2, "column": 10, "message": "twice",
            "help": "h", "related": { "at": "/a", "line": 2, "column": 2, "message": "first" },
        })
    );
}

#[test]
fn a_document_without_text_is_named_by_pointer() {
    let at = Location {
        pointer: "/rules/0".into(),
        span: Span::default(),
    };
    let fault = Fault::new(FaultKind::BadValue, at, "wrong");
    let shown = text(
        &[fault],
        &Source::new("p", ""),
        Level::Error,
        Style::default(),
    );
    assert_eq!(shown, "p:/rules/0: error[bad-value]: wrong\n");
}

#[test]
fn colours_come_only_when_asked_for() {
    let fault = Fault::lint("W001", Location::default(), "hm").help("h");
    let source = Source::new("p", "x");
    let plain = text(
        std::slice::from_ref(&fault),
        &source,
        Level::Warning,
        Style::default(),
    );
    assert_eq!(
        plain,
        "p:1:1: warning[W001]: hm\n  1 | x\n    | ^\n    = help: h\n"
    );
    let ansi = text(&[fault], &source, Level::Warning, Style { ansi: true });
    assert!(ansi.contains("\u{1b}[1;33mwarning[W001]\u{1b}[0m"));
}
