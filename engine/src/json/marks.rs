//! Where the bytes are that begin, end or break a string: found for a whole text ahead of the
//! walk, a bit each.
//!
//! Searching each string for its end makes every step wait for the one before it. With the
//! marks at hand the walk goes from quote to quote by clearing bits.

use smallvec::SmallVec;
use wide::u8x16;

/// The marks of one text: bit `i` of word `w` says whether byte `64 * w + i` is a `"`, a `\`
/// or a control character. A last word beyond the text has all bits set.
///
/// Memory to keep from text to text: an eighth of the longest, nothing up to 960 bytes.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    words: SmallVec<[u64; 16]>,
}

impl Marks {
    /// The marks of this text, in place of those of the last.
    pub(super) fn of(&mut self, text: &[u8]) -> &[u64] {
        self.words.clear();
        let (blocks, rest) = text.as_chunks::<64>();
        self.words.extend(blocks.iter().map(block));
        if !rest.is_empty() {
            self.words.push(match text.last_chunk::<64>() {
                Some(last) => block(last) >> (64 - rest.len()),
                None => {
                    let mut padded = [b' '; 64];
                    padded
                        .iter_mut()
                        .zip(rest)
                        .for_each(|(to, from)| *to = *from);
                    block(&padded)
                }
            });
        }
        self.words.push(u64::MAX);
        &self.words
    }
}

#[inline]
fn block(bytes: &[u8; 64]) -> u64 {
    let (quarters, _) = bytes.as_chunks::<16>();
    quarters
        .iter()
        .rev()
        .fold(0, |marks, quarter| marks << 16 | sixteen(*quarter))
}

#[inline]
fn sixteen(bytes: [u8; 16]) -> u64 {
    let bytes = u8x16::new(bytes);
    let marked = bytes.simd_eq(b'"') | bytes.simd_eq(b'\\') | bytes.simd_le(0x1f);
    u64::from(marked.to_bitmask())
}

/// The first mark that has not been passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    word: usize,
    /// The marks of that word that have not been passed.
    bits: u64,
}

impl Mark {
    /// The first of a text.
    pub(super) fn first(marks: &[u64]) -> Self {
        Self {
            word: 0,
            bits: marks.first().copied().unwrap_or(0),
        }
        .in_words(marks)
    }

    /// Which byte it marks; not one of the text if there are no more.
    #[inline(always)]
    pub(super) const fn at(self) -> usize {
        self.word << 6 | self.bits.trailing_zeros() as usize
    }

    /// The next one.
    #[inline(always)]
    pub(super) fn next(self, marks: &[u64]) -> Self {
        let bits = self.bits & self.bits.wrapping_sub(1);
        let last = bits == 0;
        let word = self.word + usize::from(last);
        let after = marks.get(self.word + 1).copied().unwrap_or(0);
        // Whether a word has more marks is a coin's toss.
        let bits = std::hint::select_unpredictable(last, after, bits);
        let next = Self { word, bits };
        if bits == 0 {
            next.in_words(marks)
        } else {
            next
        }
    }

    /// The first one in the words after this one, if this one has none.
    #[cold]
    #[inline(never)]
    fn in_words(mut self, marks: &[u64]) -> Self {
        while self.bits == 0
            && let Some(bits) = marks.get(self.word + 1)
        {
            self = Self {
                word: self.word + 1,
                bits: *bits,
            };
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, Marks};

    fn is_mark(byte: u8) -> bool {
        byte == b'"' || byte == b'\\' || byte < 0x20
    }

    fn check(marks: &mut Marks, text: &[u8]) {
        let words = marks.of(text);
        let mut mark = Mark::first(words);
        for place in (0..text.len()).filter(|place| is_mark(text[*place])) {
            assert_eq!(mark.at(), place, "{text:?}");
            mark = mark.next(words);
        }
        assert!(mark.at() >= text.len(), "{text:?}");
    }

    #[test]
    fn every_byte_at_every_place() {
        let mut marks = Marks::default();
        for length in 0..200 {
            check(&mut marks, &vec![b'a'; length]);
            check(&mut marks, &vec![b'"'; length]);
            for place in 0..length {
                let mut text = vec![b'a'; length];
                text[place] = b'\\';
                check(&mut marks, &text);
            }
        }
        for byte in 0..=255 {
            for place in [0, 1, 15, 16, 63, 64, 65, 127, 128] {
                let mut text = vec![b'x'; 130];
                text[place] = byte;
                check(&mut marks, &text);
            }
        }
    }

    #[test]
    fn many_and_few_in_a_long_text() {
        let mut marks = Marks::default();
        let mut text: Vec<u8> = (0..5000_u32).map(|n| (n * n % 251) as u8).collect();
        check(&mut marks, &text);
        text.iter_mut().for_each(|byte| *byte |= 0x80);
        check(&mut marks, &text);
        text.extend(b"\"");
        check(&mut marks, &text);
        // What a longer text has left behind is gone.
        check(&mut marks, b"\"");
        check(&mut marks, b"");
    }
}
