//! Changes as one JSON object.

use super::Report;
use crate::policy::Policy;
use crate::replay::{Change, Side};
use serde_json::{Map, Value, json};

impl Report<'_> {
    pub(super) fn json(&self) -> Value {
        let counts: Map<String, Value> = Change::ALL
            .into_iter()
            .map(|change| (change.as_str().to_owned(), self.count(change).into()))
            .collect();
        let mut moves: Vec<_> = self.changes.moves.iter().collect();
        moves.sort();
        let moves: Vec<Value> = moves
            .into_iter()
            .map(|((old, new), calls)| json!({ "old": old.as_str(), "new": new.as_str(), "calls": calls }))
            .collect();
        let groups: Vec<Value> = self
            .groups
            .iter()
            .map(|group| {
                json!({
                    "change": group.change.as_str(),
                    "old": side(self.old, group.old),
                    "new": side(self.new, group.new),
                    "calls": group.lines.len(),
                    "lines": group.lines,
                })
            })
            .collect();
        json!({
            "calls": self.changes.calls,
            "changed": counts,
            "moves": moves,
            "groups": groups,
            "no-calls": self.changes.no_calls.json(),
        })
    }
}

fn side(policy: &Policy, side: Side) -> Value {
    json!({
        "decision": side.word.as_str(),
        "rule": side.rule,
        "line": side.rule().and_then(|rule| policy.line(rule)),
        "text": side.rule().map(|rule| policy.text(rule)),
    })
}
