//! What secrets look like (X7).

mod custom;

use crate::firewall::spec::Preset;
pub(super) use custom::Custom;
use regex::Regex;
use std::sync::LazyLock;

/// Something to take out of a text.
#[derive(Debug)]
pub(super) enum Secret {
    Preset(Preset),
    Custom(Box<Custom>),
}

/// A match: it stands at `start..end`, and `from..end` of it is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) start: usize,
    pub(super) from: usize,
    pub(super) end: usize,
}

impl Hit {
    const fn whole(start: usize, end: usize) -> Self {
        Self {
            start,
            from: start,
            end,
        }
    }
}

/// A preset's expression: a constant that the tests compile.
struct Known(LazyLock<Option<Regex>>);

impl Known {
    const fn new(compile: fn() -> Option<Regex>) -> Self {
        Self(LazyLock::new(compile))
    }

    /// Without the expression, nothing is known to be no secret.
    fn find(&self, text: &str, from: usize) -> Option<Hit> {
        match &*self.0 {
            // None of them matches the empty text.
            Some(regex) => regex
                .find_at(text, from)
                .map(|found| Hit::whole(found.start(), found.end())),
            None => (from < text.len()).then(|| Hit::whole(from, text.len())),
        }
    }
}

static AWS_ACCESS_KEY: Known = Known::new(|| Regex::new(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b").ok());
static OPENAI_KEY: Known = Known::new(|| Regex::new(r"\bsk-[A-Za-z0-9_-]{32,}").ok());
static ANTHROPIC_KEY: Known = Known::new(|| Regex::new(r"\bsk-ant-[A-Za-z0-9_-]{40,}").ok());
static BEARER_TOKEN: Known =
    Known::new(|| Regex::new(r"(?i)\bbearer\s+[A-Za-z0-9._~+/=-]{16,}").ok());
static BEARER_KEYWORD: Known = Known::new(|| Regex::new(r"(?i)\bbearer\s+").ok());
static EMAIL: Known = Known::new(|| Regex::new(r"[\w%+-][\w.%+-]*@[\w-]+(?:\.[\w-]+)+").ok());
static SSN_US: Known = Known::new(|| Regex::new(r"\b\d{3}-\d{2}-\d{4}\b").ok());

impl Secret {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Preset(preset) => preset.as_str(),
            Self::Custom(_) => "custom",
        }
    }

    /// The first match that starts at `from` or later.
    pub(super) fn find(&self, text: &str, from: usize) -> Option<Hit> {
        match self {
            Self::Custom(custom) => custom.find(text, from),
            Self::Preset(Preset::AwsAccessKey) => AWS_ACCESS_KEY.find(text, from),
            Self::Preset(Preset::AwsSecretKey) => aws_secret_key(text.as_bytes(), from),
            Self::Preset(Preset::OpenaiKey) => openai_key(text, from),
            Self::Preset(Preset::AnthropicKey) => ANTHROPIC_KEY.find(text, from),
            Self::Preset(Preset::BearerToken) => {
                let hit = BEARER_TOKEN.find(text, from)?;
                let keyword = BEARER_KEYWORD.find(text, hit.start);
                Some(Hit {
                    from: keyword.map_or(hit.start, |keyword| keyword.end),
                    ..hit
                })
            }
            Self::Preset(Preset::Email) => EMAIL.find(text, from),
            Self::Preset(Preset::SsnUs) => SSN_US.find(text, from),
            Self::Preset(Preset::CreditCard) => credit_card(text.as_bytes(), from),
        }
    }
}

/// An OpenAI key that is not an Anthropic one.
fn openai_key(text: &str, mut from: usize) -> Option<Hit> {
    let mut anthropic = ANTHROPIC_KEY.find(text, from);
    loop {
        let hit = OPENAI_KEY.find(text, from)?;
        if anthropic.is_some_and(|other| other.start < hit.start) {
            anthropic = ANTHROPIC_KEY.find(text, hit.start);
        }
        if anthropic.is_none_or(|other| other.start != hit.start) {
            return Some(hit);
        }
        // Past its "s": the rest may hold another that begins at a word boundary.
        from = hit.start + 1;
    }
}

/// A run of exactly 40 of the alphabet.
fn aws_secret_key(text: &[u8], mut from: usize) -> Option<Hit> {
    let ours = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'+' | b'=');
    let run = |at: usize| text.iter().skip(at).take_while(|byte| ours(byte)).count();
    // What stands before `from` may be part of a run: that one begins too early.
    if from
        .checked_sub(1)
        .and_then(|before| text.get(before))
        .is_some_and(ours)
    {
        from += run(from);
    }
    loop {
        from += text.iter().skip(from).position(ours)?;
        let length = run(from);
        if length == 40 {
            return Some(Hit::whole(from, from + length));
        }
        from += length;
    }
}

/// 13–19 digits with single spaces or hyphens between, no digit on either side, passing Luhn;
/// from one place the longest.
fn credit_card(text: &[u8], from: usize) -> Option<Hit> {
    let digit_at = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    (from..text.len())
        .filter(|&at| digit_at(at) && !at.checked_sub(1).is_some_and(digit_at))
        .find_map(|start| {
            let mut digits = [0_u8; 19];
            let (mut count, mut at, mut end) = (0, start, None);
            while let (Some(slot), Some(byte)) = (digits.get_mut(count), text.get(at)) {
                *slot = byte - b'0';
                count += 1;
                at += 1;
                if count >= 13 && !digit_at(at) && digits.get(..count).is_some_and(luhn) {
                    end = Some(at);
                }
                if matches!(text.get(at), Some(b' ' | b'-')) {
                    at += 1;
                }
                if !digit_at(at) {
                    break;
                }
            }
            end.map(|end| Hit::whole(start, end))
        })
}

fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, &digit)| {
            let value = u32::from(digit) << (place % 2);
            value / 10 + value % 10
        })
        .sum();
    sum.is_multiple_of(10)
}
