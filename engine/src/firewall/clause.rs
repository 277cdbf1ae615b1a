//! Compiled argument clauses (A3, A4).

mod text;

use super::decimal::Decimal;
use super::network::{Address, Carriers, Network};
use super::spec::{Scalar, Test};
use super::value::{Leaf, PathId};
use hashbrown::HashSet;
use memchr::memmem::Finder;
use regex::Regex;

/// What a clause says about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Yes,
    No,
    /// The question cannot be put to what is there (A4).
    Unevaluable,
}

/// Which values a test cannot be put to (A4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Class {
    /// Objects and arrays: `eq`, `in`.
    Scalar,
    /// All but strings: `contains`, `regex`.
    Text,
    /// All but numbers: `gt`, `lt`.
    Number,
    /// All but strings that hold an address: `cidr_match`.
    Address,
}

impl Class {
    pub(super) fn evaluates(self, leaf: &Leaf<'_>) -> bool {
        match self {
            Self::Scalar => !matches!(leaf, Leaf::Composite),
            Self::Text => matches!(leaf, Leaf::Text(_)),
            Self::Number => matches!(leaf, Leaf::Number(_)),
            Self::Address => address(leaf).is_some(),
        }
    }
}

fn address(leaf: &Leaf<'_>) -> Option<Address> {
    match leaf {
        Leaf::Text(text) => Address::parse(text, Carriers::Mapped),
        _ => None,
    }
}

/// A scalar by its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ScalarKey {
    Null,
    Bool(bool),
    Number(Decimal),
    Text(Box<str>),
}

impl ScalarKey {
    /// `None` for a number that is none: nothing is equal to it.
    pub(super) fn of(scalar: &Scalar) -> Option<Self> {
        Some(match scalar {
            Scalar::Null => Self::Null,
            Scalar::Bool(value) => Self::Bool(*value),
            Scalar::Number(text) => Self::Number(Decimal::parse(text)?),
            Scalar::Text(text) => Self::Text(text.as_str().into()),
        })
    }
}

type Set<K> = HashSet<K, foldhash::fast::FixedState>;

/// Scalars by their value.
#[derive(Debug, Default)]
pub(super) struct Scalars {
    texts: Set<Box<str>>,
    numbers: Set<Decimal>,
    null: bool,
    bools: [bool; 2],
}

impl Scalars {
    fn new(scalars: &[Scalar]) -> Self {
        let mut all = Self::default();
        for key in scalars.iter().filter_map(ScalarKey::of) {
            match key {
                ScalarKey::Null => all.null = true,
                ScalarKey::Bool(value) => {
                    let [no, yes] = &mut all.bools;
                    *(if value { yes } else { no }) = true;
                }
                ScalarKey::Number(number) => {
                    all.numbers.insert(number);
                }
                ScalarKey::Text(text) => {
                    all.texts.insert(text);
                }
            }
        }
        all
    }

    /// Whether a value is one of them; `None` for an object or array.
    fn hold(&self, leaf: &Leaf<'_>) -> Option<bool> {
        let [no, yes] = self.bools;
        Some(match leaf {
            Leaf::Text(text) => self.texts.contains(&**text),
            Leaf::Number(number) => self.numbers.contains(number),
            Leaf::Null => self.null,
            Leaf::Bool(value) => {
                if *value {
                    yes
                } else {
                    no
                }
            }
            Leaf::Composite => return None,
        })
    }
}

/// A test with everything about it worked out.
#[derive(Debug)]
pub(super) enum Compiled {
    OneOf(Box<Scalars>),
    Contains(Box<Finder<'static>>),
    Regex(Regex),
    Above(Decimal),
    Below(Decimal),
    Inside(Network),
    /// A bound that is no number: never true, as unevaluable as the real test.
    Never,
}

impl Compiled {
    pub(super) fn new(test: &Test) -> Self {
        let bound =
            |text: &str, make: fn(Decimal) -> Self| Decimal::parse(text).map_or(Self::Never, make);
        match test {
            Test::OneOf(scalars) => Self::OneOf(Box::new(Scalars::new(scalars))),
            Test::Contains(text) => Self::Contains(Box::new(Finder::new(text).into_owned())),
            Test::Regex(pattern) => Self::Regex(pattern.regex().clone()),
            Test::Above(text) => bound(text, Self::Above),
            Test::Below(text) => bound(text, Self::Below),
            Test::Inside(cidr) => {
                let (network, _) = Network::of(*cidr, Carriers::Mapped);
                Self::Inside(network)
            }
        }
    }

    /// What it says about the value at its path; `None`: the path does not resolve.
    pub(super) fn put(&self, leaf: Option<&Leaf<'_>>) -> Held {
        let answer = leaf.and_then(|leaf| match (self, leaf) {
            (Self::OneOf(scalars), leaf) => scalars.hold(leaf),
            (Self::Contains(finder), Leaf::Text(text)) => {
                Some(finder.find(text.as_bytes()).is_some())
            }
            (Self::Regex(regex), Leaf::Text(text)) => Some(regex.is_match(text)),
            (Self::Above(bound), Leaf::Number(number)) => Some(number > bound),
            (Self::Below(bound), Leaf::Number(number)) => Some(number < bound),
            (Self::Inside(network), leaf) => address(leaf).map(|address| network.contains(address)),
            (Self::Never, Leaf::Number(_)) => Some(false),
            _ => None,
        });
        match answer {
            Some(true) => Held::Yes,
            Some(false) => Held::No,
            None => Held::Unevaluable,
        }
    }
}

/// A distinct clause of a table.
#[derive(Debug)]
pub(super) struct CompiledClause {
    pub(super) path: PathId,
    pub(super) test: Compiled,
}
