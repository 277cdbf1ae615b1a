//! The explicit stack of a reading: open constructs, and commands a substitution suspended.

use super::reason::Reason;
use super::store::{Range, Shape, Word};
use crate::command::Direction;

/// An open construct.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// What it is.
    pub(super) kind: Kind,
    /// How many records there were.
    pub(super) mark: u32,
}

/// The kinds of constructs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole text.
    Text,
    /// `$( … )`, `<( … )` or `>( … )`, inside a word.
    Substitution,
    /// `( … )`.
    Paren,
    /// `{ … }`.
    Brace,
    /// `if … then`, also after `elif`.
    IfCondition,
    /// `then … fi`.
    Then,
    /// `else … fi`.
    Else,
    /// `while … do`, `until … do`.
    LoopCondition,
    /// The head of `for` and `select`.
    For,
    /// `do … done`.
    LoopBody,
    /// `case … esac`.
    Case,
    /// `[[ … ]]`.
    Condition,
    /// `"…"`.
    Double,
    /// The rest of `${name…}`; whether quotes stand around it.
    Parameter(bool),
    /// Arithmetic; what ends it, and how many parentheses are open in it.
    Arithmetic(Close, u32),
    /// `NAME=( … )`.
    Array,
    /// The body of a here-document: where the text behind it goes on, and its end.
    Body(u32, u32),
}

/// What ends arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// `))` of `$((`.
    Expansion,
    /// `))` of `((`.
    Command,
    /// `))` of `for ((`.
    Loop,
    /// `]` of `$[`.
    Bracket,
    /// `}` of `${name:offset}`.
    Brace,
}

/// What may come next in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// A command; reserved words count.
    Start,
    /// More of a simple command.
    Command,
    /// After a compound command: redirects, separators, closing words.
    After,
    /// The variable of `for`.
    ForName,
    /// `in`, `do` or `;`.
    ForIn,
    /// The words of `for`.
    ForWords,
    /// `do`.
    ForDo,
    /// The subject of `case`.
    CaseWord,
    /// `in` of `case`.
    CaseIn,
    /// A pattern or `esac`.
    Pattern,
    /// A pattern after `(` or `|`.
    PatternWord,
    /// `|` or `)`.
    PatternMore,
    /// A name after `function`.
    FunctionName,
    /// The compound command of a function or a named coprocess.
    Body,
    /// After `coproc`.
    Coproc,
}

/// What of a condition is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// Nothing.
    None,
    /// The next operand is arithmetic.
    Number,
    /// The next operand is a variable name.
    Name,
    /// The next operand is a pattern.
    Pattern,
    /// The next operand is a regular expression.
    Regex,
}

/// A word being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growing {
    /// Where its text begins in the arena.
    pub(super) start: u32,
    /// Where its readable beginning ends, once it cannot be read further.
    pub(super) end: u32,
    /// Where it begins in the text.
    pub(super) at: u32,
    /// How far it can be read.
    pub(super) shape: Shape,
    /// Some of it is quoted.
    pub(super) quoted: bool,
    /// It begins with an unquoted `~`.
    pub(super) tilde: bool,
    /// Brace expansion: 1 after `{`, 2 after a `,` or `..` in it.
    pub(super) brace: u8,
    /// A glob bracket is open.
    pub(super) bracket: bool,
    /// Length of the name, for `NAME=value` and `NAME+=value`.
    pub(super) name: Option<u32>,
    /// Where the value begins in the arena.
    pub(super) value: u32,
    /// How many pieces there are, of the value if there is a name.
    pub(super) pieces: u32,
    /// The last piece is an expansion that is a number.
    pub(super) number: bool,
    /// The variable whose plain expansion the first piece is.
    pub(super) variable: Option<Range>,
    /// It is one `<( … )` so far.
    pub(super) process: bool,
    /// Parentheses open in a regular expression.
    pub(super) parens: u32,
}

/// A redirect operator that waits for its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// To or from a file.
    File(Direction),
    /// `>&` and `<&`: a descriptor, or a file.
    Duplicate,
    /// `<<<`.
    Text,
    /// `<<` and `<<-`.
    Document(bool),
}

/// The state of one list level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    /// What may come next.
    pub(super) expect: Expect,
    /// The word being read.
    pub(super) word: Option<Growing>,
    /// A redirect waiting for its target.
    pub(super) target: Option<Operator>,
    /// Where the words of the command begin in the store.
    pub(super) words: u32,
    /// Where its redirects begin.
    pub(super) open: u32,
    /// How many of its words are keywords (`time`, `coproc`).
    pub(super) keywords: u32,
    /// It has assignments.
    pub(super) assigns: bool,
    /// It has redirects.
    pub(super) redirected: bool,
    /// Where it begins.
    pub(super) at: u32,
    /// The first record of the compound command before this point.
    pub(super) mark: u32,
    /// Behind the last record of that compound command.
    pub(super) until: u32,
    /// A command must follow (`&&`, `|`).
    pub(super) dangling: bool,
    /// More than one pipeline stands at this level.
    pub(super) listed: bool,
    /// Where the substitution that this level is begins.
    pub(super) begin: Option<u32>,
    /// It follows a `|`: bash does not take `time` for a keyword there.
    pub(super) piped: bool,
    /// Dash reads `&>` as `&` and this redirect: it may stand alone.
    pub(super) detached: bool,
    /// What a condition checks next.
    pub(super) check: Check,
    /// The last operand of a condition.
    pub(super) operand: Option<Word>,
    /// Where here-documents of this level begin.
    pub(super) pending: u32,
    /// An array holds something else than numbers.
    pub(super) text: bool,
}

/// A text could not be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    /// Why.
    pub(super) reason: Reason,
    /// Where.
    pub(super) at: u32,
    /// Every shell of this dialect refuses it too: nothing from here on runs.
    pub(super) refused: bool,
}
