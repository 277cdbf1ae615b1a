//! A stream of choices: bytes of a fuzzer, or a seed.

/// Where choices come from.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    stream: Stream<'a>,
}

#[derive(Clone, Debug)]
enum Stream<'a> {
    /// Each choice takes two bytes; past the end every choice is the first.
    Bytes(&'a [u8]),
    /// Endless; the same seed makes the same choices.
    Seed(u64),
}

impl<'a> Choices<'a> {
    /// Choices that a fuzzer's bytes make.
    #[must_use]
    pub const fn from_bytes(bytes: &'a [u8]) -> Self {
        Self {
            stream: Stream::Bytes(bytes),
        }
    }

    /// Choices that a seed makes.
    #[must_use]
    pub const fn seeded(seed: u64) -> Self {
        Self {
            stream: Stream::Seed(seed),
        }
    }

    fn next(&mut self) -> u16 {
        match &mut self.stream {
            Stream::Bytes(bytes) => {
                let Some((pair, rest)) = bytes.split_first_chunk() else {
                    let last = bytes.first().copied().unwrap_or_default();
                    *bytes = &[];
                    return u16::from(last);
                };
                *bytes = rest;
                u16::from_le_bytes(*pair)
            }
            Stream::Seed(state) => {
                // SplitMix64: every state gives another number, so no seed is a bad one.
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut mixed = *state;
                mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                let [low, high, ..] = (mixed ^ (mixed >> 31)).to_le_bytes();
                u16::from_le_bytes([low, high])
            }
        }
    }

    /// A number below `bound`, which is at most 65,536; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.next()).checked_rem(bound).unwrap_or(0)
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times.saturating_sub(1)
    }

    /// One of the words.
    pub fn word(&mut self, words: &[&'static str]) -> &'static str {
        let at = self.below(words.len());
        words.get(at).copied().unwrap_or_default()
    }

    /// Between none and `most` of what `one` makes.
    pub fn several<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.below(most + 1);
        (0..count).map(|_| one(self)).collect()
    }
}
