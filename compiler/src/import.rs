//! Permission documents from the settings of other agents.
//!
//! Each line is either translated, with the same or a stricter meaning, or named as not
//! expressible with the reason: nothing is dropped silently. Where a line that denies or asks
//! cannot be expressed, an `ask` about its tool stands in for it, so that no allow reaches what
//! it held back without a human being asked.

mod bash;
mod claude;
mod codex;
mod paths;
mod starlark;
mod write;

pub use claude::{ClaudeOptions, claude_code};
pub use codex::{CodexOptions, codex};

use crate::format::NewRule;
use callgate_engine::Decision;

/// What became of somebody else's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Every line, in the order of the source.
    pub lines: Vec<ImportedLine>,
    /// The permission document, YAML; each rule below the line it comes from.
    pub document: String,
}

impl Imported {
    /// How many lines could not be expressed.
    #[must_use]
    pub fn inexpressible(&self) -> usize {
        let lines = self.lines.iter();
        lines
            .filter(|line| matches!(line.outcome, Outcome::Inexpressible { .. }))
            .count()
    }
}

/// One line of the source: an entry of a list, a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedLine {
    /// Its line number, from 1.
    pub line: usize,
    /// What it says: `deny: Bash(rm:*)`.
    pub text: String,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Rules with the same or a stricter meaning.
    Translated {
        /// The rules.
        rules: Vec<NewRule>,
        /// In what they are stricter, where they are.
        remark: Option<String>,
    },
    /// Nothing in the dialect says it.
    Inexpressible {
        /// Why.
        reason: String,
        /// Rules that ask a human where the line would have denied or asked.
        stand_in: Vec<NewRule>,
    },
}

/// One translated line before it is known what it is translated from.
type Translation = Result<(Vec<NewRule>, Option<String>), String>;

/// A rule's first two members.
fn rule(tool: &str, decision: Decision) -> NewRule {
    NewRule::default()
        .with("tool", tool)
        .with("decision", decision.as_str())
}

/// Settles a translation; a line that restricts leaves an ask behind where it has none.
fn settle(translation: Translation, decision: Decision, tools: &[&str]) -> Outcome {
    match translation {
        Ok((rules, remark)) => Outcome::Translated { rules, remark },
        Err(reason) => Outcome::Inexpressible {
            reason,
            stand_in: if decision == Decision::Allow {
                Vec::new()
            } else {
                let asks = tools.iter().map(|tool| rule(tool, Decision::Ask));
                asks.collect()
            },
        },
    }
}

/// What could not be expressed stays named, and nobody is asked for it.
fn leave_out_stand_ins(lines: &mut [ImportedLine]) {
    for line in lines {
        if let Outcome::Inexpressible { stand_in, .. } = &mut line.outcome {
            stand_in.clear();
        }
    }
}

/// Whether a name can be an exact tool, or the stem of a glob (R2).
fn is_tool_name(name: &str) -> bool {
    let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':' | b'/');
    !name.is_empty() && name.bytes().all(known)
}

#[cfg(test)]
mod tests;
