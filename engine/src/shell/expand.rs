//! Expansions: `$…` and backquotes, wherever they stand.

use super::environment::is_feeding;
use super::frame::{Close, Fault, Kind};
use super::names::Dialect;
use super::parse::Parser;
use super::reason::Reason;
use super::store::{Range, Shape, index};

impl Parser<'_, '_> {
    /// `$` and what follows; whether it stands in double quotes or in a here-document.
    pub(super) fn dollar(&mut self, quoted: bool) -> Result<(), Fault> {
        let at = self.pos;
        self.pos += 1;
        let Some(byte) = self.joined() else {
            self.pos = at + 1;
            self.literal_dollar();
            return Ok(());
        };
        match byte {
            b'(' => self.dollar_parenthesis(at, quoted),
            b'{' => self.dollar_brace(at, quoted),
            b'[' => self.dollar_bracket(quoted),
            b'\'' if !quoted => self.ansi(),
            b'"' if !quoted => {
                // A translation where there is one; dash has a dollar there.
                self.not_foreign()?;
                self.hide(Shape::One, false);
                Ok(())
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let length = self.name_length();
                let range = (self.pos, self.pos + length);
                self.pos += length;
                self.variable(range, quoted)
            }
            b'0'..=b'9' => {
                self.pos += 1;
                self.hide(shape(quoted), false);
                self.certain_only(at);
                self.foreign_subscript()
            }
            b'@' | b'*' => {
                self.pos += 1;
                self.hide(Shape::Many, false);
                self.certain_only(at);
                self.foreign_subscript()
            }
            b'?' | b'#' | b'$' | b'!' => {
                self.pos += 1;
                if byte == b'#' && self.foreign() {
                    // `$#name` is a length in zsh.
                    return Err(self.fault(Reason::Ambiguous, at));
                }
                self.hide(shape(quoted), true);
                Ok(())
            }
            b'-' => {
                self.pos += 1;
                self.hide(shape(quoted), false);
                self.certain_only(at);
                Ok(())
            }
            b'+' | b'=' | b'^' | b'~' | b':' if self.foreign() => {
                Err(self.fault(Reason::Ambiguous, at))
            }
            _ => {
                self.literal_dollar();
                Ok(())
            }
        }
    }

    /// `$[…]`, which dash takes for plain text.
    fn dollar_bracket(&mut self, quoted: bool) -> Result<(), Fault> {
        if !self.bash_only()? {
            self.literal_dollar();
            return Ok(());
        }
        self.hide(shape(quoted), true);
        self.pos += 1;
        self.push(Kind::Arithmetic(Close::Bracket, 0))
    }

    pub(super) fn literal_dollar(&mut self) {
        self.add("$");
    }

    /// Length of the name at the reading place.
    fn name_length(&self) -> usize {
        let rest = self.bytes.get(self.pos..self.end).unwrap_or_default();
        rest.iter()
            .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .unwrap_or(rest.len())
    }

    /// zsh reads `$name[…]` as a subscript.
    fn foreign_subscript(&mut self) -> Result<(), Fault> {
        if self.foreign() && self.byte() == Some(b'[') {
            return Err(self.fault(Reason::Ambiguous, self.pos));
        }
        Ok(())
    }

    /// A plain expansion of a variable.
    fn variable(&mut self, name: (usize, usize), quoted: bool) -> Result<(), Fault> {
        self.foreign_subscript()?;
        let text = self.text;
        let name = text.get(name.0..name.1).unwrap_or_default();
        let alone = self
            .cur
            .word
            .is_some_and(|word| word.pieces == 0 && word.name.is_none());
        self.hide(shape(quoted), is_counter(name));
        let range = self.store.intern(name);
        if let Kind::Arithmetic(..) = self.top() {
            self.evaluate(range, self.pos);
        }
        if alone && let Some(word) = &mut self.cur.word {
            word.variable = Some(range);
        }
        Ok(())
    }

    /// A value evaluated as arithmetic: certain only if it is always a number.
    pub(super) fn evaluate(&mut self, name: Range, at: usize) {
        if !self.context.dialect.evaluates() {
            return;
        }
        if is_counter(self.store.text(name)) {
            self.store.assigned(name, true);
        }
        let id = self.store.used(name);
        let reason = Reason::Arithmetic.at(Some(index(at)));
        self.store.record(super::store::Record {
            program: None,
            why: Some(reason),
            tail: super::store::Tail::Spans((0, 0)),
            sealed: false,
            role: self.context.role,
            redirects: (0, 0),
            order: (index(at), 0),
            condition: Some(id),
        });
    }

    /// In arithmetic, an expansion of unknown text.
    pub(super) fn certain_only(&mut self, at: usize) {
        if matches!(self.top(), Kind::Arithmetic(..)) && self.context.dialect.evaluates() {
            self.unidentified(Reason::Arithmetic, index(at));
        }
    }

