//! Document text inside messages: short, and without anything a terminal would act on.

use std::fmt::Write as _;

/// How many characters of a document's text a message repeats.
const SHOWN: usize = 60;

/// Text of the document in a message: between backticks, cut after 60 characters, control
/// and direction characters escaped.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(SHOWN) + 2);
    out.push('`');
    push_plain(&mut out, text.chars().take(SHOWN));
    if text.chars().nth(SHOWN).is_some() {
        out.push('…');
    }
    out.push('`');
    out
}

/// The whole text with control and direction characters escaped.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_plain(&mut out, text.chars());
    out
}

fn push_plain(out: &mut String, text: impl Iterator<Item = char>) {
    for char in text {
        if is_treacherous(char) {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(char));
        } else {
            out.push(char);
        }
    }
}

/// Control characters, and those that change the direction or the joining of what is around
/// them, or cannot be seen.
pub(crate) fn is_treacherous(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_inert() {
        assert_eq!(quote("fs_*"), "`fs_*`");
        assert_eq!(quote("a\u{1b}[2Jb\u{202e}"), "`a\\u{1b}[2Jb\\u{202e}`");
        assert_eq!(quote(&"ä".repeat(60)), format!("`{}`", "ä".repeat(60)));
        assert_eq!(quote(&"ä".repeat(61)), format!("`{}…`", "ä".repeat(60)));
    }
}
