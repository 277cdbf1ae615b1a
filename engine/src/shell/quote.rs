//! Quotes with a reading of their own: `$'…'` and backquotes.

use super::expand::shape;
use super::frame::{Fault, Kind};
use super::parse::Parser;
use super::reason::Reason;
use super::store::{Shape, index};

impl Parser<'_, '_> {
    /// `$'…'`.
    pub(super) fn ansi(&mut self) -> Result<(), Fault> {
        if !self.not_dash() {
            self.literal_dollar();
            return Ok(());
        }
        let from = self.pos + 1;
        let mut at = from;
        let bytes = self.bytes.get(..self.end).unwrap_or_default();
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\'' => break,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        if at >= self.end {
            return Err(self.refused(self.pos));
        }
        let text = self.text;
        let held = text.get(from..at).unwrap_or_default();
        let mut escapes = held.split('\\').skip(1);
        let plain = escapes.all(|piece| piece.starts_with(['n', 't', 'r', '\'']));
        if self.foreign() && !plain {
            return Err(self.fault(Reason::Ambiguous, self.pos));
        }
        self.pos = at + 1;
        if let Some(word) = &mut self.cur.word {
            word.quoted = true;
        }
        self.add_escaped(held);
        Ok(())
    }

    /// The text of `$'…'`, as far as its escapes are the plain ones.
    fn add_escaped(&mut self, text: &str) {
        let mut pieces = text.split('\\');
        self.add(pieces.next().unwrap_or_default());
        while let Some(piece) = pieces.next() {
            if piece.is_empty() {
                // `\\`: the next piece follows the second backslash.
                self.add("\\");
                self.add(pieces.next().unwrap_or_default());
                continue;
            }
            let Some((length, byte)) = escape(piece) else {
                self.hide(Shape::One, false);
                return;
            };
            let mut buffer = [0_u8; 4];
            self.add(char::from(byte).encode_utf8(&mut buffer));
            self.add(piece.get(length..).unwrap_or_default());
        }
    }

    /// A command substitution in backquotes: its text is read on its own.
    pub(super) fn backquote(&mut self, quoted: bool) -> Result<(), Fault> {
        let at = self.pos;
        let mut inner = self.store.pool.pop().unwrap_or_default();
        inner.clear();
        let mut from = at + 1;
        let end = loop {
            let rest = self.bytes.get(from..self.end).unwrap_or_default();
            let Some(length) = memchr::memchr2(b'`', b'\\', rest) else {
                self.store.pool.push(inner);
                return Err(self.refused(at));
            };
            let stop = from + length;
            inner.push_str(self.text.get(from..stop).unwrap_or_default());
            if rest.get(length) == Some(&b'`') {
                break stop;
            }
            let dropped = match rest.get(length + 1) {
                Some(b'`' | b'\\' | b'$') => !self.foreign(),
                Some(b'"') => quoted,
                Some(_) => false,
                None => {
                    self.store.pool.push(inner);
                    return Err(self.refused(at));
                }
            };
            let in_body = matches!(self.top(), Kind::Body(..));
            if self.foreign() || in_body && rest.get(length + 1) == Some(&b'"') {
                self.store.pool.push(inner);
                return Err(self.fault(Reason::Ambiguous, at));
            }
            if !dropped {
                inner.push('\\');
            }
            let next = self
                .text
                .get(stop + 1..)
                .and_then(|rest| rest.chars().next())
                .unwrap_or_default();
            inner.push(next);
            from = stop + 1 + next.len_utf8();
        };
        self.pos = end + 1;
        self.hide(shape(quoted), false);
        self.certain_only(at);
        // A construct like the others: nothing is left to be popped.
        self.push(Kind::Substitution)?;
        let first = self.store.count();
        let told = self.store.read(&inner, self.context);
        self.store.frames.pop();
        self.touched |= told.touched;
        self.store.mark(first, &inner);
        self.store.place(first, index(at));
        self.inherit(first);
        self.store.pool.push(inner);
        Ok(())
    }
}

/// An escape of `$'…'`: how long it is behind the backslash, and its byte.
fn escape(text: &str) -> Option<(usize, u8)> {
    let bytes = text.as_bytes();
    let byte = match bytes.first()? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'e' | b'E' => 27,
        b'f' => 12,
        b'v' => 11,
        b'\'' => b'\'',
        b'"' => b'"',
        b'?' => b'?',
        b'x' => {
            let digits = bytes
                .iter()
                .skip(1)
                .take(2)
                .take_while(|byte| byte.is_ascii_hexdigit())
                .count();
            let value = u8::from_str_radix(text.get(1..=digits)?, 16).ok()?;
            return (1..0x7f).contains(&value).then_some((digits + 1, value));
        }
        b'0'..=b'7' => {
            let digits = bytes
                .iter()
                .take(3)
                .take_while(|byte| (b'0'..=b'7').contains(*byte))
                .count();
            let value = u8::from_str_radix(text.get(..digits)?, 8).ok()?;
            return (1..0x7f).contains(&value).then_some((digits, value));
        }
        _ => return None,
    };
    Some((1, byte))
}
