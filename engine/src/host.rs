//! Reading the host of a URL, and what a host pattern says about it (H1–H5).

/// The host of a readable URL: ASCII-lowercase, an IPv6 literal in canonical text, no port.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Host(String);

impl Host {
    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str { &self.0 }
}

/// Why a URL's host cannot be read (H1–H5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "named after the clause parts they fail")]
pub enum UrlFault { ControlCharacter, Scheme, Userinfo, Authority, Port, Alphabet, Dots, NumericHost, Ipv6, EmbeddedIpv4 }

/// Reads the host of an absolute http or https URL (H1–H5).
///
/// # Errors
/// The first reason why two readers could disagree about the host.
pub fn read_url(_url: &str) -> Result<Host, UrlFault> { todo!() }

/// Reads a bare host, as rules write it (R5, H5); an IPv6 literal without brackets.
///
/// # Errors
/// As [`read_url`].
pub fn read_host(_host: &str) -> Result<Host, UrlFault> { todo!() }
