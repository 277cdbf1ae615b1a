//! Reading the options of a wrapper or runner by its table.

use super::environment::is_feeding;
use super::store::{Shape, Store, Word, index};
use super::tables::{Act, SETTINGS, Seen, Takes, Tool};
use super::through::Words;

/// The options of one tool, as far as they matter for what it starts.
pub(super) struct Options {
    tool: &'static Tool,
    at: u32,
    words: Words,
    /// The word of the option that was looked at last.
    pub(super) option: u32,
    /// The word with shell text, and where the text begins in it.
    pub(super) text: Option<(u32, u32)>,
    /// A program and its argv follow, though usually text does.
    pub(super) exec: bool,
    /// What follows goes through a shell.
    pub(super) via_shell: bool,
    /// The word that names what input replaces, and where the name begins in it.
    pub(super) replace: Option<(u32, u32)>,
    may_omit: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The tool starts nothing.
    Nothing,
    /// An option the table does not know.
    Unknown,
    /// A word that decides is not literal.
    Unreadable,
    /// A variable is set that feeds programs code.
    Environment,
    /// What the tool starts begins at this word.
    Rest(u32),
}

impl Options {
    pub(super) fn new(tool: &'static Tool, at: u32, words: Words) -> Self {
        Self {
            tool,
            at,
            words,
            option: at,
            text: None,
            exec: false,
            via_shell: false,
            replace: None,
            may_omit: false,
        }
    }

    /// Reads options, assignments and operands.
    pub(super) fn read(&mut self, store: &mut Store) -> Found {
        loop {
            if let Some(found) = self.options(store) {
                return found;
            }
            if !self.tool.assignments {
                break;
            }
            let before = self.at;
            if let Some(found) = self.assignments(store) {
                return found;
            }
            // sudo takes options after assignments, env does not.
            if self.at == before || self.tool.seen == Seen::Wrapper {
                break;
            }
        }
        let mut operands = self.tool.operands;
        while operands > 0 {
            operands -= 1;
            let Some(word) = store.word(self.at, self.words) else {
                break;
            };
            if word.shape != Shape::Literal {
                return Found::Unreadable;
            }
            if self.may_omit && !super::names::is_number(store.text(word.text)) {
                return Found::Unreadable;
            }
            self.at += 1;
            if self.tool.name == "ssh"
                && let Some(found) = self.options(store)
            {
                return found;
            }
        }
        if store.word(self.at, self.words).is_none() && !self.words.sealed {
            return Found::Unreadable;
        }
        Found::Rest(self.at)
    }

