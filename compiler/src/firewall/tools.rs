//! What a list of tools shows about a firewall policy (R9, T1).

mod names;

use super::{Policy, Rule};
use crate::fault::{Collector, Fault, Faults, near, quote};
use crate::lint::codes;
use crate::source::{Location, Span};
use crate::tools::ToolList;
use crate::tools::schema::{Gap, gap};
use callgate_engine::firewall::{Clause, Step};
use names::{Globs, Names};
use std::fmt::Write as _;

/// For how many wrong names a near one is looked for.
const NAMED: usize = 200;
/// A rule about more tools than this is not held against their schemas.
const SCHEMAS: usize = 256;

/// Warns of rules for tools that there are not, of clauses on arguments that no tool takes, and
/// of tools that no rule speaks about, which fall to the default. Sorted by position.
///
/// Near-linear in rules, tools and the lengths of their names. A rule about very many tools is
/// not held against their schemas.
#[must_use]
pub fn lint_tools(policy: &Policy, list: &ToolList, limit: usize) -> Vec<Fault> {
    let mut found = Collector::new(limit);
    let names = Names::of(list);
    let mut named = 0;
    for (index, rule) in policy.rules.iter().enumerate() {
        let about = names.matching(&rule.tool, SCHEMAS + 1);
        if about.is_empty() {
            if !list.is_empty() && !allows(rule, codes::NO_SUCH_TOOL_FIREWALL) {
                named += 1;
                found.push(missing(policy, index, rule, list, named <= NAMED));
            }
        } else if about.len() <= SCHEMAS && !allows(rule, codes::NO_SUCH_ARGUMENT_FIREWALL) {
            arguments(policy, index, rule, list, &about, &mut found);
        }
    }
    let globs = Globs::of(policy);
    for tool in &list.tools {
        if !globs.speak_about(&tool.name) {
            let message = format!("no rule speaks about the tool {}", quote(&tool.name));
            let at = Location::at(Span::default());
            let default = policy.spec.default_verdict;
            let help =
                format!("every call of it falls to the default, {default}: say what it may do");
            found.push(Fault::lint(codes::UNCOVERED_TOOL_FIREWALL, at, message).help(help));
        }
    }
    Faults::from(found).0
}

fn allows(rule: &Rule, code: &str) -> bool {
    rule.allow_lint.iter().any(|allowed| allowed.code == code)
}

/// A rule for tools that there are not.
fn missing(policy: &Policy, index: usize, rule: &Rule, list: &ToolList, look: bool) -> Fault {
    let shown = quote(&rule.tool);
    let at = Location {
        pointer: format!("{}/tool_name_glob", policy.pointer(index)),
        span: rule.places.tool.unwrap_or(rule.places.rule),
    };
    let starred = rule.tool.contains('*');
    let message = if starred {
        format!("there is no tool that {shown} matches")
    } else {
        format!("there is no tool {shown}")
    };
    let fault = Fault::lint(codes::NO_SUCH_TOOL_FIREWALL, at, message);
    let stem = rule.tool.trim_matches('*').trim_matches('.');
    // `shel.*` is near `shell.exec`: the part of a name that a glob is about.
    let near = look.then(|| {
        let parts = list.names().flat_map(|name| {
            let parts = name.match_indices('.').flat_map(move |(at, _)| {
                let (before, after) = name.split_at_checked(at).unwrap_or((name, ""));
                [before, after.trim_start_matches('.')]
            });
            std::iter::once(name).chain(parts.filter(move |_| starred))
        });
        near(stem, parts)
    });
    match near.flatten() {
        Some(near) => fault.help(format!(
            "did you mean {}?",
            quote(&rule.tool.replace(stem, near))
        )),
        None => fault.help("remove the rule, or correct the name"),
    }
}

/// Clauses on arguments that no tool of the rule takes.
fn arguments(
    policy: &Policy,
    index: usize,
    rule: &Rule,
    list: &ToolList,
    about: &[usize],
    found: &mut Collector,
) {
    let tools = || about.iter().filter_map(|&tool| list.tools.get(tool));
    for clause in &rule.clauses {
        let mut gaps = Vec::new();
        for tool in tools() {
            match gap(tool.schema.as_ref(), &clause.path) {
                Some(gap) => gaps.push((tool, gap)),
                // One takes it.
                None => break,
            }
        }
        let Some((tool, Gap { step, known })) = gaps.first().filter(|_| gaps.len() == about.len())
        else {
            continue;
        };
        let path = path_text(clause);
        let message = match about.len() {
            1 => format!("the tool {} takes no `{path}`", quote(&tool.name)),
            many => format!("none of the {many} tools that the rule is about takes `{path}`"),
        };
        let at = Location {
            pointer: policy.pointer(index),
            span: rule.places.rule,
        };
        let fault = Fault::lint(codes::NO_SUCH_ARGUMENT_FIREWALL, at, message);
        let known = known.iter().map(String::as_str);
        found.push(match near(step, known.clone()) {
            Some(near) => fault.help(format!("did you mean {}?", quote(near))),
            None => {
                let known: Vec<String> =
                    known.take(8).map(|name| quote(name).to_string()).collect();
                fault.help(if known.is_empty() {
                    "it takes no arguments: remove the clause, or the rule".to_owned()
                } else {
                    format!("there is {}", known.join(", "))
                })
            }
        });
    }
}

/// A clause's path as a document writes it.
fn path_text(clause: &Clause) -> String {
    let mut text = String::from("$");
    for step in clause.path.iter().take(16) {
        // Writing to a string does not fail.
        let _ = match step {
            Step::Name(name) => write!(text, ".{name}"),
            Step::Index(index) => write!(text, "[{index}]"),
        };
    }
    text
}

#[cfg(test)]
mod tests;
