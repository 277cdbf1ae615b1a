//! Addresses and networks bit by bit (A3, X1).

use callgate_engine::firewall::Cidr;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The bits of an address, and of which family it is.
fn bits(address: IpAddr) -> (bool, Vec<bool>) {
    let octets = match address {
        IpAddr::V4(v4) => v4.octets().to_vec(),
        IpAddr::V6(v6) => v6.octets().to_vec(),
    };
    let bits = octets
        .iter()
        .flat_map(|octet| (0..8).rev().map(move |bit| octet >> bit & 1 == 1));
    (address.is_ipv4(), bits.collect())
}

fn starts_alike(network: IpAddr, length: u8, address: IpAddr) -> bool {
    let (family, network) = bits(network);
    let (other, address) = bits(address);
    family == other
        && network
            .iter()
            .zip(&address)
            .take(length.into())
            .all(|(network, address)| network == address)
}

/// An IPv4-mapped address as its IPv4.
fn unmapped(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => v6.to_ipv4_mapped().map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    }
}

/// `cidr_match` (A3).
pub(super) fn contains(cidr: Cidr, address: IpAddr) -> bool {
    match (cidr.address, unmapped(cidr.address)) {
        // A network inside `::ffff:0:0/96`.
        (IpAddr::V6(_), v4 @ IpAddr::V4(_)) if cidr.length >= 96 => {
            starts_alike(v4, cidr.length - 96, unmapped(address))
        }
        _ => starts_alike(cidr.address, cidr.length, unmapped(address)),
    }
}

/// The IPv4 that an address carries where destinations are compared (X1).
pub(super) fn carried(v6: Ipv6Addr) -> Option<Ipv4Addr> {
    let segments = v6.segments();
    let v4 = |high: u16, low: u16| Some(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)));
    match segments {
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => None,
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] => v4(high, low),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => v4(high, low),
        [0x2002, high, low, ..] => v4(high, low),
        _ => None,
    }
}

/// An address as it counts at egress.
pub(super) fn counted(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => carried(v6).map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    }
}

/// Whether an address that already counts as what it carries is in an entry of a list: an entry
/// inside a range that carries IPv4 holds the IPv4 addresses its addresses count as.
pub(super) fn listed(entry: Cidr, counted: IpAddr) -> bool {
    if starts_alike(entry.address, entry.length, counted) {
        return true;
    }
    let (IpAddr::V6(_), IpAddr::V4(v4)) = (entry.address, counted) else {
        return false;
    };
    // Every address that would count as this one.
    let [a, b, c, d] = v4.octets();
    let (high, low) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
    let inside = |prefix: u8, form: Ipv6Addr, bits: u8| {
        // Only an entry that lies inside the range, compared on the bits that carry.
        entry.length >= prefix
            && starts_alike(entry.address, prefix, form.into())
            && starts_alike(entry.address, entry.length.min(bits), form.into())
    };
    inside(96, Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, high, low), 128)
        || inside(96, Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, high, low), 128)
        || inside(16, Ipv6Addr::new(0x2002, high, low, 0, 0, 0, 0, 0), 48)
        || inside(96, Ipv6Addr::new(0, 0, 0, 0, 0, 0, high, low), 128) && !is_plain(entry)
}

/// `::` and `::1` alone: they carry nothing.
fn is_plain(entry: Cidr) -> bool {
    entry.length == 128
        && matches!(entry.address, IpAddr::V6(v6) if matches!(v6.segments(), [0, 0, 0, 0, 0, 0, 0, 0 | 1]))
}
