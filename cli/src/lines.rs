//! Lines of any length in bounded memory.

use std::io::{self, Read};

/// One line, without its line break.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// The bytes of the line.
    Bytes(&'a [u8]),
    /// It was longer than the limit: read past, not kept.
    TooLong {
        /// How many bytes it has.
        bytes: u64,
    },
}

/// Reads lines and lends each from its buffer: a line is copied only where the buffer ends in
/// the middle of it. Memory is bounded by the limit, time is linear in the input.
pub(crate) struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// What of the buffer holds input not handed out yet.
    start: usize,
    end: usize,
    limit: usize,
    ended: bool,
    taken: u64,
    /// Where the next line ends, from `start`, where that was found already.
    found: Option<usize>,
}

/// How much is asked of the source at once.
const CHUNK: usize = 1 << 18;

impl<R: Read> Lines<R> {
    /// Lines of at most `limit` bytes.
    pub(crate) fn new(source: R, limit: usize) -> Self {
        Self {
            source,
            buffer: vec![0; CHUNK],
            start: 0,
            end: 0,
            limit,
            ended: false,
            taken: 0,
            found: None,
        }
    }

    /// How many bytes the lines handed out so far took, breaks included.
    pub(crate) const fn taken(&self) -> u64 {
        self.taken
    }

    /// Whether the next line must be waited for: no whole line is held.
    pub(crate) fn would_wait(&mut self) -> bool {
        if self.found.is_none() {
            let held = self.buffer.get(self.start..self.end).unwrap_or_default();
            self.found = memchr::memchr(b'\n', held);
        }
        self.found.is_none()
    }

    /// The next line, `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        if let Some(length) = self.found.take() {
            return Ok(Some(self.hand_out(length, 1)));
        }
        let mut searched = 0;
        loop {
            let held = self.buffer.get(self.start..self.end).unwrap_or_default();
            let fresh = held.get(searched..).unwrap_or_default();
            if let Some(at) = memchr::memchr(b'\n', fresh) {
                return Ok(Some(self.hand_out(searched + at, 1)));
            }
            searched = held.len();
            if self.ended {
                return Ok((searched > 0).then(|| self.hand_out(searched, 0)));
            }
            if searched > self.limit {
                return self.skip_rest();
            }
            self.fill()?;
        }
    }

    fn hand_out(&mut self, length: usize, line_break: usize) -> Line<'_> {
        let from = self.start;
        self.start += length + line_break;
        self.taken += (length + line_break) as u64;
        if length > self.limit {
            return Line::TooLong {
                bytes: length as u64,
            };
        }
        Line::Bytes(self.buffer.get(from..from + length).unwrap_or_default())
    }

    /// Reads past the rest of a line that is too long already.
    fn skip_rest(&mut self) -> io::Result<Option<Line<'_>>> {
        let mut bytes = 0_u64;
        loop {
            let held = self.buffer.get(self.start..self.end).unwrap_or_default();
            let line_break = memchr::memchr(b'\n', held);
            let length = line_break.unwrap_or(held.len());
            bytes += length as u64;
            self.start += length + usize::from(line_break.is_some());
            if line_break.is_some() || self.ended {
                self.taken += bytes + u64::from(line_break.is_some());
                return Ok(Some(Line::TooLong { bytes }));
            }
            self.fill()?;
        }
    }

    /// Gets more input behind what is held.
    fn fill(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.buffer.len() - self.end < CHUNK {
            let wanted = (self.buffer.len() * 2).min(self.limit.saturating_add(2 * CHUNK));
            self.buffer.resize(wanted.max(self.end + CHUNK), 0);
        }
        loop {
            let room = self.buffer.get_mut(self.end..).unwrap_or_default();
            match self.source.read(room) {
                Ok(0) => {
                    self.ended = true;
                    return Ok(());
                }
                Ok(read) => {
                    self.end += read;
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests;
