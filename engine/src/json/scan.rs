//! The cursor: one forward walk over a JSON text, every byte checked as it is passed.

use super::Limits;
use super::escape::{self, escape, unescape};
use super::special::special;
use crate::tree::Kind;
use smallvec::SmallVec;

/// These bytes are not JSON, or more of it than the limits allow (J2, J4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Invalid;

/// A string of the text: what is between its quotes, escapes as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quoted {
    /// Its first byte, after the opening quote.
    pub(crate) start: usize,
    /// The closing quote.
    pub(crate) end: usize,
    /// Whether it holds an escape; else its bytes are what it says.
    pub(crate) escaped: bool,
}

/// A place in a JSON text.
///
/// The cursor stands before a value, before a member, or before an element, and each method
/// says where it may be called. Whatever it passes has been checked in full; [`Invalid`] ends
/// the walk, the cursor is of no use afterwards. Copying one is cheap and keeps a place to
/// come back to. Members are not compared: whoever looks for a name walks to the end of the
/// object, for the name may come a second time (J3, firewall A5):
///
/// ```ignore
/// if cursor.kind()? == Kind::Object {
///     cursor.enter()?;
///     while let Some(key) = cursor.member()? {
///         if cursor.is(key, "path") { /* read the value, mind a second one */ } else { cursor.skip()? }
///     }
/// } else {
///     cursor.skip()?;
/// }
/// cursor.end()?;
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// Levels that may still be entered.
    depth: usize,
    /// Just inside a bracket: no comma comes before the first element or member.
    fresh: bool,
}

impl<'a> Cursor<'a> {
    /// Before the one value of a text.
    pub(crate) const fn new(text: &'a str, limits: &Limits) -> Self {
        Self {
            text,
            at: 0,
            depth: limits.depth,
            fresh: false,
        }
    }

