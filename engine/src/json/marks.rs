//! Where the bytes are that begin, end or break a string: found for a whole text ahead of the
//! walk, a bit each.
//!
//! Sixteen bytes are looked at in a step, in a loop that has nothing to guess; the walk then
//! finds the end of a string in two words of marks, however long the string is.

use smallvec::SmallVec;
use wide::u8x16;

/// The marks of one text: bit `i % 8` of byte `i / 8` says whether byte `i` of the text is a
/// `"`, a `\` or a control character. Eight bytes of marks follow the text's, all bits set.
///
/// Memory to keep from text to text: an eighth of the longest, nothing up to 960 bytes.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    words: SmallVec<[[u8; 8]; 16]>,
}

impl Marks {
    /// The marks of this text, in place of those of the last.
    pub(super) fn of(&mut self, text: &[u8]) -> &[u8] {
        self.words.clear();
        let (blocks, rest) = text.as_chunks::<64>();
        self.words
            .extend(blocks.iter().map(|bytes| block(bytes).to_le_bytes()));
        if !rest.is_empty() {
            let last = match text.last_chunk::<64>() {
                Some(last) => block(last) >> (64 - rest.len()),
                None => {
                    let mut padded = [b' '; 64];
                    padded
                        .iter_mut()
                        .zip(rest)
                        .for_each(|(to, from)| *to = *from);
                    block(&padded)
                }
            };
            self.words.push(last.to_le_bytes());
        }
        self.words.push([u8::MAX; 8]);
        self.words.as_flattened()
    }

    /// Where the memory is that is kept.
    #[cfg(test)]
    pub(super) fn place(&self) -> usize {
        self.words.as_ptr().addr()
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

/// Which byte at or after `at` the next mark is for; one beyond the text if there is none.
///
/// The 57 bytes from `at` on, or more, need no loop, wherever `at` is: most strings end within
/// them, and a branch that depends on their length would be guessed wrong.
#[inline(always)]
pub(super) fn next_mark(marks: &[u8], at: usize) -> usize {
    match eight(marks, at / 8).map(|near| near >> (at % 8)) {
        Some(0) => far_mark(marks, at / 8 + 8),
        Some(near) => at + near.trailing_zeros() as usize,
        None => marks.len() * 8,
    }
}

/// The first mark in this byte of marks and those after it.
#[inline(never)]
fn far_mark(marks: &[u8], mut byte: usize) -> usize {
    while let Some(near) = eight(marks, byte) {
        if near != 0 {
            return byte * 8 + near.trailing_zeros() as usize;
        }
        byte += 8;
    }
    // Fewer than eight are left: of those that follow the text's.
    marks.len() * 8
}

#[inline(always)]
fn eight(marks: &[u8], byte: usize) -> Option<u64> {
    marks
        .get(byte..byte + 8)?
        .first_chunk()
        .map(|eight| u64::from_le_bytes(*eight))
}

#[cfg(test)]
mod tests {
    use super::{Marks, next_mark};

    fn is_mark(byte: u8) -> bool {
        byte == b'"' || byte == b'\\' || byte < 0x20
    }

    fn check(marks: &mut Marks, text: &[u8]) {
        let words = marks.of(text);
        let mut next = text.len();
        for at in (0..text.len()).rev() {
            if is_mark(text[at]) {
                next = at;
            }
            let found = next_mark(words, at);
            assert!(
                found == next || (next == text.len() && found >= next),
                "{found} {next} {text:?}"
            );
        }
        assert!(next_mark(words, text.len()) >= text.len());
        assert!(next_mark(words, text.len() + 200) >= text.len());
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
