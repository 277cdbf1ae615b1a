use super::{Start, join, measured, parse, path_under};
use callgate_engine::Tri;
use callgate_engine::permission::PathCase;

#[test]
fn a_path_has_a_start_and_segments() {
    let drive = parse("c://a/./b/").expect("parses");
    assert_eq!(drive.start, Start::Drive('c'));
    assert_eq!(drive.segments, ["a", "b"]);
    assert_eq!(parse("/").map(|path| path.segments.len()), Some(0));
    assert_eq!(parse("C:"), None);
    assert_eq!(parse("a/~").map(|path| path.start), Some(Start::Relative));
}

#[test]
fn what_is_unknown_alone_stays_unknown_joined() {
    for text in ["", "~x", "./~x", "C:x", "a/../b", "a\\b", "a\0"] {
        assert_eq!(measured(Some("/srv"), text), None, "{text:?}");
    }
    assert_eq!(join(Some("/srv/"), "a"), "/srv/a");
    assert_eq!(join(Some("/srv"), "~a"), "~a");
    assert_eq!(join(Some("/srv"), ""), "");
}

#[test]
fn case_folds_only_where_it_is_said() {
    let under = |case| path_under("/srv/STRASSE", "/srv/straße/x", case);
    assert_eq!(under(PathCase::Sensitive), Tri::No);
    assert_eq!(under(PathCase::Insensitive), Tri::Yes);
}
