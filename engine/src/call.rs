//! One call to decide: a tool and its arguments.

use crate::tree::Tree;

/// The arguments of a call.
#[derive(Debug)]
pub enum Arguments<'a, T> {
    /// Parsed already.
    Parsed(&'a T),
    /// The bytes of one JSON value, read only as far as rules look (J1).
    Raw(&'a [u8]),
    /// The call carries no `arguments` member: an empty object (J2).
    Absent,
    /// They cannot be read: every predicate has an unknown item (J2).
    Unreadable,
}

impl<T> Clone for Arguments<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Arguments<'_, T> {}

/// One tool call: *this tool, these arguments*.
///
/// The tool is `None` when no name could be read; then no allow fires and every deny and ask
/// of the document fires by unknown (J2).
#[derive(Debug)]
pub struct Call<'a, T = serde_json::Value> {
    /// The tool's name, byte for byte as the call gives it.
    pub tool: Option<&'a str>,
    /// Its arguments.
    pub arguments: Arguments<'a, T>,
}

impl<T> Clone for Call<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Call<'_, T> {}

impl<'a, T: Tree> Call<'a, T> {
    /// A call with parsed arguments.
    pub const fn parsed(tool: &'a str, arguments: &'a T) -> Self {
        Self {
            tool: Some(tool),
            arguments: Arguments::Parsed(arguments),
        }
    }
}

impl<'a> Call<'a> {
    /// A call whose arguments are the bytes of a JSON object.
    pub const fn raw(tool: &'a str, arguments: &'a [u8]) -> Self {
        Self {
            tool: Some(tool),
            arguments: Arguments::Raw(arguments),
        }
    }
}
