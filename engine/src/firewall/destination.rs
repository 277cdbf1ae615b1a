//! Where an egress call connects to (X1).

use super::network::{Address, Carriers};
use crate::host::{self, HostRef};
use std::net::Ipv6Addr;

/// A destination that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination<'a> {
    /// A host name, its letters as the call gives them, without a trailing dot.
    Name(&'a str),
    /// An address, the IPv4 it carries taken out.
    Address(Address),
}

/// Reads a destination: a host name, an address (IPv6 bare or bracketed) or an http(s) URL;
/// `None` where two readers could disagree, or where there is a port beside a bare host.
/// Linear in the text.
pub(super) fn read(text: &str) -> Option<Destination<'_>> {
    let host = if text.contains("://") {
        host::url_host_any(text).ok()?
    } else if let Some(rest) = text.strip_prefix('[') {
        HostRef::V6(rest.strip_suffix(']')?.parse().ok()?)
    } else if text.contains(':') {
        HostRef::V6(text.parse::<Ipv6Addr>().ok()?)
    } else {
        host::name(text.strip_suffix('.').unwrap_or(text)).ok()?
    };
    Some(match host {
        // A name that passed H5 and parses is a canonical dotted IPv4.
        HostRef::Name(name) => Address::parse(name, Carriers::Every)
            .map_or(Destination::Name(name), Destination::Address),
        HostRef::V6(address) => Destination::Address(Address::new(address.into(), Carriers::Every)),
    })
}

/// Reads an address that a destination was resolved to: IPv6 may stand in brackets (X3).
pub(super) fn read_resolved(text: &str) -> Option<Address> {
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    match bare {
        Some(bare) if bare.contains(':') => Address::parse(bare, Carriers::Every),
        Some(_) => None,
        None => Address::parse(text, Carriers::Every),
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, Destination, read};

    #[test]
    fn readable() {
        for (text, name) in [
            ("Evil.Example", "Evil.Example"),
            ("evil.example.", "evil.example"),
            ("https://Api.X.com:8443/p?q", "Api.X.com"),
            ("http://x.com.", "x.com"),
            ("localhost", "localhost"),
            ("a_b-c.d", "a_b-c.d"),
        ] {
            assert_eq!(read(text), Some(Destination::Name(name)), "{text}");
        }
        for (text, v4) in [
            ("10.0.0.1", 0x0a00_0001),
            ("10.0.0.1.", 0x0a00_0001),
            ("http://10.0.0.1:80/", 0x0a00_0001),
            ("::ffff:10.0.0.1", 0x0a00_0001),
            ("[::ffff:a00:1]", 0x0a00_0001),
            ("http://[::ffff:10.0.0.1]:8080/", 0x0a00_0001),
            ("64:ff9b::10.0.0.1", 0x0a00_0001),
            ("2002:0a00:0001::", 0x0a00_0001),
            ("::2", 2),
        ] {
            assert_eq!(
                read(text),
                Some(Destination::Address(Address::V4(v4))),
                "{text}"
            );
        }
        for (text, v6) in [("::", 0), ("::1", 1), ("[::1]", 1), ("https://[::1]", 1)] {
            assert_eq!(
                read(text),
                Some(Destination::Address(Address::V6(v6))),
                "{text}"
            );
        }
    }

    #[test]
    fn unreadable() {
        for text in [
            "",
            ".",
            "x.com:443",
            "10.0.0.1:80",
            "[::1]:80",
            "[10.0.0.1]",
            "ftp://x.com",
            "https://u@x.com",
            "https://",
            "//x.com",
            "x.com/",
            "x com",
            "ex\u{e4}mple.com",
            "2130706433",
            "0x7f.1",
            "127.1",
            "010.0.0.1",
            "http://0x7f000001/",
            "fe80::1%eth0",
            "x..",
            ".x",
            "*.x.com",
            "https://x.com:y/",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
