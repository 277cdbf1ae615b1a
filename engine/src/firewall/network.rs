//! Addresses and CIDR networks (A3 `cidr_match`, X1–X3).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A network as a document writes it: host bits and all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cidr {
    /// The address before the slash.
    pub address: IpAddr,
    /// How many bits of it count: at most 32 or 128.
    pub length: u8,
}

impl Cidr {
    /// The network of one address.
    #[must_use]
    pub const fn single(address: IpAddr) -> Self {
        Self {
            address,
            length: if address.is_ipv4() { 32 } else { 128 },
        }
    }

    /// Whether bits past the length are set (linted, Q8).
    #[must_use]
    pub fn has_host_bits(self) -> bool {
        self.masked().address != self.address
    }

    /// The same network without bits that do not count.
    #[must_use]
    pub fn masked(self) -> Self {
        let address = match self.address {
            IpAddr::V4(v4) => IpAddr::V4((u32::from(v4) & mask4(self.length)).into()),
            IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) & mask6(self.length)).into()),
        };
        Self { address, ..self }
    }
}

impl std::fmt::Display for Cidr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.address, self.length)
    }
}

/// An address with the IPv4 it carries taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Address {
    V4(u32),
    V6(u128),
}

/// A masked network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Network {
    V4(u32, u8),
    V6(u128, u8),
}

/// Which IPv6 addresses count as the IPv4 that they carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Carriers {
    /// `::ffff:0:0/96` only: argument clauses (A3).
    Mapped,
    /// That, `::/96` but `::` and `::1`, `64:ff9b::/96` and `2002::/16`: egress (X1).
    Every,
}

const MAPPED: u128 = 0xffff_0000_0000;
const NAT64: u128 = 0x0064_ff9b_u128 << 96;
const SIX_TO_FOUR: u128 = 0x2002_u128 << 112;

impl Address {
    pub(super) fn new(address: IpAddr, carriers: Carriers) -> Self {
        match address {
            IpAddr::V4(v4) => Self::V4(v4.into()),
            IpAddr::V6(v6) => {
                let bits = u128::from(v6);
                carried(bits, carriers).map_or(Self::V6(bits), |(v4, _)| Self::V4(v4))
            }
        }
    }

    /// Reads an address in its usual text: dotted IPv4 without leading zeros, or IPv6
    /// without brackets and zone.
    pub(super) fn parse(text: &str, carriers: Carriers) -> Option<Self> {
        let address = if text.contains(':') {
            IpAddr::V6(text.parse::<Ipv6Addr>().ok()?)
        } else {
            IpAddr::V4(text.parse::<Ipv4Addr>().ok()?)
        };
        Some(Self::new(address, carriers))
    }
}

/// The IPv4 that an IPv6 address carries, and where its 32 bits begin.
fn carried(bits: u128, carriers: Carriers) -> Option<(u32, u8)> {
    let low = || {
        u32::try_from(bits & u128::from(u32::MAX))
            .ok()
            .map(|v4| (v4, 96))
    };
    let top = bits & mask6(96);
    if top == MAPPED {
        return low();
    }
    if carriers == Carriers::Mapped {
        return None;
    }
    if top == NAT64 || (top == 0 && bits > 1) {
        low()
    } else if bits & mask6(16) == SIX_TO_FOUR {
        u32::try_from((bits >> 80) & u128::from(u32::MAX))
            .ok()
            .map(|v4| (v4, 16))
    } else {
        None
    }
}

/// In canonical text, without host bits.
impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::V4(bits, length) => write!(f, "{}/{length}", Ipv4Addr::from(bits)),
            Self::V6(bits, length) => write!(f, "{}/{length}", Ipv6Addr::from(bits)),
        }
    }
}

impl Network {
    /// The networks that an entry means. An IPv6 network inside one that carries IPv4 is the
    /// IPv4 network its addresses count as; one that also holds `::` or `::1`, which carry
    /// nothing, is both; in clauses every one is a single network.
    pub(super) fn of(cidr: Cidr, carriers: Carriers) -> (Self, Option<Self>) {
        match cidr.address {
            IpAddr::V4(v4) => (Self::v4(v4.into(), cidr.length), None),
            IpAddr::V6(v6) => {
                let length = cidr.length.min(128);
                let bits = u128::from(v6) & mask6(length);
                // `::/96` … `::/127` begin with an address that carries nothing.
                let low = bits <= 1 && (96..128).contains(&length);
                if low && carriers == Carriers::Every {
                    (Self::V6(bits, length), Some(Self::v4(0, length - 96)))
                } else {
                    match carried(bits, carriers) {
                        Some((v4, from)) if length >= from => {
                            (Self::v4(v4, (length - from).min(32)), None)
                        }
                        _ => (Self::V6(bits, length), None),
                    }
                }
            }
        }
    }

