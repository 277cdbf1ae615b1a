//! Shell text: what a command line runs does not depend on where the same text stands.

use callgate_conformance::answer::Command;
use callgate_conformance::implementation::{Engine, Implementation};
use callgate_engine::command::Role;
use std::collections::BTreeSet;

/// A line of shell text: it is read, the same way again, and wherever it is nested what it runs
/// is found, or something there is unidentifiable.
///
/// Bytes that are no text choose words of a shell's grammar instead, one each.
pub fn shell(bytes: &[u8]) {
    let words;
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => {
            words = grammar(bytes);
            &words
        }
    };
    let mut engine = Engine::indexed();
    let alone = engine.line(text);
    // Memory of other readings is no memory of this one.
    engine.line("exec 3>&1; f() { PATH=x; g; }; cat <<E\n$(h)\nE");
    assert_eq!(alone, engine.line(text), "read again: {text:?}");
    for command in &alone {
        assert!(
            command
                .program
                .as_ref()
                .is_none_or(|program| !program.is_empty()),
            "a program without a name: {command:?}"
        );
    }

    let after = engine.line(&format!("x; {text}"));
    contains(&alone, &after, true, "after another command", text);
    let payload = engine.argv("sh", &["-c", text], true);
    let is_payload = !text.starts_with(['-', '+']) && !text.contains('\0');
    if is_payload {
        contains(&alone, &payload, true, "as a payload", text);
    }
    let sudo = engine.argv("sudo", &["sh", "-c", text], true);
    if is_payload {
        contains(&alone, &sudo, true, "as a payload under a runner", text);
    }
    for &(before, behind) in ANY_SHELL {
        let nested = engine.line(&format!("{before}{text}{behind}"));
        // Text that is wrong alone may be right here: only what was found must be found.
        contains(&alone, &nested, false, before, text);
    }
    if is_payload {
        // The reading of bash alone: dash has no such places.
        let alone = engine.argv("bash", &["-c", text], true);
        for &(before, behind) in BASH_ONLY {
            let nested = engine.argv("bash", &["-c", &format!("{before}{text}{behind}")], true);
            contains(&alone, &nested, false, before, text);
        }
    }
}

/// Places that any shell runs what stands in them.
const ANY_SHELL: &[(&str, &str)] = &[
    ("(", "\n)"),
    ("{ ", "\n}"),
    ("if x; then ", "\nfi"),
    ("while x; do ", "\ndone"),
    ("echo \"$(", "\n)\""),
    ("cat <<EOF\n$(", "\n)\nEOF\n"),
    ("f() { ", "\n}; f"),
    ("case x in *) ", "\nesac"),
    ("x && { ", "\n} &"),
];

const BASH_ONLY: &[(&str, &str)] = &[
    ("echo <(", "\n)"),
    ("function f { ", "\n}; f"),
    ("[[ -n $(", "\n) ]]"),
    ("a=($(", "\n))"),
];

/// What runs, by name.
fn programs(commands: &[Command]) -> BTreeSet<&str> {
    let named = commands
        .iter()
        .filter_map(|command| command.program.as_deref());
    named.collect()
}

fn is_dark(commands: &[Command]) -> bool {
    commands.iter().any(|command| command.program.is_none())
}

/// Whether somewhere in `inside` everything that `alone` runs is found.
fn contains(alone: &[Command], inside: &[Command], dark_too: bool, place: &str, text: &str) {
    if is_dark(inside) {
        return;
    }
    assert!(
        !dark_too || !is_dark(alone),
        "{place} nothing is unidentifiable, alone something is: {text:?}"
    );
    let (found, wanted) = (programs(inside), programs(alone));
    let lost: Vec<_> = wanted.difference(&found).collect();
    assert!(lost.is_empty(), "{place} {lost:?} is lost: {text:?}");
    // What writes somewhere keeps writing there.
    let writes = |commands: &[Command]| {
        let writing = commands.iter().flat_map(|command| &command.redirects);
        let targets = writing.filter(|(writes, _)| *writes);
        targets
            .map(|(_, target)| target.clone())
            .collect::<BTreeSet<_>>()
    };
    assert!(
        writes(alone).is_subset(&writes(inside)),
        "{place} a redirect is lost: {text:?}"
    );
    let runs = |commands: &[Command]| commands.iter().any(|command| command.role == Role::Runs);
    assert!(
        runs(inside) || !runs(alone) || (is_dark(alone) && !dark_too),
        "{place} nothing runs: {text:?}"
    );
}

/// A text of words; a byte's highest bit leaves the space before its word out.
fn grammar(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        let word = WORDS.get(usize::from(byte & 0x7f) % WORDS.len());
        if byte & 0x80 == 0 {
            text.push(' ');
        }
        text.extend(word.copied());
    }
    text
}

/// What shells know, and what they are given.
const WORDS: &[&str] = &[
    "x", "rm", "git", "sh", "bash", "-c", "eval", "exec", "sudo", "env", "xargs", "find", "-exec",
    ";", "&", "&&", "||", "|", "\n", "(", ")", "{", "}", "if", "then", "else", "elif", "fi",
    "while", "do", "done", "for", "in", "case", "esac", "function", "f", "()", "[[", "]]", "((",
    "))", "$(", "`", "\"", "'", "$'", "\\", "<", "<<", "<<E\n", "\nE\n", "<<<", ">", ">>", "<(",
    ">(", "2>&1", "&>", "$X", "${X", "${X:-", "=", "A=", "PATH=", "a[", "]", "*", "?", "~", "#",
    "!", "time", "coproc", "select", "trap", "alias", "source", ".", "command", "builtin", "local",
    "declare", "-v", "-a", "test", "[", "printf", "read", "let", "export", "unset", "0", "1",
    "$((", "+", "@", "/bin/sh", "echo", "-", "--", "-n", "3>", "|&", ";;", ";&", "$", "\t",
    "timeout", "5", "nice", "-o", "mapfile", "-C", "until", "return", "exit", "<>", ">|", "{a,b}",
    "%", "EXIT", "readonly", "ssh", "su",
];
