//! From the facts of a call to the rules that they can make fire.
//!
//! Each rule is found by one of its conditions (see [`anchor`]). A decision finds the atoms
//! that hold for its call, and merges the rules behind them in the order of the policy, so
//! that it may stop at the first that decides. What a decision costs depends on the call and
//! on how many rules its facts really touch, not on how many there are.
//!
//! The law: the candidates are a superset of the rules that fire.

mod anchor;
mod destinations;
mod merge;
mod names;
mod networks;
mod postings;
mod segments;
mod spans;
mod substrings;
mod thresholds;
mod values;

pub(super) use anchor::Name;
pub(super) use destinations::{Destinations, Entry, Item};
pub(super) use merge::{Cursor, Merge};
pub(super) use values::Patterns;

use super::clause::Class;
use super::decimal::Decimal;
use super::spec::RuleSpec;
use super::value::PathId;
use super::verdict::Stage;
use anchor::{Anchor, Atom, By, Census, ValueAtom};
use names::Names;
use postings::{Pair, Postings};
use spans::Spans;
use std::collections::BTreeMap;
use thresholds::{Side, Thresholds};
use values::Values;

type Map<K, V> = hashbrown::HashMap<K, V, foldhash::fast::FixedState>;

/// A fact about a call that some rule is found by. The first, 0, always holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct AtomId(u32);

const ALWAYS: AtomId = AtomId(0);

/// Collects the rules of a table in the order of the walk.
#[derive(Debug, Default)]
pub(super) struct IndexBuilder {
    rules: Vec<Listed>,
    census: Census,
    name: Name,
}

#[derive(Debug)]
struct Listed {
    anchors: Vec<Anchor>,
    /// By [`Stage`]: whether the rule takes part there.
    speaks: [bool; 4],
}

/// The index of a table.
#[derive(Debug, Default)]
pub(super) struct Index {
    tools: Names,
    skills: Names,
    /// By [`PathId`].
    values: Vec<Option<Box<Values>>>,
    destinations: Destinations,
    unparsed: Option<AtomId>,
    /// Whether some rule is found by a one-sided bound.
    has_bounds: bool,
    postings: [Postings; 4],
}

impl IndexBuilder {
    /// For calls whose tool has a name that is known or not.
    pub(super) fn new(name: Name) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    /// Adds the next rule; `paths` are those of its clauses.
    pub(super) fn rule(
        &mut self,
        rule: &RuleSpec<'_>,
        paths: &[PathId],
        strict: bool,
        speaks: [bool; 4],
    ) {
        let anchors = anchor::conditions(rule, paths, strict, self.name);
        if speaks.contains(&true) {
            anchors.iter().for_each(|anchor| self.census.count(anchor));
        }
        self.rules.push(Listed { anchors, speaks });
    }

    pub(super) fn build(self) -> Index {
        let Self {
            rules, mut census, ..
        } = self;
        census.close();
        let mut lists = Lists::default();
        let mut speaks = Vec::with_capacity(rules.len());
        for (rank, rule) in (0_u32..).zip(rules) {
            speaks.push(rule.speaks);
            if rule.speaks != [false; 4] {
                lists.rule(rank, rule.anchors, &census);
            }
        }
        Index::new(&lists, census, &speaks)
    }
}

/// The rules behind every atom.
#[derive(Debug)]
struct Lists {
    ids: Map<Atom, AtomId>,
    lists: Vec<Vec<u32>>,
    /// Lists behind an atom and one that nothing finds of itself.
    pairs: BTreeMap<(AtomId, AtomId), AtomId>,
    bounds: BTreeMap<(PathId, bool), Vec<(Decimal, u32)>>,
}

impl Default for Lists {
    fn default() -> Self {
        Self {
            ids: Map::default(),
            lists: vec![Vec::new()],
            pairs: BTreeMap::new(),
            bounds: BTreeMap::new(),
        }
    }
}

impl Lists {
    /// Puts a rule behind the cheapest of its conditions.
    fn rule(&mut self, rank: u32, mut anchors: Vec<Anchor>, census: &Census) {
        let cheapest =
            (0..anchors.len()).min_by_key(|&at| anchors.get(at).map(|anchor| census.cost(anchor)));
        let Some(at) = cheapest else {
            return self.push(ALWAYS, rank);
        };
        let Anchor { by, also } = anchors.swap_remove(at);
        if let By::Bound(path, side, bound) = by {
            self.bounds
                .entry((path, side == Side::Above))
                .or_default()
                .push((bound, rank));
        } else {
            for atom in census.atoms(by).unwrap_or_default() {
                let atom = self.id(atom);
                self.push(atom, rank);
            }
        }
        if also.is_empty() {
            return;
        }
        let guard: Option<Vec<AtomId>> = anchor::guard(census, anchors)
            .map(|atoms| atoms.into_iter().map(|atom| self.id(atom)).collect());
        for atom in also {
            let atom = self.id(atom);
            match &guard {
                None => self.push(atom, rank),
                Some(guard) => {
                    for &guard in guard {
                        let list = self.pair(guard, atom);
                        self.push(list, rank);
                    }
                }
            }
        }
    }

    fn next(&self) -> AtomId {
        AtomId(u32::try_from(self.lists.len()).unwrap_or(u32::MAX))
    }

    fn id(&mut self, atom: Atom) -> AtomId {
        let next = self.next();
        let id = *self.ids.entry(atom).or_insert(next);
        if id == next {
            self.lists.push(Vec::new());
        }
        id
    }

