//! A whole JSON-RPC `tools/call` request: its tool, and its arguments.
//!
//! Only `params`, `params.name` and `params.arguments` decide something. Every other member,
//! `method` and `jsonrpc` too, is checked for syntax only: whoever hands a message over has
//! found out that it is a call.

#[cfg(test)]
mod tests;

use super::arguments::{Found, RawFacts};
use super::marks::Marks;
use super::scan::{Cursor, Invalid, Quoted};
use super::{Limits, text};
use crate::call::{Arguments, Call};
use crate::facts::Looked;
use crate::tree::Kind;
use std::borrow::Cow;

/// A `tools/call` request taken apart, without building anything (J1, J2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// `params.name`, unescaped; `None`: the request is not JSON or past a limit, or the name
    /// is missing, not a string, or in doubt because it or `params` appears twice (J2, J3).
    pub tool: Option<Cow<'a, str>>,
    /// The bytes of `params.arguments`; `None`: absent.
    pub arguments: Option<&'a [u8]>,
    /// `arguments`, or something that holds it, cannot be read.
    pub unreadable: bool,
}

/// Memory that reading requests reuses: one for each thread.
#[derive(Debug, Default)]
pub struct Memory {
    marks: Marks,
}

impl<'a> Request<'a> {
    /// Takes a request apart. Linear in its length; allocates an eighth of it beyond 960 bytes,
    /// a bit for each level of nesting beyond 192, and for a name with escapes.
    #[must_use]
    pub fn read(bytes: &'a [u8], limits: &Limits) -> Self {
        Self::read_with(bytes, limits, &mut Memory::default())
    }

    /// The same with memory to keep from request to request: once it is warm, only a name with
    /// escapes allocates, and nesting beyond 192 levels.
    #[must_use]
    pub fn read_with(bytes: &'a [u8], limits: &Limits, memory: &mut Memory) -> Self {
        Self::try_read(bytes, limits, &mut memory.marks).unwrap_or(Self {
            tool: None,
            arguments: None,
            unreadable: true,
        })
    }

    /// The call that the request makes.
    #[must_use]
    pub fn call(&self) -> Call<'_> {
        let arguments = match self.arguments {
            _ if self.unreadable => Arguments::Unreadable,
            Some(bytes) => Arguments::Raw(bytes),
            None => Arguments::Absent,
        };
        Call {
            tool: self.tool.as_deref(),
            arguments,
        }
    }

    fn try_read(bytes: &'a [u8], limits: &Limits, marks: &mut Marks) -> Result<Self, Invalid> {
        let cursor = Cursor::new(text(bytes, limits)?, limits, marks);
        let mut arguments = None;
        let envelope = walk(cursor, |mut cursor, _| {
            arguments = Some(cursor.raw()?.as_bytes());
            Ok(cursor)
        })?;
        let tool = match envelope.name {
            Once::One(name) if name.escaped => {
                let mut says = String::new();
                cursor.says(name, &mut says)?;
                Some(Cow::Owned(says))
            }
            Once::One(name) => Some(Cow::Borrowed(cursor.inside(name)?)),
            Once::None | Once::Doubt => None,
        };
        let unreadable = tool.is_none() || matches!(envelope.arguments, Once::Doubt);
        Ok(Self {
            tool,
            arguments: arguments.filter(|_| !unreadable),
            unreadable,
        })
    }
}

impl RawFacts {
    /// Reads a whole request: the tool's name, then, once `looked` has said what the tool's
    /// rules look at, its arguments; in one pass where the name comes first. Gives the text
    /// to ask [`tool`](Self::tool) and [`facts`](Self::facts) with.
    ///
    /// `ahead` is called between the two halves of the work, the marks and the walk. `looked`
    /// is asked at most once; if the name turns out to be in doubt later,
    /// [`tool`](Self::tool) is `None` and whatever `looked` answered is void.
    pub(crate) fn read_request<'a, 'l>(
        &mut self,
        bytes: &'a [u8],
        limits: &Limits,
        ahead: impl FnOnce(),
        looked: impl FnOnce(&str) -> &'l Looked,
    ) -> &'a str {
        let Self { marks, found } = self;
        found.begin();
        let read = text(bytes, limits).and_then(|text| {
            let cursor = Cursor::new(text, limits, marks);
            ahead();
            found.request(cursor, looked)?;
            Ok(text)
        });
        read.unwrap_or_else(|Invalid| {
            found.unset_tool();
            ""
        })
    }
}

