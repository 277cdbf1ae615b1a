//! The items a call offers to predicates: locations, hosts, commands (P4, H6, C2, C3).

use super::profile::{CommandSlots, View};
use super::{PathCase, rule::Directory};
use crate::command::{EffectiveCommand, Unidentified, basename, is_shell_line};
use crate::facts::{Argument, Facts};
use crate::host::{HostRef, UrlFault, url_host};
use crate::path::{self, Anchor, Measured, PathFault, anchors, measure};
use crate::shell::{CommandReader, Commands, is_special_name};
use crate::tri::Tri;
use smallvec::SmallVec;

/// Why a location cannot be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocationFault {
    Path(PathFault),
    NotText,
    Unreadable,
    /// One of `from` and `to` without the other (P4).
    MissingPair,
}

/// One location of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location<'a> {
    /// The argument as the call gives it, if it is a string.
    pub(super) text: Option<&'a str>,
    pub(super) measured: Result<Measured<'a>, LocationFault>,
}

impl<'a> Location<'a> {
    fn read(argument: Argument<'a>) -> Option<Self> {
        Some(match argument {
            Argument::Absent => return None,
            Argument::Text(text) => Self {
                text: Some(text),
                measured: measure(text).map_err(LocationFault::Path),
            },
            Argument::List | Argument::NotText => Self::unknown(LocationFault::NotText),
            Argument::Unreadable => Self::unknown(LocationFault::Unreadable),
        })
    }

    const fn unknown(fault: LocationFault) -> Self {
        Self {
            text: None,
            measured: Err(fault),
        }
    }

    /// Where the location stands once a relative one is measured from the root (P2).
    pub(super) fn anchor(&self, root: Option<&Measured<'_>>) -> Option<Anchor> {
        let measured = self.measured.ok()?;
        Some(match root {
            Some(root) if !measured.anchor.is_absolute() => root.anchor,
            _ => measured.anchor,
        })
    }

    /// Whether it lies inside a directory, both measured from the root (P2, P3).
    #[inline]
    pub(super) fn under(
        &self,
        directory: &Directory,
        rest: &str,
        root: Option<&Measured<'_>>,
        case: PathCase,
    ) -> Tri {
        let Ok(found) = self.measured else {
            return Tri::Unknown;
        };
        if root.is_none() || (directory.anchor.is_absolute() && found.anchor.is_absolute()) {
            match anchors(directory.anchor, found.anchor) {
                Tri::Yes => {}
                verdict => return verdict,
            }
            if found.clean && found.ascii && directory.ascii && case == PathCase::Sensitive {
                return contains_text(rest, found.rest).into();
            }
            return path::prefix(path::segments(rest), found.segments(), case);
        }
        self.under_root(directory, rest, root, case)
    }

    #[cold]
    fn under_root(
        &self,
        directory: &Directory,
        rest: &str,
        root: Option<&Measured<'_>>,
        case: PathCase,
    ) -> Tri {
        let (Ok(found), Some(root)) = (self.measured, root) else {
            return Tri::Unknown;
        };
        let relative = |anchor: Anchor| (!anchor.is_absolute()).then_some(root);
        let (above, before) = (relative(directory.anchor), relative(found.anchor));
        match anchors(
            above.map_or(directory.anchor, |root| root.anchor),
            before.map_or(found.anchor, |root| root.anchor),
        ) {
            Tri::Yes => {}
            verdict => return verdict,
        }
        let expected = above
            .into_iter()
            .flat_map(|root| root.segments())
            .chain(path::segments(rest));
        let found = before
            .into_iter()
            .flat_map(|root| root.segments())
            .chain(found.segments());
        path::prefix(expected, found, case)
    }
}

/// Containment of clean ASCII paths of one anchor: by bytes, on a segment border.
#[inline]
fn contains_text(directory: &str, path: &str) -> bool {
    match path.as_bytes().strip_prefix(directory.as_bytes()) {
        None => false,
        Some(rest) => rest.first().is_none_or(|&byte| byte == b'/') || directory.is_empty(),
    }
}

