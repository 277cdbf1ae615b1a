//! What the corpus asks of the reader of command lines as a whole: how many everyday lines are
//! identified, that no text stops it, and that nothing it does grows faster than its input.
//!
//! Single cases are run with the rest of the corpus.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use std::path::Path;

use callgate_conformance::generate::Choices;
use callgate_conformance::shell_truth::{mutate, text};
use callgate_engine::command::EffectiveCommand;
use callgate_engine::shell::CommandReader;
use serde_json::Value;

fn cases(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus/shell")
        .join(file);
    std::fs::read_to_string(path)
        .expect("the file is there")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a case a line"))
        .collect()
}

/// The shell text of a case: its line, or the last word of its argv.
fn shell_text(case: &Value) -> String {
    case.get("line")
        .or_else(|| case.get("argv")?.as_array()?.last())
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn identified(reader: &mut CommandReader, shell: &str, text: &str) -> bool {
    let tail = ["-lc", text];
    let commands = reader.argv(shell, &tail, true);
    commands.iter().all(|command| command.program.is_some())
}

/// Reads a text in every way there is, and looks at everything that comes out.
fn read(reader: &mut CommandReader, text: &str) -> usize {
    let mut size = look(reader.line(text).iter());
    for shell in ["bash", "dash", "sh", "zsh", "mksh", "ash"] {
        size += look(reader.argv(shell, &["-c", text], true).iter());
    }
    let words: Vec<&str> = text.split(' ').collect();
    if let Some((program, tail)) = words.split_first() {
        size += look(reader.argv(program, tail, false).iter());
    }
    size
}

fn look<'a>(commands: impl Iterator<Item = EffectiveCommand<'a>>) -> usize {
    commands
        .map(|command| {
            assert_eq!(
                command.program.is_none(),
                command.why.is_some(),
                "an unidentifiable command has a reason, another none"
            );
            1 + command.redirects().count() + command.program.map_or(0, str::len)
        })
        .sum()
}

#[test]
fn everyday_lines_are_identified_in_every_shell() {
    let mut reader = CommandReader::default();
    let lines: Vec<String> = ["everyday.jsonl", "plain.jsonl"]
        .into_iter()
        .flat_map(cases)
        .map(|case| shell_text(&case))
        .collect();
    for (shell, at_least) in [
        ("bash", 100),
        ("sh", 100),
        ("dash", 98),
        ("zsh", 98),
        ("mksh", 92),
    ] {
        let count = lines
            .iter()
            .filter(|line| identified(&mut reader, shell, line))
            .count();
        let share = 100 * count / lines.len();
        println!(
            "{shell}: {count} of {} everyday lines identified",
            lines.len()
        );
        for line in lines.iter().filter(|_| share < at_least) {
            if !identified(&mut reader, shell, line) {
                println!("    {line:?}");
            }
        }
        assert!(share >= at_least, "{shell}: only {share} % are identified");
    }
}

#[test]
fn generated_and_mutated_texts_are_read_to_the_end() {
    let mut reader = CommandReader::default();
    let bases: Vec<String> = cases("truth.jsonl").iter().map(shell_text).collect();
    for seed in 0..800 {
        let mut choices = Choices::seeded(seed);
        let base = bases
            .get(choices.below(bases.len()))
            .cloned()
            .unwrap_or_default();
        let other = text::text(&mut choices, 3);
        let mut argv = vec![base];
        for _ in 0..=choices.below(6) {
            argv = mutate::mutate(&mut choices, &argv, std::slice::from_ref(&other));
        }
        for word in &argv {
            read(&mut reader, word);
        }
        // Every prefix of a generated text is a text that breaks off somewhere.
        if seed % 200 == 0 {
            for (at, _) in other.char_indices() {
                read(&mut reader, other.get(..at).unwrap_or_default());
            }
        }
    }
}

#[test]
fn towers_end_at_the_limit() {
    let mut reader = CommandReader::default();
    for unit in [
        "(",
        "( ",
        "{ ",
        "$(",
        "\"$(",
        "${x:-",
        "$((",
        "((",
        "`",
        "<(",
        "if ",
        "while ",
        "case x in ",
        "[[ ",
        "a=(",
        "for x in a; do ",
        "eval ",
        "sh -c ",
        "time ",
        "! ",
        "env ",
        "sudo ",
        "xargs ",
        "find . -exec ",
        "f() { ",
        "\"${x:-",
        "$[",
        "cat <<E\n$(",
        "bash -c '",
        "coproc ",
        "exec ",
        "\\",
        "'",
        "\"",
        "$'",
        "<<E ",
        ">a ",
        "&&",
        "|",
        ";",
        "x[",
        "{a,",
    ] {
        for count in [10, 63, 64, 65, 66, 1000, 20_000] {
            read(&mut reader, &unit.repeat(count));
        }
    }
    let deep = |count: usize| format!("{}rm{}", "(".repeat(count), ")".repeat(count));
    let nested = |count: usize| format!("{}rm x{}", "{ ".repeat(count), "; }".repeat(count));
    assert!(identified(&mut reader, "bash", &nested(64)));
    assert!(!identified(&mut reader, "bash", &nested(65)));
    assert!(!identified(&mut reader, "bash", &deep(100_000)));
}

#[test]
fn a_text_longer_than_the_limit_is_one_unidentifiable_command() {
    let mut reader = CommandReader::default();
    let fits = "a;".repeat(1 << 19);
    assert_eq!(reader.line(&fits).iter().count(), 1 << 19);
    let long = format!("{fits};");
    let commands: Vec<Option<&str>> = reader
        .line(&long)
        .iter()
        .map(|command| command.why.map(|why| why.kind))
        .collect();
    assert_eq!(commands, [Some("too-long")]);
}

/// Ten times the text gives about ten times the output: nothing is multiplied.
#[test]
fn what_comes_out_grows_with_what_goes_in() {
    let mut reader = CommandReader::default();
    for unit in [
        "git status; ",
        "a $(b) ",
        "{ a; } >b; ",
        "a=1 b | ",
        "env a; ",
        "eval a; ",
        "sh -c 'a b'; ",
        "`a` ",
        "f(){ a; }; ",
        "cat <<E\n$(a)\nE\n",
        "[[ -n $(a) ]]; ",
        "x=a;((x)); ",
        "&>b a; ",
        "while a; do PATH=1; done; ",
        "{ { { a; } >b; } >c; } >d; ",
        "time ",
        "sudo ",
        "export a=b; ",
    ] {
        let size = |reader: &mut CommandReader, count: usize| read(reader, &unit.repeat(count));
        let (small, large) = (size(&mut reader, 400), size(&mut reader, 4000));
        assert!(large <= 12 * small, "{unit:?}: {small} and {large}");
    }
}
