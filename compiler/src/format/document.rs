//! One way of writing a document: rules on a line each where they fit.

use super::comments::{Comment, comments, scalar_end, written_end};
use super::same;
use super::scalar::{flow_text, json_text, member_text};
use crate::document::{Node, Value, parse};
use crate::fault::Faults;
use crate::limits::Limits;
use crate::source::Source;
use std::fmt;

/// How wide a line may be, in characters.
const WIDTH: usize = 100;

/// Why a document is left as it is.
#[derive(Clone, Debug)]
pub enum Unformattable {
    /// It does not parse.
    Faults(Faults),
    /// What was written does not say the same as what was read.
    Meaning,
}

impl From<Faults> for Unformattable {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

impl fmt::Display for Unformattable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Faults(_) => "the document does not parse",
            Self::Meaning => "the document is written in a way that cannot be formatted safely",
        })
    }
}

impl std::error::Error for Unformattable {}

/// Formats a document, JSON or YAML, in the notation it is in. What it says stays the same,
/// members stay in their order, and every comment stays: behind what it stands behind, or, where
/// that shares its line with something else now, on a line of its own before it. The result is
/// read back to see to it.
///
/// # Errors
/// The document does not parse, or cannot be formatted without losing something.
pub fn format(source: &Source<'_>, limits: &Limits) -> Result<String, Unformattable> {
    let document = parse(source, limits)?;
    let text = source.text;
    let json = text
        .trim_start_matches(['\u{feff}', ' ', '\t', '\n', '\r'])
        .starts_with(['{', '[']);
    let comments = if json {
        Vec::new()
    } else {
        comments(text, &document)
    };
    let mut writer = Writer {
        text,
        json,
        comments: &comments,
        next: 0,
        out: String::new(),
    };
    writer.document(&document);
    let written = writer.out;
    let again = parse(&Source::new(source.name, &written), limits)?;
    if !same(&document, &again) {
        return Err(Unformattable::Meaning);
    }
    let kept = |text: &str, node: &Node<'_>| -> Vec<String> {
        let found = super::comments::comments(text, node);
        found
            .into_iter()
            .map(|comment| comment.text.to_owned())
            .collect()
    };
    if !json && kept(text, &document) != kept(&written, &again) {
        return Err(Unformattable::Meaning);
    }
    Ok(written)
}

struct Writer<'a> {
    text: &'a str,
    json: bool,
    comments: &'a [Comment<'a>],
    /// The first comment not written yet.
    next: usize,
    out: String,
}

impl<'a> Writer<'a> {
    fn document(&mut self, node: &Node<'_>) {
        if self.json {
            self.value(node, 0, 0);
            self.out.push('\n');
        } else {
            self.block(node, 0, usize::MAX, None);
        }
        self.leading(usize::MAX, 0);
    }

    /// A comment on a line of its own.
    fn own_line(&mut self, comment: Comment<'a>, indent: usize) {
        self.blank_before(comment.start);
        self.indent(indent);
        self.out.push_str(comment.text);
        self.out.push('\n');
        self.next += 1;
    }

    /// The comments that stand before an offset and are not written yet, each on a line of its
    /// own.
    fn leading(&mut self, before: usize, indent: usize) {
        while let Some(comment) = self.comments.get(self.next).copied() {
            if comment.start >= before {
                return;
            }
            self.own_line(comment, indent);
        }
    }

    /// The comment that stands behind an offset on its line, before what comes next.
    fn trailing(&mut self, after: usize, before: usize) {
        let Some(comment) = self.comments.get(self.next).copied() else {
            return;
        };
        let same_line = |from: usize| {
            let between = self.text.get(from..comment.start);
            between.is_some_and(|between| !between.contains('\n'))
        };
        let between = comment.start >= after && comment.start < before;
        if !comment.own_line && between && same_line(after) {
            self.out.push(' ');
            self.out.push_str(comment.text);
            self.next += 1;
        }
    }

