//! `callgate check`: faults, warnings, exit codes.

mod common;

use common::{Folder, callgate, callgate_with};

const CLEAN: &str = r#"[{ "tool": "fs_read", "decision": "allow" }]"#;

#[test]
fn a_clean_policy_ends_with_zero() {
    let folder = Folder::new("check-clean");
    let run = callgate(&["check", &folder.file("a.json", CLEAN)]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "0 faults, 0 warnings in 1 file\n"),
        "{}",
        run.err
    );
}

#[test]
fn every_fault_of_every_document_is_shown_at_its_place() {
    let folder = Folder::new("check-faults");
    let first = folder.file("first.json", "[\n  { \"tool\": \"a\", \"decision\": \"maybe\" },\n  { \"tol\": \"a\", \"decision\": \"ask\" }\n]");
    let second = folder.file("second.yaml", "rules:\n  - tool: a*b\n    decision: deny\n");
    let run = callgate(&["check", &first, &second]);
    assert_eq!(run.code, 1, "{}", run.err);
    for place in ["first.json:2:30", "first.json:3:5", "second.yaml:2:11"] {
        assert!(run.out.contains(place), "{place}: {}", run.out);
    }
    assert!(run.out.contains("^"), "{}", run.out);
    assert!(
        !run.out.contains('\u{1b}'),
        "no colours where no terminal is"
    );
    assert!(run.out.ends_with("in 2 files\n"), "{}", run.out);
}

#[test]
fn json_faults_carry_pointer_and_position() {
    let folder = Folder::new("check-json");
    let path = folder.file(
        "a.json",
        r#"[{ "tool": "a", "decision": "ask", "dir": "/srv" }]"#,
    );
    let run = callgate(&["check", "--format", "json", &path]);
    assert_eq!(run.code, 1);
    assert_eq!(run.members("at"), ["/0/dir"]);
    assert_eq!(run.members("kind"), ["unknown-member"]);
    assert_eq!(run.members("level"), ["error"]);
    assert_eq!(
        (run.members("line"), run.members("column")),
        (vec!["1".to_owned()], vec!["36".to_owned()])
    );
}

#[test]
fn warnings_are_faults_where_that_is_asked_for() {
    let folder = Folder::new("check-warnings");
    let twice = r#"[{ "tool": "a", "decision": "ask" }, { "tool": "a", "decision": "ask" }]"#;
    let path = folder.file("a.json", twice);
    let run = callgate(&["check", &path]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(
        run.out.contains("warning[") && run.out.contains("0 faults, 1 warning "),
        "{}",
        run.out
    );
    let run = callgate(&["check", "--deny-warnings", &path]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("error["), "{}", run.out);
}

#[test]
fn a_check_that_nobody_supplies_draws_a_warning() {
    let folder = Folder::new("check-checks");
    let path = folder.file(
        "a.json",
        r#"[{ "tool": "a", "decision": "ask", "check": "known" }]"#,
    );
    let checks =
        |names: &str| callgate(&["check", "--deny-warnings", "--checks", names, &path]).code;
    assert_eq!(
        callgate(&["check", "--deny-warnings", &path]).code,
        0,
        "not known which there are"
    );
    assert_eq!(checks("other,known"), 0);
    assert_eq!(checks("other,knwn"), 1);
}

#[test]
fn documents_that_are_none_are_refused_at_their_place() {
    let folder = Folder::new("check-bad");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_yaml = format!("rules: {}", "- ".repeat(100_000));
    for (name, content) in [
        ("empty.json", &b""[..]),
        ("blank.yaml", b" \n\n"),
        ("cut.json", b"[{\"tool\": \"a\""),
        ("text.json", b"{]"),
        ("number.yaml", b"7"),
        ("twice.json", br#"{"rules": [], "rules": []}"#),
        ("latin.json", b"[{\"tool\": \"a\", \"note\": \"caf\xe9\"}]"),
        ("anchor.yaml", b"- &a {tool: a, decision: ask}\n- *a\n"),
        ("deep.json", deep.as_bytes()),
        ("deep.yaml", deep_yaml.as_bytes()),
    ] {
        let path = folder.file(name, content);
        let run = callgate(&["check", &path]);
        assert_eq!(run.code, 1, "{name}: {}{}", run.out, run.err);
        assert!(run.out.contains(&format!("{name}:")), "{name}: {}", run.out);
    }
}

#[test]
fn unusable_input_ends_with_two_and_the_others_are_still_checked() {
    let folder = Folder::new("check-unusable");
    let faulty = folder.file("faulty.json", "{}");
    let run = callgate(&["check", folder.path(), "no-such-file", &faulty]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("is a directory") && run.err.contains("no-such-file: no such file"));
    assert!(run.out.contains("faulty.json:1:1"), "{}", run.out);
    assert_eq!(callgate(&["check"]).code, 2);
}

#[test]
fn standard_input_can_be_checked() {
    let run = callgate_with(&["check", "-"], b"{}");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("<stdin>:1:1"), "{}", run.out);
}
