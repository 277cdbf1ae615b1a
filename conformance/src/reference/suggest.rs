//! What "always allow" should remember (E8).

use super::command;
use super::items::{Items, Location};
use super::path::{self, Parsed, Start};
use callgate_engine::Tri;
use callgate_engine::command::Role;
use callgate_engine::permission::{PathCase, Suggestion};

/// The rule to remember for a call; `None`: its tool's name is no exact R2 name.
pub(super) fn suggest(tool: &str, items: &Items) -> Option<Suggestion> {
    let in_alphabet =
        |character: char| character.is_ascii_alphanumeric() || "_-.:/".contains(character);
    if tool.is_empty() || !tool.chars().all(in_alphabet) {
        return None;
    }
    let names_a_command = items.commands.is_some();
    let (command, args) = match scoped_command(items) {
        Some((command, args)) => (Some(command), args),
        None => (None, None),
    };
    // If a command cannot be scoped, no directory or host stands in for it.
    let scopes = !names_a_command || command.is_some();
    let under = if scopes {
        directory(items).filter(|under| !under.contains('*'))
    } else {
        None
    };
    let host = if scopes { common_host(items) } else { None };
    let blanket = is_blanket(items, command.is_some(), under.as_deref(), host.is_some());
    Some(Suggestion {
        tool: tool.to_owned(),
        under,
        host,
        command,
        args,
        blanket,
    })
}

/// How much is being asked for.
fn is_blanket(items: &Items, command: bool, under: Option<&str>, host: bool) -> bool {
    let beside = command || host;
    let bare_tool = !beside && under.is_none();
    let whole_tree = under.is_some_and(|under| {
        let drive = under.chars().count() == 3 && under.ends_with(":/");
        under == "/" || drive || (under == "." && items.root.is_none())
    });
    let unscoped = (!items.locations.is_empty() && under.is_none())
        || (!items.hosts.is_empty() && !host)
        || (items.commands.is_some() && !command);
    bare_tool || (whole_tree && !beside) || unscoped
}

/// Basename and first token of the one command that runs.
fn scoped_command(items: &Items) -> Option<(String, Option<Vec<String>>)> {
    let running: Vec<_> = items
        .commands
        .iter()
        .flatten()
        .filter(|command| command.role == Role::Runs)
        .collect();
    let [only] = running.as_slice() else {
        return None;
    };
    let program = only.program.clone()?;
    if !only.sealed || command::writes(only) || !is_r6_exact(&program) {
        return None;
    }
    let first = only
        .tokens
        .first()
        .filter(|token| !token.is_empty() && !token.starts_with('-'));
    Some((program, first.map(|token| vec![token.clone()])))
}

/// Whether R6 takes a basename as an exact pattern.
fn is_r6_exact(program: &str) -> bool {
    let in_alphabet =
        |character: char| character.is_ascii_alphanumeric() || "._+-".contains(character);
    let lower = program.to_ascii_lowercase();
    let has_ending = [".exe", ".bat", ".cmd", ".com"].iter().any(|ending| {
        lower
            .strip_suffix(ending)
            .is_some_and(|stem| !stem.is_empty())
    });
    !program.is_empty() && program.chars().all(in_alphabet) && !has_ending
}

/// The one host that every url names, if R5 takes it.
fn common_host(items: &Items) -> Option<String> {
    let hosts: Vec<&String> = items
        .hosts
        .iter()
        .map(Option::as_ref)
        .collect::<Option<_>>()?;
    let (first, others) = hosts.split_first()?;
    let one = others.iter().all(|other| other == first);
    let nameable = first
        .chars()
        .any(|character| character.is_ascii_alphanumeric());
    (one && nameable).then(|| (*first).clone())
}

/// The directory to remember, as text.
fn directory(items: &Items) -> Option<String> {
    let locations: Vec<Parsed> = items
        .locations
        .iter()
        .map(|location| match location {
            Location::Text(text) => items.measured(text),
            Location::Unknown => None,
        })
        .collect::<Option<_>>()?;
    let deepest = deepest_over_parents(&locations, items.case)?;
    let Some(root) = items.root.as_deref().and_then(path::parse) else {
        return Some(text(&deepest));
    };
    let inside_root = |path: &Parsed| path::under(&root, path, items.case) == Tri::Yes;
    let chosen = if inside_root(&deepest) {
        deepest
    } else if locations.iter().all(inside_root) {
        root.clone()
    } else if comparable(&deepest, &root) && path::under(&deepest, &root, items.case) != Tri::No {
        // It holds the root, or by its spelling perhaps does.
        return None;
    } else {
        deepest
    };
    if root.start == Start::Relative && chosen.start == Start::Relative {
        // An under is measured from the root (P2), so it is written relative to it.
        let below = chosen
            .segments
            .into_iter()
            .skip(root.segments.len())
            .collect();
        return Some(text(&Parsed {
            start: Start::Relative,
            segments: below,
        }));
    }
    Some(text(&chosen))
}

/// Whether two paths begin at the same place.
fn comparable(a: &Parsed, b: &Parsed) -> bool {
    match (a.start, b.start) {
        (Start::Drive(a), Start::Drive(b)) => a.eq_ignore_ascii_case(&b),
        (a, b) => a == b,
    }
}

/// The deepest directory that certainly holds the parent directory of each location.
fn deepest_over_parents(locations: &[Parsed], case: PathCase) -> Option<Parsed> {
    let parent = |path: &Parsed| {
        let mut parent = path.clone();
        parent.segments.pop();
        parent
    };
    let (first, others) = locations.split_first()?;
    let mut deepest = parent(first);
    for other in others.iter().map(parent) {
        if !comparable(&deepest, &other) {
            return None;
        }
        let shared = deepest
            .segments
            .iter()
            .zip(&other.segments)
            .take_while(|(a, b)| path::same(a, b, case) == Tri::Yes)
            .count();
        deepest.segments.truncate(shared);
    }
    Some(deepest)
}

/// A directory as a rule would write it.
fn text(directory: &Parsed) -> String {
    let segments = directory.segments.join("/");
    match directory.start {
        Start::Slash => format!("/{segments}"),
        Start::Drive(letter) => format!("{letter}:/{segments}"),
        Start::Relative if segments.is_empty() => ".".to_owned(),
        Start::Relative => {
            let mut characters = segments.chars();
            let like_a_drive = characters
                .next()
                .is_some_and(|first| first.is_ascii_alphabetic())
                && characters.next() == Some(':');
            if like_a_drive {
                format!("./{segments}")
            } else {
                segments
            }
        }
    }
}
