//! What wrappers and runners start, behind their own options (S2, S3).

use super::names::Dialect;
use super::options::Options;
use super::reason::Reason;
use super::store::{Shape, Store, index};
use super::tables::{Rest, Tool};
use super::through::{Next, Start, Words};

/// How deep runners may be read one inside the other's arguments.
const RUNNERS: u32 = 16;

impl Store {
    /// What a tool starts, its words beginning at `next`.
    pub(super) fn rest(
        &mut self,
        tool: &Tool,
        options: &Options,
        next: u32,
        words: &mut Words,
        start: &mut Start,
    ) -> Next {
        if let Some((word, offset)) = options.text {
            if options.exec {
                return self.unsure(start);
            }
            self.option_text(word, offset, *words, start);
            if tool.name == "script" {
                return Next::Done;
            }
        }
        match tool.rest {
            Rest::Argv if options.via_shell && tool.name == "entr" => {
                self.joined(next, *words, start)
            }
            Rest::Argv if options.via_shell => self.via_shell(next, *words, start),
            Rest::Argv => self.program(tool, options, next, words, start),
            Rest::Text if options.exec => Next::Program(next),
            Rest::Text => {
                if next >= words.to && tool.name == "ssh" {
                    return self.reads_input(start);
                }
                self.joined(next, *words, start)
            }
            Rest::Find => self.find(next, *words, *start),
            Rest::Clauses => self.clauses(next, *words, *start),
            Rest::Parallel => self.parallel(next, *words, start),
            Rest::User => self.user(options, next, *words, start),
        }
    }

    fn unsure(&mut self, start: &Start) -> Next {
        self.unidentified(Reason::Argument, start.context.role, start.at);
        Next::Done
    }

    fn reads_input(&mut self, start: &Start) -> Next {
        self.unidentified(Reason::Script, start.context.role, start.at);
        Next::Done
    }

    fn program(
        &mut self,
        tool: &Tool,
        options: &Options,
        next: u32,
        words: &mut Words,
        start: &Start,
    ) -> Next {
        let absent = next >= words.to;
        match tool.name {
            // Without a program these start a shell.
            "chroot" | "nsenter" | "unshare" | "run0" if absent => self.reads_input(start),
            "flock" => {
                let text = self.word(next, *words).map(|word| self.text(word.text));
                if matches!(text, Some("-c" | "--command")) {
                    return self.joined(next + 1, *words, start);
                }
                Next::Program(next)
            }
            "xargs" => {
                if absent {
                    let name = self.intern("echo");
                    self.command(name, next, *words, start.context.role, start.at);
                    if let Some(record) = self.records.last_mut() {
                        record.sealed = false;
                    }
                    return Next::Done;
                }
                if options.replace.is_some() {
                    let mut pattern = self.pool.pop().unwrap_or_default();
                    pattern.clear();
                    pattern.push_str(options.replaced(self));
                    self.hide_words(next, words, &pattern);
                    self.pool.push(pattern);
                }
                words.sealed = false;
                Next::Program(next)
            }
            _ => Next::Program(next),
        }
    }

    /// Words that hold `pattern` are not what will be there.
    fn hide_words(&mut self, from: u32, words: &mut Words, pattern: &str) {
        let mut hidden = false;
        for at in from..words.to {
            let holds = self
                .word(at, *words)
                .is_some_and(|word| self.text(word.text).contains(pattern));
            if holds && let Some(word) = self.words.get_mut(at as usize) {
                word.shape = Shape::Many;
                if !hidden {
                    hidden = true;
                    words.readable = words.readable.min(at - words.from);
                }
            }
        }
    }

    /// sudo and doas hand the words, blanks escaped but dollars not, to a shell.
    fn via_shell(&mut self, next: u32, words: Words, start: &Start) -> Next {
        if next >= words.to {
            return self.reads_input(start);
        }
        let plain = (next..words.to).all(|at| {
            self.word(at, words).is_some_and(|word| {
                word.shape == Shape::Literal && !self.text(word.text).contains('$')
            })
        });
        if plain && words.sealed {
            Next::Program(next)
        } else {
            self.unsure(start)
        }
    }

    /// Words joined by spaces are shell text.
    pub(super) fn joined(&mut self, next: u32, words: Words, start: &Start) -> Next {
        let literal = (next..words.to).all(|at| {
            self.word(at, words)
                .is_some_and(|word| word.shape == Shape::Literal)
        });
        if !literal || !words.sealed {
            return self.unsure(start);
        }
        let mut text = self.pool.pop().unwrap_or_default();
        self.join(next, words.to, words, &mut text);
        self.nested_text(&text, start.context.inner(Dialect::Sh), start.at);
        self.pool.push(text);
        Next::Done
    }

