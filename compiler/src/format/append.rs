//! Adding rules at the end of a document's list, in its own notation.

use super::comments::written_end;
use super::scalar::{flow_text, json_text, member_text};
use crate::document::{Node, Value, parse};
use crate::fault::{Fault, FaultKind, Faults};
use crate::limits::Limits;
use crate::source::{Location, Source};
use std::fmt::Write as _;

/// A rule to be added: its members in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewRule {
    /// Member names and their values.
    pub members: Vec<(&'static str, NewValue)>,
    /// A remark for whoever reads the document; JSON has no place for it.
    pub comment: Option<String>,
}

/// A value of a [`NewRule`]'s member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewValue {
    /// A string.
    Text(String),
    /// A list of strings.
    List(Vec<String>),
    /// A list of objects with one member each, a string: examples (R10).
    Objects(Vec<(String, String)>),
}

impl NewRule {
    /// With one more member.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.members.push((name, NewValue::Text(value.into())));
        self
    }

    /// With one more member, a list.
    #[must_use]
    pub fn with_list(mut self, name: &'static str, values: Vec<String>) -> Self {
        self.members.push((name, NewValue::List(values)));
        self
    }

    /// With examples: argument objects of one member, a string (R10).
    #[must_use]
    pub fn with_examples(mut self, name: &'static str, examples: Vec<(String, String)>) -> Self {
        self.members.push((name, NewValue::Objects(examples)));
        self
    }

    /// On one line of JSON.
    #[must_use]
    pub fn json(&self) -> String {
        self.flow(json_text, json_text, true)
    }

    /// On one line of YAML, without the comment.
    #[must_use]
    pub fn yaml(&self) -> String {
        let member = |text: &str| member_text(text).into_owned();
        self.flow(member, |text| flow_text(text).into_owned(), false)
    }

    fn flow(
        &self,
        member: impl Fn(&str) -> String,
        text: impl Fn(&str) -> String,
        quoted: bool,
    ) -> String {
        let mut line = String::from("{ ");
        for (index, (name, value)) in self.members.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let quote = if quoted { "\"" } else { "" };
            let value = match value {
                NewValue::Text(value) => member(value),
                NewValue::List(values) => {
                    let values: Vec<String> = values.iter().map(|value| text(value)).collect();
                    format!("[{}]", values.join(", "))
                }
                NewValue::Objects(values) => {
                    let values: Vec<String> = values
                        .iter()
                        .map(|(name, value)| format!("{{ {}: {} }}", text(name), member(value)))
                        .collect();
                    format!("[{}]", values.join(", "))
                }
            };
            // Writing to a string does not fail.
            let _ = write!(line, "{comma}{quote}{name}{quote}: {value}");
        }
        line.push_str(" }");
        line
    }
}

/// The document's text with rules added behind its last one. Nothing else changes.
///
/// # Errors
/// The document does not parse, has no list of rules, or is written in a way that rules
/// cannot be added to safely.
pub fn append_rules(
    source: &Source<'_>,
    rules: &[NewRule],
    limits: &Limits,
) -> Result<String, Faults> {
    let document = parse(source, limits)?;
    let Some(list) = rules_of(&document) else {
        let at = Location::at(document.span);
        let fault = Fault::new(FaultKind::WrongType, at, "there is no list of rules");
        return Err(fault.help("add `rules: []`").into());
    };
    let text = source.text;
    let Value::Array(elements) = &list.value else {
        return Ok(text.to_owned());
    };
    let (at, added) = if text
        .get(list.span.range())
        .is_some_and(|it| it.starts_with('['))
    {
        flow(text, list, elements, rules)
    } else {
        block(text, elements, rules).ok_or_else(|| {
            let message = "rules cannot be added to a list that is written like this";
            let fault = Fault::new(FaultKind::Syntax, Location::at(list.span), message);
            Faults::from(fault.help("begin each rule with `- ` on a line of its own"))
        })?
    };
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    Ok(format!("{before}{added}{after}"))
}

fn rules_of<'n, 'a>(document: &'n Node<'a>) -> Option<&'n Node<'a>> {
    match &document.value {
        Value::Array(_) => Some(document),
        Value::Object(members) => members
            .iter()
            .find(|member| member.name == "rules")
            .map(|member| &member.value)
            .filter(|rules| matches!(rules.value, Value::Array(_))),
        _ => None,
    }
}

