//! Destinations that cannot be read.

use callgate::engine::host::{UrlFault, read_host, read_url};
use std::net::IpAddr;

/// What is wrong with a destination, and what to write instead (X1, H1–H5).
pub(super) fn unread(text: &str) -> String {
    if text.is_empty() {
        return "it is empty: give a host, an address or a URL".to_owned();
    }
    if !text.contains("://")
        && let Some((host, port)) = text.rsplit_once(':')
        && !port.is_empty()
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && !host.is_empty()
        && (!host.contains(':') || host.ends_with(']'))
    {
        return format!(
            "a port is no part of a destination: write {host:?}, or the whole URL, \
             \"https://{text}/\""
        );
    }
    let (fault, url) = match read_url(text) {
        Err(UrlFault::Scheme) if text.contains("://") => {
            return "only URLs of http and https are read: give the host alone".to_owned();
        }
        Err(UrlFault::Scheme) => (read_host(text).err(), false),
        other => (other.err(), true),
    };
    let what = match fault {
        Some(UrlFault::ControlCharacter) => "it holds white space or a control character",
        Some(UrlFault::Userinfo) => "a user name stands before its host",
        Some(UrlFault::Port) => "its port is no number",
        Some(UrlFault::Dots) => "its host begins with a dot, or ends with more than one",
        Some(UrlFault::NumericHost) => "its host is a number that clients read as an address",
        Some(UrlFault::EmbeddedIpv4) => "its address carries an IPv4 address",
        Some(UrlFault::Ipv6) => "its host is no IPv6 address",
        _ if text.contains('/') && !url => "a path is no part of a destination",
        _ => "its host holds a character that no host has",
    };
    let example = if text.parse::<IpAddr>().is_ok() {
        "\"127.0.0.1\""
    } else {
        "\"docs.rs\", \"127.0.0.1\" or \"https://docs.rs/x\""
    };
    format!("{what}: write it like {example}")
}

#[cfg(test)]
mod tests {
    use super::unread;

    #[test]
    fn what_is_wrong_with_a_destination_is_named() {
        for (text, says) in [
            (
                "docs.rs:443",
                "a port is no part of a destination: write \"docs.rs\", or the whole URL, \"https://docs.rs:443/\"",
            ),
            ("[::1]:80", "a port is no part"),
            ("", "it is empty"),
            ("docs.rs/x", "a path is no part"),
            ("a b", "a control character"),
            ("https://u@docs.rs/", "a user name"),
            ("ftp://docs.rs/", "only URLs of http"),
            ("127.1", "a number that clients read"),
            (".docs.rs", "begins with a dot"),
            ("do_cs.rs\u{e9}", "a character that no host has"),
        ] {
            let why = unread(text);
            assert!(why.contains(says), "{text}: {why}");
        }
    }
}
