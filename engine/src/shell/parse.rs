//! The reader of shell text: one pass, an explicit stack, no tree.
//!
//! Commands are recorded as their words end. Whatever shells are known to read differently, or
//! this reader does not know, is a [`Fault`]: the text then counts as one unidentifiable
//! command (S13).

use super::frame::{Check, Expect, Fault, Frame, Kind, Saved};
use super::names::Dialect;
use super::reason::Reason;
use super::store::{Store, index};
use crate::command::Role;

/// The longest text that is read, in bytes.
pub(super) const LENGTH: usize = 1 << 20;
/// How many shells may nest.
pub(super) const SHELLS: u32 = 8;
/// How many constructs may nest.
pub(super) const CONSTRUCTS: usize = 64;

/// How many commands of two readings are compared: what is alike is listed once.
const ALIKE: usize = 4096;

/// Where a text stands: what its commands inherit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// Which shell reads it.
    pub(super) dialect: Dialect,
    /// Shells around it.
    pub(super) shells: u32,
    /// How often it is read in two ways already.
    pub(super) doubled: u32,
    /// The role of its commands.
    pub(super) role: Role,
    /// The shell is interactive.
    pub(super) interactive: bool,
}

/// What a reading tells the text around it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    /// Something was met that dash reads otherwise.
    pub(super) touched: bool,
    /// A listed variable was set.
    pub(super) tainted: bool,
}

/// Reads one text.
pub(super) struct Parser<'t, 'r> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) pos: usize,
    pub(super) end: usize,
    pub(super) context: Context,
    pub(super) store: &'r mut Store,
    pub(super) cur: Saved,
    /// The text's own frame.
    pub(super) base: usize,
    pub(super) touched: bool,
    /// Commands from some record on are uncertain (S11).
    pub(super) tainted: bool,
    /// The first record of the first function.
    pub(super) function: Option<u32>,
}

impl Store {
    /// Reads a text whose records go to the end of `records`, in the order of the text.
    pub(super) fn read(&mut self, text: &str, context: Context) -> Told {
        let first = self.count();
        let told = if matches!(context.dialect, Dialect::Sh | Dialect::Ash) {
            // Nothing is read by `sh` in the middle of another text: nobody is told.
            self.read_both(text, context);
            Told::default()
        } else {
            match self.attempt(text, context) {
                Ok(told) => told,
                Err((fault, told)) => {
                    self.refuse(first, fault, context);
                    told
                }
            }
        };
        self.sort(first);
        told
    }

    /// `sh` may be bash or dash (S13): both readings, where they differ.
    fn read_both(&mut self, text: &str, context: Context) {
        let first = self.count();
        let bash = Context {
            dialect: Dialect::Bash,
            doubled: context.doubled + 1,
            ..context
        };
        match self.attempt(text, bash) {
            Ok(told) if told.touched => {}
            Ok(_) => return,
            Err((fault, _)) => {
                self.refuse(first, fault, context);
                return;
            }
        }
        if context.doubled >= 2 || context.dialect == Dialect::Ash {
            self.unidentified(Reason::Ambiguous, context.role, Some(0));
            return;
        }
        self.sort(first);
        let second = self.count();
        let dash = Context {
            dialect: Dialect::Dash,
            ..bash
        };
        if let Err((fault, _)) = self.attempt(text, dash)
            && !fault.refused
        {
            self.unidentified(fault.reason, context.role, Some(fault.at));
        }
        self.sort(second);
        if self.records.len() - first as usize <= ALIKE {
            self.merge(first, second);
        }
    }

    /// Drops from the second reading what the first says at the same place, from both ends.
    fn merge(&mut self, first: u32, second: u32) {
        let (first, second) = (first as usize, second as usize);
        let (ours, theirs) = (second - first, self.records.len() - second);
        let same =
            |store: &Self, a: usize, b: usize| match (store.records.get(a), store.records.get(b)) {
                (Some(a), Some(b)) => store.alike(a, b),
                _ => false,
            };
        let shorter = ours.min(theirs);
        let front = (0..shorter)
            .take_while(|&at| same(self, first + at, second + at))
            .count();
        let back = (0..shorter - front)
            .take_while(|&at| same(self, second - 1 - at, second + theirs - 1 - at))
            .count();
        self.records.truncate(second + theirs - back);
        self.records.drain(second..second + front);
    }

