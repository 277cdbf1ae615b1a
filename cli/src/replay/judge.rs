//! What a policy of either dialect says, in words that compare.

use crate::checks::FixedChecks;
use crate::policy::{Policy, Table};
use callgate::firewall::{self, StagedCall, Verdict};
use callgate::{Decision, Reason, RuleId, permission};

/// What may be said about a call, weakest first: the order of E4 and of Q9 in one. `none` is a
/// firewall policy that is switched off.
pub(crate) const WORDS: [&str; 7] = [
    "none",
    "allow",
    "audit",
    "ask",
    "sanitize",
    "pending_approval",
    "deny",
];

/// A place in [`WORDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Word(usize);

impl Word {
    /// Every word, weakest first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..WORDS.len()).map(Self)
    }

    pub(crate) fn as_str(self) -> &'static str {
        WORDS.get(self.0).copied().unwrap_or("none")
    }

    pub(crate) const fn index(self) -> usize {
        self.0
    }

    const fn of_decision(decision: Decision) -> Self {
        Self(match decision {
            Decision::Allow => 1,
            Decision::Ask => 3,
            Decision::Deny => 6,
        })
    }

    const fn of_verdict(verdict: Option<Verdict>) -> Self {
        Self(match verdict {
            None => 0,
            Some(Verdict::Allow) => 1,
            Some(Verdict::Audit) => 2,
            Some(Verdict::Sanitize) => 4,
            Some(Verdict::PendingApproval) => 5,
            Some(Verdict::Deny) => 6,
        })
    }
}

/// What was said about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) word: Word,
    pub(crate) rule: Option<RuleId>,
    pub(crate) reason: &'static str,
    /// It rests on something that could not be read (E5).
    pub(crate) by_unknown: bool,
}

/// Asks one policy, reusing its memory.
pub(crate) struct Judge<'p> {
    policy: &'p Policy,
    checks: &'p FixedChecks,
    permission: permission::Scratch,
    firewall: firewall::Scratch,
}

impl<'p> Judge<'p> {
    pub(crate) fn new(policy: &'p Policy, checks: &'p FixedChecks) -> Self {
        Self {
            policy,
            checks,
            permission: permission::Scratch::default(),
            firewall: firewall::Scratch::default(),
        }
    }

    pub(crate) fn judge(&mut self, staged: &StagedCall<'_>) -> Said {
        match &self.policy.table {
            Table::Permission(table) => {
                let outcome = table.decide(&staged.call, self.checks, &mut self.permission);
                Said {
                    word: Word::of_decision(outcome.decision),
                    rule: outcome.rule,
                    reason: outcome.reason.as_str(),
                    by_unknown: outcome.reason == Reason::UnevaluablePath,
                }
            }
            Table::Firewall(table) => {
                let outcome = table.decide(staged, &mut self.firewall);
                Said {
                    word: Word::of_verdict(outcome.verdict),
                    rule: outcome.rule,
                    reason: outcome.reason.as_str(),
                    by_unknown: false,
                }
            }
        }
    }
}
