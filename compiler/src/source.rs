//! Where text comes from and where in it something stands.

mod lines;

use crate::fault::{Fault, FaultKind, Faults};
pub use lines::{Lines, Position};

/// A document's text under the name people know it by.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// A file name, or whatever else tells it apart.
    pub name: &'a str,
    /// The whole text.
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// A text and its name.
    #[must_use]
    pub const fn new(name: &'a str, text: &'a str) -> Self {
        Self { name, text }
    }

    /// The text that these bytes are.
    ///
    /// # Errors
    /// One `syntax` fault at the first byte that is not UTF-8. It renders over
    /// [`Source::readable`].
    pub fn from_bytes(name: &'a str, bytes: &'a [u8]) -> Result<Self, Faults> {
        let error = match std::str::from_utf8(bytes) {
            Ok(text) => return Ok(Self { name, text }),
            Err(error) => error,
        };
        let at = Location::at(Span::empty(error.valid_up_to()));
        let bad = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
        let utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
        let help = if utf16 {
            "the file looks like UTF-16: save it as UTF-8"
        } else {
            "save the file as UTF-8"
        };
        let message = format!("the byte 0x{bad:02x} is not UTF-8 text");
        Err(Fault::new(FaultKind::Syntax, at, message).help(help).into())
    }

    /// As much of these bytes as is UTF-8, for rendering the fault of [`Source::from_bytes`].
    #[must_use]
    pub fn readable(name: &'a str, bytes: &'a [u8]) -> Self {
        let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        Self { name, text }
    }
}

/// A range of bytes of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From offsets into a text that [`Limits`](crate::Limits) let pass.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            start: narrow(start),
            end: narrow(end),
        }
    }

    /// The place before a byte.
    #[must_use]
    pub fn empty(at: usize) -> Self {
        Self::new(at, at)
    }

    /// As a range of a text.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A place in a source, for people and for programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// JSON pointer of the offending value (RFC 6901); empty: the whole document.
    pub pointer: String,
    /// The bytes it covers.
    pub span: Span,
}

impl Location {
    /// A place that no value stands at.
    #[must_use]
    pub const fn at(span: Span) -> Self {
        Self {
            pointer: String::new(),
            span,
        }
    }
}
