//! What a complete word is: a reserved word, an assignment, a pattern, an argument.

use super::environment::is_feeding;
use super::frame::{Expect, Fault, Growing, Kind};
use super::names::is_name;
use super::parse::Parser;
use super::reason::Reason;
use super::store::{Range, Shape, Tail, Word, index};

impl Parser<'_, '_> {
    /// Puts a complete word where it belongs.
    pub(super) fn take_word(&mut self, word: Word, growing: Growing) -> Result<(), Fault> {
        match self.top() {
            Kind::Array => return self.take_element(word),
            Kind::Condition => return self.take_operand(word, growing),
            _ => {}
        }
        match self.cur.expect {
            Expect::Start | Expect::Body | Expect::Coproc => self.take_first(word, growing),
            Expect::Command => self.take_argument(word, growing),
            Expect::After => {
                if self.reserved(word, growing).is_some_and(closes) {
                    self.take_first(word, growing)
                } else {
                    Err(self.refused(word.at as usize))
                }
            }
            Expect::ForName => self.take_variable(word),
            Expect::ForIn => match self.reserved(word, growing) {
                Some("in") => {
                    self.cur.expect = Expect::ForWords;
                    Ok(())
                }
                Some("do") => {
                    self.positional();
                    self.become_kind(Kind::LoopBody);
                    self.restart();
                    Ok(())
                }
                _ => Err(self.refused(word.at as usize)),
            },
            Expect::ForWords => {
                self.store.words.push(word);
                Ok(())
            }
            Expect::ForDo => {
                if self.reserved(word, growing) == Some("do") {
                    self.become_kind(Kind::LoopBody);
                    self.restart();
                    Ok(())
                } else {
                    Err(self.fault(Reason::Ambiguous, word.at as usize))
                }
            }
            Expect::CaseWord => {
                self.cur.expect = Expect::CaseIn;
                Ok(())
            }
            Expect::CaseIn => {
                if self.reserved(word, growing) == Some("in") {
                    self.cur.expect = Expect::Pattern;
                    Ok(())
                } else {
                    Err(self.refused(word.at as usize))
                }
            }
            Expect::Pattern => {
                if self.reserved(word, growing) == Some("esac") {
                    self.close_compound();
                } else {
                    self.cur.expect = Expect::PatternMore;
                }
                Ok(())
            }
            Expect::PatternWord => {
                self.cur.expect = Expect::PatternMore;
                Ok(())
            }
            Expect::PatternMore => Err(self.refused(word.at as usize)),
            Expect::FunctionName => {
                if word.shape != Shape::Literal || growing.quoted {
                    return Err(self.fault(Reason::Ambiguous, word.at as usize));
                }
                self.store.define(word.text);
                self.begin_function();
                Ok(())
            }
        }
    }

