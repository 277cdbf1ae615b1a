//! `callgate test`: case files, output, exit codes.

mod common;

use common::{Folder, callgate};

const SUITE: &str = r#"
suite: permission/paths
clauses: [P3]
policy: { rules: [{ tool: fs_read, decision: allow, under: /srv }] }
cases:
  - name: inside
    call: { tool: fs_read, args: { path: /srv/a } }
    expect: { decision: allow, rule: 0 }
  - name: a sibling
    why: segments, never bytes
    call: { tool: fs_read, args: { path: /srv2/a } }
    expect: { decision: DECISION }
"#;

#[test]
fn all_passing_is_one_line() {
    let folder = Folder::new("test-pass");
    folder.file("a.yaml", SUITE.replace("DECISION", "ask"));
    for implementation in ["engine", "reference", "both"] {
        let run = callgate(&["test", folder.path(), "--implementation", implementation]);
        assert_eq!(
            (run.code, run.out.as_str()),
            (0, "2 passed, 0 failed\n"),
            "{}",
            run.err
        );
    }
}

#[test]
fn a_failure_says_what_was_expected_and_what_came() {
    let folder = Folder::new("test-fail");
    let path = folder.file("a.yaml", SUITE.replace("DECISION", "deny"));
    let run = callgate(&["test", &path]);
    assert_eq!(run.code, 1);
    for text in ["a sibling", "\"deny\"", "\"ask\"", "segments, never bytes"] {
        assert!(run.out.contains(text), "{text}: {}", run.out);
    }
    assert!(run.out.ends_with("1 passed, 1 failed\n"), "{}", run.out);
}

#[test]
fn json_lines_hold_the_whole_result_of_every_case() {
    let folder = Folder::new("test-jsonl");
    let path = folder.file(
        "a.jsonl",
        concat!(
            r#"{"name":"one","policy":[],"call":{"tool":"a"},"expect":{"decision":"allow"}}"#,
            "\n",
            r#"{"name":"two","url":"https://A.example/"}"#,
            "\n",
        ),
    );
    let run = callgate(&["test", "--format", "jsonl", &path]);
    assert_eq!(run.code, 1);
    assert_eq!(run.members("name"), ["one", "two"]);
    assert_eq!(run.members("pass"), ["false", "true"]);
    assert_eq!(run.members("file"), [path.as_str(), path.as_str()]);
    assert_eq!(
        run.lines()[0]["expected"],
        serde_json::json!({ "decision": "allow" })
    );
    assert_eq!(
        run.lines()[0]["got"],
        serde_json::json!({
            "decision": "ask", "reason": "no-match", "rule": null, "paths": [],
            "suggestion": { "tool": "a" }, "blanket": true,
        })
    );
    assert_eq!(
        run.lines()[1]["got"],
        serde_json::json!({ "host": "a.example" })
    );
}

#[test]
fn unusable_case_files_end_with_two() {
    let folder = Folder::new("test-unusable");
    let empty = Folder::new("test-unusable-empty");
    let unknown = folder.file("unknown.yaml", "suite: a\ncases: []\ncaes: []\n");
    let twice = folder.file(
        "twice.jsonl",
        "{\"name\":\"a\",\"policy\":[]}\n{\"name\":\"a\",\"policy\":[]}\n",
    );
    for (path, named) in [
        (unknown.as_str(), "unknown.yaml:3:1"),
        (twice.as_str(), "twice.jsonl:2:"),
        (empty.path(), "holds no case files"),
        ("no-such-folder", "no such file"),
    ] {
        let run = callgate(&["test", path]);
        assert_eq!(run.code, 2, "{path}: {}", run.out);
        assert!(run.err.contains(named), "{path}: {}", run.err);
    }
}

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/corpus/");

/// A program that answers cases over its standard streams: our own, asked as a stranger.
fn ourselves(options: &str) -> String {
    format!("{} answer {options}", env!("CARGO_BIN_EXE_callgate"))
}

#[test]
fn another_program_is_asked_line_by_line() {
    for (folder, options) in [
        ("hosts", ""),
        ("document", "--implementation engine"),
        ("commands", "--implementation unindexed"),
        ("reading", "--implementation reference"),
    ] {
        let path = format!("{CORPUS}{folder}");
        let ours = callgate(&["test", &path]);
        let asked = callgate(&["test", "--program", &ourselves(options), &path]);
        assert_eq!(
            (ours.code, asked.code),
            (0, 0),
            "{}{}",
            asked.out,
            asked.err
        );
        assert_eq!(ours.out, asked.out, "{folder}");
    }
}

#[test]
fn what_another_program_gets_wrong_is_told() {
    let folder = Folder::new("test-program");
    let path = folder.file("a.yaml", SUITE.replace("DECISION", "deny"));
    let run = callgate(&["test", "--program", &ourselves(""), &path]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.ends_with("1 passed, 1 failed\n"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn programs_that_skip_end_or_talk_nonsense() {
    let folder = Folder::new("test-program-odd");
    let path = folder.file("a.yaml", SUITE.replace("DECISION", "ask"));
    let script = |name: &str, body: &str| format!("sh {}", folder.file(name, body));
    let skips = script(
        "skips",
        "while read -r line; do echo '{\"skip\": \"no calls here\"}'; done\n",
    );
    let run = callgate(&["test", "--program", &skips, &path]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("no calls here"), "{}", run.out);
    assert!(
        run.out.ends_with("0 passed, 0 failed, 2 skipped\n"),
        "{}",
        run.out
    );
    for (name, body, why) in [
        ("gone", "exit 0\n", "a.yaml"),
        ("nonsense", "read -r line; echo ready\n", "not JSON"),
        (
            "angry",
            "while read -r line; do echo '{}'; done; exit 3\n",
            "exit status: 3",
        ),
    ] {
        let program = script(name, body);
        let run = callgate(&["test", "--program", &program, &path]);
        assert_eq!(run.code, 2, "{name}: {}", run.out);
        assert!(
            name == "gone" || run.err.contains(why),
            "{name}: {}",
            run.err
        );
    }
    let run = callgate(&["test", "--program", "no-such-program", &path]);
    assert_eq!(run.code, 2, "{}", run.out);
}
