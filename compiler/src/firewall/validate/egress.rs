//! Egress lists and networks (X2, A3).

use super::{Said, Wrong, parsed};
use crate::document::read::{self, Shape};
use crate::document::{Node, Path};
use crate::fault::{Collector, quote};
use crate::firewall::rule::Places;
use callgate_engine::firewall::{Action, Cidr, Egress, Endpoint};
use callgate_engine::host::{UrlFault, read_host};
use std::net::{IpAddr, Ipv6Addr};

const EGRESS: Shape<2> = Shape {
    what: "egress",
    members: ["allow", "deny"],
    meant: &[
        ("allowed", "allow"),
        ("allowlist", "allow"),
        ("denied", "deny"),
        ("denylist", "deny"),
        ("block", "deny"),
        ("hosts", "allow"),
    ],
};

/// Reads the destinations of a rule; `action` is `None` if the rule's verdict is faulty.
pub(super) fn egress(
    node: &Node<'_>,
    action: Option<Action>,
    path: &Path<'_>,
    faults: &mut Collector,
    places: &mut Places,
) -> Option<Egress> {
    let members = read::object(node, read::Expected::Egress, path, faults)?;
    let fields = EGRESS.fields(members, path, faults);
    let mut lists = EGRESS.members.iter().enumerate().map(|(place, name)| {
        fields.get(place).map_or_else(Vec::new, |member| {
            list(&member.value, &path.member(name), faults, places)
        })
    });
    let egress = Egress {
        allow: lists.next().unwrap_or_default(),
        deny: lists.next().unwrap_or_default(),
    };
    drop(lists);
    let scope = action.map(|action| (action, egress.scope(action).0));
    if let Some((action, [])) = scope {
        let own = if action.as_str() == "allow" {
            "allow"
        } else {
            "deny"
        };
        // An entry that is wrong has been reported; the list was not empty then.
        let written = fields.get(usize::from(own == "deny")).is_some_and(|member| {
            matches!(&member.value.value, crate::document::Value::Array(list) if !list.is_empty())
        });
        if !written {
            let message = format!(
                "the rule speaks about no destination: {} rule's scope is its `{own}` list",
                if own == "allow" {
                    "an `allow`".to_owned()
                } else {
                    format!("a `{}`", action.as_str())
                }
            );
            let help = format!("name its destinations in `{own}`");
            read::bad_value(node, path, message, help, faults);
        }
    }
    Some(egress)
}

fn list(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
    places: &mut Places,
) -> Vec<Endpoint> {
    let Some(nodes) = read::list(node, read::Expected::Destinations, path, faults) else {
        return Vec::new();
    };
    let mut endpoints = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let path = path.index(index);
        let endpoint = parsed(node, &path, faults, endpoint);
        if let Some(Endpoint::Network(cidr)) = &endpoint {
            note_host_bits(*cidr, node, &path, places);
        }
        endpoints.extend(endpoint);
    }
    endpoints
}

/// Keeps what the lint says about a network with bits that do not count (Q8).
pub(super) fn note_host_bits(cidr: Cidr, node: &Node<'_>, path: &Path<'_>, places: &mut Places) {
    if cidr.has_host_bits() {
        places
            .host_bits
            .push((path.at(node.span), cidr.masked().to_string()));
    }
}

/// Reads a host, `*.host`, an address or a network.
fn endpoint(text: &str) -> Result<Endpoint, Wrong> {
    if text.contains('/') && !text.contains("://") {
        return cidr(text).map(Endpoint::Network);
    }
    if let Ok(address) = text.parse::<IpAddr>() {
        return Ok(Endpoint::Network(Cidr::single(address)));
    }
    let (name, below) = match text.strip_prefix("*.") {
        Some(name) => (name, true),
        None => (text, false),
    };
    let name = name.strip_suffix('.').unwrap_or(name);
    if below && (name.parse::<IpAddr>().is_ok() || name.contains(':')) {
        return Err(
            Said::new(format!("nothing lies below an address: {}", quote(text)))
                .help(format!("write {}", quote(name))),
        );
    }
    if text.contains(':') {
        return Err(colon(text));
    }
    match read_host(name) {
        Ok(host) if below => Ok(Endpoint::Below(host.as_str().into())),
        Ok(host) => Ok(Endpoint::Host(host.as_str().into())),
        Err(fault) => Err(unreadable(text, name, fault)),
    }
}

fn colon(text: &str) -> Wrong {
    if let Some((_, rest)) = text.split_once("://") {
        let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
        let wrong = Said::new(format!(
            "a destination is a host, not a URL: {}",
            quote(text)
        ));
        return wrong.help(if host.is_empty() {
            "write the host alone, like `docs.rs`".to_owned()
        } else {
            format!("write {}", quote(host))
        });
    }
    let bare = text
        .trim_start_matches('[')
        .split(']')
        .next()
        .unwrap_or_default();
    if text.starts_with('[') && bare.parse::<Ipv6Addr>().is_ok() {
        return Said::new(format!(
            "an IPv6 address stands without brackets here: {}",
            quote(text)
        ))
        .help(format!("write {}", quote(bare)));
    }
    match text.split_once(':') {
        Some((host, port)) if !host.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => {
            Said::new(format!(
                "a port is not part of a destination: {}",
                quote(text)
            ))
            .help(format!("write {}", quote(host)))
        }
        _ => Said::new(format!("{} is no IPv6 address", quote(text)))
            .help("write a host like `docs.rs`, or an address like `2001:db8::1`, without a zone"),
    }
}

