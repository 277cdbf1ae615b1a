//! Answers of checks already asked in a call (C6): each is asked once.

use super::arena::Slot;
use super::predicate::Verdicts;

/// What checks said about a call: to an allow and to other decisions, which look at different
/// commands. One look tells, however many checks a policy names; memory to keep from call to
/// call.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// Two for each check.
    answers: Vec<Option<Verdicts>>,
    /// Which of them there are.
    given: Vec<usize>,
}

impl Asked {
    /// Forgets the last call.
    pub(super) fn clear(&mut self) {
        for at in self.given.drain(..) {
            if let Some(answer) = self.answers.get_mut(at) {
                *answer = None;
            }
        }
    }

    pub(super) fn answer(&self, check: Slot, allow: bool) -> Option<Verdicts> {
        *self.answers.get(place(check, allow)?)?
    }

    pub(super) fn note(&mut self, check: Slot, allow: bool, verdicts: Verdicts) {
        let Some(at) = place(check, allow) else {
            return;
        };
        if self.answers.len() <= at {
            self.answers.resize(at + 1, None);
        }
        if let Some(answer) = self.answers.get_mut(at) {
            *answer = Some(verdicts);
            self.given.push(at);
        }
    }
}

fn place(check: Slot, allow: bool) -> Option<usize> {
    Some(check.get()? * 2 + usize::from(allow))
}
