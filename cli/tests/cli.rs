//! The command line as a whole: help, unknown commands, the example.

mod common;

use common::{callgate, root};

#[test]
fn every_command_has_help_with_examples() {
    let help = callgate(&["--help"]);
    assert_eq!(help.code, 0);
    assert!(help.out.contains("Exit codes:"), "{}", help.out);
    for command in ["check", "eval", "test", "explain-command"] {
        assert!(help.out.contains(command), "{}", help.out);
        let own = callgate(&[command, "--help"]);
        assert_eq!(own.code, 0);
        let example = format!("Examples:\n  callgate {command} ");
        assert!(own.out.contains(&example), "{command}: {}", own.out);
    }
}

#[test]
fn what_is_no_command_ends_with_two() {
    for args in [
        &["no-such-command"][..],
        &[],
        &["eval"],
        &["check", "--no-such-option", "a"],
    ] {
        let run = callgate(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains("Usage:"), "{args:?}: {}", run.err);
    }
}

#[test]
fn commands_are_explained() {
    let run = callgate(&["explain-command", "--", "bash", "-c", "git status && rm x"]);
    assert_eq!(run.code, 0);
    let rows: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        rows,
        [
            "launcher  bash -c 'git status && rm x'",
            "runs      git status",
            "runs      rm x"
        ]
    );
    let run = callgate(&[
        "explain-command",
        "--format",
        "json",
        "--line",
        "\"$X\" > out",
    ]);
    let found = &run.lines()[0]["commands"][0];
    assert_eq!(found["program"], serde_json::Value::Null);
    assert!(found["why"]["kind"].is_string(), "{}", run.out);
}

/// The recording beside the example policy, and what must come out of it: the README shows it
/// as the first thing to try.
#[test]
fn the_example_decides_as_its_comments_say() {
    let (policy, calls) = ("examples/agent.yaml", "examples/calls.jsonl");
    let check = common::command(&["check", policy])
        .current_dir(root())
        .output()
        .expect("a run");
    assert_eq!(
        check.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&check.stdout)
    );
    let run = common::command(&["eval", policy, calls])
        .current_dir(root())
        .output()
        .expect("a run");
    let out = String::from_utf8(run.stdout).expect("UTF-8");
    assert_eq!(run.status.code(), Some(0), "{out}");
    let decisions: Vec<String> = out
        .lines()
        .map(|line| {
            let result: serde_json::Value = serde_json::from_str(line).expect("JSON");
            result["decision"].as_str().expect("a decision").to_owned()
        })
        .collect();
    let expected = "
        allow allow deny  deny  ask   deny  allow allow
        allow ask   allow allow ask   deny
        allow allow allow ask   ask
        allow allow ask   deny  deny  deny
        allow allow ask   ask   ask   ask   deny  deny  deny";
    assert_eq!(decisions, expected.split_whitespace().collect::<Vec<_>>());
}
