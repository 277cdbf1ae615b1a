//! Which anchored clauses of one path a value satisfies: each kind of test once for all rules.

use super::anchor::ValueAtom;
use super::networks::Networks;
use super::substrings::Substrings;
use super::thresholds::{Side, Thresholds};
use super::{AtomId, Map};
use crate::firewall::clause::ScalarKey;
use crate::firewall::decimal::Decimal;
use crate::firewall::network::{Address, Carriers};
use crate::firewall::value::Leaf;
use regex::{RegexSet, RegexSetBuilder};

/// How many expressions without a required literal are searched for at once.
const SET: usize = 16;

/// The anchored clauses of one path.
#[derive(Debug, Default)]
pub(super) struct Values {
    texts: Map<Box<str>, AtomId>,
    numbers: Map<Decimal, AtomId>,
    null: Option<AtomId>,
    bools: [Option<AtomId>; 2],
    substrings: Substrings,
    sets: Vec<Set>,
    networks: Option<Networks>,
    bounds: [Option<Thresholds>; 2],
}

#[derive(Debug)]
struct Set {
    /// `None`: the set did not compile, so every rule behind it is offered.
    set: Option<RegexSet>,
    atoms: Box<[AtomId]>,
}

impl Values {
    pub(super) fn build<'a>(
        atoms: impl Iterator<Item = (&'a ValueAtom, AtomId)>,
        thresholds: impl Iterator<Item = (Side, Thresholds)>,
    ) -> Self {
        let mut values = Self::default();
        let (mut substrings, mut patterns) = (Vec::new(), Vec::new());
        for (key, atom) in atoms {
            match key {
                ValueAtom::Scalar(ScalarKey::Text(text)) => {
                    values.texts.insert(text.clone(), atom);
                }
                ValueAtom::Scalar(ScalarKey::Number(number)) => {
                    values.numbers.insert(number.clone(), atom);
                }
                ValueAtom::Scalar(ScalarKey::Null) => values.null = Some(atom),
                ValueAtom::Scalar(ScalarKey::Bool(value)) => {
                    let [no, yes] = &mut values.bools;
                    *(if *value { yes } else { no }) = Some(atom);
                }
                ValueAtom::Holds(text) => substrings.push((&**text, atom)),
                ValueAtom::Pattern(text) => patterns.push((&**text, atom)),
                ValueAtom::Inside(network) => {
                    values
                        .networks
                        .get_or_insert_default()
                        .insert(*network, atom);
                }
                // Opened by the walk: what they ask for is that nothing is found here.
                ValueAtom::Unevaluable(_) => {}
            }
        }
        values.substrings = Substrings::build(&substrings);
        values.sets = patterns.chunks(SET).map(Set::build).collect();
        for (side, bounds) in thresholds {
            if let Some(slot) = values.bounds.get_mut(side as usize) {
                *slot = Some(bounds);
            }
        }
        values
    }

    /// Every anchored `eq`, `in`, `contains`, `regex` and `cidr_match` that the value
    /// satisfies, perhaps more than once; of a `regex`, those that it may satisfy.
    pub(super) fn find(&self, leaf: &Leaf<'_>, mut found: impl FnMut(AtomId)) {
        match leaf {
            Leaf::Null => self.null.into_iter().for_each(found),
            Leaf::Bool(value) => {
                let [no, yes] = self.bools;
                (if *value { yes } else { no }).into_iter().for_each(found);
            }
            Leaf::Number(number) => {
                self.numbers
                    .get(number)
                    .copied()
                    .into_iter()
                    .for_each(found);
            }
            Leaf::Text(text) => {
                self.texts
                    .get(&**text)
                    .copied()
                    .into_iter()
                    .for_each(&mut found);
                self.substrings.find(text.as_bytes(), &mut found);
                for set in &self.sets {
                    set.find(text, &mut found);
                }
                if let Some(networks) = &self.networks
                    && let Some(address) = Address::parse(text, Carriers::Mapped)
                {
                    networks.find(address, found);
                }
            }
            Leaf::Composite => {}
        }
    }

    pub(super) fn has_bounds(&self) -> bool {
        self.bounds.iter().any(Option::is_some)
    }

    /// The bounds of one side.
    pub(super) fn bounds(&self, side: Side) -> Option<&Thresholds> {
        self.bounds.get(side as usize)?.as_ref()
    }
}

impl Set {
    fn build(patterns: &[(&str, AtomId)]) -> Self {
        let set = RegexSetBuilder::new(patterns.iter().map(|(text, _)| text))
            .size_limit(SET * crate::firewall::pattern::PATTERN_SIZE)
            .nest_limit(crate::firewall::pattern::PATTERN_DEPTH)
            .build()
            .ok();
        Self {
            set,
            atoms: patterns.iter().map(|&(_, atom)| atom).collect(),
        }
    }

    fn find(&self, text: &str, mut found: impl FnMut(AtomId)) {
        match &self.set {
            Some(set) => {
                for index in &set.matches(text) {
                    self.atoms
                        .get(index)
                        .copied()
                        .into_iter()
                        .for_each(&mut found);
                }
            }
            None => self.atoms.iter().copied().for_each(found),
        }
    }
}
