//! Everything wrong with a document, as data. [`render`] is the only place that prints it.

mod near;
mod quote;
pub mod render;

use crate::source::Location;
pub use near::near;
pub use quote::quote;

/// What kind of fault it is. The kebab-case names are what case files compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// `syntax`: not JSON, not YAML, or a YAML feature that documents may not use.
    Syntax,
    /// `wrong-type`: a value of another type than the member takes, null included.
    WrongType,
    /// `unknown-member`: a member that no clause names.
    UnknownMember,
    /// `duplicate-member`: a member given twice (D2).
    DuplicateMember,
    /// `missing-member`: a required member is absent.
    MissingMember,
    /// `bad-value`: the right type, but a value that the clause refuses.
    BadValue,
    /// `conflict`: members that cannot stand beside each other, or not alone.
    Conflict,
    /// `failing-example`: a `match` or `no-match` example that the rule contradicts (R10).
    FailingExample,
    /// `limit`: larger or deeper than the limits allow.
    Limit,
    /// `lint`: a warning, or one that was made a fault (`--deny-warnings`).
    Lint,
}

impl FaultKind {
    /// The name in case files and JSON output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::WrongType => "wrong-type",
            Self::UnknownMember => "unknown-member",
            Self::DuplicateMember => "duplicate-member",
            Self::MissingMember => "missing-member",
            Self::BadValue => "bad-value",
            Self::Conflict => "conflict",
            Self::FailingExample => "failing-example",
            Self::Limit => "limit",
            Self::Lint => "lint",
        }
    }
}

/// One thing wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// The code of a lint warning, as `callgate explain-code` takes it.
    pub code: Option<&'static str>,
    /// Where.
    pub at: Location,
    /// What is wrong, as a sentence without a final stop.
    pub message: String,
    /// What to write instead, where that can be said.
    pub help: Option<String>,
    /// Another place that it has to do with.
    pub related: Option<Box<Related>>,
}

/// A second place that a fault has to do with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub at: Location,
    /// What stands there, as a phrase.
    pub message: String,
}

impl Fault {
    /// A fault without help or second place.
    pub fn new(kind: FaultKind, at: Location, message: impl Into<String>) -> Self {
        Self {
            kind,
            code: None,
            at,
            message: message.into(),
            help: None,
            related: None,
        }
    }

    /// A lint warning; `code` is one of [`lint::CODES`](crate::lint::CODES).
    pub fn lint(code: &'static str, at: Location, message: impl Into<String>) -> Self {
        Self {
            code: Some(code),
            ..Self::new(FaultKind::Lint, at, message)
        }
    }

    /// With what to write instead.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }

    /// With a second place.
    #[must_use]
    pub fn related(self, at: Location, message: impl Into<String>) -> Self {
        Self {
            related: Some(Box::new(Related {
                at,
                message: message.into(),
            })),
            ..self
        }
    }
}

/// Every fault of a document, sorted by position; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl From<Box<Fault>> for Faults {
    fn from(fault: Box<Fault>) -> Self {
        Self(vec![*fault])
    }
}

impl std::error::Error for Faults {}

impl std::fmt::Display for Faults {
    /// One line a fault: pointer and message. For positions and snippets see [`render`].
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n" };
            let pointer = quote::plain(&fault.at.pointer);
            write!(f, "{gap}{pointer}: {}", fault.message)?;
        }
        Ok(())
    }
}

/// Gathers faults while a document is looked at.
#[derive(Debug)]
pub struct Collector {
    faults: Vec<Fault>,
    limit: usize,
    beyond: usize,
}

impl Collector {
    /// Keeps at most `limit` faults and counts the others.
    #[must_use]
    pub const fn new(limit: usize) -> Self {
        Self {
            faults: Vec::new(),
            limit,
            beyond: 0,
        }
    }

    /// One more.
    pub fn push(&mut self, fault: Fault) {
        if !self.counts_only() {
            self.faults.push(fault);
        }
    }

    /// Whether one more fault would only be counted. Then it is counted here, and need not be
    /// made.
    pub fn counts_only(&mut self) -> bool {
        let full = self.faults.len() >= self.limit;
        self.beyond += usize::from(full);
        full
    }

    /// Whether nothing was wrong so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty() && self.beyond == 0
    }

    /// `value` if nothing was wrong, else the faults, sorted by position.
    ///
    /// # Errors
    /// The gathered faults.
    pub fn finish<T>(self, value: T) -> Result<T, Faults> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self.into())
        }
    }
}

impl From<Collector> for Faults {
    fn from(collector: Collector) -> Self {
        let Collector {
            mut faults, beyond, ..
        } = collector;
        sort(&mut faults);
        if beyond > 0 {
            let at = faults
                .last()
                .map(|fault| fault.at.clone())
                .unwrap_or_default();
            let message = format!("{beyond} more faults are not shown");
            let help = "correct the ones above, or raise the limit on faults";
            faults.push(Fault::new(FaultKind::Limit, at, message).help(help));
        }
        Self(faults)
    }
}

/// Sorts by position; what stands at one place keeps its order.
pub(crate) fn sort(faults: &mut [Fault]) {
    faults.sort_by_key(|fault| fault.at.span);
}
