//! Which of many networks hold an address.
//!
//! One hash look-up for each length that some network has: at most 33 or 129, usually a
//! handful, whatever the number of networks, and nothing is allocated.

use super::{AtomId, Map};
use crate::firewall::network::{Address, Network, mask4, mask6};

/// A set of networks, IPv4 and IPv6 apart.
#[derive(Debug, Default)]
pub(super) struct Networks {
    v4: Map<(u32, u8), AtomId>,
    v6: Map<(u128, u8), AtomId>,
    /// The lengths that occur, each once.
    lengths4: Vec<u8>,
    lengths6: Vec<u8>,
}

impl Networks {
    pub(super) fn insert(&mut self, network: Network, atom: AtomId) {
        let (lengths, length) = match network {
            Network::V4(bits, length) => {
                self.v4.insert((bits, length), atom);
                (&mut self.lengths4, length)
            }
            Network::V6(bits, length) => {
                self.v6.insert((bits, length), atom);
                (&mut self.lengths6, length)
            }
        };
        if !lengths.contains(&length) {
            lengths.push(length);
        }
    }

    /// The networks that were stored, sorted.
    pub(super) fn stored(&self) -> Vec<Network> {
        let mut v4: Vec<_> = self.v4.keys().copied().collect();
        v4.sort_unstable();
        let mut v6: Vec<_> = self.v6.keys().copied().collect();
        v6.sort_unstable();
        let v4 = v4
            .into_iter()
            .map(|(bits, length)| Network::V4(bits, length));
        let v6 = v6
            .into_iter()
            .map(|(bits, length)| Network::V6(bits, length));
        v4.chain(v6).collect()
    }

    /// Every network that holds the address: at most one per length.
    pub(super) fn find(&self, address: Address, mut found: impl FnMut(AtomId)) {
        match address {
            Address::V4(bits) => {
                for &length in &self.lengths4 {
                    let network = (bits & mask4(length), length);
                    self.v4
                        .get(&network)
                        .copied()
                        .into_iter()
                        .for_each(&mut found);
                }
            }
            Address::V6(bits) => {
                for &length in &self.lengths6 {
                    let network = (bits & mask6(length), length);
                    self.v6
                        .get(&network)
                        .copied()
                        .into_iter()
                        .for_each(&mut found);
                }
            }
        }
    }
}
