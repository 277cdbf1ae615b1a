//! Words of commands.

use crate::safe::{Safe, is_harmless};

/// A word as a shell would take it, harmless for a terminal.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl std::fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = self.0;
        let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%^".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            f.write_str(word)
        } else if word.chars().all(is_harmless) {
            write!(f, "'{}'", word.replace('\'', r"'\''"))
        } else {
            write!(
                f,
                "$'{}'",
                Safe(&word.replace('\\', r"\\").replace('\'', r"\'"))
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Quoted;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(Quoted("a-b").to_string(), "a-b");
        assert_eq!(Quoted("").to_string(), "''");
        assert_eq!(Quoted("it's").to_string(), r"'it'\''s'");
        assert_eq!(Quoted("a\tb'\u{1b}").to_string(), r"$'a\tb\'\u{1b}'");
    }
}
