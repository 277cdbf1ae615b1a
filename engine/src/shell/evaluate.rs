//! Builtins that evaluate their arguments: as names with subscripts, as arithmetic, as text.
//!
//! Names are from the manuals of bash (5.3), dash, zsh (zshbuiltins) and mksh. What is not
//! listed here is a command like any other.

use super::environment::is_feeding;
use super::names::{is_name, is_number};
use super::parse::Told;
use super::reason::Reason;
use super::store::{Range, Record, Shape, Store, Tail, Word};
use super::through::{Start, Words};

/// Builtins that run or evaluate what they are given in ways that are not followed.
static OPAQUE: &[&str] = &["bind", "compgen", "complete", "enable", "fc"];

/// The same in zsh, ksh and mksh, and words that change how those read.
static FOREIGN: &[&str] = &[
    "-",
    "autoload",
    "bindkey",
    "break",
    "compcall",
    "compctl",
    "compound",
    "continue",
    "coproc",
    "declare",
    "disable",
    "emulate",
    "enum",
    "exit",
    "export",
    "fc",
    "float",
    "foreach",
    "functions",
    "getopts",
    "global",
    "hash",
    "hist",
    "history",
    "integer",
    "let",
    "local",
    "nameref",
    "nocorrect",
    "noglob",
    "print",
    "printf",
    "private",
    "r",
    "read",
    "readonly",
    "redirect",
    "rehash",
    "repeat",
    "return",
    "sched",
    "select",
    "setopt",
    "shift",
    "source",
    "trap",
    "typeset",
    "ulimit",
    "unhash",
    "unsetopt",
    "vared",
    "whence",
    "zcompile",
    "zformat",
    "zle",
    "zmodload",
    "zparseopts",
    "zpty",
    "zregexparse",
    "zstyle",
    "zsystem",
];

impl Store {
    /// What a plain command evaluates if it is the builtin of that name.
    pub(super) fn evaluating(
        &mut self,
        name: Range,
        at: u32,
        words: Words,
        start: Start,
        told: &mut Told,
    ) {
        let dialect = start.context.dialect;
        let text = self.text(name);
        if dialect.is_foreign() && FOREIGN.binary_search(&text).is_ok() {
            self.foreign(name, at, words, start);
            return;
        }
        let check = match text {
            "[" | "test" => Self::test,
            "printf" => Self::printf,
            "read" => Self::read_builtin,
            "unset" => Self::unset,
            "let" => Self::let_builtin,
            "declare" | "typeset" | "local" | "export" | "readonly" => Self::declare,
            "mapfile" | "readarray" => Self::mapfile,
            "getopts" => Self::getopts,
            "wait" => Self::wait,
            "hash" | "jobs" => Self::reports,
            "set" | "shopt" => Self::options,
            _ if OPAQUE.binary_search(&text).is_ok() => Self::opaque,
            _ => return,
        };
        check(self, at + 1, words, start, told);
    }

    pub(super) fn refuse_builtin(&mut self, start: Start) {
        self.unidentified(Reason::Builtin, start.context.role, start.at);
    }

    fn opaque(&mut self, _at: u32, _words: Words, start: Start, told: &mut Told) {
        self.refuse_builtin(start);
        told.tainted = true;
    }

    /// zsh, ksh and mksh evaluate more arguments as arithmetic: only plain ones are certain.
    fn foreign(&mut self, name: Range, at: u32, words: Words, start: Start) {
        let plain = |text: &str| {
            text.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_./:,@ -".contains(&byte))
        };
        let harmless = match self.text(name) {
            "exit" | "return" | "break" | "continue" | "shift" => {
                (at + 1..words.to).all(|at| self.literal(at, words).is_some_and(is_number))
            }
            "export" => (at + 1..words.to).all(|at| {
                self.word(at, words).is_some_and(|word| {
                    let text = self.text(word.text);
                    word.shape != Shape::Many
                        && text
                            .split_once('=')
                            .is_some_and(|(name, _)| is_name(name) && !is_feeding(name, None))
                })
            }),
            "printf" if self.literal(at + 1, words).is_some_and(is_text_format) => true,
            "print" | "printf" => (at + 1..words.to).all(|at| {
                self.literal(at, words)
                    .is_some_and(|text| plain(text) && !text.starts_with('-'))
            }),
            "read" => (at + 1..words.to).all(|at| {
                self.literal(at, words)
                    .is_some_and(|text| !text.contains(['[', '$', '`']))
            }),
            _ => false,
        };
        if !harmless {
            self.refuse_builtin(start);
        }
    }

    /// A word that must name a variable: certain if it is a plain name.
    pub(super) fn name_word(&mut self, word: Option<Word>, start: Start, told: &mut Told) {
        let Some(word) = word else {
            return;
        };
        let text = self.text(word.text);
        if word.shape != Shape::Literal || !is_name(text) {
            self.refuse_builtin(start);
            told.tainted |= word.shape != Shape::Literal;
            return;
        }
        told.tainted |= is_feeding(text, None);
        self.assigned(word.text, false);
    }