    /// Reads options up to the first operand or `--`.
    pub(super) fn options(&mut self, store: &Store) -> Option<Found> {
        while let Some(word) = store.word(self.at, self.words) {
            self.option = self.at;
            let text = store.text(word.text);
            if word.shape != Shape::Literal {
                if self.is_attached(text, word) {
                    self.at += 1;
                    continue;
                }
                // An assignment of one argument is no option.
                let assignment = self.tool.assignments
                    && word.shape == Shape::One
                    && !text.starts_with('-')
                    && text.contains('=');
                return (!assignment).then_some(Found::Unreadable);
            }
            if text == "--" {
                self.at += 1;
                return None;
            }
            if text == "-" {
                // env takes it for `-i`.
                if self.tool.name == "env" {
                    self.at += 1;
                }
                return None;
            }
            let found = if let Some(long) = text.strip_prefix("--") {
                if self.tool.digits && long.starts_with(|c: char| c.is_ascii_digit()) {
                    self.at += 1;
                    continue;
                }
                self.long(store, long)
            } else if let Some(cluster) = text.strip_prefix('-') {
                let number = cluster.strip_prefix(['+', '-']).unwrap_or(cluster);
                if self.tool.digits && number.starts_with(|c: char| c.is_ascii_digit()) {
                    self.at += 1;
                    continue;
                }
                self.cluster(store, cluster)
            } else {
                return None;
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// `--name=` with an unreadable value of one argument.
    fn is_attached(&self, text: &str, word: Word) -> bool {
        word.shape == Shape::One
            && text
                .strip_prefix("--")
                .and_then(|text| text.split_once('='))
                .and_then(|(name, _)| self.tool.long.iter().find(|(long, ..)| *long == name))
                .is_some_and(|(_, letter, takes)| {
                    *takes != Takes::Nothing && self.act(*letter).is_none()
                })
    }

    fn act(&self, letter: char) -> Option<Act> {
        self.tool
            .acts
            .iter()
            .find(|(known, _)| *known == letter)
            .map(|(_, act)| *act)
    }

    fn long(&mut self, store: &Store, text: &str) -> Option<Found> {
        let (name, attached) = text
            .split_once('=')
            .map_or((text, false), |(name, _)| (name, true));
        let Some((_, letter, takes)) = self.tool.long.iter().find(|(long, ..)| *long == name)
        else {
            return Some(Found::Unknown);
        };
        let option = self.at;
        self.at += 1;
        let mut value = attached.then(|| (option, index(name.len() + 3)));
        match takes {
            Takes::Nothing if attached => return Some(Found::Unknown),
            Takes::Value if !attached => {
                value = Some((self.at, 0));
                if let Some(found) = self.value(store) {
                    return Some(found);
                }
            }
            _ => {}
        }
        self.apply(store, *letter, value)
    }

    fn cluster(&mut self, store: &Store, cluster: &str) -> Option<Found> {
        let option = self.at;
        self.at += 1;
        for (place, letter) in cluster.char_indices() {
            let known = self
                .tool
                .short
                .char_indices()
                .find(|(_, known)| *known == letter && letter != ':' && letter != ' ');
            let Some((known, _)) = known else {
                return Some(Found::Unknown);
            };
            let after = self.tool.short.get(known + letter.len_utf8()..)?;
            let rest = place + letter.len_utf8();
            let attached = rest < cluster.len();
            if after.starts_with("::") {
                let value = attached.then(|| (option, index(rest + 1)));
                return self.apply(store, letter, value);
            }
            if after.starts_with(':') {
                if attached {
                    return self.apply(store, letter, Some((option, index(rest + 1))));
                }
                let value = (self.at, 0);
                if let Some(found) = self.value(store) {
                    return Some(found);
                }
                return self.apply(store, letter, Some(value));
            }
            if let Some(found) = self.apply(store, letter, None) {
                return Some(found);
            }
        }
        None
    }

    /// Skips the value of an option: exactly one argument.
    fn value(&mut self, store: &Store) -> Option<Found> {
        match store.word(self.at, self.words) {
            Some(word) if word.shape == Shape::Many => Some(Found::Unreadable),
            Some(_) => {
                self.at += 1;
                None
            }
            None if self.words.sealed => Some(Found::Unknown),
            None => Some(Found::Unreadable),
        }
    }

    fn apply(&mut self, store: &Store, letter: char, value: Option<(u32, u32)>) -> Option<Found> {
        match self.act(letter)? {
            Act::Nothing => return Some(Found::Nothing),
            Act::Unreadable => return Some(Found::Unreadable),
            Act::Setting => {
                let text = value.and_then(|(at, offset)| {
                    let word = store
                        .word(at, self.words)
                        .filter(|word| word.shape == Shape::Literal)?;
                    store.text(word.text).get(offset as usize..)
                });
                let known = text
                    .and_then(|text| text.split_once('='))
                    .is_some_and(|(name, _)| SETTINGS.contains(&name));
                return (!known).then_some(Found::Unreadable);
            }
            Act::Text if value.is_some() => self.text = value,
            Act::Text | Act::ViaShell => self.via_shell = true,
            Act::Exec => self.exec = true,
            Act::Replace => self.replace = value.or(Some((u32::MAX, 0))),
            Act::MayOmit => self.may_omit = true,
        }
        None
    }

    /// `NAME=value` words before the program.
    fn assignments(&mut self, store: &mut Store) -> Option<Found> {
        while let Some(word) = store.word(self.at, self.words) {
            let text = store.text(word.text);
            let Some((name, value)) = text.split_once('=').filter(|_| word.shape != Shape::Many)
            else {
                return (word.shape == Shape::Many).then_some(Found::Unreadable);
            };
            let literal = word.shape == Shape::Literal;
            if is_feeding(name, literal.then_some(value)) {
                return Some(Found::Environment);
            }
            let number = literal && super::names::is_number(value);
            let name = (word.text.0, word.text.0 + index(name.len()));
            store.assigned(name, number);
            self.at += 1;
        }
        None
    }

    /// What stands for input in the words of the program (xargs).
    pub(super) fn replaced<'s>(&self, store: &'s Store) -> &'s str {
        let given = self
            .replace
            .and_then(|(at, offset)| Some((store.word(at, self.words)?, offset)))
            .and_then(|(word, offset)| store.text(word.text).get(offset as usize..))
            .unwrap_or_default();
        if given.is_empty() { "{}" } else { given }
    }
}
