//! The offending line with its offending part underlined.

use crate::fault::Related;
use crate::fault::quote::{is_treacherous, plain};
use crate::source::{Lines, Location};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthChar;

/// Columns of a line that are shown at most.
const WIDEST: usize = 96;
/// Columns that are shown before the span when a line has to be clipped.
const BEFORE: usize = 32;
/// Characters of a line that are looked at on each side of the span.
const LOOKED_AT: usize = 2 * WIDEST;

/// The width of the column of line numbers.
pub(super) fn margin(lines: &Lines<'_>, at: &Location, related: Option<&Related>) -> usize {
    let line = |at: &Location| lines.line_of(at.span.start as usize).0;
    let last = line(at).max(related.map_or(0, |related| line(&related.at)));
    last.to_string().len() + 2
}

/// Appends the line and, below it, the carets and the JSON pointer. A span over several lines is underlined to the
/// end of its first.
pub(super) fn push(
    out: &mut String,
    lines: &Lines<'_>,
    at: &Location,
    margin: usize,
    (strong, reset): (&str, &str),
) {
    let span = at.span;
    let (number, start) = lines.line_of(span.start as usize);
    let line = lines.line_text(start);
    let from = line.floor_char_boundary((span.start as usize).saturating_sub(start));
    let to = line
        .floor_char_boundary((span.end as usize).saturating_sub(start))
        .max(from);
    let before = line.get(..from).unwrap_or_default();
    let marked = line.get(from..to).unwrap_or_default();
    let after = line.get(to..).unwrap_or_default();

    let (before, indent) = shown_before(before, BEFORE.max(WIDEST.saturating_sub(cells(marked))));
    let room = WIDEST.saturating_sub(indent);
    let (marked, carets) = shown_after(marked, room);
    // What is clipped already says so.
    let after = match room.checked_sub(carets) {
        Some(room) => shown_after(after, room).0,
        None => String::new(),
    };

    let _ = writeln!(out, "{number:>margin$} | {before}{marked}{after}");
    let underline = "^".repeat(carets.max(1));
    let gap = if at.pointer.is_empty() { "" } else { " " };
    let pointer = plain(&at.pointer);
    let _ = writeln!(
        out,
        "{:margin$} | {:indent$}{strong}{underline}{reset}{gap}{pointer}",
        "", ""
    );
}

/// How many columns a text takes, counted no further than it matters.
fn cells(text: &str) -> usize {
    text.chars()
        .take(LOOKED_AT)
        .map(|char| printed(char).1)
        .sum()
}

/// The end of a text, within so many columns, and the columns it takes.
fn shown_before(text: &str, room: usize) -> (String, usize) {
    let mut kept = Vec::new();
    let mut used = 0;
    let mut clipped = false;
    for char in text.chars().rev() {
        let (shown, width) = printed(char);
        if used + width > room.saturating_sub(1) {
            clipped = true;
            break;
        }
        used += width;
        kept.push(shown);
    }
    if clipped {
        kept.push("…".to_owned());
        used += 1;
    }
    (kept.into_iter().rev().collect(), used)
}

/// The beginning of a text, within so many columns, and the columns it takes.
fn shown_after(text: &str, room: usize) -> (String, usize) {
    let mut shown = String::new();
    let mut used = 0;
    for char in text.chars() {
        let (piece, width) = printed(char);
        if used + width > room {
            shown.push('…');
            return (shown, used + 1);
        }
        used += width;
        shown.push_str(&piece);
    }
    (shown, used)
}

/// A character as it is printed, and its columns: tabs as spaces, what a terminal would act
/// on as a replacement character.
fn printed(char: char) -> (String, usize) {
    match char {
        '\t' => ("    ".to_owned(), 4),
        '\u{feff}' => (String::new(), 0),
        char if is_treacherous(char) => ("\u{fffd}".to_owned(), 1),
        char => (char.to_string(), char.width().unwrap_or(0)),
    }
}