    /// Writes words into a buffer, a space between them.
    pub(super) fn join(&self, from: u32, to: u32, words: Words, into: &mut String) {
        into.clear();
        for at in from..to {
            if at > from {
                into.push(' ');
            }
            if let Some(word) = self.word(at, words) {
                into.push_str(self.text(word.text));
            }
        }
    }

    /// Shell text in the value of an option.
    fn option_text(&mut self, at: u32, offset: u32, words: Words, start: &Start) {
        let Some(word) = self.word(at, words) else {
            self.unsure(start);
            return;
        };
        if word.shape != Shape::Literal {
            self.unsure(start);
            return;
        }
        let range = (word.text.0 + offset, word.text.1);
        self.nested(range, start.context.inner(Dialect::Sh), start.at);
    }

    /// `-exec` and its like in the expression of find.
    fn find(&mut self, next: u32, words: Words, start: Start) -> Next {
        let mut at = next;
        while let Some(word) = self.word(at, words) {
            if word.shape == Shape::One && self.ends_no_clause(at + 1, words) {
                at += 1;
                continue;
            }
            if word.shape != Shape::Literal {
                // It may be a predicate, or the end of one.
                return self.unsure(&start);
            }
            let text = self.text(word.text);
            if matches!(text, "-exec" | "-execdir" | "-ok" | "-okdir") {
                let Some(end) = self.clause_end(at + 1, words) else {
                    return self.unsure(&start);
                };
                let whole = Words {
                    sealed: true,
                    ..words
                };
                self.clause(at + 1, end, whole, start, "{}");
                at = end + 1;
                continue;
            }
            match find_values(text) {
                Some(values) => {
                    for _ in 0..values {
                        at += 1;
                        let exactly_one = self
                            .word(at, words)
                            .is_none_or(|word| word.shape != Shape::Many);
                        if !exactly_one {
                            return self.unsure(&start);
                        }
                    }
                    at += 1;
                }
                None if text.starts_with('-') && text.len() > 1 => {
                    return self.unknown_option(at, words, start.context.role, start.at);
                }
                None => at += 1,
            }
        }
        if words.sealed {
            Next::Done
        } else {
            self.unsure(&start)
        }
    }

    /// Whether nothing from here on can end a clause: then one argument before cannot make one.
    fn ends_no_clause(&self, from: u32, words: Words) -> bool {
        words.sealed
            && (from..words.to).all(|at| {
                self.word(at, words).is_some_and(|word| {
                    word.shape == Shape::Literal && !matches!(self.text(word.text), ";" | "+")
                })
            })
    }

    /// Where a clause ends: at `;`, or at `+` behind `{}`.
    fn clause_end(&self, from: u32, words: Words) -> Option<u32> {
        let mut braces = false;
        for at in from..words.to {
            let word = self.word(at, words)?;
            let text = self.text(word.text);
            if word.shape == Shape::Many {
                return None;
            }
            if word.shape == Shape::Literal {
                if text == ";" || text == "+" && braces {
                    return Some(at);
                }
                braces = text == "{}";
            } else {
                // One argument that may be the end.
                if text.is_empty() {
                    return None;
                }
                braces = false;
            }
        }
        // Without its end find refuses the clause.
        words.sealed.then_some(words.to)
    }

    /// A program with its argv among other words, some of which stand for input.
    fn clause(&mut self, from: u32, to: u32, words: Words, start: Start, pattern: &str) {
        if start.runners >= RUNNERS {
            self.unidentified(Reason::Depth, start.context.role, start.at);
            return;
        }
        let skip = from - words.from;
        let mut part = Words {
            from,
            to,
            spans: words.spans + skip.min(words.readable),
            readable: words.readable.saturating_sub(skip).min(to - from),
            sealed: words.sealed,
        };
        self.hide_words(from, &mut part, pattern);
        self.run_words(
            part,
            Start {
                runners: start.runners + 1,
                ..start
            },
        );
    }

    /// `-x` and `-X` of fd: up to `;` or the end; anything in braces is replaced, and without
    /// braces what was found comes behind the words.
    fn clauses(&mut self, next: u32, words: Words, start: Start) -> Next {
        let mut at = next;
        while let Some(word) = self.word(at, words) {
            let text = self.text(word.text);
            if word.shape != Shape::Literal {
                return self.unsure(&start);
            }
            if matches!(text, "-x" | "-X" | "--exec" | "--exec-batch") {
                let mut end = at + 1;
                while let Some(word) = self.word(end, words) {
                    if word.shape == Shape::Literal && self.text(word.text) == ";" {
                        break;
                    }
                    end += 1;
                }
                let open = Words {
                    sealed: false,
                    ..words
                };
                self.clause(at + 1, end, open, start, "{");
                at = end + 1;
                continue;
            }
            let hides = text.starts_with("--exec")
                || text.starts_with('-') && !text.starts_with("--") && text.contains(['x', 'X']);
            if hides {
                return self.unknown_option(at, words, start.context.role, start.at);
            }
            at += 1;
        }
        if words.sealed {
            Next::Done
        } else {
            self.unsure(&start)
        }
    }

