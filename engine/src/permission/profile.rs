//! Which arguments of a tool hold its locations, urls and command (D4–D7).

use super::arena::Slot;
use super::spec::{ParamsSpec, ToolPattern};
use crate::facts::Looked;
use hashbrown::HashMap;

/// Which kinds of predicates some set of rules has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Needs(u8);

impl Needs {
    pub(super) const UNDER: Self = Self(1);
    pub(super) const HOST: Self = Self(2);
    pub(super) const COMMAND: Self = Self(4);
    pub(super) const CHECK: Self = Self(8);
    pub(super) const ALL: Self = Self(15);

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }
}

/// What a tool's arguments are called: one choice for each of D4–D7, as indexes into [`Params`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Names {
    paths: u32,
    urls: u32,
    command: u32,
    pub(super) root: Slot,
}

impl Names {
    /// The conventions (D5–D7), and no root.
    pub(super) const CONVENTION: Self = Self {
        paths: 0,
        urls: 0,
        command: 0,
        root: Slot::NONE,
    };
}

#[derive(Clone, Debug)]
enum Command {
    Argv { command: Box<str>, args: Box<str> },
    Line(Box<str>),
}

/// Everything a document says about argument names and roots.
#[derive(Debug)]
pub(super) struct Params {
    names: Vec<Box<[Box<str>]>>,
    commands: Vec<Command>,
    /// Roots, in the order given; [`Names::root`] points here.
    pub(super) roots: Vec<Box<str>>,
    /// Overrides by tool pattern: what each says, the others untouched.
    overrides: HashMap<(bool, Box<str>), Override>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Override {
    paths: Option<u32>,
    urls: Option<u32>,
    command: Option<u32>,
    root: Option<Slot>,
}

fn boxed(names: &[&str]) -> Box<[Box<str>]> {
    names.iter().map(|&name| name.into()).collect()
}

fn last<T>(items: &[T]) -> u32 {
    u32::try_from(items.len().saturating_sub(1)).unwrap_or(0)
}

impl Default for Params {
    fn default() -> Self {
        Self {
            // Index 0 of each is the convention; 0 of `names` holds the locations, 1 the urls.
            names: vec![boxed(&["path", "from", "to"]), boxed(&["url"])],
            commands: vec![Command::Argv {
                command: "command".into(),
                args: "args".into(),
            }],
            roots: Vec::new(),
            overrides: HashMap::new(),
        }
    }
}

impl Params {
    fn over(&mut self, tool: ToolPattern<'_>) -> &mut Override {
        let key = match tool {
            ToolPattern::Exact(name) => (true, name.into()),
            ToolPattern::Prefix(stem) => (false, stem.into()),
        };
        self.overrides.entry(key).or_default()
    }

    fn list(&mut self, names: &[String]) -> u32 {
        self.names
            .push(names.iter().map(|name| name.as_str().into()).collect());
        last(&self.names)
    }

    pub(super) fn paths(&mut self, tool: ToolPattern<'_>, names: &[String]) {
        let list = self.list(names);
        self.over(tool).paths = Some(list);
    }

    pub(super) fn urls(&mut self, tool: ToolPattern<'_>, names: &[String]) {
        let list = self.list(names);
        self.over(tool).urls = Some(list);
    }

    pub(super) fn command(&mut self, tool: ToolPattern<'_>, params: ParamsSpec<'_>) {
        self.commands.push(match params {
            ParamsSpec::Argv { command, args } => Command::Argv {
                command: command.into(),
                args: args.into(),
            },
            ParamsSpec::Line(line) => Command::Line(line.into()),
        });
        let index = last(&self.commands);
        self.over(tool).command = Some(index);
    }

    pub(super) fn root(&mut self, prefix: &str, directory: &str) {
        self.roots.push(directory.into());
        let slot = Slot::new(self.roots.len() - 1);
        self.over(ToolPattern::Prefix(prefix)).root = Some(slot);
    }

    /// The patterns that say something.
    pub(super) fn patterns(&self) -> impl Iterator<Item = ToolPattern<'_>> {
        self.overrides.keys().map(|(exact, text)| {
            if *exact {
                ToolPattern::Exact(text)
            } else {
                ToolPattern::Prefix(text)
            }
        })
    }

    /// `inherited`, as overridden by what the document says about exactly this pattern.
    pub(super) fn apply(&self, exact: bool, text: &str, inherited: Names) -> Names {
        if self.overrides.is_empty() {
            return inherited;
        }
        let Some(over) = self.overrides.get(&Key(exact, text)) else {
            return inherited;
        };
        Names {
            paths: over.paths.unwrap_or(inherited.paths),
            urls: over.urls.unwrap_or(inherited.urls),
            command: over.command.unwrap_or(inherited.command),
            root: over.root.unwrap_or(inherited.root),
        }
    }

