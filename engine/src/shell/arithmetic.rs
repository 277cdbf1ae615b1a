//! Arithmetic: where it ends, and which variables it evaluates.

use super::frame::{Close, Expect, Fault, Kind};
use super::parse::Parser;
use super::reason::Reason;
use super::store::index;

impl Parser<'_, '_> {
    /// A step in arithmetic.
    pub(super) fn step_arithmetic(&mut self, close: Close, depth: u32) -> Result<(), Fault> {
        let at = self.pos;
        let Some(byte) = self.joined() else {
            return Err(self.refused(at));
        };
        match byte {
            b'(' => {
                self.become_kind(Kind::Arithmetic(close, depth + 1));
                self.pos += 1;
            }
            b')' if depth > 0 => {
                self.become_kind(Kind::Arithmetic(close, depth - 1));
                self.pos += 1;
            }
            b')' => {
                self.pos += 1;
                let double = matches!(close, Close::Expansion | Close::Command | Close::Loop)
                    && self.byte() == Some(b')');
                if !double {
                    // `$((a) )` is a substitution for some shells.
                    return Err(self.fault(Reason::Ambiguous, at));
                }
                self.pos += 1;
                self.close_arithmetic(close);
            }
            b']' if close == Close::Bracket && depth == 0 => {
                self.pos += 1;
                self.close_arithmetic(close);
            }
            b'}' if close == Close::Brace && depth == 0 => {
                self.pos += 1;
                self.close_arithmetic(close);
            }
            b'[' if close == Close::Bracket => {
                return Err(self.fault(Reason::Ambiguous, at));
            }
            b'$' => self.dollar(true)?,
            b'`' => self.backquote(true)?,
            b'\'' | b'"' | b'\\' | b'{' | b'}' => {
                return Err(self.fault(Reason::Ambiguous, at));
            }
            b'<' | b'>' if self.peek(1) == Some(b'(') => {
                return Err(self.fault(Reason::Ambiguous, at));
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.arithmetic_name(),
            b'0'..=b'9' => self.arithmetic_number(),
            _ => self.pos += 1,
        }
        Ok(())
    }

    fn close_arithmetic(&mut self, close: Close) {
        match close {
            Close::Expansion | Close::Bracket | Close::Brace => {
                self.store.frames.pop();
            }
            Close::Command => self.close_compound(),
            Close::Loop => {
                self.store.frames.pop();
                self.cur.expect = Expect::ForDo;
            }
        }
    }

    fn arithmetic_number(&mut self) {
        let rest = self.bytes.get(self.pos..self.end).unwrap_or_default();
        self.pos += rest
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric() && !b"#@_".contains(byte))
            .unwrap_or(rest.len());
    }

    fn arithmetic_name(&mut self) {
        let from = self.pos;
        let rest = self.bytes.get(from..self.end).unwrap_or_default();
        let length = rest
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .unwrap_or(rest.len());
        self.pos += length;
        let text = self.text;
        let name = text.get(from..from + length).unwrap_or_default();
        let after = text.get(from + length..self.end).unwrap_or_default();
        let before = text.get(..from).unwrap_or_default();
        self.use_name(name, before, after, from);
    }

    /// A name in arithmetic: evaluated, given a number, or both.
    fn use_name(&mut self, name: &str, before: &str, after: &str, at: usize) {
        if !self.context.dialect.evaluates() {
            return;
        }
        let after = after.trim_start_matches([' ', '\t']);
        let assigned = after.starts_with('=') && !after.starts_with("==");
        let changed = assigned
            || after.starts_with("++")
            || after.starts_with("--")
            || before.ends_with("++")
            || before.ends_with("--")
            || ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]
                .iter()
                .any(|operator| after.starts_with(operator));
        let range = self.store.intern(name);
        if changed {
            self.note_assignment(range, None, true);
        }
        if !assigned {
            self.evaluate(range, at);
        }
    }

    /// Arithmetic in a text of its own (a subscript, an argument of `let`): only plain numbers,
    /// names and operators are certain.
    pub(super) fn arithmetic_text(&mut self, text: &str, at: usize) {
        let plain = text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_+-*/%<>=!&|^~?:(), \t$".contains(&byte));
        let mut names = 0;
        let mut rest = text;
        while plain && let Some(start) = rest.find(|c: char| !b_operator(c)) {
            let (before, from) = rest.split_at_checked(start).unwrap_or_default();
            let length = from
                .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .unwrap_or(from.len());
            let (name, after) = from.split_at_checked(length).unwrap_or_default();
            if name.is_empty() {
                break;
            }
            names += 1;
            let positional =
                before.ends_with('$') && name.starts_with(|c: char| c.is_ascii_digit());
            if positional || names > 16 {
                self.unidentified(Reason::Arithmetic, index(at));
                return;
            }
            if !name.starts_with(|c: char| c.is_ascii_digit()) {
                self.use_name(name, before, after, at);
            }
            rest = after;
        }
        let special = text
            .split('$')
            .skip(1)
            .any(|piece| !piece.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'));
        if !plain || special {
            self.unidentified(Reason::Arithmetic, index(at));
        }
    }
}

/// Whether a character of arithmetic belongs to no name or number.
fn b_operator(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || c == '_')
}
