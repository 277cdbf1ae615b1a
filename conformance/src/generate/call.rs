//! Calls: parsed, or as bytes that may be anything.

use super::Choices;
use super::vocabulary::{
    AUTHORITIES, CHECKS, COMMANDS, LINES, PATH_NAMES, PLAIN_AUTHORITIES, PLAIN_COMMANDS,
    PLAIN_LINES, PLAIN_SEGMENTS, PLAIN_STARTS, PLAIN_TOKENS, PLAIN_TOOLS, SCHEMES, SEGMENTS,
    STARTS, TAILS, TOKENS, TOOLS, URL_NAMES,
};
use crate::case::{ArgumentsInput, CallInput, FirewallInput};
use callgate_engine::Tri;
use serde_json::{Value, json};

/// Answers of the embedder's checks; some are not registered.
pub fn checks(choices: &mut Choices<'_>) -> Vec<(String, Tri)> {
    let mut checks = Vec::new();
    for name in CHECKS {
        let answer = match choices.below(4) {
            0 => continue,
            1 => Tri::No,
            2 => Tri::Unknown,
            _ => Tri::Yes,
        };
        checks.push(((*name).to_owned(), answer));
    }
    checks
}

/// A call. Arguments are drawn as members, so that bytes can hold one twice.
pub fn call(choices: &mut Choices<'_>) -> CallInput {
    let tool = match choices.below(40) {
        0 => Some(json!(7)),
        1 => None,
        _ => Some(json!(choices.word(TOOLS))),
    };
    let members = members(choices);
    let arguments = match choices.below(10) {
        0 => ArgumentsInput::Absent,
        1 => ArgumentsInput::Parsed(odd(choices)),
        2..=3 => {
            let text = object(&members, choices);
            ArgumentsInput::Raw(bytes(choices, text))
        }
        4 => {
            let name = tool.as_ref().map(|tool| format!("\"name\":{tool},"));
            let name = name.unwrap_or_default();
            let twice = if choices.once_in(10) {
                name.clone()
            } else {
                String::new()
            };
            let arguments = object(&members, choices);
            let request =
                format!("{{\"id\":1,\"params\":{{{name}{twice}\"arguments\":{arguments}}}}}");
            let request = bytes(choices, request);
            return CallInput {
                tool: None,
                arguments: ArgumentsInput::Request(request),
                firewall: FirewallInput::default(),
            };
        }
        _ => ArgumentsInput::Parsed(Value::Object(members.into_iter().collect())),
    };
    CallInput {
        tool,
        arguments,
        firewall: FirewallInput::default(),
    }
}

/// A call that can be read whole, but for one argument at times: what leaves little unknown.
pub fn plain_call(choices: &mut Choices<'_>) -> CallInput {
    let start = choices.word(PLAIN_STARTS);
    let segments = choices.several(3, |choices| choices.word(PLAIN_SEGMENTS));
    let tokens = choices.several(3, |choices| choices.word(PLAIN_TOKENS));
    let mut members = vec![
        ("path", json!(format!("{start}{}", segments.join("/")))),
        (
            "url",
            json!(format!("https://{}/", choices.word(PLAIN_AUTHORITIES))),
        ),
        ("command", json!(choices.word(PLAIN_COMMANDS))),
        ("args", json!(tokens)),
        ("line", json!(choices.word(PLAIN_LINES))),
    ];
    if choices.below(2) == 1 {
        let at = choices.below(members.len());
        if choices.once_in(4) {
            members.remove(at);
        } else if let Some((name, value)) = members.get_mut(at) {
            *value = match *name {
                "path" => location(choices),
                "url" => url(choices),
                "command" => text(choices, COMMANDS),
                "args" => argv(choices),
                _ => text(choices, LINES),
            };
        }
    }
    let members = members
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    CallInput {
        tool: Some(json!(choices.word(PLAIN_TOOLS))),
        arguments: ArgumentsInput::Parsed(Value::Object(members.collect())),
        firewall: FirewallInput::default(),
    }
}

