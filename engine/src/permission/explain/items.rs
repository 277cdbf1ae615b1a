//! The items of a call as an explanation shows them.

use crate::command::{EffectiveCommand, Role, Unidentified};
use crate::facts::{Argument, Facts};
use crate::host::HostRef;
use crate::permission::items::Items;
use crate::permission::profile::View;
use crate::permission::suggest::join;

/// One location of a call (P4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationItem {
    /// The argument that holds it, or that is missing beside its pair.
    pub argument: String,
    /// What it says; `None`: it is not a string, or it is missing.
    pub text: Option<String>,
    /// The path that is measured, after the tool's root was put before it; `None` where that
    /// is the text itself (P2).
    pub measured: Option<String>,
}

/// One url argument of a call (H6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlItem {
    /// The argument that holds it.
    pub argument: String,
    /// What it says; `None`: it is not a string.
    pub text: Option<String>,
    /// Its host; `None`: unreadable.
    pub host: Option<String>,
}

/// One command that a call effectively runs (C3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandItem {
    /// The basename (C1); `None`: unidentifiable.
    pub program: Option<String>,
    /// The tokens that can be read.
    pub tokens: Vec<String>,
    /// Whether those are all.
    pub sealed: bool,
    /// The part it plays; an allow looks at those that run, a deny or ask at all (C6).
    pub role: Role,
    /// Whether it writes to a file by redirection (C7).
    pub writes: bool,
    /// Why it is unidentifiable.
    pub why: Option<Unidentified>,
}

impl CommandItem {
    fn of(command: &EffectiveCommand<'_>) -> Self {
        Self {
            program: command.program.map(str::to_owned),
            tokens: command.tokens.iter().map(str::to_owned).collect(),
            sealed: command.sealed,
            role: command.role,
            writes: command.writes(),
            why: command.why,
        }
    }
}

fn get<'a>(facts: &Facts<'a>, slot: usize) -> Argument<'a> {
    facts
        .arguments
        .get(slot)
        .copied()
        .unwrap_or(Argument::Absent)
}

fn name(view: &View, slot: usize) -> String {
    let name = view.looked.names().get(slot);
    name.map_or_else(String::new, |name| (**name).to_owned())
}

fn text(argument: Argument<'_>) -> Option<String> {
    match argument {
        Argument::Text(text) => Some(text.to_owned()),
        _ => None,
    }
}

/// The slots of the arguments that are there, in declared order.
fn present(slots: impl Iterator<Item = usize>, facts: &Facts<'_>) -> impl Iterator<Item = usize> {
    slots.filter(|&slot| get(facts, slot) != Argument::Absent)
}

/// The locations, in the order of [`Items::locations`].
pub(super) fn locations(
    view: &View,
    root: Option<&str>,
    facts: &Facts<'_>,
    items: &Items<'_>,
) -> Vec<LocationItem> {
    let measured = |text: &String| Some(join(root, text)).filter(|joined| joined != text);
    let missing = view.pair().into_iter().flat_map(|(from, to)| {
        [from, to]
            .into_iter()
            .filter(|&slot| get(facts, slot) == Argument::Absent)
    });
    // As many as there are: the missing half is one of them only where its pair is there.
    present(view.paths(), facts)
        .chain(missing)
        .take(items.locations.len())
        .map(|slot| {
            let text = text(get(facts, slot));
            LocationItem {
                argument: name(view, slot),
                measured: text.as_ref().and_then(measured),
                text,
            }
        })
        .collect()
}

/// The url arguments, in the order of [`Items::hosts`].
pub(super) fn urls(view: &View, facts: &Facts<'_>, items: &Items<'_>) -> Vec<UrlItem> {
    present(view.urls(), facts)
        .zip(&items.hosts)
        .map(|(slot, host)| UrlItem {
            argument: name(view, slot),
            text: text(get(facts, slot)),
            host: host
                .ok()
                .map(HostRef::to_host)
                .map(|host| host.as_str().to_owned()),
        })
        .collect()
}

/// The commands, in the order of [`Items::commands`].
pub(super) fn commands(items: &Items<'_>) -> Vec<CommandItem> {
    let mut commands = Vec::new();
    items
        .commands
        .each(|command| commands.push(CommandItem::of(command)));
    commands
}
