//! The host of a URL, and what a pattern says about it (H1–H5).

use callgate_compiler::permission::Host;
use std::net::Ipv6Addr;

/// The host of a readable URL; `None`: unreadable.
#[must_use]
pub fn host(url: &str) -> Option<String> {
    authority(url).and_then(of_authority)
}

/// The authority of an absolute http or https URL (H1).
fn authority(url: &str) -> Option<&str> {
    if url
        .chars()
        .any(|character| character <= ' ' || character == '\u{7f}')
    {
        return None;
    }
    let (scheme, rest) = url.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    (!authority.is_empty() && !authority.contains('@')).then_some(authority)
}

/// The host of an authority without userinfo (H2, H3, H5).
fn of_authority(authority: &str) -> Option<String> {
    if let Some(inside) = authority.strip_prefix('[') {
        let (address, after) = inside.split_once(']')?;
        let port_is_fine = after.is_empty() || after.strip_prefix(':').is_some_and(is_digits);
        return if port_is_fine { ipv6(address) } else { None };
    }
    if authority.contains(']') {
        return None;
    }
    let name = match authority.split_once(':') {
        // A second colon is no digit.
        Some((name, port)) if is_digits(port) => name,
        Some(_) => return None,
        None => authority,
    };
    let name = name.strip_suffix('.').unwrap_or(name);
    let in_alphabet =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-');
    let well_formed = !name.is_empty()
        && name.chars().all(in_alphabet)
        && !name.starts_with('.')
        && !name.ends_with('.');
    let name = name.to_ascii_lowercase();
    (well_formed && !is_disguised_address(&name)).then_some(name)
}

/// Zero or more digits.
fn is_digits(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii_digit())
}

/// Whether clients would read a name as an address that it does not show (H5).
fn is_disguised_address(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let is_hex = last
        .strip_prefix("0x")
        .is_some_and(|digits| digits.chars().all(|digit| digit.is_ascii_hexdigit()));
    (is_digits(last) || is_hex) && !is_canonical_ipv4(name)
}

fn is_canonical_ipv4(name: &str) -> bool {
    let numbers: Vec<&str> = name.split('.').collect();
    numbers.len() == 4
        && numbers.iter().all(|number| {
            // The shortest decimal text of a byte is the only one allowed.
            number
                .parse::<u8>()
                .is_ok_and(|value| value.to_string() == **number)
        })
}

/// An IPv6 literal in canonical text; one that carries an IPv4 address is unreadable (H5).
fn ipv6(literal: &str) -> Option<String> {
    let address: Ipv6Addr = literal.parse().ok()?;
    let carries_ipv4 = match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, _, _] => true,
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => false,
        [0, 0, 0, 0, 0, 0, _, _] => true,
        [0, 0, 0, 0, 0xffff, 0, _, _] => true,
        [0x64, 0xff9b, 0, 0, 0, 0, _, _] => true,
        [0x64, 0xff9b, 1, ..] => true,
        [0x2002, ..] => true,
        _ => false,
    };
    (!carries_ipv4).then(|| address.to_string())
}

/// What a pattern says about a readable host (H4).
pub(super) fn matches(pattern: &Host, host: &str) -> bool {
    match pattern {
        Host::Exact(exact) => host.eq_ignore_ascii_case(exact),
        Host::Below(above) => {
            let suffix = format!(".{}", above.to_ascii_lowercase());
            host.strip_suffix(&suffix)
                .is_some_and(|before| !before.is_empty())
        }
    }
}