    /// The template of parallel: shell text, arguments quoted into it or put behind it.
    fn parallel(&mut self, next: u32, words: Words, start: &Start) -> Next {
        let end = (next..words.to)
            .find(|&at| {
                self.word(at, words)
                    .is_some_and(|word| self.text(word.text).starts_with(":::"))
            })
            .unwrap_or(words.to);
        let certain = (next..end).all(|at| {
            self.word(at, words).is_some_and(|word| {
                let text = self.text(word.text);
                // Input inside of quotes or of a nested text would become part of that text.
                word.shape == Shape::Literal && !text.contains(['\'', '"', '`', '$', '\\'])
            })
        });
        if next == end || !certain || end == words.to && !words.sealed {
            return self.unsure(start);
        }
        let mut text = self.pool.pop().unwrap_or_default();
        self.join(next, end, words, &mut text);
        text.push_str(" \"$@\"");
        self.nested_text(&text, start.context.inner(Dialect::Sh), start.at);
        self.pool.push(text);
        Next::Done
    }

    /// su, runuser and script: what is not an option of theirs goes to a shell.
    fn user(&mut self, options: &Options, next: u32, words: Words, start: &mut Start) -> Next {
        if options.exec {
            // `runuser -u user program`: the options end before the program.
            return Next::Program(next);
        }
        let mut at = next;
        let mut text = options.text.is_some();
        let mut operands = 0;
        while let Some(word) = self.word(at, words) {
            let held = self.text(word.text);
            if word.shape != Shape::Literal {
                return self.unsure(start);
            }
            if held == "-c" || held == "--command" {
                self.option_text(at + 1, 0, words, start);
                text = true;
                at += 2;
            } else if let Some(rest) = held.strip_prefix("--command=") {
                let offset = index(held.len() - rest.len());
                self.option_text(at, offset, words, start);
                text = true;
                at += 1;
            } else if matches!(held, "-" | "-l" | "--login") || !held.starts_with('-') {
                operands += u32::from(!held.starts_with('-'));
                at += 1;
            } else {
                return self.unsure(start);
            }
        }
        if operands > 1 || !words.sealed {
            return self.unsure(start);
        }
        if text {
            Next::Done
        } else {
            self.reads_input(start)
        }
    }
}

/// How many arguments a predicate of find takes (find(1), GNU findutils 4.10). `None`: a path,
/// an operator, or a predicate that is not known.
fn find_values(text: &str) -> Option<u32> {
    let name = text.strip_prefix('-')?;
    Some(match name {
        "H"
        | "L"
        | "P"
        | "E"
        | "X"
        | "d"
        | "s"
        | "x"
        | "O0"
        | "O1"
        | "O2"
        | "O3"
        | "a"
        | "and"
        | "o"
        | "or"
        | "not"
        | "print"
        | "print0"
        | "ls"
        | "delete"
        | "prune"
        | "quit"
        | "depth"
        | "mount"
        | "xdev"
        | "follow"
        | "daystart"
        | "nowarn"
        | "warn"
        | "noleaf"
        | "ignore_readdir_race"
        | "noignore_readdir_race"
        | "true"
        | "false"
        | "empty"
        | "executable"
        | "readable"
        | "writable"
        | "nouser"
        | "nogroup"
        | "help"
        | "version"
        | "-help"
        | "-version"
        | "-" => 0,
        "D" | "name" | "iname" | "path" | "ipath" | "wholename" | "iwholename" | "regex"
        | "iregex" | "lname" | "ilname" | "newer" | "anewer" | "cnewer" | "mnewer" | "type"
        | "xtype" | "size" | "perm" | "user" | "group" | "uid" | "gid" | "mtime" | "atime"
        | "ctime" | "mmin" | "amin" | "cmin" | "maxdepth" | "mindepth" | "fstype" | "inum"
        | "links" | "samefile" | "used" | "printf" | "fprint" | "fprint0" | "fls" | "regextype"
        | "context" | "files0-from" => 1,
        "fprintf" => 2,
        _ if name.len() == 7 && name.starts_with("newer") => 1,
        _ => return None,
    })
}
