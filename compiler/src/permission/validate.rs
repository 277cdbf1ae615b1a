//! Document → policy: the clauses D and R, every fault reported (D3).

mod directory;
mod example;
mod host;
mod params;
mod program;
mod rule;
mod tool;

use super::Policy;
use crate::document::read::{self, Shape};
use crate::document::{Member, Node, Path, Value};
use crate::fault::{Collector, Fault, FaultKind, Faults, near, quote};
use crate::limits::Limits;
use callgate_engine::permission::PathCase;

/// Validates a document that is already a tree with positions.
///
/// Linear in the document, apart from hash tables for objects with free names.
///
/// # Errors
/// Every fault of the document, sorted by position (D3).
pub fn validate(node: &Node<'_>, limits: &Limits) -> Result<Policy, Faults> {
    let mut faults = Collector::new(limits.faults);
    let policy = policy(node, &mut faults);
    faults.finish(policy)
}

/// Why a text is not the pattern, directory or name that it should be.
#[derive(Debug, PartialEq, Eq)]
struct Wrong {
    message: String,
    help: String,
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
        }
    }
}

impl Wrong {
    fn push(self, node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) {
        read::bad_value(node, path, self.message, self.help, faults);
    }

    /// At a member's name.
    fn push_name(self, member: &Member<'_>, path: &Path<'_>, faults: &mut Collector) {
        let at = path.member(&member.name).at(member.name_span);
        let fault = Fault::new(FaultKind::BadValue, at, self.message);
        faults.push(fault.help(self.help));
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
        Err(wrong) => {
            wrong.push(node, path, faults);
            None
        }
    }
}

const POLICY: Shape<7> = Shape {
    what: "a policy",
    members: [
        "dialect",
        "rules",
        "roots",
        "path-params",
        "url-params",
        "command-params",
        "options",
    ],
    meant: &[
        ("root", "roots"),
        ("rule", "rules"),
        ("policy", "rules"),
        ("policies", "rules"),
        ("permissions", "rules"),
        ("pathParams", "path-params"),
        ("urlParams", "url-params"),
        ("commandParams", "command-params"),
        ("path-case", "options: { path-case: … }"),
        ("pathCase", "options: { path-case: … }"),
        ("settings", "options"),
    ],
};

fn policy(node: &Node<'_>, faults: &mut Collector) -> Policy {
    let path = &Path::ROOT;
    match &node.value {
        Value::Array(rules) => Policy {
            rules: self::rules(rules, path, faults),
            bare: true,
            ..Policy::default()
        },
        Value::Object(members) => object(members, node, path, faults),
        _ => {
            read::wrong_type(node, read::Expected::PolicyOrRules, path, faults);
            Policy::default()
        }
    }
}

fn object(
    members: &[Member<'_>],
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
) -> Policy {
    let fields = POLICY.fields(members, path, faults);
    let mut policy = Policy::default();
    if let Some(member) = fields.get(0) {
        dialect(&member.value, &path.member("dialect"), faults);
    }
    match fields.get(1) {
        Some(member) => {
            let path = path.member("rules");
            if let Some(rules) = read::list(&member.value, read::Expected::Rules, &path, faults) {
                policy.rules = self::rules(rules, &path, faults);
            }
        }
        None => POLICY.missing("rules", node, path, faults),
    }
    if let Some(member) = fields.get(2) {
        let path = path.member("roots");
        (policy.roots, policy.roots_at) = params::roots(&member.value, &path, faults);
    }
    if let Some(member) = fields.get(3) {
        let path = path.member("path-params");
        (policy.path_params, policy.path_params_at) = params::names(&member.value, &path, faults);
    }
    if let Some(member) = fields.get(4) {
        let path = path.member("url-params");
        (policy.url_params, policy.url_params_at) = params::names(&member.value, &path, faults);
    }
    if let Some(member) = fields.get(5) {
        let path = path.member("command-params");
        let entries = params::commands(&member.value, &path, faults);
        (policy.command_params, policy.command_params_at) = entries;
    }
    if let Some(member) = fields.get(6) {
        policy.path_case = options(&member.value, &path.member("options"), faults);
    }
    policy
}

fn rules(nodes: &[Node<'_>], path: &Path<'_>, faults: &mut Collector) -> Vec<super::Rule> {
    let mut rules = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        rules.extend(rule::rule(node, &path.index(index), faults));
    }
    rules
}

fn dialect(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) {
    parsed(node, path, faults, |text| match text {
        "permission" => Ok(()),
        other => Err(
            Said::new(format!("{} is not the permission dialect", quote(other)))
                .help("write `permission`, or leave `dialect` out"),
        ),
    });
}

const OPTIONS: Shape<1> = Shape {
    what: "options",
    members: ["path-case"],
    meant: &[("case", "path-case"), ("pathCase", "path-case")],
};

fn options(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> PathCase {
    let Some(members) = read::object(node, read::Expected::PathCase, path, faults) else {
        return PathCase::default();
    };
    let fields = OPTIONS.fields(members, path, faults);
    let Some(member) = fields.get(0) else {
        return PathCase::default();
    };
    parsed(
        &member.value,
        &path.member("path-case"),
        faults,
        |text| match text {
            "sensitive" => Ok(PathCase::Sensitive),
            "insensitive" => Ok(PathCase::Insensitive),
            other => Err(word(other, &["sensitive", "insensitive"], None)),
        },
    )
    .unwrap_or_default()
}

/// A word that is none of those that are taken; `meant` is what it surely stands for.
fn word(text: &str, words: &'static [&'static str], meant: Option<&str>) -> Wrong {
    let choice = match words {
        [only] => {
            let wrong = format!("the one value is `{only}`, found {}", quote(text));
            return Said::new(wrong).help(format!("write `{only}`, or leave it out"));
        }
        _ => format!("expected one of {}", read::listed(words)),
    };
    let wrong = Said::new(format!("{choice}, found {}", quote(text)));
    match meant.or_else(|| near(text, words.iter().copied())) {
        Some(meant) => wrong.help(format!("did you mean `{meant}`?")),
        None => wrong.help("write one of them"),
    }
}

#[cfg(test)]
mod tests;