    fn dollar_parenthesis(&mut self, at: usize, quoted: bool) -> Result<(), Fault> {
        self.pos += 1;
        if self.joined() == Some(b'(') {
            self.pos += 1;
            self.hide(shape(quoted), true);
            return self.push(Kind::Arithmetic(Close::Expansion, 0));
        }
        self.hide(shape(quoted), false);
        self.push(Kind::Substitution)?;
        self.suspend();
        self.cur.begin = Some(index(at));
        Ok(())
    }

    /// `${…}`.
    fn dollar_brace(&mut self, at: usize, quoted: bool) -> Result<(), Fault> {
        self.pos += 1;
        let ambiguous = |parser: &Self| Err(parser.fault(Reason::Ambiguous, at));
        let mut indirect = false;
        match self.byte() {
            Some(b'#') => return self.length(at, quoted),
            Some(b'!') => {
                self.pos += 1;
                if self.foreign() {
                    return ambiguous(self);
                }
                indirect = true;
            }
            _ => {}
        }
        let from = self.pos;
        match self.byte() {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => self.pos += self.name_length(),
            Some(b'0'..=b'9') => {
                while matches!(self.byte(), Some(b'0'..=b'9')) {
                    self.pos += 1;
                }
            }
            Some(b'@' | b'*' | b'?' | b'$' | b'-') if !indirect => self.pos += 1,
            _ => return ambiguous(self),
        }
        let text = self.text;
        let name = text.get(from..self.pos).unwrap_or_default();
        let mut many = matches!(name, "@" | "*");
        if self.byte() == Some(b'[') {
            many |= self.brace_subscript(at)?;
        }
        let shape = if many { Shape::Many } else { shape(quoted) };
        let range = self.store.intern(name);
        if indirect {
            let keys = match self.byte() {
                Some(b'}') => many,
                Some(b'@' | b'*') => self.peek(1) == Some(b'}'),
                _ => false,
            };
            if !keys {
                self.unidentified(Reason::Builtin, index(at));
            }
        }
        let in_arithmetic = matches!(self.top(), Kind::Arithmetic(..));
        let plain = self.byte() == Some(b'}') && !indirect;
        if in_arithmetic {
            if plain && super::names::is_name(name) {
                self.evaluate(range, at);
            } else if !matches!(name, "?" | "$") {
                self.certain_only(at);
            }
        }
        let alone = plain
            && self
                .cur
                .word
                .is_some_and(|word| word.pieces == 0 && word.name.is_none());
        self.hide(
            shape,
            plain && (is_counter(name) || matches!(name, "?" | "$")),
        );
        if alone
            && super::names::is_name(name)
            && let Some(word) = &mut self.cur.word
        {
            word.variable = Some(range);
        }
        self.operator(range, at, quoted)
    }

