//! Taking values out of a tree, with a fault for each that is not what it should be.

use super::{Member, Node, Path, Value, repair};
use crate::fault::{Collector, Fault, FaultKind, near, quote};
use std::collections::HashMap;

pub use super::expected::Expected;

/// An object that takes certain members and no others.
#[derive(Clone, Copy, Debug)]
pub struct Shape<const N: usize> {
    /// What it is, with its article: `a rule`.
    pub what: &'static str,
    /// The members it takes.
    pub members: [&'static str; N],
    /// Names that people write for one of them: (what they write, what they mean).
    pub meant: &'static [(&'static str, &'static str)],
}

/// The members of an object by their place in its [`Shape`].
#[derive(Clone, Copy, Debug)]
pub struct Fields<'n, 'a, const N: usize>([Option<&'n Member<'a>>; N]);

impl<'n, 'a, const N: usize> Fields<'n, 'a, N> {
    /// The member at this place of the shape, if the object has it; of duplicates the first.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&'n Member<'a>> {
        self.0.get(index).copied().flatten()
    }
}

impl<const N: usize> Shape<N> {
    /// Sorts an object's members into their places; reports those that have none
    /// (`unknown-member`) and those whose place is taken (`duplicate-member`).
    pub fn fields<'n, 'a>(
        &self,
        members: &'n [Member<'a>],
        path: &Path<'_>,
        faults: &mut Collector,
    ) -> Fields<'n, 'a, N> {
        let mut fields = Fields([None; N]);
        for member in members {
            // Names of one length seldom begin alike: the first byte saves most comparisons.
            let first = member.name.as_bytes().first();
            let is_it = |name: &&str| name.as_bytes().first() == first && *name == member.name;
            let place = self.members.iter().position(is_it);
            match place.and_then(|place| fields.0.get_mut(place)) {
                Some(slot @ None) => *slot = Some(member),
                Some(Some(first)) => duplicate(member, first, path, faults),
                None => {
                    self.unknown(member, path, faults);
                    unique_everywhere(&member.value, &path.member(&member.name), faults);
                }
            }
        }
        fields
    }

    fn unknown(&self, member: &Member<'_>, path: &Path<'_>, faults: &mut Collector) {
        if faults.counts_only() {
            return;
        }
        let name = member.name.as_ref();
        if name == "<<" {
            let at = path.member(name).at(member.name_span);
            let message = "a policy may not merge mappings by `<<`";
            let fault = Fault::new(FaultKind::UnknownMember, at, message);
            faults.push(fault.help("write the members out"));
            return;
        }
        let meant = self
            .meant
            .iter()
            .find(|(written, _)| written.eq_ignore_ascii_case(name));
        let meant = meant
            .map(|&(_, meant)| meant)
            .or_else(|| near(name, self.members));
        let at = path.member(name).at(member.name_span);
        let message = format!("{} is not a member of {}", quote(name), self.what);
        faults.push(
            Fault::new(FaultKind::UnknownMember, at, message).help(match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("its members are {}", listed(&self.members)),
            }),
        );
    }

    /// Reports that `node`, an object of this shape, lacks a member.
    pub fn missing(&self, name: &str, node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) {
        if faults.counts_only() {
            return;
        }
        let message = format!("{} needs the member `{name}`", self.what);
        let fault = Fault::new(FaultKind::MissingMember, path.at(node.span), message);
        faults.push(fault.help(repair::missing(name)));
    }
}

/// Names in backticks, with commas.
#[must_use]
pub fn listed(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Reports that a value is of the wrong type.
pub fn wrong_type(node: &Node<'_>, expected: Expected, path: &Path<'_>, faults: &mut Collector) {
    if faults.counts_only() {
        return;
    }
    let wanted = expected.as_str();
    let message = match &node.value {
        // A number where another kind of number is expected: which one is what matters.
        Value::Number(text) if expected.is_number() => {
            format!("expected {wanted}, found {}", quote(text))
        }
        value => format!("expected {wanted}, found {}", value.kind()),
    };
    let fault = Fault::new(FaultKind::WrongType, path.at(node.span), message);
    faults.push(fault.help(repair::of_type(node, expected)));
}

/// Reports a value of the right type that no clause takes.
pub fn bad_value(
    node: &Node<'_>,
    path: &Path<'_>,
    message: impl Into<String>,
    help: impl Into<String>,
    faults: &mut Collector,
) {
    if faults.counts_only() {
        return;
    }
    let fault = Fault::new(FaultKind::BadValue, path.at(node.span), message);
    faults.push(fault.help(help));
}

/// A string, or a fault.
pub fn text<'n>(node: &'n Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Option<&'n str> {
    match &node.value {
        Value::String(text) => Some(text),
        _ => {
            wrong_type(node, Expected::Text, path, faults);
            None
        }
    }
}

/// A list, or a fault.
pub fn list<'n, 'a>(
    node: &'n Node<'a>,
    expected: Expected,
    path: &Path<'_>,
    faults: &mut Collector,
) -> Option<&'n [Node<'a>]> {
    match &node.value {
        Value::Array(elements) => Some(elements),
        _ => {
            wrong_type(node, expected, path, faults);
            None
        }
    }
}

/// An object, or a fault.
pub fn object<'n, 'a>(
    node: &'n Node<'a>,
    expected: Expected,
    path: &Path<'_>,
    faults: &mut Collector,
) -> Option<&'n [Member<'a>]> {
    match &node.value {
        Value::Object(members) => Some(members),
        _ => {
            wrong_type(node, expected, path, faults);
            None
        }
    }
}

/// Reports every member of an object with free names that is given twice (D2).
pub fn unique(members: &[Member<'_>], path: &Path<'_>, faults: &mut Collector) {
    if members.len() < 2 {
        return;
    }
    let mut first: HashMap<&str, &Member<'_>> = HashMap::with_capacity(members.len());
    for member in members {
        match first.entry(&member.name) {
            std::collections::hash_map::Entry::Vacant(slot) => {
                slot.insert(member);
            }
            std::collections::hash_map::Entry::Occupied(slot) => {
                duplicate(member, slot.get(), path, faults);
            }
        }
    }
}

/// As [`unique`], in every object inside a value too. Recursion is bounded by the depth that
/// made the tree.
pub fn unique_everywhere(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) {
    match &node.value {
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                unique_everywhere(element, &path.index(index), faults);
            }
        }
        Value::Object(members) => {
            unique(members, path, faults);
            for member in members {
                unique_everywhere(&member.value, &path.member(&member.name), faults);
            }
        }
        _ => {}
    }
}

fn duplicate(second: &Member<'_>, first: &Member<'_>, path: &Path<'_>, faults: &mut Collector) {
    if faults.counts_only() {
        return;
    }
    let path = path.member(&second.name);
    let message = format!("{} is given twice", quote(&second.name));
    let fault = Fault::new(
        FaultKind::DuplicateMember,
        path.at(second.name_span),
        message,
    );
    let fault = fault.related(path.at(first.name_span), "first given here");
    faults.push(fault.help("keep one of them: which one counts must not depend on the reader"));
}