    /// `test` and `[`: `-v` evaluates the subscript of its operand.
    fn test(&mut self, at: u32, words: Words, start: Start, _told: &mut Told) {
        if !start.context.dialect.evaluates() {
            return;
        }
        let subscript = |store: &Self, at: u32| {
            store.word(at, words).is_some_and(|word| {
                word.shape != Shape::Literal || store.text(word.text).contains('[')
            })
        };
        let foreign = start.context.dialect.is_foreign();
        for at in at..words.to {
            let Some(word) = self.word(at, words) else {
                return;
            };
            let text = self.text(word.text);
            match word.shape {
                Shape::Literal => {
                    let numeric = foreign
                        && matches!(text, "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge" | "-t");
                    let names = matches!(text, "-v" | "-R") && subscript(self, at + 1);
                    if numeric {
                        for side in [at.wrapping_sub(1), at + 1] {
                            match self.word(side, words) {
                                Some(word) if side > words.from => self.must_be_number(word, start),
                                _ => {}
                            }
                        }
                    }
                    if names {
                        self.refuse_builtin(start);
                    }
                }
                // One argument may be `-v`; the next one is then a name.
                Shape::One => {
                    let prefix = text.is_empty() || text == "-";
                    if prefix && !word.number && subscript(self, at + 1) {
                        self.must_be_number(word, start);
                    }
                }
                // Any number of arguments may be `-v` and a name.
                Shape::Many => {
                    let harmless = word.number || !text.is_empty() && !text.starts_with('-');
                    if !harmless {
                        self.must_be_number(word, start);
                    }
                }
            }
        }
    }

    /// A word that must be a number.
    fn must_be_number(&mut self, word: Word, start: Start) {
        if word.number {
            return;
        }
        let Some(name) = word.variable else {
            self.refuse_builtin(start);
            return;
        };
        let id = self.used(name);
        self.record(Record {
            program: None,
            why: Some(Reason::Builtin.at(start.at)),
            tail: Tail::Spans((0, 0)),
            sealed: false,
            role: start.context.role,
            redirects: (0, 0),
            order: (start.at.unwrap_or(0), 0),
            condition: Some(id),
        });
    }

    /// `printf -v NAME`.
    fn printf(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
        if !start.context.dialect.evaluates() {
            return;
        }
        match self.word(at, words) {
            Some(word) if word.shape == Shape::Literal => {
                let text = self.text(word.text);
                if text == "-v" {
                    let name = self.word(at + 1, words);
                    self.name_word(name, start, told);
                } else if text.starts_with("-v") {
                    self.refuse_builtin(start);
                    told.tainted = true;
                }
            }
            // A format that may be `-v`, with a name behind it.
            Some(word) => {
                let text = self.text(word.text);
                let option = text.is_empty() || "-v".starts_with(text) || text.starts_with("-v");
                let follows = word.shape == Shape::Many
                    || self.word(at + 1, words).is_some_and(|next| {
                        next.shape != Shape::Literal || self.text(next.text).contains('[')
                    });
                if option && follows && !word.number {
                    self.refuse_builtin(start);
                }
            }
            None => {}
        }
    }

    /// `read [options] NAME…`.
    fn read_builtin(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
        const VALUED: &str = "adinNptu";
        let mut at = at;
        while let Some(text) = self.literal(at, words) {
            let Some(cluster) = text.strip_prefix('-').filter(|cluster| !cluster.is_empty()) else {
                break;
            };
            if text == "--" {
                at += 1;
                break;
            }
            let valued = cluster.find(|flag| VALUED.contains(flag));
            let array = valued.and_then(|place| cluster.get(place..)).unwrap_or("");
            let separate = array.len() == 1;
            let is_array = array.starts_with('a');
            at += 1;
            if separate {
                let value = self.word(at, words);
                if is_array {
                    self.name_word(value, start, told);
                } else if value.is_some_and(|value| value.shape == Shape::Many) {
                    self.refuse_builtin(start);
                    told.tainted = true;
                    return;
                }
                at += 1;
            } else if is_array && !array.is_empty() {
                self.refuse_builtin(start);
            }
        }
        while let Some(word) = self.word(at, words) {
            self.name_word(Some(word), start, told);
            at += 1;
        }
    }

    fn unset(&mut self, at: u32, words: Words, start: Start, _told: &mut Told) {
        for at in at..words.to {
            match self.word(at, words) {
                Some(word) if word.shape == Shape::Literal => {
                    let text = self.text(word.text);
                    if !text.starts_with('-') && text.contains('[') {
                        self.refuse_builtin(start);
                    }
                }
                Some(_) => self.refuse_builtin(start),
                None => {}
            }
        }
    }

    fn let_builtin(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
        told.touched = true;
        if !start.context.dialect.evaluates() {
            return;
        }
        for at in at..words.to {
            match self.literal(at, words) {
                Some(text) if is_plain_let(text) => {
                    let Some(word) = self.word(at, words) else {
                        return;
                    };
                    self.let_word(word, start, told);
                }
                _ => {
                    self.refuse_builtin(start);
                    told.tainted = true;
                }
            }
        }
    }

    /// One `name=number`, `name++` or the like.
    fn let_word(&mut self, word: Word, start: Start, told: &mut Told) {
        let text = self.text(word.text);
        let length = text
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(text.len());
        let name = (word.text.0, word.text.0 + super::store::index(length));
        told.tainted |= is_feeding(self.text(name), None);
        self.assigned(name, true);
        let variable = Word {
            variable: Some(name),
            ..word
        };
        self.must_be_number(variable, start);
    }
}

/// Whether a format of printf takes its arguments for text only.
fn is_text_format(format: &str) -> bool {
    !format.starts_with('-')
        && format.split('%').skip(1).all(|piece| {
            piece.is_empty()
                || piece
                    .trim_start_matches(|c: char| c.is_ascii_digit() || "-+ #.".contains(c))
                    .starts_with(['s', 'b', 'c'])
        })
}

/// `name++`, `name--`, `name=number` and `name+=number`.
fn is_plain_let(text: &str) -> bool {
    let name = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let Some((name, rest)) = name.and_then(|at| text.split_at_checked(at)) else {
        return false;
    };
    let value = rest
        .strip_prefix("+=")
        .or_else(|| rest.strip_prefix("-="))
        .or_else(|| rest.strip_prefix('='));
    is_name(name) && (matches!(rest, "++" | "--") || value.is_some_and(is_number))
}
