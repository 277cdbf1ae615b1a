//! Unicode forms that names are compared under, allocation-free for ASCII.

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;

/// NFC of the full case folding of NFC, `path-case: insensitive` (P7): character by character,
/// without memory of its own.
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

/// Appends what [`folded`] gives.
pub(crate) fn fold_nfc_into(text: &str, into: &mut String) {
    if text.is_ascii() {
        into.extend(text.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        into.extend(folded(text));
    }
}
