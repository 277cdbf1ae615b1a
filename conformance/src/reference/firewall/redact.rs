//! What a sanitizer takes out of a call's strings (X7): at each place every secret is tried to
//! its longest end.

mod expression;

use callgate_engine::firewall::{Preset, Sanitizer};
use expression::Expression;
use serde_json::Value;

/// The arguments with each match replaced; `None`: an expression holds something that this
/// evaluator does not know.
#[must_use]
pub fn redact(sanitizer: &Sanitizer, arguments: &Value) -> Option<Value> {
    let mut secrets = Vec::new();
    for preset in &sanitizer.presets {
        secrets.push((preset.as_str(), Secret::of(*preset)?));
    }
    for pattern in &sanitizer.custom {
        let expression = Expression::new(pattern.as_str())?;
        secrets.push(("custom", Secret::Plain(expression)));
    }
    Some(value(&secrets, arguments))
}

fn value(secrets: &[(&str, Secret)], given: &Value) -> Value {
    match given {
        Value::String(given) => Value::String(text(secrets, given)),
        Value::Array(elements) => elements.iter().map(|e| value(secrets, e)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, member)| (name.clone(), value(secrets, member)))
            .collect(),
        other => other.clone(),
    }
}

/// The earliest match first, of those the longest; what matches nothing is no match.
fn text(secrets: &[(&str, Secret)], text: &str) -> String {
    let mut redacted = String::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let mut best: Option<(&str, usize, usize)> = None;
        for (name, secret) in secrets {
            if let Some((from, end)) = secret.longest(text, at)
                && end > at
                && best.is_none_or(|(.., longest)| end > longest)
            {
                best = Some((name, from, end));
            }
        }
        if let Some((name, from, end)) = best {
            redacted.push_str(text.get(at..from).unwrap_or_default());
            redacted.push_str(&format!("[redacted:{name}]"));
            at = end;
        } else if let Some(next) = rest.chars().next() {
            redacted.push(next);
            at += next.len_utf8();
        } else {
            break;
        }
    }
    redacted
}

enum Secret {
    Plain(Expression),
    /// An expression, unless the second one matches at the same place.
    Unless(Expression, Expression),
    /// A keyword to be kept, and what follows it.
    After(Expression, Expression),
    AwsSecretKey,
    CreditCard,
}

impl Secret {
    fn of(preset: Preset) -> Option<Self> {
        let plain = |text| Expression::new(text).map(Self::Plain);
        let anthropic = r"\bsk-ant-[A-Za-z0-9_-]{40,}";
        match preset {
            Preset::AwsAccessKey => plain(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
            Preset::OpenaiKey => Some(Self::Unless(
                Expression::new(r"\bsk-[A-Za-z0-9_-]{32,}")?,
                Expression::new(anthropic)?,
            )),
            Preset::AnthropicKey => plain(anthropic),
            Preset::BearerToken => Some(Self::After(
                Expression::new(r"(?i)\bbearer\s+")?,
                Expression::new("[A-Za-z0-9._~+/=-]{16,}")?,
            )),
            // Letters, digits, `_`, `%`, `+`, `-`, and dots but not first; labels with a dot.
            Preset::Email => plain(r"[\w%+-][\w.%+-]*@[\w-]+(?:\.[\w-]+)+"),
            Preset::SsnUs => plain(r"\b\d{3}-\d{2}-\d{4}\b"),
            Preset::AwsSecretKey => Some(Self::AwsSecretKey),
            Preset::CreditCard => Some(Self::CreditCard),
        }
    }

    /// Where the longest match that begins at a place ends, and from where it is replaced.
    fn longest(&self, text: &str, at: usize) -> Option<(usize, usize)> {
        let last = |expression: &Expression, at| expression.ends(text, at).last().copied();
        match self {
            Self::Plain(expression) => Some((at, last(expression, at)?)),
            Self::Unless(expression, other) => {
                let end = last(expression, at)?;
                last(other, at).is_none().then_some((at, end))
            }
            Self::After(keyword, expression) => keyword
                .ends(text, at)
                .into_iter()
                .rev()
                .find_map(|from| Some((from, last(expression, from)?))),
            Self::AwsSecretKey => {
                let key = |c: char| c.is_ascii_alphanumeric() || "/+=".contains(c);
                let end = at + 40;
                let alone = !text.get(..at)?.ends_with(key) && !text.get(end..)?.starts_with(key);
                (alone && text.get(at..end)?.chars().all(key)).then_some((at, end))
            }
            Self::CreditCard => {
                let digit = |c: char| c.is_ascii_digit();
                if text.get(..at)?.ends_with(digit) {
                    return None;
                }
                (at + 13..=text.len().min(at + 37))
                    .rev()
                    .filter(|&end| text.get(end..).is_some_and(|rest| !rest.starts_with(digit)))
                    .find(|&end| text.get(at..end).is_some_and(card))
                    .map(|end| (at, end))
            }
        }
    }
}

/// 13–19 digits with single spaces or hyphens between, passing Luhn.
fn card(text: &str) -> bool {
    let groups: Vec<&str> = text.split([' ', '-']).collect();
    let digits: Vec<u32> = groups
        .concat()
        .chars()
        .filter_map(|c| c.to_digit(10))
        .collect();
    if groups.iter().any(|group| group.is_empty())
        || digits.len() != groups.concat().chars().count()
        || !(13..=19).contains(&digits.len())
    {
        return false;
    }
    let mut sum = 0;
    for (place, digit) in digits.iter().rev().enumerate() {
        let doubled = if place % 2 == 1 { digit * 2 } else { *digit };
        sum += if doubled > 9 { doubled - 9 } else { doubled };
    }
    sum % 10 == 0
}
