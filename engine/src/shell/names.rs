//! Which names are wrappers, runners, shells or words that only a shell knows.

use super::store::{Range, index};
use super::tables::{MORE_RUNNERS, RUNNERS, Tool, WRAPPERS, tool};
use crate::command::{basename, is_shell_line};

/// How a shell reads its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// bash.
    Bash,
    /// dash.
    Dash,
    /// `sh`, or a shell nobody named: what bash or dash would make of it.
    Sh,
    /// The shell of BusyBox: some of what bash has and dash lacks, some not.
    Ash,
    /// zsh.
    Zsh,
    /// ksh and mksh.
    Ksh,
}

impl Dialect {
    /// Whether the values of variables are evaluated in arithmetic.
    pub(super) const fn evaluates(self) -> bool {
        !matches!(self, Self::Dash)
    }

    /// zsh, ksh or mksh: whatever bash and dash do not read the same way is not read at all.
    pub(super) const fn is_foreign(self) -> bool {
        matches!(self, Self::Zsh | Self::Ksh)
    }
}

/// Shells, and how each reads its text (S6). `None`: a shell this reader has no dialect for.
static SHELLS: &[(&str, Option<Dialect>)] = &[
    ("ash", Some(Dialect::Ash)),
    ("bash", Some(Dialect::Bash)),
    ("dash", Some(Dialect::Dash)),
    ("hush", None),
    ("ksh", Some(Dialect::Ksh)),
    ("ksh93", Some(Dialect::Ksh)),
    ("lksh", Some(Dialect::Ksh)),
    ("mksh", Some(Dialect::Ksh)),
    ("rbash", Some(Dialect::Bash)),
    ("rksh", Some(Dialect::Ksh)),
    ("rzsh", Some(Dialect::Zsh)),
    ("sh", Some(Dialect::Sh)),
    ("zsh", Some(Dialect::Zsh)),
];

/// Words that only a shell knows (S4), as programs of a direct argv. Of these, the ones that
/// are builtins are read by `builtins`.
static WORDS: &[&str] = &[
    "!", ".", "[[", "alias", "builtin", "case", "coproc", "do", "done", "elif", "else", "esac",
    "eval", "exec", "fi", "for", "function", "if", "in", "select", "source", "then", "trap",
    "until", "while", "{", "}",
];

/// Reserved words of the grammar, where they are unquoted.
static RESERVED: &[&str] = &[
    "!", "[[", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function",
    "if", "in", "select", "then", "time", "until", "while", "{", "}",
];

/// Where a wrapper, runner or shell may lie to be taken as such (S5).
static DIRECTORIES: &[&str] = &[
    "/bin/",
    "/usr/bin/",
    "/usr/local/bin/",
    "/sbin/",
    "/usr/sbin/",
];

/// What a program name is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Class {
    /// A program and nothing else.
    Plain,
    /// A wrapper or runner; whether it is spelt as such (S5).
    Tool(&'static Tool, bool),
    /// A shell; whether it is spelt as such.
    Shell(Option<Dialect>, bool),
    /// A word that only a shell knows.
    Word,
}

/// The longest special name.
const LONGEST: usize = 11;

/// A bit for the hash of each special name: one look tells nearly all programs apart.
static BITS: [u64; 64] = bits();

#[expect(
    clippy::indexing_slicing,
    reason = "evaluated at compile time over the tables above"
)]
const fn bits() -> [u64; 64] {
    let mut table = [0_u64; 64];
    let mut at = 0;
    while at < WRAPPERS.len() {
        table = with(table, WRAPPERS[at].name);
        at += 1;
    }
    at = 0;
    while at < RUNNERS.len() {
        table = with(table, RUNNERS[at].name);
        at += 1;
    }
    at = 0;
    while at < MORE_RUNNERS.len() {
        table = with(table, MORE_RUNNERS[at].name);
        at += 1;
    }
    at = 0;
    while at < SHELLS.len() {
        table = with(table, SHELLS[at].0);
        at += 1;
    }
    at = 0;
    while at < WORDS.len() {
        table = with(table, WORDS[at]);
        at += 1;
    }
    table
}

