//! Escapes in strings: checked where they are met, written out only where they are needed.

use super::scan::Invalid;

/// The character that the escape at `at` (its backslash) stands for, and where it ends.
///
/// Two `\u` escapes that make a surrogate pair are one escape; half a pair is refused (J2).
pub(super) fn escape(bytes: &[u8], at: usize) -> Result<(char, usize), Invalid> {
    let plain = match bytes.get(at + 1).ok_or(Invalid)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(bytes, at),
        _ => return Err(Invalid),
    };
    Ok((plain, at + 2))
}

fn unicode(bytes: &[u8], at: usize) -> Result<(char, usize), Invalid> {
    let first = unit(bytes, at)?;
    let (code, end) = match first {
        0xd800..=0xdbff => {
            let second = unit(bytes, at + 6)?;
            let low = second
                .checked_sub(0xdc00)
                .filter(|low| *low < 0x400)
                .ok_or(Invalid)?;
            (0x1_0000 + ((first - 0xd800) << 10) + low, at + 12)
        }
        other => (other, at + 6),
    };
    // Nothing but half a pair is no character here.
    Ok((char::from_u32(code).ok_or(Invalid)?, end))
}

/// The UTF-16 code unit of the `\uXXXX` at `at`.
fn unit(bytes: &[u8], at: usize) -> Result<u32, Invalid> {
    let Some([b'\\', b'u', digits @ ..]) = bytes.get(at..at + 6) else {
        return Err(Invalid);
    };
    digits.iter().try_fold(0, |code, digit| {
        let digit = char::from(*digit).to_digit(16).ok_or(Invalid)?;
        Ok(code << 4 | digit)
    })
}

/// Appends what the inside of a string says, escapes written out.
///
/// # Errors
///
/// An escape is wrong; never so for a string that a cursor has passed.
pub(super) fn unescape(inside: &str, out: &mut String) -> Result<(), Invalid> {
    let mut rest = inside;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        let (before, _) = rest.split_at_checked(at).ok_or(Invalid)?;
        let (character, end) = escape(rest.as_bytes(), at)?;
        out.push_str(before);
        out.push(character);
        rest = rest.get(end..).ok_or(Invalid)?;
    }
    out.push_str(rest);
    Ok(())
}

/// Whether the inside of a string, escapes written out, says `expected`. Builds nothing.
pub(super) fn says(inside: &str, expected: &str) -> bool {
    let bytes = inside.as_bytes();
    let (mut at, mut expected) = (0, expected.chars());
    loop {
        let next = match bytes.get(at) {
            Some(b'\\') => match escape(bytes, at) {
                Ok((character, end)) => {
                    at = end;
                    Some(character)
                }
                Err(Invalid) => return false,
            },
            _ => {
                let next = inside.get(at..).and_then(|rest| rest.chars().next());
                at += next.map_or(0, char::len_utf8);
                next
            }
        };
        if next != expected.next() {
            return false;
        }
        if next.is_none() {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{says, unescape};

    fn read(inside: &str) -> Option<String> {
        let mut out = String::new();
        unescape(inside, &mut out).ok().map(|()| out)
    }

    #[test]
    fn every_escape_of_the_grammar() {
        for (inside, written) in [
            ("", ""),
            ("plain é 😀", "plain é 😀"),
            (r#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"),
            (r"\u0041\u00e9\u20AC", "Aé€"),
            (r"\u0000", "\0"),
            (r"\ud83d\ude00", "😀"),
            (r"\uD800\uDC00\uDBFF\uDFFF", "\u{10000}\u{10ffff}"),
            (r"\ud7ff\ue000\uffff", "\u{d7ff}\u{e000}\u{ffff}"),
            (r"a\\u0041", r"a\u0041"),
        ] {
            assert_eq!(read(inside).as_deref(), Some(written), "{inside}");
            assert!(says(inside, written), "{inside}");
            assert!(!says(inside, &format!("{written}.")), "{inside}");
            assert!(!says(&format!("{inside}."), written), "{inside}");
        }
    }

    #[test]
    fn half_a_pair_and_other_faults() {
        for inside in [
            r"\ud800",
            r"\ud800x",
            r"\ud800\n",
            r"\ud800\u0041",
            r"\ud800\ud800",
            r"\ud800\ue000",
            r"\udc00",
            r"\udfff\ud800",
            r"\u",
            r"\u12",
            r"\u123",
            r"\u123g",
            r"\u+123",
            r"\U0041",
            r"\x41",
            r"\'",
            r"\a",
            "\\",
            "\\\n",
        ] {
            assert_eq!(read(inside), None, "{inside:?}");
            assert!(!says(&format!("a{inside}"), "ab"), "{inside:?}");
        }
    }
}
