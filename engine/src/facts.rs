//! What a table looks at in a call's arguments, whichever way they came.
//!
//! A permission scope names a few arguments ([`Looked`]); a reader (parsed tree or raw bytes)
//! answers one [`Argument`] for each, and the argv tail. The evaluator sees nothing else.

use smallvec::SmallVec;

/// The arguments that some rule of a scope looks at: distinct names in a fixed order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Looked {
    /// The names, each once.
    pub(crate) names: Box<[Box<str>]>,
    /// Which of them holds the argv tail, a list of tokens (C2).
    pub(crate) tail: Option<usize>,
}

/// One looked-at argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument<'a> {
    /// The call does not carry it.
    Absent,
    /// A string.
    Text(&'a str),
    /// A list (the argv tail reads its elements; for every other use it is not a string).
    List,
    /// Another kind of value.
    NotText,
    /// Present, but two readers would disagree about it (J3).
    Unreadable,
}

/// The arguments of one call, as far as rules look at them.
#[derive(Debug, Default)]
pub(crate) struct Facts<'a> {
    /// One answer per looked-at name, in the order of [`Looked::names`].
    pub(crate) arguments: SmallVec<[Argument<'a>; 6]>,
    /// The readable tokens of the argv tail (C2): up to the first that is not a string or
    /// holds NUL.
    pub(crate) tail: Vec<&'a str>,
    /// Whether the tail was read to its end.
    pub(crate) sealed: bool,
    /// The arguments as a whole could not be read (J2): nothing above counts.
    pub(crate) unreadable: bool,
}
