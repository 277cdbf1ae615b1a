//! JSON as RFC 8259 writes it, read into a list of tokens without recursion (J2, J4).

use callgate_engine::json::Limits;

mod text;

#[cfg(test)]
mod tests;

/// One piece of a JSON text that is known to be valid.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// `{`
    Object,
    /// `[`
    Array,
    /// `}` or `]`
    End,
    /// The name of a member, unescaped.
    Name(String),
    /// A string, unescaped.
    Text(String),
    /// A number, `true`, `false` or `null`.
    Other,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Value,
    /// The first element of an array, or its end.
    ElementOrEnd,
    /// The first name of an object, or its end.
    NameOrEnd,
    Name,
    CommaOrEnd,
}

/// The tokens of one JSON value with nothing but white space around it; `None`: not valid, not
/// UTF-8, or past a limit.
pub(super) fn tokens(bytes: &[u8], limits: &Limits) -> Option<Vec<Token>> {
    if bytes.len() > limits.bytes {
        return None;
    }
    let mut rest = std::str::from_utf8(bytes).ok()?;
    let mut tokens = Vec::new();
    // Whether each open container is an object.
    let mut open: Vec<bool> = Vec::new();
    let mut next = Next::Value;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let done = open.is_empty() && next == Next::CommaOrEnd;
        let Some(character) = rest.chars().next() else {
            return done.then_some(tokens);
        };
        if done {
            return None;
        }
        match (character, next) {
            ('{', Next::Value | Next::ElementOrEnd) => {
                open.push(true);
                tokens.push(Token::Object);
                next = Next::NameOrEnd;
                rest = rest.get(1..)?;
            }
            ('[', Next::Value | Next::ElementOrEnd) => {
                open.push(false);
                tokens.push(Token::Array);
                next = Next::ElementOrEnd;
                rest = rest.get(1..)?;
            }
            ('}', Next::NameOrEnd | Next::CommaOrEnd) if open.last() == Some(&true) => {
                open.pop();
                tokens.push(Token::End);
                next = Next::CommaOrEnd;
                rest = rest.get(1..)?;
            }
            (']', Next::ElementOrEnd | Next::CommaOrEnd) if open.last() == Some(&false) => {
                open.pop();
                tokens.push(Token::End);
                next = Next::CommaOrEnd;
                rest = rest.get(1..)?;
            }
            (',', Next::CommaOrEnd) => {
                next = if *open.last()? {
                    Next::Name
                } else {
                    Next::Value
                };
                rest = rest.get(1..)?;
            }
            ('"', Next::NameOrEnd | Next::Name) => {
                let (name, after) = text::string(rest)?;
                tokens.push(Token::Name(name));
                rest = after
                    .trim_start_matches([' ', '\t', '\n', '\r'])
                    .strip_prefix(':')?;
                next = Next::Value;
            }
            ('"', Next::Value | Next::ElementOrEnd) => {
                let (string, after) = text::string(rest)?;
                tokens.push(Token::Text(string));
                rest = after;
                next = Next::CommaOrEnd;
            }
            (_, Next::Value | Next::ElementOrEnd) => {
                rest = text::scalar(rest)?;
                tokens.push(Token::Other);
                next = Next::CommaOrEnd;
            }
            _ => return None,
        }
        if open.len() > limits.depth {
            return None;
        }
    }
}

/// The members of the object that `tokens` begins with; none if it begins with something else.
pub(super) fn members(tokens: &[Token]) -> Vec<(&str, &[Token])> {
    let mut members = Vec::new();
    let Some((Token::Object, mut rest)) = tokens.split_first() else {
        return members;
    };
    while let Some((Token::Name(name), value)) = rest.split_first() {
        let (value, after) = value.split_at(length(value));
        members.push((name.as_str(), value));
        rest = after;
    }
    members
}

/// The elements of the array that `tokens` begins with; none if it begins with something else.
pub(super) fn elements(tokens: &[Token]) -> Vec<&[Token]> {
    let mut elements = Vec::new();
    let Some((Token::Array, mut rest)) = tokens.split_first() else {
        return elements;
    };
    while !matches!(rest.first(), None | Some(Token::End)) {
        let (element, after) = rest.split_at(length(rest));
        elements.push(element);
        rest = after;
    }
    elements
}

/// How many tokens the value takes that `tokens` begins with.
fn length(tokens: &[Token]) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Object | Token::Array => depth += 1,
            Token::End => depth = depth.saturating_sub(1),
            Token::Name(_) | Token::Text(_) | Token::Other => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}
