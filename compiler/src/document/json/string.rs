//! JSON strings: borrowed as they stand, or unescaped into memory of their own.

use super::Reader;
use crate::fault::{Fault, FaultKind};
use crate::source::{Location, Span};
use std::borrow::Cow;

impl<'a> Reader<'a, '_> {
    /// Reads the string whose opening quote is here.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, Box<Fault>> {
        let quote = self.at;
        self.at += 1;
        let start = self.at;
        self.plain();
        if self.peek() == Some(b'"') {
            let text = self.text.get(start..self.at).unwrap_or_default();
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        self.escaped(quote, start).map(Cow::Owned)
    }

    /// Passes over what stands for itself.
    fn plain(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += plain_length(rest);
    }

    /// The rest of a string that holds an escape or does not end well.
    fn escaped(&mut self, quote: usize, start: usize) -> Result<String, Box<Fault>> {
        let mut out = String::from(self.text.get(start..self.at).unwrap_or_default());
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => out.push(self.escape()?),
                Some(byte) => return Err(self.control(byte).into()),
                None => {
                    let at = Location::at(Span::new(quote, quote + 1));
                    let fault = Fault::new(FaultKind::Syntax, at, "this string is not closed");
                    let help = "put a double quote at its end";
                    return Err(fault.help(help).into());
                }
            }
            let start = self.at;
            self.plain();
            out.push_str(self.text.get(start..self.at).unwrap_or_default());
        }
        self.at += 1;
        Ok(out)
    }

    fn control(&self, byte: u8) -> Fault {
        let at = Location::at(Span::new(self.at, self.at + 1));
        let (message, help) = match byte {
            b'\n' | b'\r' => (
                "a string ends at the end of its line",
                "write a line break as `\\n`",
            ),
            b'\t' => ("a string holds a bare tab", "write a tab as `\\t`"),
            _ => (
                "a string holds a bare control character",
                "write it as `\\u00XX`",
            ),
        };
        Fault::new(FaultKind::Syntax, at, message).help(help)
    }

    fn escape(&mut self) -> Result<char, Box<Fault>> {
        let start = self.at;
        let letter = self.bytes.get(self.at + 1).copied();
        self.at += 2;
        let char = match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => return Err(self.bad_escape(start, "JSON has no such escape").into()),
        };
        Ok(char)
    }

    /// `\uXXXX`, or a surrogate pair of two.
    fn unicode(&mut self, start: usize) -> Result<char, Box<Fault>> {
        let Some(high) = self.hex() else {
            return Err(self.bad_escape(start, "`\\u` takes four hex digits").into());
        };
        let mut code = high;
        let paired = self.bytes.get(self.at..self.at + 2) == Some(b"\\u");
        if (0xD800..0xDC00).contains(&high) && paired {
            self.at += 2;
            if let Some(low @ 0xDC00..0xE000) = self.hex() {
                code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            }
        }
        char::from_u32(code).ok_or_else(|| self.bad_escape(start, "an unpaired surrogate").into())
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        let value = digits
            .chars()
            .try_fold(0, |sum, char| Some(sum * 16 + char.to_digit(16)?))?;
        self.at += 4;
        Some(value)
    }

    fn bad_escape(&self, start: usize, message: &str) -> Fault {
        let end = self.text.ceil_char_boundary(self.at.min(self.text.len()));
        let fault = Fault::new(
            FaultKind::Syntax,
            Location::at(Span::new(start, end)),
            message,
        );
        match message {
            "an unpaired surrogate" => {
                fault.help("write the character itself, or both halves of its pair")
            }
            "`\\u` takes four hex digits" => fault.help("write four of them, as in `\\u00e9`"),
            _ => fault.help("write a backslash as `\\\\`"),
        }
    }
}

/// How many bytes stand before the first quote, backslash or control character, eight bytes at
/// a time.
fn plain_length(text: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = ONES << 7;
    let (words, tail) = text.as_chunks::<8>();
    let mut length = 0;
    for word in words {
        let word = u64::from_le_bytes(*word);
        // The top bit of each byte that is zero in `each`, or below `limit` in the word. A
        // borrow can only set more bits above the first right one, and only that one counts.
        let zero = |each: u64| each.wrapping_sub(ONES) & !each;
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let quote = zero(word ^ (ONES * u64::from(b'"')));
        let backslash = zero(word ^ (ONES * u64::from(b'\\')));
        let special = (control | quote | backslash) & TOPS;
        if special != 0 {
            return length + special.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let special = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < 0x20;
    length + tail.iter().position(special).unwrap_or(tail.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_bytes_agree_on_where_a_string_stops() {
        let naive = |text: &[u8]| {
            let special = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < 0x20;
            text.iter().position(special).unwrap_or(text.len())
        };
        let mut text = [b'a'; 24];
        for at in 0..text.len() {
            for byte in 0..=255 {
                for beside in [
                    b'a', b'"', b'!', b'#', b'\\', b'[', 0x1f, 0x20, 0x7f, 0x80, 0xff,
                ] {
                    text = [b'a'; 24];
                    if let Some(place) = text.get_mut(at) {
                        *place = byte;
                    }
                    if let Some(place) = text.get_mut(at + 1) {
                        *place = beside;
                    }
                    assert_eq!(plain_length(&text), naive(&text), "{text:?}");
                }
            }
        }
        assert_eq!(plain_length(&text), naive(&text));
        assert_eq!(plain_length(b""), 0);
    }
}