fn members(choices: &mut Choices<'_>) -> Vec<(String, Value)> {
    let mut members = Vec::new();
    // The halves of a pair come together more often than not.
    let pair = choices.once_in(3);
    for name in PATH_NAMES {
        let half = pair && matches!(*name, "from" | "to");
        if (half && !choices.once_in(8)) || choices.once_in(4) {
            members.push(((*name).to_owned(), location(choices)));
        }
    }
    for name in URL_NAMES {
        if choices.once_in(3) {
            members.push(((*name).to_owned(), url(choices)));
        }
    }
    for name in ["command", "program"] {
        if choices.once_in(3) {
            members.push((name.to_owned(), text(choices, COMMANDS)));
        }
    }
    for name in ["args", "argv"] {
        if choices.once_in(2) {
            members.push((name.to_owned(), argv(choices)));
        }
    }
    if choices.once_in(4) {
        members.push(("line".to_owned(), text(choices, LINES)));
    }
    if choices.once_in(4) {
        members.push(("other".to_owned(), odd(choices)));
    }
    members
}

/// Mostly a word, at times no string.
fn text(choices: &mut Choices<'_>, words: &[&'static str]) -> Value {
    if choices.once_in(12) {
        odd(choices)
    } else {
        json!(choices.word(words))
    }
}

fn odd(choices: &mut Choices<'_>) -> Value {
    match choices.below(6) {
        0 => Value::Null,
        1 => json!(1.5),
        2 => json!(["/a/b", "git"]),
        3 => json!({ "path": "/a" }),
        4 => json!("/a/b"),
        _ => json!(true),
    }
}

fn location(choices: &mut Choices<'_>) -> Value {
    if choices.once_in(12) {
        return odd(choices);
    }
    let start = choices.word(STARTS);
    // Mostly plain segments, or nearly every path would be unknown.
    let segments = choices.several(3, |choices| {
        let plain = SEGMENTS.get(..3).unwrap_or_default();
        if choices.below(4) > 0 {
            choices.word(plain)
        } else {
            choices.word(SEGMENTS)
        }
    });
    json!(format!("{start}{}", segments.join("/")))
}

fn url(choices: &mut Choices<'_>) -> Value {
    if choices.once_in(12) {
        return odd(choices);
    }
    let scheme = if choices.once_in(4) {
        choices.word(SCHEMES)
    } else {
        "https://"
    };
    let authority = choices.word(AUTHORITIES);
    json!(format!("{scheme}{authority}{}", choices.word(TAILS)))
}

fn argv(choices: &mut Choices<'_>) -> Value {
    if choices.once_in(12) {
        return odd(choices);
    }
    let tokens = choices.several(4, |choices| {
        if choices.once_in(12) {
            odd(choices)
        } else {
            json!(choices.word(TOKENS))
        }
    });
    Value::Array(tokens)
}

/// An object as text; at times one member stands there twice, or a name is escaped.
fn object(members: &[(String, Value)], choices: &mut Choices<'_>) -> String {
    let mut parts: Vec<String> = members
        .iter()
        .map(|(name, value)| {
            let name = match name.strip_prefix('p') {
                Some(rest) if choices.once_in(8) => format!("\"\\u0070{rest}\""),
                _ => json!(name).to_string(),
            };
            format!("{name}:{value}")
        })
        .collect();
    if choices.once_in(6) {
        let at = choices.below(parts.len());
        if let Some(part) = parts.get(at).cloned() {
            parts.push(part);
        }
    }
    format!("{{{}}}", parts.join(","))
}

/// Text as bytes; at times one byte is changed or the end is cut off.
fn bytes(choices: &mut Choices<'_>, text: String) -> Vec<u8> {
    let mut bytes = text.into_bytes();
    match choices.below(12) {
        0 => {
            let length = choices.below(bytes.len());
            bytes.truncate(length);
        }
        1 => {
            let at = choices.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte = u8::try_from(choices.below(256)).unwrap_or_default();
            }
        }
        2 => bytes.push(b' '),
        _ => {}
    }
    bytes
}
