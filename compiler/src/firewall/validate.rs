//! Document → policy: the clauses Q1, Q2 and Q7, every fault reported.

mod clauses;
mod egress;
mod embedded;
mod path;
mod reader;
mod rule;
mod sanitize;
mod verdict;

use super::rule::{AllowLint, Policy, Rule};
use crate::document::read::{self, Shape};
use crate::document::{Member, Node, Path, Value};
use crate::fault::{Collector, Fault, FaultKind, Faults, near, quote};
use crate::limits::Limits;
use crate::lint;
use crate::source::Source;
use callgate_engine::firewall::{Pattern, PatternFault};
use embedded::Embedding;
use std::collections::HashMap;
pub use verdict::meant_stage;

/// Validates a document that is already a tree with positions into `source`; a tree without
/// text has an empty one.
///
/// Linear in the document, apart from compiling its regular expressions.
///
/// # Errors
/// Every fault of the document, sorted by position (D3).
pub fn validate(node: &Node<'_>, source: &Source<'_>, limits: &Limits) -> Result<Policy, Faults> {
    let mut faults = Collector::new(limits.faults);
    let policy = policy(node, Embedding { source, limits }, &mut faults);
    faults.finish(policy)
}

const POLICY: Shape<7> = Shape {
    what: "a firewall policy",
    members: [
        "dialect",
        "name",
        "enabled",
        "default_verdict",
        "shadow",
        "options",
        "rules",
    ],
    meant: &[
        ("default", "default_verdict"),
        ("default_action", "default_verdict"),
        ("rule", "rules"),
        ("shadow_mode", "shadow"),
        ("active", "enabled"),
        ("label", "name"),
    ],
};

fn policy(node: &Node<'_>, embedding: Embedding<'_>, faults: &mut Collector) -> Policy {
    let path = &Path::ROOT;
    let mut policy = Policy::default();
    let Some(members) = read::object(node, read::Expected::FirewallPolicy, path, faults) else {
        return policy;
    };
    let fields = POLICY.fields(members, path, faults);
    let member = |place: usize| fields.get(place).map(|member| &member.value);
    if let Some(node) = member(0) {
        dialect(node, &path.member("dialect"), faults);
    }
    if let Some(node) = member(1) {
        policy.name = read::text(node, &path.member("name"), faults).map(str::to_owned);
    }
    if let Some(enabled) = member(2).and_then(|n| bool(n, &path.member("enabled"), faults)) {
        policy.spec.enabled = enabled;
    }
    let default = member(3);
    let default =
        default.and_then(|n| verdict::default(n, &path.member("default_verdict"), faults));
    if let Some(verdict) = default {
        policy.spec.default_verdict = verdict;
    }
    if let Some(shadow) = member(4).and_then(|n| bool(n, &path.member("shadow"), faults)) {
        policy.spec.shadow = shadow;
    }
    if let Some(node) = member(5) {
        policy.spec.strict_clauses = options(node, &path.member("options"), faults);
    }
    match member(6) {
        Some(node) => policy.rules = rules(node, &path.member("rules"), embedding, faults),
        None => POLICY.missing("rules", node, path, faults),
    }
    policy
}

fn rules(
    node: &Node<'_>,
    path: &Path<'_>,
    embedding: Embedding<'_>,
    faults: &mut Collector,
) -> Vec<Rule> {
    let Some(nodes) = read::list(node, read::Expected::Rules, path, faults) else {
        return Vec::new();
    };
    let mut rules = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        rules.extend(rule::rule(node, &path.index(index), embedding, faults));
    }
    unique_ids(nodes, path, faults);
    rules
}