    /// One blank line where the source has some before an offset.
    fn blank_before(&mut self, at: usize) {
        let before = self.text.get(..at).unwrap_or_default();
        let gap = before.len() - before.trim_end().len();
        let blank = before.get(before.len() - gap..).unwrap_or_default();
        if blank.matches('\n').count() > 1 && !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    /// Whether a comment not written yet stands before an offset.
    fn comment_before(&self, at: usize) -> bool {
        let next = self.comments.get(self.next);
        next.is_some_and(|comment| comment.start < at)
    }

    /// A comment before this offset stands before all of a node that is written in a block: its
    /// first name, or the end of its first value of one piece.
    fn first(&self, node: &Node<'_>) -> usize {
        let mut node = node;
        loop {
            match &node.value {
                Value::Object(members) => match members.first() {
                    Some(member) if is_open(&member.value) => {
                        return member.name_span.start as usize;
                    }
                    Some(member) => return self.end(&member.value),
                    None => return self.end(node),
                },
                Value::Array(elements) => match elements.first() {
                    Some(first) => node = first,
                    None => return self.end(node),
                },
                _ => return self.end(node),
            }
        }
    }

    /// Where a node's text ends: block collections end with their last scalar.
    fn end(&self, node: &Node<'_>) -> usize {
        written_end(self.text, node)
    }

    /// How many bytes stand before an offset on its line.
    fn column(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        at - before.rfind('\n').map_or(0, |line| line + 1)
    }

    /// Whether a collection is written in brackets.
    fn is_flow(&self, node: &Node<'_>) -> bool {
        let written = self.text.get(node.span.range());
        written.is_some_and(|it| it.starts_with(['{', '[']))
    }

    /// Where the dash of a list's element stands; in brackets, the element itself.
    fn dash(&self, list: &Node<'_>, element: &Node<'_>) -> usize {
        let start = element.span.start as usize;
        if self.is_flow(list) {
            return start;
        }
        let before = self.text.get(..start).unwrap_or_default();
        before.rfind('-').unwrap_or(start)
    }

    /// Whether a comment is the last of a collection that stands in something which begins at
    /// `outer`: inside its brackets, or, in a block, on a line further in than that.
    fn ends(&self, comment: &Comment<'_>, node: &Node<'_>, until: usize, outer: usize) -> bool {
        if self.is_flow(node) {
            return comment.start < self.end(node);
        }
        comment.own_line && comment.start < until && self.column(comment.start) > self.column(outer)
    }

    /// Whether the first comment behind what a collection holds is its last line.
    fn has_last(&self, node: &Node<'_>, until: usize, outer: usize) -> bool {
        if self.is_flow(node) {
            // What is inside the brackets stands before their end.
            return false;
        }
        let end = self.end(node);
        let next = self.comments.partition_point(|each| each.start < end);
        // What stands beside its last value stays there.
        let beside = |each: &Comment<'_>| {
            let between = self.text.get(end..each.start).unwrap_or_default();
            !each.own_line && !between.contains('\n')
        };
        let next = match self.comments.get(next) {
            Some(comment) if beside(comment) => next + 1,
            _ => next,
        };
        let last = self.comments.get(next);
        last.is_some_and(|comment| self.ends(comment, node, until, outer))
    }

    /// A YAML collection on lines of its own, or a value on one. `until`: where the source
    /// goes on with something else; `outer`: where that begins which it is the value of.
    fn block(&mut self, node: &Node<'_>, indent: usize, until: usize, outer: Option<usize>) {
        self.lines(node, indent, until);
        let (Some(outer), true) = (outer, is_open(node)) else {
            return;
        };
        while let Some(comment) = self.comments.get(self.next).copied() {
            if !self.ends(&comment, node, until, outer) {
                return;
            }
            self.own_line(comment, indent);
        }
    }

    fn lines(&mut self, node: &Node<'_>, indent: usize, until: usize) {
        match &node.value {
            Value::Object(members) if !members.is_empty() => {
                let next = members
                    .iter()
                    .skip(1)
                    .map(|next| next.name_span.start as usize);
                for (member, until) in members.iter().zip(next.chain([until])) {
                    let start = member.name_span.start as usize;
                    // A value of one piece leaves no room for a comment between it and its name.
                    let whole = (!is_open(&member.value)).then(|| self.end(&member.value));
                    self.leading(start, indent);
                    self.blank_before(start);
                    self.leading(whole.unwrap_or(start), indent);
                    self.indent(indent);
                    let name = flow_text(&member.name).into_owned();
                    self.out.push_str(&name);
                    self.out.push(':');
                    let after = scalar_end(self.text, member.name_span.range());
                    self.beside(&member.value, Some(after), indent, (until, start));
                }
            }
            Value::Array(elements) if !elements.is_empty() => {
                let next = elements.iter().skip(1).map(|next| next.span.start as usize);
                for (element, until) in elements.iter().zip(next.chain([until])) {
                    let dash = self.dash(node, element);
                    self.leading(dash, indent);
                    self.blank_before(dash);
                    self.leading(self.first(element), indent);
                    self.indent(indent);
                    self.out.push('-');
                    self.beside(element, None, indent, (until, dash));
                }
            }
            _ => {
                self.leading(self.end(node), indent);
                let line = self.flow(node);
                self.out.push_str(&line);
                self.trailing(self.end(node), until);
                self.out.push('\n');
            }
        }
    }

