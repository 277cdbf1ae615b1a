//! Where text comes from and where in it something stands.

/// A document's text under the name people know it by.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// A file name, or whatever else tells it apart.
    pub name: &'a str,
    /// The whole text.
    pub text: &'a str,
}

/// A range of bytes of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A place in a source, for people and for programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// JSON pointer of the offending value (RFC 6901); empty: the whole document.
    pub pointer: String,
    /// The bytes it covers.
    pub span: Span,
}
