//! Which of many networks hold an address.

use super::AtomId;
use crate::firewall::network::{Address, Network};
use prefix_trie::PrefixMap;

/// A set of networks, IPv4 and IPv6 apart.
#[derive(Debug, Default)]
pub(super) struct Networks {
    v4: PrefixMap<(u32, u8), AtomId>,
    v6: PrefixMap<(u128, u8), AtomId>,
}

impl Networks {
    pub(super) fn insert(&mut self, network: Network, atom: AtomId) {
        match network {
            Network::V4(bits, length) => self.v4.insert((bits, length), atom),
            Network::V6(bits, length) => self.v6.insert((bits, length), atom),
        };
    }

    /// Every network that holds the address: at most one per length.
    pub(super) fn find(&self, address: Address, mut found: impl FnMut(AtomId)) {
        match address {
            Address::V4(bits) => {
                self.v4
                    .cover(&(bits, 32))
                    .for_each(|(_, &atom)| found(atom));
            }
            Address::V6(bits) => {
                self.v6
                    .cover(&(bits, 128))
                    .for_each(|(_, &atom)| found(atom));
            }
        }
    }
}