/// The commands of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum CommandItems<'a> {
    /// Names no command: one unknown item (C2).
    None,
    /// One that was started directly, or is unidentifiable.
    One(EffectiveCommand<'a>),
    /// Taken apart by `shell.md`.
    Many(Commands<'a>),
}

impl<'a> CommandItems<'a> {
    pub(super) fn each(&self, mut look: impl FnMut(&EffectiveCommand<'a>)) {
        match self {
            Self::None => {}
            Self::One(command) => look(command),
            Self::Many(commands) => commands.iter().for_each(|command| look(&command)),
        }
    }
}

/// Everything that predicates look at.
#[derive(Debug)]
pub(super) struct Items<'a> {
    pub(super) root: Option<Measured<'a>>,
    pub(super) locations: SmallVec<[Location<'a>; 6]>,
    pub(super) hosts: SmallVec<[Result<HostRef<'a>, Option<UrlFault>>; 3]>,
    pub(super) commands: CommandItems<'a>,
}

impl<'a> Items<'a> {
    /// Derives the items that a view's rules look at from what was read of the arguments.
    pub(super) fn derive(
        view: &View,
        root: Option<Measured<'a>>,
        facts: &'a Facts<'_>,
        reader: &'a mut CommandReader,
    ) -> Self {
        let mut items = Self {
            root,
            locations: SmallVec::new(),
            hosts: SmallVec::new(),
            commands: CommandItems::None,
        };
        if facts.unreadable {
            return items;
        }
        let get = |slot: usize| {
            facts
                .arguments
                .get(slot)
                .copied()
                .unwrap_or(Argument::Absent)
        };
        items
            .locations
            .extend(view.paths().filter_map(|slot| Location::read(get(slot))));
        if let Some((from, to)) = view.pair()
            && (get(from) == Argument::Absent) != (get(to) == Argument::Absent)
        {
            items
                .locations
                .push(Location::unknown(LocationFault::MissingPair));
        }
        items
            .hosts
            .extend(view.urls().filter_map(|slot| match get(slot) {
                Argument::Absent => None,
                Argument::Text(url) => Some(url_host(url).map_err(Some)),
                _ => Some(Err(None)),
            }));
        items.commands = match view.command {
            CommandSlots::None => CommandItems::None,
            CommandSlots::Argv(program) => commands(get(program), facts, reader),
            CommandSlots::Line(line) => match get(line) {
                Argument::Absent => CommandItems::None,
                Argument::Text(text) if !text.is_empty() => CommandItems::Many(reader.line(text)),
                _ => CommandItems::One(EffectiveCommand::unidentifiable(NOT_A_LINE)),
            },
        };
        items
    }
}

const NOT_A_LINE: Unidentified = Unidentified::new(
    "not-a-line",
    "the argument that holds the command line is no text",
);
const NOT_A_PROGRAM: Unidentified =
    Unidentified::new("not-a-program", "the program is no non-empty string");
const SHELL_LINE: Unidentified = Unidentified::new(
    "shell-line",
    "the program holds white space or shell characters: a line meant for a shell, or a guess",
);
const NO_BASENAME: Unidentified =
    Unidentified::new("no-basename", "the program is nothing but separators");

fn commands<'a>(
    program: Argument<'a>,
    facts: &'a Facts<'_>,
    reader: &'a mut CommandReader,
) -> CommandItems<'a> {
    let unidentifiable = |why| CommandItems::One(EffectiveCommand::unidentifiable(why));
    let program = match program {
        Argument::Absent => return CommandItems::None,
        Argument::Text(program) if !program.is_empty() => program,
        _ => return unidentifiable(NOT_A_PROGRAM),
    };
    if is_shell_line(program) {
        return unidentifiable(SHELL_LINE);
    }
    let Some(name) = basename(program) else {
        return unidentifiable(NO_BASENAME);
    };
    if is_special_name(program, name) {
        return CommandItems::Many(reader.argv(program, &facts.tail, facts.sealed));
    }
    CommandItems::One(EffectiveCommand::direct(name, &facts.tail, facts.sealed))
}
