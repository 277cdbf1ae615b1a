//! Seeing through wrappers, runners, shells and builtins (S2–S8).

use super::names::{Class, Dialect, basename_range, classify, is_guess};
use super::options::{Found, Options};
use super::parse::{Context, Told};
use super::reason::Reason;
use super::store::{Range, Record, Shape, Store, Tail, Word};
use super::tables::{Rest, Seen, Tool};
use crate::command::Role;

/// The words of one command: in `words`, and the readable ones also in `spans`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    /// The first word.
    pub(super) from: u32,
    /// Behind the last.
    pub(super) to: u32,
    /// The first readable word in `spans`.
    pub(super) spans: u32,
    /// How many words from the first on can be read.
    pub(super) readable: u32,
    /// Whether the last word is the last argument.
    pub(super) sealed: bool,
}

/// How a command starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// Its surroundings.
    pub(super) context: Context,
    /// A program is started, no shell looks at its name (S1).
    pub(super) direct: bool,
    /// Its place in the text.
    pub(super) at: Option<u32>,
    /// Runners around it that were read one inside the other.
    pub(super) runners: u32,
    /// It is an applet of BusyBox.
    pub(super) applet: bool,
}

/// What to do after a tool's own arguments.
pub(super) enum Next {
    /// The command ends here.
    Done,
    /// A program stands at this word.
    Program(u32),
}

/// How many wrappers and runners may stand before a program: each has the whole rest for a tail.
pub(super) const WRAPPERS: u32 = 64;

impl Store {
    /// A word of a command.
    pub(super) fn word(&self, at: u32, words: Words) -> Option<Word> {
        if at < words.to {
            self.words.get(at as usize).copied()
        } else {
            None
        }
    }

    /// The readable words from `at` on.
    pub(super) fn tail(&self, at: u32, words: Words) -> (Tail, bool) {
        let end = words.spans + words.readable;
        let start = (words.spans + at.saturating_sub(words.from)).min(end);
        let sealed = words.sealed && words.readable == words.to - words.from;
        (Tail::Spans((start, end)), sealed)
    }

    /// Records what runs when these words are started.
    pub(super) fn run_words(&mut self, words: Words, start: Start) -> Told {
        let (mut words, mut start) = (words, start);
        let mut told = Told::default();
        let mut at = words.from;
        let mut wrappers = 0;
        loop {
            wrappers += 1;
            if wrappers > WRAPPERS {
                self.unidentified(Reason::Depth, start.context.role, start.at);
                return told;
            }
            let Some(word) = self.word(at, words) else {
                if !words.sealed {
                    self.unidentified(Reason::Argument, start.context.role, start.at);
                }
                return told;
            };
            if start.at.is_some() {
                start.at = Some(word.at);
            }
            let role = start.context.role;
            if word.shape != Shape::Literal {
                self.unidentified(Reason::Word, role, start.at);
                return told;
            }
            let text = self.text(word.text);
            let name = basename_range(text, word.text);
            if is_guess(text) || name.0 == name.1 {
                self.unidentified(Reason::Guess, role, start.at);
                return told;
            }
            let next = match classify(text, self.text(name)) {
                Class::Plain => self.plain(name, at, words, start, &mut told),
                Class::Word if start.direct => {
                    self.unidentified(Reason::Keyword, role, start.at);
                    Next::Done
                }
                Class::Word => self.builtin(name, at, words, &mut start, &mut told),
                Class::Tool(tool, exact) => {
                    self.tool(tool, exact, name, at, &mut words, &mut start, &mut told)
                }
                Class::Shell(dialect, exact) => {
                    let dialect = if start.applet && dialect == Some(Dialect::Sh) {
                        Some(Dialect::Ash)
                    } else {
                        dialect
                    };
                    self.shell(dialect, exact, name, at, words, &mut start)
                }
            };
            match next {
                Next::Done => return told,
                Next::Program(next) => at = next,
            }
        }
    }

    fn plain(&mut self, name: Range, at: u32, words: Words, start: Start, told: &mut Told) -> Next {
        self.command(name, at, words, start.context.role, start.at);
        if !start.direct {
            self.evaluating(name, at, words, start, told);
        }
        Next::Done
    }

