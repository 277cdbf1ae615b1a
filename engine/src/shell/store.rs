//! What a reading leaves behind, and the scratch memory it reuses.
//!
//! Texts, words and redirects lie in flat vectors; records point into them. Everything is
//! cleared, never freed, between readings, so that a warm reader allocates nothing.

use super::frame::{Frame, Saved};
use super::heredoc::Pending;
use super::notes::Note;
use super::reason::Reason;
use crate::command::{Direction, RedirectSpan, Role, Unidentified};

/// A range of the arena, of the spans or of the redirects.
pub(super) type Range = (u32, u32);

/// One command as recorded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// The basename in the arena; `None`: unidentifiable.
    pub(super) program: Option<Range>,
    /// Why not, where `program` is `None`.
    pub(super) why: Option<Unidentified>,
    /// The readable tail.
    pub(super) tail: Tail,
    /// Whether the tail was read to its end.
    pub(super) sealed: bool,
    /// Its part.
    pub(super) role: Role,
    /// Its redirects.
    pub(super) redirects: Range,
    /// Where it stands in its text, and when it was recorded: the order of the result.
    pub(super) order: (u32, u32),
    /// Counts only if the variable of this use turns out to hold more than a number.
    pub(super) condition: Option<u32>,
}

/// Where the tail of a command lies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tail {
    /// The whole argv of the call.
    Argv,
    /// A range of spans.
    Spans(Range),
}

/// A word of the command being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// Its text in the arena, or the literal text before its first expansion.
    pub(super) text: Range,
    /// How far it can be read.
    pub(super) shape: Shape,
    /// Where it begins in the text.
    pub(super) at: u32,
    /// The variable's name in the arena, if the word is one plain expansion of it.
    pub(super) variable: Option<Range>,
    /// It is a number, or expands to numbers only.
    pub(super) number: bool,
}

/// How far a word can be read (S10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Quoting removal alone gives its text.
    Literal,
    /// Exactly one argument, of unknown text after the literal beginning.
    One,
    /// Any number of arguments.
    Many,
}

/// Everything a reading writes to.
#[derive(Debug, Default)]
pub(super) struct Store {
    /// The text of words and redirect targets.
    pub(super) arena: String,
    /// The tails of commands.
    pub(super) spans: Vec<Range>,
    /// Redirects.
    pub(super) redirects: Vec<RedirectSpan>,
    /// The commands.
    pub(super) records: Vec<Record>,
    /// Words of the commands being read, innermost last.
    pub(super) words: Vec<Word>,
    /// Redirects of the commands being read.
    pub(super) open: Vec<RedirectSpan>,
    /// Open constructs.
    pub(super) frames: Vec<Frame>,
    /// How many texts are open.
    pub(super) texts: usize,
    /// Commands suspended by a substitution.
    pub(super) saved: Vec<Saved>,
    /// Here-documents whose body has not come yet.
    pub(super) pending: Vec<Pending>,
    /// What the texts say about names.
    pub(super) notes: Vec<Note>,
    /// Names that the texts define.
    pub(super) defined: Vec<Range>,
    /// Buffers for nested texts.
    pub(super) pool: Vec<String>,
    /// Uses that turned out to be certain.
    pub(super) certain: Vec<u32>,
    /// Whether some name was used as arithmetic.
    pub(super) uses: bool,
}

impl Store {
    /// Whether the word that was read last says this.
    pub(super) fn last_word_is(&self, text: &str) -> bool {
        let last = self.words.last();
        last.is_some_and(|word| self.text(word.text) == text)
    }

    /// Forgets the last reading, keeping the memory.
    pub(super) fn clear(&mut self) {
        self.arena.clear();
        self.spans.clear();
        self.redirects.clear();
        self.records.clear();
        self.words.clear();
        self.open.clear();
        self.frames.clear();
        self.saved.clear();
        self.pending.clear();
        self.notes.clear();
        self.defined.clear();
        self.uses = false;
    }

