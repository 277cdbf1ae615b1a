//! What each rule answers when it decides, apart from what it asks for and close together:
//! a call that is decided at a glance ends with one look here.

use super::evaluate::NOTHING_SPEAKS;
use super::outcome::{Outcome, Reason, RuleId, Unknown};
use super::rule::Rank;
use crate::decision::Decision;

/// The answers of all rules, by rank.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Each rule's place in the document.
    documents: Vec<u32>,
    /// The first rank that is not a deny: ranks go by strength before anything else (E4).
    asks: Rank,
    /// The first rank that is an allow.
    allows: Rank,
}

impl Answers {
    /// Of rules in rank order: each one's decision and place in the document.
    pub(super) fn new(rules: impl Iterator<Item = (Decision, u32)>) -> Self {
        let mut answers = Self::default();
        for (decision, document) in rules {
            answers.documents.push(document);
            answers.asks += Rank::from(decision == Decision::Deny);
            answers.allows += Rank::from(decision != Decision::Allow);
        }
        answers.documents.shrink_to_fit();
        answers
    }

    /// The rule of a rank.
    #[inline]
    pub(super) fn rule(&self, rank: Rank) -> Option<RuleId> {
        self.documents.get(rank as usize).copied().map(RuleId)
    }

    /// The outcome of the rule that decides (E5).
    #[inline]
    pub(super) fn fired(&self, rank: Rank, unknown: Unknown) -> Outcome {
        let Some(rule) = self.rule(rank) else {
            return NOTHING_SPEAKS;
        };
        Outcome {
            decision: if rank >= self.allows {
                Decision::Allow
            } else if rank >= self.asks {
                Decision::Ask
            } else {
                Decision::Deny
            },
            reason: if unknown.is_empty() {
                Reason::Rule
            } else {
                Reason::UnevaluablePath
            },
            rule: Some(rule),
            unknown,
        }
    }
}
