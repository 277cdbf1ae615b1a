//! Host patterns (R5): no scheme, port or path, and no `*` but a leading `*.`.

use super::{Said, Wrong};
use crate::fault::quote;
use crate::permission::Host;
use callgate_engine::host::{UrlFault, read_host};
use std::net::Ipv4Addr;

/// Reads an exact host, or `*.` and a host.
pub(super) fn host(text: &str) -> Result<Host, Wrong> {
    let (stem, below) = match text.strip_prefix("*.") {
        Some(stem) => (stem, true),
        None => (text, false),
    };
    if !stem.bytes().all(is_host_byte) {
        return Err(foreign(text));
    }
    if !stem.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
        return Err(Said::new(format!("{} names no host", quote(text)))
            .help("name a host, or leave `host` out to speak about every website"));
    }
    if stem.starts_with('.') || stem.ends_with('.') {
        return Err(dots(text, stem));
    }
    let host = read_host(stem).map_err(|fault| unreadable(stem, fault))?;
    let host = host.as_str();
    if below && (host.contains(':') || host.parse::<Ipv4Addr>().is_ok()) {
        return Err(
            Said::new(format!("nothing lies below an address: {}", quote(text)))
                .help(format!("write {}", quote(stem))),
        );
    }
    let host = host.to_owned();
    Ok(if below {
        Host::Below(host)
    } else {
        Host::Exact(host)
    })
}

const fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b':')
}

/// What holds a character that no host has.
fn foreign(text: &str) -> Wrong {
    if let Some((_, rest)) = text.split_once("://") {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let wrong = Said::new(format!("a scheme is not part of a host: {}", quote(text)));
        return wrong.help(bare(host));
    }
    if let Some((host, _)) = text.split_once(['/', '?', '#']) {
        let message = if text.contains('/') {
            "a path is not part of a host"
        } else {
            "`?` and `#` are not part of a host"
        };
        let wrong = Said::new(format!("{message}: {}", quote(text)));
        return wrong.help(bare(host));
    }
    if text.contains('*') {
        return star(text);
    }
    if text.contains(['[', ']']) {
        let bare = text
            .split_once(']')
            .map_or(text, |(literal, _)| literal)
            .replace('[', "");
        return Said::new(format!(
            "an IPv6 address stands without brackets here: {}",
            quote(text)
        ))
        .help(format!("write {}", quote(&bare)));
    }
    if let Some((_, host)) = text.rsplit_once('@') {
        return Said::new(format!(
            "a user name is not part of a host: {}",
            quote(text)
        ))
        .help(format!("write {}", quote(host)));
    }
    let wrong = Said::new(format!("{} is not a host", quote(text)));
    if text.is_ascii() {
        wrong.help("hosts are letters, digits, `.`, `-` and `_`")
    } else {
        wrong.help("write the name in its ASCII form, which begins with `xn--`")
    }
}

/// The host to write instead.
fn bare(host: &str) -> String {
    match host {
        "" => "write a host, like `docs.rs`".to_owned(),
        host => format!("write {}", quote(host)),
    }
}

fn star(text: &str) -> Wrong {
    let wrong = Said::new(format!(
        "`*` may only stand in a leading `*.`: {}",
        quote(text)
    ));
    match text.trim_start_matches(['*', '.']) {
        "" => wrong.help("leave `host` out to speak about every website"),
        rest if rest.contains('*') => wrong.help("write one rule for each host"),
        rest => wrong.help(format!(
            "write {} for the hosts below it, {} for itself",
            quote(&format!("*.{rest}")),
            quote(rest)
        )),
    }
}

fn dots(text: &str, stem: &str) -> Wrong {
    let bare = stem.trim_matches('.');
    if stem.ends_with('.') {
        return Said::new(format!(
            "a host is written without a final dot: {}",
            quote(text)
        ))
        .help(format!("write {}", quote(bare)));
    }
    Said::new(format!("a host does not begin with a dot: {}", quote(text))).help(format!(
        "write {} for the hosts below it",
        quote(&format!("*.{bare}"))
    ))
}

fn unreadable(stem: &str, fault: UrlFault) -> Wrong {
    if let Some((host, port)) = stem.split_once(':')
        && port.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Said::new(format!("ports are not part of a host: {}", quote(stem)))
            .help(format!("write {}: it speaks about every port", quote(host)));
    }
    match fault {
        UrlFault::NumericHost => Said::new(format!(
            "{} is a number that clients read as an address",
            quote(stem)
        ))
        .help("write the address as four decimal numbers, like `127.0.0.1`"),
        UrlFault::EmbeddedIpv4 => Said::new(format!(
            "{} carries an IPv4 address: no call's host reads like this",
            quote(stem)
        ))
        .help("write the IPv4 address itself, like `127.0.0.1`"),
        UrlFault::Ipv6 => Said::new(format!("{} is not an IPv6 address", quote(stem)))
            .help("a colon stands only in an IPv6 address, like `2001:db8::1`"),
        _ => Said::new(format!("{} is not a host", quote(stem)))
            .help("write a host, like `docs.rs`, or `*.docs.rs` for the hosts below it"),
    }
}
