//! JSON (RFC 8259) to a tree with positions.
//!
//! Recursion is bounded by [`Limits::depth`], which never exceeds [`Limits::MAX_DEPTH`].
//! Elements of open arrays and objects wait on two shared stacks, so that each finished
//! container is one allocation of its exact size.

mod string;

use super::{Flaws, Growth, Member, Node, Value};
use crate::fault::{Fault, FaultKind, quote};
use crate::limits::Limits;
use crate::source::{Location, Span};
use std::borrow::Cow;

/// Reads the JSON text that begins at `start`.
pub(super) fn parse<'a>(
    text: &'a str,
    start: usize,
    limits: &Limits,
    flaws: &mut Flaws,
) -> Result<Node<'a>, Box<Fault>> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: start,
        growth: Growth::new(limits),
        flaws,
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

struct Reader<'a, 'f> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    growth: Growth,
    flaws: &'f mut Flaws,
    /// Elements of the arrays that are open.
    nodes: Vec<Node<'a>>,
    /// Members of the objects that are open.
    members: Vec<Member<'a>>,
}

impl<'a> Reader<'a, '_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_white_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
        if let Some(b'/' | b'#') = self.peek() {
            self.comment();
        }
    }

    /// Passes a comment, which JSON has not, and what follows it.
    fn comment(&mut self) {
        while let Some(rest) = self.text.get(self.at..) {
            let length = if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else if rest.starts_with("//") || rest.starts_with('#') {
                rest.find(['\n', '\r']).unwrap_or(rest.len())
            } else {
                return;
            };
            let first = rest.get(..length).and_then(|text| text.lines().next());
            let end = self.at + first.map_or(0, str::len);
            let at = Location::at(Span::new(self.at, end));
            let help = "take it out: only YAML has comments";
            let fault = Fault::new(FaultKind::Syntax, at, "JSON has no comments");
            self.flaws.faults.push(fault.help(help));
            self.at += length;
            while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
                self.at += 1;
            }
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
                Some(b',') if self.comma(b']') => break,
                Some(b',') => {}
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
                Some(b',') if self.comma(b'}') => break,
                Some(b',') => {}
                Some(b'}') => break,
                _ => return Err(self.unclosed(open, "`,` or `}` after a member").into()),
            }
        }
        self.at += 1;
        Ok(Value::Object(self.members.drain(base..).collect()))
    }

    /// Passes a comma; whether it stands before `close`, where it may not.
    fn comma(&mut self, close: u8) -> bool {
        let comma = self.at;
        self.at += 1;
        self.skip_white_space();
        if self.peek() == Some(close) {
            let at = Location::at(Span::new(comma, comma + 1));
            let message = format!("a comma stands before the closing `{}`", char::from(close));
            let fault = Fault::new(FaultKind::Syntax, at, message);
            self.flaws.faults.push(fault.help("leave the comma out"));
            return true;
        }
        false
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
            let help = "write digits, without leading zeros or a final dot: `7`, `0.5`, `1e3`";
            let fault = Fault::new(FaultKind::Syntax, at, message).help(help);
            return Err(fault.into());
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
            _ if expected.starts_with("nothing more") => fault.help("leave it out"),
            Some(_) if word > 0 && expected == "a value" => {
                fault.help("strings stand in double quotes; the bare words are true, false, null")
            }
            Some(_) if word > 0 && expected.starts_with("a member name") => {
                fault.help("a document that begins with `{` or `[` is read as JSON, others as YAML")
            }
            _ => {
                let what = expected.split(" after ").next().unwrap_or_default();
                fault.help(format!("put {what} here"))
            }
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
