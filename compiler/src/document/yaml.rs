//! YAML (1.2 core schema) to a tree with positions.
//!
//! Only what JSON can say: anchors, aliases, tags, several documents in one text, and names
//! that are not strings are refused (D1).

mod offsets;
mod scalar;

use super::{Flaws, Growth, Member, Node, Value, empty};
use crate::fault::{Fault, FaultKind, quote};
use crate::limits::Limits;
use crate::source::{Location, Span};
use offsets::Offsets;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, StrInput};
use std::borrow::Cow;

/// Reads the YAML text that begins at `start`.
pub(super) fn parse<'a>(
    text: &'a str,
    start: usize,
    limits: &Limits,
    flaws: &mut Flaws,
) -> Result<Node<'a>, Box<Fault>> {
    let body = text.get(start..).unwrap_or_default();
    let mut builder = Builder {
        text,
        offsets: Offsets::of(body, start),
        growth: Growth::new(limits),
        flaws,
        open: Vec::new(),
        root: None,
    };
    let mut parser: Parser<'a, StrInput<'a>> = Parser::new_from_str(body);
    let mut documents = 0;
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| builder.scan_fault(&error))?;
        let span = builder.offsets.span(span);
        if let Event::DocumentStart(_) = event {
            documents += 1;
            if documents > 1 {
                let help = "put each policy into a file of its own";
                builder.flaw(refused(span, "a second YAML document begins here", help));
                break;
            }
        }
        builder.event(event, span)?;
    }
    builder.root.ok_or_else(|| empty(text).into())
}

struct Builder<'a, 'f> {
    text: &'a str,
    offsets: Offsets<'a>,
    growth: Growth,
    flaws: &'f mut Flaws,
    open: Vec<Open<'a>>,
    root: Option<Node<'a>>,
}

/// A list or mapping that has begun.
struct Open<'a> {
    start: u32,
    /// The end of what it holds so far.
    end: u32,
    kind: OpenKind<'a>,
}

enum OpenKind<'a> {
    Array(Vec<Node<'a>>),
    Object(Vec<Member<'a>>, Option<(Cow<'a, str>, Span)>),
}

