//! Effective commands (`shell.md`): what a program and its argv, or a line of shell text, would
//! really run. Nothing is executed, expanded or read from a file.
//!
//! # Why an own reader
//!
//! The question asked here is narrower than parsing, and harder: which programs may start,
//! whichever shell reads the text, and where is that not certain? Parsers that build a tree
//! were tried on recorded and hostile text. One recursed until the stack overflowed on nested
//! braces, was exponential in nested parentheses and lost the commands of a doubled subshell
//! without an error; another missed commands in here-documents, defaults and behind keywords,
//! and crashed. None says where shells disagree. So this reader lexes by itself: one pass, an
//! explicit stack with a limit, memory that the caller keeps, and a refusal for every construct
//! it does not know. A refusal is one unidentifiable command, which fails closed.
//!
//! # The way of a text
//!
//! `parse` holds the state and the stack; `list`, `keyword`, `word`, `expand`, `arithmetic`,
//! `condition`, `quote` and `heredoc` are its steps. When a simple command ends, `finish` hands its words
//! to `through`, which sees through wrappers, runners and shells by the data in `tables`
//! (`options`, `rest`, `invoke`) and through builtins (`builtins`, `evaluate`, `declare`), reading nested texts in
//! turn. Everything lands in the `store`. `sh` is read twice where bash and dash differ.
//!
//! Cost: linear in the length of the text, times the depth at which shells nest (at most
//! 8) and at most 4 for text that several shells could read.

mod arithmetic;
mod builtins;
mod condition;
mod declare;
mod environment;
mod evaluate;
mod expand;
mod finish;
mod frame;
mod heredoc;
mod invoke;
mod keyword;
mod list;
mod names;
mod notes;
mod options;
mod parse;
mod quote;
mod reason;
mod rest;
mod store;
mod tables;
mod through;
mod word;

use crate::command::{EffectiveCommand, Role, Tokens, basename, is_shell_line};
use names::Dialect;
use parse::Context;
use reason::Reason;
use store::{Record, Shape, Store, Tail, Word, index};
use through::{Start, Words};

/// The longest argv that is taken apart, in bytes; each argument ends with one more.
const ARGV: usize = 1 << 24;

/// Takes command lines apart; reuse it to reuse its memory.
#[derive(Debug, Default)]
pub struct CommandReader {
    store: Store,
}

/// The effective commands of the last reading.
#[derive(Clone, Copy, Debug)]
pub struct Commands<'a> {
    reader: &'a CommandReader,
    argv: &'a [&'a str],
}

/// Whether a direct argv with this program string may run more than the program itself: a
/// wrapper, runner, shell or shell word (S2–S8) in any spelling. `false`: S1 alone says all.
#[must_use]
pub fn is_special(program: &str) -> bool {
    names::is_special(program)
}

/// [`is_special`], for a program whose basename (C1) is known.
pub(crate) fn is_special_name(program: &str, basename: &str) -> bool {
    names::is_special_name(program, basename)
}

impl CommandReader {
    /// Reads a direct argv: `program` as the call gives it and its readable tail (S1–S7).
    ///
    /// Without allocating once the reader's memory is warm. Linear in the length of the argv.
    pub fn argv<'a>(
        &'a mut self,
        program: &str,
        tail: &'a [&'a str],
        sealed: bool,
    ) -> Commands<'a> {
        self.store.clear();
        if !is_special(program) {
            self.plain(program, sealed);
            return Commands {
                reader: self,
                argv: tail,
            };
        }
        let length: usize = tail.iter().map(|token| token.len() + 1).sum();
        if length > ARGV {
            self.store.unidentified(Reason::Length, Role::Runs, None);
            return Commands {
                reader: self,
                argv: tail,
            };
        }
        let store = &mut self.store;
        for token in std::iter::once(&program).chain(tail) {
            let text = store.intern(token);
            store.spans.push(text);
            store.words.push(Word {
                text,
                shape: Shape::Literal,
                at: 0,
                variable: None,
                number: false,
            });
        }
        let count = index(store.words.len());
        store.run_words(
            Words {
                from: 0,
                to: count,
                spans: 0,
                readable: count,
                sealed,
            },
            Start {
                context: Context {
                    dialect: Dialect::Sh,
                    shells: 0,
                    doubled: 0,
                    role: Role::Runs,
                    interactive: false,
                },
                direct: true,
                at: None,
                runners: 0,
                applet: false,
            },
        );
        store.settle();
        Commands {
            reader: self,
            argv: tail,
        }
    }

    /// Reads a line of shell text, as the payload of `sh -c` but without a launcher (D6).
    pub fn line(&mut self, line: &str) -> Commands<'_> {
        self.store.clear();
        self.store.read(
            line,
            Context {
                dialect: Dialect::Sh,
                shells: 1,
                doubled: 0,
                role: Role::Runs,
                interactive: false,
            },
        );
        self.store.settle();
        Commands {
            reader: self,
            argv: &[],
        }
    }

    /// A program that nothing else can be behind (S1).
    fn plain(&mut self, program: &str, sealed: bool) {
        let name = basename(program).filter(|_| !is_shell_line(program));
        let Some(name) = name else {
            self.store.unidentified(Reason::Guess, Role::Runs, None);
            return;
        };
        let name = self.store.intern(name);
        self.store.record(Record {
            program: Some(name),
            why: None,
            tail: Tail::Argv,
            sealed,
            role: Role::Runs,
            redirects: (0, 0),
            order: (0, 0),
            condition: None,
        });
    }
}

impl<'a> Commands<'a> {
    /// The commands in the order of the text; a launcher before what it launches.
    pub fn iter(&self) -> impl Iterator<Item = EffectiveCommand<'a>> + use<'a> {
        let (store, argv) = (&self.reader.store, self.argv);
        store.records.iter().map(move |record| {
            let (from, to) = record.redirects;
            let tokens = match record.tail {
                Tail::Argv => Tokens::Argv(argv),
                Tail::Spans((from, to)) => Tokens::Words {
                    spans: store
                        .spans
                        .get(from as usize..to as usize)
                        .unwrap_or_default(),
                    arena: &store.arena,
                },
            };
            EffectiveCommand {
                program: record.program.map(|program| store.text(program)),
                tokens,
                sealed: record.sealed,
                role: record.role,
                redirects: store
                    .redirects
                    .get(from as usize..to as usize)
                    .unwrap_or_default(),
                arena: &store.arena,
                why: record.why,
            }
        })
    }
}
