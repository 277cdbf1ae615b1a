//! Lists: separators, reserved words, compound commands and redirects.

use super::frame::{Close, Expect, Fault, Growing, Kind, Operator};
use super::names::Dialect;
use super::parse::{Parser, fresh};
use super::reason::Reason;
use super::store::{Shape, index};
use crate::command::Direction;

impl Parser<'_, '_> {
    /// One token of a list. `true`: the text is at its end.
    pub(super) fn step_list(&mut self) -> Result<bool, Fault> {
        if self.cur.word.is_some() {
            self.step_word()?;
            return Ok(false);
        }
        let Some(byte) = self.joined() else {
            return self.finish_text();
        };
        match byte {
            b' ' | b'\t' => self.pos += 1,
            b'\n' => self.newline()?,
            b'#' => self.comment()?,
            b';' => self.semicolon()?,
            b'&' => self.ampersand()?,
            b'|' => self.bar()?,
            b'(' => self.parenthesis()?,
            b')' => self.close_parenthesis()?,
            b'<' | b'>' => self.angle(byte, None)?,
            _ => self.begin_word(),
        }
        Ok(false)
    }

    fn finish_text(&mut self) -> Result<bool, Fault> {
        self.no_target()?;
        match self.cur.expect {
            Expect::Start | Expect::Command | Expect::After if self.top() == Kind::Text => {
                self.end_command()?;
                if self.cur.dangling {
                    return Err(self.refused(self.pos));
                }
                Ok(true)
            }
            _ => Err(self.refused(self.pos)),
        }
    }

    /// Skips to the end of the line.
    pub(super) fn comment(&mut self) -> Result<(), Fault> {
        if self.context.interactive && self.foreign() {
            return Err(self.fault(Reason::Ambiguous, self.pos));
        }
        let rest = self.bytes.get(self.pos..self.end).unwrap_or_default();
        self.pos += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        Ok(())
    }

    fn newline(&mut self) -> Result<(), Fault> {
        if self.cur.target.is_some() {
            return Err(self.refused(self.pos));
        }
        match self.cur.expect {
            Expect::Start if !self.has_keyword() => {}
            Expect::Start | Expect::Command | Expect::After => {
                self.end_command()?;
                self.cur.listed = true;
            }
            Expect::ForIn | Expect::ForDo | Expect::CaseIn | Expect::Pattern | Expect::Body => {}
            Expect::ForWords => self.end_for_words(),
            Expect::ForName
            | Expect::CaseWord
            | Expect::PatternWord
            | Expect::PatternMore
            | Expect::FunctionName
            | Expect::Coproc => return Err(self.refused(self.pos)),
        }
        self.pos += 1;
        self.bodies()
    }

    /// Whether a command that has not got further than [`Expect::Start`] has begun: with `time`.
    fn has_keyword(&self) -> bool {
        self.cur.keywords > 0
    }

    fn semicolon(&mut self) -> Result<(), Fault> {
        let at = self.pos;
        self.no_target()?;
        self.pos += 1;
        let double = self.take(b';');
        let falls = !double && self.take(b'&') || double && self.take(b'&');
        if falls && !self.not_dash() {
            return Err(self.refused(at));
        }
        if double || falls {
            if self.top() != Kind::Case || !self.at_list() {
                return Err(self.refused(at));
            }
            self.end_command()?;
            self.cur.expect = Expect::Pattern;
            return Ok(());
        }
        match self.cur.expect {
            Expect::ForWords => {
                self.end_for_words();
                Ok(())
            }
            Expect::ForIn => {
                self.cur.expect = Expect::ForDo;
                self.positional();
                Ok(())
            }
            _ => self.separate(at, false),
        }
    }

    fn at_list(&self) -> bool {
        matches!(
            self.cur.expect,
            Expect::Start | Expect::Command | Expect::After
        )
    }

    fn no_target(&self) -> Result<(), Fault> {
        if self.cur.target.is_some() {
            Err(self.refused(self.pos))
        } else {
            Ok(())
        }
    }

    /// Ends a command at `;`, `&`, `|`, `&&` or `||`.
    fn separate(&mut self, at: usize, dangling: bool) -> Result<(), Fault> {
        if !self.at_list() || self.cur.expect == Expect::Start && !self.has_keyword() {
            return Err(self.refused(at));
        }
        self.end_command()?;
        self.cur.dangling = dangling;
        self.cur.listed = true;
        Ok(())
    }