    /// The reserved word a word is: literal and not quoted.
    fn reserved(&self, word: Word, growing: Growing) -> Option<&'static str> {
        (word.shape == Shape::Literal && !growing.quoted)
            .then(|| super::names::reserved(self.store.text(word.text)))
            .flatten()
    }

    fn take_variable(&mut self, word: Word) -> Result<(), Fault> {
        let name = self.store.text(word.text);
        if word.shape != Shape::Literal || !is_name(name) {
            return Err(self.fault(Reason::Ambiguous, word.at as usize));
        }
        if is_feeding(name, None) {
            self.taint();
        }
        self.store.words.push(word);
        self.cur.expect = Expect::ForIn;
        Ok(())
    }

    /// The first word of a command, keywords aside.
    fn take_first(&mut self, word: Word, growing: Growing) -> Result<(), Fault> {
        if let Some(reserved) = self.reserved(word, growing)
            && self.take_reserved(reserved, word)?
        {
            return Ok(());
        }
        if self.cur.expect == Expect::Body {
            return Err(self.fault(Reason::Ambiguous, word.at as usize));
        }
        if self.cur.expect == Expect::Coproc && self.compound_follows() {
            // `coproc NAME { …; }`
            let text = self.store.text(word.text);
            if word.shape != Shape::Literal || !is_name(text) {
                return Err(self.fault(Reason::Ambiguous, word.at as usize));
            }
            if is_feeding(text, None) {
                self.taint();
            }
            self.store.assigned(word.text, false);
            self.cur.expect = Expect::Body;
            return Ok(());
        }
        // Options of the keyword `time`.
        if !growing.quoted && word.shape == Shape::Literal && self.after_time() {
            let text = self.store.text(word.text);
            // Bash takes `-p` once: a second one is the program.
            if text == "-p" && self.store.last_word_is("time") || text == "--" {
                self.not_foreign()?;
                self.store.words.push(word);
                self.cur.keywords += 1;
                return Ok(());
            }
            if text.starts_with('-') {
                self.not_foreign()?;
            }
        }
        self.take_argument(word, growing)
    }

    /// Whether only the keyword `time` and its options came before, and no `--` among them.
    fn after_time(&self) -> bool {
        if self.store.last_word_is("--") {
            return false;
        }
        let first = self.store.words.get(self.cur.words as usize);
        first.is_some_and(|word| self.store.text(word.text) == "time")
            && self.store.words.len() == (self.cur.words + self.cur.keywords) as usize
    }

    /// An assignment, the command word or an argument.
    fn take_argument(&mut self, word: Word, growing: Growing) -> Result<(), Fault> {
        let first = self.store.words.len() == (self.cur.words + self.cur.keywords) as usize;
        if first && !self.cur.assigns && !self.cur.redirected {
            self.cur.at = word.at;
        }
        if first && let Some(length) = growing.name {
            self.assignment(word, growing, length);
            self.cur.assigns = true;
            self.cur.expect = Expect::Command;
            return Ok(());
        }
        if first
            && (self.cur.assigns || self.cur.redirected)
            && self.reserved(word, growing).is_some()
        {
            // `>o if`: a program of that name for some, a syntax error for others.
            return Err(self.fault(Reason::Ambiguous, word.at as usize));
        }
        let mut word = word;
        if first
            && growing.tilde
            && word.shape == Shape::Literal
            && !self.store.text(word.text).contains('/')
        {
            // `~` as a command is whatever the variable HOME or OLDPWD holds.
            word.shape = Shape::One;
        }
        self.store.words.push(word);
        self.cur.expect = Expect::Command;
        Ok(())
    }

    fn assignment(&mut self, word: Word, growing: Growing, length: u32) {
        let name = (word.text.0, word.text.0 + length);
        let value = (growing.value, word.text.1);
        let literal = word.shape == Shape::Literal;
        let number = if literal {
            super::names::is_number(self.store.text(value))
        } else {
            growing.pieces == 1 && growing.number
        };
        self.note_assignment(name, literal.then_some(value), number);
    }

    /// Notes that a variable gets a value, and whether that makes what follows uncertain.
    pub(super) fn note_assignment(&mut self, name: Range, value: Option<Range>, number: bool) {
        let text = self.store.text(name);
        let value = value.map(|value| self.store.text(value));
        if is_feeding(text, value) && !self.reads_fields(text) {
            self.taint();
        }
        self.store.assigned(name, number);
    }

    /// `IFS= read …`: only that builtin sees the variable.
    fn reads_fields(&self, name: &str) -> bool {
        if name != "IFS" {
            return false;
        }
        let rest = self.text.get(self.pos..self.end).unwrap_or_default();
        rest.strip_prefix(' ')
            .and_then(|rest| rest.strip_prefix("read"))
            .is_some_and(|rest| rest.starts_with(' '))
    }

    /// An element of an array.
    fn take_element(&mut self, word: Word) -> Result<(), Fault> {
        let text = self.store.text(word.text);
        if text.starts_with('[') {
            // `[subscript]=value`: the subscript is arithmetic.
            let subscript = text
                .strip_prefix('[')
                .and_then(|text| text.split_once(']'))
                .map(|(subscript, _)| subscript);
            if !subscript.is_some_and(super::names::is_number) && self.context.dialect.evaluates() {
                self.unidentified(Reason::Arithmetic, word.at);
            }
            self.cur.text = true;
        }
        if !word.number {
            self.cur.text = true;
        }
        Ok(())
    }

    /// Whether a compound command begins right here.
    fn compound_follows(&self) -> bool {
        let rest = self.bytes.get(self.pos..self.end).unwrap_or_default();
        let blanks = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let rest = rest.get(blanks..).unwrap_or_default();
        if rest.first() == Some(&b'(') || rest.first() == Some(&b'\\') {
            return true;
        }
        let length = rest
            .iter()
            .position(|byte| b" \t\n;&|<>()\\".contains(byte))
            .unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        [
            "{", "[[", "if", "while", "until", "for", "select", "case", "function", "time", "!",
            "coproc",
        ]
        .iter()
        .any(|known| known.as_bytes() == word)
    }

    /// A reserved word at the place of a command. `false`: here it is a plain word.
    fn take_reserved(&mut self, reserved: &'static str, word: Word) -> Result<bool, Fault> {
        let at = word.at as usize;
        let top = self.top();
        // Words that close or continue a construct.
        let next = match (reserved, top) {
            ("then", Kind::IfCondition) => Some(Kind::Then),
            ("elif", Kind::Then) => Some(Kind::IfCondition),
            ("else", Kind::Then) => Some(Kind::Else),
            ("do", Kind::LoopCondition) => Some(Kind::LoopBody),
            _ => None,
        };
        if let Some(next) = next {
            self.close_list(at)?;
            self.become_kind(next);
            self.restart();
            return Ok(true);
        }
        let closes_now = matches!(
            (reserved, top),
            ("fi", Kind::Then | Kind::Else)
                | ("done", Kind::LoopBody)
                | ("esac", Kind::Case)
                | ("}", Kind::Brace)
        );
        if closes_now {
            self.close_list(at)?;
            self.close_compound();
            return Ok(true);
        }
        match reserved {
            "then" | "elif" | "else" | "do" | "fi" | "done" | "esac" | "}" => {
                return Err(self.refused(at));
            }
            "in" => return Ok(false),
            _ => {}
        }
        if self.cur.expect == Expect::After {
            return Err(self.refused(at));
        }
        self.open_reserved(reserved, word)
    }

    /// A list ends before a closing word.
    fn close_list(&mut self, at: usize) -> Result<(), Fault> {
        if self.cur.expect == Expect::Body || self.cur.expect == Expect::Coproc {
            return Err(self.refused(at));
        }
        self.end_command()?;
        if self.cur.dangling {
            return Err(self.refused(at));
        }
        Ok(())
    }

    fn open_reserved(&mut self, reserved: &'static str, word: Word) -> Result<bool, Fault> {
        let at = word.at as usize;
        match reserved {
            "!" => {
                if self.cur.expect != Expect::Start {
                    return Err(self.fault(Reason::Ambiguous, at));
                }
                self.cur.dangling = true;
                self.cur.piped = false;
                return Ok(true);
            }
            "time" | "coproc" => {
                if !self.not_dash() {
                    return Ok(false);
                }
                let later = self.cur.piped || self.cur.expect == Expect::Coproc;
                if reserved == "time" && later {
                    self.not_foreign()?;
                    return Ok(false);
                }
                self.not_coproc(reserved, at)?;
                if self.cur.expect == Expect::Body {
                    return Err(self.fault(Reason::Ambiguous, at));
                }
                if self.cur.keywords >= super::through::WRAPPERS {
                    return Err(self.fault(Reason::Depth, at));
                }
                self.store.words.push(word);
                self.cur.keywords += 1;
                self.cur.at = word.at;
                if reserved == "coproc" {
                    self.cur.expect = Expect::Coproc;
                }
                return Ok(true);
            }
            "function" => {
                if !self.bash_only()? {
                    return Ok(false);
                }
                if self.cur.expect != Expect::Start {
                    return Err(self.fault(Reason::Ambiguous, at));
                }
                self.begin_compound();
                self.cur.expect = Expect::FunctionName;
                return Ok(true);
            }
            "[[" | "select" => {
                if !self.not_dash() {
                    return Ok(false);
                }
                if reserved == "select" {
                    self.not_foreign()?;
                }
            }
            _ => {}
        }
        self.begin_compound();
        let kind = match reserved {
            "{" => Kind::Brace,
            "if" => Kind::IfCondition,
            "while" | "until" => Kind::LoopCondition,
            "for" | "select" => Kind::For,
            "case" => Kind::Case,
            _ => Kind::Condition,
        };
        self.push(kind)?;
        self.cur.expect = match kind {
            Kind::For => Expect::ForName,
            Kind::Case => Expect::CaseWord,
            _ => Expect::Start,
        };
        Ok(true)
    }

    fn not_coproc(&self, reserved: &str, at: usize) -> Result<(), Fault> {
        if reserved == "coproc" && (self.foreign() || self.cur.keywords > 0) {
            Err(self.fault(Reason::Ambiguous, at))
        } else {
            Ok(())
        }
    }

    /// Keywords before a compound command are recorded as launchers of what is in it.
    pub(super) fn flush_keywords(&mut self) {
        for offset in 0..self.cur.keywords {
            let at = (self.cur.words + offset) as usize;
            let Some(&word) = self.store.words.get(at) else {
                break;
            };
            self.record_keyword(word, (Tail::Spans((0, 0)), false));
        }
        self.store.words.truncate(self.cur.words as usize);
        self.cur.keywords = 0;
    }

    /// `[` behind a name at the place of an assignment: whether `NAME[…]=` follows.
    pub(super) fn subscript_follows(&self) -> bool {
        self.before_command()
            && self.cur.word.is_some_and(|word| {
                word.shape == Shape::Literal && !word.quoted && word.name.is_none()
            })
            && is_name(self.growing_text())
    }

    /// Reads the subscript of an assignment, or of a word that only looks like one.
    pub(super) fn assigned_subscript(&mut self) -> Result<(), Fault> {
        let from = self.pos + 1;
        let rest = self.bytes.get(from..self.end).unwrap_or_default();
        let simple = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"_@*+-.,:/$".contains(byte))
            .count();
        if rest.get(simple) != Some(&b']') {
            return Err(self.fault(Reason::Ambiguous, self.pos));
        }
        let after = rest.get(simple + 1..).unwrap_or_default();
        let assigns = after.first() == Some(&b'=') || after.starts_with(b"+=");
        let length = index(self.growing_text().len());
        if !assigns || !self.not_dash() {
            if let Some(word) = &mut self.cur.word {
                word.bracket = true;
            }
            self.add_char();
            return Ok(());
        }
        let subscript = self.text.get(from..from + simple).unwrap_or_default();
        self.subscript(subscript, from);
        self.add("[]=");
        self.pos = from + simple + 1 + if after.first() == Some(&b'=') { 1 } else { 2 };
        let tip = self.store.tip();
        if let Some(word) = &mut self.cur.word {
            word.name = Some(length);
            word.value = tip;
            word.pieces = 0;
        }
        Ok(())
    }
}

/// Reserved words that may follow a compound command.
fn closes(word: &str) -> bool {
    matches!(
        word,
        "then" | "elif" | "else" | "do" | "fi" | "done" | "esac" | "}"
    )
}
