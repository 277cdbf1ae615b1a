//! What a table looks at in a call's arguments, whichever way they came.
//!
//! A permission scope names a few arguments ([`Looked`]); a reader (parsed tree or raw bytes)
//! answers one [`Argument`] for each, and the argv tail. The evaluator sees nothing else.

mod looked;

#[cfg(test)]
mod tests;

pub(crate) use looked::Looked;

use crate::tree::{Kind, Tree};

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
///
/// Its vectors are memory worth keeping: hand one call's facts, through
/// [`recycle`](Self::recycle), to the reader of the next.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts<'a> {
    /// One answer per looked-at name, in the order of [`Looked::names`].
    pub(crate) arguments: Vec<Argument<'a>>,
    /// The readable tokens of the argv tail (C2): up to the first that is not a string or
    /// holds NUL.
    pub(crate) tail: Vec<&'a str>,
    /// Whether the tail was read to its end.
    pub(crate) sealed: bool,
    /// The arguments as a whole could not be read (J2): nothing above counts, and every
    /// argument says [`Argument::Unreadable`].
    pub(crate) unreadable: bool,
}

impl<'a> Facts<'a> {
    /// The facts of parsed arguments.
    ///
    /// Looks up each token of the tail, and each argument as [`Looked::each`] does.
    pub(crate) fn from_tree<T: Tree>(arguments: &'a T, looked: &Looked, memory: Self) -> Self {
        let mut facts = memory.emptied();
        facts
            .arguments
            .resize(looked.names().len(), Argument::Absent);
        looked.each(arguments, |slot, value| facts.present(slot, value, looked));
        facts
    }

    /// Notes the value of a looked-at name, and a second one for what it is (J3).
    #[inline]
    fn present<T: Tree>(&mut self, slot: usize, value: &'a T, looked: &Looked) {
        let Some(argument) = self.arguments.get_mut(slot) else {
            return;
        };
        let first = *argument == Argument::Absent;
        *argument = if first {
            read(value)
        } else {
            Argument::Unreadable
        };
        if looked.tail() == Some(slot) {
            self.tail.clear();
            self.sealed = first && read_tail(value, &mut self.tail);
        }
    }

    /// The facts of a call without arguments: an empty object (J2).
    pub(crate) fn absent(looked: &Looked, memory: Self) -> Self {
        let mut facts = memory.emptied();
        facts
            .arguments
            .resize(looked.names().len(), Argument::Absent);
        facts
    }

    /// The facts of arguments that cannot be read (J2).
    pub(crate) fn unreadable(looked: &Looked, memory: Self) -> Self {
        let mut facts = memory.emptied();
        facts
            .arguments
            .resize(looked.names().len(), Argument::Unreadable);
        facts.sealed = false;
        facts.unreadable = true;
        facts
    }

    /// The memory of facts that are done with, for facts of another life.
    pub(crate) fn recycle<'b>(self) -> Facts<'b> {
        let Self {
            mut arguments,
            mut tail,
            ..
        } = self;
        arguments.clear();
        tail.clear();
        // Collecting a vector into one of the same layout keeps its allocation (tested).
        Facts {
            arguments: arguments.into_iter().map(|_| Argument::Absent).collect(),
            tail: tail.into_iter().map(|_| "").collect(),
            sealed: false,
            unreadable: false,
        }
    }

    /// Facts about nothing, with an empty and sealed tail.
    pub(crate) fn emptied(mut self) -> Self {
        self.arguments.clear();
        self.tail.clear();
        Self {
            sealed: true,
            unreadable: false,
            ..self
        }
    }
}

/// What a value is to rules.
#[inline]
pub(crate) fn read<T: Tree>(value: &T) -> Argument<'_> {
    match (value.as_str(), value.kind()) {
        (Some(text), _) => Argument::Text(text),
        (None, Kind::Array) => Argument::List,
        (None, _) => Argument::NotText,
    }
}

/// Reads the argv tail; whether it is sealed (C2).
fn read_tail<'a, T: Tree>(list: &'a T, tail: &mut Vec<&'a str>) -> bool {
    if list.kind() != Kind::Array {
        return false;
    }
    let mut index = 0;
    while let Some(element) = list.element(index) {
        match element.as_str() {
            Some(token) if readable_token(token) => tail.push(token),
            _ => return false,
        }
        index += 1;
    }
    true
}

/// Whether a string can be a token of an argv: NUL ends what a program is given (C2).
pub(crate) fn readable_token(token: &str) -> bool {
    memchr::memchr(0, token.as_bytes()).is_none()
}
