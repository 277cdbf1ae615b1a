use super::{Anchor, PathFault, measure, path_under};
use crate::permission::PathCase::{Insensitive, Sensitive};
use crate::tri::Tri::{No, Unknown, Yes};

#[test]
fn measures_where_a_path_stands() {
    let anchor = |text| measure(text).map(|m| m.anchor);
    assert_eq!(anchor("/a"), Ok(Anchor::Root));
    assert_eq!(anchor("a/b"), Ok(Anchor::Relative));
    assert_eq!(anchor("C:/x"), Ok(Anchor::Drive(b'c')));
    assert_eq!(anchor("./C:x"), Ok(Anchor::Relative));
    assert_eq!(anchor("/~x"), Ok(Anchor::Root));
    assert_eq!(anchor("a~"), Ok(Anchor::Relative));
    assert_eq!(anchor("a..b/..."), Ok(Anchor::Relative));
}

#[test]
fn refuses_what_cannot_be_measured() {
    let cases = [
        ("", PathFault::Empty),
        ("a\0b", PathFault::Nul),
        ("a\\b", PathFault::Backslash),
        ("..", PathFault::Traversal),
        ("../x", PathFault::Traversal),
        ("/a/..", PathFault::Traversal),
        ("/a/../b", PathFault::Traversal),
        ("C:x", PathFault::DriveRelative),
        ("C:", PathFault::DriveRelative),
        ("~", PathFault::Home),
        ("~x/y", PathFault::Home),
        ("././~x", PathFault::Home),
    ];
    for (text, fault) in cases {
        assert_eq!(measure(text), Err(fault), "{text:?}");
    }
}

#[test]
fn contains_by_segments() {
    let cases = [
        ("/srv", "/srv", Yes),
        ("/srv", "/srv/", Yes),
        ("/srv/", "//srv/./x", Yes),
        ("/", "/x", Yes),
        ("/srv", "/srv2", No),
        ("/srv/a", "/srv", No),
        (".", "a", Yes),
        ("a", "./a/b", Yes),
        ("a", "b", No),
        ("/a", "a", Unknown),
        ("a", "/a", Unknown),
        ("C:/x", "c:/x/y", Yes),
        ("C:/x", "D:/x/y", No),
        ("C:/x", "C:/X", No),
        ("/", "C:/x", Unknown),
        ("C:/", "/x", Unknown),
        ("/caf\u{e9}", "/cafe\u{301}", Unknown),
        ("/caf\u{e9}/x", "/cafe\u{301}/y", No),
        ("/caf\u{e9}/x", "/cafe\u{301}", No),
        ("/\u{212a}", "/K", Unknown),
    ];
    for (directory, path, verdict) in cases {
        assert_eq!(
            path_under(directory, path, Sensitive),
            verdict,
            "{directory} {path}"
        );
    }
}

#[test]
fn case_is_ignored_on_demand() {
    assert_eq!(path_under("/Srv", "/sRV/x", Insensitive), Yes);
    assert_eq!(path_under("/stra\u{df}e", "/STRASSE/x", Insensitive), Yes);
    assert_eq!(path_under("/caf\u{e9}", "/CAFE\u{301}/x", Insensitive), Yes);
    assert_eq!(path_under("/a", "/b", Insensitive), No);
}
