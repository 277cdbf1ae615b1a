//! By what a rule is found: one of its conditions, turned into facts a call can be asked for.
//!
//! All of a rule's conditions have to hold, so one is enough to find it by: its *anchor*. The
//! anchor is the condition that the fewest other rules share. A rule is reachable from every
//! atom under which its anchor can hold: too many candidates cost time, one too few is a bug.

use super::Map;
use super::spans::{NodeId, Spans};
use super::thresholds::Side;
use crate::firewall::clause::{Class, ScalarKey};
use crate::firewall::decimal::Decimal;
use crate::firewall::glob::Shape;
use crate::firewall::index::Entry;
use crate::firewall::literals;
use crate::firewall::network::{Carriers, Network};
use crate::firewall::spec::{RuleSpec, Test};
use crate::firewall::value::PathId;
use std::collections::BTreeMap;

/// A fact about a call that an index can find.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Atom {
    /// The tool's name matches this glob.
    Tool(Box<str>),
    /// The owning skill's name matches this glob.
    Skill(Box<str>),
    /// The value at this path answers so.
    Value(PathId, ValueAtom),
    /// The destination, or an address it was resolved to, is this entry.
    Destination(Entry),
    /// An address that the destination was resolved to does not parse.
    Unparsed,
}

/// A fact about the value at a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ValueAtom {
    /// It is this scalar.
    Scalar(ScalarKey),
    /// It is a string that holds these bytes.
    Holds(Box<[u8]>),
    /// It is a string in which this expression is found.
    Pattern(Box<str>),
    /// It is the text of an address of this network.
    Inside(Network),
    /// It is a number that this node of the path's spans covers.
    Span(NodeId),
    /// It is missing, or this class of test cannot be put to it (A4).
    Unevaluable(Class),
}

/// A condition that a rule may be found by.
#[derive(Clone, Debug)]
pub(super) struct Anchor {
    pub(super) by: By,
    /// Atoms under which the condition counts as true although it does not hold.
    pub(super) also: Vec<Atom>,
}

#[derive(Clone, Debug)]
pub(super) enum By {
    /// Holds only if one of these does.
    Atoms(Vec<Atom>),
    /// Holds only for a number at this path, on this side of the bound.
    Bound(PathId, Side, Decimal),
    /// Holds only for a number at this path between these bounds.
    Between(PathId, (Decimal, Decimal)),
}

/// Every condition of a rule that can be its anchor; where the tool's name cannot be read,
/// that of the tool is none.
pub(super) fn conditions(
    rule: &RuleSpec<'_>,
    paths: &[PathId],
    strict: bool,
    name: Name,
) -> Vec<Anchor> {
    let strict = strict && rule.action.restricts();
    let mut anchors = Vec::new();
    if name == Name::Known && Shape::of(rule.tool) != Shape::Any {
        let by = By::Atoms(vec![Atom::Tool(rule.tool.into())]);
        anchors.push(Anchor {
            by,
            also: Vec::new(),
        });
    }
    if Shape::of(rule.skill) != Shape::Any {
        let by = By::Atoms(vec![Atom::Skill(rule.skill.into())]);
        anchors.push(Anchor {
            by,
            also: Vec::new(),
        });
    }
    for (clause, &path) in rule.clauses.iter().zip(paths) {
        let (by, class) = of_test(path, &clause.test);
        let also = Atom::Value(path, ValueAtom::Unevaluable(class));
        anchors.push(Anchor {
            by,
            also: strict.then_some(also).into_iter().collect(),
        });
    }
    between(&mut anchors);
    if let Some(egress) = rule.egress {
        let (listed, _) = egress.scope(rule.action);
        let by = By::Atoms(
            listed
                .iter()
                .flat_map(Entry::of)
                .map(Atom::Destination)
                .collect(),
        );
        let also = rule
            .action
            .restricts()
            .then_some(Atom::Unparsed)
            .into_iter()
            .collect();
        anchors.push(Anchor { by, also });
    }
    anchors
}

/// Joins the first bound of either side of a path into one condition.
fn between(anchors: &mut Vec<Anchor>) {
    let bound = |anchor: &Anchor| match &anchor.by {
        By::Bound(path, side, bound) => Some((*path, *side, bound.clone())),
        By::Atoms(_) | By::Between(..) => None,
    };
    let bounds: Vec<_> = anchors.iter().filter_map(bound).collect();
    for (path, side, low) in &bounds {
        let high = bounds
            .iter()
            .find(|(other, side, _)| other == path && *side == Side::Below);
        let Some((_, _, high)) = high.filter(|_| *side == Side::Above) else {
            continue;
        };
        let pair = (low.clone(), high.clone());
        let joined = anchors.iter_mut().find(|anchor| {
            matches!(&anchor.by, By::Bound(of, Side::Above, bound) if of == path && bound == low)
        });
        if let Some(anchor) = joined {
            anchor.by = By::Between(*path, pair);
        }
        anchors.retain(|anchor| {
            !matches!(&anchor.by, By::Bound(of, Side::Below, bound) if of == path && bound == high)
        });
    }
}

