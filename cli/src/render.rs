//! Styles, in one place; `anstream` drops them where nobody sees them.

use crate::replay::Word;
use anstyle::{AnsiColor, Style};
use std::fmt::{self, Display};

pub(crate) const GREEN: Style = AnsiColor::Green.on_default().bold();
pub(crate) const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const RED: Style = AnsiColor::Red.on_default().bold();
pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();

/// A word like `error`, in red.
pub(crate) fn label(word: &str) -> impl Display + '_ {
    struct Label<'a>(&'a str);
    impl Display for Label<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{RED}{}{RED:#}", self.0)
        }
    }
    Label(word)
}

/// The style of what is said about a call.
pub(crate) fn word_style(word: Word) -> Style {
    match word.as_str() {
        "allow" | "audit" => GREEN,
        "deny" => RED,
        "none" => DIM,
        _ => YELLOW,
    }
}
