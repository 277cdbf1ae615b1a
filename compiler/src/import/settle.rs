//! From what a line could become to what it becomes.

use super::Outcome;
use crate::format::NewRule;
use crate::permission::compile;
use crate::source::Source;
use callgate_engine::Decision;

/// What the caller wants of an import.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'a> {
    /// Ask a human in place of what denies or asks and cannot be expressed.
    pub(super) stand_ins: bool,
    /// Take allows that their rules make wider.
    pub(super) accept_wider: bool,
    /// The members before the rules, each a line.
    pub(super) head: &'a str,
}

/// The rules that a line could become, and in what they differ from it.
#[derive(Debug, Default)]
pub(super) struct Translation {
    pub(super) rules: Vec<NewRule>,
    /// What they hold back beside what the line does.
    pub(super) stricter: Vec<String>,
    /// What they allow beside what the line does.
    pub(super) wider: Vec<String>,
    /// What else is to be said.
    pub(super) notes: Vec<String>,
    /// What a deny or an ask would leave out, and the asks that catch it.
    pub(super) gap: Option<(String, Vec<NewRule>)>,
}

/// A translation, or why there is none.
pub(super) type Translated = Result<Translation, String>;

impl Translation {
    pub(super) fn of(rules: Vec<NewRule>) -> Self {
        Self {
            rules,
            ..Self::default()
        }
    }

    pub(super) fn stricter(mut self, remark: impl Into<String>) -> Self {
        self.stricter.push(remark.into());
        self
    }

    pub(super) fn wider(mut self, remark: impl Into<String>) -> Self {
        self.wider.push(remark.into());
        self
    }
}

/// A rule's first two members.
pub(super) fn rule(tool: &str, decision: Decision) -> NewRule {
    NewRule::default()
        .with("tool", tool)
        .with("decision", decision.as_str())
}

/// Settles a translation; a line that restricts leaves an ask about its tools behind where it
/// has none.
pub(super) fn settle(
    translated: Translated,
    decision: Decision,
    tools: &[&str],
    terms: Terms<'_>,
) -> Outcome {
    match translated.and_then(|found| loadable(found, terms.head)) {
        Ok(found) if !found.wider.is_empty() && !terms.accept_wider => Outcome::Wider {
            rules: found.rules,
            reason: found.wider.join("; "),
        },
        Ok(found) => {
            let wider = found.wider.iter().map(|text| format!("wider: {text}"));
            let stricter = found
                .stricter
                .iter()
                .map(|text| format!("stricter: {text}"));
            let mut remarks: Vec<String> = wider.chain(stricter).chain(found.notes).collect();
            let mut rules = found.rules;
            if let Some((gap, asks)) = found.gap {
                if terms.stand_ins {
                    remarks.push(format!("{gap}: a human is asked about these"));
                    rules.extend(asks);
                } else {
                    remarks.push(format!("NOT COVERED: {gap}"));
                }
            }
            Outcome::Translated { rules, remarks }
        }
        Err(reason) => Outcome::Inexpressible {
            reason,
            stand_in: if decision == Decision::Allow || !terms.stand_ins {
                Vec::new()
            } else {
                let asks = tools.iter().map(|tool| rule(tool, Decision::Ask));
                asks.collect()
            },
        },
    }
}

/// What no rule can hold (R4–R6) is said by those who know: validate it.
fn loadable(translation: Translation, head: &str) -> Translated {
    let gap = translation.gap.iter().flat_map(|(_, asks)| asks);
    let texts: Vec<String> = translation
        .rules
        .iter()
        .chain(gap)
        .map(|rule| format!("- {}\n", rule.yaml()))
        .collect();
    let text = format!("{head}\nrules:\n{}", texts.concat());
    match compile(&Source::new("", &text)) {
        Ok(_) => Ok(translation),
        Err(faults) => {
            let first = faults.0.into_iter().next().map(|fault| fault.message);
            Err(first.unwrap_or_else(|| "no rule can hold it".to_owned()))
        }
    }
}
