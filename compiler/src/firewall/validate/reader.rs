//! Taking the members of a rule, each from where it stands.

use super::embedded::Embedding;
use super::rule::RULE;
use crate::document::read::{self, Fields};
use crate::document::{Node, Path, Value, repair};
use crate::fault::{Collector, Fault, FaultKind};
use crate::firewall::rule::Places;

/// A rule's members, and what is wrong with them.
pub(super) struct Reader<'n, 'a, 'p> {
    node: &'n Node<'a>,
    fields: Fields<'n, 'a, 17>,
    path: &'p Path<'p>,
    embedding: Embedding<'p>,
    faults: &'p mut Collector,
    places: Places,
}

impl<'n, 'a, 'p> Reader<'n, 'a, 'p> {
    pub(super) fn new(
        node: &'n Node<'a>,
        fields: Fields<'n, 'a, 17>,
        path: &'p Path<'p>,
        embedding: Embedding<'p>,
        faults: &'p mut Collector,
    ) -> Self {
        Self {
            node,
            fields,
            path,
            embedding,
            faults,
            places: Places::default(),
        }
    }

    fn get(&self, name: &str) -> Option<&'n Node<'a>> {
        let place = RULE.members.iter().position(|&member| member == name)?;
        self.fields.get(place).map(|member| &member.value)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// A member that some reading makes sense of.
    pub(super) fn member<T>(
        &mut self,
        name: &str,
        reading: impl FnOnce(&Node<'_>, &Path<'_>, &mut Collector) -> Option<T>,
    ) -> Option<T> {
        reading(self.get(name)?, &self.path.member(name), self.faults)
    }

    /// A member that a rule cannot do without.
    pub(super) fn required<T>(
        &mut self,
        name: &str,
        reading: impl FnOnce(&Node<'_>, &Path<'_>, &mut Collector) -> Option<T>,
    ) -> Option<T> {
        if !self.has(name) {
            RULE.missing(name, self.node, self.path, self.faults);
        }
        self.member(name, reading)
    }

    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        self.member(name, |node, path, faults| {
            read::text(node, path, faults).map(str::to_owned)
        })
    }

    /// Whether a member of any kind is there; null is none (Q1).
    pub(super) fn present(&mut self, name: &str) -> bool {
        self.member(name, |node, path, faults| {
            if matches!(node.value, Value::Null) {
                read::wrong_type(node, read::Expected::Value, path, faults);
            }
            read::unique_everywhere(node, path, faults);
            Some(())
        })
        .is_some()
    }

    /// What is given as an object, or the same as JSON text under another name.
    pub(super) fn either<T>(
        &mut self,
        object: &str,
        text: &str,
        reading: impl FnOnce(&Node<'_>, &Path<'_>, &mut Collector, &mut Places) -> T,
    ) -> Option<T> {
        if self.has(object) && self.has(text) {
            let message = format!("the rule has both `{object}` and `{text}`");
            self.conflict(text, &message, "keep one of them");
        }
        if let Some(node) = self.get(object) {
            let path = self.path.member(object);
            return Some(reading(node, &path, self.faults, &mut self.places));
        }
        let node = self.get(text)?;
        let path = self.path.member(text);
        let tree = self.embedding.read(node, &path, self.faults)?;
        Some(reading(&tree, &path, self.faults, &mut self.places))
    }

    /// Two members that cannot stand beside each other, reported at one of them.
    pub(super) fn conflict(&mut self, name: &str, message: &str, help: &str) {
        let span = self.get(name).unwrap_or(self.node).span;
        let at = self.path.member(name).at(span);
        self.faults
            .push(Fault::new(FaultKind::Conflict, at, message).help(help));
    }

    /// A member that this verdict cannot do without.
    pub(super) fn missing(&mut self, name: &str, verdict: &str) {
        let message = format!("a rule with the verdict `{verdict}` needs the member `{name}`");
        let at = self.path.at(self.node.span);
        let fault = Fault::new(FaultKind::MissingMember, at, message);
        self.faults.push(fault.help(repair::missing(name)));
    }

    /// A number that is below zero.
    pub(super) fn negative(&mut self, name: &str) {
        if let Some(node) = self.get(name) {
            let message = "expected a number of cents, zero or more";
            let help = "write the cap in cents: `500` is 5.00";
            read::bad_value(node, &self.path.member(name), message, help, self.faults);
        }
    }

    /// The rule sanitizes, and nothing says what; a text that is faulty has been reported.
    pub(super) fn missing_sanitizer(&mut self) {
        match self.get("sanitize_json") {
            None => self.missing("sanitize", "sanitize"),
            Some(node) => {
                if matches!(&node.value, Value::String(text) if text.trim().is_empty()) {
                    let path = self.path.member("sanitize_json");
                    super::sanitize::empty(node, &path, self.faults);
                }
            }
        }
    }

    pub(super) fn places(self) -> Places {
        Places {
            rule: self.node.span,
            tool: self.get("tool_name_glob").map(|node| node.span),
            skill: self.get("skill_name_glob").map(|node| node.span),
            sequence: self.get("sequence").map(|node| node.span),
            ..self.places
        }
    }
}
