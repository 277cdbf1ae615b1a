//! What a list of tools, as an MCP server answers `tools/list`, shows about a policy (R9).

mod arguments;

use super::scopes::Scopes;
use super::{Policy, Rule, Tool};
use crate::fault::{Collector, Fault, Faults, near, quote};
use crate::lint::codes;
use crate::source::{Location, Span};
use crate::tools::{KnownTool, ToolList};
use std::collections::{BTreeSet, HashSet};

/// Warns of rules for tools that there are not, of arguments that a rule does not look at
/// although it seems to or that no tool takes, and of tools that no rule speaks about. Sorted by
/// position.
///
/// Near-linear in rules and tools; the nearest tool is named for the first names that are none.
#[must_use]
pub fn lint_tools(policy: &Policy, list: &ToolList, limit: usize) -> Vec<Fault> {
    let scopes = Scopes::of(policy);
    let mut found = Collector::new(limit);
    missing(policy, list, &mut found);
    arguments::lint(policy, &scopes, list, &mut found);
    let speakers = Speakers::of(policy);
    for tool in &list.tools {
        let rules = speakers.about(&tool.name);
        if rules.is_empty() {
            let message = format!("no rule speaks about the tool {}", quote(&tool.name));
            let at = Location::at(Span::default());
            let fault = Fault::lint(codes::UNCOVERED_TOOL, at, message);
            found.push(fault.help("every call of it is asked about: say what it may do"));
            continue;
        }
        let paths = scopes.paths.of_name(&tool.name);
        let urls = scopes.urls.of_name(&tool.name);
        let unnamed = |seen: &[String], named: Option<&[String]>, usual: &[&str]| -> Vec<String> {
            let known = |name: &String| match named {
                Some(named) => named.contains(name),
                None => usual.contains(&name.as_str()),
            };
            seen.iter().filter(|name| !known(name)).cloned().collect()
        };
        // What is looked at already has to be named again: an entry replaces the convention.
        let looked = |seen: &[String], named: Option<&[String]>, usual: &[&str]| -> Vec<String> {
            match named {
                Some(named) => named.to_vec(),
                None => seen
                    .iter()
                    .filter(|name| usual.contains(&name.as_str()))
                    .cloned()
                    .collect(),
            }
        };
        let usual = ["path", "from", "to"];
        let overlooked = |what: &Overlooked<'_>, found: &mut Collector| {
            overlooked(policy, tool, &rules, what, found);
        };
        let arguments = unnamed(&tool.locations, paths, &usual);
        let looked_at = looked(&tool.locations, paths, &usual);
        overlooked(&Overlooked::locations(&arguments, &looked_at), &mut found);
        let arguments = unnamed(&tool.urls, urls, &["url"]);
        let looked_at = looked(&tool.urls, urls, &["url"]);
        overlooked(&Overlooked::urls(&arguments, &looked_at), &mut found);
    }
    Faults::from(found).0
}

/// For how many wrong names a near one is looked for.
const NAMED: usize = 200;

/// Rules for tools that there are not.
fn missing(policy: &Policy, list: &ToolList, found: &mut Collector) {
    let names: HashSet<&str> = list.tools.iter().map(|tool| tool.name.as_str()).collect();
    let sorted: BTreeSet<&str> = names.iter().copied().collect();
    let mut named = 0;
    for (index, rule) in policy.rules.iter().enumerate() {
        let there = match &rule.tool {
            Tool::Exact(name) => names.contains(name.as_str()),
            Tool::Prefix(stem) => sorted
                .range(stem.as_str()..)
                .next()
                .is_some_and(|name| name.starts_with(stem.as_str())),
        };
        if there || allows(rule, codes::NO_SUCH_TOOL) {
            continue;
        }
        let shown = quote(&rule.tool.to_string());
        let message = match &rule.tool {
            Tool::Exact(_) => format!("there is no tool {shown}"),
            Tool::Prefix(_) => format!("there is no tool that {shown} matches"),
        };
        let fault = Fault::lint(codes::NO_SUCH_TOOL, at(policy, index, rule), message);
        // Each look for a near name reads every name there is.
        named += 1;
        let near = (named <= NAMED)
            .then(|| near(rule.tool.stem(), list.names()))
            .flatten();
        found.push(match near {
            Some(near) => fault.help(format!("did you mean {}?", quote(near))),
            None => fault.help("remove the rule, or correct the name"),
        });
    }
}