    /// How to read the arguments that predicates of these kinds look at.
    pub(super) fn view(&self, names: Names, needs: Needs) -> View {
        let list = |wanted: bool, index: usize| {
            self.names
                .get(index)
                .filter(|_| wanted)
                .map_or(&[][..], |names| names)
        };
        let paths = list(needs.has(Needs::UNDER), names.paths as usize);
        // Zero is the convention: the second list for urls.
        let urls = list(needs.has(Needs::HOST), (names.urls as usize).max(1));
        let commands = needs.has(Needs::COMMAND) || needs.has(Needs::CHECK);
        let command = self
            .commands
            .get(names.command as usize)
            .filter(|_| commands);
        let (program, tail) = match command {
            Some(Command::Argv { command, args }) => (Some(&**command), Some(&**args)),
            Some(Command::Line(line)) => (Some(&**line), None),
            None => (None, None),
        };
        let all = paths.iter().chain(urls).map(|name| &**name).chain(program);
        let looked = Looked::new(all, tail);
        let pair = |end: &str| {
            paths
                .iter()
                .any(|name| **name == *end)
                .then(|| looked.find(end))
                .flatten()
        };
        let slot = program.and_then(|program| looked.find(program));
        let declared = paths.iter().chain(urls);
        let declared = declared.filter_map(|name| looked.find(name)?.try_into().ok());
        let mut purposes = vec![Purpose::NONE; looked.names().len()];
        let mut give = |slot: Option<usize>, purpose: Purpose| {
            if let Some(known) = slot.and_then(|slot| purposes.get_mut(slot)) {
                *known = known.with(purpose);
            }
        };
        for name in paths {
            give(looked.find(name), Purpose::PATH);
        }
        for name in urls {
            give(looked.find(name), Purpose::URL);
        }
        let pair = pair("from").zip(pair("to"));
        if let Some((from, to)) = pair {
            give(Some(from), Purpose::FROM);
            give(Some(to), Purpose::TO);
        }
        let command = match (command, slot) {
            (Some(Command::Argv { .. }), Some(slot)) => {
                give(Some(slot), Purpose::PROGRAM);
                CommandSlots::Argv(slot)
            }
            (Some(Command::Line(_)), Some(slot)) => {
                give(Some(slot), Purpose::LINE);
                CommandSlots::Line(slot)
            }
            _ => CommandSlots::None,
        };
        View {
            purposes: purposes.into(),
            declared: declared.collect(),
            paths: u32::try_from(paths.len()).unwrap_or(u32::MAX),
            command,
            pair: pair.and_then(|(from, to)| Some((from.try_into().ok()?, to.try_into().ok()?))),
            root: names.root,
            full: Slot::NONE,
            looked,
        }
    }
}

/// Looks overrides up without owning the key.
#[derive(Hash)]
struct Key<'a>(bool, &'a str);

impl hashbrown::Equivalent<(bool, Box<str>)> for Key<'_> {
    fn equivalent(&self, key: &(bool, Box<str>)) -> bool {
        self.0 == key.0 && *self.1 == *key.1
    }
}

/// Where the command of a call stands among the looked-at arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CommandSlots {
    /// No rule looks at it.
    #[default]
    None,
    /// A program; the tail is [`Looked::tail`].
    Argv(usize),
    /// A line of shell text.
    Line(usize),
}

/// What one argument is for; a name may serve several ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Purpose(u8);

impl Purpose {
    pub(super) const NONE: Self = Self(0);
    pub(super) const URL: Self = Self(1);
    pub(super) const PATH: Self = Self(2);
    /// The program of an argv.
    pub(super) const PROGRAM: Self = Self(4);
    /// A line of shell text.
    pub(super) const LINE: Self = Self(8);
    /// One end of a pair (P4).
    pub(super) const FROM: Self = Self(16);
    /// The other.
    pub(super) const TO: Self = Self(32);

    #[inline]
    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    #[must_use]
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// How to read a tool's arguments: names, and what each is for.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub(super) looked: Looked,
    /// What each looked-at argument is for, by slot.
    purposes: Box<[Purpose]>,
    /// The slots of locations, then those of urls.
    declared: Box<[u32]>,
    /// How many of them are of locations.
    paths: u32,
    pub(super) command: CommandSlots,
    /// `from` and `to`, where both are location names (P4).
    pair: Option<(u32, u32)>,
    pub(super) root: Slot,
    /// The view of everything a rule could look at, by the same names; none: this one.
    pub(super) full: Slot,
}

impl View {
    /// What the argument at a slot is for.
    #[inline]
    pub(super) fn purpose(&self, slot: usize) -> Purpose {
        self.purposes.get(slot).copied().unwrap_or_default()
    }

    /// The arguments that hold locations, in declared order; one declared twice twice.
    pub(super) fn paths(&self) -> impl Iterator<Item = usize> {
        self.declared.iter().take(self.paths as usize).map(slot)
    }

    /// `from` and `to`, where both are location names (P4).
    pub(super) fn pair(&self) -> Option<(usize, usize)> {
        self.pair.map(|(from, to)| (slot(&from), slot(&to)))
    }

    /// The arguments that hold urls, in declared order.
    pub(super) fn urls(&self) -> impl Iterator<Item = usize> {
        self.declared.iter().skip(self.paths as usize).map(slot)
    }
}

fn slot(&slot: &u32) -> usize {
    slot as usize
}
