//! Words: quoting, and what makes them unreadable (S10).

use super::frame::{Expect, Fault, Growing, Kind, Operator};
use super::names::{Dialect, is_name, is_number};
use super::parse::Parser;
use super::reason::Reason;
use super::store::{Shape, Word, index};

/// Bytes of an unquoted word that mean something by themselves.
static SPECIAL: [bool; 256] = specials(b" \t\n|&;()<>'\"\\$`*?[]{},.~=#!");
/// Bytes that mean something inside double quotes.
static DOUBLE: [bool; 256] = specials(b"\"$`\\");

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn specials(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

fn is(table: &[bool; 256], byte: u8) -> bool {
    table.get(byte as usize).copied().unwrap_or(true)
}

impl Parser<'_, '_> {
    /// A word begins here.
    pub(super) fn begin_word(&mut self) {
        let start = self.store.tip();
        self.cur.word = Some(Growing {
            start,
            end: start,
            at: index(self.pos),
            shape: Shape::Literal,
            quoted: false,
            tilde: self.byte() == Some(b'~'),
            brace: 0,
            bracket: false,
            name: None,
            value: start,
            pieces: 0,
            number: false,
            variable: None,
            parens: 0,
            process: false,
        });
    }

    /// Adds literal text to the word.
    pub(super) fn add(&mut self, text: &str) {
        if let Some(word) = &mut self.cur.word {
            word.pieces += 1;
            word.number = false;
            if word.shape == Shape::Literal {
                self.store.arena.push_str(text);
            }
        }
    }

    /// Adds one character, given by its place, and goes behind it.
    pub(super) fn add_char(&mut self) {
        let rest = self.text.get(self.pos..self.end).unwrap_or_default();
        let length = rest.chars().next().map_or(1, char::len_utf8);
        let text = rest.get(..length).unwrap_or_default();
        self.add(text);
        self.pos += length;
    }

    /// The word cannot be read from here on.
    pub(super) fn hide(&mut self, shape: Shape, number: bool) {
        let tip = self.store.tip();
        if let Some(word) = &mut self.cur.word {
            word.pieces += 1;
            word.number = number;
            if word.shape == Shape::Literal {
                word.end = tip;
                word.shape = shape;
            } else if shape == Shape::Many {
                word.shape = Shape::Many;
            }
        }
    }

    /// Some of the word is quoted.
    fn quote(&mut self) {
        if let Some(word) = &mut self.cur.word {
            word.quoted = true;
        }
    }

    /// A run of an unquoted word.
    pub(super) fn step_word(&mut self) -> Result<(), Fault> {
        let rest = self.bytes.get(self.pos..self.end).unwrap_or_default();
        let plain = rest
            .iter()
            .position(|&byte| is(&SPECIAL, byte))
            .unwrap_or(rest.len());
        if plain > 0 {
            let text = self
                .text
                .get(self.pos..self.pos + plain)
                .unwrap_or_default();
            self.add(text);
            self.pos += plain;
        }
        let Some(byte) = self.byte() else {
            return self.end_word();
        };
        match byte {
            b' ' | b'\t' | b'\n' | b'|' | b'&' | b';' | b')' => self.end_word(),
            b'(' => self.word_parenthesis(),
            b'<' | b'>' => self.word_angle(byte),
            b'\\' => self.backslash(),
            b'\'' => self.single(),
            b'"' => {
                self.quote();
                self.pos += 1;
                self.push(Kind::Double)
            }
            b'$' => self.dollar(false),
            b'`' => self.backquote(false),
            b'=' => self.equals(),
            _ => self.pattern(byte),
        }
    }

    /// Braces and globs.
    fn pattern(&mut self, byte: u8) -> Result<(), Fault> {
        let double_dot = byte == b'.' && self.peek(1) == Some(b'.');
        let mut expands = false;
        if let Some(word) = &mut self.cur.word {
            match byte {
                b'*' | b'?' => expands = true,
                b'[' => word.bracket = true,
                b']' => expands = word.bracket,
                b'{' if word.brace == 0 => word.brace = 1,
                b',' if word.brace == 1 => word.brace = 2,
                b'.' if word.brace == 1 && double_dot => word.brace = 2,
                b'}' => expands = word.brace == 2,
                _ => {}
            }
        }
        if byte == b'[' && self.subscript_follows() {
            return self.assigned_subscript();
        }
        self.add_char();
        if expands && let Some(word) = &mut self.cur.word {
            // A range of numbers stays visible, for the variable of a loop.
            if !(byte == b'}' && word.shape == Shape::Literal) {
                self.hide(Shape::Many, false);
            } else {
                word.brace = 3;
            }
        }
        Ok(())
    }

    /// The word's text so far.
    pub(super) fn growing_text(&self) -> &str {
        self.cur
            .word
            .map_or("", |word| self.store.text((word.start, self.store.tip())))
    }

    fn word_parenthesis(&mut self) -> Result<(), Fault> {
        let Some(word) = self.cur.word else {
            return Ok(());
        };
        let at = self.pos;
        if word.name.is_some()
            && word.pieces == 0
            && word.shape == Shape::Literal
            && self.may_be_array()
        {
            if !self.not_dash() {
                return Err(self.refused(at));
            }
            self.pos += 1;
            self.push(Kind::Array)?;
            self.suspend();
            return Ok(());
        }
        // `name (` may begin a function, `if(` a subshell, `@(a|b)` a pattern: a pattern is
        // not read.
        let text = self.growing_text();
        let pattern = text.ends_with(['@', '?', '*', '+', '!']) && (self.foreign() || text != "!");
        let begins = matches!(
            self.cur.expect,
            Expect::Start | Expect::FunctionName | Expect::Body
        );
        if word.quoted || pattern || !begins || matches!(self.top(), Kind::Array | Kind::Condition)
        {
            if self.context.dialect == Dialect::Dash && !pattern {
                return Err(self.refused(at));
            }
            return Err(self.fault(Reason::Ambiguous, at));
        }
        self.end_word()
    }

    /// Whether `NAME=(` is an array here: as an assignment, or for a builtin that assigns.
    fn may_be_array(&self) -> bool {
        if self.cur.target.is_some() {
            return false;
        }
        match self.cur.expect {
            Expect::Start => true,
            Expect::Command => {
                let first = self.cur.words + self.cur.keywords;
                self.store
                    .words
                    .get(first as usize)
                    .is_none_or(|word| super::builtins::declares(self.store.text(word.text)))
            }
            _ => false,
        }
    }

    fn word_angle(&mut self, byte: u8) -> Result<(), Fault> {
        if self.peek(1) == Some(b'(') {
            if self.top() == Kind::Condition {
                return Err(self.fault(Reason::Ambiguous, self.pos));
            }
            if !self.not_dash() {
                return Err(self.refused(self.pos));
            }
            let alone = self.cur.word.is_some_and(|word| word.pieces == 0);
            self.hide(Shape::One, false);
            if let Some(word) = &mut self.cur.word {
                word.process = alone;
            }
            self.pos += 2;
            self.push(Kind::Substitution)?;
            self.suspend();
            return Ok(());
        }
        let Some(word) = self.cur.word else {
            return Ok(());
        };
        // `2>` and `{name}>` belong to the redirect.
        let text = self.growing_text();
        let list = matches!(
            self.cur.expect,
            Expect::Start | Expect::Command | Expect::After
        ) && self.top() != Kind::Array
            && self.top() != Kind::Condition;
        if list && !word.quoted && word.shape == Shape::Literal && self.cur.target.is_none() {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let length = text.len();
            // A line continuation before the operator: shells differ.
            let broken = (digits || text.starts_with('{')) && self.pos - word.at as usize != length;
            let braces = self.foreign() && text.starts_with('{');
            if broken || braces {
                return Err(self.fault(Reason::Ambiguous, self.pos));
            }
            let variable = text
                .strip_prefix('{')
                .and_then(|text| text.strip_suffix('}'))
                .is_some_and(is_name);
            if digits && (length == 1 || self.bash_only()?) {
                self.cur.word = None;
                return self.angle(byte, Some(word));
            }
            if variable && self.bash_only()? {
                let name = (word.start + 1, self.store.tip().saturating_sub(1));
                self.note_assignment(name, None, true);
                self.cur.word = None;
                return self.angle(byte, Some(word));
            }
        }
        self.end_word()
    }

    fn backslash(&mut self) -> Result<(), Fault> {
        match self.peek(1) {
            Some(b'\n') => {
                self.pos += 2;
                Ok(())
            }
            Some(_) => {
                self.quote();
                self.pos += 1;
                self.add_char();
                Ok(())
            }
            None => Err(self.fault(Reason::Ambiguous, self.pos)),
        }
    }

    fn single(&mut self) -> Result<(), Fault> {
        let from = self.pos + 1;
        let rest = self.bytes.get(from..self.end).unwrap_or_default();
        let Some(length) = memchr::memchr(b'\'', rest) else {
            return Err(self.refused(self.pos));
        };
        let text = self.text.get(from..from + length).unwrap_or_default();
        self.quote();
        self.add(text);
        self.pos = from + length + 1;
        Ok(())
    }

    /// `=` in an unquoted word: perhaps an assignment.
    fn equals(&mut self) -> Result<(), Fault> {
        let Some(word) = self.cur.word else {
            return Ok(());
        };
        let text = self.growing_text();
        // zsh looks up a program for `=name`.
        let alone = matches!(self.peek(1), None | Some(b' ' | b'\t' | b'\n'));
        if self.foreign() && text.is_empty() && !alone && self.top() != Kind::Condition {
            return Err(self.fault(Reason::Ambiguous, self.pos));
        }
        let (bare, appends) = text
            .strip_suffix('+')
            .map_or((text, false), |bare| (bare, true));
        let named =
            word.name.is_none() && !word.quoted && word.shape == Shape::Literal && is_name(bare);
        let length = index(bare.len());
        if named && (!appends || self.assignment_differs()) {
            self.add("=");
            let tip = self.store.tip();
            if let Some(word) = &mut self.cur.word {
                word.name = Some(length);
                word.value = tip;
                word.pieces = 0;
                word.brace = 0;
                word.bracket = false;
            }
            self.pos += 1;
            return Ok(());
        }
        self.add_char();
        Ok(())
    }

    /// `NAME+=` and `NAME[…]=` at the place of an assignment: dash takes them for a program.
    pub(super) fn assignment_differs(&mut self) -> bool {
        if self.before_command() {
            self.not_dash()
        } else {
            true
        }
    }

    /// Whether an assignment may stand here.
    pub(super) fn before_command(&self) -> bool {
        let first = (self.cur.words + self.cur.keywords) as usize;
        self.cur.target.is_none()
            && self.store.words.len() <= first
            && matches!(
                self.cur.expect,
                Expect::Start | Expect::Command | Expect::Coproc
            )
            && !matches!(self.top(), Kind::Array | Kind::Condition)
    }

    /// The word is complete.
    pub(super) fn end_word(&mut self) -> Result<(), Fault> {
        let Some(growing) = self.cur.word.take() else {
            return Ok(());
        };
        let tip = self.store.tip();
        let mut shape = growing.shape;
        let mut text = (growing.start, growing.end);
        if shape == Shape::Literal {
            text.1 = tip;
        }
        if growing.brace == 3 {
            shape = Shape::Many;
        }
        let held = self.store.text(text);
        let number = match growing.shape {
            Shape::Literal if growing.brace == 3 => held
                .strip_prefix('{')
                .and_then(|text| text.strip_suffix('}'))
                .is_some_and(|text| text.split("..").all(is_number)),
            Shape::Literal => is_number(held),
            _ => growing.pieces == 1 && growing.number && growing.name.is_none(),
        };
        let word = Word {
            text,
            shape,
            at: growing.at,
            variable: growing.variable.filter(|_| growing.pieces == 1),
            number,
        };
        if let Some(operator) = self.cur.target.take() {
            return self.end_target(operator, word, growing);
        }
        self.take_word(word, growing)
    }

    fn end_target(
        &mut self,
        operator: Operator,
        word: Word,
        growing: Growing,
    ) -> Result<(), Fault> {
        use crate::command::{Direction, RedirectSpan};
        let literal = (word.shape == Shape::Literal).then_some(word.text);
        let (direction, target) = match operator {
            Operator::Text => return Ok(()),
            Operator::Document(tabs) => return self.document(word, growing, tabs),
            // `< <( … )` reads from what runs in it, and from no file.
            Operator::File(Direction::Reads) if growing.process && growing.pieces == 1 => {
                return Ok(());
            }
            Operator::File(direction) => (direction, literal),
            Operator::Duplicate => {
                let text = self.store.text(word.text);
                let descriptor = word.shape == Shape::Literal
                    && text
                        .strip_suffix('-')
                        .unwrap_or(text)
                        .bytes()
                        .all(|byte| byte.is_ascii_digit());
                if descriptor || word.number {
                    return Ok(());
                }
                (Direction::Writes, literal)
            }
        };
        self.store.open.push(RedirectSpan { direction, target });
        Ok(())
    }

    /// A run inside double quotes.
    pub(super) fn step_double(&mut self) -> Result<(), Fault> {
        let rest = self.bytes.get(self.pos..self.end).unwrap_or_default();
        let plain = rest
            .iter()
            .position(|&byte| is(&DOUBLE, byte))
            .unwrap_or(rest.len());
        if plain > 0 {
            let text = self
                .text
                .get(self.pos..self.pos + plain)
                .unwrap_or_default();
            self.add(text);
            self.pos += plain;
        }
        match self.byte() {
            None => Err(self.refused(self.pos)),
            Some(b'"') => {
                self.pos += 1;
                self.store.frames.pop();
                Ok(())
            }
            Some(b'$') => self.dollar(true),
            Some(b'`') => self.backquote(true),
            Some(_) => {
                match self.peek(1) {
                    Some(b'\n') => self.pos += 2,
                    Some(b'$' | b'`' | b'"' | b'\\') => {
                        self.pos += 1;
                        self.add_char();
                    }
                    Some(_) => self.add_char(),
                    None => return Err(self.refused(self.pos)),
                }
                Ok(())
            }
        }
    }
}
