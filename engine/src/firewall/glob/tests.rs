use super::Shape;

#[test]
fn shapes_and_corner_forms() {
    for any in ["", "*"] {
        assert_eq!(Shape::of(any), Shape::Any);
    }
    for (glob, s) in [
        ("foo.*", "foo"),
        ("a.b.*", "a.b"),
        (".x.*", ".x"),
        ("a..*", "a."),
    ] {
        assert_eq!(Shape::of(glob), Shape::Prefix(s));
    }
    for (glob, s) in [
        ("*.exec", "exec"),
        ("*.a.b", "a.b"),
        ("*..b", ".b"),
        ("*.a.", "a."),
    ] {
        assert_eq!(Shape::of(glob), Shape::Suffix(s));
    }
    for (glob, s) in [("*.a.*", ".a."), ("*.a.b.*", ".a.b."), ("*...*", "...")] {
        assert_eq!(Shape::of(glob), Shape::Infix(s));
    }
    for literal in [
        "**",
        "*.*",
        "*..*",
        ".*",
        "*.",
        "foo*",
        "*foo",
        "foo.*.bar",
        "foo.**",
        "*.a.*.b.*",
        "?",
        "[x]",
        "{a,b}",
        ".",
        "..",
        ".shell.",
        "shell.exec",
        "*a.*",
        "*.a*",
        "***",
    ] {
        assert_eq!(Shape::of(literal), Shape::Literal(literal));
    }
}

#[test]
fn both_sides_of_every_edge() {
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("*", &["", "x", "a.b"], &[]),
        (
            "shell.*",
            &["shell.exec", "shell..", "shell.a.b"],
            &["shell", "shell.", "shellx.a", "Shell.exec", "my.shell.exec"],
        ),
        (
            "*.exec",
            &["shell.exec", "exec", "a.b.exec", ".exec"],
            &["execute", "shell.execute", "myexec", "Exec", "exec.", ""],
        ),
        (
            "*.shell.*",
            &[
                "local.shell.exec",
                "a.shell.b",
                "..shell..",
                "x.shell.shell.shell",
                "a.shell.shell.",
            ],
            &[
                "shell",
                ".shell.",
                "a.shell.",
                ".shell.a",
                "a.shellx.b",
                "a.shell",
            ],
        ),
        ("*.b.b.*", &["xb.b.b.y", "b.b.b.b"], &["b.b.b", "x.b.by"]),
        ("*...*", &["a...b", "....."], &["...", "....", "a..b"]),
        ("foo.*.bar", &["foo.*.bar"], &["foo.x.bar", "foo.bar"]),
        ("foo*", &["foo*"], &["foo", "foox", "foo.x"]),
        ("é.*", &["é.x"], &["é", "e.x"]),
    ];
    for (glob, hits, misses) in rows {
        for name in *hits {
            assert!(Shape::of(glob).matches(name), "{glob} {name}");
        }
        for name in *misses {
            assert!(!Shape::of(glob).matches(name), "{glob} {name}");
        }
    }
}
