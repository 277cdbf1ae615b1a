//! The arguments of a call from their bytes: what rules look at, as ranges.

#[cfg(test)]
mod tests;

use super::escape::unescape;
use super::marks::Marks;
use super::scan::{Cursor, Invalid, Quoted};
use super::{Limits, text};
use crate::facts::{Argument, Facts, Looked, readable_token};
use crate::tree::Kind;

/// What was read of one call, as ranges of its bytes; memory to keep from call to call.
///
/// One reading fills it; [`facts`](Self::facts) then gives the same as plain text. The text
/// a range counts in is the one that the reading returned.
#[derive(Debug, Default)]
pub(crate) struct RawFacts {
    /// The marks of the text.
    pub(super) marks: Marks,
    pub(super) found: Found,
}

/// The findings of one reading.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// An answer for each looked-at name.
    slots: Vec<Slot>,
    /// The readable tokens of the argv tail.
    tail: Vec<Held>,
    sealed: bool,
    unreadable: bool,
    /// The tool's name, when a whole request was read.
    tool: Option<Held>,
    /// Strings that held escapes, written out, one after another.
    unescaped: String,
    /// A member's name with its escapes written out.
    name: String,
}

/// Where a string is.
#[derive(Clone, Copy, Debug)]
enum Held {
    /// As written in the call.
    Call { start: usize, end: usize },
    /// Written out.
    Unescaped { start: usize, end: usize },
}

#[derive(Clone, Copy, Debug)]
enum Slot {
    Absent,
    Text(Held),
    List,
    NotText,
    Unreadable,
}

impl RawFacts {
    /// Reads the bytes of one arguments value. Gives the text to ask [`facts`](Self::facts)
    /// with, empty if the bytes cannot be read (J2, J4); the facts say so.
    ///
    /// A value that is not an object has no arguments (P4). Linear in the bytes, times the
    /// logarithm of the looked-at names.
    pub(crate) fn read<'a>(
        &mut self,
        bytes: &'a [u8],
        looked: &Looked,
        limits: &Limits,
    ) -> &'a str {
        let Self { marks, found } = self;
        found.begin();
        found.look_for(looked);
        let read = text(bytes, limits).and_then(|text| {
            let cursor = Cursor::new(text, limits, marks);
            found.arguments(cursor, looked)?.end()?;
            Ok(text)
        });
        read.unwrap_or_else(|Invalid| {
            found.set_unreadable();
            ""
        })
    }

    /// The looked-at arguments of the last reading, by slot; `None` if they could not be read.
    /// `text` is what that reading returned.
    #[inline]
    pub(crate) fn arguments<'a>(
        &'a self,
        text: &'a str,
    ) -> Option<impl Iterator<Item = Argument<'a>>> {
        let found = &self.found;
        let argument = move |slot: &Slot| match *slot {
            Slot::Absent => Argument::Absent,
            Slot::Text(held) => found
                .held(text, held)
                .map_or(Argument::Unreadable, Argument::Text),
            Slot::List => Argument::List,
            Slot::NotText => Argument::NotText,
            Slot::Unreadable => Argument::Unreadable,
        };
        (!found.unreadable).then(|| found.slots.iter().map(argument))
    }

    /// The facts of the last reading. `text` is what that reading returned.
    pub(crate) fn facts<'a>(&'a self, text: &'a str, memory: Facts<'a>) -> Facts<'a> {
        let found = &self.found;
        let mut facts = memory.emptied();
        facts.sealed = found.sealed;
        facts.unreadable = found.unreadable;
        match self.arguments(text) {
            Some(arguments) => facts.arguments.extend(arguments),
            None => facts
                .arguments
                .resize(found.slots.len(), Argument::Unreadable),
        }
        for held in &found.tail {
            match found.held(text, *held) {
                Some(token) => facts.tail.push(token),
                // Not the text of this reading: nothing is known of the rest.
                None => {
                    facts.sealed = false;
                    break;
                }
            }
        }
        facts
    }

    /// The tool of the last request read; `None` if its name could not be read (J2).
    pub(crate) fn tool<'a>(&'a self, text: &'a str) -> Option<&'a str> {
        self.found.tool.and_then(|held| self.found.held(text, held))
    }
}

#[cfg(test)]
impl RawFacts {
    /// Where the memory is that is kept.
    fn places(&self) -> [usize; 5] {
        let Self { marks, found } = self;
        [
            marks.place(),
            found.slots.as_ptr().addr(),
            found.tail.as_ptr().addr(),
            found.unescaped.as_ptr().addr(),
            found.name.as_ptr().addr(),
        ]
    }
}

impl Found {
    /// Forgets the last call.
    pub(super) fn begin(&mut self) {
        self.slots.clear();
        self.tail.clear();
        self.sealed = true;
        self.unreadable = false;
        self.tool = None;
        self.unescaped.clear();
    }

    /// Everything looked at is absent until it is met.
    pub(super) fn look_for(&mut self, looked: &Looked) {
        self.slots.clear();
        self.slots.resize(looked.names().len(), Slot::Absent);
    }

