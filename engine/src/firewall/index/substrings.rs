//! Which of many texts occur in a text, by Aho–Corasick.

use super::AtomId;
use aho_corasick::{AhoCorasick, MatchKind};

/// A set of texts to look for.
#[derive(Debug, Default)]
pub(super) struct Substrings {
    /// `None`: nothing to look for, or more than the automaton can hold.
    automaton: Option<AhoCorasick>,
    /// By pattern; without an automaton every one counts as found.
    atoms: Box<[AtomId]>,
}

impl Substrings {
    pub(super) fn build(texts: &[(&[u8], AtomId)]) -> Self {
        let atoms = texts.iter().map(|&(_, atom)| atom).collect();
        let automaton = (!texts.is_empty())
            .then(|| {
                AhoCorasick::builder()
                    .match_kind(MatchKind::Standard)
                    .build(texts.iter().map(|(text, _)| text))
                    .ok()
            })
            .flatten();
        Self { automaton, atoms }
    }

    /// Every text that occurs, overlapping or not, perhaps more than once. Linear in the text
    /// times the number of stored texts that are suffixes of one another.
    pub(super) fn find(&self, text: &[u8], mut found: impl FnMut(AtomId)) {
        match &self.automaton {
            Some(automaton) => {
                for hit in automaton.find_overlapping_iter(text) {
                    if let Some(&atom) = self.atoms.get(hit.pattern().as_usize()) {
                        found(atom);
                    }
                }
            }
            // Too many texts for the automaton: offer every rule rather than drop one.
            None => self.atoms.iter().for_each(|&atom| found(atom)),
        }
    }
}
