//! The imported document: YAML with each rule below what it comes from.

use super::{ImportedLine, Outcome};
use crate::format::{NewRule, NewValue};
use std::collections::HashSet;
use std::fmt::Write as _;

/// Writes a document. `head` are the members before the rules, each a line.
pub(super) fn document(about: &str, head: &str, lines: &[ImportedLine]) -> String {
    let mut out = format!("# {}\n{head}\n", one_line(about));
    let rules = |line: &ImportedLine| match &line.outcome {
        Outcome::Translated { rules, .. } => rules.len(),
        Outcome::Wider { .. } => 0,
        Outcome::Inexpressible { stand_in, .. } => stand_in.len(),
    };
    let none = lines.iter().map(rules).sum::<usize>() == 0;
    out.push_str(if none { "rules: []\n" } else { "rules:\n" });
    // A human is asked once, however many lines want it.
    let mut asked = HashSet::new();
    for line in lines {
        let text = one_line(&line.text);
        match &line.outcome {
            Outcome::Translated { rules, remarks } => {
                let _ = writeln!(out, "  # {text}");
                for remark in remarks {
                    let _ = writeln!(out, "  #   {}", one_line(remark));
                }
                add(&mut out, rules, &mut asked);
            }
            Outcome::Wider { rules, reason } => {
                let _ = writeln!(out, "  # WIDER, NOT TAKEN, line {}: {text}", line.line);
                let _ = writeln!(out, "  #   {}", one_line(reason));
                for rule in rules {
                    let _ = writeln!(out, "  # - {}", rule.yaml());
                }
            }
            Outcome::Inexpressible { reason, stand_in } => {
                let _ = writeln!(out, "  # NOT EXPRESSIBLE, line {}: {text}", line.line);
                let _ = writeln!(out, "  #   {}", one_line(reason));
                if !stand_in.is_empty() {
                    out.push_str("  #   a human is asked instead:\n");
                }
                add(&mut out, stand_in, &mut asked);
            }
        }
    }
    out
}

fn add(out: &mut String, rules: &[NewRule], asked: &mut HashSet<String>) {
    for rule in rules {
        let is_ask = |(name, value): &(&str, NewValue)| {
            *name == "decision" && *value == NewValue::Text("ask".to_owned())
        };
        let bare_ask = rule.members.len() == 2 && rule.members.iter().any(is_ask);
        let rule = rule.yaml();
        if bare_ask && asked.contains(&rule) {
            let _ = writeln!(out, "  #   as above: {rule}");
            continue;
        }
        let _ = writeln!(out, "  - {rule}");
        if bare_ask {
            asked.insert(rule);
        }
    }
}

/// Text that cannot leave its comment.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}') {
                ' '
            } else {
                c
            }
        })
        .collect()
}