    fn v4(bits: u32, length: u8) -> Self {
        let length = length.min(32);
        Self::V4(bits & mask4(length), length)
    }

    pub(super) fn contains(self, address: Address) -> bool {
        match (self, address) {
            (Self::V4(network, length), Address::V4(bits)) => bits & mask4(length) == network,
            (Self::V6(network, length), Address::V6(bits)) => bits & mask6(length) == network,
            _ => false,
        }
    }
}

pub(super) fn mask4(length: u8) -> u32 {
    u32::MAX
        .checked_shl(32_u32.saturating_sub(length.into()))
        .unwrap_or(0)
}

pub(super) fn mask6(length: u8) -> u128 {
    u128::MAX
        .checked_shl(128_u32.saturating_sub(length.into()))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Address, Carriers, Cidr, Network};

    fn cidr(text: &str) -> Cidr {
        let (address, length) = text.split_once('/').unwrap();
        Cidr {
            address: address.parse().unwrap(),
            length: length.parse().unwrap(),
        }
    }

    fn inside(network: &str, address: &str, carriers: Carriers) -> bool {
        let address = Address::parse(address, carriers).unwrap();
        let (first, second) = Network::of(cidr(network), carriers);
        first.contains(address) || second.is_some_and(|second| second.contains(address))
    }

    #[test]
    fn containment_both_ways() {
        use Carriers::{Every, Mapped};
        let rows = [
            ("10.0.0.0/8", "10.255.0.1", true, true),
            ("10.0.0.0/8", "11.0.0.0", false, false),
            ("10.1.2.3/8", "10.9.9.9", true, true),
            ("0.0.0.0/0", "255.255.255.255", true, true),
            ("0.0.0.0/0", "2001:db8::1", false, false),
            ("1.2.3.4/32", "1.2.3.4", true, true),
            ("1.2.3.4/32", "1.2.3.5", false, false),
            ("2001:db8::/32", "2001:db8:ffff::1", true, true),
            ("2001:db8::/32", "2001:db9::1", false, false),
            ("::/0", "2001:db8::1", true, true),
            ("::/0", "10.0.0.1", false, false),
            ("::/0", "::ffff:10.0.0.1", false, false),
            ("10.0.0.0/8", "::ffff:10.0.0.1", true, true),
            ("::ffff:10.0.0.0/104", "10.1.1.1", true, true),
            ("::ffff:10.0.0.0/104", "::ffff:10.1.1.1", true, true),
            ("::ffff:10.0.0.0/104", "11.1.1.1", false, false),
            ("10.0.0.0/8", "64:ff9b::a00:1", false, true),
            ("10.0.0.0/8", "2002:a00:1::5", false, true),
            ("10.0.0.0/8", "::10.0.0.1", false, true),
            ("64:ff9b::/96", "64:ff9b::1", true, true),
            ("64:ff9b::/96", "10.0.0.1", false, true),
            ("2002:a00::/24", "10.3.0.1", false, true),
            ("2002:a00:1:5::/64", "2002:a00:1:6::1", false, true),
            ("::/96", "::1", true, true),
            ("::/96", "::", true, true),
            ("::/96", "1.2.3.4", false, true),
            ("::/96", "200.2.3.4", false, true),
            ("::/120", "0.0.0.9", false, true),
            ("::/120", "0.0.1.9", false, false),
            ("64:ff9b::/64", "64:ff9b:0:0:1::1", true, true),
            ("64:ff9b::/64", "10.0.0.1", false, false),
            ("2002::/15", "2003::1", true, true),
            ("2002::/15", "10.0.0.1", false, false),
            ("::1/128", "::1", true, true),
            ("::1/128", "0.0.0.1", false, false),
            ("::/0", "::1", true, true),
        ];
        for (network, address, mapped, every) in rows {
            assert_eq!(
                inside(network, address, Mapped),
                mapped,
                "{network} {address} mapped"
            );
            assert_eq!(
                inside(network, address, Every),
                every,
                "{network} {address} every"
            );
        }
    }

    #[test]
    fn texts_that_are_no_address() {
        for text in [
            "",
            "1.2.3",
            "01.2.3.4",
            "1.2.3.4 ",
            "0x7f.1",
            "[::1]",
            "fe80::1%eth0",
            "1.2.3.4:80",
            "x",
        ] {
            assert_eq!(Address::parse(text, Carriers::Mapped), None, "{text}");
        }
    }

    #[test]
    fn host_bits() {
        assert!(cidr("10.0.0.1/8").has_host_bits());
        assert!(!cidr("10.0.0.0/8").has_host_bits());
        assert!(cidr("2001:db8::1/32").has_host_bits());
        assert!(!cidr("::/0").has_host_bits());
    }
}
