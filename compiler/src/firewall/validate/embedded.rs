//! JSON text inside a string of the document, with positions in the document itself (Q2, Q7).

use crate::document::{self, Member, Node, Path, Value};
use crate::fault::{Collector, Fault, FaultKind};
use crate::limits::Limits;
use crate::source::{Source, Span};
use std::borrow::Cow;

/// Where a rule's embedded texts come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Embedding<'s> {
    pub(super) source: &'s Source<'s>,
    pub(super) limits: &'s Limits,
}

impl Embedding<'_> {
    /// Reads the JSON text that `node` holds; `None` if it is empty, which stands for nothing
    /// (A1), or faulty.
    pub(super) fn read<'n>(
        &self,
        node: &'n Node<'_>,
        path: &Path<'_>,
        faults: &mut Collector,
    ) -> Option<Node<'n>> {
        let text = document::read::text(node, path, faults)?;
        let start = text.trim_start_matches([' ', '\t', '\n', '\r']);
        if start.is_empty() {
            return None;
        }
        let offsets = Offsets::of(text, node.span, self.source.text);
        if !start.starts_with(['{', '[']) {
            let message = "expected a JSON object as text";
            let fault = Fault::new(FaultKind::Syntax, path.at(node.span), message);
            faults.push(fault.help("write the text of a JSON object, which begins with `{`"));
            return None;
        }
        match document::parse(&Source::new("", text), self.limits) {
            Ok(mut tree) => {
                offsets.shift(&mut tree);
                Some(tree)
            }
            Err(inner) => {
                for mut fault in inner.0 {
                    fault.at.span = offsets.span(fault.at.span);
                    fault.at.pointer.insert_str(0, &path.pointer());
                    if let Some(related) = &mut fault.related {
                        related.at.span = offsets.span(related.at.span);
                        related.at.pointer.insert_str(0, &path.pointer());
                    }
                    faults.push(fault);
                }
                None
            }
        }
    }
}

/// Where the bytes of a string's text stand in the document.
enum Offsets {
    /// So many bytes further on.
    Shifted(u32),
    /// By byte of the text, and one for its end.
    Each(Box<[u32]>),
    /// Written in a way that has no plain offsets (a folded block): the whole string.
    Whole(Span),
}

impl Offsets {
    /// Of the text of the string at `span`. Linear.
    fn of(text: &str, span: Span, source: &str) -> Self {
        let written = source.get(span.range()).unwrap_or_default();
        let inside = |mark| {
            written
                .strip_prefix(mark)
                .and_then(|rest| rest.strip_suffix(mark))
        };
        let offsets = if let Some(inside) = inside('"') {
            Self::walk(inside, text, span.start + 1, double)
        } else if let Some(inside) = inside('\'') {
            Self::walk(inside, text, span.start + 1, single)
        } else {
            (written == text).then_some(Self::Shifted(span.start))
        };
        offsets
            .filter(|_| !text.is_empty())
            .unwrap_or(Self::Whole(span))
    }

    /// Reads the inside of a quoted string character by character; `None` unless that gives
    /// the very text.
    fn walk(
        inside: &str,
        text: &str,
        start: u32,
        next: fn(&str) -> Option<(char, usize)>,
    ) -> Option<Self> {
        if inside == text {
            return Some(Self::Shifted(start));
        }
        let mut offsets = Vec::with_capacity(text.len() + 1);
        let mut at = 0;
        for expected in text.chars() {
            let (char, length) = next(inside.get(at..)?)?;
            if char != expected {
                return None;
            }
            let here = start.checked_add(u32::try_from(at).ok()?)?;
            offsets.extend(std::iter::repeat_n(here, char.len_utf8()));
            at += length;
        }
        offsets.push(start.checked_add(u32::try_from(at).ok()?)?);
        (at == inside.len()).then_some(Self::Each(offsets.into()))
    }

    fn span(&self, span: Span) -> Span {
        let each = |offsets: &[u32], at: u32| {
            offsets
                .get(at as usize)
                .or(offsets.last())
                .copied()
                .unwrap_or_default()
        };
        match self {
            Self::Shifted(by) => Span {
                start: span.start.saturating_add(*by),
                end: span.end.saturating_add(*by),
            },
            Self::Each(offsets) => Span {
                start: each(offsets, span.start),
                end: each(offsets, span.end),
            },
            Self::Whole(whole) => *whole,
        }
    }

    /// Moves every position of a tree. Recursion is bounded by the depth that made it.
    fn shift(&self, node: &mut Node<'_>) {
        node.span = self.span(node.span);
        match &mut node.value {
            Value::Array(nodes) => nodes.iter_mut().for_each(|node| self.shift(node)),
            Value::Object(members) => {
                for Member {
                    name_span, value, ..
                } in members
                {
                    *name_span = self.span(*name_span);
                    self.shift(value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

/// The next character of a double-quoted string, and how many bytes write it.
fn double(rest: &str) -> Option<(char, usize)> {
    let first = rest.chars().next()?;
    if first != '\\' {
        return Some((first, first.len_utf8()));
    }
    // The longest escape: two halves of a surrogate pair.
    [12, 6, 2].into_iter().find_map(|length| {
        let literal = format!("\"{}\"", rest.get(..length)?);
        let text: Cow<'_, str> = serde_json::from_str::<String>(&literal).ok()?.into();
        let mut chars = text.chars();
        let char = chars.next().filter(|_| chars.next().is_none())?;
        Some((char, length))
    })
}

/// The next character of a YAML single-quoted string. Lines that are folded do not give their
/// text.
fn single(rest: &str) -> Option<(char, usize)> {
    let first = rest.chars().next()?;
    match first {
        '\'' => rest.starts_with("''").then_some(('\'', 2)),
        _ => Some((first, first.len_utf8())),
    }
}
