//! Expressions of a policy's own, by their longest match (X7).

use super::Hit;
use crate::firewall::pattern::{PATTERN_DEPTH, PATTERN_SIZE, Pattern};
use regex::Regex;
use regex_automata::nfa::thompson::{Config as Thompson, pikevm::PikeVM};
use regex_automata::{Anchored, Input, MatchKind, util::syntax};

/// An expression, and what tells how far it can reach: the `regex` crate ends a match where the
/// first of its alternatives does, and would leave the rest of a secret behind.
#[derive(Debug)]
pub(in crate::firewall::sanitize) struct Custom {
    regex: Regex,
    /// `None`: larger than the limits; the match then ends where the expression ends it.
    longest: Option<PikeVM>,
}

impl Custom {
    pub(in crate::firewall::sanitize) fn new(pattern: &Pattern) -> Self {
        let longest = PikeVM::builder()
            .syntax(syntax::Config::new().nest_limit(PATTERN_DEPTH))
            .thompson(Thompson::new().nfa_size_limit(Some(PATTERN_SIZE)))
            .configure(PikeVM::config().match_kind(MatchKind::All))
            .build(pattern.as_str())
            .ok();
        Self {
            regex: pattern.regex().clone(),
            longest,
        }
    }

    /// The expression.
    pub(in crate::firewall::sanitize) fn text(&self) -> &str {
        self.regex.as_str()
    }

    /// The first match that starts at `from` or later and is not empty, at its longest.
    pub(super) fn find(&self, text: &str, mut from: usize) -> Option<Hit> {
        while from <= text.len() {
            let plain = self.regex.find_at(text, from)?;
            let start = plain.start();
            let end = self.end(text, start).unwrap_or(plain.end());
            if end > start {
                return Some(Hit::whole(start, end));
            }
            from = start + text.get(start..)?.chars().next()?.len_utf8();
        }
        None
    }

    /// Where the longest match that starts here ends.
    fn end(&self, text: &str, start: usize) -> Option<usize> {
        let longest = self.longest.as_ref()?;
        let input = Input::new(text).range(start..).anchored(Anchored::Yes);
        let mut slots = [None, None];
        longest.search_slots(&mut longest.create_cache(), &input, &mut slots);
        let [_, end] = slots;
        end.map(|end| end.get())
    }
}
