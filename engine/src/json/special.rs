//! Finding the next byte that ends or breaks the plain run of a string.

/// Where the first `"`, `\` or control character at or after `at` is; the length if none.
///
/// Eight bytes a step: a byte of `word ^ pattern` is zero where the byte equals the pattern,
/// and `x - 1 & !x` sets a byte's high bit where it was zero. A borrow can only set bits above
/// a byte that is truly found, so the lowest set bit is exact.
pub(super) fn special(bytes: &[u8], at: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let Some(mut rest) = bytes.get(at..) else {
        return bytes.len();
    };
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ (ONES * b'"' as u64);
        let slash = word ^ (ONES * b'\\' as u64);
        let found = quote.wrapping_sub(ONES) & !quote
            | slash.wrapping_sub(ONES) & !slash
            | word.wrapping_sub(ONES * 0x20) & !word;
        let found = found & HIGHS;
        if found != 0 {
            return bytes.len() - rest.len() + (found.trailing_zeros() / 8) as usize;
        }
        rest = after;
    }
    let before = bytes.len() - rest.len();
    match rest
        .iter()
        .position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20)
    {
        Some(offset) => before + offset,
        None => bytes.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::special;

    fn plainly(bytes: &[u8], at: usize) -> usize {
        (at..bytes.len())
            .find(|&i| bytes[i] == b'"' || bytes[i] == b'\\' || bytes[i] < 0x20)
            .unwrap_or(bytes.len())
    }

    #[test]
    fn every_byte_at_every_place() {
        for length in 0..40 {
            for place in 0..length {
                for byte in 0..=255 {
                    let mut bytes = vec![b'a'; length];
                    bytes[place] = byte;
                    for at in [0, place.saturating_sub(1), place, place + 1] {
                        assert_eq!(
                            special(&bytes, at),
                            plainly(&bytes, at),
                            "{bytes:?} at {at}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_pair_of_neighbours() {
        // A borrow from a found byte must not hide or move the first find.
        for first in 0..=255 {
            for second in 0..=255 {
                let bytes = [b'x', first, second, b'y', b'z', b'.', 0x80, 0xff, b'"'];
                assert_eq!(special(&bytes, 0), plainly(&bytes, 0), "{bytes:?}");
            }
        }
    }

    #[test]
    fn past_the_end_is_the_end() {
        assert_eq!(special(b"abc", 3), 3);
        assert_eq!(special(b"abc", 9), 3);
    }
}
