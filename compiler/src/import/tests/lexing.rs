//! Lines that go on, and strings that do not end: neither may swallow a rule or make one.

use crate::import::{CodexOptions, Outcome, codex};
use crate::source::Source;

/// Whether the statement on each line became rules.
fn outcomes(text: &str) -> Vec<(usize, bool)> {
    let source = Source::new("default.rules", text);
    let imported = codex(&source, &CodexOptions::default());
    let lines = imported.lines.iter();
    lines
        .map(|line| {
            let made = matches!(
                line.outcome,
                Outcome::Translated { .. } | Outcome::Wider { .. }
            );
            (line.line, made)
        })
        .collect()
}

#[test]
fn a_backslash_joins_lines() {
    let text = "prefix_rule\\\n(pattern = [\"rm\"], decision = \"forbidden\")\n";
    assert_eq!(outcomes(text), [(1, true)]);
}

#[test]
fn a_string_that_does_not_end_ends_with_its_line() {
    for open in ["x = \"a(", "x = 'a(", "x = \"(", "x = r\"a("] {
        let text = format!("{open}\nprefix_rule(pattern = [\"rm\"], decision = \"forbidden\")\n");
        assert_eq!(outcomes(&text), [(1, false), (2, true)], "{open}");
    }
}

#[test]
fn only_known_letters_belong_to_a_string() {
    for (pattern, made) in [
        ("r\"git\"", true),
        ("b\"git\"", false),
        ("f\"git\"", false),
        ("u\"git\"", false),
        ("\"git\"", true),
    ] {
        let text = format!("prefix_rule(pattern = [{pattern}], decision = \"allow\")\n");
        assert_eq!(outcomes(&text), [(1, made)], "{pattern}");
    }
}
