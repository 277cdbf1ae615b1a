//! Tool patterns (R2).

use super::{Said, Wrong};
use crate::fault::quote;
use crate::permission::Tool;

/// Reads an exact tool name, or one that ends in a single `*`.
pub(super) fn tool(text: &str) -> Result<Tool, Wrong> {
    let (stem, glob) = match text.strip_suffix('*') {
        Some(stem) => (stem, true),
        None => (text, false),
    };
    if text.is_empty() {
        return Err(Said::new("a tool pattern may not be empty")
            .help("name a tool, or write `*` to speak about every tool"));
    }
    match stem.bytes().all(is_tool_byte) {
        true if glob => Ok(Tool::Prefix(stem.to_owned())),
        true => Ok(Tool::Exact(stem.to_owned())),
        false => Err(wrong(text, stem)),
    }
}

const fn is_tool_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':' | b'/')
}

fn wrong(text: &str, stem: &str) -> Wrong {
    if let Some((before, _)) = stem.split_once('*') {
        let message = format!("`*` may only stand at the end, and once: {}", quote(text));
        let wrong = Said::new(message);
        let plain = before
            .find(|char: char| !u8::try_from(char).is_ok_and(is_tool_byte))
            .and_then(|end| before.get(..end))
            .unwrap_or(before);
        return wrong.help(format!(
            "write {}, or a rule for each tool",
            quote(&format!("{plain}*"))
        ));
    }
    let odd = stem
        .chars()
        .find(|&char| u8::try_from(char).map_or(true, |b| !is_tool_byte(b)));
    let odd = odd.map(String::from).unwrap_or_default();
    Said::new(format!(
        "{} cannot stand in a tool name: {}",
        quote(&odd),
        quote(text)
    ))
    .help("tool names are letters, digits and `_ - . : /`; a final `*` matches what follows")
}
