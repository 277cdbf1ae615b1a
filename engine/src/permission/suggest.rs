//! What a prompt shows and offers: a call's paths (E7) and what "always allow" should remember
//! (E8). Made on demand, off the hot path (E9).

use super::PathCase;
use super::items::{CommandItems, Items, Location};
use super::outcome::Suggestion;
use super::scope::Scope;
use super::table::{Scratch, Table};
use crate::call::Call;
use crate::command::{EffectiveCommand, Role, strip_extension};
use crate::path::{Anchor, Measured, anchors, prefix, segment, segments};
use crate::tree::Tree;
use crate::tri::Tri;

impl Table {
    /// The call's locations that are strings, measured from the tool's root, as text (E7).
    pub fn paths<T: Tree>(&self, call: &Call<'_, T>, scratch: &mut Scratch) -> Vec<String> {
        self.with_items(call, scratch, |items, root| {
            items
                .locations
                .iter()
                .filter_map(|location| location.text)
                .map(|text| join(root, text))
                .collect()
        })
        .unwrap_or_default()
    }

    /// The rule that "always allow" should remember (E8); `None` for a call whose tool has no
    /// exact R2 name.
    ///
    /// Added to the policy as an allow it makes this call `allow`, unless a deny or ask fires.
    pub fn suggestion<T: Tree>(
        &self,
        call: &Call<'_, T>,
        scratch: &mut Scratch,
    ) -> Option<Suggestion> {
        let tool = call.tool.filter(|tool| is_exact_name(tool))?;
        let case = self.pools.case;
        self.with_items(call, scratch, |items, _| suggest(tool, items, case))
    }

    /// Derives every item of a call and shows it, with the text of the tool's root.
    pub(super) fn with_items<T: Tree, R>(
        &self,
        call: &Call<'_, T>,
        scratch: &mut Scratch,
        show: impl FnOnce(&Items<'_>, Option<&str>) -> R,
    ) -> Option<R> {
        let scope = self.scope(call.tool.unwrap_or_default())?;
        let scope = &Scope {
            view: self.full_view(scope),
            ..*scope
        };
        let view = scope.view.get().and_then(|at| self.views.get(at))?;
        let root = view
            .root
            .get()
            .and_then(|at| self.roots.get(at))
            .map(|root| &**root);
        Some(
            self.read(scope, &call.arguments, scratch, |facts, reader, _| {
                show(
                    &Items::derive(view, self.root(view.root), facts, reader),
                    root,
                )
            }),
        )
    }
}

/// Measures a location's text from a root, as text (P2, P6).
pub(super) fn join(root: Option<&str>, text: &str) -> String {
    let bytes = text.as_bytes();
    let drive = bytes.get(1) == Some(&b':') && bytes.first().is_some_and(u8::is_ascii_alphabetic);
    let home = segments(text)
        .next()
        .is_some_and(|first| first.starts_with('~'));
    match root {
        Some(root) if !(text.is_empty() || text.starts_with('/') || drive || home) => {
            let slash = if root.ends_with('/') { "" } else { "/" };
            format!("{root}{slash}{text}")
        }
        _ => text.to_owned(),
    }
}

/// Whether a tool's name is one that a rule can name exactly (R2).
fn is_exact_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':' | b'/'))
}

fn suggest(tool: &str, items: &Items<'_>, case: PathCase) -> Suggestion {
    let mut suggestion = Suggestion {
        tool: tool.to_owned(),
        under: None,
        host: None,
        command: None,
        args: None,
        blanket: false,
    };
    let names_command = !matches!(items.commands, CommandItems::None);
    if let Some((program, first)) = scopable_command(&items.commands) {
        suggestion.command = Some(program);
        suggestion.args = first.map(|token| vec![token]);
    }
    // Neither a directory nor a host stands in for a command that cannot be named.
    if !names_command || suggestion.command.is_some() {
        suggestion.under = common_directory(items, case).filter(|under| !under.contains('*'));
        suggestion.host = common_host(items);
    }
    let wide_under = items.root.is_none() && suggestion.under.as_deref() == Some(".")
        || suggestion.under.as_deref().is_some_and(is_whole_tree);
    let beside = suggestion.command.is_some() || suggestion.host.is_some();
    suggestion.blanket = !beside && (suggestion.under.is_none() || wide_under)
        || !items.locations.is_empty() && suggestion.under.is_none()
        || !items.hosts.is_empty() && suggestion.host.is_none()
        || names_command && suggestion.command.is_none();
    suggestion
}

/// `/` or `X:/`.
fn is_whole_tree(under: &str) -> bool {
    under == "/" || (under.len() == 3 && under.ends_with(":/"))
}

