//! JSON strings: borrowed as they stand, or unescaped into memory of their own.

use super::Reader;
use crate::fault::{Fault, FaultKind};
use crate::source::{Location, Span};
use std::borrow::Cow;

impl<'a> Reader<'a> {
    /// Reads the string whose opening quote is here.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
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
        let special = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < 0x20;
        self.at += rest.iter().position(special).unwrap_or(rest.len());
    }

    /// The rest of a string that holds an escape or does not end well.
    fn escaped(&mut self, quote: usize, start: usize) -> Result<String, Fault> {
        let mut out = String::from(self.text.get(start..self.at).unwrap_or_default());
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => out.push(self.escape()?),
                Some(byte) => return Err(self.control(byte)),
                None => {
                    let at = Location::at(Span::new(quote, quote + 1));
                    let message = "this string is not closed";
                    return Err(Fault::new(FaultKind::Syntax, at, message));
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

    fn escape(&mut self) -> Result<char, Fault> {
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
            _ => return Err(self.bad_escape(start, "JSON has no such escape")),
        };
        Ok(char)
    }

    /// `\uXXXX`, or a surrogate pair of two.
    fn unicode(&mut self, start: usize) -> Result<char, Fault> {
        let Some(high) = self.hex() else {
            return Err(self.bad_escape(start, "`\\u` takes four hex digits"));
        };
        let mut code = high;
        let paired = self.bytes.get(self.at..self.at + 2) == Some(b"\\u");
        if (0xD800..0xDC00).contains(&high) && paired {
            self.at += 2;
            if let Some(low @ 0xDC00..0xE000) = self.hex() {
                code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            }
        }
        char::from_u32(code).ok_or_else(|| self.bad_escape(start, "an unpaired surrogate"))
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
            "JSON has no such escape" => fault.help("write a backslash as `\\\\`"),
            _ => fault,
        }
    }
}
