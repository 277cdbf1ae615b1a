//! Eight bytes at a time in one word: classes of bytes as top bits.

/// `0x01` in every byte.
pub(crate) const ONES: u64 = u64::MAX / 255;
/// `0x80` in every byte.
pub(crate) const TOPS: u64 = ONES << 7;

/// The eight bytes at `at`, the first in the lowest byte, zeros behind the end.
#[inline(always)]
pub(crate) fn word(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    match (rest.first_chunk(), bytes.last_chunk::<8>()) {
        (Some(eight), _) => u64::from_le_bytes(*eight),
        (None, _) if rest.is_empty() => 0,
        // The last eight, less what stands before `at`.
        (None, Some(eight)) => u64::from_le_bytes(*eight) >> (8 * (8 - rest.len())),
        (None, None) => short(rest),
    }
}

/// Fewer than eight bytes, without a loop to guess the end of.
#[inline(always)]
fn short(bytes: &[u8]) -> u64 {
    // The first bytes and the last, which may be some of them again.
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let [first, last] = [first, last].map(|four| u64::from(u32::from_le_bytes(*four)));
        return first | last << (8 * (bytes.len() - 4));
    }
    let at = |place: usize| {
        bytes
            .get(place)
            .map_or(0, |&byte| u64::from(byte) << (8 * place))
    };
    at(0) | at(1) | at(2)
}

/// The bytes from `first` to `last`: the top bit of each. All bytes of `low` are below 0x80.
#[inline(always)]
pub(crate) const fn within(low: u64, first: u8, last: u8) -> u64 {
    let from = low + ONES * (0x80 - first as u64);
    let beyond = low + ONES * (0x7f - last as u64);
    from & !beyond & TOPS
}

/// How many bytes stand before the first whose top bit is set; 8 if there is none.
#[inline(always)]
pub(crate) const fn before(tops: u64) -> usize {
    (tops.trailing_zeros() / 8) as usize
}

#[cfg(test)]
mod tests {
    use super::{before, within, word};

    #[test]
    fn a_word_is_the_next_eight_bytes_or_what_is_left() {
        let text = b"abcdefghijklmnopqrs";
        for len in 0..=text.len() {
            let bytes = &text[..len];
            for at in 0..=len + 1 {
                let mut expected = [0; 8];
                let rest = bytes.get(at..).unwrap_or_default();
                let taken = rest.len().min(8);
                expected[..taken].copy_from_slice(&rest[..taken]);
                assert_eq!(word(bytes, at), u64::from_le_bytes(expected), "{len} {at}");
            }
        }
    }

    #[test]
    fn classes_are_exact() {
        for byte in 0..0x80_u8 {
            for (first, last) in [(0, 0), (b'a', b'z'), (b'-', b'/'), (0x7f, 0x7f), (0, 0x7f)] {
                let mut bytes = [b'!'; 8];
                bytes[5] = byte;
                let found = within(u64::from_le_bytes(bytes), first, last) >> 40 & 0xff;
                let inside = (first..=last).contains(&byte);
                assert_eq!(found, if inside { 0x80 } else { 0 }, "{byte:#x}");
            }
        }
        assert_eq!(before(0), 8);
        assert_eq!(before(0x80_0000), 2);
    }
}
