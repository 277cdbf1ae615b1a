//! Regular expressions of rules: compiled once, at load, within limits (A3, X7).

use regex::{Regex, RegexBuilder};

/// The most that one compiled expression may take, in bytes.
pub const PATTERN_SIZE: usize = 1 << 20;
/// How deep an expression may nest.
pub const PATTERN_DEPTH: u32 = 64;
/// The longest text of an expression, in bytes.
pub const PATTERN_TEXT: usize = 16 << 10;

/// A regular expression in the syntax of the `regex` crate, searched in time linear in the
/// text and the expression.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
}

/// Why an expression is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternFault {
    /// It does not parse: what the `regex` crate says, on several lines.
    Syntax(String),
    /// It compiles to more than [`PATTERN_SIZE`], or is longer than [`PATTERN_TEXT`].
    TooLarge,
}

impl Pattern {
    /// Compiles an expression.
    ///
    /// # Errors
    /// One that does not parse or is larger than the limits allow.
    pub fn new(text: &str) -> Result<Self, PatternFault> {
        if text.len() > PATTERN_TEXT {
            return Err(PatternFault::TooLarge);
        }
        RegexBuilder::new(text)
            .size_limit(PATTERN_SIZE)
            .nest_limit(PATTERN_DEPTH)
            .build()
            .map(|regex| Self { regex })
            .map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => PatternFault::TooLarge,
                other => PatternFault::Syntax(other.to_string()),
            })
    }

    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.regex.as_str()
    }

    /// The compiled expression.
    #[must_use]
    pub const fn regex(&self) -> &Regex {
        &self.regex
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Pattern {}

impl std::hash::Hash for Pattern {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}
