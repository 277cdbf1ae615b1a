//! What a list of tools, as an MCP server answers `tools/list`, shows about a policy (R9).

use super::scopes::Scopes;
use super::{Policy, Rule, Tool};
use crate::fault::{Collector, Fault, Faults, near, quote};
use crate::lint::codes;
use crate::source::{Location, Span};
use crate::tools::{KnownTool, ToolList};
use std::collections::{BTreeSet, HashSet};

/// Warns of rules for tools that there are not, of arguments that a rule does not look at
/// although it seems to, and of tools that no rule speaks about. Sorted by position.
///
/// Near-linear in rules and tools; the nearest tool is named for the first names that are none.
#[must_use]
pub fn lint_tools(policy: &Policy, list: &ToolList, limit: usize) -> Vec<Fault> {
    let scopes = Scopes::of(policy);
    let mut found = Collector::new(limit);
    missing(policy, list, &mut found);
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
mod tests {
    use super::{ToolList, lint_tools};
    use crate::Source;
    use crate::permission::compile;
    use serde_json::json;

    fn warnings(policy: &str) -> Vec<(&'static str, String, Option<String>)> {
        let list = ToolList::read(&json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [
            { "name": "read_file", "inputSchema": { "type": "object", "properties": {
                "path": { "type": "string" }, "head": { "type": "integer" } } } },
            { "name": "move_file", "inputSchema": { "properties": {
                "source": { "type": "string" }, "destination": {} } } },
            { "name": "fetch", "inputSchema": { "properties": {
                "url": { "type": "string" }, "proxyUrl": { "type": ["string", "null"] },
                "referrer": { "type": "string", "format": "uri" }, "max_path": { "type": "number" } } } },
            { "name": "ping" },
        ] } }))
        .unwrap();
        let compiled = compile(&Source::new("p", policy)).unwrap();
        lint_tools(&compiled.policy, &list, 100)
            .into_iter()
            .map(|fault| (fault.code.unwrap_or(""), fault.message, fault.help))
            .collect()
    }

    #[test]
    fn arguments_that_may_be_text_are_looked_at() {
        let properties = json!({
            "a_path": { "type": "string" }, "b_path": { "type": "array" },
            "c_path": { "type": "number" }, "d_path": { "type": ["null", "array"] },
            "e_path": { "type": ["null", "number"] }, "f_path": { "type": 1 },
            "g_path": { "type": "array", "items": { "type": "number" } },
            "h_path": { "type": "array", "items": { "type": "string" } },
            "i_path": { "type": "array", "items": true }, "j_path": {},
            "k_path": { "type": ["null", "string"] }, "l_path": { "items": {} },
        });
        let tools = json!([{ "name": "t", "inputSchema": { "properties": properties } }]);
        let list = ToolList::read(&tools).unwrap();
        let looked_at: String = list.tools[0].locations.concat().replace("_path", "");
        assert_eq!(looked_at, "abdhijkl");
        assert_eq!((list.len(), list.is_empty()), (1, false));
        assert!(ToolList::read(&json!([])).unwrap().is_empty());
        let two = json!([{ "name": "t" }, { "name": "u" }]);
        assert_eq!(ToolList::read(&two).unwrap().len(), 2);
    }

    #[test]
    fn tools_that_there_are_not_are_named_with_the_nearest() {
        let found = warnings(
            "- { tool: read_flie, decision: allow }\n- { tool: \"git_*\", decision: allow }\n- { tool: \"*\", decision: ask }\n- { tool: gone, decision: deny, allow-lint: { W013: of an old server } }",
        );
        let shown: Vec<_> = found
            .iter()
            .map(|(code, message, _)| (*code, message.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                ("W013", "there is no tool `read_flie`"),
                ("W013", "there is no tool that `git_*` matches")
            ]
        );
        assert_eq!(found[0].2.as_deref(), Some("did you mean `read_file`?"));
    }

    #[test]
    fn arguments_that_a_predicate_overlooks_are_named() {
        let found = warnings(
            "- { tool: \"*\", decision: allow, under: /srv }\n- { tool: fetch, decision: allow, host: a.org }",
        );
        let shown: Vec<_> = found
            .iter()
            .map(|(code, message, _)| (*code, message.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                (
                    "W014",
                    "`under` does not look at `destination`, `source` of the tool `move_file`"
                ),
                (
                    "W015",
                    "`host` does not look at `proxyUrl`, `referrer` of the tool `fetch`"
                )
            ]
        );
        // The convention is replaced, so what it covers is named, too.
        assert_eq!(
            found[1].2.as_deref(),
            Some(
                "name all that it should look at: url-params: { fetch: [url, proxyUrl, referrer] }"
            )
        );
        let named = warnings(
            "rules:\n  - { tool: \"*\", decision: allow, under: /srv }\npath-params: { move_file: [source, destination] }",
        );
        assert_eq!(named, []);
    }

    #[test]
    fn a_target_is_a_location_beside_a_source() {
        let named = |properties: serde_json::Value| {
            let tools = json!([{ "name": "t", "inputSchema": { "properties": properties } }]);
            let list = ToolList::read(&tools).unwrap();
            let text = "- { tool: t, decision: allow, under: /srv }";
            let compiled = compile(&Source::new("p", text)).unwrap();
            let found = lint_tools(&compiled.policy, &list, 100);
            found
                .into_iter()
                .map(|fault| fault.message)
                .collect::<Vec<_>>()
        };
        let text = json!({ "type": "string" });
        assert_eq!(
            named(json!({ "source": text, "target": text })),
            ["`under` does not look at `source`, `target` of the tool `t`"]
        );
        assert!(named(json!({ "path": text, "target": text })).is_empty());
    }

    #[test]
    fn tools_that_no_rule_speaks_about_are_named() {
        let found = warnings(
            "- { tool: read_file, decision: allow }\n- { tool: \"move_*\", decision: ask }",
        );
        let shown: Vec<_> = found
            .iter()
            .map(|(code, message, _)| (*code, message.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                ("W016", "no rule speaks about the tool `fetch`"),
                ("W016", "no rule speaks about the tool `ping`")
            ]
        );
    }
}
