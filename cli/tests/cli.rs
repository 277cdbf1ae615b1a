//! The command line as a whole: help, unknown commands, the example.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::{callgate, root};

#[test]
fn every_command_has_help_with_examples() {
    let help = callgate(&["--help"]);
    assert_eq!(help.code, 0);
    assert!(help.out.contains("Exit codes:"), "{}", help.out);
    let commands = help
        .out
        .split("Commands:\n")
        .nth(1)
        .expect("a list of commands");
    let names = commands
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.strip_prefix("  ")
                .filter(|line| !line.starts_with(' '))
        })
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help");
    let names: Vec<&str> = names.collect();
    for known in ["check", "eval", "test", "explain-command"] {
        assert!(names.contains(&known), "{names:?}");
    }
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a README");
    for command in names {
        let row = format!("| `callgate {command}` |");
        assert!(readme.contains(&row), "{command} is not in the README");
        let own = callgate(&[command, "--help"]);
        assert_eq!(own.code, 0);
        let example = format!("Examples:\n  callgate {command} ");
        assert!(own.out.contains(&example), "{command}: {}", own.out);
    }
}

#[test]
fn what_can_be_imported_has_examples_of_its_own() {
    for (from, example) in [
        (
            "claude-code",
            "callgate import claude-code .claude/settings.json",
        ),
        (
            "codex",
            "callgate import codex ~/.codex/rules/default.rules",
        ),
    ] {
        let run = callgate(&["import", from, "--help"]);
        assert_eq!(run.code, 0);
        let examples = format!("Examples:\n  {example}");
        assert!(run.out.contains(&examples), "{}", run.out);
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

/// The recordings beside the example policies, and what must come out of them: the README
/// shows the first as the first thing to try.
#[test]
fn the_examples_decide_as_their_comments_say() {
    let decisions = answers("examples/agent.yaml", "examples/calls.jsonl", "decision");
    let expected = "
        allow allow deny  deny  ask   deny  allow allow
        allow ask   allow allow ask   deny
        allow allow allow ask   ask
        allow allow ask   deny  deny  deny
        allow allow ask   ask   ask   ask   deny  deny  deny";
    assert_eq!(decisions, expected.split_whitespace().collect::<Vec<_>>());
    let verdicts = answers(
        "examples/firewall.yaml",
        "examples/firewall-calls.jsonl",
        "verdict",
    );
    let expected = "
        allow deny deny deny deny audit deny
        pending_approval deny deny deny sanitize
        allow deny deny deny
        allow pending_approval deny allow audit";
    assert_eq!(verdicts, expected.split_whitespace().collect::<Vec<_>>());
}

fn answers(policy: &str, calls: &str, member: &str) -> Vec<String> {
    let (policy, calls) = (root().join(policy), root().join(calls));
    let (policy, calls) = (
        policy.to_str().expect("UTF-8"),
        calls.to_str().expect("UTF-8"),
    );
    let check = callgate(&["check", "--deny-warnings", policy]);
    assert_eq!(check.code, 0, "{}", check.out);
    let run = callgate(&["eval", policy, calls]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    run.members(member)
}

/// What the README shows of the first command's output is what comes out.
#[test]
fn the_readme_shows_what_comes_out() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a README");
    let run = common::command(&[
        "eval",
        "examples/agent.yaml",
        "examples/calls.jsonl",
        "--format",
        "human",
    ])
    .current_dir(root())
    .output()
    .expect("a run");
    let out = String::from_utf8(run.stdout).expect("UTF-8");
    let quick_start = readme.split("## Quick start").nth(1).expect("the section");
    let shown = quick_start.split("```text\n").nth(1).expect("a block");
    let shown = shown.split("```").next().expect("its end");
    let calls: Vec<&str> = shown.split_inclusive('\n').collect();
    assert_eq!(calls.len(), 8);
    for call in calls.chunks(2) {
        let call = call.concat();
        assert!(out.contains(&call), "not among the results:\n{call}");
    }
}