    /// `${#name}` and `${#}`.
    fn length(&mut self, at: usize, quoted: bool) -> Result<(), Fault> {
        self.pos += 1;
        match self.byte() {
            Some(b'}') => {}
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                self.pos += self.name_length();
                if self.byte() == Some(b'[') {
                    self.brace_subscript(at)?;
                }
            }
            Some(b'0'..=b'9') => {
                while matches!(self.byte(), Some(b'0'..=b'9')) {
                    self.pos += 1;
                }
            }
            Some(b'@' | b'*') => self.pos += 1,
            _ => return Err(self.fault(Reason::Ambiguous, at)),
        }
        if self.byte() != Some(b'}') {
            return Err(self.fault(Reason::Ambiguous, at));
        }
        self.pos += 1;
        self.hide(shape(quoted), true);
        Ok(())
    }

    /// `[…]` in `${name[…]}`: whether it stands for all elements.
    fn brace_subscript(&mut self, at: usize) -> Result<bool, Fault> {
        let from = self.pos + 1;
        let rest = self.bytes.get(from..self.end).unwrap_or_default();
        let simple = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"_@*+-$ ".contains(byte))
            .count();
        if rest.get(simple) != Some(&b']') {
            return Err(self.fault(Reason::Ambiguous, at));
        }
        let text = self.text;
        let subscript = text.get(from..from + simple).unwrap_or_default();
        let plain = matches!(subscript, "@" | "*") || super::names::is_number(subscript);
        if self.foreign() && !plain {
            return Err(self.fault(Reason::Ambiguous, at));
        }
        self.subscript(subscript, from);
        self.pos = from + simple + 1;
        Ok(matches!(subscript, "@" | "*"))
    }

    /// A subscript is arithmetic: the variables in it are evaluated.
    pub(super) fn subscript(&mut self, text: &str, at: usize) {
        if matches!(text, "@" | "*") || !self.context.dialect.evaluates() {
            return;
        }
        self.arithmetic_text(text, at);
    }

    /// What follows the name in `${name…}`.
    fn operator(&mut self, name: Range, at: usize, quoted: bool) -> Result<(), Fault> {
        let dash = self.context.dialect == Dialect::Dash;
        match self.byte() {
            Some(b'}') => {
                self.pos += 1;
                return Ok(());
            }
            Some(b':') => {
                self.pos += 1;
                match self.byte() {
                    Some(b'-' | b'+' | b'?') => self.pos += 1,
                    Some(b'=') => {
                        self.pos += 1;
                        self.default_assigned(name);
                    }
                    _ if dash => {}
                    _ => {
                        self.not_foreign()?;
                        return self.push(Kind::Arithmetic(Close::Brace, 0));
                    }
                }
            }
            Some(b'=') => {
                self.pos += 1;
                self.default_assigned(name);
            }
            Some(b'@') if !dash => {
                self.not_foreign()?;
                self.pos += 1;
                match self.byte() {
                    Some(b'}') => {}
                    Some(b'Q' | b'E' | b'A' | b'a' | b'K' | b'k' | b'U' | b'u' | b'L') => {
                        self.pos += 1;
                    }
                    _ => {
                        // `@P` expands its value as a prompt.
                        self.unidentified(Reason::Builtin, index(at));
                        self.pos += 1;
                    }
                }
                if self.byte() != Some(b'}') {
                    return Err(self.fault(Reason::Ambiguous, at));
                }
                self.pos += 1;
                return Ok(());
            }
            Some(b'-' | b'+' | b'?' | b'#' | b'%' | b'/' | b'^' | b',' | b'*') => self.pos += 1,
            None => return Err(self.refused(at)),
            _ => return Err(self.fault(Reason::Ambiguous, at)),
        }
        self.push(Kind::Parameter(quoted))
    }

    fn default_assigned(&mut self, name: Range) {
        if is_feeding(self.store.text(name), None) {
            self.taint();
        }
        self.store.assigned(name, false);
    }

    /// A step in the rest of `${name…}`: up to the first `}` that is not quoted.
    pub(super) fn step_parameter(&mut self, double: bool) -> Result<(), Fault> {
        let Some(byte) = self.byte() else {
            return Err(self.refused(self.pos));
        };
        match byte {
            b'}' => {
                self.pos += 1;
                self.store.frames.pop();
            }
            b'\\' => {
                if self.peek(1).is_none() {
                    return Err(self.refused(self.pos));
                }
                self.pos += 2;
            }
            b'$' => self.dollar(double)?,
            b'`' => self.backquote(double)?,
            b'\'' if double => return Err(self.fault(Reason::Ambiguous, self.pos)),
            b'\'' => {
                let rest = self.bytes.get(self.pos + 1..self.end).unwrap_or_default();
                let Some(length) = memchr::memchr(b'\'', rest) else {
                    return Err(self.refused(self.pos));
                };
                self.pos += length + 2;
            }
            b'"' if double => self.quoted_default()?,
            b'"' => {
                self.pos += 1;
                self.push(Kind::Double)?;
            }
            b'<' | b'>' if self.peek(1) == Some(b'(') => {
                if double || !self.not_dash() {
                    return Err(self.fault(Reason::Ambiguous, self.pos));
                }
                self.pos += 2;
                self.push(Kind::Substitution)?;
                self.suspend();
            }
            b'{' | b'(' if self.foreign() => {
                return Err(self.fault(Reason::Ambiguous, self.pos));
            }
            _ => self.pos += 1,
        }
        Ok(())
    }

    /// `"` inside `"${…}"`: only where everyone agrees that it ends at the next one.
    fn quoted_default(&mut self) -> Result<(), Fault> {
        let rest = self.bytes.get(self.pos + 1..self.end).unwrap_or_default();
        let length = rest
            .iter()
            .take_while(|byte| !b"\"'`$\\{}<>()\n".contains(byte))
            .count();
        if rest.get(length) != Some(&b'"') {
            return Err(self.fault(Reason::Ambiguous, self.pos));
        }
        self.pos += length + 2;
        Ok(())
    }
}

/// The shape of an expansion.
pub(super) fn shape(quoted: bool) -> Shape {
    if quoted { Shape::One } else { Shape::Many }
}

/// Variables that a shell keeps a number in.
pub(super) fn is_counter(name: &str) -> bool {
    matches!(
        name,
        "RANDOM"
            | "SRANDOM"
            | "SECONDS"
            | "EPOCHSECONDS"
            | "LINENO"
            | "UID"
            | "EUID"
            | "PPID"
            | "BASHPID"
            | "OPTIND"
    )
}
