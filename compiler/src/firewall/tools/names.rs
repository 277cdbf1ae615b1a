//! Which tools a glob matches, and whether some glob matches a tool (G), without trying every
//! pair.

use crate::firewall::Policy;
use crate::tools::ToolList;
use callgate_engine::firewall::Shape;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A name with more dots is tried by every infix glob.
const DOTS: usize = 48;

/// The texts between two dots of a name, dots included, with something before and after: what
/// an infix glob may be (G5). `None` for too many.
fn insides(name: &str) -> Option<impl Iterator<Item = &str>> {
    let inner = 1..name.len().saturating_sub(1);
    let dots = name.match_indices('.').map(|(at, _)| at);
    let dots: Vec<usize> = dots.filter(|at| inner.contains(at)).collect();
    (dots.len() <= DOTS).then(|| {
        let pairs = (0..dots.len()).flat_map(move |from| {
            let dots = dots.get(from..).unwrap_or_default().to_vec();
            let start = dots.first().copied().unwrap_or_default();
            dots.into_iter().skip(1).map(move |end| start..=end)
        });
        pairs.filter_map(|range| name.get(range))
    })
}

/// The names of a list, by what globs ask about them.
pub(super) struct Names<'l> {
    count: usize,
    sorted: BTreeMap<&'l str, Vec<usize>>,
    reversed: BTreeMap<String, Vec<usize>>,
    inside: HashMap<&'l str, Vec<usize>>,
    /// Names with very many dots.
    dotted: Vec<(&'l str, usize)>,
}

impl<'l> Names<'l> {
    pub(super) fn of(list: &'l ToolList) -> Self {
        let mut names = Self {
            count: list.len(),
            sorted: BTreeMap::new(),
            reversed: BTreeMap::new(),
            inside: HashMap::new(),
            dotted: Vec::new(),
        };
        for (index, name) in list.names().enumerate() {
            names.sorted.entry(name).or_default().push(index);
            let reversed = name.chars().rev().collect();
            names.reversed.entry(reversed).or_default().push(index);
            match insides(name) {
                Some(insides) => {
                    for inside in insides {
                        names.inside.entry(inside).or_default().push(index);
                    }
                }
                None => names.dotted.push((name, index)),
            }
        }
        names
    }

    /// The tools that a glob matches, at most `most` of them.
    pub(super) fn matching(&self, glob: &str, most: usize) -> Vec<usize> {
        let shape = Shape::of(glob);
        let mut found: Vec<usize> = match shape {
            Shape::Any => (0..self.count).take(most).collect(),
            Shape::Literal(name) => self
                .sorted
                .get(name)
                .into_iter()
                .flatten()
                .copied()
                .collect(),
            Shape::Prefix(stem) => {
                let names = self.sorted.range(stem..);
                let names = names.take_while(|(name, _)| name.starts_with(stem));
                let names = names.filter(|(name, _)| shape.matches(name));
                names.flat_map(|(_, at)| at).copied().take(most).collect()
            }
            Shape::Suffix(stem) => {
                let stem: String = stem.chars().rev().collect();
                let names = self.reversed.range(stem.clone()..);
                let names = names.take_while(|(name, _)| name.starts_with(&stem));
                let whole = |name: &str| {
                    name.len() == stem.len() || name.get(stem.len()..=stem.len()) == Some(".")
                };
                let names = names.filter(|(name, _)| whole(name));
                names.flat_map(|(_, at)| at).copied().take(most).collect()
            }
            Shape::Infix(dotted) => {
                let names = self.dotted.iter().filter(|(name, _)| shape.matches(name));
                let names = names.map(|&(_, at)| at);
                let known = self.inside.get(dotted).into_iter().flatten().copied();
                known.chain(names).take(most).collect()
            }
        };
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The tool globs of the rules that take part in the walk.
pub(super) struct Globs<'p> {
    any: bool,
    literal: HashSet<&'p str>,
    prefix: HashSet<&'p str>,
    suffix: HashSet<&'p str>,
    infix: HashSet<&'p str>,
}

impl<'p> Globs<'p> {
    pub(super) fn of(policy: &'p Policy) -> Self {
        let mut globs = Self {
            any: false,
            literal: HashSet::new(),
            prefix: HashSet::new(),
            suffix: HashSet::new(),
            infix: HashSet::new(),
        };
        for rule in policy.rules.iter().filter(|rule| !rule.sequence) {
            match Shape::of(&rule.tool) {
                Shape::Any => globs.any = true,
                Shape::Literal(text) => drop(globs.literal.insert(text)),
                Shape::Prefix(text) => drop(globs.prefix.insert(text)),
                Shape::Suffix(text) => drop(globs.suffix.insert(text)),
                Shape::Infix(dotted) => drop(globs.infix.insert(dotted)),
            }
        }
        globs
    }

    /// Whether some rule's glob matches a name.
    pub(super) fn speak_about(&self, name: &str) -> bool {
        let split = |(at, _): (usize, &str)| name.split_at_checked(at);
        self.any
            || self.literal.contains(name)
            || self.suffix.contains(name)
            || name
                .match_indices('.')
                .filter_map(split)
                .any(|(before, after)| {
                    let after = after.strip_prefix('.').unwrap_or(after);
                    (!after.is_empty() && self.prefix.contains(before))
                        || self.suffix.contains(after)
                })
            || match insides(name) {
                Some(mut insides) => insides.any(|inside| self.infix.contains(inside)),
                None => self.infix.iter().any(|dotted| {
                    name.get(1..name.len().saturating_sub(1))
                        .is_some_and(|inner| inner.contains(dotted))
                }),
            }
    }
}
