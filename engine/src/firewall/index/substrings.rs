//! Which of many texts occur in a text, by Aho–Corasick.

use super::AtomId;
use aho_corasick::automaton::{Automaton, Candidate};
use aho_corasick::nfa::contiguous::NFA;
use aho_corasick::{Anchored, MatchKind, Span, dfa::DFA};

/// Up to so many bytes of texts get the faster automaton, which takes more memory.
const SMALL: usize = 4 << 10;

/// A set of texts to look for.
#[derive(Debug, Default)]
pub(super) struct Substrings {
    automaton: Kind,
    /// By pattern; without an automaton every one counts as found.
    atoms: Box<[AtomId]>,
}

#[derive(Debug, Default)]
enum Kind {
    /// Nothing to look for, or more than the automaton can hold.
    #[default]
    None,
    Small(Box<DFA>),
    Large(Box<NFA>),
}

impl Substrings {
    /// From distinct texts.
    pub(super) fn build(texts: &[(&[u8], AtomId)]) -> Self {
        let atoms = texts.iter().map(|&(_, atom)| atom).collect();
        let size: usize = texts.iter().map(|(text, _)| text.len()).sum();
        let patterns = texts.iter().map(|(text, _)| text);
        let automaton = if texts.is_empty() {
            None
        } else if size <= SMALL {
            let mut builder = DFA::builder();
            builder.match_kind(MatchKind::Standard);
            builder
                .build(patterns)
                .ok()
                .map(|dfa| Kind::Small(Box::new(dfa)))
        } else {
            let mut builder = NFA::builder();
            builder.match_kind(MatchKind::Standard);
            builder
                .build(patterns)
                .ok()
                .map(|nfa| Kind::Large(Box::new(nfa)))
        };
        Self {
            automaton: automaton.unwrap_or_default(),
            atoms,
        }
    }

    /// Every text that occurs. `found` says whether it hears of a text for the first time since
    /// the search began; nobody else may tell it of one of these. Linear in the text and in
    /// the stored texts that occur, however often and however much they overlap.
    pub(super) fn find(&self, text: &[u8], mut found: impl FnMut(AtomId) -> bool) {
        match &self.automaton {
            Kind::Small(automaton) => self.walk(&**automaton, text, found),
            Kind::Large(automaton) => self.walk(&**automaton, text, found),
            // Too many texts for the automaton: offer every rule rather than drop one.
            Kind::None => self.atoms.iter().for_each(|&atom| {
                found(atom);
            }),
        }
    }

    fn walk(&self, automaton: &impl Automaton, text: &[u8], mut found: impl FnMut(AtomId) -> bool) {
        let Ok(mut state) = automaton.start_state(Anchored::No) else {
            return;
        };
        // What ends at one place are suffixes of one another, the longest first: once one is
        // known, so are those after it.
        let mut ends = |state| {
            (0..automaton.match_len(state))
                .map(|index| automaton.match_pattern(state, index))
                .filter_map(|pattern| self.atoms.get(pattern.as_usize()))
                .all(|&atom| found(atom));
        };
        if automaton.is_match(state) {
            ends(state);
        }
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            state = automaton.next_state(Anchored::No, state, byte);
            if automaton.is_special(state) {
                if automaton.is_match(state) {
                    ends(state);
                } else if automaton.is_dead(state) {
                    return;
                } else if let Some(skip) = automaton.prefilter() {
                    // Back at the start: on to where a text may begin, if that is further on.
                    let rest = Span::from(at..text.len());
                    let next = match skip.find_in(text, rest) {
                        Candidate::None => return,
                        Candidate::Match(found) => found.start(),
                        Candidate::PossibleStartOfMatch(start) => start,
                    };
                    if next > at {
                        at = next;
                        continue;
                    }
                }
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AtomId, Substrings};
    use std::collections::BTreeSet;

    /// In both automata, against a look at every text; each text is told at most once beside
    /// the one that ends a row.
    #[test]
    fn finds_what_occurs() {
        let parts = ["a", "b", "ab", "ba", "aa", "aab", "abab", "."];
        let mut texts: BTreeSet<String> = parts.iter().map(|&part| part.to_owned()).collect();
        for first in parts {
            texts.extend(parts.iter().map(|second| format!("{first}{second}")));
        }
        let haystacks: Vec<String> = texts
            .iter()
            .flat_map(|first| {
                texts
                    .iter()
                    .map(move |second| format!("{first}{second}c{first}"))
            })
            .collect();
        let long = "x".repeat(super::SMALL);
        for (with_long, with_empty) in [(false, false), (true, false), (false, true), (true, true)]
        {
            let mut stored: Vec<&str> = texts.iter().step_by(3).map(String::as_str).collect();
            stored.extend(with_long.then_some(long.as_str()));
            stored.extend(with_empty.then_some(""));
            let pairs: Vec<(&[u8], AtomId)> = stored
                .iter()
                .zip(1..)
                .map(|(text, atom)| (text.as_bytes(), AtomId(atom)))
                .collect();
            let substrings = Substrings::build(&pairs);
            for text in haystacks.iter().chain([&long, &String::new()]) {
                let mut seen = BTreeSet::new();
                substrings.find(text.as_bytes(), |AtomId(atom)| seen.insert(atom));
                let expected: BTreeSet<u32> = stored
                    .iter()
                    .zip(1..)
                    .filter(|(stored, _)| text.contains(*stored))
                    .map(|(_, atom)| atom)
                    .collect();
                assert_eq!(seen, expected, "{text}");
            }
        }
    }

    /// Texts within texts: no more is told than the text is long and texts occur.
    #[test]
    fn tells_little_of_what_is_known() {
        let texts: Vec<String> = (1..=200).map(|count| "a".repeat(count)).collect();
        let pairs: Vec<(&[u8], AtomId)> = texts
            .iter()
            .zip(1..)
            .map(|(text, atom)| (text.as_bytes(), AtomId(atom)))
            .collect();
        let mut seen = BTreeSet::new();
        let mut told = 0;
        Substrings::build(&pairs).find("a".repeat(1000).as_bytes(), |AtomId(atom)| {
            told += 1;
            seen.insert(atom)
        });
        assert_eq!(seen.len(), 200);
        assert!(told <= 1200, "{told}");
    }
}
