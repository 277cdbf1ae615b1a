//! Why a command could not be identified: short names, and sentences for people.

use crate::command::Unidentified;

/// Every reason a reading gives for an unidentifiable command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A construct that shells read in more than one way, or that this reader does not know.
    Ambiguous,
    /// Arithmetic that reads a variable whose value may hold code.
    Arithmetic,
    /// A builtin that evaluates text it is given.
    Builtin,
    /// A program name that is no plain name.
    Guess,
    /// A name the text itself defines.
    Defined,
    /// More nesting than the limit.
    Depth,
    /// An earlier assignment changes how programs are found or started.
    Environment,
    /// A bare name that only a shell knows, as a program of a direct argv.
    Keyword,
    /// A longer text than the limit.
    Length,
    /// A shell without the text it should run.
    NoPayload,
    /// An option the table of a wrapper, runner or shell does not know.
    Option,
    /// A redirect that writes although no command does.
    Redirect,
    /// Commands read from a file or from standard input.
    Script,
    /// Text that does not parse.
    Syntax,
    /// The command word is not literal.
    Word,
    /// An argument that decides what runs is not literal.
    Argument,
}

impl Reason {
    /// The reason at a place in the innermost shell text.
    pub(super) const fn at(self, at: Option<u32>) -> Unidentified {
        let (kind, why) = self.texts();
        Unidentified {
            kind,
            why,
            at,
            text: None,
        }
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Ambiguous => (
                "ambiguous-syntax",
                "shells read this construct in different ways",
            ),
            Self::Arithmetic => (
                "arithmetic-value",
                "arithmetic evaluates a value that may hold a command",
            ),
            Self::Builtin => (
                "evaluating-builtin",
                "this builtin runs or evaluates text that cannot be read with certainty",
            ),
            Self::Guess => (
                "not-a-program-name",
                "the program is not a plain name or path",
            ),
            Self::Defined => (
                "defined-in-text",
                "the text itself defines a function or alias of this name",
            ),
            Self::Depth => (
                "too-deep",
                "shells or constructs nest deeper than the limit",
            ),
            Self::Environment => (
                "environment",
                "an assignment changes how programs are found, started or fed code",
            ),
            Self::Keyword => (
                "shell-word",
                "only a shell knows this word; as a program it may be anything",
            ),
            Self::Length => ("too-long", "the shell text is longer than the limit"),
            Self::NoPayload => ("no-payload", "the shell is given no readable text to run"),
            Self::Option => (
                "unknown-option",
                "an option here is unknown, so what follows cannot be told",
            ),
            Self::Redirect => (
                "bare-redirect",
                "a redirect writes to a file although no command of its own is named",
            ),
            Self::Script => (
                "unread-script",
                "the commands come from a file or from standard input",
            ),
            Self::Syntax => ("syntax", "the shell text does not parse"),
            Self::Word => ("expanded-command", "the command word is not literal"),
            Self::Argument => (
                "expanded-argument",
                "an argument that decides what runs is not literal",
            ),
        }
    }
}
