//! Which egress entries a destination satisfies (X2, X3).

use super::networks::Networks;
use super::segments::Segments;
use super::{AtomId, Map};
use crate::firewall::network::{Address, Carriers, Network};
use crate::firewall::spec::Endpoint;

/// A set of egress entries.
#[derive(Debug, Default)]
pub(in crate::firewall) struct Destinations {
    hosts: Map<Box<str>, AtomId>,
    below: Segments,
    networks: Networks,
}

/// What a name or an address of a call is compared as.
#[derive(Clone, Copy, Debug)]
pub(in crate::firewall) enum Item<'a> {
    /// An ASCII-lowercase host name.
    Host(&'a str),
    Address(Address),
}

/// An entry as it is stored: a network may be two (see [`Network::of`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::firewall) enum Entry {
    Host(Box<str>),
    Below(Box<str>),
    Network(Network),
}

impl Entry {
    pub(in crate::firewall) fn of(endpoint: &Endpoint) -> impl Iterator<Item = Self> {
        let (first, second) = match endpoint {
            Endpoint::Host(host) => (Self::Host(host.as_str().into()), None),
            Endpoint::Below(host) => (Self::Below(host.as_str().into()), None),
            Endpoint::Network(cidr) => {
                let (first, second) = Network::of(*cidr, Carriers::Every);
                (Self::Network(first), second.map(Self::Network))
            }
        };
        std::iter::once(first).chain(second)
    }
}

impl Destinations {
    pub(in crate::firewall) fn insert(&mut self, entry: &Entry, atom: AtomId) {
        match entry {
            Entry::Host(host) => {
                self.hosts.insert(host.clone(), atom);
            }
            Entry::Below(host) => self.below.insert_suffix(host, atom),
            Entry::Network(network) => self.networks.insert(*network, atom),
        }
    }

    /// Every entry as text: hosts, `*.` hosts, networks, each sorted.
    pub(in crate::firewall) fn texts(&self) -> Vec<String> {
        let mut hosts: Vec<String> = self.hosts.keys().map(|host| host.to_string()).collect();
        hosts.sort_unstable();
        let mut below = self.below.stored_suffixes();
        below.sort_unstable();
        let below = below.into_iter().map(|host| format!("*.{host}"));
        let networks = self.networks.stored();
        let networks = networks.iter().map(ToString::to_string);
        hosts.into_iter().chain(below).chain(networks).collect()
    }

    /// Every entry that the item satisfies.
    pub(in crate::firewall) fn find(&self, item: Item<'_>, mut found: impl FnMut(AtomId)) {
        match item {
            Item::Host(host) => {
                self.hosts
                    .get(host)
                    .copied()
                    .into_iter()
                    .for_each(&mut found);
                // H4: at least one character before the dot.
                self.below.suffixes(host, |atom, before| {
                    if before.is_some_and(|before| !before.is_empty()) {
                        found(atom);
                    }
                });
            }
            Item::Address(address) => self.networks.find(address, found),
        }
    }
}
