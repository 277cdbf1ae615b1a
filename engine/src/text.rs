//! Unicode forms that names are compared under, allocation-free for ASCII.

use caseless::Caseless;
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
    Cow::Owned(folded(text).collect())
}

/// What [`nfc_folded`] gives, character by character, without memory of its own.
pub(crate) fn folded(text: &str) -> impl Iterator<Item = char> {
    text.nfc().default_case_fold().nfc()
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
        into.extend(folded(text));
    }
}