    fn ampersand(&mut self) -> Result<(), Fault> {
        let at = self.pos;
        self.no_target()?;
        self.pos += 1;
        match self.joined() {
            Some(b'&') => {
                self.pos += 1;
                self.separate(at, true)
            }
            Some(b'>') if self.at_list() => {
                if self.context.dialect == Dialect::Ksh {
                    return Err(self.fault(Reason::Ambiguous, at));
                }
                if self.not_dash() {
                    self.pos += 1;
                    self.take(b'>');
                    if self.foreign() && matches!(self.joined(), Some(b'|' | b'!' | b'&')) {
                        return Err(self.fault(Reason::Ambiguous, at));
                    }
                    self.cur.target = Some(Operator::File(Direction::Writes));
                    self.redirect();
                    Ok(())
                } else {
                    self.separate(at, false)?;
                    self.cur.detached = true;
                    Ok(())
                }
            }
            Some(b'|' | b'!') if self.foreign() => Err(self.fault(Reason::Ambiguous, at)),
            _ => self.separate(at, false),
        }
    }

    fn bar(&mut self) -> Result<(), Fault> {
        let at = self.pos;
        self.no_target()?;
        self.pos += 1;
        if self.cur.expect == Expect::PatternMore {
            self.cur.expect = Expect::PatternWord;
            return Ok(());
        }
        if self.take(b'|') {
            return self.separate(at, true);
        }
        if self.take(b'&') && !self.not_dash() {
            return Err(self.refused(at));
        }
        let listed = self.cur.listed;
        self.separate(at, true)?;
        self.cur.listed = listed;
        self.cur.piped = true;
        Ok(())
    }

    fn parenthesis(&mut self) -> Result<(), Fault> {
        let at = self.pos;
        self.no_target()?;
        match self.cur.expect {
            Expect::Start | Expect::Body | Expect::Coproc => {
                if self.cur.expect == Expect::Body && self.empty_parentheses() {
                    return Ok(());
                }
                self.begin_compound();
                self.pos += 1;
                if self.byte() == Some(b'(') && self.not_dash() {
                    self.pos += 1;
                    return self.push(Kind::Arithmetic(Close::Command, 0));
                }
                self.push(Kind::Paren)
            }
            Expect::Command => {
                if !self.empty_parentheses() {
                    return Err(if self.context.dialect == Dialect::Dash {
                        self.refused(at)
                    } else {
                        self.fault(Reason::Ambiguous, at)
                    });
                }
                self.define_function(at)
            }
            Expect::ForName if self.peek(1) == Some(b'(') => {
                if !self.not_dash() {
                    return Err(self.refused(at));
                }
                self.pos += 2;
                self.cur.expect = Expect::ForDo;
                self.push(Kind::Arithmetic(Close::Loop, 0))
            }
            Expect::Pattern => {
                self.pos += 1;
                self.cur.expect = Expect::PatternWord;
                Ok(())
            }
            _ => Err(self.fault(Reason::Ambiguous, at)),
        }
    }

    fn define_function(&mut self, at: usize) -> Result<(), Fault> {
        let words = self
            .store
            .words
            .get(self.cur.words as usize..)
            .unwrap_or_default();
        let [word] = words else {
            return Err(self.fault(Reason::Ambiguous, at));
        };
        let word = *word;
        if word.shape != Shape::Literal || self.cur.assigns || self.cur.redirected {
            return Err(self.fault(Reason::Ambiguous, at));
        }
        self.store.define(word.text);
        self.store.words.truncate(self.cur.words as usize);
        self.begin_function();
        Ok(())
    }

    /// A function's body comes next.
    pub(super) fn begin_function(&mut self) {
        let here = self.store.count();
        self.function = Some(self.function.map_or(here, |old| old.min(here)));
        self.cur.expect = Expect::Body;
    }

    fn close_parenthesis(&mut self) -> Result<(), Fault> {
        let at = self.pos;
        self.no_target()?;
        if self.cur.expect == Expect::PatternMore {
            self.pos += 1;
            self.restart();
            return Ok(());
        }
        if !self.at_list() {
            return Err(self.refused(at));
        }
        match self.top() {
            Kind::Paren => {
                self.end_command()?;
                if self.cur.dangling {
                    return Err(self.refused(at));
                }
                self.pos += 1;
                self.close_compound();
                Ok(())
            }
            Kind::Substitution => self.close_substitution(at),
            _ => Err(self.refused(at)),
        }
    }

    fn close_substitution(&mut self, at: usize) -> Result<(), Fault> {
        let alone = self.cur.expect == Expect::Command && !self.cur.listed;
        let before = self.store.count();
        self.end_command()?;
        let number = alone && self.store.count() == before + 1 && self.store.prints_number();
        if self.cur.dangling {
            return Err(self.refused(at));
        }
        if self.store.pending.len() > self.cur.pending as usize {
            return Err(self.fault(Reason::Ambiguous, at));
        }
        self.pos += 1;
        self.store.frames.pop();
        let begin = self.cur.begin;
        self.resume();
        if number && let Some(word) = &mut self.cur.word {
            word.number = true;
        }
        if let Some(begin) = begin.filter(|_| !number) {
            self.certain_only(begin as usize);
        }
        Ok(())
    }

