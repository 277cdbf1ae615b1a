//! What texts say about names: which variables hold numbers only, and which commands are
//! functions.
//!
//! Bash, zsh and ksh evaluate the *value* of a variable that arithmetic names, as arithmetic
//! again, and a subscript in it may hold a command substitution. Such a use is certain only
//! if every assignment the text makes to that name is a number. That is known at the end of
//! the whole reading, so a use leaves a conditional record behind.

use super::names::basename_range;
use super::reason::Reason;
use super::store::{Range, Store, Tail, index};

/// One thing that the text says about a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    /// The name in the arena.
    pub(super) name: Range,
    /// What is said.
    pub(super) fact: Fact,
}

/// What a text says about a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// It is given a number.
    Number,
    /// It is given something else.
    Text,
    /// Its value is evaluated as arithmetic; which use it is.
    Use(u32),
}

impl Store {
    /// Settles every conditional record and every name the text defines (S8, S12).
    pub(super) fn settle(&mut self) {
        if self.uses {
            self.settle_uses();
        }
        if !self.defined.is_empty() {
            self.settle_defined();
        }
    }

    fn settle_uses(&mut self) {
        let arena = &self.arena;
        let text = |range: Range| {
            arena
                .get(range.0 as usize..range.1 as usize)
                .unwrap_or_default()
        };
        self.notes
            .sort_unstable_by(|a, b| text(a.name).cmp(text(b.name)));
        // A use is certain if its name's notes hold a number and nothing else.
        let mut certain = std::mem::take(&mut self.certain);
        certain.clear();
        for group in self.notes.chunk_by(|a, b| text(a.name) == text(b.name)) {
            let number = group.iter().any(|note| note.fact == Fact::Number);
            let dirty = group.iter().any(|note| note.fact == Fact::Text);
            if number && !dirty {
                certain.extend(group.iter().filter_map(|note| match note.fact {
                    Fact::Use(id) => Some(id),
                    Fact::Number | Fact::Text => None,
                }));
            }
        }
        certain.sort_unstable();
        self.records.retain(|record| {
            record
                .condition
                .is_none_or(|id| certain.binary_search(&id).is_err())
        });
        self.certain = certain;
    }

    fn settle_defined(&mut self) {
        let arena = &self.arena;
        let text = |range: Range| {
            arena
                .get(range.0 as usize..range.1 as usize)
                .unwrap_or_default()
        };
        self.defined.sort_unstable_by(|a, b| text(*a).cmp(text(*b)));
        for record in &mut self.records {
            let Some(program) = record.program else {
                continue;
            };
            let known = self
                .defined
                .binary_search_by(|name| text(*name).cmp(text(program)))
                .is_ok();
            if known {
                record.program = None;
                record.why = Some(Reason::Defined.at(Some(record.order.0)));
                if record.role == crate::command::Role::Launcher {
                    record.role = crate::command::Role::Runs;
                }
            }
        }
    }

    /// Notes an assignment.
    pub(super) fn assigned(&mut self, name: Range, number: bool) {
        let fact = if number { Fact::Number } else { Fact::Text };
        self.notes.push(Note { name, fact });
    }

    /// Notes that a variable is evaluated: the id for the conditional record.
    pub(super) fn used(&mut self, name: Range) -> u32 {
        let id = index(self.notes.len());
        self.uses = true;
        self.notes.push(Note {
            name,
            fact: Fact::Use(id),
        });
        id
    }

    /// Notes a function of this name (S12).
    pub(super) fn define(&mut self, name: Range) {
        let name = basename_range(self.text(name), name);
        self.defined.push(name);
    }

    /// Whether the last command surely prints a number and nothing else: its output may be
    /// evaluated as arithmetic.
    pub(super) fn prints_number(&self) -> bool {
        let Some(record) = self.records.last() else {
            return false;
        };
        let (Some(program), Tail::Spans((from, to)), true) =
            (record.program, record.tail, record.sealed)
        else {
            return false;
        };
        let spans = self
            .spans
            .get(from as usize..to as usize)
            .unwrap_or_default();
        let mut tokens = spans.iter().map(|&span| self.text(span));
        match self.text(program) {
            "nproc" => spans.is_empty(),
            // Without a file there is no name beside the count.
            "wc" => {
                spans.len() == 1 && tokens.all(|token| matches!(token, "-l" | "-c" | "-w" | "-m"))
            }
            "date" => spans.len() == 1 && tokens.all(|token| matches!(token, "+%s" | "+%Y")),
            "id" => spans.len() == 1 && tokens.all(|token| matches!(token, "-u" | "-g")),
            "seq" => !spans.is_empty() && tokens.all(super::names::is_number),
            _ => false,
        }
    }
}