/// Behind the last element of `[ … ]`, on lines of their own if the elements stand so.
fn flow(text: &str, list: &Node<'_>, elements: &[Node<'_>], rules: &[NewRule]) -> (usize, String) {
    let mut added = String::new();
    let Some(last) = elements.last() else {
        let all: Vec<String> = rules.iter().map(NewRule::json).collect();
        return (list.span.start as usize + 1, all.join(", "));
    };
    let start = last.span.start as usize;
    let indent = own_indent(text, start);
    for rule in rules {
        let gap = indent.map_or_else(|| ", ".to_owned(), |indent| format!(",\n{indent}"));
        let _ = write!(added, "{gap}{}", rule.json());
    }
    (last.span.end as usize, added)
}

/// On lines behind the last element of a block list, each with its own `- `.
fn block(text: &str, elements: &[Node<'_>], rules: &[NewRule]) -> Option<(usize, String)> {
    let last = elements.last()?;
    let (before, _) = text.split_at_checked(last.span.start as usize)?;
    let dash = before.rfind('-')?;
    let indent = own_indent(text, dash)?;
    let between = text.get(dash + 1..last.span.start as usize)?;
    if !between.chars().all(|c| c == ' ') {
        return None;
    }
    let end = written_end(text, last);
    let line_end = text.get(end..)?.find('\n').map(|length| end + length);
    let at = line_end.unwrap_or(text.len());
    let mut added = String::new();
    for rule in rules {
        let _ = write!(added, "\n{indent}- {}", rule.yaml());
        if let Some(comment) = &rule.comment {
            let _ = write!(added, " # {}", comment.replace(['\n', '\r'], " "));
        }
    }
    Some((at, added))
}

/// The white space before an offset, if nothing else stands before it on its line.
fn own_indent(text: &str, at: usize) -> Option<&str> {
    let (before, _) = text.split_at_checked(at)?;
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let indent = before.get(line..)?;
    indent.chars().all(|c| c == ' ').then_some(indent)
}

#[cfg(test)]
mod tests {
    use super::{NewRule, append_rules};
    use crate::{Limits, Source};

    fn added(document: &str) -> String {
        let rules = [
            NewRule {
                comment: Some("seen".to_owned()),
                ..NewRule::default()
            }
            .with("tool", "b*")
            .with("decision", "allow"),
            NewRule::default()
                .with("tool", "c")
                .with("decision", "allow")
                .with("command", "git")
                .with_list("args", vec!["a b".to_owned()]),
        ];
        append_rules(&Source::new("t", document), &rules, &Limits::default()).unwrap()
    }

    #[test]
    fn block_lists_get_lines() {
        assert_eq!(
            added("rules:\n  - { tool: a, decision: ask } # one\n\n# end\nroots: {}\n"),
            "rules:\n  - { tool: a, decision: ask } # one\n  - { tool: \"b*\", decision: allow } # seen\n  - { tool: c, decision: allow, command: git, args: [\"a b\"] }\n\n# end\nroots: {}\n"
        );
        assert_eq!(
            added("- tool: a\n  decision: ask"),
            "- tool: a\n  decision: ask\n- { tool: \"b*\", decision: allow } # seen\n- { tool: c, decision: allow, command: git, args: [\"a b\"] }"
        );
        assert_eq!(
            added("rules:\n- tool: a\n  decision: ask\n  args:\n  - x\n  command: y\nroots: {}\n"),
            "rules:\n- tool: a\n  decision: ask\n  args:\n  - x\n  command: y\n- { tool: \"b*\", decision: allow } # seen\n- { tool: c, decision: allow, command: git, args: [\"a b\"] }\nroots: {}\n"
        );
    }

    #[test]
    fn flow_lists_stay_flow_lists() {
        assert_eq!(
            added("{\"rules\": [\n  {\"tool\": \"a\", \"decision\": \"ask\"}\n]}"),
            "{\"rules\": [\n  {\"tool\": \"a\", \"decision\": \"ask\"},\n  { \"tool\": \"b*\", \"decision\": \"allow\" },\n  { \"tool\": \"c\", \"decision\": \"allow\", \"command\": \"git\", \"args\": [\"a b\"] }\n]}"
        );
        assert_eq!(
            added("[]"),
            "[{ \"tool\": \"b*\", \"decision\": \"allow\" }, { \"tool\": \"c\", \"decision\": \"allow\", \"command\": \"git\", \"args\": [\"a b\"] }]"
        );
        assert!(added("rules: [{ tool: a, decision: ask }]").starts_with(
            "rules: [{ tool: a, decision: ask }, { \"tool\": \"b*\", \"decision\": \"allow\" }, "
        ));
    }

    #[test]
    fn a_document_without_rules_is_refused() {
        assert!(append_rules(&Source::new("t", "roots: {}"), &[], &Limits::default()).is_err());
    }
}
