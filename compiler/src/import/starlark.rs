//! As much of Starlark as literal calls need: names, strings, lists, keyword arguments.

/// A statement at the top of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// The line it begins on, from 1.
    pub(super) line: usize,
    /// Its text, on one line.
    pub(super) text: String,
    /// What it is.
    pub(super) what: What,
}

/// What a statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A call: its name and keyword arguments.
    Call(String, Vec<(String, Literal)>),
    /// Something else, or something inside a block.
    Other,
}

/// The value of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Literal>),
    /// Something that would have to be evaluated.
    Open,
}

/// How deep lists may nest.
const DEPTH: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    Text(String),
    Sign(char),
    Break,
}

struct Placed {
    token: Token,
    at: usize,
}

/// Reads a file. Linear in its length but for the depth of lists, which is bounded.
pub(super) fn statements(text: &str) -> Vec<Statement> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut from = 0;
    let mut depth = 0_usize;
    let mut line = Lines::default();
    for (index, placed) in tokens.iter().enumerate() {
        match placed.token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
            Token::Break if depth == 0 => {
                statement(
                    text,
                    tokens.get(from..index).unwrap_or_default(),
                    &mut line,
                    &mut found,
                );
                // The break is passed over with those before the next statement.
                from = index;
            }
            _ => {}
        }
    }
    statement(
        text,
        tokens.get(from..).unwrap_or_default(),
        &mut line,
        &mut found,
    );
    found
}

/// Counts lines; offsets come in ascending order.
#[derive(Default)]
struct Lines {
    at: usize,
    breaks: usize,
}

impl Lines {
    fn of(&mut self, text: &str, offset: usize) -> usize {
        let between = text.get(self.at..offset).unwrap_or_default();
        self.breaks += between.matches('\n').count();
        self.at = offset;
        self.breaks + 1
    }
}

fn statement(text: &str, tokens: &[Placed], lines: &mut Lines, found: &mut Vec<Statement>) {
    let tokens: Vec<&Placed> = tokens
        .iter()
        .skip_while(|it| it.token == Token::Break)
        .collect();
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return;
    };
    let line = lines.of(text, first.at);
    let indented = text
        .get(..first.at)
        .is_some_and(|before| !(before.is_empty() || before.ends_with('\n')));
    let end = text.get(last.at..).and_then(|rest| rest.find('\n'));
    let end = end.map_or(text.len(), |length| last.at + length);
    let shown = text.get(first.at..end).unwrap_or_default();
    let shown: Vec<&str> = shown.split_whitespace().collect();
    let what = if indented { None } else { call(&tokens) };
    found.push(Statement {
        line,
        text: shown.join(" "),
        what: what.unwrap_or(What::Other),
    });
}

/// `name(keyword = value, …)` and nothing after it.
fn call(tokens: &[&Placed]) -> Option<What> {
    let tokens: Vec<&Token> = tokens
        .iter()
        .map(|placed| &placed.token)
        .filter(|token| **token != Token::Break)
        .collect();
    let (Token::Name(name), rest) = tokens.split_first()? else {
        return None;
    };
    let mut rest = rest.strip_prefix(&[&Token::Sign('(')])?;
    let mut arguments = Vec::new();
    loop {
        match rest {
            [Token::Sign(')')] => return Some(What::Call(name.clone(), arguments)),
            [Token::Name(keyword), Token::Sign('='), after @ ..] => {
                let value = value(after, 0, &mut rest);
                arguments.push((keyword.clone(), value));
                rest = match rest {
                    [Token::Sign(','), after @ ..] => after,
                    [Token::Sign(')')] => rest,
                    _ => return None,
                };
            }
            // What is unpacked may hold any argument, a decision too.
            [Token::Sign('*'), ..] => return None,
            // A positional argument: the first is the pattern.
            [_, ..] if arguments.is_empty() => {
                let value = value(rest, 0, &mut rest);
                arguments.push((String::new(), value));
                rest = match rest {
                    [Token::Sign(','), after @ ..] => after,
                    [Token::Sign(')')] => rest,
                    _ => return None,
                };
            }
            _ => return None,
        }
    }
}

