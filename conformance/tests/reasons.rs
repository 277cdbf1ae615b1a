//! Why a command could not be identified, as a user is told: the reason's name, its place and the
//! text it is a place of.

use callgate_engine::shell::CommandReader;

/// The reasons of all commands that could not be identified.
fn reasons(argv: &[&str], sealed: bool) -> Vec<(&'static str, Option<u32>, Option<String>)> {
    let mut reader = CommandReader::default();
    let (program, tail) = argv.split_first().unwrap_or((&"", &[]));
    reader
        .argv(program, tail, sealed)
        .iter()
        .filter_map(|command| {
            let why = command.why?;
            Some((why.kind, why.at, command.refused_text().map(str::to_owned)))
        })
        .collect()
}

/// One reason, in a text.
fn in_text(text: &str) -> (&'static str, Option<u32>, String) {
    let argv = ["bash", "-c", text];
    match reasons(&argv, true).as_slice() {
        [(kind, at, Some(text))] => (kind, *at, text.clone()),
        _ => ("", None, String::new()),
    }
}

#[test]
fn the_place_is_in_the_text_that_was_refused() {
    // A text that ends too early, or goes on where nothing can.
    for (text, kind, at) in [
        ("git ${x", "syntax", 4),
        ("git ${x~}", "ambiguous-syntax", 4),
        ("ls; x=1 f () { git; }", "ambiguous-syntax", 10),
        ("git 'a", "syntax", 4),
        ("ls; $x", "expanded-command", 4),
    ] {
        assert_eq!(in_text(text), (kind, Some(at), text.to_owned()), "{text}");
    }
    // Words put together are a text of their own.
    let joined = ("ambiguous-syntax", Some(4), "git ( x".to_owned());
    assert_eq!(in_text("eval git '(' x"), joined);
    assert_eq!(in_text("cd /; eval git '( x'"), joined);
}

#[test]
fn an_option_without_its_value_is_unknown_unless_more_may_follow() {
    assert_eq!(
        reasons(&["nice", "-n"], true),
        [("unknown-option", None, None)]
    );
    assert_eq!(
        reasons(&["nice", "-n"], false),
        [("expanded-argument", None, None)]
    );
    assert_eq!(
        reasons(&["nice", "--adjustment"], true),
        [("unknown-option", None, None)]
    );
    assert_eq!(in_text("ls; nice -n").0, "unknown-option");
    assert_eq!(in_text("xargs nice -n").0, "expanded-argument");
}

#[test]
fn only_a_tool_that_takes_assignments_passes_one_that_is_not_literal() {
    assert_eq!(in_text("nice \"a=$x\" git").0, "expanded-argument");
    assert_eq!(reasons(&["bash", "-c", "env \"a=$x\" git"], true), []);
    assert_eq!(in_text("env a=$x git").0, "expanded-argument");
    assert_eq!(in_text("env \"PATH=$x\" git").0, "environment");
    assert_eq!(in_text("env \"-a=$x\" git").0, "expanded-argument");
}
