//! Reading the host of a URL, and what a host pattern says about it (H1–H5).
//!
//! The reading is deliberately small and strict: wherever two readers could disagree about the
//! host, there is none, and the predicate is unknown.

use std::fmt;
use std::net::Ipv6Addr;

mod plain;
#[cfg(test)]
mod tests;

pub(crate) use plain::plain_host;

/// The host of a readable URL: ASCII-lowercase, an IPv6 literal in canonical text, no port.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Host(String);

impl Host {
    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a host cannot be read (H1–H5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UrlFault {
    /// A code point ≤ U+0020, or U+007F, anywhere (H1).
    ControlCharacter,
    /// No `http://` or `https://` (H1).
    Scheme,
    /// An `@` in the authority (H1).
    Userinfo,
    /// An empty authority, or brackets out of place (H1, H2).
    Authority,
    /// Something other than digits for a port (H2).
    Port,
    /// An empty host, or a character outside the host alphabet (H3).
    Alphabet,
    /// A leading dot, or a trailing one after the first was dropped (H3).
    Dots,
    /// A number that is no canonical dotted IPv4 address (H5).
    NumericHost,
    /// Brackets around something that is no IPv6 address (H5).
    Ipv6,
    /// An IPv6 address that carries an IPv4 address (H5).
    EmbeddedIpv4,
}

impl UrlFault {
    /// A short kebab-case name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ControlCharacter => "control-character",
            Self::Scheme => "scheme",
            Self::Userinfo => "userinfo",
            Self::Authority => "authority",
            Self::Port => "port",
            Self::Alphabet => "alphabet",
            Self::Dots => "dots",
            Self::NumericHost => "numeric-host",
            Self::Ipv6 => "ipv6",
            Self::EmbeddedIpv4 => "embedded-ipv4",
        }
    }
}

/// A readable host where it stands in the URL: a name may still hold upper-case letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostRef<'a> {
    /// A name or an IPv4 address, compared with ASCII case ignored.
    Name(&'a str),
    /// An IPv6 address.
    V6(Ipv6Addr),
}

impl HostRef<'_> {
    /// Canonical text (H3, H5).
    pub(crate) fn to_host(self) -> Host {
        Host(match self {
            Self::Name(name) => name.to_ascii_lowercase(),
            Self::V6(address) => address.to_string(),
        })
    }
}

/// Reads the host of an absolute http or https URL (H1–H5). Linear in the URL.
///
/// ```
/// use callgate_engine::host::{read_url, UrlFault};
///
/// assert_eq!(read_url("https://Docs.Raku.org:443/x").unwrap().as_str(), "docs.raku.org");
/// assert_eq!(read_url("https://docs.raku.org@evil.com/"), Err(UrlFault::Userinfo));
/// ```
///
/// # Errors
/// The first reason why two readers could disagree about the host.
pub fn read_url(url: &str) -> Result<Host, UrlFault> {
    url_host(url).map(HostRef::to_host)
}

/// Reads a bare host, as rules write it (R5, H5): an IPv6 literal stands without brackets.
///
/// # Errors
/// As [`read_url`]; a trailing dot is a fault here.
pub fn read_host(host: &str) -> Result<Host, UrlFault> {
    if host.contains(':') {
        return ipv6(host).map(HostRef::to_host);
    }
    if host.ends_with('.') {
        return Err(UrlFault::Dots);
    }
    name(host).map(HostRef::to_host)
}

/// [`read_url`] without copying.
pub(crate) fn url_host(url: &str) -> Result<HostRef<'_>, UrlFault> {
    match url_host_any(url)? {
        HostRef::V6(address) if carries_ipv4(address) => Err(UrlFault::EmbeddedIpv4),
        host => Ok(host),
    }
}

/// The same, for a reader that takes out the IPv4 address an IPv6 literal carries (X1).
pub(crate) fn url_host_any(url: &str) -> Result<HostRef<'_>, UrlFault> {
    if has_control(url.as_bytes()) {
        return Err(UrlFault::ControlCharacter);
    }
    let rest = after_scheme(url).ok_or(UrlFault::Scheme)?;
    // Nearly every authority is a plain name: one pass over it, and one byte tells its end.
    let bytes = rest.as_bytes();
    let end = bytes
        .iter()
        .position(|&byte| !is_host_byte(byte))
        .unwrap_or(bytes.len());
    match bytes.get(end) {
        None | Some(b'/' | b'?' | b'#') if end > 0 => {
            let host = rest.get(..end).unwrap_or(rest);
            in_alphabet(host.strip_suffix('.').unwrap_or(host))
        }
        _ => authority(rest),
    }
}

/// Whether a byte is of the host alphabet outside brackets (R5).
const fn is_host_byte(byte: u8) -> bool {
    matches!(HOST_BYTES.get_at(byte), 1)
}

/// The host alphabet as a table: one look a byte.
static HOST_BYTES: Alphabet = Alphabet::new();

struct Alphabet([u8; 256]);

impl Alphabet {
    #[expect(
        clippy::indexing_slicing,
        reason = "evaluated at compile time, in bounds"
    )]
    const fn new() -> Self {
        let mut table = [0; 256];
        let mut byte = 0_u8;
        while byte < 128 {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-') {
                table[byte as usize] = 1;
            }
            byte += 1;
        }
        Self(table)
    }

    #[expect(clippy::indexing_slicing, reason = "a byte is below 256")]
    const fn get_at(&self, byte: u8) -> u8 {
        self.0[byte as usize]
    }
}