    /// A list begins anew at this level.
    pub(super) fn restart(&mut self) {
        let (pending, listed) = (self.cur.pending, self.cur.listed);
        let begin = self.cur.begin;
        self.cur = fresh(self.store, index(self.pos));
        self.cur.pending = pending;
        self.cur.listed = listed;
        self.cur.begin = begin;
    }

    /// A compound command begins: keywords before it are recorded. Behind an assignment or a
    /// redirect no reserved word is one, so none of these are there.
    pub(super) fn begin_compound(&mut self) {
        self.flush_keywords();
        self.restart();
    }

    /// The innermost compound command is complete.
    pub(super) fn close_compound(&mut self) {
        let mark = self.store.frames.pop().map_or(0, |frame| frame.mark);
        self.restart();
        self.cur.expect = Expect::After;
        self.cur.mark = mark;
        self.cur.until = self.store.count();
    }

    /// Takes `()`, with blanks in it, if it comes next.
    fn empty_parentheses(&mut self) -> bool {
        let before = self.pos;
        self.pos += 1;
        while matches!(self.joined(), Some(b' ' | b'\t')) {
            self.pos += 1;
        }
        if self.joined() == Some(b')') {
            self.pos += 1;
            true
        } else {
            self.pos = before;
            false
        }
    }

    /// `<` or `>`: a redirect, with the digits before it, or a process substitution.
    pub(super) fn angle(&mut self, byte: u8, before: Option<Growing>) -> Result<(), Fault> {
        let at = self.pos;
        if self.peek(1) == Some(b'(') && before.is_none() {
            self.begin_word();
            return Ok(());
        }
        self.no_target()?;
        if !self.at_list() {
            return Err(self.refused(at));
        }
        self.pos += 1;
        let operator = if byte == b'<' {
            self.less(at)?
        } else {
            self.greater(at)?
        };
        if self.cur.detached && operator != Operator::File(Direction::Writes) {
            self.cur.detached = false;
        }
        self.cur.target = Some(operator);
        self.redirect();
        Ok(())
    }

    /// `>&-x`: bash closes and reads `x` as a word, dash takes `-x` for a descriptor.
    fn duplicate(&mut self, at: usize) -> Result<Operator, Fault> {
        self.pos += 1;
        let closes = self.joined() == Some(b'-');
        let ends = matches!(
            self.peek(1),
            None | Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
        );
        if closes && !ends {
            return Err(self.fault(Reason::Ambiguous, at));
        }
        Ok(Operator::Duplicate)
    }

    fn less(&mut self, at: usize) -> Result<Operator, Fault> {
        Ok(match self.joined() {
            Some(b'<') => {
                self.pos += 1;
                if self.take(b'<') {
                    if !self.not_dash() {
                        return Err(self.refused(at));
                    }
                    Operator::Text
                } else {
                    Operator::Document(self.take(b'-'))
                }
            }
            Some(b'&') => self.duplicate(at)?,
            Some(b'>') => {
                self.pos += 1;
                Operator::File(Direction::Writes)
            }
            _ => Operator::File(Direction::Reads),
        })
    }

    fn greater(&mut self, at: usize) -> Result<Operator, Fault> {
        Ok(match self.joined() {
            Some(b'>') => {
                self.pos += 1;
                if self.foreign() && matches!(self.joined(), Some(b'&' | b'|' | b'!')) {
                    return Err(self.fault(Reason::Ambiguous, at));
                }
                Operator::File(Direction::Writes)
            }
            Some(b'|') => {
                self.pos += 1;
                Operator::File(Direction::Writes)
            }
            Some(b'&') => self.duplicate(at)?,
            Some(b'!') if self.foreign() => return Err(self.fault(Reason::Ambiguous, at)),
            _ => Operator::File(Direction::Writes),
        })
    }

    /// A redirect belongs to the current command.
    fn redirect(&mut self) {
        if self.cur.expect == Expect::Start {
            self.cur.expect = Expect::Command;
            if !self.has_keyword() {
                self.cur.at = index(self.pos);
            }
        }
        self.cur.redirected = true;
    }

    /// `for` without `in` takes the positional parameters.
    pub(super) fn positional(&mut self) {
        if let Some(word) = self.store.words.get(self.cur.words as usize) {
            let name = word.text;
            self.store.assigned(name, false);
        }
        self.store.words.truncate(self.cur.words as usize);
    }

    /// The words of `for` are complete: the variable takes each of them.
    fn end_for_words(&mut self) {
        let words = self
            .store
            .words
            .get(self.cur.words as usize..)
            .unwrap_or_default();
        if let Some((name, values)) = words.split_first() {
            let name = name.text;
            let number = values.iter().all(|word| word.number);
            self.store.assigned(name, number);
        }
        self.store.words.truncate(self.cur.words as usize);
        self.cur.expect = Expect::ForDo;
    }
}
