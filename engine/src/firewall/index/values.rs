//! Which anchored clauses of one path a value satisfies: each kind of test once for all rules.

use super::anchor::ValueAtom;
use super::networks::Networks;
use super::spans::Spans;
use super::substrings::Substrings;
use super::thresholds::{Side, Thresholds};
use super::{AtomId, Map};
use crate::firewall::clause::ScalarKey;
use crate::firewall::decimal::Decimal;
use crate::firewall::network::{Address, Carriers};
use crate::firewall::pattern::{PATTERN_DEPTH, PATTERN_SIZE};
use crate::firewall::value::Leaf;
use regex_automata::meta::{Config, Regex};
use regex_automata::util::syntax;
use regex_automata::{Input, MatchKind, PatternSet};

/// How many expressions without a required literal are searched for at once: half as many cost
/// twice as much, twice as many have more states than the lazy automaton can keep.
const SET: usize = 32;

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
    spans: Option<Spans>,
}

#[derive(Debug)]
struct Set {
    /// `None`: the set did not compile, so every rule behind it is offered.
    regex: Option<Regex>,
    atoms: Box<[AtomId]>,
}

/// Memory for the expressions of one set that are found.
#[derive(Clone, Debug, Default)]
pub(in crate::firewall) struct Patterns(Option<PatternSet>);

impl Values {
    pub(super) fn build<'a>(
        atoms: impl Iterator<Item = (&'a ValueAtom, AtomId)>,
        thresholds: impl Iterator<Item = (Side, Thresholds)>,
        spans: Option<Spans>,
    ) -> Self {
        let mut values = Self {
            spans,
            ..Self::default()
        };
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
                ValueAtom::Span(node) => {
                    if let Some(spans) = &mut values.spans {
                        spans.insert(*node, atom);
                    }
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

    /// Every anchored clause but one-sided bounds that the value satisfies; of a `regex`, those
    /// that it may satisfy. `hear` says whether it hears of an atom for the first time.
    pub(super) fn find(
        &self,
        leaf: &Leaf<'_>,
        patterns: &mut Patterns,
        mut hear: impl FnMut(AtomId) -> bool,
    ) {
        if let Leaf::Text(text) = leaf {
            self.substrings.find(text.as_bytes(), &mut hear);
        }
        let mut found = |atom| {
            hear(atom);
        };
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
                    .for_each(&mut found);
                if let Some(spans) = &self.spans {
                    spans.find(number, found);
                }
            }
            Leaf::Text(text) => {
                self.texts
                    .get(&**text)
                    .copied()
                    .into_iter()
                    .for_each(&mut found);
                for set in &self.sets {
                    set.find(text, patterns, &mut found);
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

    /// The bounds of one side.
    pub(super) fn bounds(&self, side: Side) -> Option<&Thresholds> {
        self.bounds.get(side as usize)?.as_ref()
    }
}

impl Set {
    fn build(patterns: &[(&str, AtomId)]) -> Self {
        let texts: Vec<&str> = patterns.iter().map(|&(text, _)| text).collect();
        let regex = Regex::builder()
            .syntax(syntax::Config::new().nest_limit(PATTERN_DEPTH))
            .configure(
                Config::new()
                    .match_kind(MatchKind::All)
                    .nfa_size_limit(Some(SET * PATTERN_SIZE)),
            )
            .build_many(&texts)
            .ok();
        Self {
            regex,
            atoms: patterns.iter().map(|&(_, atom)| atom).collect(),
        }
    }

    fn find(&self, text: &str, Patterns(found): &mut Patterns, mut hear: impl FnMut(AtomId)) {
        let Some(regex) = &self.regex else {
            return self.atoms.iter().copied().for_each(hear);
        };
        let found = found.get_or_insert_with(|| PatternSet::new(SET));
        found.clear();
        regex.which_overlapping_matches(&Input::new(text), found);
        for pattern in found.iter() {
            if let Some(&atom) = self.atoms.get(pattern.as_usize()) {
                hear(atom);
            }
        }
    }
}
