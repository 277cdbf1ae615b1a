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
mod substrings;
mod thresholds;
mod values;

pub(super) use destinations::{Destinations, Entry, Item};
pub(super) use merge::{Cursor, Merge};

use super::clause::Class;
use super::decimal::Decimal;
use super::spec::RuleSpec;
use super::value::PathId;
use super::verdict::Stage;
use anchor::{Anchor, Atom, By, Census, ValueAtom};
use names::Names;
use postings::Postings;
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
    no_tool: Option<AtomId>,
    unparsed: Option<AtomId>,
    postings: [Postings; 4],
}

impl IndexBuilder {
    /// Adds the next rule; `paths` are those of its clauses.
    pub(super) fn rule(
        &mut self,
        rule: &RuleSpec<'_>,
        paths: &[PathId],
        strict: bool,
        speaks: [bool; 4],
    ) {
        let anchors = anchor::conditions(rule, paths, strict);
        if speaks.contains(&true) {
            anchors.iter().for_each(|anchor| self.census.count(anchor));
        }
        self.rules.push(Listed { anchors, speaks });
    }

    pub(super) fn build(self) -> Index {
        let Self { rules, census } = self;
        let mut ids: Map<Atom, AtomId> = Map::default();
        let mut lists: Vec<Vec<u32>> = vec![Vec::new()];
        let mut bounds: BTreeMap<(PathId, bool), Vec<(Decimal, u32)>> = BTreeMap::new();
        let mut speaks = Vec::with_capacity(rules.len());
        for (rank, rule) in (0_u32..).zip(rules) {
            speaks.push(rule.speaks);
            if rule.speaks == [false; 4] {
                continue;
            }
            let cheapest = rule
                .anchors
                .into_iter()
                .min_by_key(|anchor| census.cost(anchor));
            let atoms = match cheapest {
                None => {
                    lists
                        .first_mut()
                        .into_iter()
                        .for_each(|list| list.push(rank));
                    continue;
                }
                Some(Anchor {
                    by: By::Atoms(atoms),
                    also,
                }) => [atoms, also].concat(),
                Some(Anchor {
                    by: By::Bound(path, side, bound),
                    also,
                }) => {
                    bounds
                        .entry((path, side == Side::Above))
                        .or_default()
                        .push((bound, rank));
                    also
                }
            };
            for atom in atoms {
                let next = AtomId(u32::try_from(lists.len()).unwrap_or(u32::MAX));
                let AtomId(id) = *ids.entry(atom).or_insert(next);
                if id == next.0 {
                    lists.push(Vec::new());
                }
                if let Some(list) = lists.get_mut(id as usize) {
                    list.push(rank);
                }
            }
        }
        Index::new(&ids, &lists, bounds, &speaks)
    }
}

impl Index {
    fn new(
        ids: &Map<Atom, AtomId>,
        lists: &[Vec<u32>],
        bounds: BTreeMap<(PathId, bool), Vec<(Decimal, u32)>>,
        speaks: &[[bool; 4]],
    ) -> Self {
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
        for ((path, above), rules) in bounds {
            let side = if above { Side::Above } else { Side::Below };
            let bounds = Thresholds::build(side, rules, speaks);
            by_path.entry(path).or_default().1.push((side, bounds));
        }
        let mut unevaluable = Vec::new();
        for &(atom, id) in &atoms {
            match atom {
                Atom::Value(path, ValueAtom::Unevaluable(class)) => {
                    unevaluable.push((*path, *class, id));
                }
                Atom::Value(path, value) => by_path.entry(*path).or_default().0.push((value, id)),
                Atom::Destination(entry) => destinations.insert(entry, id),
                Atom::Tool(_) | Atom::Skill(_) | Atom::NoTool | Atom::Unparsed => {}
            }
        }
        let mut values = Vec::new();
        for (PathId(path), (atoms, bounds)) in by_path {
            values.resize_with(path as usize, || None);
            values.push(Some(Box::new(Values::build(
                atoms.into_iter(),
                bounds.into_iter(),
            ))));
        }
        let has_bounds = values.iter().flatten().any(|values| values.has_bounds());
        Self {
            tools: globs(|atom| match atom {
                Atom::Tool(glob) => Some(glob),
                _ => None,
            }),
            skills: globs(|atom| match atom {
                Atom::Skill(glob) => Some(glob),
                _ => None,
            }),
            values,
            destinations,
            no_tool: ids.get(&Atom::NoTool).copied(),
            unparsed: ids.get(&Atom::Unparsed).copied(),
            postings: Stage::ALL.map(|stage| {
                let looks = has_bounds
                    || atoms.iter().any(|&(atom, AtomId(id))| {
                        matches!(atom, Atom::Value(..))
                            && lists
                                .get(id as usize)
                                .is_some_and(|list| list.iter().any(|&rank| speaks(rank, stage)))
                    });
                Postings::build(lists, |rank| speaks(rank, stage), &unevaluable, looks)
            }),
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
        stage.has_arguments()
            && self
                .postings(stage)
                .is_some_and(Postings::looks_at_arguments)
    }
}

/// What is indexed about one path.
type PathParts<'a> = (Vec<(&'a ValueAtom, AtomId)>, Vec<(Side, Thresholds)>);

/// Rules that fire because a path cannot be evaluated, and the first of them.
#[derive(Clone, Copy, Debug)]
struct Opener {
    first: u32,
    path: PathId,
    class: Class,
    atom: AtomId,
}