    fn alike(&self, a: &super::store::Record, b: &super::store::Record) -> bool {
        use super::store::Tail;
        let text = |range: Option<_>| range.map(|range| self.text(range));
        let tails = match (a.tail, b.tail) {
            (Tail::Spans(a), Tail::Spans(b)) => {
                a.1 - a.0 == b.1 - b.0
                    && (a.0..a.1).zip(b.0..b.1).all(|(a, b)| {
                        let text = |at: u32| self.spans.get(at as usize).map(|&at| self.text(at));
                        text(a) == text(b)
                    })
            }
            _ => false,
        };
        // Where dash lacks a redirect that bash has, the stricter command stands for both.
        let none = b.redirects.1 == b.redirects.0;
        let redirects = none
            || a.redirects.1 - a.redirects.0 == b.redirects.1 - b.redirects.0
                && (a.redirects.0..a.redirects.1)
                    .zip(b.redirects.0..b.redirects.1)
                    .all(|(a, b)| {
                        let span = |at: u32| {
                            self.redirects
                                .get(at as usize)
                                .map(|span| (span.direction, text(span.target)))
                        };
                        span(a) == span(b)
                    });
        text(a.program) == text(b.program)
            && a.role == b.role
            && a.sealed == b.sealed
            && a.condition == b.condition
            && a.order.0 == b.order.0
            && tails
            && redirects
    }

    /// One unidentifiable command instead of everything the text held (S13).
    fn refuse(&mut self, first: u32, fault: Fault, context: Context) {
        self.records.truncate(first as usize);
        self.unidentified(fault.reason, context.role, Some(fault.at));
    }

    /// Reads in one dialect. On a fault the records so far stay, the stacks do not.
    fn attempt(&mut self, text: &str, context: Context) -> Result<Told, (Fault, Told)> {
        let fault = |reason| {
            let fault = Fault {
                reason,
                at: 0,
                refused: false,
            };
            Err((fault, Told::default()))
        };
        if text.len() > LENGTH {
            return fault(Reason::Length);
        }
        if context.shells > SHELLS {
            return fault(Reason::Depth);
        }
        // What a C string ends at, and the two bytes that bash marks its own text with.
        if text.bytes().any(|byte| matches!(byte, 0 | 1 | 0x7f)) {
            return fault(Reason::Ambiguous);
        }
        let base = self.frames.len();
        let (words, open, saved, pending) = (
            self.words.len(),
            self.open.len(),
            self.saved.len(),
            self.pending.len(),
        );
        let mut parser = Parser {
            text,
            bytes: text.as_bytes(),
            pos: 0,
            end: text.len(),
            context,
            cur: fresh(self, 0),
            store: self,
            base,
            touched: false,
            tainted: false,
            function: None,
        };
        parser.store.texts += 1;
        let result = parser.run();
        parser.store.texts -= 1;
        let told = Told {
            touched: parser.touched,
            tainted: parser.tainted,
        };
        self.frames.truncate(base);
        self.words.truncate(words);
        self.open.truncate(open);
        self.saved.truncate(saved);
        self.pending.truncate(pending);
        match result {
            Ok(()) => Ok(told),
            Err(fault) => Err((fault, told)),
        }
    }
}

/// The state at the start of a list.
pub(super) fn fresh(store: &Store, at: u32) -> Saved {
    Saved {
        expect: Expect::Start,
        word: None,
        target: None,
        words: index(store.words.len()),
        open: index(store.open.len()),
        keywords: 0,
        assigns: false,
        redirected: false,
        at,
        mark: store.count(),
        until: u32::MAX,
        dangling: false,
        listed: false,
        begin: None,
        piped: false,
        detached: false,
        check: Check::None,
        operand: None,
        pending: index(store.pending.len()),
        text: false,
    }
}

