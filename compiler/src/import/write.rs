//! The imported document: YAML with each rule below what it comes from.

use super::{ImportedLine, Outcome};
use crate::format::NewRule;
use std::collections::HashSet;
use std::fmt::Write as _;

/// Writes a document. `head` are the members before the rules, each a line.
pub(super) fn document(about: &str, head: &[String], lines: &[ImportedLine]) -> String {
    let mut out = format!("# {}\n", one_line(about));
    for member in head {
        let _ = writeln!(out, "{member}");
    }
    let rules = |line: &ImportedLine| match &line.outcome {
        Outcome::Translated { rules, .. } => rules.len(),
        Outcome::Inexpressible { stand_in, .. } => stand_in.len(),
    };
    let none = lines.iter().map(rules).sum::<usize>() == 0;
    out.push_str(if none { "rules: []\n" } else { "rules:\n" });
    // A human is asked once, however many lines want it.
    let mut asked = HashSet::new();
    for line in lines {
        let text = one_line(&line.text);
        match &line.outcome {
            Outcome::Translated { rules, remark } => {
                let _ = writeln!(out, "  # {text}");
                if let Some(remark) = remark {
                    let _ = writeln!(out, "  #   {}", one_line(remark));
                }
                add(&mut out, rules);
            }
            Outcome::Inexpressible { reason, stand_in } => {
                let _ = writeln!(out, "  # NOT EXPRESSIBLE, line {}: {text}", line.line);
                let _ = writeln!(out, "  #   {}", one_line(reason));
                if !stand_in.is_empty() {
                    out.push_str("  #   a human is asked instead:\n");
                }
                for rule in stand_in {
                    let rule = rule.yaml();
                    if asked.contains(&rule) {
                        let _ = writeln!(out, "  #   as above: {rule}");
                    } else {
                        let _ = writeln!(out, "  - {rule}");
                        asked.insert(rule);
                    }
                }
            }
        }
    }
    out
}

fn add(out: &mut String, rules: &[NewRule]) {
    for rule in rules {
        let _ = writeln!(out, "  - {}", rule.yaml());
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
