//! When one rule fires wherever another does.
//!
//! [`covers`] is the definition; the hash tables of [`super::shadow`] only offer it pairs.
//! It holds for every call, also where predicates are unknown:
//!
//! - A predicate that is absent is satisfied; every other one of the covering rule is at
//!   least as wide as its counterpart in the covered one, on every item: where the narrower
//!   says yes the wider says yes, where it is unknown the wider is unknown or says yes. (Paths
//!   that do not parse, urls that cannot be read and commands that cannot be identified are
//!   unknown to every pattern; see `parts::Anchor` for directories.) Deny and ask fold the case
//!   of programs (C4), so it is folded on both sides when they cover.
//! - The covering rule's decision is at least as strong. An allow fires on `yes` for all
//!   items, so a deny or ask that covers it fires by the `yes` of any of them, and it looks at
//!   no fewer commands (C6).

use super::parts::{Parts, ProgramPart};
use crate::permission::{Host, Tool};
use std::collections::HashSet;

/// Whether `wide` fires on every call that `narrow` fires on, and wins (or ties, for equal
/// decisions: the caller compares E6).
pub(super) fn covers(wide: &Parts<'_>, narrow: &Parts<'_>) -> bool {
    wide.rule.decision >= narrow.rule.decision
        && tool(&wide.rule.tool, &narrow.rule.tool)
        && each(wide.rule.host.as_ref(), narrow.rule.host.as_ref(), host)
        && each(
            wide.rule.check.as_ref(),
            narrow.rule.check.as_ref(),
            |wide, narrow| wide == narrow,
        )
        && each(
            wide.under.as_ref(),
            narrow.under.as_ref(),
            |wide, narrow| {
                wide.anchor == narrow.anchor && narrow.segments.starts_with(&wide.segments)
            },
        )
        && each(
            wide.program.as_ref(),
            narrow.program.as_ref(),
            |each, other| program(each, other, wide.rule.decision.fires_on_unknown()),
        )
}

fn each<T>(wide: Option<T>, narrow: Option<T>, holds: impl FnOnce(T, T) -> bool) -> bool {
    match (wide, narrow) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(wide), Some(narrow)) => holds(wide, narrow),
    }
}

fn tool(wide: &Tool, narrow: &Tool) -> bool {
    match wide {
        Tool::Exact(_) => wide == narrow,
        Tool::Prefix(stem) => narrow.stem().starts_with(stem.as_str()),
    }
}

fn host(wide: &Host, narrow: &Host) -> bool {
    match (wide, narrow) {
        (Host::Exact(wide), Host::Exact(narrow)) => wide == narrow,
        (Host::Exact(_), Host::Below(_)) => false,
        (Host::Below(wide), Host::Below(narrow)) => wide == narrow || is_below(narrow, wide),
        (Host::Below(wide), Host::Exact(narrow)) => is_below(narrow, wide),
    }
}

/// Whether a host ends in `.domain`, with something before it (H4).
fn is_below(host: &str, domain: &str) -> bool {
    let rest = host
        .strip_suffix(domain)
        .and_then(|rest| rest.strip_suffix('.'));
    rest.is_some_and(|rest| !rest.is_empty())
}

fn program(wide: &ProgramPart<'_>, narrow: &ProgramPart<'_>, folds: bool) -> bool {
    let (wide_stem, narrow_stem) = (wide.stem(folds), narrow.stem(folds));
    let named = if wide.glob {
        narrow_stem.starts_with(wide_stem)
    } else {
        !narrow.glob && narrow_stem == wide_stem
    };
    named && narrow.args.starts_with(wide.args) && any(wide, narrow)
}

/// Whether `wide.any` holds wherever `narrow` does: it takes every token that `narrow.any`
/// takes, or one that `narrow.args` asks for.
fn any(wide: &ProgramPart<'_>, narrow: &ProgramPart<'_>) -> bool {
    let Some(wide) = wide.any else { return true };
    let wide: HashSet<&String> = wide.iter().collect();
    let takes_all = narrow
        .any
        .is_some_and(|narrow| narrow.iter().all(|token| wide.contains(token)));
    takes_all || narrow.args.iter().any(|token| wide.contains(token))
}
