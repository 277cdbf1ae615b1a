//! An explanation as one JSON object, complete.

use super::Shown;
use crate::results::json::suggestion;
use crate::wide;
use callgate::permission::explain::{
    CommandItem, ItemVerdict, LocationItem, PredicateExplanation, RuleExplanation, UrlItem, Why,
};
use callgate::{Arguments, RuleId};
use serde_json::{Map, Value, json};

impl Shown<'_> {
    pub(super) fn json(&self) -> Value {
        let explained = self.explained;
        let outcome = &explained.outcome;
        let unknown: Vec<&str> = outcome.unknown.iter().map(|kind| kind.as_str()).collect();
        let mut deciding = explained.deciding().map(|rule| rule.rule);
        let considered: Vec<Value> = explained
            .considered
            .iter()
            .map(|rule| self.rule(rule, &mut deciding))
            .collect();
        json!({
            "tool": self.call.tool,
            "readable": !matches!(self.call.arguments, Arguments::Unreadable),
            "decision": outcome.decision.as_str(),
            "reason": outcome.reason.as_str(),
            "rule": outcome.rule.map(|rule| rule.0),
            "unknown": unknown,
            "reach": explained.reach.as_str(),
            "locations": explained.locations.iter().map(location).collect::<Vec<_>>(),
            "urls": explained.urls.iter().map(url).collect::<Vec<_>>(),
            "commands": explained.commands.iter().map(command).collect::<Vec<_>>(),
            "considered": considered,
            "paths": explained.paths,
            "suggestion": explained.suggestion.as_ref().map(suggestion_value),
            "blanket": explained.suggestion.as_ref().is_some_and(|rule| rule.blanket),
            "wide": explained.suggestion.as_ref().and_then(wide::of_suggestion),
        })
    }

    fn rule(&self, rule: &RuleExplanation, deciding: &mut Option<RuleId>) -> Value {
        let standing = if rule.fires {
            if deciding.take_if(|id| *id == rule.rule).is_some() {
                "decides"
            } else {
                "fires-and-loses"
            }
        } else if rule.one_away().is_some() {
            "one-away"
        } else {
            "silent"
        };
        let predicates = rule.predicates.iter().map(|each| self.predicate_json(each));
        let predicates: Vec<Value> = predicates.collect();
        let mut value = json!({
            "rule": rule.rule.0,
            "file": self.policy.name,
            "line": self.policy.line(rule.rule),
            "text": self.policy.text(rule.rule),
            "decision": rule.decision.as_str(),
            "tool-matches": rule.tool.as_str(),
            "fires": rule.fires,
            "by-unknown": rule.by_unknown(),
            "standing": standing,
            "one-away": rule.one_away().map(|kind| kind.as_str()),
            "predicates": predicates,
        });
        if let Some(members) = value.as_object_mut() {
            let table = self.table;
            put(members, "note", table.note(rule.rule));
            let severity = table.severity(rule.rule);
            put(
                members,
                "severity",
                severity.map(|severity| severity.as_str()),
            );
        }
        value
    }

    fn predicate_json(&self, predicate: &PredicateExplanation) -> Value {
        let verdict = |item: &ItemVerdict| {
            json!({
                "item": item.item,
                "verdict": item.verdict.as_str(),
                "why": item.why.map(|why| self.why(why)),
            })
        };
        json!({
            "kind": predicate.kind.as_str(),
            "satisfied": predicate.satisfied,
            "by-unknown": predicate.by_unknown,
            "items": predicate.items.iter().map(verdict).collect::<Vec<_>>(),
        })
    }

    fn why(&self, why: Why) -> Value {
        let mut value = json!({ "kind": why.as_str(), "message": self.sentence(why) });
        if let (Why::Unidentifiable(about), Some(members)) = (why, value.as_object_mut()) {
            members.insert("unidentified".to_owned(), about.kind.into());
            if let Some(at) = about.at {
                members.insert("at".to_owned(), at.into());
            }
        }
        value
    }
}

fn put(members: &mut Map<String, Value>, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        members.insert(name.to_owned(), text.into());
    }
}

fn location(item: &LocationItem) -> Value {
    json!({ "argument": item.argument, "text": item.text, "measured": item.measured })
}

fn url(item: &UrlItem) -> Value {
    json!({ "argument": item.argument, "text": item.text, "host": item.host })
}

fn command(item: &CommandItem) -> Value {
    json!({
        "program": item.program,
        "tokens": item.tokens,
        "sealed": item.sealed,
        "role": item.role.as_str(),
        "writes": item.writes,
    })
}

/// A suggestion as the rule body that it is.
fn suggestion_value(rule: &callgate::Suggestion) -> Value {
    let mut text = Vec::new();
    match suggestion(&mut text, rule) {
        Ok(()) => serde_json::from_slice(&text).unwrap_or(Value::Null),
        Err(_) => Value::Null,
    }
}
