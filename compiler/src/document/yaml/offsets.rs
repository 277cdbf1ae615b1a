//! Character counts, as the YAML scanner gives them, to byte offsets.

use crate::source::Span;

/// How many characters lie between two remembered offsets.
const STRIDE: usize = 32;

/// The byte offset of any character: at most [`STRIDE`] steps away from a remembered one.
pub(super) struct Offsets<'a> {
    body: &'a str,
    /// Where the body begins in the whole text.
    base: usize,
    /// The offset of every 32nd character; empty if the body is ASCII.
    marks: Vec<usize>,
}

impl<'a> Offsets<'a> {
    pub(super) fn of(body: &'a str, base: usize) -> Self {
        let marks = if body.is_ascii() {
            Vec::new()
        } else {
            body.char_indices()
                .step_by(STRIDE)
                .map(|(at, _)| at)
                .collect()
        };
        Self { body, base, marks }
    }

    /// The offset in the whole text of the character with this number.
    pub(super) fn byte(&self, index: usize) -> usize {
        let in_body = if self.marks.is_empty() {
            index.min(self.body.len())
        } else {
            let mark = self
                .marks
                .get(index / STRIDE)
                .copied()
                .unwrap_or(self.body.len());
            let rest = self.body.get(mark..).unwrap_or_default();
            mark + rest
                .char_indices()
                .nth(index % STRIDE)
                .map_or(rest.len(), |(at, _)| at)
        };
        self.base + in_body
    }

    pub(super) fn span(&self, span: saphyr_parser::Span) -> Span {
        Span::new(self.byte(span.start.index()), self.byte(span.end.index()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_its_offset() {
        for text in ["", "ascii", &"aä€😀".repeat(40), &"ä".repeat(64)] {
            let offsets = Offsets::of(text, 3);
            for (index, (at, _)) in text.char_indices().enumerate() {
                assert_eq!(offsets.byte(index), at + 3, "{index} in {text}");
            }
            assert_eq!(offsets.byte(text.chars().count()), text.len() + 3);
            assert_eq!(offsets.byte(100_000), text.len() + 3);
        }
    }
}
