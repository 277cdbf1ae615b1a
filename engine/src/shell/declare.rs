//! Builtins that set variables or options: what they set decides how the rest is read.

use super::environment::is_feeding;
use super::names::{is_name, is_number};
use super::parse::Told;
use super::store::{Shape, Store};
use super::through::{Start, Words};

impl Store {
    /// `declare`, `typeset`, `local`, `export` and `readonly`.
    pub(super) fn declare(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
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
    pub(super) fn mapfile(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
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

    pub(super) fn getopts(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
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
    pub(super) fn wait(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
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
    pub(super) fn reports(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
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
    pub(super) fn options(&mut self, at: u32, words: Words, start: Start, told: &mut Told) {
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
