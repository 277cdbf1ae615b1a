//! What a call shows at a glance: at most one plain item of each kind.
//!
//! Most calls name one url that is plainly a host, or one clean absolute path, or one program
//! that is started as it stands, all in lower-case ASCII. Such an item is taken straight from
//! the argument, and rules are held against it without deriving anything else
//! ([`Head`](super::head::Head)). What is not plain is [`Item::Other`], and left to be measured
//! whole: a glance may know less than the predicates, never something else.

use super::outcome::PredicateKind;
use super::profile::{Purpose, View};
use crate::command::{basename, is_shell_line};
use crate::facts::{Argument, read};
use crate::host::plain_host;
use crate::path::{Anchor, measure};
use crate::shell::is_special_name;
use crate::tree::Tree;

/// The items of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item<'a> {
    /// None, which counts as one unknown (E2).
    Nothing,
    /// One, certain and in plain text.
    Plain(&'a [u8]),
    /// Anything else.
    Other,
}

/// A call's items at a glance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance<'a> {
    /// By kind: the text of the path, the host, the basename of the program, and nothing that
    /// could be told of checks.
    items: [Item<'a>; 4],
    /// Which ends of a pair were met (P4).
    ends: Purpose,
}

impl<'a> Glance<'a> {
    /// Of a call without arguments.
    pub(super) const EMPTY: Self = Self {
        items: [Item::Nothing, Item::Nothing, Item::Nothing, Item::Other],
        ends: Purpose::NONE,
    };

    /// Of a call that nobody glanced at.
    pub(super) const UNSEEN: Self = Self {
        items: [Item::Other; 4],
        ends: Purpose::NONE,
    };

    /// Of parsed arguments.
    #[inline]
    pub(super) fn of_tree<T: Tree>(view: &View, arguments: &'a T) -> Self {
        let mut glance = Self::EMPTY;
        view.looked.each(arguments, |slot, value| {
            glance.meet(view.purpose(slot), read(value));
        });
        glance.whole()
    }

    /// Of arguments read some other way, by slot.
    #[inline]
    pub(super) fn of(view: &View, arguments: impl Iterator<Item = Argument<'a>>) -> Self {
        let mut glance = Self::EMPTY;
        for (slot, argument) in arguments.enumerate() {
            if argument != Argument::Absent {
                glance.meet(view.purpose(slot), argument);
            }
        }
        glance.whole()
    }

    /// The items that predicates of a kind look at.
    #[inline(always)]
    pub(super) fn item(&self, kind: PredicateKind) -> Item<'a> {
        self.items
            .get(kind as usize)
            .copied()
            .unwrap_or(Item::Other)
    }

    /// Takes in one argument that is there.
    #[inline]
    fn meet(&mut self, purpose: Purpose, argument: Argument<'a>) {
        let [under, host, command, _] = &mut self.items;
        if purpose.has(Purpose::URL) {
            *host = once(*host, argument, plain_host);
        }
        if purpose.has(Purpose::PATH) {
            *under = once(*under, argument, path);
            self.ends = self.ends.with(purpose);
        }
        if purpose.has(Purpose::PROGRAM) {
            *command = once(*command, argument, program);
        }
        if purpose.has(Purpose::LINE) {
            *command = Item::Other;
        }
    }

    /// Once every argument was met: one end of a pair without the other is unknown (P4).
    #[inline]
    fn whole(mut self) -> Self {
        if self.ends.has(Purpose::FROM) != self.ends.has(Purpose::TO) {
            let [under, ..] = &mut self.items;
            *under = Item::Other;
        }
        self
    }
}

#[inline(always)]
fn once<'a>(
    before: Item<'a>,
    argument: Argument<'a>,
    plain: impl FnOnce(&'a str) -> Option<&'a str>,
) -> Item<'a> {
    match (before, argument) {
        (Item::Nothing, Argument::Text(text)) => {
            plain(text).map_or(Item::Other, |text| Item::Plain(text.as_bytes()))
        }
        _ => Item::Other,
    }
}

#[inline]
fn path(text: &str) -> Option<&str> {
    let found = measure(text).ok()?;
    (found.clean && found.ascii && found.anchor == Anchor::Root).then_some(found.rest)
}

/// The name of a program that is one effective command, started directly (C1, C2, S1).
#[inline]
fn program(text: &str) -> Option<&str> {
    if is_shell_line(text) {
        return None;
    }
    // The empty string has none.
    let name = basename(text)?;
    if is_special_name(text, name) {
        return None;
    }
    name.bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
        .then_some(name)
}

const _: () = assert!(
    PredicateKind::Under as usize == 0
        && PredicateKind::Host as usize == 1
        && PredicateKind::Command as usize == 2
        && PredicateKind::Check as usize == 3,
    "items stand in the order of kinds"
);
