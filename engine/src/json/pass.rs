//! Passing what has no structure: white space, strings, numbers and words.
//!
//! All of it, as [`nest`](super::nest), is apart from the cursor and takes and gives no more
//! than fits in registers: what is called seldom must not force the cursor into memory where
//! it is not called.

use super::escape::escape;
use super::marks::next_mark;
use super::scan::{Invalid, Quoted};

/// After the white space at `at`.
#[inline(never)]
pub(super) fn after_blank(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
        // Indentation: spaces, eight at a time.
        while let Some(eight) = bytes
            .get(at..at + 8)
            .and_then(|eight| eight.first_chunk::<8>())
        {
            let others = u64::from_le_bytes(*eight) ^ 0x2020_2020_2020_2020;
            at += (others.trailing_zeros() / 8) as usize;
            if others != 0 {
                break;
            }
        }
    }
    at
}

/// The string whose opening quote is at `at`.
#[inline(always)]
pub(super) fn quoted(bytes: &[u8], marks: &[u8], at: usize) -> Result<Quoted, Invalid> {
    let start = at + 1;
    let end = next_mark(marks, start);
    if bytes.get(end) == Some(&b'"') {
        return Ok(Quoted {
            start,
            end,
            escaped: false,
        });
    }
    let end = escaped(bytes, marks, end)?;
    Ok(Quoted {
        start,
        end,
        escaped: true,
    })
}

/// Where the closing quote of a string is whose first mark, at `at`, is another one.
#[inline(never)]
fn escaped(bytes: &[u8], marks: &[u8], mut at: usize) -> Result<usize, Invalid> {
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok(at),
            Some(b'\\') => {
                let (_, end) = escape(bytes, at)?;
                at = next_mark(marks, end);
            }
            // A control character, or the end.
            _ => return Err(Invalid),
        }
    }
}

/// After the number, `true`, `false` or `null` at `at`.
#[inline(never)]
pub(super) fn scalar(bytes: &[u8], at: usize) -> Result<usize, Invalid> {
    let rest = bytes.get(at..).ok_or(Invalid)?;
    let length = match rest.first() {
        Some(b't') if rest.starts_with(b"true") => 4,
        Some(b'n') if rest.starts_with(b"null") => 4,
        Some(b'f') if rest.starts_with(b"false") => 5,
        Some(b'-' | b'0'..=b'9') => return number(bytes, at),
        _ => return Err(Invalid),
    };
    Ok(at + length)
}

/// After the number at `at`: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
fn number(bytes: &[u8], mut at: usize) -> Result<usize, Invalid> {
    let is = |at: usize, any: &[u8]| bytes.get(at).is_some_and(|byte| any.contains(byte));
    if is(at, b"-") {
        at += 1;
    }
    at = if is(at, b"0") {
        at + 1
    } else {
        digits(bytes, at)?
    };
    if is(at, b".") {
        at = digits(bytes, at + 1)?;
    }
    if is(at, b"eE") {
        at += 1;
        if is(at, b"+-") {
            at += 1;
        }
        at = digits(bytes, at)?;
    }
    Ok(at)
}

/// After the digits at `at`, at least one.
#[inline(always)]
fn digits(bytes: &[u8], at: usize) -> Result<usize, Invalid> {
    let mut rest = bytes.get(at..).ok_or(Invalid)?;
    // Eight bytes at once: how many digits a number has is not to be guessed.
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        let digits = u64::from_le_bytes(*eight) ^ 0x3030_3030_3030_3030;
        let above = (digits & 0x7f7f_7f7f_7f7f_7f7f) + 0x7676_7676_7676_7676;
        let others = (above | digits) & 0x8080_8080_8080_8080;
        if others != 0 {
            let end = bytes.len() - rest.len() + (others.trailing_zeros() / 8) as usize;
            return if end > at { Ok(end) } else { Err(Invalid) };
        }
        rest = after;
    }
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = bytes.len() - rest.len() + digits;
    if end > at { Ok(end) } else { Err(Invalid) }
}
