//! The cursor: one forward walk over a JSON text, every byte checked as it is passed.

use super::Limits;
use super::escape::{self, unescape};
use super::marks::{Marks, next_mark};
use super::nest::nest;
use super::pass::{after_blank, quoted, scalar};
use crate::tree::Kind;

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
/// ```text
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
pub(crate) struct Cursor<'a, 'm> {
    text: &'a str,
    marks: &'m [u8],
    at: usize,
    /// Levels that may still be entered.
    depth: usize,
    /// Just inside a bracket: no comma comes before the first element or member.
    fresh: bool,
}

impl<'a, 'm> Cursor<'a, 'm> {
    /// Before the one value of a text.
    pub(crate) fn new(text: &'a str, limits: &Limits, marks: &'m mut Marks) -> Self {
        let marks = marks.of(text.as_bytes());
        Self::at(text, marks, 0, limits.depth)
    }

    /// Before the value at `at`, `depth` levels of which may be entered.
    #[inline(always)]
    pub(super) const fn at(text: &'a str, marks: &'m [u8], at: usize, depth: usize) -> Self {
        Self {
            text,
            marks,
            at,
            depth,
            fresh: false,
        }
    }

    /// Before a value: what kind it is, by its first byte. The value itself is not passed.
    #[inline(always)]
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
    #[inline(always)]
    pub(crate) fn string(&mut self) -> Result<Quoted, Invalid> {
        self.blank();
        if self.peek() != Some(b'"') {
            return Err(Invalid);
        }
        let string = quoted(self.bytes(), self.marks, self.at)?;
        self.at = string.end + 1;
        Ok(string)
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
    #[inline(always)]
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
    #[inline(always)]
    pub(crate) fn member(&mut self) -> Result<Option<Quoted>, Invalid> {
        if !self.another(b'}')? {
            return Ok(None);
        }
        self.blank();
        let start = self.at + 1;
        let end = next_mark(self.marks, start);
        if self.peek() == Some(b'"') && self.pair(end) == Some(*b"\":") {
            self.at = end + 2;
            return Ok(Some(Quoted {
                start,
                end,
                escaped: false,
            }));
        }
        let name = self.string()?;
        self.blank();
        if self.peek() != Some(b':') {
            return Err(Invalid);
        }
        self.at += 1;
        Ok(Some(name))
    }

    /// Inside an array, before an element: whether there is one, which the caller passes.
    /// `false`: the array has ended and is passed.
    #[inline(always)]
    pub(crate) fn element(&mut self) -> Result<bool, Invalid> {
        self.another(b']')
    }

    /// After the one value of the text: nothing but white space may follow.
    #[inline(always)]
    pub(crate) fn end(&mut self) -> Result<(), Invalid> {
        self.blank();
        if self.at == self.text.len() {
            Ok(())
        } else {
            Err(Invalid)
        }
    }

    /// Before a value: passes it whole, to any depth within the limits, without recursion.
    #[inline(always)]
    pub(crate) fn skip(&mut self) -> Result<(), Invalid> {
        self.blank();
        self.at = match self.peek() {
            Some(b'"') => quoted(self.bytes(), self.marks, self.at)?.end + 1,
            Some(b'{' | b'[') => nest(self.text, self.marks, self.at, self.depth)?,
            _ => scalar(self.bytes(), self.at)?,
        };
        Ok(())
    }

    /// Before a value: passes it, but of an array or object the bracket only, and says whether
    /// that was a brace.
    #[inline(always)]
    pub(super) fn step(&mut self) -> Result<Option<bool>, Invalid> {
        self.blank();
        self.at = match self.peek() {
            Some(b'"') => quoted(self.bytes(), self.marks, self.at)?.end + 1,
            Some(bracket @ (b'{' | b'[')) => {
                self.enter()?;
                return Ok(Some(bracket == b'{'));
            }
            _ => scalar(self.bytes(), self.at)?,
        };
        Ok(None)
    }

    /// Where in the text the cursor is.
    #[inline(always)]
    pub(super) const fn place(&self) -> usize {
        self.at
    }

    /// The whole text.
    pub(crate) const fn text(&self) -> &'a str {
        self.text
    }

    /// Whether a string, escapes written out, says this. Builds nothing.
    #[inline(always)]
    pub(crate) fn is(&self, string: Quoted, expected: &str) -> bool {
        let Some(inside) = self.bytes().get(string.start..string.end) else {
            return false;
        };
        if string.escaped {
            self.inside(string)
                .is_ok_and(|inside| escape::says(inside, expected))
        } else {
            inside == expected.as_bytes()
        }
    }

    /// What is between the quotes, escapes as written.
    #[inline(always)]
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
    #[inline(always)]
    fn another(&mut self, close: u8) -> Result<bool, Invalid> {
        self.blank();
        let fresh = std::mem::replace(&mut self.fresh, false);
        let next = self.peek().ok_or(Invalid)?;
        if next == close {
            self.at += 1;
            self.depth += 1;
            return Ok(false);
        }
        if !fresh {
            if next != b',' {
                return Err(Invalid);
            }
            self.at += 1;
        }
        Ok(true)
    }

    #[inline(always)]
    const fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.bytes().get(self.at).copied()
    }

    /// The two bytes at `at`.
    #[inline(always)]
    fn pair(&self, at: usize) -> Option<[u8; 2]> {
        self.bytes().get(at..at + 2)?.first_chunk().copied()
    }

    #[inline(always)]
    fn blank(&mut self) {
        if let Some(..=b' ') = self.peek() {
            self.at = after_blank(self.bytes(), self.at);
        }
    }
}
