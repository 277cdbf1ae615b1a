//! Byte offsets as lines and columns, counted only when something is shown.

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in Unicode scalar values.
    pub column: usize,
}

/// How many bytes of a text one count of characters covers.
const BLOCK: usize = 4096;

/// Where the lines of a text begin. Built in one pass over the text; a look-up is a binary
/// search and a count over at most two blocks, however long the line: a document may well be
/// one line with a fault in every rule.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// How many characters begin before each whole block.
    chars: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines of a text: they end at `\n`.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0)
            .chain(breaks.map(|(at, _)| at + 1))
            .collect();
        let blocks = text.as_bytes().chunks(BLOCK).scan(0, |before, block| {
            let here = *before;
            *before += beginnings(block);
            Some(here)
        });
        Self {
            text,
            starts,
            chars: blocks.collect(),
        }
    }

    /// The position of a byte; an offset inside a character or past the text counts as the
    /// nearest one before it.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let (line, start) = self.line_of(offset);
        let end = self.text.floor_char_boundary(offset);
        let mark = usize::from(start == 0 && end > 0 && self.text.starts_with('\u{feff}'));
        let before = self.chars_before(end) - self.chars_before(start) - mark;
        Position {
            line,
            column: before + 1,
        }
    }

    /// The number of the line that holds a byte, from 1. Cheaper than [`Lines::position`].
    #[must_use]
    pub fn line(&self, offset: usize) -> usize {
        self.line_of(offset).0
    }

    /// How many characters begin before an offset.
    fn chars_before(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        let block = (offset / BLOCK).min(self.chars.len().saturating_sub(1));
        let rest = self.text.as_bytes().get(block * BLOCK..offset);
        let before = self.chars.get(block).copied().unwrap_or_default();
        before + beginnings(rest.unwrap_or_default())
    }

    /// The number of the line that holds a byte, from 1, and where that line begins.
    pub(crate) fn line_of(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= offset).max(1);
        (line, self.starts.get(line - 1).copied().unwrap_or_default())
    }

    /// The text of the line that begins at `start`, without its line break.
    pub(crate) fn line_text(&self, start: usize) -> &'a str {
        let (line, start) = self.line_of(start);
        let end = self.starts.get(line).map(|next| next - 1);
        let line = self.text.get(start..end.unwrap_or(self.text.len()));
        let line = line.unwrap_or_default();
        line.strip_suffix('\r').unwrap_or(line)
    }
}

/// How many characters begin in these bytes.
fn beginnings(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
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

    #[test]
    fn a_byte_order_mark_counts_on_the_first_line_only() {
        let lines = Lines::of("\u{feff}a\nb");
        assert_eq!(lines.position(0), Position { line: 1, column: 1 });
        assert_eq!(lines.position(4), Position { line: 1, column: 2 });
        assert_eq!(lines.position(5), Position { line: 2, column: 1 });
        assert_eq!(lines.position(6), Position { line: 2, column: 2 });
    }

    #[test]
    fn columns_are_right_across_blocks() {
        let text = format!("a\n{}x", "é".repeat(3 * BLOCK));
        let lines = Lines::of(&text);
        for column in [1, 2, BLOCK / 2, BLOCK, 2 * BLOCK + 7, 3 * BLOCK + 1] {
            let offset = 2 + 2 * (column - 1);
            assert_eq!(lines.position(offset), Position { line: 2, column });
            assert_eq!(
                lines
                    .position(offset + usize::from(column <= 3 * BLOCK))
                    .column,
                column
            );
        }
        assert_eq!(lines.line_text(2), text.split('\n').nth(1).unwrap());
        let exact = "x".repeat(2 * BLOCK);
        assert_eq!(Lines::of(&exact).position(2 * BLOCK).column, 2 * BLOCK + 1);
    }
}