fn unreadable(text: &str, name: &str, fault: UrlFault) -> Wrong {
    let shown = quote(text);
    match fault {
        _ if name.contains('*') => Said::new(format!(
            "a `*` stands only at the front, as `*.`: {shown}"
        ))
        .help(match text {
            "*" => "leave the egress scope out to speak about every destination".to_owned(),
            _ => match name.strip_prefix('*').filter(|host| !host.contains('*')) {
                Some(host) => format!(
                    "write `*.` and {0} for the hosts below it, {0} for itself",
                    quote(host)
                ),
                None => "write each host, or `*.` and a host for every host below it".to_owned(),
            },
        }),
        UrlFault::NumericHost => Said::new(format!(
            "{shown} is a number that clients read as an address: it could never match"
        ))
        .help("write the address as four decimal numbers"),
        UrlFault::Dots => Said::new(format!("a host does not begin or end with a dot: {shown}"))
            .help(match text.trim_matches('.') {
                "" => "write a host, like `docs.rs`".to_owned(),
                bare => format!("write {}", quote(bare)),
            }),
        _ if name.is_empty() => {
            Said::new(format!("{shown} names no host")).help("write a host, like `docs.rs`")
        }
        _ if !text.is_ascii() => Said::new(format!("{shown} is no host name"))
            .help("write the name in its ASCII form, which begins with `xn--`"),
        _ => Said::new(format!("{shown} is no host name, address or network"))
            .help("hosts are letters, digits, `.`, `-` and `_`, like `docs.rs`"),
    }
}

/// Reads a network: an address, a slash and a length.
pub(super) fn cidr(text: &str) -> Result<Cidr, Wrong> {
    let shown = quote(text);
    let Some((address, length)) = text.split_once('/') else {
        return Err(match text.parse::<IpAddr>() {
            Ok(address) => {
                let all = Cidr::single(address).length;
                Said::new(format!("{shown} is an address, not a network"))
                    .help(format!("write `{text}/{all}`"))
            }
            Err(_) => Said::new(format!("{shown} is no network"))
                .help("write an address, a slash and how many bits of it count: `10.0.0.0/8`"),
        });
    };
    let address: IpAddr = address.parse().map_err(|_| {
        Said::new(format!("{} is no IPv4 or IPv6 address", quote(address)))
            .help("write the whole address, without leading zeros: `10.0.0.0/8`, `2001:db8::/32`")
    })?;
    let most = Cidr::single(address).length;
    let digits = length.bytes().all(|byte| byte.is_ascii_digit())
        && (length.len() == 1 || !length.starts_with('0'));
    match length
        .parse::<u8>()
        .ok()
        .filter(|&length| digits && length <= most)
    {
        Some(length) => Ok(Cidr { address, length }),
        None => Err(Said::new(format!(
            "the length of {shown} is no number from 0 to {most}"
        ))
        .help(format!(
            "write how many bits of the address count: `/{most}` is this one alone"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::{cidr, endpoint};
    use callgate_engine::firewall::Endpoint;

    #[test]
    fn entries_that_load() {
        let host = |text: &str| Ok(Endpoint::Host(text.into()));
        assert_eq!(endpoint("Evil.Example"), host("evil.example"));
        assert_eq!(endpoint("evil.example."), host("evil.example"));
        assert_eq!(
            endpoint("*.Evil.example."),
            Ok(Endpoint::Below("evil.example".into()))
        );
        for text in [
            "10.0.0.1",
            "::1",
            "10.0.0.0/8",
            "2001:db8::/32",
            "::ffff:1.2.3.4",
        ] {
            assert!(matches!(endpoint(text), Ok(Endpoint::Network(_))), "{text}");
        }
    }

    #[test]
    fn entries_that_are_refused() {
        for text in [
            "",
            "*",
            "*.",
            "**.x",
            "a.*.b",
            "x.*",
            "https://x.com/y",
            "x.com:443",
            "[::1]",
            "::g",
            "x.com/y",
            "10.0.0.0/33",
            "10.0.0.0/08",
            "10.0.0.0/",
            "10.0.0.0/+8",
            "10.0/8",
            "127.1",
            "0x7f.1",
            "010.0.0.1",
            ".x",
            "x..",
            "x y",
            "*.10.0.0.1",
            "*.::1",
            "exämple.com",
            "fe80::1%eth0",
        ] {
            assert!(endpoint(text).is_err(), "{text}");
        }
        let help = |text| cidr(text).unwrap_err().help;
        assert_eq!(help("10.0.0.1"), "write `10.0.0.1/32`");
        assert_eq!(help("::1"), "write `::1/128`");
    }
}