#[expect(
    clippy::indexing_slicing,
    reason = "evaluated at compile time over the tables above"
)]
const fn with(mut table: [u64; 64], name: &str) -> [u64; 64] {
    assert!(name.len() <= LONGEST, "LONGEST is too short");
    let hash = hash(name.as_bytes());
    table[(hash >> 58) as usize] |= 1 << (hash >> 52 & 63);
    table
}

/// Of a name in any case.
#[expect(clippy::indexing_slicing, reason = "within the length")]
const fn hash(name: &[u8]) -> u64 {
    let mut hash = name.len() as u64;
    let mut at = 0;
    while at < name.len() {
        hash = (hash ^ name[at].to_ascii_lowercase() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        at += 1;
    }
    hash
}

/// Whether a basename may be special, in any case.
fn may_be_special(name: &str) -> bool {
    if name.len() > LONGEST {
        return false;
    }
    let hash = hash(name.as_bytes());
    let word = usize::try_from(hash >> 58).unwrap_or(0);
    BITS.get(word)
        .is_some_and(|bits| bits >> (hash >> 52 & 63) & 1 == 1)
}

/// What `program`, with this basename, is. Full names are compared without case, since on some
/// file systems `BASH` starts bash; only the exact spelling is seen through.
pub(super) fn classify(program: &str, basename: &str) -> Class {
    if !may_be_special(basename) {
        return Class::Plain;
    }
    let mut lowered = [0_u8; LONGEST];
    let Some(name) = lower(basename, &mut lowered) else {
        return Class::Plain;
    };
    let exact = is_exact(program, basename) && name == basename;
    if let Some(tool) = tool(name) {
        return Class::Tool(tool, exact);
    }
    if let Ok(at) = SHELLS.binary_search_by(|(shell, _)| (*shell).cmp(name))
        && let Some(&(_, dialect)) = SHELLS.get(at)
    {
        return Class::Shell(dialect, exact);
    }
    if program == basename && WORDS.binary_search(&basename).is_ok() {
        return Class::Word;
    }
    Class::Plain
}

fn lower<'a>(name: &str, buffer: &'a mut [u8; LONGEST]) -> Option<&'a str> {
    let room = buffer.get_mut(..name.len())?;
    room.copy_from_slice(name.as_bytes());
    room.make_ascii_lowercase();
    std::str::from_utf8(room).ok()
}

/// Written bare or in one of the standard directories, byte by byte (S5).
fn is_exact(program: &str, basename: &str) -> bool {
    program == basename
        || program
            .strip_suffix(basename)
            .is_some_and(|directory| DIRECTORIES.contains(&directory))
}

/// Whether a direct argv with this program may run more than the program itself.
pub(super) fn is_special(program: &str) -> bool {
    basename(program).is_some_and(|name| is_special_name(program, name))
}

/// The same, for a program whose basename is known.
pub(super) fn is_special_name(program: &str, basename: &str) -> bool {
    !matches!(classify(program, basename), Class::Plain)
}

/// The reserved word of the grammar that a word is.
pub(super) fn reserved(word: &str) -> Option<&'static str> {
    let at = RESERVED.binary_search(&word).ok()?;
    RESERVED.get(at).copied()
}

/// Whether a program string names nothing that can be told (C1, C2).
pub(super) fn is_guess(program: &str) -> bool {
    is_shell_line(program)
}

/// The basename of an arena text, as a range.
pub(super) fn basename_range(text: &str, range: Range) -> Range {
    let Some(name) = basename(text) else {
        return (range.0, range.0);
    };
    // The basename is a part of the text: its place follows from the piece before it.
    let start = text
        .rmatch_indices(name)
        .next()
        .map_or(0, |(start, _)| start);
    let start = range.0 + index(start);
    (start, start + index(name.len()))
}

/// Whether a text is a variable name.
pub(super) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a text is a decimal number, with a sign or not.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
