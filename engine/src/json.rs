//! JSON as bytes (J1–J4): read in one pass, checked whole, nothing built.
//!
//! A buffer is checked for UTF-8 once; after that one `Cursor` walks it, every
//! byte against the grammar of RFC 8259. Arguments that no rule looks at are skipped, the
//! others remembered as ranges of the buffer, so that reading allocates nothing once its
//! scratch memory is warm. Strings with escapes are the exception: they are written out into
//! a buffer that the scratch memory keeps.
//!
//! What is refused, always as a whole and never as a partial read (J2): anything that is not
//! one JSON value in UTF-8 with nothing but white space around it, an escape of half a
//! surrogate pair, a byte order mark, and whatever exceeds the [`Limits`] (J4).
//!
//! Time is linear in the bytes, with a factor of the logarithm of the looked-at names;
//! nesting costs one bit a level and no call stack.

mod arguments;
mod escape;
mod marks;
mod nest;
mod pass;
mod request;
mod scan;

#[cfg(test)]
mod generate;
#[cfg(test)]
mod tests;

pub(crate) use arguments::RawFacts;
pub(crate) use marks::Marks;
pub use request::{Memory, Request};
pub(crate) use scan::{Cursor, Invalid};

/// How much of a call's bytes is read; past a limit the call is unreadable (J4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request or of an arguments value.
    pub bytes: usize,
    /// Nesting of arrays and objects, counted from the outermost value of the buffer: `1`
    /// admits `{}` and refuses `[[]]`.
    pub depth: usize,
}

impl Default for Limits {
    /// 16 MiB, 128 levels.
    fn default() -> Self {
        Self {
            bytes: 16 << 20,
            depth: 128,
        }
    }
}

/// Whether these bytes are one readable JSON value: what a call's raw bytes must be (J2, J4).
///
/// Linear in the length; allocates an eighth of it beyond 960 bytes, and a bit for each level
/// of nesting beyond 192.
#[must_use]
pub fn validate(bytes: &[u8], limits: &Limits) -> bool {
    fn value(bytes: &[u8], limits: &Limits) -> Result<(), Invalid> {
        let mut marks = Marks::default();
        let mut cursor = Cursor::new(text(bytes, limits)?, limits, &mut marks);
        cursor.skip()?;
        cursor.end()
    }
    value(bytes, limits).is_ok()
}

/// The text of a buffer within the limits: the one check for UTF-8.
pub(crate) fn text<'a>(bytes: &'a [u8], limits: &Limits) -> Result<&'a str, Invalid> {
    if bytes.len() > limits.bytes {
        return Err(Invalid);
    }
    simdutf8::basic::from_utf8(bytes).map_err(|_| Invalid)
}
