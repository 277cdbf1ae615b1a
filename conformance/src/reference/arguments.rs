//! A call's tool and arguments, however they came (J1–J4).

use super::json::{self, Token};
use crate::case::{ArgumentsInput, CallInput};
use callgate_engine::json::Limits;
use serde_json::Value;

/// A call as predicates see it.
#[derive(Debug)]
pub(super) struct Call {
    /// `None`: no tool name could be read (J2).
    pub(super) tool: Option<String>,
    pub(super) arguments: Arguments,
}

/// A call's arguments.
#[derive(Debug)]
pub(super) enum Arguments {
    /// Names and values in the order of the call; a name may stand there twice.
    Object(Vec<(String, Argument)>),
    /// A value that is no object: it carries no argument.
    NotObject,
    /// They cannot be read at all: every predicate has an unknown item (J2).
    Unreadable,
}

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Argument {
    Text(String),
    /// A list; `None` for an element that is not a string.
    List(Vec<Option<String>>),
    /// Any other kind of value.
    Other,
    /// Given twice: two readers disagree about it (J3).
    Twice,
}

impl Arguments {
    /// The argument of a name; `None`: absent.
    pub(super) fn get(&self, name: &str) -> Option<Argument> {
        let Self::Object(members) = self else {
            return None;
        };
        let mut given = members.iter().filter(|(known, _)| known == name);
        let first = given.next()?;
        if given.next().is_some() {
            Some(Argument::Twice)
        } else {
            Some(first.1.clone())
        }
    }
}

/// Reads a call within limits.
pub(super) fn read(input: &CallInput, limits: &Limits) -> Call {
    let tool = input.tool_name().map(str::to_owned);
    let arguments = match &input.arguments {
        ArgumentsInput::Absent => Arguments::Object(Vec::new()),
        ArgumentsInput::Parsed(value) => parsed(value),
        ArgumentsInput::Raw(bytes) => match json::tokens(bytes, limits) {
            Some(tokens) => from_tokens(&tokens),
            None => Arguments::Unreadable,
        },
        ArgumentsInput::Request(bytes) => return request(bytes, limits),
    };
    Call { tool, arguments }
}

/// A whole `tools/call` request.
fn request(bytes: &[u8], limits: &Limits) -> Call {
    let nothing = Call {
        tool: None,
        arguments: Arguments::Unreadable,
    };
    let Some(tokens) = json::tokens(bytes, limits) else {
        return nothing;
    };
    let Some(params) = once(&tokens, "params") else {
        return nothing;
    };
    // A request that does not say whom it calls says nothing about its arguments either.
    let Some([Token::Text(name)]) = once(params, "name") else {
        return nothing;
    };
    let mut given = json::members(params)
        .into_iter()
        .filter(|(name, _)| *name == "arguments");
    let arguments = match (given.next(), given.next()) {
        (None, _) => Arguments::Object(Vec::new()),
        (Some((_, value)), None) => from_tokens(value),
        (Some(_), Some(_)) => Arguments::Unreadable,
    };
    Call {
        tool: Some(name.clone()),
        arguments,
    }
}

/// The value of a member that is given exactly once.
fn once<'t>(object: &'t [Token], name: &str) -> Option<&'t [Token]> {
    let mut given = json::members(object)
        .into_iter()
        .filter(|(known, _)| *known == name);
    let (_, value) = given.next()?;
    given.next().is_none().then_some(value)
}

fn from_tokens(value: &[Token]) -> Arguments {
    if !matches!(value.first(), Some(Token::Object)) {
        return Arguments::NotObject;
    }
    let members = json::members(value)
        .into_iter()
        .map(|(name, value)| {
            let argument = match value {
                [Token::Text(text)] => Argument::Text(text.clone()),
                [Token::Array, ..] => Argument::List(
                    json::elements(value)
                        .into_iter()
                        .map(|element| match element {
                            [Token::Text(text)] => Some(text.clone()),
                            _ => None,
                        })
                        .collect(),
                ),
                _ => Argument::Other,
            };
            (name.to_owned(), argument)
        })
        .collect();
    Arguments::Object(members)
}

fn parsed(value: &Value) -> Arguments {
    let Value::Object(members) = value else {
        return Arguments::NotObject;
    };
    let members = members
        .iter()
        .map(|(name, value)| {
            let argument = match value {
                Value::String(text) => Argument::Text(text.clone()),
                Value::Array(elements) => Argument::List(
                    elements
                        .iter()
                        .map(|element| element.as_str().map(str::to_owned))
                        .collect(),
                ),
                _ => Argument::Other,
            };
            (name.clone(), argument)
        })
        .collect();
    Arguments::Object(members)
}