fn of_test(path: PathId, test: &Test) -> (By, Class) {
    let at = |atom| Atom::Value(path, atom);
    let bound = |text: &str, side| {
        // A bound that is no number is never crossed.
        Decimal::parse(text).map_or(By::Atoms(Vec::new()), |number| {
            By::Bound(path, side, number)
        })
    };
    match test {
        Test::OneOf(scalars) => {
            let keys = scalars.iter().filter_map(ScalarKey::of);
            let mut atoms: Vec<Atom> = keys.map(|key| at(ValueAtom::Scalar(key))).collect();
            if let [.., _, _] = atoms.as_slice() {
                let mut seen = Map::default();
                atoms.retain(|atom| seen.insert(atom.clone(), ()).is_none());
            }
            (By::Atoms(atoms), Class::Scalar)
        }
        Test::Contains(text) => (
            By::Atoms(vec![at(ValueAtom::Holds(text.as_bytes().into()))]),
            Class::Text,
        ),
        Test::Regex(pattern) => {
            let atoms = match literals::required(pattern.as_str()) {
                Some(texts) => texts
                    .into_iter()
                    .map(|text| at(ValueAtom::Holds(text)))
                    .collect(),
                None => vec![at(ValueAtom::Pattern(pattern.as_str().into()))],
            };
            (By::Atoms(atoms), Class::Text)
        }
        Test::Above(text) => (bound(text, Side::Above), Class::Number),
        Test::Below(text) => (bound(text, Side::Below), Class::Number),
        Test::Inside(cidr) => {
            let (network, _) = Network::of(*cidr, Carriers::Mapped);
            let atoms = vec![at(ValueAtom::Inside(network))];
            (By::Atoms(atoms), Class::Address)
        }
    }
}

/// Whether the tool's name of a call can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::firewall) enum Name {
    #[default]
    Known,
    Unreadable,
}

/// How many rules name each atom, and each side of each path.
#[derive(Debug, Default)]
pub(super) struct Census {
    atoms: Map<Atom, usize>,
    bounds: Map<(PathId, Side), usize>,
    between: BTreeMap<PathId, Vec<(Decimal, Decimal)>>,
    /// The trees over what is in `between`, each with its depth.
    pub(super) spans: BTreeMap<PathId, (Spans, usize)>,
}

impl Census {
    pub(super) fn count(&mut self, anchor: &Anchor) {
        match &anchor.by {
            By::Atoms(atoms) => {
                for atom in atoms {
                    *self.atoms.entry_ref(atom).or_insert(0) += 1;
                }
            }
            By::Bound(path, side, _) => *self.bounds.entry((*path, *side)).or_insert(0) += 1,
            By::Between(path, pair) => self.between.entry(*path).or_default().push(pair.clone()),
        }
    }

    /// To be told once all is counted.
    pub(super) fn close(&mut self) {
        for (path, pairs) in std::mem::take(&mut self.between) {
            let spans = Spans::new(pairs.iter());
            let depth = spans.depth(pairs.iter());
            self.spans.insert(path, (spans, depth));
        }
    }

    /// What finding a rule by this condition costs: the rules found along with it, and what the
    /// kind of question costs beside a name that is looked up anyway.
    pub(super) fn cost(&self, anchor: &Anchor) -> usize {
        match &anchor.by {
            By::Bound(path, side, _) => {
                let shared = self.bounds.get(&(*path, *side));
                8 + shared.copied().unwrap_or_default()
            }
            By::Between(path, _) => 8 + self.spans.get(path).map_or(0, |(_, depth)| *depth),
            By::Atoms(atoms) => {
                let kind = atoms.iter().map(kind_cost).max().unwrap_or_default();
                let shared = atoms
                    .iter()
                    .map(|atom| self.atoms.get(atom).copied().unwrap_or(1));
                kind + shared.sum::<usize>()
            }
        }
    }

    /// The atoms under which a condition holds; `None` for a one-sided bound.
    pub(super) fn atoms(&self, by: By) -> Option<Vec<Atom>> {
        match by {
            By::Atoms(atoms) => Some(atoms),
            By::Between(path, (low, high)) => {
                let (spans, _) = self.spans.get(&path)?;
                let nodes = spans.nodes(&low, &high).into_iter();
                Some(
                    nodes
                        .map(|node| Atom::Value(path, ValueAtom::Span(node)))
                        .collect(),
                )
            }
            By::Bound(..) => None,
        }
    }
}

/// Up to so many atoms a condition may have to be a [`guard`].
const GUARDS: usize = 32;

/// Of the conditions that a rule is not found by, the one to ask first where it would be found
/// because something does not hold: without it, every rule would be found by what most calls
/// lack.
pub(super) fn guard(census: &Census, others: Vec<Anchor>) -> Option<Vec<Atom>> {
    let few = |anchor: &Anchor| match &anchor.by {
        By::Atoms(atoms) => atoms.len() + anchor.also.len() <= GUARDS,
        By::Between(..) => true,
        By::Bound(..) => false,
    };
    let best = others
        .into_iter()
        .filter(few)
        .min_by_key(|anchor| (!anchor.also.is_empty(), census.cost(anchor)))?;
    let mut atoms = census.atoms(best.by)?;
    atoms.extend(best.also);
    Some(atoms)
}

const fn kind_cost(atom: &Atom) -> usize {
    match atom {
        Atom::Tool(_) | Atom::Skill(_) => 0,
        Atom::Destination(_) | Atom::Unparsed => 1,
        Atom::Value(_, value) => match value {
            ValueAtom::Scalar(_) | ValueAtom::Unevaluable(_) => 4,
            ValueAtom::Inside(_) => 5,
            ValueAtom::Holds(_) => 6,
            ValueAtom::Span(_) => 8,
            ValueAtom::Pattern(_) => 32,
        },
    }
}
