//! Numbers by the value of their decimal text (A3).

use num_bigint::BigInt;
use std::cmp::Ordering;

/// A number as ±0.digits × 10^exponent.
#[derive(Debug, PartialEq, Eq)]
struct Number {
    /// -1, 0 or 1.
    sign: i8,
    exponent: BigInt,
    digits: String,
}

fn read(text: &str) -> Option<Number> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse().ok()?),
        None => (rest, BigInt::from(0)),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let exponent = exponent + whole.len() - (all.len() - significant.len());
    let digits = significant.trim_end_matches('0').to_owned();
    Some(if digits.is_empty() {
        Number {
            sign: 0,
            exponent: BigInt::from(0),
            digits,
        }
    } else {
        Number {
            sign,
            exponent,
            digits,
        }
    })
}

/// How two numbers compare; `None` if one of the texts is none.
pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (read(a)?, read(b)?);
    if a.sign != b.sign {
        return Some(a.sign.cmp(&b.sign));
    }
    let magnitude = a
        .exponent
        .cmp(&b.exponent)
        .then_with(|| a.digits.cmp(&b.digits));
    Some(if a.sign < 0 {
        magnitude.reverse()
    } else {
        magnitude
    })
}
