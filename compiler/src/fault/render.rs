//! Faults as text and as JSON: the one border where errors become output.
//!
//! ```text
//! policy.json:2:22: error[unknown-member]: `dir` is not a member of a rule
//!   2 | { "tool": "fs_read", "dir": "/srv", "decision": "allow" }
//!     |                      ^^^^^ /0/dir
//!     = help: did you mean `under`?
//! ```

mod snippet;

use super::{Fault, FaultKind, Faults, quote::plain};
use crate::source::{Lines, Location, Source, Span};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Whether what is rendered stops the document from loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// It does.
    Error,
    /// It does not: lint.
    Warning,
}

impl Level {
    /// `error` or `warning`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// How faults are shown to people.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// ANSI colours.
    pub ansi: bool,
}

impl Style {
    fn paint(self, code: &'static str) -> (&'static str, &'static str) {
        if self.ansi {
            (code, "\u{1b}[0m")
        } else {
            ("", "")
        }
    }
}

const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[1;33m";
const BLUE: &str = "\u{1b}[1;34m";
const BOLD: &str = "\u{1b}[1m";

/// Faults (or warnings) of a source, for people: place, message, the offending line, help.
///
/// Linear in the text plus, for each fault, the lines it shows.
#[must_use]
pub fn text(faults: &[Fault], source: &Source<'_>, level: Level, style: Style) -> String {
    let lines = Lines::of(source.text);
    let mut out = String::new();
    for fault in faults {
        one(&mut out, fault, source, &lines, level, style);
    }
    out
}

/// One line of any text with the word at a byte offset underlined, as faults are shown.
///
/// Linear in the text.
#[must_use]
pub fn excerpt(text: &str, at: usize, style: Style) -> String {
    let rest = text.get(at..).unwrap_or_default();
    let ends = |c: char| c.is_whitespace() || matches!(c, ';' | '|' | '&');
    let word = rest.find(ends).unwrap_or(rest.len());
    let at = Location::at(Span::new(at, at + word));
    let lines = Lines::of(text);
    let margin = snippet::margin(&lines, &at, None);
    let mut out = String::new();
    snippet::push(&mut out, &lines, &at, margin, style.paint(RED));
    out
}

/// [`text`] of a document's faults, without colours.
#[must_use]
pub fn faults(faults: &Faults, source: &Source<'_>) -> String {
    text(&faults.0, source, Level::Error, Style::default())
}

/// A fault for programs: `kind`, `at` (JSON pointer), `line`, `column`, `message`, and where
/// they exist `code`, `help` and `related`.
#[must_use]
pub fn json(fault: &Fault, lines: &Lines<'_>) -> Value {
    let mut value = json!({
        "kind": fault.kind.as_str(),
        "message": fault.message,
    });
    place(&mut value, &fault.at, lines);
    if let Some(code) = fault.code {
        set(&mut value, "code", code.into());
    }
    if let Some(help) = &fault.help {
        set(&mut value, "help", help.as_str().into());
    }
    if let Some(related) = &fault.related {
        let mut second = json!({ "message": related.message });
        place(&mut second, &related.at, lines);
        set(&mut value, "related", second);
    }
    value
}

fn place(value: &mut Value, at: &Location, lines: &Lines<'_>) {
    let position = lines.position(at.span.start as usize);
    set(value, "at", at.pointer.as_str().into());
    set(value, "line", position.line.into());
    set(value, "column", position.column.into());
}

fn set(value: &mut Value, name: &str, to: Value) {
    if let Some(object) = value.as_object_mut() {
        object.insert(name.to_owned(), to);
    }
}

fn one(
    out: &mut String,
    fault: &Fault,
    source: &Source<'_>,
    lines: &Lines<'_>,
    level: Level,
    style: Style,
) {
    let (strong, reset) = style.paint(match level {
        Level::Error => RED,
        Level::Warning => YELLOW,
    });
    let (bold, _) = style.paint(BOLD);
    let kind = match fault.kind {
        FaultKind::Lint => fault.code.unwrap_or(FaultKind::Lint.as_str()),
        kind => kind.as_str(),
    };
    let place = place_text(&fault.at, source, lines);
    let level = level.as_str();
    let message = plain(&fault.message);
    let _ = writeln!(
        out,
        "{place}: {strong}{level}[{kind}]{reset}{bold}: {message}{reset}"
    );
    let margin = snippet::margin(lines, &fault.at, fault.related.as_deref());
    if has_text(&fault.at, source) {
        snippet::push(out, lines, &fault.at, margin, (strong, reset));
    }
    let (blue, reset) = style.paint(BLUE);
    if let Some(related) = &fault.related {
        let place = place_text(&related.at, source, lines);
        let message = plain(&related.message);
        let _ = writeln!(
            out,
            "{:margin$} {blue}= note{reset}: {message}: {place}",
            ""
        );
    }
    if let Some(help) = &fault.help {
        let _ = writeln!(out, "{:margin$} {blue}= help{reset}: {}", "", plain(help));
    }
}

/// Whether a place can be shown: a document given as values has no text.
fn has_text(at: &Location, source: &Source<'_>) -> bool {
    !source.text.is_empty() || at.pointer.is_empty()
}

fn place_text(at: &Location, source: &Source<'_>, lines: &Lines<'_>) -> String {
    let name = plain(source.name);
    if has_text(at, source) {
        let position = lines.position(at.span.start as usize);
        format!("{name}:{}:{}", position.line, position.column)
    } else {
        format!("{name}:{}", plain(&at.pointer))
    }
}

#[cfg(test)]
mod tests;
