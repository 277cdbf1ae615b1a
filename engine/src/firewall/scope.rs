//! Whether a rule speaks about a call's destination (X2, X3).

use super::destination::{self, Destination};
use super::index::{AtomId, Destinations, Entry, Item};
use super::network::Address;
use super::spec::{Egress, Endpoint};
use super::verdict::Action;

/// The destinations of one rule.
#[derive(Debug)]
pub(super) struct Scope {
    listed: Destinations,
    excepted: Destinations,
    restricts: bool,
}

/// Where a call connects to: memory that decisions reuse.
#[derive(Debug, Default)]
pub(super) struct Target {
    /// The name in lower case; empty: the destination is an address.
    host: String,
    address: Option<Address>,
    /// What it was resolved to.
    resolved: Vec<Address>,
    /// Whether some of it does not parse.
    unparsed: bool,
}

impl Target {
    /// Reads the destination of a call; `false` if it cannot be read (X4). Linear.
    pub(super) fn read(&mut self, destination: Option<&str>, resolved: &[&str]) -> bool {
        self.host.clear();
        self.address = None;
        match destination.and_then(destination::read) {
            None => return false,
            Some(Destination::Address(address)) => self.address = Some(address),
            Some(Destination::Name(name)) => {
                self.host.push_str(name);
                self.host.make_ascii_lowercase();
            }
        }
        self.resolved.clear();
        self.resolved.extend(
            resolved
                .iter()
                .filter_map(|text| destination::read_resolved(text)),
        );
        self.unparsed = self.resolved.len() < resolved.len();
        true
    }

    /// What the destination itself is compared as.
    pub(super) fn name(&self) -> Item<'_> {
        self.address.map_or(Item::Host(&self.host), Item::Address)
    }

    pub(super) fn resolved(&self) -> impl Iterator<Item = Item<'static>> {
        self.resolved.iter().copied().map(Item::Address)
    }

    /// Whether an address that it was resolved to does not parse (X3).
    pub(super) const fn has_unparsed(&self) -> bool {
        self.unparsed
    }
}

impl Scope {
    pub(super) fn new(egress: &Egress, action: Action) -> Self {
        let (listed, excepted) = egress.scope(action);
        Self {
            listed: entries(listed),
            excepted: entries(excepted),
            restricts: action.restricts(),
        }
    }

    /// Whether the rule speaks about the target.
    pub(super) fn holds(&self, target: &Target) -> bool {
        let name_listed = holds(&self.listed, target.name());
        if holds(&self.excepted, target.name()) {
            return false;
        }
        let mut resolved = target.resolved();
        if self.restricts {
            name_listed
                || target.unparsed
                || resolved.any(|item| holds(&self.listed, item) && !holds(&self.excepted, item))
        } else if target.resolved.is_empty() || target.unparsed {
            name_listed && !target.unparsed
        } else {
            resolved.all(|item| {
                (name_listed || holds(&self.listed, item)) && !holds(&self.excepted, item)
            })
        }
    }
}

/// What it lists, then what it leaves out; sorted.
impl std::fmt::Display for Scope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}]", self.listed.texts().join(", "))?;
        let excepted = self.excepted.texts();
        if excepted.is_empty() {
            return Ok(());
        }
        write!(f, " except [{}]", excepted.join(", "))
    }
}

fn entries(endpoints: &[Endpoint]) -> Destinations {
    let mut destinations = Destinations::default();
    for entry in endpoints.iter().flat_map(Entry::of) {
        destinations.insert(&entry, AtomId::default());
    }
    destinations
}

fn holds(entries: &Destinations, item: Item<'_>) -> bool {
    let mut any = false;
    entries.find(item, |_| any = true);
    any
}