/// Whether a code point ≤ U+0020, or U+007F, stands anywhere (H1): eight bytes a step.
fn has_control(bytes: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 255;
    const TOPS: u64 = ONES << 7;
    // Classic word tricks: a byte below n, a zero byte; both sure for bytes below 0x80, and
    // the rest is masked out.
    let odd = |word: u64| {
        let low = word.wrapping_sub(ONES * 0x21) & !word;
        let delete = word ^ (ONES * 0x7f);
        let is_delete = delete.wrapping_sub(ONES) & !delete;
        (low | is_delete) & TOPS
    };
    let mut words = bytes.chunks_exact(8);
    let mut seen = 0;
    for word in &mut words {
        seen |= word
            .first_chunk()
            .map_or(0, |word| odd(u64::from_le_bytes(*word)));
    }
    // The tail once more as the last whole word, or byte by byte.
    match bytes.last_chunk::<8>() {
        Some(tail) => (seen | odd(u64::from_le_bytes(*tail))) != 0,
        None => bytes.iter().any(|&byte| byte <= b' ' || byte == 0x7f),
    }
}

/// The host of everything that is not plainly a name.
#[cold]
fn authority(rest: &str) -> Result<HostRef<'_>, UrlFault> {
    let end = rest
        .bytes()
        .position(|byte| matches!(byte, b'/' | b'?' | b'#'))
        .unwrap_or(rest.len());
    let authority = rest.get(..end).unwrap_or(rest);
    if authority.bytes().any(|byte| byte == b'@') {
        return Err(UrlFault::Userinfo);
    }
    if authority.is_empty() {
        return Err(UrlFault::Authority);
    }
    if let Some(bracketed) = authority.strip_prefix('[') {
        let (literal, port) = bracketed.split_once(']').ok_or(UrlFault::Authority)?;
        match port.strip_prefix(':') {
            None if port.is_empty() => {}
            Some(digits) if is_digits(digits) => {}
            _ => return Err(UrlFault::Port),
        }
        return literal.parse().map(HostRef::V6).map_err(|_| UrlFault::Ipv6);
    }
    let host = match authority.bytes().position(|byte| byte == b':') {
        None => authority,
        Some(colon) => {
            let (host, port) = authority.split_at_checked(colon).ok_or(UrlFault::Port)?;
            if !port.strip_prefix(':').is_some_and(is_digits) {
                return Err(UrlFault::Port);
            }
            host
        }
    };
    name(host.strip_suffix('.').unwrap_or(host))
}

fn after_scheme(url: &str) -> Option<&str> {
    ["https://", "http://"].into_iter().find_map(|scheme| {
        let (head, rest) = url.split_at_checked(scheme.len())?;
        (head == scheme || head.eq_ignore_ascii_case(scheme)).then_some(rest)
    })
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A name or IPv4 address, its one trailing dot already dropped (H3, H5).
pub(crate) fn name(host: &str) -> Result<HostRef<'_>, UrlFault> {
    if host.is_empty() {
        return Err(UrlFault::Alphabet);
    }
    if !host.bytes().all(is_host_byte) {
        return Err(UrlFault::Alphabet);
    }
    in_alphabet(host)
}

/// [`name`] of text that is known to be of the host alphabet.
#[inline]
fn in_alphabet(host: &str) -> Result<HostRef<'_>, UrlFault> {
    if host.is_empty() {
        return Err(UrlFault::Alphabet);
    }
    if host.starts_with('.') || host.ends_with('.') {
        return Err(UrlFault::Dots);
    }
    let last = host
        .bytes()
        .rposition(|byte| byte == b'.')
        .map_or(0, |dot| dot + 1);
    if is_numeric_label(host.get(last..).unwrap_or(host)) && !is_canonical_ipv4(host) {
        return Err(UrlFault::NumericHost);
    }
    Ok(HostRef::Name(host))
}

/// All digits, or `0x` and hex digits (zero or more): what clients read as a number (H5).
fn is_numeric_label(label: &str) -> bool {
    // Most labels are decided by their first byte.
    if !label.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    is_digits(label)
        || label
            .strip_prefix("0x")
            .or_else(|| label.strip_prefix("0X"))
            .is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn is_canonical_ipv4(host: &str) -> bool {
    let mut parts = 0;
    host.split('.').all(|part| {
        parts += 1;
        is_digits(part)
            && (part.len() == 1 || !part.starts_with('0'))
            && part.len() <= 3
            && part.parse::<u8>().is_ok()
    }) && parts == 4
}

fn ipv6(literal: &str) -> Result<HostRef<'static>, UrlFault> {
    let address: Ipv6Addr = literal.parse().map_err(|_| UrlFault::Ipv6)?;
    if carries_ipv4(address) {
        return Err(UrlFault::EmbeddedIpv4);
    }
    Ok(HostRef::V6(address))
}

/// The prefixes of H5 under which an IPv6 address stands for an IPv4 one.
fn carries_ipv4(address: Ipv6Addr) -> bool {
    match address.segments() {
        // `::` and `::1` are addresses of their own; the rest of ::/96 is IPv4-compatible.
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => false,
        [0, 0, 0, 0, 0, 0, _, _]
        | [0, 0, 0, 0, 0, 0xffff, _, _]
        | [0, 0, 0, 0, 0xffff, 0, _, _]
        | [0x64, 0xff9b, 0, 0, 0, 0, _, _]
        | [0x64, 0xff9b, 1, _, _, _, _, _]
        | [0x2002, _, _, _, _, _, _, _] => true,
        _ => false,
    }
}