/// Reports every id that an earlier rule has (Q7), also of rules with other faults.
fn unique_ids(nodes: &[Node<'_>], path: &Path<'_>, faults: &mut Collector) {
    let mut first: HashMap<i64, (usize, &Node<'_>)> = HashMap::new();
    for (index, node) in nodes.iter().enumerate() {
        let Value::Object(members) = &node.value else {
            continue;
        };
        let id = members
            .iter()
            .find(|member| member.name == "id")
            .map(|member| &member.value);
        let Some((node, id)) = id.and_then(|node| Some((node, number(node)?))) else {
            continue;
        };
        if let Some((earlier, at)) = first.get(&id) {
            let path_of = |index, span| path.index(index).member("id").at(span);
            let message = format!("the id {id} is taken");
            let fault = Fault::new(FaultKind::Conflict, path_of(index, node.span), message)
                .help("ids order rules of one priority: give each rule its own")
                .related(path_of(*earlier, at.span), "first given here");
            faults.push(fault);
        } else {
            first.insert(id, (index, node));
        }
    }
}

fn dialect(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) {
    parsed(node, path, faults, |text| match text {
        "firewall" => Ok(()),
        other => Err(
            Said::new(format!("{} is not the firewall dialect", quote(other)))
                .help("write `firewall`"),
        ),
    });
}

const OPTIONS: Shape<1> = Shape {
    what: "options",
    members: ["strict-clauses"],
    meant: &[
        ("strict", "strict-clauses"),
        ("strict_clauses", "strict-clauses"),
        ("strictClauses", "strict-clauses"),
    ],
};

fn options(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> bool {
    let Some(members) = read::object(node, read::Expected::StrictClauses, path, faults) else {
        return false;
    };
    let fields = OPTIONS.fields(members, path, faults);
    let strict = fields.get(0).map(|member| &member.value);
    strict
        .and_then(|node| bool(node, &path.member("strict-clauses"), faults))
        .unwrap_or_default()
}

/// Why a text is not what it should be.
#[derive(Debug, PartialEq, Eq)]
struct Wrong {
    message: String,
    help: String,
    kind: FaultKind,
}

/// What is wrong, before anybody says what to write instead: nothing is refused without.
struct Said(String);

impl Said {
    fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    fn help(self, help: impl Into<String>) -> Wrong {
        Wrong {
            message: self.0,
            help: help.into(),
            kind: FaultKind::BadValue,
        }
    }
}

impl Wrong {
    fn limit(self) -> Self {
        Self {
            kind: FaultKind::Limit,
            ..self
        }
    }
}

/// A string that some reading makes sense of, or a fault.
fn parsed<T>(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
    reading: impl FnOnce(&str) -> Result<T, Wrong>,
) -> Option<T> {
    match reading(read::text(node, path, faults)?) {
        Ok(value) => Some(value),
        Err(Wrong {
            message,
            help,
            kind,
        }) => {
            let fault = Fault::new(kind, path.at(node.span), message);
            faults.push(fault.help(help));
            None
        }
    }
}

/// A word that is none of those that are taken; `meant` is what it surely stands for.
fn word(text: &str, words: &'static [&'static str], meant: Option<&str>) -> Wrong {
    let wrong = Said::new(format!(
        "expected one of {}, found {}",
        read::listed(words),
        quote(text)
    ));
    match meant.or_else(|| near(text, words.iter().copied())) {
        Some(meant) => wrong.help(format!("did you mean `{meant}`?")),
        None => wrong.help("write one of them"),
    }
}

fn bool(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Option<bool> {
    match node.value {
        Value::Bool(value) => Some(value),
        _ => {
            read::wrong_type(node, read::Expected::Switch, path, faults);
            None
        }
    }
}

fn number(node: &Node<'_>) -> Option<i64> {
    match &node.value {
        Value::Number(text) => text.parse().ok(),
        _ => None,
    }
}

/// A whole number; `expected` says of what.
fn integer(
    expected: read::Expected,
) -> impl FnOnce(&Node<'_>, &Path<'_>, &mut Collector) -> Option<i64> {
    move |node, path, faults| {
        let value = number(node);
        match &node.value {
            _ if value.is_some() => {}
            Value::Number(text) if text.bytes().skip(1).all(|byte| byte.is_ascii_digit()) => {
                let help = format!("write a number up to {}", i64::MAX);
                read::bad_value(node, path, "the number has more than 64 bits", help, faults);
            }
            _ => read::wrong_type(node, expected, path, faults),
        }
        value
    }
}

/// A regular expression within the limits (Q7).
fn pattern(text: &str) -> Result<Pattern, Wrong> {
    Pattern::new(text).map_err(|fault| match fault {
        PatternFault::Syntax(said) => {
            // The crate draws the expression with a marker; its last line says what is wrong.
            let last = said.lines().last().unwrap_or_default();
            let last = last.strip_prefix("error: ").unwrap_or(last);
            Said::new(format!("{} does not compile: {last}", quote(text))).help(
                "write characters that mean themselves with a backslash before them: `\\(`, `\\*`; \
                 the syntax is that of Rust's `regex` crate, without look-around and \
                 back-references",
            )
        }
        _ => Said::new(format!("{} compiles to more than the limit", quote(text)))
            .help("shorten it: large counted repetitions are what takes most")
            .limit(),
    })
}

/// Codes of warnings that a rule's author knows about, each with a reason (R10).
fn allow_lint(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Option<Vec<AllowLint>> {
    let members = read::object(node, read::Expected::AllowLint, path, faults)?;
    read::unique(members, path, faults);
    let allowed = members.iter().filter_map(|member| {
        let Member {
            name,
            name_span,
            value,
        } = member;
        let code = lint::code(name).map(|known| known.code);
        let path = path.member(name);
        if code.is_none() {
            let message = format!("{} is not the code of a warning", quote(name));
            let fault = Fault::new(FaultKind::BadValue, path.at(*name_span), message);
            faults.push(
                match near(name, lint::CODES.iter().map(|known| known.code)) {
                    Some(meant) => fault.help(format!("did you mean `{meant}`?")),
                    None => fault.help("codes look like `W101`"),
                },
            );
        }
        let reason = read::text(value, &path, faults)?;
        if reason.trim().is_empty() {
            let help = "say why this is no mistake, or remove the entry";
            read::bad_value(value, &path, "the reason is empty", help, faults);
        }
        Some(AllowLint {
            code: code?,
            reason: reason.to_owned(),
            at: *name_span,
        })
    });
    Some(allowed.collect())
}

#[cfg(test)]
mod tests;