/// The one command of role `runs`, if an allow can name it: basename and first token.
fn scopable_command(commands: &CommandItems<'_>) -> Option<(String, Option<String>)> {
    let mut only: Option<EffectiveCommand<'_>> = None;
    let mut count = 0;
    commands.each(|command| {
        if command.role == Role::Runs {
            count += 1;
            only = Some(*command);
        }
    });
    let command = only.filter(|command| count == 1 && command.sealed && !command.writes())?;
    let program = command.program?;
    let nameable = program
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'+' | b'-'));
    if program.is_empty() || !nameable || strip_extension(program).is_some() {
        return None;
    }
    let first = command
        .tokens
        .get(0)
        .filter(|token| !token.is_empty() && !token.starts_with('-'));
    Some((program.to_owned(), first.map(str::to_owned)))
}

fn common_host(items: &Items<'_>) -> Option<String> {
    let mut hosts = items.hosts.iter();
    let first = hosts.next()?.ok()?.to_host();
    for host in hosts {
        if host.ok()?.to_host() != first {
            return None;
        }
    }
    first
        .as_str()
        .bytes()
        .any(|byte| byte.is_ascii_alphanumeric())
        .then(|| first.as_str().to_owned())
}

/// A location as absolute or relative segments, measured from the root.
#[derive(Debug)]
struct Place<'a> {
    anchor: Anchor,
    /// The drive letter as written.
    letter: Option<char>,
    segments: Vec<&'a str>,
}

impl<'a> Place<'a> {
    fn of(location: &Location<'a>, root: Option<&Place<'a>>) -> Option<Self> {
        let measured = location.measured.ok()?;
        let own = Self::new(&measured);
        Some(match root {
            Some(root) if !measured.anchor.is_absolute() => Self {
                anchor: root.anchor,
                letter: root.letter,
                segments: root.segments.iter().copied().chain(own.segments).collect(),
            },
            _ => own,
        })
    }

    fn new(measured: &Measured<'a>) -> Self {
        Self {
            anchor: measured.anchor,
            letter: measured.letter.map(char::from),
            segments: measured.segments().collect(),
        }
    }

    fn holds(&self, other: &Self, case: PathCase) -> Tri {
        match anchors(self.anchor, other.anchor) {
            Tri::Yes => prefix(
                self.segments.iter().copied(),
                other.segments.iter().copied(),
                case,
            ),
            verdict => verdict,
        }
    }

    fn text(&self) -> String {
        let joined = self.segments.join("/");
        match (self.anchor, self.letter) {
            (Anchor::Root, _) => format!("/{joined}"),
            (Anchor::Drive(letter), written) => {
                format!("{}:/{joined}", written.unwrap_or(char::from(letter)))
            }
            (Anchor::Relative, _) if joined.is_empty() => ".".to_owned(),
            (Anchor::Relative, _) => {
                let bytes = joined.as_bytes();
                let like_a_drive = bytes.first().is_some_and(u8::is_ascii_alphabetic)
                    && bytes.get(1) == Some(&b':');
                if like_a_drive {
                    format!("./{joined}")
                } else {
                    joined
                }
            }
        }
    }
}

/// The deepest directory that holds the parent directory of every location, never wider than
/// the root (E8).
fn common_directory(items: &Items<'_>, case: PathCase) -> Option<String> {
    let root = items.root.as_ref().map(Place::new);
    let mut places = Vec::with_capacity(items.locations.len());
    for location in &items.locations {
        places.push(Place::of(location, root.as_ref())?);
    }
    let mut common = Place {
        anchor: places.first()?.anchor,
        letter: places.first()?.letter,
        segments: parent(&places.first()?.segments).to_vec(),
    };
    for place in &places {
        if place.anchor != common.anchor {
            return None;
        }
        let shared = common
            .segments
            .iter()
            .zip(parent(&place.segments))
            .take_while(|(a, b)| segment(a, b, case) == Tri::Yes);
        let shared = shared.count();
        common.segments.truncate(shared);
    }
    let Some(root) = root else {
        return Some(common.text());
    };
    let chosen = if root.holds(&common, case) == Tri::Yes {
        common
    } else if places
        .iter()
        .all(|place| root.holds(place, case) == Tri::Yes)
    {
        // A location that is the root itself: its parent lies outside.
        Place {
            anchor: root.anchor,
            letter: root.letter,
            segments: root.segments.clone(),
        }
    } else {
        let comparable = anchors(common.anchor, root.anchor) == Tri::Yes;
        if comparable && common.holds(&root, case) != Tri::No {
            return None;
        }
        common
    };
    if root.anchor == Anchor::Relative && chosen.anchor == Anchor::Relative {
        // Written relative to the root: that is how an `under` is measured (P2).
        let below = chosen
            .segments
            .get(root.segments.len()..)
            .unwrap_or_default()
            .to_vec();
        return Some(
            Place {
                segments: below,
                ..chosen
            }
            .text(),
        );
    }
    Some(chosen.text())
}

fn parent<'s, 'a>(segments: &'s [&'a str]) -> &'s [&'a str] {
    segments.split_last().map_or(segments, |(_, parent)| parent)
}