    /// A text of the arena.
    pub(super) fn text(&self, range: Range) -> &str {
        self.arena
            .get(range.0 as usize..range.1 as usize)
            .unwrap_or_default()
    }

    /// The arena's end.
    pub(super) fn tip(&self) -> u32 {
        index(self.arena.len())
    }

    /// Copies a text into the arena.
    pub(super) fn intern(&mut self, text: &str) -> Range {
        let start = self.tip();
        self.arena.push_str(text);
        (start, self.tip())
    }

    /// How many records there are.
    pub(super) fn count(&self) -> u32 {
        index(self.records.len())
    }

    /// Records a command.
    pub(super) fn record(&mut self, mut record: Record) {
        record.order.1 = self.count();
        self.records.push(record);
    }

    /// Records an unidentifiable command.
    pub(super) fn unidentified(&mut self, reason: Reason, role: Role, at: Option<u32>) {
        self.record(Record {
            program: None,
            why: Some(reason.at(at)),
            tail: Tail::Spans((0, 0)),
            sealed: false,
            role,
            redirects: (0, 0),
            order: (at.unwrap_or(0), 0),
            condition: None,
        });
    }

    /// Gives the open redirects from `base` on to the records from `first` to `until` (S14): what
    /// a compound command or wrapper redirects, redirects everything in it.
    pub(super) fn attach(&mut self, base: usize, first: u32, until: u32) {
        let new = self.open.len().saturating_sub(base);
        if new == 0 {
            return;
        }
        for at in first as usize..self.records.len().min(until as usize) {
            let Some(record) = self.records.get(at) else {
                break;
            };
            let (from, to) = record.redirects;
            let held = to.saturating_sub(from) as usize;
            let start = index(self.redirects.len());
            if held + new > REDIRECTS {
                self.redirects.push(RedirectSpan {
                    direction: Direction::Writes,
                    target: None,
                });
            } else {
                for old in from..to {
                    if let Some(&span) = self.redirects.get(old as usize) {
                        self.redirects.push(span);
                    }
                }
                for span in self.open.iter().skip(base) {
                    self.redirects.push(*span);
                }
            }
            let end = index(self.redirects.len());
            if let Some(record) = self.records.get_mut(at) {
                record.redirects = (start, end);
            }
        }
    }

    /// Puts the records from `first` on into the order of their text.
    pub(super) fn sort(&mut self, first: u32) {
        let Some(range) = self.records.get_mut(first as usize..) else {
            return;
        };
        if range.is_sorted_by_key(|record| record.order) {
            return;
        }
        range.sort_unstable_by_key(|record| record.order);
        for (record, seq) in range.iter_mut().zip(first..) {
            record.order.1 = seq;
        }
    }

    /// Moves the records from `first` on to one place of the outer text.
    pub(super) fn place(&mut self, first: u32, at: u32) {
        for record in self.records.iter_mut().skip(first as usize) {
            record.order.0 = at;
        }
    }
}

impl Store {
    /// Keeps a nested text that has just been read, if it explains why one of the records from
    /// `first` on names no program.
    pub(super) fn mark(&mut self, first: u32, text: &str) {
        let refused = |record: &Record| record.why.is_some_and(|why| why.text.is_none());
        let new = self.records.get(first as usize..).unwrap_or_default();
        if !new.iter().any(refused) {
            return;
        }
        let text = self.intern(text);
        for record in self.records.iter_mut().skip(first as usize) {
            if let Some(why) = &mut record.why {
                why.text.get_or_insert(text);
            }
        }
    }
}

/// More redirects on one command are kept as one unreadable one: bounded work, and stricter.
const REDIRECTS: usize = 32;

/// A length or index as the vectors here hold it. Input lengths are limited long before
/// `u32::MAX`; a value past it saturates and reads as out of range.
pub(super) fn index(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
