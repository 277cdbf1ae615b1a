//! Unicode forms that names are compared under, allocation-free for ASCII.

use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Full Unicode case folding (C4).
#[must_use]
pub fn fold_case(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        }
    } else {
        Cow::Owned(caseless::default_case_fold_str(text))
    }
}

/// Unicode NFC (P7).
#[must_use]
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// NFC of the full case folding of NFC: `path-case: insensitive` (P7).
#[must_use]
pub fn nfc_folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return fold_case(text);
    }
    Cow::Owned(fold_case(&nfc(text)).nfc().collect())
}

/// Appends the NFC of a text.
pub(crate) fn nfc_into(text: &str, into: &mut String) {
    if text.is_ascii() {
        into.push_str(text);
    } else {
        into.extend(text.nfc());
    }
}

/// Appends what [`nfc_folded`] gives.
pub(crate) fn fold_nfc_into(text: &str, into: &mut String) {
    if text.is_ascii() {
        into.extend(text.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        into.push_str(&nfc_folded(text));
    }
}
