//! Every warning there is: its code, what it means, what to do.

/// A kind of warning, as `callgate explain-code` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The stable code: `W0..` permission, `W1..` firewall.
    pub code: &'static str,
    /// A short name.
    pub title: &'static str,
    /// What is the matter.
    pub explanation: &'static str,
    /// What to do about it.
    pub fix: &'static str,
}

/// Every code, in order.
pub const CODES: &[Code] = &[];

/// The entry of a code.
#[must_use]
pub fn code(code: &str) -> Option<&'static Code> {
    CODES
        .iter()
        .find(|entry| entry.code.eq_ignore_ascii_case(code))
}
