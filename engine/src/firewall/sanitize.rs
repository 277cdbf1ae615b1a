//! Taking secrets out of a call's arguments, on demand (X7).

mod secret;

use super::spec::Sanitizer;
use super::table::Table;
use crate::permission::RuleId;
use secret::{Custom, Hit, Secret};
use serde_json::Value;
use std::borrow::Cow;
use std::cmp::Reverse;

impl Table {
    /// The arguments as a `sanitize` rule lets them through: each match in any string value
    /// becomes `[redacted:<preset>]` or `[redacted:custom]`; names, structure and other text
    /// stay. `None` if the rule does not sanitize.
    ///
    /// A match of nothing is no match. Linear in the text for each replacement at most; the
    /// expressions of a policy may make it that much, the presets do not.
    #[must_use]
    pub fn redact(&self, rule: RuleId, mut arguments: Value) -> Option<Value> {
        let redactor = self.rule(rule)?.redactor.as_deref()?;
        redactor.redact(&mut arguments);
        Some(arguments)
    }
}

/// What one rule takes out.
#[derive(Debug)]
pub(super) struct Redactor {
    secrets: Box<[Secret]>,
}

impl Redactor {
    pub(super) fn new(sanitizer: &Sanitizer) -> Self {
        let presets = sanitizer
            .presets
            .iter()
            .map(|&preset| Secret::Preset(preset));
        let custom = sanitizer
            .custom
            .iter()
            .map(|pattern| Secret::Custom(Box::new(Custom::new(pattern))));
        Self {
            secrets: presets.chain(custom).collect(),
        }
    }

    /// What it takes out, as text.
    pub(super) fn texts(&self) -> Vec<String> {
        let text = |secret: &Secret| match secret {
            Secret::Preset(preset) => preset.as_str().to_owned(),
            Secret::Custom(custom) => format!("{:?}", custom.text()),
        };
        self.secrets.iter().map(text).collect()
    }

    fn redact(&self, value: &mut Value) {
        // A list of open values, not recursion: the nesting is the caller's.
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match value {
                Value::String(text) => {
                    if let Cow::Owned(redacted) = self.text(text) {
                        *text = redacted;
                    }
                }
                Value::Array(elements) => open.extend(elements),
                Value::Object(members) => open.extend(members.values_mut()),
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
    }

    /// One string: the earliest match first, of those the longest.
    fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut ahead: Vec<(&Secret, Option<Hit>)> = self
            .secrets
            .iter()
            .map(|secret| (secret, secret.find(text, 0)))
            .collect();
        let (mut redacted, mut at) = (String::new(), 0);
        loop {
            for (secret, hit) in &mut ahead {
                if hit.is_some_and(|hit| hit.start < at) {
                    *hit = secret.find(text, at);
                }
            }
            let first = ahead
                .iter()
                .filter_map(|&(secret, hit)| Some((secret, hit?)))
                .min_by_key(|(_, hit)| (hit.start, Reverse(hit.end)));
            let Some((secret, hit)) = first else { break };
            redacted.push_str(text.get(at..hit.from).unwrap_or_default());
            redacted.push_str("[redacted:");
            redacted.push_str(secret.name());
            redacted.push(']');
            at = hit.end;
        }
        if at == 0 {
            return Cow::Borrowed(text);
        }
        redacted.push_str(text.get(at..).unwrap_or_default());
        Cow::Owned(redacted)
    }
}

#[cfg(test)]
mod tests;
