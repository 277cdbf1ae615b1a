//! A policy document as a tree with positions, before it means anything.
//!
//! [`parse`] reads JSON with a reader of its own and YAML from `saphyr-parser`'s events. What
//! both make is the same tree: what JSON can say, duplicated members kept, so that whoever
//! gives the document a meaning can report them with both places.

mod expected;
mod json;
mod path;
pub mod read;
pub(crate) mod repair;
mod value;
mod yaml;

use crate::fault::{Collector, Fault, FaultKind, Faults};
use crate::limits::Limits;
use crate::source::{Location, Source, Span};
use std::borrow::Cow;
use std::collections::HashSet;

pub use path::Path;
pub use value::from_value;

/// One value of a document and where it stands. Strings borrow from the text unless they hold
/// escapes.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// The bytes it covers.
    pub span: Span,
    /// What it is.
    pub value: Value<'a>,
}

/// A value of a document.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as its JSON text.
    Number(Cow<'a, str>),
    /// A string.
    String(Cow<'a, str>),
    /// A list.
    Array(Vec<Node<'a>>),
    /// An object: members in the order of the text, duplicates kept.
    Object(Vec<Member<'a>>),
}

impl Value<'_> {
    /// The kind of value with its article, as messages name it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a bool",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

/// One member of an object.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// Its name.
    pub name: Cow<'a, str>,
    /// Where the name stands.
    pub name_span: Span,
    /// Its value.
    pub value: Node<'a>,
}

/// Reads a document: JSON if its first character that is not white space is `{` or `[`, else
/// YAML (D1). One byte order mark at the very start is passed over.
///
/// Linear in the length of the text.
///
/// # Errors
/// The `syntax` faults up to the first that nothing can be read behind, or the first limit that
/// the document exceeds.
pub fn parse<'a>(source: &Source<'a>, limits: &Limits) -> Result<Node<'a>, Faults> {
    let mut flaws = Flaws::new(limits);
    match tree(source, limits, &mut flaws) {
        Ok(node) => flaws.faults.finish(node),
        Err(fault) => {
            flaws.faults.push(*fault);
            Err(flaws.faults.into())
        }
    }
}

/// Reads a document and looks at what it says, also where it is written in a way that is refused
/// and can be read all the same (an anchor, a comma too many): so one such fault hides no other.
///
/// # Errors
/// As [`parse`], with what `look` finds.
pub fn looked_at<'a, T>(
    source: &Source<'a>,
    limits: &Limits,
    look: impl FnOnce(&Node<'a>) -> Result<T, Faults>,
) -> Result<T, Faults> {
    let mut flaws = Flaws::new(limits);
    let node = match tree(source, limits, &mut flaws) {
        Ok(node) => node,
        Err(fault) => {
            flaws.faults.push(*fault);
            return Err(flaws.faults.into());
        }
    };
    let looked = look(&node);
    if flaws.faults.is_empty() {
        return looked;
    }
    // What stands in a hole is not what the document says.
    let holes: HashSet<(u32, u32)> = flaws.holes.iter().map(|at| (at.start, at.end)).collect();
    for fault in looked.err().into_iter().flat_map(|faults| faults.0) {
        if !holes.contains(&(fault.at.span.start, fault.at.span.end)) {
            flaws.faults.push(fault);
        }
    }
    Err(flaws.faults.into())
}

/// What is wrong with how a document is written where it can be read all the same.
#[derive(Debug)]
struct Flaws {
    faults: Collector,
    /// Values that are not what the document says.
    holes: Vec<Span>,
}

impl Flaws {
    const fn new(limits: &Limits) -> Self {
        Self {
            faults: Collector::new(limits.faults),
            holes: Vec::new(),
        }
    }
}

fn tree<'a>(
    source: &Source<'a>,
    limits: &Limits,
    flaws: &mut Flaws,
) -> Result<Node<'a>, Box<Fault>> {
    let text = source.text;
    if text.len() > limits.bytes() {
        let message = format!(
            "the document has {} bytes, the limit is {}",
            text.len(),
            limits.bytes()
        );
        let at = Location::at(Span::default());
        let help = "split the policy, or raise the limit on its size";
        return Err(Fault::new(FaultKind::Limit, at, message).help(help).into());
    }
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = text.len() - body.len();
    match body
        .trim_start_matches([' ', '\t', '\n', '\r'])
        .as_bytes()
        .first()
    {
        Some(b'{' | b'[') => json::parse(text, start, limits, flaws),
        Some(_) => yaml::parse(text, start, limits, flaws),
        None => Err(empty(text).into()),
    }
}

/// Reads a document from bytes that may not be UTF-8.
///
/// # Errors
/// As [`Source::from_bytes`] and [`parse`].
pub fn parse_bytes<'a>(
    name: &'a str,
    bytes: &'a [u8],
    limits: &Limits,
) -> Result<(Source<'a>, Node<'a>), Faults> {
    let source = Source::from_bytes(name, bytes)?;
    let node = parse(&source, limits)?;
    Ok((source, node))
}

fn empty(text: &str) -> Fault {
    let at = Location::at(Span::empty(text.len()));
    let help = "a policy is a list of rules, or an object with the member `rules`";
    Fault::new(FaultKind::Syntax, at, "the document is empty").help(help)
}

/// What [`Limits::values`] and [`Limits::depth`] have to say while a tree grows.
#[derive(Debug)]
struct Growth {
    values: usize,
    most_values: usize,
    most_depth: usize,
}

impl Growth {
    fn new(limits: &Limits) -> Self {
        Self {
            values: 0,
            most_values: limits.values,
            most_depth: limits.depth(),
        }
    }

    /// One more value, at this depth (0: the document itself).
    fn value(&mut self, depth: usize, start: usize) -> Result<(), Box<Fault>> {
        self.values += 1;
        if self.values > self.most_values {
            let message = format!("the document has more than {} values", self.most_values);
            return Err(past(start, message).into());
        }
        if depth > self.most_depth {
            let message = format!("nested deeper than {} levels", self.most_depth);
            return Err(past(start, message).into());
        }
        Ok(())
    }
}

/// More than a limit allows.
fn past(start: usize, message: String) -> Fault {
    Fault::new(FaultKind::Limit, Location::at(Span::empty(start)), message)
        .help("a policy needs no more: take out what is no part of it")
}

#[cfg(test)]
mod tests;