    /// The arguments cannot be read (J2).
    pub(super) fn set_unreadable(&mut self) {
        self.tail.clear();
        self.sealed = false;
        self.unreadable = true;
    }

    /// Takes a string for the tool's name and gives it.
    pub(super) fn set_tool<'a>(
        &'a mut self,
        cursor: &Cursor<'a, '_>,
        name: Quoted,
    ) -> Result<&'a str, Invalid> {
        let held = self.hold(cursor, name)?;
        self.tool = Some(held);
        self.held(cursor.text(), held).ok_or(Invalid)
    }

    /// The tool's name cannot be read, and with it nothing else (J2).
    pub(super) fn unset_tool(&mut self) {
        self.tool = None;
        self.set_unreadable();
    }

    /// Passes the arguments value, noting what is looked at.
    pub(super) fn arguments<'a, 'm>(
        &mut self,
        mut cursor: Cursor<'a, 'm>,
        looked: &Looked,
    ) -> Result<Cursor<'a, 'm>, Invalid> {
        if cursor.kind()? != Kind::Object {
            cursor.skip()?;
            return Ok(cursor);
        }
        cursor.enter()?;
        while let Some(name) = cursor.member()? {
            match find(&cursor, name, looked, &mut self.name)? {
                Some(slot) => cursor = self.argument(cursor, slot, looked.tail() == Some(slot))?,
                None => cursor.skip()?,
            }
        }
        Ok(cursor)
    }

    /// Before the value of a looked-at name.
    #[inline(always)]
    fn argument<'a, 'm>(
        &mut self,
        mut cursor: Cursor<'a, 'm>,
        slot: usize,
        is_tail: bool,
    ) -> Result<Cursor<'a, 'm>, Invalid> {
        let second = !matches!(self.slots.get(slot), Some(Slot::Absent));
        let read = match cursor.kind()? {
            _ if second => {
                // Two readers would disagree (J3): about the tail, from its start.
                cursor.skip()?;
                self.tail_unread(is_tail);
                Slot::Unreadable
            }
            Kind::String => {
                let string = cursor.string()?;
                self.tail_unread(is_tail);
                Slot::Text(self.hold(&cursor, string)?)
            }
            Kind::Array => {
                if is_tail {
                    cursor = self.tail(cursor)?;
                } else {
                    cursor.skip()?;
                }
                Slot::List
            }
            _ => {
                cursor.skip()?;
                self.tail_unread(is_tail);
                Slot::NotText
            }
        };
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = read;
        }
        Ok(cursor)
    }

    /// Passes the list of the argv tail (C2).
    #[inline(never)]
    fn tail<'a, 'm>(&mut self, mut cursor: Cursor<'a, 'm>) -> Result<Cursor<'a, 'm>, Invalid> {
        cursor.enter()?;
        while cursor.element()? {
            if !self.sealed || cursor.kind()? != Kind::String {
                self.sealed = false;
                cursor.skip()?;
                continue;
            }
            let token = cursor.string()?;
            let held = self.hold(&cursor, token)?;
            // A NUL is always written as an escape.
            if token.escaped && !self.held("", held).is_some_and(readable_token) {
                self.sealed = false;
            } else {
                self.tail.push(held);
            }
        }
        Ok(cursor)
    }

    /// Nothing of the tail can be read, if it is the tail that was met.
    fn tail_unread(&mut self, is_tail: bool) {
        if is_tail {
            self.tail.clear();
            self.sealed = false;
        }
    }

    /// Keeps a string: where it is, or what it says if it holds escapes.
    #[inline(always)]
    fn hold(&mut self, cursor: &Cursor<'_, '_>, string: Quoted) -> Result<Held, Invalid> {
        if string.escaped {
            self.write_out(cursor.inside(string)?)
        } else {
            Ok(Held::Call {
                start: string.start,
                end: string.end,
            })
        }
    }

    #[inline(never)]
    fn write_out(&mut self, inside: &str) -> Result<Held, Invalid> {
        let start = self.unescaped.len();
        unescape(inside, &mut self.unescaped)?;
        Ok(Held::Unescaped {
            start,
            end: self.unescaped.len(),
        })
    }

    fn held<'a>(&'a self, text: &'a str, held: Held) -> Option<&'a str> {
        match held {
            Held::Call { start, end } => text.get(start..end),
            Held::Unescaped { start, end } => self.unescaped.get(start..end),
        }
    }
}

/// The slot of a name in the call, escapes written out (J1).
#[inline(always)]
fn find(
    cursor: &Cursor<'_, '_>,
    name: Quoted,
    looked: &Looked,
    buffer: &mut String,
) -> Result<Option<usize>, Invalid> {
    if !name.escaped {
        return Ok(looked.find_in(cursor.text().as_bytes(), name.start, name.end));
    }
    // An escape takes at most six bytes for each byte it says.
    if (name.end - name.start) / 6 > looked.longest() {
        return Ok(None);
    }
    Ok(looked.find(cursor.says(name, buffer)?))
}
