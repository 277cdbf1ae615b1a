//! How a shell is invoked: where its text is, by its own option syntax (S6, S7).

use super::builtins::is_device;
use super::names::Dialect;
use super::reason::Reason;
use super::store::{Range, Shape, Store};
use super::through::{Next, Start, Words};
use crate::command::Role;

/// What the arguments of a shell say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Invocation {
    /// Text to run, in this word.
    Payload(u32),
    /// A script in a file.
    Script,
    /// Standard input.
    Input,
    /// It only reports something.
    Reports,
    /// `-c` without text.
    Missing,
    /// An option this reader does not know.
    Unknown,
    /// An argument that decides is not literal.
    Unreadable,
}

/// Letters that bash takes (bash(1), "Options", and `set`). `k` and `H` change how text is read.
const BASH: &str = "abcefhilmnprstuvxBCDEOPTo";
/// Letters that dash takes (dash(1)), and bash as `sh`.
const SH: &str = "abcefhilmnprstuvxBCDEIOPTVo";
/// Letters that zsh (zshoptions(1)) and ksh read in the same way as the others.
const OTHERS: &str = "cefilnuvxo";

/// Long options of bash without a value (bash(1)).
const LONG: &[&str] = &[
    "debug",
    "debugger",
    "login",
    "noediting",
    "noprofile",
    "norc",
    "posix",
    "pretty-print",
    "restricted",
    "verbose",
];

/// Options that turn on a way of reading that this reader does not follow.
const READING: &[&str] = &["history", "histexpand", "keyword"];

struct Arguments {
    found: Invocation,
    /// The word that was looked at last.
    option: u32,
    interactive: bool,
    starts_file: bool,
    posix: bool,
}

impl Store {
    /// A shell: its text where it has one, else itself.
    pub(super) fn shell(
        &mut self,
        dialect: Option<Dialect>,
        exact: bool,
        name: Range,
        at: u32,
        words: Words,
        start: &mut Start,
    ) -> Next {
        let role = start.context.role;
        let arguments = self.arguments(dialect.unwrap_or(Dialect::Sh), at + 1, words);
        let own = match arguments.found {
            Invocation::Script | Invocation::Input | Invocation::Reports => role,
            _ if exact => Self::launcher(role),
            _ => role,
        };
        self.command(name, at, words, own, start.at);
        let inner = if exact { role } else { Role::Launched };
        match arguments.found {
            Invocation::Payload(at) => {
                let Some(word) = self.word(at, words) else {
                    return Next::Done;
                };
                if arguments.starts_file {
                    self.unidentified(Reason::Script, inner, start.at);
                }
                let Some(dialect) = dialect else {
                    self.unidentified(Reason::Ambiguous, inner, start.at);
                    return Next::Done;
                };
                let dialect = if arguments.posix && dialect == Dialect::Bash {
                    Dialect::Sh
                } else {
                    dialect
                };
                let mut context = start.context.inner(dialect);
                context.role = inner;
                context.interactive = arguments.interactive;
                let place = start.at.map(|_| word.at);
                self.nested(word.text, context, place);
            }
            Invocation::Input if start.at.is_some() => {
                self.unidentified(Reason::Script, Role::Launched, start.at);
            }
            Invocation::Script | Invocation::Input | Invocation::Reports => {}
            Invocation::Missing => self.unidentified(Reason::NoPayload, inner, start.at),
            Invocation::Unknown => {
                return self.unknown_option(arguments.option, words, inner, start.at);
            }
            Invocation::Unreadable => self.unidentified(Reason::Argument, inner, start.at),
        }
        Next::Done
    }

    fn arguments(&self, dialect: Dialect, from: u32, words: Words) -> Arguments {
        let mut arguments = Arguments {
            found: Invocation::Unreadable,
            option: from,
            interactive: false,
            starts_file: false,
            posix: false,
        };
        let mut at = from;
        let (mut payload, mut input) = (false, false);
        let bash = matches!(dialect, Dialect::Bash | Dialect::Sh | Dialect::Ash);
        let letters = match dialect {
            Dialect::Bash => BASH,
            Dialect::Sh | Dialect::Ash | Dialect::Dash => SH,
            Dialect::Zsh | Dialect::Ksh => OTHERS,
        };
        let mut long = bash;
        while let Some(word) = self.word(at, words) {
            arguments.option = at;
            let text = self.text(word.text);
            if word.shape != Shape::Literal {
                // An argument that surely is no option is the payload or a script.
                let operand = word.shape == Shape::One
                    && !text.is_empty()
                    && !text.starts_with(['-', '+'])
                    && !payload;
                let last = word.shape == Shape::One && at + 1 == words.to && !payload;
                if operand || last && words.sealed {
                    break;
                }
                return arguments;
            }
            if long && let Some(name) = text.strip_prefix("--").or(text.strip_prefix('-')) {
                if LONG.contains(&name) {
                    arguments.posix |= name == "posix";
                    at += 1;
                    continue;
                }
                if matches!(name, "rcfile" | "init-file") {
                    arguments.starts_file = true;
                    match self.word(at + 1, words) {
                        Some(word) if word.shape != Shape::Many => at += 2,
                        _ => return arguments,
                    }
                    continue;
                }
                if matches!(
                    name,
                    "help" | "version" | "dump-strings" | "dump-po-strings"
                ) {
                    arguments.found = Invocation::Reports;
                    return arguments;
                }
            }
            long = false;
            if text == "-" || text == "--" {
                at += 1;
                break;
            }
            let Some(cluster) = text.strip_prefix(['-', '+']) else {
                break;
            };
            at += 1;
            if cluster.is_empty() || cluster.starts_with('-') {
                arguments.found = Invocation::Unknown;
                return arguments;
            }
            for letter in cluster.chars() {
                match letter {
                    'c' => payload = true,
                    's' if letters.contains('s') => input = true,
                    'i' => arguments.interactive = true,
                    'o' | 'O' if letters.contains(letter) => {
                        if dialect.is_foreign() && cluster.len() > 1 {
                            // zsh takes the rest of the word for the name.
                            arguments.found = Invocation::Unknown;
                            return arguments;
                        }
                        match self.word(at, words) {
                            Some(word) if word.shape == Shape::Literal => {
                                let name = self.text(word.text);
                                arguments.posix |= name == "posix";
                                if READING.contains(&name) {
                                    arguments.found = Invocation::Unknown;
                                    return arguments;
                                }
                                at += 1;
                            }
                            Some(_) => return arguments,
                            None => {}
                        }
                    }
                    _ if letters.contains(letter) => {}
                    _ => {
                        arguments.found = Invocation::Unknown;
                        return arguments;
                    }
                }
            }
        }
        arguments.found = self.operand(at, words, payload, input);
        arguments.starts_file &= arguments.interactive;
        arguments
    }

    /// What the first operand is.
    fn operand(&self, at: u32, words: Words, payload: bool, input: bool) -> Invocation {
        match self.word(at, words) {
            Some(word) if payload && word.shape == Shape::Literal => Invocation::Payload(at),
            Some(_) if payload => Invocation::Unreadable,
            Some(_) if input => Invocation::Input,
            Some(word) if word.shape != Shape::Literal => Invocation::Input,
            Some(word) if is_device(self.text(word.text)) => Invocation::Input,
            Some(_) => Invocation::Script,
            None if !words.sealed => Invocation::Unreadable,
            None if payload => Invocation::Missing,
            None => Invocation::Input,
        }
    }
}
