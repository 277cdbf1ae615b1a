//! Where the comments of a YAML document stand.

use crate::document::{Node, Value};

/// A comment: from its `#` to the end of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    pub(super) start: usize,
    pub(super) text: &'a str,
    /// Nothing but white space stands before it on its line.
    pub(super) own_line: bool,
}

/// Every comment of a YAML text: a `#` at the start of a line or behind white space, outside
/// every scalar. Linear in the text.
pub(super) fn comments<'a>(text: &'a str, document: &Node<'_>) -> Vec<Comment<'a>> {
    let scalars = scalars(text, document);
    let mut scalars = scalars.iter().peekable();
    let mut found = Vec::new();
    let mut line = 0;
    for piece in text.split_inclusive('\n') {
        let mut from = 0;
        while let Some(at) = piece.get(from..).and_then(|rest| rest.find('#')) {
            let at = from + at;
            let offset = line + at;
            while scalars.peek().is_some_and(|(_, end)| *end <= offset) {
                scalars.next();
            }
            let inside = scalars.peek().is_some_and(|(start, _)| *start <= offset);
            let before = piece.get(..at).unwrap_or_default();
            if !inside && (before.is_empty() || before.ends_with([' ', '\t'])) {
                found.push(Comment {
                    start: offset,
                    text: piece.get(at..).unwrap_or_default().trim_end(),
                    own_line: before.trim().is_empty(),
                });
                break;
            }
            from = at + 1;
        }
        line += piece.len();
    }
    found
}

/// The spans of every scalar and member name, in order.
fn scalars(text: &str, document: &Node<'_>) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut nodes = vec![document];
    while let Some(node) = nodes.pop() {
        match &node.value {
            Value::Array(elements) => nodes.extend(elements),
            Value::Object(members) => {
                for member in members {
                    spans.push(written(text, member.name_span.range()));
                    nodes.push(&member.value);
                }
            }
            _ => spans.push(written(text, node.span.range())),
        }
    }
    spans.sort_unstable();
    spans
}

/// Where a scalar starts and ends.
fn written(text: &str, span: std::ops::Range<usize>) -> (usize, usize) {
    (span.start, scalar_end(text, span))
}

/// Where a scalar's text ends: a reader's span may reach over the white space and the comment
/// behind it.
pub(super) fn scalar_end(text: &str, span: std::ops::Range<usize>) -> usize {
    let start = span.start;
    let covered = text.get(span).unwrap_or_default();
    let quote = covered.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(quote) = quote else {
        return start + covered.trim_end().len();
    };
    let mut chars = covered.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        let escapes = c == '\\' && quote == '"';
        let doubled = c == quote && quote == '\'' && chars.peek().is_some_and(|&(_, c)| c == quote);
        if escapes || doubled {
            chars.next();
        } else if c == quote {
            return start + at + 1;
        }
    }
    start + covered.trim_end().len()
}

/// Where the text of a node ends: a block collection's with its last scalar.
pub(super) fn written_end(text: &str, node: &Node<'_>) -> usize {
    let mut node = node;
    loop {
        let flow = text
            .get(node.span.range())
            .is_some_and(|it| it.starts_with(['{', '[']));
        let inner = match &node.value {
            Value::Array(elements) if !flow => elements.last(),
            Value::Object(members) if !flow => members.last().map(|member| &member.value),
            _ => return scalar_end(text, node.span.range()),
        };
        match inner {
            Some(inner) => node = inner,
            None => return node.span.end as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{scalar_end, written_end};
    use crate::document::parse;
    use crate::limits::Limits;
    use crate::source::Source;

    #[test]
    fn a_scalar_ends_at_its_own_quote_or_before_white_space() {
        for (text, end) in [
            ("x\"a\"  # c", 4),
            ("x\"a\\\"b\" # \"c\"", 7),
            ("x'a' # it's", 4),
            ("x'it''s' # c", 8),
            ("x'a\"' ", 5),
            ("xplain  \n", 6),
            ("x\"open \n", 6),
            ("x'open \n", 6),
        ] {
            assert_eq!(scalar_end(text, 1..text.len()), end, "{text:?}");
        }
    }

    #[test]
    fn a_collection_ends_with_its_bracket_or_its_last_scalar() {
        for (text, end) in [
            ("a: [1, 2 ]  # c\n", "a: [1, 2 ]"),
            ("a: {b: 1 }  # c\n", "a: {b: 1 }"),
            ("a:\n  - 1\n  - 2  # c\n\n# d\n", "a:\n  - 1\n  - 2"),
            ("a:\n  b: 'c'  # d\n  # e\n", "a:\n  b: 'c'"),
            ("- [1, {a: 2 } ]  # c\n\n", "- [1, {a: 2 } ]"),
        ] {
            let node = parse(&Source::new("p", text), &Limits::default()).unwrap();
            assert_eq!(text.get(..written_end(text, &node)), Some(end), "{text:?}");
        }
    }
}
