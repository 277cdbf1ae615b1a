//! The end of a command: what its words run, and what its redirects belong to.

use super::frame::{Expect, Fault};
use super::parse::Parser;
use super::reason::Reason;
use super::store::{Record, Shape, Tail, Word, index};
use super::through::{Start, Words};
use crate::command::{Redirect, Role};

impl Parser<'_, '_> {
    /// Ends the current command, if there is one, and starts anew.
    pub(super) fn end_command(&mut self) -> Result<(), Fault> {
        let dangling = self.cur.dangling && self.cur.expect == Expect::Start;
        let first = if self.cur.expect == Expect::After {
            self.cur.mark
        } else {
            let here = self.store.count();
            self.simple();
            here
        };
        if self.cur.redirected {
            self.redirected(first)?;
        }
        self.store.words.truncate(self.cur.words as usize);
        self.store.open.truncate(self.cur.open as usize);
        self.restart();
        self.cur.dangling = dangling;
        Ok(())
    }

    /// Gives the redirects to what runs under them.
    fn redirected(&mut self, first: u32) -> Result<(), Fault> {
        let open = self.cur.open as usize;
        let until = self.cur.until;
        if self.store.count().min(until) > first {
            self.store.attach(open, first, until);
            if self.is_exec() && self.writes(open) {
                // Every later command writes there.
                let at = self.cur.at;
                self.unidentified(Reason::Redirect, at);
            }
            return Ok(());
        }
        if self.foreign() && !self.cur.assigns {
            // zsh runs a pager or cat for a redirect alone.
            return Err(self.fault(Reason::Ambiguous, self.cur.at as usize));
        }
        if self.writes(open) && !self.cur.detached {
            let at = self.cur.at;
            self.unidentified(Reason::Redirect, at);
            self.store.attach(open, first, u32::MAX);
        }
        Ok(())
    }

    /// Whether one of the redirects writes to a file (C7).
    fn writes(&self, open: usize) -> bool {
        let arena = &self.store.arena;
        self.store.open.iter().skip(open).any(|span| {
            Redirect {
                direction: span.direction,
                target: span
                    .target
                    .and_then(|(from, to)| arena.get(from as usize..to as usize)),
            }
            .escapes()
        })
    }

    /// Whether the command is `exec` and nothing but redirects.
    fn is_exec(&self) -> bool {
        let words = self
            .store
            .words
            .get((self.cur.words + self.cur.keywords) as usize..)
            .unwrap_or_default();
        self.cur.expect == Expect::Command
            && matches!(words, [.., word] if self.store.text(word.text) == "exec")
    }

    /// Records what a simple command runs.
    fn simple(&mut self) {
        let spans = index(self.store.spans.len());
        let mut readable = 0;
        for word in self.store.words.iter().skip(self.cur.words as usize) {
            if word.shape != Shape::Literal {
                break;
            }
            self.store.spans.push(word.text);
            readable += 1;
        }
        let keywords = self.cur.keywords;
        let all = Words {
            from: self.cur.words,
            to: index(self.store.words.len()),
            spans,
            readable,
            sealed: true,
        };
        for at in all.from..all.from + keywords {
            if let Some(&word) = self.store.words.get(at as usize) {
                self.record_keyword(word, self.store.tail(at + 1, all));
            }
        }
        let from = all.from + keywords;
        if all.to <= from {
            return;
        }
        // Keywords are literal, so the readable words begin with all of them.
        let words = Words {
            from,
            spans: spans + keywords,
            readable: readable - keywords.min(readable),
            ..all
        };
        let tainted = self.tainted;
        let first = self.store.count();
        let told = self.store.run_words(
            words,
            Start {
                context: self.context,
                direct: false,
                at: Some(self.cur.at),
                runners: 0,
                applet: false,
            },
        );
        self.touched |= told.touched;
        if told.tainted {
            self.taint();
        }
        if tainted {
            self.inherit(first);
        }
    }

    /// A keyword that is seen through: `time` or `coproc`, with the words after it.
    pub(super) fn record_keyword(&mut self, word: Word, tail: (Tail, bool)) {
        if self.store.text(word.text).starts_with('-') {
            return;
        }
        let launched = self.context.role == Role::Launched;
        self.store.record(Record {
            program: Some(word.text),
            why: None,
            tail: tail.0,
            sealed: tail.1,
            role: if launched {
                Role::Launched
            } else {
                Role::Launcher
            },
            redirects: (0, 0),
            order: (word.at, 0),
            condition: None,
        });
    }

    /// What was recorded from `first` on is as uncertain as its surroundings.
    pub(super) fn inherit(&mut self, first: u32) {
        if self.tainted {
            self.store.uncertain(first);
        }
    }
}