impl Parser<'_, '_> {
    fn run(&mut self) -> Result<(), Fault> {
        self.push(Kind::Text)?;
        loop {
            let Some(&frame) = self.store.frames.last() else {
                return Ok(());
            };
            match frame.kind {
                Kind::Double => self.step_double()?,
                Kind::Parameter(double) => self.step_parameter(double)?,
                Kind::Arithmetic(close, depth) => self.step_arithmetic(close, depth)?,
                Kind::Condition => self.step_condition()?,
                Kind::Array => self.step_array()?,
                Kind::Body(outer, next) => self.step_body(outer, next)?,
                _ => {
                    if self.step_list()? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Opens a construct.
    pub(super) fn push(&mut self, kind: Kind) -> Result<(), Fault> {
        let constructs = self.store.frames.len().saturating_sub(self.store.texts);
        if kind != Kind::Text && constructs >= CONSTRUCTS {
            return Err(self.fault(Reason::Depth, self.pos));
        }
        self.store.frames.push(Frame {
            kind,
            mark: self.store.count(),
        });
        Ok(())
    }

    /// The innermost construct.
    pub(super) fn top(&self) -> Kind {
        self.store
            .frames
            .last()
            .map_or(Kind::Text, |frame| frame.kind)
    }

    /// Changes what the innermost construct is.
    pub(super) fn become_kind(&mut self, kind: Kind) {
        if let Some(frame) = self.store.frames.last_mut() {
            frame.kind = kind;
        }
    }

    /// Suspends the current level for a nested list.
    pub(super) fn suspend(&mut self) {
        self.store.saved.push(self.cur);
        self.cur = fresh(self.store, index(self.pos));
    }

    /// Goes back to the level that was suspended.
    pub(super) fn resume(&mut self) {
        self.store.words.truncate(self.cur.words as usize);
        self.store.open.truncate(self.cur.open as usize);
        if let Some(saved) = self.store.saved.pop() {
            self.cur = saved;
        }
    }

    /// A fault at a place.
    pub(super) fn fault(&self, reason: Reason, at: usize) -> Fault {
        Fault {
            reason,
            at: index(at),
            refused: false,
        }
    }

    /// A token that no shell of the dialect takes here.
    pub(super) fn refused(&self, at: usize) -> Fault {
        Fault {
            reason: Reason::Syntax,
            at: index(at),
            refused: true,
        }
    }

    /// The byte at the reading place.
    pub(super) fn byte(&self) -> Option<u8> {
        if self.pos < self.end {
            self.bytes.get(self.pos).copied()
        } else {
            None
        }
    }

    /// The byte `ahead` of it.
    pub(super) fn peek(&self, ahead: usize) -> Option<u8> {
        let at = self.pos + ahead;
        if at < self.end {
            self.bytes.get(at).copied()
        } else {
            None
        }
    }

    /// The byte at the reading place, behind line continuations.
    pub(super) fn joined(&mut self) -> Option<u8> {
        while self.byte() == Some(b'\\') && self.peek(1) == Some(b'\n') {
            self.pos += 2;
        }
        self.byte()
    }

    /// Takes a byte if it comes next, behind line continuations.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let before = self.pos;
        if self.joined() == Some(byte) {
            self.pos += 1;
            true
        } else {
            self.pos = before;
            false
        }
    }

    /// A construct that bash reads and dash does not: whether this dialect reads it. zsh and
    /// ksh read it otherwise.
    pub(super) fn bash_only(&mut self) -> Result<bool, Fault> {
        if self.context.dialect.is_foreign() {
            return Err(self.fault(Reason::Ambiguous, self.pos));
        }
        Ok(self.not_dash())
    }

    /// A construct that only dash does not read.
    pub(super) fn not_dash(&mut self) -> bool {
        self.touched = true;
        self.context.dialect != Dialect::Dash
    }

    /// Whether zsh or ksh reads this text.
    pub(super) fn foreign(&self) -> bool {
        self.context.dialect.is_foreign()
    }

    /// Fails where zsh and ksh differ.
    pub(super) fn not_foreign(&self) -> Result<(), Fault> {
        if self.foreign() {
            Err(self.fault(Reason::Ambiguous, self.pos))
        } else {
            Ok(())
        }
    }

    /// Everything from here on is uncertain (S11); in a loop or after a function, that too.
    pub(super) fn taint(&mut self) {
        if self.tainted {
            // No loop or function begins earlier than one that was open then.
            return;
        }
        self.tainted = true;
        let here = self.store.count();
        let looped = self
            .store
            .frames
            .iter()
            .skip(self.base)
            .find(|frame| matches!(frame.kind, Kind::LoopBody | Kind::LoopCondition))
            .map_or(here, |frame| frame.mark);
        let from = looped.min(self.function.unwrap_or(here));
        for record in self.store.records.iter_mut().skip(from as usize) {
            if record.program.is_some() {
                record.program = None;
                record.why = Some(Reason::Environment.at(Some(record.order.0)));
                if record.role == Role::Launcher {
                    record.role = Role::Runs;
                }
            }
        }
    }

    /// Records an unidentifiable command of this text.
    pub(super) fn unidentified(&mut self, reason: Reason, at: u32) {
        self.store.unidentified(reason, self.context.role, Some(at));
    }
}