    /// A value behind `name:` or `-`: on the same line where it fits and no comment stands in
    /// it, else in a block below. `name`: where the member's name ends, if it has one. `outer`:
    /// the column of name or dash.
    fn beside(
        &mut self,
        node: &Node<'_>,
        name: Option<usize>,
        indent: usize,
        (until, outer): (usize, usize),
    ) {
        let line = self.flow(node);
        let column = self.out.len() - self.out.rfind('\n').map_or(0, |at| at + 1);
        // The rules themselves are a list to read down, however short.
        let list_of_objects = matches!(&node.value, Value::Array(elements)
            if elements.iter().any(|each| matches!(each.value, Value::Object(_))));
        let fits = column + 1 + line.chars().count() <= WIDTH && !list_of_objects;
        let commented = || self.comment_before(self.end(node)) || self.has_last(node, until, outer);
        let block = is_open(node) && (!fits || commented());
        if !block {
            self.out.push(' ');
            self.out.push_str(&line);
            self.trailing(self.end(node), until);
            self.out.push('\n');
            return;
        }
        if let Some(name) = name {
            self.trailing(name, self.first(node));
            self.out.push('\n');
            self.block(node, indent + 2, until, Some(outer));
            return;
        }
        // `- name: …`: the first member stands behind the dash.
        let from = self.out.len();
        self.block(node, indent + 2, until, Some(outer));
        let first = self.out.get(from..).unwrap_or_default();
        let lead = " ".repeat(indent + 2);
        if first.starts_with(&lead) {
            // The dash and one space take the place of the two columns of indentation.
            self.out.replace_range(from..from + indent + 1, "");
        } else {
            self.out.insert(from, '\n');
        }
    }

    /// A value on one line.
    fn flow(&self, node: &Node<'_>) -> String {
        let mut line = String::new();
        self.member_into(node, &mut line);
        line
    }

    /// A value that stands alone behind its name or dash.
    fn member_into(&self, node: &Node<'_>, line: &mut String) {
        match &node.value {
            Value::String(text) if !self.json => line.push_str(&member_text(text)),
            _ => self.flow_into(node, line),
        }
    }

    fn flow_into(&self, node: &Node<'_>, line: &mut String) {
        match &node.value {
            Value::Null => line.push_str("null"),
            Value::Bool(bool) => line.push_str(if *bool { "true" } else { "false" }),
            Value::Number(number) => line.push_str(number),
            Value::String(text) => line.push_str(&self.string(text)),
            Value::Array(elements) => {
                line.push('[');
                for (index, element) in elements.iter().enumerate() {
                    line.push_str(if index > 0 { ", " } else { "" });
                    self.flow_into(element, line);
                }
                line.push(']');
            }
            Value::Object(members) if members.is_empty() => line.push_str("{}"),
            Value::Object(members) => {
                line.push_str("{ ");
                for (index, member) in members.iter().enumerate() {
                    line.push_str(if index > 0 { ", " } else { "" });
                    line.push_str(&self.string(&member.name));
                    line.push_str(": ");
                    self.member_into(&member.value, line);
                }
                line.push_str(" }");
            }
        }
    }

    fn string(&self, text: &str) -> String {
        if self.json {
            json_text(text)
        } else {
            flow_text(text).into_owned()
        }
    }

    /// JSON: on one line where it fits, else a member or element a line.
    fn value(&mut self, node: &Node<'_>, indent: usize, column: usize) {
        let line = self.flow(node);
        let document = indent == 0 && column == 0;
        let list_of_objects = matches!(&node.value, Value::Array(elements)
            if elements.iter().any(|each| matches!(each.value, Value::Object(_))));
        let fits = indent + column + line.chars().count() < WIDTH;
        if fits && !list_of_objects && !(document && line.contains('{')) {
            self.out.push_str(&line);
            return;
        }
        match &node.value {
            Value::Array(elements) => {
                self.out.push_str("[\n");
                for (index, element) in elements.iter().enumerate() {
                    self.indent(indent + 2);
                    self.value(element, indent + 2, 0);
                    self.comma(index, elements.len());
                }
                self.indent(indent);
                self.out.push(']');
            }
            Value::Object(members) => {
                self.out.push_str("{\n");
                for (index, member) in members.iter().enumerate() {
                    self.indent(indent + 2);
                    let name = json_text(&member.name);
                    self.out.push_str(&name);
                    self.out.push_str(": ");
                    self.value(&member.value, indent + 2, name.chars().count() + 2);
                    self.comma(index, members.len());
                }
                self.indent(indent);
                self.out.push('}');
            }
            _ => self.out.push_str(&line),
        }
    }

    fn comma(&mut self, index: usize, of: usize) {
        self.out.push_str(if index + 1 < of { ",\n" } else { "\n" });
    }
}

/// Whether a value can stand on several lines: a collection that holds something.
fn is_open(node: &Node<'_>) -> bool {
    match &node.value {
        Value::Array(elements) => !elements.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
