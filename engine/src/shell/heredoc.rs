//! Here-documents: delimiters and bodies.
//!
//! A body begins after the next newline of the list that its redirect stands in. What cannot be
//! agreed on between shells (a newline inside a substitution while a body is waiting, a
//! delimiter with expansions, a line that only begins with the delimiter) is not read.

use super::frame::{Fault, Growing, Kind};
use super::parse::Parser;
use super::reason::Reason;
use super::store::{Range, Shape, Word, index};

/// How many bodies may be waited for.
const WAITING: usize = 16;

/// A here-document whose body has not come yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    /// Where its redirect stands.
    pub(super) at: u32,
    /// Its delimiter in the arena.
    pub(super) delimiter: Range,
    /// Leading tabs are dropped.
    pub(super) tabs: bool,
    /// The delimiter was quoted: the body is data.
    pub(super) quoted: bool,
}

impl Parser<'_, '_> {
    /// A here-document's delimiter is complete.
    pub(super) fn document(
        &mut self,
        word: Word,
        growing: Growing,
        tabs: bool,
    ) -> Result<(), Fault> {
        let text = self.store.text(word.text);
        if word.shape != Shape::Literal && growing.brace != 3
            || text.is_empty()
            || text.starts_with('\t')
            || text.contains('\n')
            || self.store.pending.len() >= WAITING
        {
            return Err(self.fault(Reason::Ambiguous, word.at as usize));
        }
        let in_body = self
            .store
            .frames
            .iter()
            .skip(self.base)
            .any(|frame| matches!(frame.kind, Kind::Body(..)));
        if in_body {
            return Err(self.fault(Reason::Ambiguous, word.at as usize));
        }
        self.store.pending.push(Pending {
            at: word.at,
            delimiter: word.text,
            tabs,
            quoted: growing.quoted,
        });
        Ok(())
    }

    /// Reads the bodies that wait at this level, after a newline. Returns at the first one
    /// that has expansions to look at: its frame goes on from there.
    pub(super) fn bodies(&mut self) -> Result<(), Fault> {
        let at = self.cur.pending as usize;
        while let Some(&pending) = self.store.pending.get(at) {
            self.store.pending.remove(at);
            if self.broken_line(pending.at as usize) {
                return Err(self.fault(Reason::Ambiguous, pending.at as usize));
            }
            let (end, next) = self.body_end(pending)?;
            if pending.quoted || !self.has_expansion(self.pos, end) {
                self.pos = next;
                continue;
            }
            self.push(Kind::Body(index(self.end), index(next)))?;
            self.end = end;
            return Ok(());
        }
        Ok(())
    }

    /// Whether a newline stands between a redirect and the one its body follows: inside quotes
    /// or a substitution, where shells disagree about which one counts.
    fn broken_line(&self, from: usize) -> bool {
        let line = self
            .bytes
            .get(from..self.pos.saturating_sub(1))
            .unwrap_or_default();
        let mut escaped = false;
        line.iter().any(|&byte| {
            let broken = byte == b'\n' && !escaped;
            escaped = byte == b'\\' && !escaped;
            broken
        })
    }

    fn has_expansion(&self, from: usize, to: usize) -> bool {
        self.bytes
            .get(from..to)
            .is_some_and(|body| body.iter().any(|&byte| byte == b'$' || byte == b'`'))
    }

    /// Where the body ends, and where the text after its delimiter goes on.
    fn body_end(&self, pending: Pending) -> Result<(usize, usize), Fault> {
        let delimiter = self.store.text(pending.delimiter).as_bytes();
        let substitution = self.in_substitution();
        let mut line = self.pos;
        let mut continued = false;
        while line < self.end {
            let rest = self.bytes.get(line..self.end).unwrap_or_default();
            let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let whole = rest.get(..length).unwrap_or_default();
            let mut text = whole;
            if pending.tabs {
                while let Some((b'\t', after)) = text.split_first() {
                    text = after;
                }
            }
            if text == delimiter {
                if continued {
                    return Err(self.fault(Reason::Ambiguous, line));
                }
                return Ok((line, (line + length + 1).min(self.end)));
            }
            if text.starts_with(delimiter)
                && (substitution || text.get(delimiter.len()) == Some(&b'\r'))
            {
                return Err(self.fault(Reason::Ambiguous, line));
            }
            continued = !pending.quoted
                && whole
                    .iter()
                    .rev()
                    .take_while(|&&byte| byte == b'\\')
                    .count()
                    % 2
                    == 1;
            line += length + 1;
        }
        if substitution {
            return Err(self.fault(Reason::Syntax, self.pos));
        }
        // Shells warn about a missing delimiter and take the rest as the body.
        Ok((self.end, self.end))
    }

    fn in_substitution(&self) -> bool {
        self.store
            .frames
            .iter()
            .skip(self.base)
            .any(|frame| frame.kind == Kind::Substitution)
    }

    /// One step in a body: its expansions are looked at, its quotes are nothing. There is no word
    /// that they would grow.
    pub(super) fn step_body(&mut self, outer: u32, next: u32) -> Result<(), Fault> {
        let Some(byte) = self.byte() else {
            self.store.frames.pop();
            self.end = outer as usize;
            self.pos = next as usize;
            return self.bodies();
        };
        match byte {
            b'\\' => self.pos += 2,
            b'$' => self.dollar(true)?,
            b'`' => self.backquote(true)?,
            _ => self.pos += 1,
        }
        Ok(())
    }
}
