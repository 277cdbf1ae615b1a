//! Text from calls and documents, made harmless for a terminal.

use std::fmt::{self, Write as _};

/// Shows text with every control and text-direction character escaped: what a model or a
/// document says must not move the cursor, colour the screen or reorder the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safe<'a>(pub(crate) &'a str);

impl fmt::Display for Safe<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| write_safe(f, c))
    }
}

/// As [`Safe`], cut after a number of characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short<'a>(pub(crate) &'a str, pub(crate) usize);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chars = self.0.chars();
        chars
            .by_ref()
            .take(self.1)
            .try_for_each(|c| write_safe(f, c))?;
        if chars.next().is_some() {
            f.write_char('…')
        } else {
            Ok(())
        }
    }
}

fn write_safe(f: &mut fmt::Formatter<'_>, c: char) -> fmt::Result {
    if is_harmless(c) {
        f.write_char(c)
    } else {
        write!(f, "{}", c.escape_default())
    }
}

/// Whether a character shows as itself and changes nothing around it.
pub(crate) fn is_harmless(c: char) -> bool {
    !c.is_control()
        && !matches!(c,
            '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_direction_characters_are_escaped() {
        assert_eq!(
            Safe("a\u{1b}[31m\u{202e}b\n").to_string(),
            "a\\u{1b}[31m\\u{202e}b\\n"
        );
        assert_eq!(Safe("Zürich 東京 🙂").to_string(), "Zürich 東京 🙂");
    }

    #[test]
    fn long_text_is_cut_and_says_so() {
        assert_eq!(Short("abcdef", 3).to_string(), "abc…");
        assert_eq!(Short("abc", 3).to_string(), "abc");
    }
}
