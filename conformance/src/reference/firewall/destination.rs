//! Where an egress call goes, and whether a rule speaks about it (X1–X3).

use super::network::{counted, listed};
use callgate_engine::firewall::{Action, Egress, Endpoint, Verdict};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A destination, or an address that it was resolved to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// A lower-case host name.
    Host(String),
    Address(IpAddr),
}

#[derive(Debug)]
pub(super) struct Target {
    name: Item,
    /// `None` for one that does not parse.
    resolved: Vec<Option<Item>>,
}

impl Target {
    /// `None`: missing or unreadable (X4).
    pub(super) fn read(destination: Option<&str>, resolved: &[String]) -> Option<Self> {
        let name = read(destination?)?;
        let resolved = resolved
            .iter()
            .map(|text| {
                let bare = match text
                    .strip_prefix('[')
                    .and_then(|text| text.strip_suffix(']'))
                {
                    Some(inside) => inside.parse::<Ipv6Addr>().ok()?.into(),
                    None => text.parse::<IpAddr>().ok()?,
                };
                Some(Item::Address(counted(bare)))
            })
            .collect();
        Some(Self { name, resolved })
    }

    /// X2 and X3.
    pub(super) fn in_scope(&self, egress: &Egress, action: Action) -> bool {
        let (list, exceptions) = match action {
            Action::Give(Verdict::Allow) => (&egress.allow, &egress.deny),
            _ => (&egress.deny, &egress.allow),
        };
        let is_listed = |item: &Item| list.iter().any(|entry| is(entry, item));
        let is_excepted = |item: &Item| exceptions.iter().any(|entry| is(entry, item));
        let in_scope = |item: &Item| is_listed(item) && !is_excepted(item);
        if self.resolved.is_empty() {
            return in_scope(&self.name);
        }
        if matches!(action, Action::Give(Verdict::Allow | Verdict::Audit)) {
            let all: Option<Vec<&Item>> = self.resolved.iter().map(Option::as_ref).collect();
            let Some(all) = all else { return false };
            let excepted = is_excepted(&self.name) || all.iter().any(|item| is_excepted(item));
            !excepted && (is_listed(&self.name) || all.iter().all(|item| is_listed(item)))
        } else {
            !is_excepted(&self.name)
                && (in_scope(&self.name)
                    || self
                        .resolved
                        .iter()
                        .any(|item| item.as_ref().is_none_or(in_scope)))
        }
    }
}

/// Whether an item is an entry (X2).
fn is(entry: &Endpoint, item: &Item) -> bool {
    match (entry, item) {
        (Endpoint::Host(host), Item::Host(name)) => host == name,
        (Endpoint::Below(host), Item::Host(name)) => {
            let suffix = format!(".{host}");
            name.ends_with(&suffix) && name.len() > suffix.len()
        }
        (Endpoint::Network(cidr), Item::Address(address)) => listed(*cidr, *address),
        _ => false,
    }
}

/// Reads a destination (X1).
fn read(text: &str) -> Option<Item> {
    if text.contains("://") {
        return of_url(text);
    }
    if let Some(rest) = text.strip_prefix('[') {
        let address: Ipv6Addr = rest.strip_suffix(']')?.parse().ok()?;
        return Some(Item::Address(counted(address.into())));
    }
    if let Ok(address) = text.parse::<Ipv6Addr>() {
        return Some(Item::Address(counted(address.into())));
    }
    of_name(text)
}

fn of_url(url: &str) -> Option<Item> {
    if url
        .chars()
        .any(|character| character <= ' ' || character == '\u{7f}')
    {
        return None;
    }
    let (scheme, rest) = url.split_once("://")?;
    if !["http", "https"].contains(&scheme.to_ascii_lowercase().as_str()) {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    if authority.is_empty() || authority.contains('@') {
        return None;
    }
    let digits = |port: &str| port.chars().all(|character| character.is_ascii_digit());
    if let Some(inside) = authority.strip_prefix('[') {
        let (address, port) = inside.split_once(']')?;
        if !port.is_empty() && !port.strip_prefix(':').is_some_and(digits) {
            return None;
        }
        let address: Ipv6Addr = address.parse().ok()?;
        return Some(Item::Address(counted(address.into())));
    }
    match authority.split_once(':') {
        Some((name, port)) if digits(port) => of_name(name),
        Some(_) => None,
        None => of_name(authority),
    }
}

/// A name or an IPv4 address (H3, H5).
fn of_name(text: &str) -> Option<Item> {
    let name = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
    let alphabet = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if name.is_empty()
        || !name.chars().all(alphabet)
        || name.starts_with('.')
        || name.ends_with('.')
    {
        return None;
    }
    if let Ok(address) = name.parse::<Ipv4Addr>() {
        return Some(Item::Address(address.into()));
    }
    let last = name.rsplit('.').next()?;
    let numeric = last.chars().all(|c| c.is_ascii_digit())
        || last
            .strip_prefix("0x")
            .is_some_and(|hex| hex.chars().all(|c| c.is_ascii_hexdigit()));
    (!numeric).then_some(Item::Host(name))
}
