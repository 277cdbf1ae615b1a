//! Facts from raw bytes: one pass, in which only what a path leads to is kept (J1, A5).

use super::Facts;
use crate::firewall::decimal::Decimal;
use crate::firewall::stamps::Stamps;
use crate::firewall::value::{Leaf, Node, PathId, Paths};
use crate::json::{Cursor, Invalid, Limits, Marks, text};
use crate::tree::Kind;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Memory of the walk.
#[derive(Debug, Default)]
pub(super) struct Reader {
    /// By node of the paths: the leaves that were found at and below it.
    found: Stamps<Range>,
    /// A member's name with its escapes written out.
    name: String,
    marks: Marks,
}

#[derive(Clone, Copy, Debug, Default)]
struct Range {
    start: usize,
    end: usize,
}

/// An open object or array that paths lead through.
struct Open<'t> {
    at: u32,
    node: &'t Node,
    object: bool,
    /// Of an array: the index of the element before which the cursor stands.
    index: usize,
    /// Where its leaves begin.
    start: usize,
}

/// No leaf: the path was met twice.
const GONE: u32 = u32::MAX;

impl<'a> Facts<'a, '_> {
    /// Bytes that are not JSON, or more of it than the limits allow, resolve no path.
    pub(super) fn raw(&mut self, paths: &Paths, bytes: &'a [u8], limits: &Limits) {
        self.memory.reader.found.clear();
        let mut marks = std::mem::take(&mut self.memory.reader.marks);
        if self.walk(paths, bytes, limits, &mut marks).is_err() {
            self.memory.slots.clear();
        }
        self.memory.reader.marks = marks;
    }

    fn walk(
        &mut self,
        paths: &Paths,
        bytes: &'a [u8],
        limits: &Limits,
        marks: &mut Marks,
    ) -> Result<(), Invalid> {
        let mut cursor = Cursor::new(text(bytes, limits)?, limits, marks);
        let mut open: SmallVec<[Open<'_>; 8]> = SmallVec::new();
        self.value(&mut cursor, paths, 0, &mut open)?;
        while let Some(here) = open.last_mut() {
            let child = if here.object {
                match cursor.member()? {
                    None => None,
                    Some(key) => {
                        let name = cursor.says(key, &mut self.memory.reader.name)?;
                        Some(here.node.names.get(name).copied())
                    }
                }
            } else if cursor.element()? {
                let index = here.index;
                here.index += 1;
                let found = here.node.elements.binary_search_by_key(&index, |&(i, _)| i);
                let child = found.ok().and_then(|place| here.node.elements.get(place));
                Some(child.map(|&(_, child)| child))
            } else {
                None
            };
            match child {
                // The end of this object or array.
                None => {
                    let range = Range {
                        start: here.start,
                        end: self.leaves.len(),
                    };
                    self.memory.reader.found.set(here.at, range);
                    open.pop();
                }
                Some(None) => cursor.skip()?,
                Some(Some(child)) => match self.memory.reader.found.get(child) {
                    None => self.value(&mut cursor, paths, child, &mut open)?,
                    // A5: two readers would disagree about all that is here.
                    Some(first) => {
                        self.forget(first);
                        // Once: a member may be there ten thousand times.
                        self.memory.reader.found.set(child, Range::default());
                        cursor.skip()?;
                    }
                },
            }
        }
        cursor.end()
    }

    /// Before a value that a path leads to: keeps it, and passes or enters it.
    fn value<'t>(
        &mut self,
        cursor: &mut Cursor<'a, '_>,
        paths: &'t Paths,
        at: u32,
        open: &mut SmallVec<[Open<'t>; 8]>,
    ) -> Result<(), Invalid> {
        let Some(node) = paths.node(at) else {
            return cursor.skip();
        };
        let start = self.leaves.len();
        let kind = cursor.kind()?;
        let object = kind == Kind::Object;
        if (object && !node.names.is_empty()) || (kind == Kind::Array && !node.elements.is_empty())
        {
            node.path
                .into_iter()
                .for_each(|path| self.set(path, Leaf::Composite));
            cursor.enter()?;
            open.push(Open {
                at,
                node,
                object,
                index: 0,
                start,
            });
            return Ok(());
        }
        match node.path {
            Some(path) => self.keep(cursor, kind, path)?,
            None => cursor.skip()?,
        }
        self.memory.reader.found.set(
            at,
            Range {
                start,
                end: self.leaves.len(),
            },
        );
        Ok(())
    }

    fn keep(
        &mut self,
        cursor: &mut Cursor<'a, '_>,
        kind: Kind,
        path: PathId,
    ) -> Result<(), Invalid> {
        let leaf = match kind {
            Kind::String => {
                let quoted = cursor.string()?;
                Leaf::Text(if quoted.escaped {
                    let mut text = self.memory.strings.pop().unwrap_or_default();
                    cursor.says(quoted, &mut text)?;
                    Cow::Owned(text)
                } else {
                    Cow::Borrowed(cursor.inside(quoted)?)
                })
            }
            Kind::Number => {
                let number = Decimal::read(cursor.raw()?, &mut self.memory.numbers);
                Leaf::Number(number.ok_or(Invalid)?)
            }
            Kind::Bool => Leaf::Bool(cursor.raw()? == "true"),
            Kind::Null => {
                cursor.skip()?;
                Leaf::Null
            }
            Kind::Array | Kind::Object => {
                cursor.skip()?;
                Leaf::Composite
            }
        };
        self.set(path, leaf);
        Ok(())
    }

    fn forget(&mut self, Range { start, end }: Range) {
        for &(path, _) in self.leaves.get(start..end).unwrap_or_default() {
            self.memory.slots.set(path.0, GONE);
        }
    }
}