/// Arguments that a predicate seems to be about and does not look at.
struct Overlooked<'a> {
    arguments: &'a [String],
    /// Those that it does look at.
    looked_at: &'a [String],
    code: &'static str,
    predicate: &'static str,
    member: &'static str,
    has: fn(&Rule) -> bool,
}

impl<'a> Overlooked<'a> {
    fn locations(arguments: &'a [String], looked_at: &'a [String]) -> Self {
        Self {
            arguments,
            looked_at,
            code: codes::OVERLOOKED_LOCATION,
            predicate: "under",
            member: "path-params",
            has: |rule| rule.under.is_some(),
        }
    }

    fn urls(arguments: &'a [String], looked_at: &'a [String]) -> Self {
        Self {
            arguments,
            looked_at,
            code: codes::OVERLOOKED_URL,
            predicate: "host",
            member: "url-params",
            has: |rule| rule.host.is_some(),
        }
    }
}

fn overlooked(
    policy: &Policy,
    tool: &KnownTool,
    rules: &[usize],
    what: &Overlooked<'_>,
    found: &mut Collector,
) {
    if what.arguments.is_empty() {
        return;
    }
    let leaning = rules
        .iter()
        .filter_map(|&index| Some((index, policy.rules.get(index)?)))
        .find(|(_, rule)| (what.has)(rule) && !allows(rule, what.code));
    let Some((index, rule)) = leaning else {
        return;
    };
    let names: Vec<String> = what
        .arguments
        .iter()
        .map(|name| quote(name).to_string())
        .collect();
    let message = format!(
        "`{}` does not look at {} of the tool {}",
        what.predicate,
        names.join(", "),
        quote(&tool.name)
    );
    let all = what.looked_at.iter().chain(what.arguments);
    let all: Vec<&str> = all.map(String::as_str).collect();
    let help = format!(
        "name all that it should look at: {}: {{ {}: [{}] }}",
        what.member,
        tool.name,
        all.join(", ")
    );
    found.push(Fault::lint(what.code, at(policy, index, rule), message).help(help));
}

fn allows(rule: &Rule, code: &str) -> bool {
    rule.allow_lint.iter().any(|allowed| allowed.code == code)
}

fn at(policy: &Policy, index: usize, rule: &Rule) -> Location {
    Location {
        pointer: policy.pointer(index),
        span: rule.at,
    }
}

/// The rules by the names they are written with.
struct Speakers<'p> {
    exact: std::collections::HashMap<&'p str, Vec<usize>>,
    prefix: std::collections::HashMap<&'p str, Vec<usize>>,
}

impl<'p> Speakers<'p> {
    fn of(policy: &'p Policy) -> Self {
        let mut speakers = Self {
            exact: std::collections::HashMap::new(),
            prefix: std::collections::HashMap::new(),
        };
        for (index, rule) in policy.rules.iter().enumerate() {
            let (map, name) = match &rule.tool {
                Tool::Exact(name) => (&mut speakers.exact, name),
                Tool::Prefix(stem) => (&mut speakers.prefix, stem),
            };
            map.entry(name.as_str()).or_default().push(index);
        }
        speakers
    }

    fn about(&self, name: &str) -> Vec<usize> {
        let mut rules: Vec<usize> = self.exact.get(name).cloned().unwrap_or_default();
        for end in 0..=name.len() {
            if let Some(rest) = name.get(..end).and_then(|stem| self.prefix.get(stem)) {
                rules.extend(rest);
            }
        }
        rules.sort_unstable();
        rules
    }
}

#[cfg(test)]
mod tests;
