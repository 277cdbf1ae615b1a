//! Builtins that run or re-evaluate text they are given (S8).
//!
//! Names are from the manuals of bash (5.3), dash, zsh (zshbuiltins) and mksh. What is not
//! listed here is a command like any other.

use super::environment::is_feeding;
use super::names::{Dialect, is_name, is_number};
use super::parse::{Context, Told};
use super::reason::Reason;
use super::store::{Range, Record, Shape, Store, Tail, Word};
use super::through::{Next, Start, Words};
use crate::command::Role;

/// Whether a builtin takes assignments, arrays too, as arguments.
pub(super) fn declares(name: &str) -> bool {
    matches!(
        name,
        "declare" | "typeset" | "local" | "export" | "readonly"
    )
}

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
    "test",
    "trap",
    "typeset",
    "ulimit",
    "unhash",
    "unset",
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
    /// A word of S4 in shell text.
    pub(super) fn builtin(
        &mut self,
        name: Range,
        at: u32,
        words: Words,
        start: &mut Start,
        told: &mut Told,
    ) -> Next {
        match self.text(name) {
            "exec" => self.exec(name, at, words, start, told),
            "command" => self.command_builtin(name, at, words, start),
            "builtin" => {
                told.touched = true;
                if start.context.dialect == Dialect::Dash {
                    self.command(name, at, words, start.context.role, start.at);
                    return Next::Done;
                }
                self.seen(name, at, words, start);
                self.behind_dashes(at + 1, words, start)
            }
            "eval" => self.eval(name, at, words, start, told),
            "trap" => self.trap(name, at, words, start, told),
            "source" | "." => {
                let role = start.context.role;
                // `source FILE` runs a file that was chosen, as `bash FILE` does. What `.` runs,
                // or a file that is standard input or not literal, cannot be told.
                let told = self.text(name) == "source"
                    && self
                        .literal(at + 1, words)
                        .is_some_and(|file| !is_device(file) && !file.starts_with('-'));
                let name = self.intern("source");
                self.command(name, at, words, role, start.at);
                if !told {
                    self.unidentified(Reason::Script, Role::Launched, start.at);
                }
                Next::Done
            }
            "alias" => {
                self.command(name, at, words, start.context.role, start.at);
                let defines = (at + 1..words.to).any(|at| {
                    self.word(at, words).is_none_or(|word| {
                        word.shape != Shape::Literal || self.text(word.text).contains('=')
                    })
                });
                if defines {
                    self.unidentified(Reason::Defined, start.context.role, start.at);
                    told.tainted = true;
                }
                Next::Done
            }
            // A quoted keyword is a program of that name.
            _ => {
                self.command(name, at, words, start.context.role, start.at);
                Next::Done
            }
        }
    }

    fn seen(&mut self, name: Range, at: u32, words: Words, start: &Start) {
        let role = Self::launcher(start.context.role);
        self.command(name, at, words, role, start.at);
    }

    fn refuse_start(&mut self, reason: Reason, start: &Start) -> Next {
        self.unidentified(reason, start.context.role, start.at);
        Next::Done
    }

    /// The literal text of a word.
    fn literal(&self, at: u32, words: Words) -> Option<&str> {
        self.word(at, words)
            .filter(|word| word.shape == Shape::Literal)
            .map(|word| self.text(word.text))
    }

    /// The command behind an optional `--`; any other option is not known.
    fn behind_dashes(&mut self, at: u32, words: Words, start: &Start) -> Next {
        match self.literal(at, words) {
            Some("--") => Next::Program(at + 1),
            Some(text) if text.starts_with('-') => self.refuse_start(Reason::Option, start),
            _ => Next::Program(at),
        }
    }

    fn exec(
        &mut self,
        name: Range,
        at: u32,
        words: Words,
        start: &mut Start,
        told: &mut Told,
    ) -> Next {
        if at + 1 >= words.to {
            // Only its redirects count.
            self.command(name, at, words, start.context.role, start.at);
            return Next::Done;
        }
        self.seen(name, at, words, start);
        start.direct = true;
        let mut at = at + 1;
        while let Some(text) = self.literal(at, words).filter(|text| text.starts_with('-')) {
            told.touched = true;
            match start.context.dialect {
                Dialect::Dash if text == "--" => return Next::Program(at + 1),
                Dialect::Dash => return Next::Program(at),
                Dialect::Bash | Dialect::Sh | Dialect::Ash => {}
                Dialect::Zsh | Dialect::Ksh => return self.refuse_start(Reason::Option, start),
            }
            at += 1;
            match text {
                "--" => return Next::Program(at),
                "-a" | "-ca" | "-la" | "-cla" | "-lca" => {
                    match self.word(at, words) {
                        Some(word) if word.shape != Shape::Many => at += 1,
                        _ => return self.refuse_start(Reason::Argument, start),
                    };
                }
                "-c" | "-l" | "-cl" | "-lc" => {}
                _ => return self.refuse_start(Reason::Option, start),
            }
        }
        Next::Program(at)
    }

    fn command_builtin(&mut self, name: Range, at: u32, words: Words, start: &Start) -> Next {
        let here = self.count();
        self.seen(name, at, words, start);
        let mut at = at + 1;
        while let Some(text) = self.literal(at, words).filter(|text| text.starts_with('-')) {
            let (flags, end) = (text.strip_prefix('-').unwrap_or_default(), text == "--");
            let known = flags.chars().all(|flag| "pvV".contains(flag));
            let reports = flags.contains(['v', 'V']);
            at += 1;
            if end {
                break;
            }
            if !known || flags.is_empty() {
                return self.refuse_start(Reason::Option, start);
            }
            if reports {
                if let Some(record) = self.records.get_mut(here as usize) {
                    record.role = start.context.role;
                }
                return Next::Done;
            }
        }
        Next::Program(at)
    }

    fn eval(
        &mut self,
        name: Range,
        at: u32,
        words: Words,
        start: &mut Start,
        told: &mut Told,
    ) -> Next {
        self.seen(name, at, words, start);
        let mut from = at + 1;
        if let Some(text) = self.literal(from, words)
            && text.starts_with('-')
        {
            let end = text == "--";
            told.touched = true;
            match start.context.dialect {
                Dialect::Dash => {}
                Dialect::Bash | Dialect::Sh | Dialect::Ash if end => from += 1,
                _ => return self.refuse_start(Reason::Option, start),
            }
        }
        let literal = (from..words.to).all(|at| self.literal(at, words).is_some());
        if !literal || !words.sealed {
            return self.refuse_start(Reason::Argument, start);
        }
        let mut text = self.pool.pop().unwrap_or_default();
        self.join(from, words.to, words, &mut text);
        let inner = self.same_shell(start.context);
        let more = self.nested_text(&text, inner, start.at);
        self.pool.push(text);
        told.touched |= more.touched;
        told.tainted |= more.tainted;
        Next::Done
    }

    /// Text for the shell that reads this text.
    fn same_shell(&self, context: Context) -> Context {
        Context {
            shells: context.shells + 1,
            ..context
        }
    }

    fn trap(
        &mut self,
        name: Range,
        at: u32,
        words: Words,
        start: &mut Start,
        told: &mut Told,
    ) -> Next {
        let here = self.count();
        self.seen(name, at, words, start);
        let mut from = at + 1;
        match self.literal(from, words) {
            Some("--") => from += 1,
            Some("-" | "-l" | "-p" | "-P") => from = u32::MAX,
            Some(text) if text.starts_with('-') => return self.refuse_start(Reason::Option, start),
            _ => {}
        }
        let reports = from == u32::MAX || from >= words.to && words.sealed;
        if reports || self.literal(from, words).is_some_and(is_number) {
            if let Some(record) = self.records.get_mut(here as usize) {
                record.role = start.context.role;
            }
            return Next::Done;
        }
        let Some(word) = self
            .word(from, words)
            .filter(|word| word.shape == Shape::Literal)
        else {
            return self.refuse_start(Reason::Argument, start);
        };
        let inner = self.same_shell(start.context);
        let more = self.nested(word.text, inner, start.at);
        told.touched |= more.touched;
        told.tainted |= more.tainted;
        Next::Done
    }

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

    fn refuse_builtin(&mut self, start: Start) {
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
            "print" | "printf" => (at + 1..words.to).all(|at| {
                self.literal(at, words)
                    .is_some_and(|text| plain(text) && !text.starts_with('-'))
            }),
            "test" => (at + 1..words.to).all(|at| self.literal(at, words).is_some_and(plain)),
            _ => false,
        };
        if !harmless {
            self.refuse_builtin(start);
        }
    }

    /// A word that must name a variable: certain if it is a plain name.
    fn name_word(&mut self, word: Option<Word>, start: Start, told: &mut Told) {
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
                    let numeric =
                        foreign && matches!(text, "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge");
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
        self.names(at, words, start, told, "adeEiInNptu", "adINptun");
    }

    /// Skips options, `valued` ones with their value, and checks the names behind them.
    fn names(
        &mut self,
        at: u32,
        words: Words,
        start: Start,
        told: &mut Told,
        _known: &str,
        _dash: &str,
    ) {
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

    fn unset(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
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
        let _ = told;
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
            number: false,
            shape: Shape::One,
            ..word
        };
        self.must_be_number(variable, start);
    }

    /// `declare`, `typeset`, `local`, `export` and `readonly`.
    fn declare(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
        let mut integer = false;
        for at in at..words.to {
            let Some(word) = self.word(at, words) else {
                return;
            };
            let text = self.text(word.text);
            let (name, value) = text
                .split_once('=')
                .map_or((text, None), |(name, value)| (name, Some(value)));
            let name = name.strip_suffix('+').unwrap_or(name);
            if word.shape == Shape::Literal && text.starts_with(['-', '+']) {
                let nameref = text.contains('n');
                integer |= text.contains('i');
                if nameref && start.context.dialect.evaluates() {
                    self.refuse_builtin(start);
                    told.tainted = true;
                }
                continue;
            }
            let length = super::store::index(name.len());
            // Unreadable words are certain once a plain name stands before the `=`.
            let certain = is_name(name) && (word.shape == Shape::Literal || value.is_some());
            if !certain {
                self.refuse_builtin(start);
                told.tainted |= word.shape != Shape::Literal;
                continue;
            }
            let literal = value.filter(|_| word.shape == Shape::Literal);
            let number = literal.is_some_and(is_number);
            let given = value.is_some();
            told.tainted |= given && is_feeding(name, literal);
            if integer && !number && start.context.dialect.evaluates() {
                self.refuse_builtin(start);
            }
            if given {
                self.assigned((word.text.0, word.text.0 + length), number);
            }
        }
    }

    /// `mapfile -C callback`.
    fn mapfile(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
        let certain = (at..words.to).all(|at| {
            self.literal(at, words).is_some_and(|text| {
                matches!(text, "-t" | "-s" | "-n" | "-O" | "-d" | "-u" | "-c")
                    || is_number(text)
                    || text.is_empty()
                    || is_name(text) && !is_feeding(text, None)
            })
        });
        if !certain {
            self.refuse_builtin(start);
            told.tainted = true;
        }
    }

    fn getopts(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
        let name = self.word(at + 1, words);
        self.name_word(name, start, told);
        if self
            .word(at, words)
            .is_none_or(|word| word.shape == Shape::Many)
        {
            self.refuse_builtin(start);
            told.tainted = true;
        }
    }

    /// `wait -p NAME`.
    fn wait(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
        let named = (at..words.to).any(|at| {
            self.literal(at, words)
                .is_some_and(|text| text.starts_with('-') && text.contains('p'))
        });
        if named {
            self.refuse_builtin(start);
            told.tainted = true;
        }
    }

    /// `hash -p` gives a name another program, `jobs -x` runs one.
    fn reports(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
        let certain = (at..words.to).all(|at| {
            self.literal(at, words)
                .is_some_and(|text| !text.starts_with('-') || matches!(text, "-r" | "-l" | "-p"))
        }) && self
            .literal(at, words)
            .is_none_or(|text| text != "-p" || words.to == at + 1);
        if !certain {
            self.refuse_builtin(start);
            told.tainted = true;
        }
    }

    /// `set` and `shopt`: some options change how the rest is read.
    fn options(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
        for at in at..words.to {
            let Some(word) = self.word(at, words) else {
                return;
            };
            let text = self.text(word.text);
            if word.shape != Shape::Literal {
                self.refuse_builtin(start);
                told.tainted = true;
                return;
            }
            if text == "--" || text == "-" {
                return;
            }
            let foreign = start.context.dialect.is_foreign()
                && !text.starts_with(['-', '+'])
                && !matches!(
                    text,
                    "errexit" | "nounset" | "pipefail" | "xtrace" | "noglob" | "verbose"
                );
            let changes = foreign
                || matches!(
                    text,
                    "extglob"
                        | "expand_aliases"
                        | "posix"
                        | "history"
                        | "histexpand"
                        | "keyword"
                        | "noexec"
                )
                || (text.starts_with(['-', '+']) && text.contains(['k', 'H']));
            if changes {
                self.refuse_builtin(start);
                told.tainted = true;
                return;
            }
        }
    }
}

/// Whether a file may be standard input or another descriptor.
pub(super) fn is_device(file: &str) -> bool {
    file.starts_with("/dev/") || file.starts_with("/proc/") || file == "-"
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
