//! Builtins that run or re-evaluate text they are given (S8).
//!
//! Names are from the manuals of bash (5.3), dash, zsh (zshbuiltins) and mksh. What is not
//! listed here is a command like any other.

use super::names::{Dialect, is_number};
use super::parse::{Context, Told};
use super::reason::Reason;
use super::store::{Range, Shape, Store};
use super::through::{Next, Start, Words};
use crate::command::Role;

/// Whether a builtin takes assignments, arrays too, as arguments.
pub(super) fn declares(name: &str) -> bool {
    matches!(
        name,
        "declare" | "typeset" | "local" | "export" | "readonly"
    )
}

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

    fn refuse_option(&mut self, option: u32, words: Words, start: &Start) -> Next {
        self.unknown_option(option, words, start.context.role, start.at)
    }

    /// The literal text of a word.
    pub(super) fn literal(&self, at: u32, words: Words) -> Option<&str> {
        self.word(at, words)
            .filter(|word| word.shape == Shape::Literal)
            .map(|word| self.text(word.text))
    }

    /// The command behind an optional `--`; any other option is not known.
    fn behind_dashes(&mut self, at: u32, words: Words, start: &Start) -> Next {
        match self.literal(at, words) {
            Some("--") => Next::Program(at + 1),
            Some(text) if text.starts_with('-') => self.refuse_option(at, words, start),
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
                // Some versions skip it, some start a program of that name.
                Dialect::Dash if text == "--" => {
                    return self.refuse_start(Reason::Ambiguous, start);
                }
                Dialect::Dash => return Next::Program(at),
                Dialect::Bash | Dialect::Sh | Dialect::Ash => {}
                Dialect::Zsh | Dialect::Ksh => return self.refuse_option(at, words, start),
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
                _ => return self.refuse_option(at - 1, words, start),
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
                return self.refuse_option(at - 1, words, start);
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
                _ => return self.refuse_option(from, words, start),
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
            Some(text) if text.starts_with('-') => return self.refuse_option(from, words, start),
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
}

/// Whether a file may be standard input or another descriptor.
pub(super) fn is_device(file: &str) -> bool {
    file.starts_with("/dev/") || file.starts_with("/proc/") || file == "-"
}