/// One value; `rest` is left at what follows it. Recursion is bounded by [`DEPTH`].
fn value<'t>(tokens: &'t [&'t Token], depth: usize, rest: &mut &'t [&'t Token]) -> Literal {
    let literal = match tokens {
        [Token::Text(text), after @ ..] => {
            *rest = after;
            Literal::Text(text.clone())
        }
        [Token::Sign('['), after @ ..] if depth < DEPTH => {
            let mut elements = Vec::new();
            *rest = after;
            loop {
                match *rest {
                    [Token::Sign(']'), after @ ..] => {
                        *rest = after;
                        break Literal::List(elements);
                    }
                    [] => break Literal::Open,
                    here => {
                        elements.push(value(here, depth + 1, rest));
                        match *rest {
                            [Token::Sign(','), after @ ..] => *rest = after,
                            [Token::Sign(']'), ..] => {}
                            _ => break Literal::Open,
                        }
                    }
                }
            }
        }
        _ => {
            *rest = tokens;
            Literal::Open
        }
    };
    // Anything but the end of the value makes it an expression.
    if matches!(*rest, [Token::Sign(',' | ')' | ']'), ..]) && literal != Literal::Open {
        return literal;
    }
    skip(rest);
    Literal::Open
}

/// Skips to the comma or bracket that ends a value.
fn skip<'t>(rest: &mut &'t [&'t Token]) {
    let mut depth = 0_usize;
    while let [token, after @ ..] = *rest {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') if depth == 0 => return,
            Token::Sign(')' | ']' | '}') => depth -= 1,
            Token::Sign(',') if depth == 0 => return,
            _ => {}
        }
        *rest = after;
    }
}

fn tokens(text: &str) -> Vec<Placed> {
    let mut found = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let token = match c {
            '\n' | ';' => Token::Break,
            '#' => {
                while chars.next_if(|&(_, c)| c != '\n').is_some() {}
                continue;
            }
            '\\' => {
                // A line that goes on.
                chars.next_if(|&(_, c)| c == '\n');
                continue;
            }
            c if c.is_whitespace() => continue,
            '"' | '\'' => {
                let rest = text.get(at..).unwrap_or_default();
                let (token, length) = string(rest, c, false);
                while chars.next_if(|&(next, _)| next < at + length).is_some() {}
                token
            }
            c if c == '_' || c.is_alphabetic() => {
                let rest = text.get(at..).unwrap_or_default();
                let name: String = rest
                    .chars()
                    .take_while(|&c| c == '_' || c.is_alphanumeric())
                    .collect();
                let after = rest.get(name.len()..).unwrap_or_default();
                match after.chars().next().filter(|c| matches!(c, '"' | '\'')) {
                    Some(quote) if matches!(name.as_str(), "r" | "b" | "rb" | "br" | "f") => {
                        let (token, length) = string(after, quote, true);
                        let token = if name == "r" { token } else { Token::Sign('?') };
                        while chars
                            .next_if(|&(next, _)| next < at + name.len() + length)
                            .is_some()
                        {}
                        token
                    }
                    _ => {
                        while chars.next_if(|&(next, _)| next < at + name.len()).is_some() {}
                        Token::Name(name)
                    }
                }
            }
            c => Token::Sign(c),
        };
        found.push(Placed { token, at });
    }
    found
}

/// A string at the start of a text, and its length; one that does not end, or that holds an
/// escape nobody needs here, is a sign that no value begins with.
fn string(text: &str, quote: char, raw: bool) -> (Token, usize) {
    let triple: String = std::iter::repeat_n(quote, 3).collect();
    let delimiter = if text.starts_with(&triple) {
        triple.as_str()
    } else {
        triple.get(..1).unwrap_or("\"")
    };
    let body = text.get(delimiter.len()..).unwrap_or_default();
    let (mut says, mut readable) = (String::new(), true);
    let mut chars = body.char_indices();
    while let Some((at, c)) = chars.next() {
        if body
            .get(at..)
            .is_some_and(|rest| rest.starts_with(delimiter))
        {
            let length = delimiter.len() + at + delimiter.len();
            let token = if readable {
                Token::Text(says)
            } else {
                Token::Sign('?')
            };
            return (token, length);
        }
        match c {
            '\n' if delimiter.len() == 1 => return (Token::Sign('?'), delimiter.len() + at),
            '\\' if raw => {
                says.push(c);
                if let Some((_, next)) = chars.next() {
                    says.push(next);
                }
            }
            '\\' => match chars.next().map(|(_, c)| c) {
                Some(c @ ('\\' | '"' | '\'')) => says.push(c),
                Some('n') => says.push('\n'),
                Some('t') => says.push('\t'),
                _ => readable = false,
            },
            c => says.push(c),
        }
    }
    (Token::Sign('?'), text.len())
}
