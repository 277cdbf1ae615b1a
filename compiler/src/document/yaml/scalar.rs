//! Plain scalars under the core schema of YAML 1.2 (section 10.3).

use super::unspeakable;
use crate::document::Value;
use crate::fault::Fault;
use crate::source::Span;
use std::borrow::Cow;

/// What a scalar without quotes is. `yes`, `no`, `on` and `off` are strings.
pub(super) fn plain(text: Cow<'_, str>, span: Span) -> Result<Value<'_>, Box<Fault>> {
    let value = match text.as_ref() {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        other => match number(other) {
            Some(Ok(json)) => Value::Number(Cow::Owned(json)),
            Some(Err(())) => return Err(unspeakable(other, span).into()),
            None => Value::String(text),
        },
    };
    Ok(value)
}

/// The JSON text of a core schema number; `Some(Err)` if JSON has none for it.
fn number(text: &str) -> Option<Result<String, ()>> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..)?),
        Some(b'+') => (false, text.get(1..)?),
        _ => (false, text),
    };
    if matches!(digits, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Some(Err(()));
    }
    for (prefix, radix) in [("0o", 8), ("0x", 16)] {
        let Some(rest) = text.strip_prefix(prefix) else {
            continue;
        };
        if rest.is_empty() || !rest.chars().all(|char| char.is_digit(radix)) {
            return None;
        }
        return Some(
            u128::from_str_radix(rest, radix)
                .map(|n| n.to_string())
                .map_err(|_| ()),
        );
    }
    decimal(negative, digits).map(Ok)
}

fn decimal(negative: bool, digits: &str) -> Option<String> {
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fraction_digits = fraction.unwrap_or_default();
    if !all_digits(whole) || !all_digits(fraction_digits) {
        return None;
    }
    if whole.is_empty() && fraction_digits.is_empty() {
        return None;
    }
    let mut out = String::with_capacity(digits.len() + 2);
    if negative {
        out.push('-');
    }
    let trimmed = whole.trim_start_matches('0');
    out.push_str(if trimmed.is_empty() { "0" } else { trimmed });
    if fraction.is_some() {
        out.push('.');
        out.push_str(if fraction_digits.is_empty() {
            "0"
        } else {
            fraction_digits
        });
    }
    if let Some(exponent) = exponent {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if digits.is_empty() || !all_digits(digits) {
            return None;
        }
        out.push('e');
        out.push_str(exponent);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> String {
        match plain(Cow::Borrowed(text), Span::default()) {
            Ok(Value::Number(number)) => number.into_owned(),
            Ok(Value::String(text)) => format!("{text:?}"),
            Ok(other) => other.kind().to_owned(),
            Err(_) => "refused".to_owned(),
        }
    }

    #[test]
    fn the_core_schema_decides() {
        for (yaml, expected) in [
            ("", "null"),
            ("~", "null"),
            ("nULL", "\"nULL\""),
            ("True", "a bool"),
            ("tRue", "\"tRue\""),
            ("yes", "\"yes\""),
            ("no", "\"no\""),
            ("on", "\"on\""),
            ("12", "12"),
            ("+12", "12"),
            ("-012", "-12"),
            ("000", "0"),
            ("0o17", "15"),
            ("0xfF", "255"),
            ("-0x1", "\"-0x1\""),
            ("0x", "\"0x\""),
            ("0b1", "\"0b1\""),
            ("1_000", "\"1_000\""),
            (".5", "0.5"),
            ("1.", "1.0"),
            (".", "\".\""),
            ("-", "\"-\""),
            ("+.5e+3", "0.5e+3"),
            ("1e", "\"1e\""),
            ("1e5", "1e5"),
            ("e5", "\"e5\""),
            (".inf", "refused"),
            ("-.INF", "refused"),
            (".nan", "refused"),
            ("-.nan", "\"-.nan\""),
            ("2026-11-30", "\"2026-11-30\""),
            (
                "0xffffffffffffffffffffffffffffffff",
                "340282366920938463463374607431768211455",
            ),
            ("0x1ffffffffffffffffffffffffffffffff", "refused"),
        ] {
            assert_eq!(json(yaml), expected, "{yaml:?}");
        }
    }
}
