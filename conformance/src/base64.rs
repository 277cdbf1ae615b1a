//! Standard base64 (RFC 4648), for case members that are not text.

/// Decodes standard base64 with padding; `None`: not that.
#[must_use]
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let bytes = text.as_bytes();
    if !bytes.len().is_multiple_of(4) {
        return None;
    }
    let body = text.trim_end_matches('=').as_bytes();
    if bytes.len() - body.len() > 2 {
        return None;
    }
    let mut decoded = Vec::with_capacity(body.len() / 4 * 3 + 2);
    let (mut bits, mut held) = (0_u32, 0_u32);
    for &byte in body {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(digit);
        held += 6;
        if held >= 8 {
            held -= 8;
            decoded.push(u8::try_from(bits >> held & 0xff).ok()?);
            bits &= (1 << held) - 1;
        }
    }
    // Bits left over must be zero, or two texts would mean the same bytes.
    (bits == 0).then_some(decoded)
}

/// Encodes as standard base64 with padding.
#[must_use]
pub(crate) fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, at| {
            bits << 8 | usize::from(chunk.get(at).copied().unwrap_or_default())
        });
        for at in 0..4 {
            let digit = DIGITS
                .get(bits >> (18 - 6 * at) & 63)
                .copied()
                .unwrap_or_default();
            text.push(if at <= chunk.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn decodes_the_vectors_of_the_standard() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()), "{text}");
            assert_eq!(encode(bytes.as_bytes()), text, "{bytes}");
        }
        assert_eq!(decode("/+8=").as_deref(), Some(&[0xff, 0xef][..]));
    }

    #[test]
    fn refuses_other_alphabets_lengths_and_loose_bits() {
        for text in [
            "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zm9v\n", "_-8=",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