    /// The list behind two atoms.
    fn pair(&mut self, guard: AtomId, atom: AtomId) -> AtomId {
        if guard == atom {
            return atom;
        }
        let next = self.next();
        let id = *self.pairs.entry((guard, atom)).or_insert(next);
        if id == next {
            self.lists.push(Vec::new());
        }
        id
    }

    fn push(&mut self, AtomId(list): AtomId, rank: u32) {
        if let Some(list) = self.lists.get_mut(list as usize)
            && list.last() != Some(&rank)
        {
            list.push(rank);
        }
    }
}

impl Index {
    fn new(all: &Lists, census: Census, speaks: &[[bool; 4]]) -> Self {
        let Lists { ids, lists, .. } = all;
        let speaks = |rank: u32, stage: Stage| {
            speaks
                .get(rank as usize)
                .and_then(|at| at.get(stage as usize))
                == Some(&true)
        };
        // In the order of their ids, so that a table is built the same way every time.
        let mut atoms: Vec<(&Atom, AtomId)> = ids.iter().map(|(atom, &id)| (atom, id)).collect();
        atoms.sort_unstable_by_key(|&(_, id)| id);
        let globs = |wanted: fn(&Atom) -> Option<&str>| {
            Names::build(
                atoms
                    .iter()
                    .filter_map(|&(atom, id)| Some((wanted(atom)?, id))),
            )
        };
        let mut destinations = Destinations::default();
        let mut by_path: BTreeMap<PathId, PathParts<'_>> = BTreeMap::new();
        for (&(path, above), rules) in &all.bounds {
            let side = if above { Side::Above } else { Side::Below };
            let bounds = Thresholds::build(side, rules.clone(), speaks);
            by_path.entry(path).or_default().bounds.push((side, bounds));
        }
        for (path, (spans, _)) in census.spans {
            by_path.entry(path).or_default().spans = Some(spans);
        }
        let unparsed = ids.get(&Atom::Unparsed).copied();
        let mut unevaluable = Vec::new();
        let mut values_of = vec![false; lists.len()];
        for &(atom, id) in &atoms {
            if let (Atom::Value(..), Some(slot)) = (atom, values_of.get_mut(id.0 as usize)) {
                *slot = true;
            }
            match atom {
                Atom::Value(path, ValueAtom::Unevaluable(class)) => {
                    unevaluable.push((id, Condition::Unevaluable(*path, *class)));
                }
                Atom::Value(path, value) => {
                    by_path.entry(*path).or_default().atoms.push((value, id));
                }
                Atom::Destination(entry) => destinations.insert(entry, id),
                Atom::Tool(_) | Atom::Skill(_) | Atom::Unparsed => {}
            }
        }
        let conditions: Map<AtomId, Condition> = unevaluable.iter().copied().collect();
        let pairs: Vec<Pair> = all
            .pairs
            .iter()
            .map(|(&(guard, atom), &list)| Pair {
                guard,
                condition: conditions
                    .get(&atom)
                    .copied()
                    .unwrap_or(Condition::Seen(atom)),
                list,
            })
            .collect();
        let mut values = Vec::new();
        for (PathId(path), parts) in by_path {
            let PathParts {
                atoms,
                bounds,
                spans,
            } = parts;
            values.resize_with(path as usize, || None);
            let built = Values::build(atoms.into_iter(), bounds.into_iter(), spans);
            values.push(Some(Box::new(built)));
        }
        let is_value = |AtomId(atom)| values_of.get(atom as usize) == Some(&true);
        let postings = Stage::ALL.map(|stage| {
            let speaks = |rank| speaks(rank, stage);
            Postings::build(lists, speaks, &pairs, &unevaluable, is_value)
        });
        Self {
            tools: globs(|atom| match atom {
                Atom::Tool(glob) => Some(glob),
                _ => None,
            }),
            skills: globs(|atom| match atom {
                Atom::Skill(glob) => Some(glob),
                _ => None,
            }),
            has_bounds: !all.bounds.is_empty(),
            values,
            destinations,
            unparsed,
            postings,
        }
    }

    /// What a decision at this stage can find: rules looked at by every call, rules behind
    /// facts, and those facts.
    pub(super) fn sizes(&self, stage: Stage) -> (usize, usize, usize) {
        self.postings(stage)
            .map(Postings::sizes)
            .unwrap_or_default()
    }

    fn postings(&self, stage: Stage) -> Option<&Postings> {
        self.postings.get(stage as usize)
    }

    fn values(&self, PathId(path): PathId) -> Option<&Values> {
        self.values.get(path as usize)?.as_deref()
    }

    /// Whether a decision at this stage has to look at arguments before it has candidates.
    pub(super) fn looks_at_arguments(&self, stage: Stage) -> bool {
        let listed = |stage| {
            self.postings(stage)
                .is_some_and(Postings::looks_at_arguments)
        };
        stage.has_arguments() && (self.has_bounds || listed(stage))
    }
}

/// What is indexed about one path.
#[derive(Debug, Default)]
struct PathParts<'a> {
    atoms: Vec<(&'a ValueAtom, AtomId)>,
    bounds: Vec<(Side, Thresholds)>,
    spans: Option<Spans>,
}

/// What is not found but asked.
#[derive(Clone, Copy, Debug)]
enum Condition {
    /// The path is missing, or this class of test cannot be put to what is there.
    Unevaluable(PathId, Class),
    /// The atom was found already: it is one that is known before the walk begins.
    Seen(AtomId),
}

/// A list that is behind an atom and a condition, and the first rule of it.
#[derive(Clone, Copy, Debug)]
struct Opener {
    guard: AtomId,
    first: u32,
    condition: Condition,
    atom: AtomId,
}