impl Found {
    fn request<'l>(
        &mut self,
        cursor: Cursor<'_, '_>,
        looked: impl FnOnce(&str) -> &'l Looked,
    ) -> Result<(), Invalid> {
        let mut looked = Some(looked);
        // Before the arguments that came ahead of the name.
        let mut ahead = None;
        let envelope = walk(cursor, |mut cursor, name| match (name, looked.take()) {
            (Some(name), Some(looked)) => {
                let looked = looked(self.set_tool(&cursor, name)?);
                self.look_for(looked);
                self.arguments(cursor, looked)
            }
            (_, asked) => {
                looked = asked;
                ahead = Some(cursor);
                cursor.skip()?;
                Ok(cursor)
            }
        })?;
        let Once::One(name) = envelope.name else {
            self.unset_tool();
            return Ok(());
        };
        if let Some(looked) = looked {
            let looked = looked(self.set_tool(&cursor, name)?);
            self.look_for(looked);
            if let (Some(ahead), Once::One(())) = (ahead, envelope.arguments) {
                self.arguments(ahead, looked)?;
            }
        }
        if let Once::Doubt = envelope.arguments {
            self.set_unreadable();
        }
        Ok(())
    }
}

/// A member that may come once.
#[derive(Clone, Copy, Debug, Default)]
enum Once<T> {
    #[default]
    None,
    One(T),
    /// It came twice, or is not what it has to be.
    Doubt,
}

impl<T: Copy> Once<T> {
    fn one(self) -> Option<T> {
        match self {
            Self::One(value) => Some(value),
            Self::None | Self::Doubt => None,
        }
    }

    fn add(&mut self, value: Option<T>) {
        *self = match (&self, value) {
            (Self::None, Some(value)) => Self::One(value),
            _ => Self::Doubt,
        };
    }
}

/// What decides something in a request.
#[derive(Clone, Copy, Debug, Default)]
struct Envelope {
    name: Once<Quoted>,
    arguments: Once<()>,
}

/// Passes a whole request. `arguments` is called before the value of the first `arguments`,
/// with the name if one has come before it, and gives the cursor after that value.
#[inline(always)]
fn walk<'a, 'm>(
    mut cursor: Cursor<'a, 'm>,
    mut arguments: impl FnMut(Cursor<'a, 'm>, Option<Quoted>) -> Result<Cursor<'a, 'm>, Invalid>,
) -> Result<Envelope, Invalid> {
    let mut envelope = Envelope::default();
    let mut params = false;
    if cursor.kind()? == Kind::Object {
        cursor.enter()?;
        while let Some(member) = cursor.member()? {
            if !cursor.is(member, "params") {
                cursor.skip()?;
            } else if std::mem::replace(&mut params, true) {
                cursor.skip()?;
                envelope.name = Once::Doubt;
            } else if cursor.kind()? == Kind::Object {
                cursor = walk_params(cursor, &mut envelope, &mut arguments)?;
            } else {
                cursor.skip()?;
            }
        }
    } else {
        cursor.skip()?;
    }
    cursor.end()?;
    Ok(envelope)
}

/// Passes the object `params`.
#[inline(always)]
fn walk_params<'a, 'm>(
    mut cursor: Cursor<'a, 'm>,
    envelope: &mut Envelope,
    arguments: &mut impl FnMut(Cursor<'a, 'm>, Option<Quoted>) -> Result<Cursor<'a, 'm>, Invalid>,
) -> Result<Cursor<'a, 'm>, Invalid> {
    cursor.enter()?;
    while let Some(member) = cursor.member()? {
        if cursor.is(member, "name") {
            let name = if cursor.kind()? == Kind::String {
                Some(cursor.string()?)
            } else {
                cursor.skip()?;
                None
            };
            envelope.name.add(name);
        } else if cursor.is(member, "arguments") {
            if let Once::None = envelope.arguments {
                cursor = arguments(cursor, envelope.name.one())?;
            } else {
                cursor.skip()?;
            }
            envelope.arguments.add(Some(()));
        } else {
            cursor.skip()?;
        }
    }
    Ok(cursor)
}
