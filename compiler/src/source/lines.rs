//! Byte offsets as lines and columns, counted only when something is shown.

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in Unicode scalar values.
    pub column: usize,
}

/// Where the lines of a text begin. Built in one pass over the text; a look-up is a binary
/// search plus the length of the line before the offset.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines of a text: they end at `\n`.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0)
            .chain(breaks.map(|(at, _)| at + 1))
            .collect();
        Self { text, starts }
    }

    /// The position of a byte; an offset inside a character or past the text counts as the
    /// nearest one before it.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let (line, start) = self.line_of(offset);
        let end = self.text.floor_char_boundary(offset);
        let before = self.text.get(start..end).unwrap_or_default();
        let before = if start == 0 {
            before.trim_start_matches('\u{feff}')
        } else {
            before
        };
        Position {
            line,
            column: before.chars().count() + 1,
        }
    }

    /// The number of the line that holds a byte, from 1, and where that line begins.
    pub(crate) fn line_of(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= offset).max(1);
        (line, self.starts.get(line - 1).copied().unwrap_or_default())
    }

    /// The text of the line that begins at `start`, without its line break.
    pub(crate) fn line_text(&self, start: usize) -> &'a str {
        let rest = self.text.get(start..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        line.strip_suffix('\r').unwrap_or(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_end_at_newlines() {
        let lines = Lines::of("äb\r\nc\n");
        assert_eq!(lines.position(0), Position { line: 1, column: 1 });
        assert_eq!(lines.position(2), Position { line: 1, column: 2 });
        assert_eq!(
            lines.position(1),
            Position { line: 1, column: 1 },
            "inside a character"
        );
        assert_eq!(lines.position(5), Position { line: 2, column: 1 });
        assert_eq!(lines.position(7), Position { line: 3, column: 1 });
        assert_eq!(lines.position(99), Position { line: 3, column: 1 });
        assert_eq!(lines.line_text(0), "äb");
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        assert_eq!(
            Lines::of("\u{feff}[").position(3),
            Position { line: 1, column: 1 }
        );
    }
}