    /// Before a value: what kind it is, by its first byte. The value itself is not passed.
    pub(crate) fn kind(&mut self) -> Result<Kind, Invalid> {
        self.blank();
        match self.peek() {
            Some(b'"') => Ok(Kind::String),
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b't' | b'f') => Ok(Kind::Bool),
            Some(b'n') => Ok(Kind::Null),
            _ => Err(Invalid),
        }
    }

    /// Before a string: passes it.
    pub(crate) fn string(&mut self) -> Result<Quoted, Invalid> {
        self.blank();
        self.expect(b'"')?;
        self.quoted()
    }

    /// Before a value of any kind: passes it and gives it as written (so also a number's
    /// decimal text, or `true`).
    pub(crate) fn raw(&mut self) -> Result<&'a str, Invalid> {
        self.blank();
        let start = self.at;
        self.skip()?;
        self.text.get(start..self.at).ok_or(Invalid)
    }

    /// Before an array or object: steps inside, before its first element or member.
    pub(crate) fn enter(&mut self) -> Result<(), Invalid> {
        self.blank();
        let (Some(b'{') | Some(b'[')) = self.peek() else {
            return Err(Invalid);
        };
        self.depth = self.depth.checked_sub(1).ok_or(Invalid)?;
        self.at += 1;
        self.fresh = true;
        Ok(())
    }

    /// Inside an object, before a member: passes its name and colon and gives the name; the
    /// cursor then stands before the value, which the caller passes. `None`: the object has
    /// ended and is passed.
    pub(crate) fn member(&mut self) -> Result<Option<Quoted>, Invalid> {
        if !self.another(b'}')? {
            return Ok(None);
        }
        let name = self.string()?;
        self.blank();
        self.expect(b':')?;
        Ok(Some(name))
    }

    /// Inside an array, before an element: whether there is one, which the caller passes.
    /// `false`: the array has ended and is passed.
    pub(crate) fn element(&mut self) -> Result<bool, Invalid> {
        self.another(b']')
    }

    /// After the one value of the text: nothing but white space may follow.
    pub(crate) fn end(&mut self) -> Result<(), Invalid> {
        self.blank();
        if self.at == self.text.len() {
            Ok(())
        } else {
            Err(Invalid)
        }
    }

    /// Before a value: passes it whole, to any depth within the limits, without recursion.
    pub(crate) fn skip(&mut self) -> Result<(), Invalid> {
        let mut nesting = Nesting::default();
        loop {
            // Before a value.
            self.blank();
            match self.peek().ok_or(Invalid)? {
                b'"' => {
                    self.at += 1;
                    self.quoted()?;
                }
                b'-' | b'0'..=b'9' => self.number()?,
                b't' => self.literal(b"true")?,
                b'f' => self.literal(b"false")?,
                b'n' => self.literal(b"null")?,
                bracket @ (b'{' | b'[') => {
                    self.enter()?;
                    nesting.push(bracket == b'{');
                }
                _ => return Err(Invalid),
            }
            // After a value, or just inside a bracket.
            loop {
                let Some(object) = nesting.top() else {
                    return Ok(());
                };
                let another = if object {
                    self.member()?.is_some()
                } else {
                    self.element()?
                };
                if another {
                    break;
                }
                nesting.pop();
            }
        }
    }

    /// The whole text.
    pub(crate) const fn text(&self) -> &'a str {
        self.text
    }

    /// Whether a string, escapes written out, says this. Builds nothing.
    pub(crate) fn is(&self, string: Quoted, expected: &str) -> bool {
        self.inside(string).is_ok_and(|inside| {
            if string.escaped {
                escape::says(inside, expected)
            } else {
                inside == expected
            }
        })
    }

    /// What is between the quotes, escapes as written.
    pub(crate) fn inside(&self, string: Quoted) -> Result<&'a str, Invalid> {
        self.text.get(string.start..string.end).ok_or(Invalid)
    }

    /// What a string says. `buffer` is cleared and used if it holds escapes.
    pub(crate) fn says<'b>(
        &self,
        string: Quoted,
        buffer: &'b mut String,
    ) -> Result<&'b str, Invalid>
    where
        'a: 'b,
    {
        let inside = self.inside(string)?;
        if !string.escaped {
            return Ok(inside);
        }
        buffer.clear();
        unescape(inside, buffer)?;
        Ok(buffer)
    }

    /// Between values: whether another comes before the closing bracket, which is passed.
    fn another(&mut self, close: u8) -> Result<bool, Invalid> {
        self.blank();
        let fresh = std::mem::replace(&mut self.fresh, false);
        match self.peek() {
            Some(byte) if byte == close => {
                self.at += 1;
                self.depth += 1;
                Ok(false)
            }
            Some(b',') if !fresh => {
                self.at += 1;
                Ok(true)
            }
            Some(_) if fresh => Ok(true),
            _ => Err(Invalid),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Result<(), Invalid> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(Invalid)
        }
    }

    fn blank(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn literal(&mut self, word: &[u8]) -> Result<(), Invalid> {
        let rest = self.text.as_bytes().get(self.at..).ok_or(Invalid)?;
        if rest.starts_with(word) {
            self.at += word.len();
            Ok(())
        } else {
            Err(Invalid)
        }
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
    fn number(&mut self) -> Result<(), Invalid> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    /// One digit or more.
    fn digits(&mut self) -> Result<(), Invalid> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at > start {
            Ok(())
        } else {
            Err(Invalid)
        }
    }

    /// The rest of a string, after its opening quote.
    fn quoted(&mut self) -> Result<Quoted, Invalid> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut escaped = false;
        let mut at = special(bytes, start);
        loop {
            match bytes.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(Quoted {
                        start,
                        end: at,
                        escaped,
                    });
                }
                Some(b'\\') => {
                    escaped = true;
                    (_, at) = escape(bytes, at)?;
                    at = special(bytes, at);
                }
                // A control character, or the end.
                _ => return Err(Invalid),
            }
        }
    }
}

/// Which of the open brackets are braces: a bit each, the innermost last.
///
/// 64 levels in a register, 128 more on the stack; beyond that on the heap.
#[derive(Default)]
struct Nesting {
    /// The innermost levels, the lowest bit the innermost of them.
    word: u64,
    /// How many levels `word` holds.
    held: u32,
    /// The outer levels, 64 each.
    outer: SmallVec<[u64; 2]>,
}

impl Nesting {
    fn push(&mut self, object: bool) {
        if self.held == u64::BITS {
            self.outer.push(self.word);
            self.held = 0;
        }
        self.word = self.word << 1 | u64::from(object);
        self.held += 1;
    }

    fn pop(&mut self) {
        self.word >>= 1;
        self.held = self.held.saturating_sub(1);
        if self.held == 0
            && let Some(word) = self.outer.pop()
        {
            self.word = word;
            self.held = u64::BITS;
        }
    }

    /// Whether the innermost open bracket is a brace; `None` if none is open.
    const fn top(&self) -> Option<bool> {
        if self.held == 0 {
            None
        } else {
            Some(self.word & 1 == 1)
        }
    }
}