impl<'a> Builder<'a, '_> {
    /// What is refused and can be read all the same.
    fn flaw(&mut self, fault: Fault) {
        self.flaws.faults.push(fault);
    }

    /// A value that is not what the document says, beside its fault.
    fn hole(&mut self, fault: Fault, span: Span) -> Value<'a> {
        self.flaw(fault);
        self.flaws.holes.push(span);
        Value::Null
    }

    fn event(&mut self, event: Event<'a>, span: Span) -> Result<(), Box<Fault>> {
        match event {
            Event::Alias(_) => {
                if self.wants_name() {
                    return Err(alias(span).into());
                }
                self.growth.value(self.open.len(), span.start as usize)?;
                let value = self.hole(alias(span), span);
                self.add(Node { span, value });
                Ok(())
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.plain_only(anchor, tag.is_some(), span);
                self.scalar(text, style, span)
            }
            Event::SequenceStart(anchor, tag) => {
                self.plain_only(anchor, tag.is_some(), span);
                self.begin(span, OpenKind::Array(Vec::new()))
            }
            Event::MappingStart(anchor, tag) => {
                self.plain_only(anchor, tag.is_some(), span);
                self.begin(span, OpenKind::Object(Vec::new(), None))
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.finish(span);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn begin(&mut self, span: Span, kind: OpenKind<'a>) -> Result<(), Box<Fault>> {
        if self.wants_name() {
            return Err(name_fault(span, "a list or mapping").into());
        }
        self.growth.value(self.open.len(), span.start as usize)?;
        self.open.push(Open {
            start: span.start,
            end: span.end,
            kind,
        });
        Ok(())
    }

    fn finish(&mut self, span: Span) {
        let Some(open) = self.open.pop() else { return };
        let byte = |at: u32| self.text.as_bytes().get(at as usize);
        // A block list that is not indented begins, for the scanner, at its first element, which
        // may be in brackets of its own: the closing one has to be there too.
        let in_brackets = matches!(
            (byte(open.start), byte(span.start)),
            (Some(b'['), Some(b']')) | (Some(b'{'), Some(b'}'))
        );
        // A closing bracket's token runs on to the next one: only its first byte counts.
        let end = if in_brackets {
            span.start + 1
        } else {
            open.end
        };
        let value = match open.kind {
            OpenKind::Array(nodes) => Value::Array(nodes),
            OpenKind::Object(members, _) => Value::Object(members),
        };
        self.add(Node {
            span: Span {
                start: open.start,
                end: end.max(open.start),
            },
            value,
        });
    }

    fn scalar(
        &mut self,
        text: Cow<'a, str>,
        style: ScalarStyle,
        span: Span,
    ) -> Result<(), Box<Fault>> {
        let plain = style == ScalarStyle::Plain;
        let span = if plain { self.trimmed(span) } else { span };
        if self.wants_name() {
            return self.name(text, plain, span);
        }
        self.growth.value(self.open.len(), span.start as usize)?;
        let value = match plain {
            true => match scalar::plain(text, span) {
                Ok(value) => value,
                Err(fault) => self.hole(*fault, span),
            },
            false => Value::String(text),
        };
        self.add(Node { span, value });
        Ok(())
    }

    /// A mapping's next name.
    fn name(&mut self, text: Cow<'a, str>, plain: bool, span: Span) -> Result<(), Box<Fault>> {
        let value = if plain {
            scalar::plain(text, span)?
        } else {
            Value::String(text)
        };
        let name = match value {
            Value::String(name) => name,
            other => {
                self.flaw(name_fault(span, other.kind()));
                Cow::Borrowed(self.text.get(span.range()).unwrap_or_default())
            }
        };
        if let Some(Open {
            kind: OpenKind::Object(_, slot),
            ..
        }) = self.open.last_mut()
        {
            *slot = Some((name, span));
        }
        Ok(())
    }

    fn wants_name(&self) -> bool {
        matches!(
            self.open.last(),
            Some(Open {
                kind: OpenKind::Object(_, None),
                ..
            })
        )
    }

    fn add(&mut self, node: Node<'a>) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        open.end = open.end.max(node.span.end);
        match &mut open.kind {
            OpenKind::Array(nodes) => nodes.push(node),
            OpenKind::Object(members, slot) => {
                if let Some((name, name_span)) = slot.take() {
                    members.push(Member {
                        name,
                        name_span,
                        value: node,
                    });
                }
            }
        }
    }

    /// A plain scalar without the white space that its token ends with.
    fn trimmed(&self, span: Span) -> Span {
        let text = self.text.get(span.range()).unwrap_or_default();
        let end = span.start as usize + text.trim_end().len();
        Span::new(span.start as usize, end)
    }

    /// Refuses anchors and tags.
    fn plain_only(&mut self, anchor: usize, tagged: bool, span: Span) {
        if anchor != 0 {
            let help = "write the value out wherever it is needed";
            self.flaw(refused(span, "a policy may not use YAML anchors", help));
        }
        if tagged {
            let help = "leave the tag out; quote the value if it is meant as a string";
            self.flaw(refused(span, "a policy may not use YAML tags", help));
        }
    }

    fn scan_fault(&self, error: &ScanError) -> Fault {
        let at = self.offsets.byte(error.marker().index());
        let rest = self.text.get(at..).unwrap_or_default();
        let span = Span::new(at, at + rest.chars().next().map_or(0, char::len_utf8));
        let info = error.info();
        if info.contains("recursion limit") {
            let message = "nested deeper than a YAML document may be";
            let fault = Fault::new(FaultKind::Limit, Location::at(Span::empty(at)), message);
            return fault.help("a policy needs no such depth: take out what is no part of it");
        }
        if info.contains("unknown anchor") {
            return alias(span);
        }
        let message = format!("not YAML: {info}");
        let fault = Fault::new(FaultKind::Syntax, Location::at(span), message);
        match rest.as_bytes().first() {
            _ if info.contains("tab") => fault.help("indent by spaces: YAML takes no tabs there"),
            Some(b'*') => fault.help("text that begins with `*` needs quotes in YAML"),
            Some(b'@' | b'`' | b'%' | b'&' | b'!') => {
                fault.help("text that begins with this character needs quotes in YAML")
            }
            _ => match scan_help(info) {
                Some(help) => fault.help(help),
                None if info.contains("bracket") => {
                    fault.help("take it out, or put the text that it belongs to into quotes")
                }
                None => fault.help("put text with other characters than letters into quotes"),
            },
        }
    }
}

/// What is probably the matter where the scanner stops, by what it says.
fn scan_help(info: &str) -> Option<&'static str> {
    let says = |words: &str| info.contains(words);
    if says("expected '-' indicator") {
        Some("the members of a rule begin in one column; a new rule begins with `- `")
    } else if says("expected ',' or '}'") {
        Some("a `{` before this is not closed: put `}` at its end, or `,` between its members")
    } else if says("expected ',' or ']'") {
        Some("a `[` before this is not closed: put `]` at its end, or `,` between its elements")
    } else if says("trailing content") {
        Some("quotes stand around the whole text: nothing follows the closing one")
    } else if says("found unknown escape") || says("hexadecimal") || says("escape code") {
        Some("in double quotes a backslash begins an escape: double it, or use single quotes")
    } else if says("quoted scalar") {
        Some("the quoted text that begins before this has no closing quote")
    } else if says("mapping values are not allowed") {
        Some("text that holds `: ` needs quotes; members begin in one column, a line each")
    } else if says("block mapping") || says("indentation") {
        Some("the members of an object begin in one column, a line each")
    } else {
        None
    }
}

fn alias(span: Span) -> Fault {
    let help = "put text that begins with `*` into quotes; write shared values out";
    refused(
        span,
        "`*` begins a YAML alias here, and a policy may not use aliases",
        help,
    )
}

fn name_fault(span: Span, kind: &str) -> Fault {
    let message = format!("a member name is a string, this is {kind}");
    refused(span, &message, "put the name into quotes")
}

fn refused(span: Span, message: &str, help: &str) -> Fault {
    Fault::new(FaultKind::Syntax, Location::at(span), message).help(help)
}

/// A value that has no JSON counterpart.
fn unspeakable(text: &str, span: Span) -> Fault {
    let message = format!("{} is no number that a policy can hold", quote(text));
    refused(
        span,
        &message,
        "put it into quotes if it is meant as a string",
    )
}
