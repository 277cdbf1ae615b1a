//! JSON (RFC 8259) to a tree with positions.
//!
//! Recursion is bounded by [`Limits::depth`], which never exceeds [`Limits::MAX_DEPTH`].
//! Elements of open arrays and objects wait on two shared stacks, so that each finished
//! container is one allocation of its exact size.

mod string;

use super::{Growth, Member, Node, Value};
use crate::fault::{Fault, FaultKind, quote};
use crate::limits::Limits;
use crate::source::{Location, Span};
use std::borrow::Cow;

/// Reads the JSON text that begins at `start`.
pub(super) fn parse<'a>(
    text: &'a str,
    start: usize,
    limits: &Limits,
) -> Result<Node<'a>, Box<Fault>> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: start,
        growth: Growth::new(limits),
        nodes: Vec::new(),
        members: Vec::new(),
    };
    reader.skip_white_space();
    let node = reader.value(0)?;
    reader.skip_white_space();
    if reader.peek().is_some() {
        let fault = reader.fault("nothing more: a document is one value");
        return Err(fault
            .related(Location::at(node.span), "the value that ended")
            .into());
    }
    Ok(node)
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    growth: Growth,
    /// Elements of the arrays that are open.
    nodes: Vec<Node<'a>>,
    /// Members of the objects that are open.
    members: Vec<Member<'a>>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_white_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node<'a>, Box<Fault>> {
        let start = self.at;
        self.growth.value(depth, start)?;
        let value = match self.peek() {
            Some(b'"') => Value::String(self.string()?),
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Node {
            span: Span::new(start, self.at),
            value,
        })
    }

    fn array(&mut self, depth: usize) -> Result<Value<'a>, Box<Fault>> {
        let open = self.at;
        let base = self.nodes.len();
        self.at += 1;
        self.skip_white_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::Array(Vec::new()));
        }
        loop {
            let node = self.value(depth + 1)?;
            self.nodes.push(node);
            self.skip_white_space();
            match self.peek() {
                Some(b',') => self.comma(b']')?,
                Some(b']') => break,
                _ => {
                    return Err(self
                        .unclosed(open, "`,` or `]` after a list element")
                        .into());
                }
            }
        }
        self.at += 1;
        Ok(Value::Array(self.nodes.drain(base..).collect()))
    }

    fn object(&mut self, depth: usize) -> Result<Value<'a>, Box<Fault>> {
        let open = self.at;
        let base = self.members.len();
        self.at += 1;
        self.skip_white_space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Object(Vec::new()));
        }
        loop {
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.unclosed(open, "a member name in double quotes").into());
            }
            let name = self.string()?;
            let name_span = Span::new(start, self.at);
            self.skip_white_space();
            if self.peek() != Some(b':') {
                return Err(self.unclosed(open, "`:` after a member name").into());
            }
            self.at += 1;
            self.skip_white_space();
            let value = self.value(depth + 1)?;
            self.members.push(Member {
                name,
                name_span,
                value,
            });
            self.skip_white_space();
            match self.peek() {
                Some(b',') => self.comma(b'}')?,
                Some(b'}') => break,
                _ => return Err(self.unclosed(open, "`,` or `}` after a member").into()),
            }
        }
        self.at += 1;
        Ok(Value::Object(self.members.drain(base..).collect()))
    }

    /// Passes a comma that may not stand before `close`.
    fn comma(&mut self, close: u8) -> Result<(), Box<Fault>> {
        let comma = self.at;
        self.at += 1;
        self.skip_white_space();
        if self.peek() == Some(close) {
            let at = Location::at(Span::new(comma, comma + 1));
            let message = format!("a comma stands before the closing `{}`", char::from(close));
            return Err(Fault::new(FaultKind::Syntax, at, message)
                .help("leave the comma out")
                .into());
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Value<'a>, Box<Fault>> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let leading_zero = self.peek() == Some(b'0');
        let integer = self.digits();
        let mut well_formed = integer == 1 || (integer > 1 && !leading_zero);
        if self.peek() == Some(b'.') {
            self.at += 1;
            well_formed &= self.digits() > 0;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            well_formed &= self.digits() > 0;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        if !well_formed {
            let at = Location::at(Span::new(start, self.at));
            let message = format!("{} is not a JSON number", quote(text));
            return Err(Fault::new(FaultKind::Syntax, at, message).into());
        }
        Ok(Value::Number(Cow::Borrowed(text)))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        self.at - start
    }

    fn word(&mut self) -> Result<Value<'a>, Box<Fault>> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        let value = match rest.get(..length) {
            Some(b"true") => Value::Bool(true),
            Some(b"false") => Value::Bool(false),
            Some(b"null") => Value::Null,
            _ => return Err(self.fault("a value").into()),
        };
        self.at += length;
        Ok(value)
    }

    /// The fault of finding something else than `expected` here.
    fn fault(&self, expected: &str) -> Fault {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let word = rest
            .find(|char: char| !char.is_alphanumeric())
            .unwrap_or(rest.len());
        let length = if word > 0 {
            word
        } else {
            rest.chars().next().map_or(0, char::len_utf8)
        };
        let found = rest.get(..length).unwrap_or_default();
        let at = Location::at(Span::new(self.at, self.at + length));
        let message = if found.is_empty() {
            format!("expected {expected}, but the document ends here")
        } else {
            format!("expected {expected}, found {}", quote(found))
        };
        let fault = Fault::new(FaultKind::Syntax, at, message);
        match rest.as_bytes().first() {
            Some(b'\'') => fault.help("JSON strings stand in double quotes"),
            Some(b'/' | b'#') => {
                fault.help("JSON has no comments: leave it out, or write the policy as YAML")
            }
            Some(_) if word > 0 && expected.contains("value") => {
                fault.help("strings stand in double quotes; the bare words are true, false, null")
            }
            _ if self.at == 0 || word > 0 => {
                fault.help("a document that begins with `{` or `[` is read as JSON, others as YAML")
            }
            _ => fault,
        }
    }

    /// As [`Reader::fault`], inside a container that began at `open`.
    fn unclosed(&self, open: usize, expected: &str) -> Fault {
        let fault = self.fault(expected);
        let bracket = self
            .text
            .get(open..)
            .and_then(|rest| rest.chars().next())
            .unwrap_or('{');
        let label = format!("the `{bracket}` that is open here");
        fault.related(Location::at(Span::new(open, open + 1)), label)
    }
}
