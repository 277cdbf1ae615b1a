//! JSON values that keep duplicated members and the text of numbers.

use crate::reference::json;
use callgate_engine::json::Limits;
use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// Its JSON text.
    Number(String),
    Text(String),
    Array(Vec<Value>),
    /// Members in the order of the text; a name may stand there twice.
    Object(Vec<(String, Value)>),
}

impl Value {
    pub(super) const fn empty() -> Self {
        Self::Object(Vec::new())
    }

    /// Of a value that somebody parsed: a float is its shortest decimal.
    pub(super) fn of(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(value) => Self::Bool(*value),
            serde_json::Value::Number(number) => Self::Number(number.to_string()),
            serde_json::Value::String(text) => Self::Text(text.clone()),
            serde_json::Value::Array(elements) => {
                Self::Array(elements.iter().map(Self::of).collect())
            }
            serde_json::Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(name, value)| (name.clone(), Self::of(value)))
                    .collect(),
            ),
        }
    }
}

/// The value of raw bytes; `None`: they cannot be read (J2, J4).
pub(super) fn parse(bytes: &[u8], limits: &Limits) -> Option<Value> {
    json::tokens(bytes, limits)?;
    let text = std::str::from_utf8(bytes).ok()?;
    value(&mut text.chars().peekable())
}

/// Tool and arguments of a whole request (J1–J3).
pub(super) fn request(bytes: &[u8], limits: &Limits) -> (Option<String>, Option<Value>) {
    let Some(params) = parse(bytes, limits).and_then(|request| once(&request, "params").cloned())
    else {
        return (None, None);
    };
    let tool = match once(&params, "name") {
        Some(Value::Text(name)) => Some(name.clone()),
        _ => None,
    };
    let Value::Object(members) = &params else {
        return (None, None);
    };
    let mut given = members.iter().filter(|(name, _)| name == "arguments");
    let arguments = match (given.next(), given.next()) {
        (None, _) => Some(Value::empty()),
        (Some((_, value)), None) => Some(value.clone()),
        (Some(_), Some(_)) => None,
    };
    (tool, arguments)
}

/// The member of a name that is given exactly once.
pub(super) fn once<'v>(value: &'v Value, wanted: &str) -> Option<&'v Value> {
    let Value::Object(members) = value else {
        return None;
    };
    let mut given = members.iter().filter(|(name, _)| name == wanted);
    match (given.next(), given.next()) {
        (Some((_, value)), None) => Some(value),
        _ => None,
    }
}

type Text<'t> = Peekable<Chars<'t>>;

fn blank(text: &mut Text<'_>) {
    while text
        .next_if(|character| matches!(character, ' ' | '\t' | '\n' | '\r'))
        .is_some()
    {}
}

/// A value of a text that is known to be valid and within the limits of nesting.
fn value(text: &mut Text<'_>) -> Option<Value> {
    blank(text);
    let value = match *text.peek()? {
        '{' => {
            let mut members = Vec::new();
            text.next();
            loop {
                blank(text);
                if text.next_if(|&character| character == '}').is_some() {
                    break Value::Object(members);
                }
                text.next_if(|&character| character == ',');
                blank(text);
                let name = string(text)?;
                blank(text);
                text.next_if(|&character| character == ':')?;
                members.push((name, self::value(text)?));
            }
        }
        '[' => {
            let mut elements = Vec::new();
            text.next();
            loop {
                blank(text);
                if text.next_if(|&character| character == ']').is_some() {
                    break Value::Array(elements);
                }
                text.next_if(|&character| character == ',');
                elements.push(self::value(text)?);
            }
        }
        '"' => Value::Text(string(text)?),
        _ => {
            let mut word = String::new();
            while let Some(character) =
                text.next_if(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'))
            {
                word.push(character);
            }
            match word.as_str() {
                "null" => Value::Null,
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                _ => Value::Number(word),
            }
        }
    };
    blank(text);
    Some(value)
}

/// A string with its quotes; escapes are left to `serde_json`.
fn string(text: &mut Text<'_>) -> Option<String> {
    let mut literal = String::new();
    literal.push(text.next()?);
    loop {
        let character = text.next()?;
        literal.push(character);
        match character {
            '\\' => literal.push(text.next()?),
            '"' => return serde_json::from_str(&literal).ok(),
            _ => {}
        }
    }
}