    /// Records a command with the words behind `at` as its tail.
    pub(super) fn command(
        &mut self,
        name: Range,
        at: u32,
        words: Words,
        role: Role,
        place: Option<u32>,
    ) {
        let (tail, sealed) = self.tail(at + 1, words);
        self.record(Record {
            program: Some(name),
            why: None,
            tail,
            sealed,
            role,
            redirects: (0, 0),
            order: (place.unwrap_or(0), 0),
            condition: None,
        });
    }

    /// What was recorded from `first` on may be something else (S11).
    pub(super) fn uncertain(&mut self, first: u32) {
        for record in self.records.iter_mut().skip(first as usize) {
            if record.program.is_some() {
                record.program = None;
                record.why = Some(Reason::Environment.at(Some(record.order.0)));
                if record.role == Role::Launcher {
                    record.role = Role::Runs;
                }
            }
        }
    }

    /// The role of something seen through.
    pub(super) fn launcher(role: Role) -> Role {
        match role {
            Role::Launched => Role::Launched,
            Role::Runs | Role::Launcher => Role::Launcher,
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the tool, where its words are, and what they start in"
    )]
    fn tool(
        &mut self,
        tool: &'static Tool,
        exact: bool,
        name: Range,
        at: u32,
        words: &mut Words,
        start: &mut Start,
        told: &mut Told,
    ) -> Next {
        // In text, `command` is the builtin; `time` as a keyword never comes here.
        if !start.direct && exact && tool.name == "command" && self.text(name) == "command" {
            return self.builtin(name, at, *words, start, told);
        }
        let role = start.context.role;
        let here = self.count();
        let seen = exact && tool.seen == Seen::Wrapper;
        let own = if seen { Self::launcher(role) } else { role };
        self.command(name, at, *words, own, start.at);
        start.direct = true;
        start.applet = matches!(tool.name, "busybox" | "toybox");
        if !seen {
            start.context.role = Role::Launched;
        }
        let mut options = Options::new(tool, at + 1, *words);
        // find and fd read their words in their own way.
        let found = match tool.rest {
            Rest::Find | Rest::Clauses => Found::Rest(at + 1),
            _ => options.read(self),
        };
        match found {
            Found::Nothing => {
                // It only reports: the program is itself.
                if seen && let Some(record) = self.records.get_mut(here as usize) {
                    record.role = role;
                }
                Next::Done
            }
            Found::Unknown => {
                self.unknown_option(options.option, *words, start.context.role, start.at)
            }
            Found::Unreadable => {
                self.unidentified(Reason::Argument, start.context.role, start.at);
                Next::Done
            }
            Found::Environment => {
                self.unidentified(Reason::Environment, start.context.role, start.at);
                Next::Done
            }
            Found::Rest(next) => {
                let next = self.rest(tool, &options, next, words, start);
                if seen
                    && let Next::Program(next) = next
                    && next >= words.to
                    && let Some(record) = self.records.get_mut(here as usize)
                {
                    record.role = role;
                }
                next
            }
        }
    }

    /// Records that what an option means is not known: the place is the option's own.
    pub(super) fn unknown_option(
        &mut self,
        option: u32,
        words: Words,
        role: Role,
        at: Option<u32>,
    ) -> Next {
        let here = self.count();
        self.unidentified(Reason::Option, role, at);
        let place = at.and(self.word(option, words)).map(|word| word.at);
        if let (Some(place), Some(record)) = (place, self.records.get_mut(here as usize)) {
            record.why = Some(Reason::Option.at(Some(place)));
        }
        Next::Done
    }

    /// Reads a nested text from the arena.
    pub(super) fn nested(&mut self, text: Range, context: Context, at: Option<u32>) -> Told {
        let mut inner = self.pool.pop().unwrap_or_default();
        inner.clear();
        inner.push_str(self.text(text));
        let told = self.nested_text(&inner, context, at);
        self.pool.push(inner);
        told
    }

    /// Reads a nested text.
    pub(super) fn nested_text(&mut self, text: &str, context: Context, at: Option<u32>) -> Told {
        let first = self.count();
        let told = self.read(text, context);
        self.mark(first, text);
        if let Some(at) = at {
            self.place(first, at);
        }
        told
    }
}

impl Context {
    /// The surroundings of a text for another shell. Whether that is interactive only matters to
    /// zsh and ksh, which `shell` alone starts.
    pub(super) fn inner(self, dialect: Dialect) -> Self {
        Self {
            dialect,
            shells: self.shells + 1,
            ..self
        }
    }
}
