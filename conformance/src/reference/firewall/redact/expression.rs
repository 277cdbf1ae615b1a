//! Regular expressions by trying everything: from a place, every end that a match can have.

use regex_syntax::hir::{Class, Hir, HirKind, Look};
use regex_syntax::{is_word_character, try_is_word_character};
use std::collections::BTreeSet;

/// A parsed expression.
pub(super) struct Expression(Hir);

/// Places in a text.
type Places = BTreeSet<usize>;

impl Expression {
    /// `None`: it does not parse, or looks around in a way that is not known here.
    pub(super) fn new(text: &str) -> Option<Self> {
        let hir = regex_syntax::parse(text).ok()?;
        let known = Look::Start.as_repr()
            | Look::End.as_repr()
            | Look::StartLF.as_repr()
            | Look::EndLF.as_repr()
            | Look::WordUnicode.as_repr()
            | Look::WordUnicodeNegate.as_repr();
        let looks = hir.properties().look_set().bits;
        (looks & !known == 0 && try_is_word_character('a').is_ok()).then_some(Self(hir))
    }

    /// The ends of all matches that begin at a place, sorted.
    pub(super) fn ends(&self, text: &str, at: usize) -> Vec<usize> {
        ends(&self.0, text, &Places::from([at]))
            .into_iter()
            .collect()
    }
}

fn ends(hir: &Hir, text: &str, from: &Places) -> Places {
    match hir.kind() {
        HirKind::Empty => from.clone(),
        HirKind::Literal(literal) => from
            .iter()
            .filter(|&&at| {
                text.as_bytes()
                    .get(at..)
                    .is_some_and(|r| r.starts_with(&literal.0))
            })
            .map(|at| at + literal.0.len())
            .collect(),
        HirKind::Class(class) => from
            .iter()
            .filter_map(|&at| {
                let next = text.get(at..)?.chars().next()?;
                holds(class, next).then_some(at + next.len_utf8())
            })
            .collect(),
        HirKind::Look(look) => from
            .iter()
            .copied()
            .filter(|&at| looks(*look, text, at))
            .collect(),
        HirKind::Repetition(repetition) => {
            let mut now = from.clone();
            for _ in 0..repetition.min {
                now = ends(&repetition.sub, text, &now);
            }
            let mut all = now.clone();
            let mut left = repetition.max.map(|max| max - repetition.min);
            while left != Some(0) {
                now = ends(&repetition.sub, text, &now);
                now.retain(|&at| all.insert(at));
                if now.is_empty() {
                    break;
                }
                left = left.map(|left| left - 1);
            }
            all
        }
        HirKind::Capture(capture) => ends(&capture.sub, text, from),
        HirKind::Concat(parts) => parts
            .iter()
            .fold(from.clone(), |now, part| ends(part, text, &now)),
        HirKind::Alternation(parts) => parts
            .iter()
            .flat_map(|part| ends(part, text, from))
            .collect(),
    }
}

fn holds(class: &Class, next: char) -> bool {
    match class {
        Class::Unicode(class) => class
            .ranges()
            .iter()
            .any(|range| (range.start()..=range.end()).contains(&next)),
        Class::Bytes(class) => u8::try_from(next).is_ok_and(|next| {
            class
                .ranges()
                .iter()
                .any(|range| (range.start()..=range.end()).contains(&next))
        }),
    }
}

fn looks(look: Look, text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let after = text.get(at..).and_then(|after| after.chars().next());
    let word = |c: Option<char>| c.is_some_and(is_word_character);
    match look {
        Look::Start => before.is_none(),
        Look::End => after.is_none(),
        Look::StartLF => matches!(before, None | Some('\n')),
        Look::EndLF => matches!(after, None | Some('\n')),
        Look::WordUnicodeNegate => word(before) == word(after),
        _ => word(before) != word(after),
    }
}
