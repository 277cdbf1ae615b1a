//! Permission documents from the settings of other agents.
//!
//! Each line is either translated, with the same or a stricter meaning, or named as not
//! expressible with the reason: nothing is dropped silently. An allow that a rule would make
//! wider is such a line, too; its rules are known and kept out, until somebody accepts them.
//! Where a line that denies or asks cannot be expressed, an `ask` about its tool stands in for
//! it, so that no allow reaches what it held back without a human being asked.

mod bash;
mod claude;
mod codex;
mod examples;
mod paths;
mod settle;
mod starlark;
mod write;

pub use claude::{ClaudeOptions, claude_code};
pub use codex::{CodexOptions, codex};

use crate::format::NewRule;
use settle::{Terms, Translated, Translation, settle};

/// What became of somebody else's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Every line, in the order of the source.
    pub lines: Vec<ImportedLine>,
    /// The permission document, YAML; each rule below the line it comes from.
    pub document: String,
}

impl Imported {
    /// How many lines were not translated: the inexpressible ones, and allows that a rule would
    /// make wider.
    #[must_use]
    pub fn untranslated(&self) -> usize {
        let lines = self.lines.iter();
        lines
            .filter(|line| !matches!(line.outcome, Outcome::Translated { .. }))
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
    /// Rules with the same or a stricter meaning, or with a wider one that was accepted.
    Translated {
        /// The rules.
        rules: Vec<NewRule>,
        /// In what they differ from the line.
        remarks: Vec<String>,
    },
    /// An allow that its rules would make wider: they are not in the document.
    Wider {
        /// The rules, for whoever accepts what they allow beside the line.
        rules: Vec<NewRule>,
        /// What that is.
        reason: String,
    },
    /// Nothing in the dialect says it.
    Inexpressible {
        /// Why.
        reason: String,
        /// Rules that ask a human where the line would have denied or asked.
        stand_in: Vec<NewRule>,
    },
}

/// Whether a name can be an exact tool, or the stem of a glob (R2).
fn is_tool_name(name: &str) -> bool {
    let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':' | b'/');
    !name.is_empty() && name.bytes().all(known)
}

#[cfg(test)]
mod tests;
