//! Scopes: one for each distinct tool pattern, with the rules that speak about its tools.
//!
//! A call's scope is the most specific pattern that matches its tool; the chain of parents is
//! every pattern that matches. A rule without predicates always fires, so of those only the
//! strongest of a chain counts ([`Scope::bare`]) and every weaker rule of the chain is beside
//! the point. Where few rules are left, the scope lists them all in rank order
//! ([`Candidates::listed`]) and a call walks that list; where many are, they are found by
//! index ([`Candidates::INDEXED`]).

use super::arena::{Run, Slot, Text};
use super::head::Head;
use super::profile::Needs;
use super::rule::{Pools, Rank, Record};

/// How many rules a call may walk one by one before an index takes over.
pub(super) const LISTED: usize = 8;

/// One tool pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// The name, or the stem of a glob.
    pub(super) text: Text,
    pub(super) exact: bool,
    /// The next wider pattern.
    pub(super) parent: Slot,
    /// The best rank among the chain's rules without predicates.
    pub(super) bare: Slot,
    /// This pattern's own rules with predicates, in rank order.
    pub(super) own: Run,
    pub(super) candidates: Candidates,
    /// The predicates of the chain's rules that can be reported.
    pub(super) needs: Needs,
    /// How the arguments are read; index into the table's views.
    pub(super) view: Slot,
}

/// Where a scope's candidate rules come from.
///
/// A list, or a mark in its place: there are as many of these as tools, twice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates(Run);

impl Candidates {
    /// There are none.
    pub(super) const NONE: Self = Self(Run { start: 0, len: 0 });

    /// Each scope of the chain: by index, or its own list where that is short. No list is as
    /// long.
    pub(super) const INDEXED: Self = Self(Run {
        start: 0,
        len: u32::MAX,
    });

    /// All of them, in rank order, unless they are indexed.
    #[inline(always)]
    pub(super) const fn listed(self) -> Option<Run> {
        if self.0.len == Self::INDEXED.0.len {
            None
        } else {
            Some(self.0)
        }
    }
}

/// What a plain call needs of a scope, kept where its tool is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Door {
    pub(super) scope: Slot,
    /// As [`Scope::bare`].
    pub(super) bare: Slot,
    /// As [`Scope::view`].
    pub(super) view: Slot,
    candidates: Candidates,
}

impl Door {
    /// A door that only names its scope.
    pub(super) const fn to(scope: Slot) -> Self {
        Self {
            scope,
            bare: Slot::NONE,
            view: Slot::NONE,
            candidates: Candidates::NONE,
        }
    }

    /// The door of a scope that is done.
    pub(super) fn of(scope: Slot, scopes: &[Scope]) -> Self {
        let Some(found) = scope.get().and_then(|at| scopes.get(at)) else {
            return Self::to(scope);
        };
        Self {
            scope,
            bare: found.bare,
            view: found.view,
            candidates: found.candidates,
        }
    }

    /// The list of its rules, if they are listed.
    #[inline(always)]
    pub(super) const fn listed(&self) -> Option<Run> {
        self.candidates.listed()
    }

    /// Whether no rule with predicates speaks.
    #[inline(always)]
    pub(super) const fn is_bare(&self) -> bool {
        self.candidates.0.len == 0
    }
}

/// The rules of scopes, end to end: each scope's own, and the listed chains.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) own: Vec<Rank>,
    pub(super) listed: Vec<Head>,
}

/// Sorts rules into their scopes. `scopes` must have parents before children in `order`.
pub(super) fn distribute(
    scopes: &mut [Scope],
    order: &[usize],
    rules: &[Record],
    pools: &Pools,
) -> Lists {
    let mut lists = Lists {
        own: vec![0; rules.len()],
        listed: Vec::new(),
    };
    own_rules(scopes, rules, &mut lists.own);
    let mut merged: Vec<Head> = Vec::new();
    for &at in order {
        let Some(&scope) = scopes.get(at) else {
            continue;
        };
        let parent = scope
            .parent
            .get()
            .and_then(|parent| scopes.get(parent))
            .copied();
        let bare = match parent {
            Some(parent) if parent.bare.raw() < scope.bare.raw() => parent.bare,
            _ => scope.bare,
        };
        let own = scope.own.of(&lists.own);
        let inherited = match parent.map(|parent| parent.candidates) {
            None => Some(&[][..]),
            Some(candidates) => candidates.listed().map(|run| run.of(&lists.listed)),
        };
        let mut needs = parent.map_or(Needs::default(), |parent| parent.needs);
        for record in own.iter().filter_map(|&rank| rules.get(rank as usize)) {
            needs = needs.with(needs_of(record));
        }
        let candidates = match inherited {
            Some(inherited) if inherited.len() + own.len() <= LISTED => {
                let heads = own
                    .iter()
                    .filter_map(|&rank| Some(Head::of(rank, rules.get(rank as usize)?, pools)));
                merged.clear();
                merged.extend(inherited.iter().copied().chain(heads));
                merged.retain(|head| head.rank < bare.raw());
                merged.sort_unstable_by_key(|head| head.rank);
                needs = merged
                    .iter()
                    .filter_map(|head| rules.get(head.rank as usize))
                    .fold(Needs::default(), |needs, rule| needs.with(needs_of(rule)));
                let run = match parent.and_then(|parent| parent.candidates.listed()) {
                    // Nothing of its own, nothing out of reach: the list is the parent's.
                    Some(run) if own.is_empty() && merged.len() == inherited.len() => run,
                    _ => {
                        let run = Run::new(lists.listed.len(), merged.len());
                        lists.listed.extend_from_slice(&merged);
                        run
                    }
                };
                Candidates(run)
            }
            _ => Candidates::INDEXED,
        };
        if let Some(scope) = scopes.get_mut(at) {
            (scope.bare, scope.candidates, scope.needs) = (bare, candidates, needs);
        }
    }
    lists.listed.shrink_to_fit();
    lists
}

/// Counting sort by scope; rules come in rank order and stay so.
fn own_rules(scopes: &mut [Scope], rules: &[Record], own: &mut Vec<Rank>) {
    for record in rules {
        let Some(scope) = record.scope.get().and_then(|at| scopes.get_mut(at)) else {
            continue;
        };
        if !record.is_bare() {
            scope.own.len += 1;
        }
    }
    let mut start = 0;
    for scope in scopes.iter_mut() {
        scope.own.start = start;
        start += scope.own.len;
        scope.own.len = 0;
    }
    for (rank, record) in rules.iter().enumerate() {
        let Some(scope) = record.scope.get().and_then(|at| scopes.get_mut(at)) else {
            continue;
        };
        let rank = Slot::new(rank);
        if record.is_bare() {
            // Rules come best first.
            if !scope.bare.is_some() {
                scope.bare = rank;
            }
        } else if let Some(place) = own.get_mut((scope.own.start + scope.own.len) as usize) {
            *place = rank.raw();
            scope.own.len += 1;
        }
    }
    own.truncate(start as usize);
    own.shrink_to_fit();
}

/// The kinds of predicates a rule has.
pub(super) fn needs_of(record: &Record) -> Needs {
    let mut needs = Needs::default();
    for (slot, kind) in [
        (record.under, Needs::UNDER),
        (record.host, Needs::HOST),
        (record.program, Needs::COMMAND),
        (record.check, Needs::CHECK),
    ] {
        if slot.is_some() {
            needs = needs.with(kind);
        }
    }
    needs
}
