//! `[[ … ]]` and the elements of arrays.

use super::frame::{Check, Fault, Growing};
use super::parse::Parser;
use super::reason::Reason;
use super::store::{Shape, Word};

impl Parser<'_, '_> {
    /// A step in `[[ … ]]`.
    pub(super) fn step_condition(&mut self) -> Result<(), Fault> {
        if self.cur.word.is_some() {
            return if self.cur.check == Check::Regex {
                self.step_regex()
            } else {
                self.step_word()
            };
        }
        let at = self.pos;
        let Some(byte) = self.joined() else {
            return Err(self.refused(at));
        };
        match byte {
            b' ' | b'\t' | b'\n' => self.pos += 1,
            b'#' => return Err(self.fault(Reason::Ambiguous, at)),
            _ if self.cur.check == Check::Regex => self.begin_word(),
            b'(' | b')' if self.cur.check == Check::None => self.pos += 1,
            b'(' | b')' => return Err(self.fault(Reason::Ambiguous, at)),
            b'<' | b'>' if self.peek(1) == Some(b'(') => {
                return Err(self.fault(Reason::Ambiguous, at));
            }
            b'<' | b'>' => self.pos += 1,
            b'&' | b'|' => {
                if self.peek(1) != Some(byte) {
                    return Err(self.refused(at));
                }
                self.pos += 2;
                self.cur.operand = None;
            }
            b';' => return Err(self.refused(at)),
            _ => self.begin_word(),
        }
        Ok(())
    }

    /// A word of a condition is complete.
    pub(super) fn take_operand(&mut self, word: Word, growing: Growing) -> Result<(), Fault> {
        let check = std::mem::replace(&mut self.cur.check, Check::None);
        match check {
            Check::Number => {
                self.arithmetic_operand(word);
                self.cur.operand = None;
                return Ok(());
            }
            Check::Name => {
                self.name_operand(word);
                return Ok(());
            }
            Check::Pattern | Check::Regex => {
                self.cur.operand = None;
                return Ok(());
            }
            Check::None => {}
        }
        if word.shape == Shape::Literal && !growing.quoted {
            let text = self.store.text(word.text);
            match text {
                "]]" => {
                    self.close_compound();
                    return Ok(());
                }
                "=~" => self.cur.check = Check::Regex,
                "==" | "=" | "!=" => self.cur.check = Check::Pattern,
                "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge" if self.cur.operand.is_some() => {
                    self.cur.check = Check::Number;
                    if let Some(left) = self.cur.operand {
                        self.arithmetic_operand(left);
                    }
                }
                "-v" | "-R" => self.cur.check = Check::Name,
                "-t" if self.foreign() => self.cur.check = Check::Number,
                _ => {}
            }
        }
        self.cur.operand = Some(word);
        Ok(())
    }

    /// An operand that is evaluated as arithmetic.
    pub(super) fn arithmetic_operand(&mut self, word: Word) {
        if !self.context.dialect.evaluates() || word.number {
            return;
        }
        match (word.shape, word.variable) {
            (Shape::Literal, _) => {
                self.arithmetic_word(word);
            }
            (_, Some(name)) => self.evaluate(name, word.at as usize),
            _ => self.unidentified(Reason::Arithmetic, word.at),
        }
    }

    /// A literal word that is evaluated as arithmetic.
    pub(super) fn arithmetic_word(&mut self, word: Word) {
        let mut text = self.store.pool.pop().unwrap_or_default();
        text.clear();
        text.push_str(self.store.text(word.text));
        self.arithmetic_text(&text, word.at as usize);
        self.store.pool.push(text);
    }

    /// An operand that names a variable, perhaps with a subscript.
    pub(super) fn name_operand(&mut self, word: Word) {
        let text = self.store.text(word.text);
        let certain = word.shape == Shape::Literal && !text.contains('[');
        if !certain && self.context.dialect.evaluates() {
            self.unidentified(Reason::Builtin, word.at);
        }
    }

    /// A run of a regular expression: it ends at a blank outside of its parentheses.
    fn step_regex(&mut self) -> Result<(), Fault> {
        let at = self.pos;
        let parens = self.cur.word.map_or(0, |word| word.parens);
        let Some(byte) = self.byte() else {
            return Err(self.refused(at));
        };
        let mut open = parens;
        match byte {
            b' ' | b'\t' | b'\n' if parens == 0 => return self.end_word(),
            b'(' => open += 1,
            b')' if parens > 0 => open -= 1,
            b' ' | b'\t' | b'\n' | b')' | b'<' | b'>' | b';' | b'&' => {
                return Err(self.fault(Reason::Ambiguous, at));
            }
            b'\'' | b'"' | b'$' | b'`' | b'\\' => return self.step_word(),
            _ => {}
        }
        self.pos += 1;
        if let Some(word) = &mut self.cur.word {
            word.parens = open;
        }
        self.hide(Shape::One, false);
        Ok(())
    }

    /// A step in `NAME=( … )`.
    pub(super) fn step_array(&mut self) -> Result<(), Fault> {
        if self.cur.word.is_some() {
            return self.step_word();
        }
        let at = self.pos;
        let Some(byte) = self.joined() else {
            return Err(self.refused(at));
        };
        match byte {
            b' ' | b'\t' | b'\n' => self.pos += 1,
            b'#' => self.comment()?,
            b')' => {
                self.pos += 1;
                let number = !self.cur.text;
                self.store.frames.pop();
                self.resume();
                self.hide(Shape::One, number);
                if !matches!(
                    self.byte(),
                    None | Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')')
                ) {
                    return Err(self.fault(Reason::Ambiguous, self.pos));
                }
            }
            b'<' | b'>' if self.peek(1) == Some(b'(') => self.begin_word(),
            b'(' | b'<' | b'>' | b'|' | b'&' | b';' => return Err(self.refused(at)),
            _ => self.begin_word(),
        }
        Ok(())
    }
}
