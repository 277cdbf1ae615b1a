//! The cursor: one forward walk over a JSON text, every byte checked as it is passed.

use super::Limits;
use super::escape::{self, escape, unescape};
use super::marks::{Marks, next_mark};
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
        Self {
            text,
            marks,
            at: 0,
            depth: limits.depth,
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

// What follows is apart from the cursor, and takes and gives no more than fits in registers:
// what is called seldom must not force the cursor into memory where it is not called.

/// After the white space at `at`.
#[inline(never)]
fn after_blank(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
        // Indentation: spaces, eight at a time.
        while let Some(eight) = bytes
            .get(at..at + 8)
            .and_then(|eight| eight.first_chunk::<8>())
        {
            let others = u64::from_le_bytes(*eight) ^ 0x2020_2020_2020_2020;
            at += (others.trailing_zeros() / 8) as usize;
            if others != 0 {
                break;
            }
        }
    }
    at
}

/// The string whose opening quote is at `at`.
#[inline(always)]
fn quoted(bytes: &[u8], marks: &[u8], at: usize) -> Result<Quoted, Invalid> {
    let start = at + 1;
    let end = next_mark(marks, start);
    if bytes.get(end) == Some(&b'"') {
        return Ok(Quoted {
            start,
            end,
            escaped: false,
        });
    }
    let end = escaped(bytes, marks, end)?;
    Ok(Quoted {
        start,
        end,
        escaped: true,
    })
}

/// Where the closing quote of a string is whose first mark, at `at`, is another one.
#[inline(never)]
fn escaped(bytes: &[u8], marks: &[u8], mut at: usize) -> Result<usize, Invalid> {
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok(at),
            Some(b'\\') => {
                let (_, end) = escape(bytes, at)?;
                at = next_mark(marks, end);
            }
            // A control character, or the end.
            _ => return Err(Invalid),
        }
    }
}

/// After the array or object at `at`, `depth` levels of which may be entered.
#[inline(never)]
fn nest(text: &str, marks: &[u8], at: usize, depth: usize) -> Result<usize, Invalid> {
    let mut cursor = Cursor {
        text,
        marks,
        at,
        depth,
        fresh: false,
    };
    let mut nesting = Nesting::default();
    let mut outer = Outer::new();
    loop {
        // Before a value.
        cursor.blank();
        match cursor.peek() {
            Some(b'"') => cursor.at = quoted(cursor.bytes(), marks, cursor.at)?.end + 1,
            Some(bracket @ (b'{' | b'[')) => {
                cursor.enter()?;
                nesting.push(bracket == b'{', &mut outer);
            }
            _ => cursor.at = scalar(cursor.bytes(), cursor.at)?,
        }
        // After a value, or just inside a bracket.
        loop {
            let another = match nesting.top() {
                Some(true) => cursor.member()?.is_some(),
                Some(false) => cursor.element()?,
                None => return Ok(cursor.at),
            };
            if another {
                break;
            }
            nesting.pop(&mut outer);
        }
    }
}

/// After the number, `true`, `false` or `null` at `at`.
#[inline(never)]
fn scalar(bytes: &[u8], at: usize) -> Result<usize, Invalid> {
    let rest = bytes.get(at..).ok_or(Invalid)?;
    let length = match rest.first() {
        Some(b't') if rest.starts_with(b"true") => 4,
        Some(b'n') if rest.starts_with(b"null") => 4,
        Some(b'f') if rest.starts_with(b"false") => 5,
        Some(b'-' | b'0'..=b'9') => return number(bytes, at),
        _ => return Err(Invalid),
    };
    Ok(at + length)
}

/// After the number at `at`: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
fn number(bytes: &[u8], mut at: usize) -> Result<usize, Invalid> {
    let is = |at: usize, any: &[u8]| bytes.get(at).is_some_and(|byte| any.contains(byte));
    if is(at, b"-") {
        at += 1;
    }
    at = if is(at, b"0") {
        at + 1
    } else {
        digits(bytes, at)?
    };
    if is(at, b".") {
        at = digits(bytes, at + 1)?;
    }
    if is(at, b"eE") {
        at += 1;
        if is(at, b"+-") {
            at += 1;
        }
        at = digits(bytes, at)?;
    }
    Ok(at)
}

/// After the digits at `at`, at least one.
#[inline(always)]
fn digits(bytes: &[u8], at: usize) -> Result<usize, Invalid> {
    let mut rest = bytes.get(at..).ok_or(Invalid)?;
    // Eight bytes at once: how many digits a number has is not to be guessed.
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        let digits = u64::from_le_bytes(*eight) ^ 0x3030_3030_3030_3030;
        let above = (digits & 0x7f7f_7f7f_7f7f_7f7f) + 0x7676_7676_7676_7676;
        let others = (above | digits) & 0x8080_8080_8080_8080;
        if others != 0 {
            let end = bytes.len() - rest.len() + (others.trailing_zeros() / 8) as usize;
            return if end > at { Ok(end) } else { Err(Invalid) };
        }
        rest = after;
    }
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = bytes.len() - rest.len() + digits;
    if end > at { Ok(end) } else { Err(Invalid) }
}

/// Which of the open brackets are braces: a bit each, the innermost last.
///
/// 64 levels in a register, 128 more on the stack; beyond that on the heap.
#[derive(Clone, Copy, Default)]
struct Nesting {
    /// The innermost levels, the lowest bit the innermost of them.
    word: u64,
    /// How many levels `word` holds.
    held: u32,
}

/// The outer levels, 64 a word.
type Outer = SmallVec<[u64; 2]>;

impl Nesting {
    #[inline(always)]
    fn push(&mut self, object: bool, outer: &mut Outer) {
        if self.held == u64::BITS {
            outer.push(self.word);
            self.held = 0;
        }
        self.word = self.word << 1 | u64::from(object);
        self.held += 1;
    }

    #[inline(always)]
    fn pop(&mut self, outer: &mut Outer) {
        self.word >>= 1;
        self.held = self.held.saturating_sub(1);
        if self.held == 0
            && let Some(word) = outer.pop()
        {
            *self = Self {
                word,
                held: u64::BITS,
            };
        }
    }

    /// Whether the innermost open bracket is a brace; `None` if none is open.
    const fn top(self) -> Option<bool> {
        if self.held == 0 {
            None
        } else {
            Some(self.word & 1 == 1)
        }
    }
}
