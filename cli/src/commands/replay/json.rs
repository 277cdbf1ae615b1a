//! Counts as one JSON object.

use super::Report;
use crate::replay::{WORDS, Word};
use serde_json::{Map, Value, json};

/// How many of the rules that speak about a tool are listed.
const RULES: usize = 100;

impl Report<'_> {
    pub(super) fn json(&self) -> Value {
        let tally = self.tally;
        let (hit, never) = self.rules();
        let rule = |rule: callgate::RuleId, calls: u64| {
            json!({
                "rule": rule.0,
                "line": self.policy.line(rule),
                "text": self.policy.text(rule),
                "calls": calls,
            })
        };
        let tools: Vec<Value> = tally
            .by_calls()
            .into_iter()
            .map(|(name, tool)| {
                let speak = self.coverage.speak(name, tool, RULES + 1);
                let rules: Vec<u32> = speak.iter().take(RULES).map(|rule| rule.0).collect();
                json!({
                    "tool": name,
                    "calls": tool.calls(),
                    "decisions": words(&tool.words),
                    "undecided": tool.undecided,
                    "covered": !rules.is_empty(),
                    "rules": rules,
                    "more-rules": speak.len() > RULES,
                    "first-line": tool.first,
                })
            })
            .collect();
        json!({
            "policy": self.policy.name,
            "calls": tally.calls(),
            "decisions": words(&tally.words),
            "reasons": tally.reasons,
            "rules": hit.into_iter().map(|(id, calls)| rule(id, calls)).collect::<Vec<_>>(),
            "never": never.into_iter().map(|id| rule(id, 0)).collect::<Vec<_>>(),
            "tools": tools,
            "unnamed": tally.unnamed,
            "no-calls": tally.no_calls.json(),
        })
    }
}

/// The words that were said, with how often.
pub(crate) fn words(counts: &[u64; WORDS.len()]) -> Value {
    let said = Word::all().zip(counts).filter(|(_, count)| **count > 0);
    let members = said.map(|(word, &count)| (word.as_str().to_owned(), count.into()));
    Value::Object(members.collect::<Map<_, _>>())
}
