//! What a rule gets wrong about its tool: the tool's root and its arguments (D4–D7).

use super::digest::Digests;
use super::{Findings, Say as _};
use crate::fault::{Fault, quote};
use crate::lint::codes;
use crate::permission::scopes::{Scopes, Winner};
use crate::permission::{Policy, Tool};
use crate::source::Location;
use callgate_engine::path::path_under;
use callgate_engine::{Decision, Tri};
use std::collections::{HashMap, HashSet};

pub(super) fn lint(
    policy: &Policy,
    scopes: &Scopes<'_>,
    digests: &Digests<'_>,
    findings: &mut Findings<'_>,
) {
    roots(policy, findings);
    urls_as_paths(policy, scopes, findings);
    let facts: Vec<_> = digests
        .tools
        .iter()
        .map(|tool| Facts::of(tool, scopes))
        .collect();
    for (index, digest) in digests.iter() {
        let Some(&facts) = facts.get(digest.group as usize) else {
            continue;
        };
        if facts.nothing_special() {
            continue;
        }
        let Some(rule) = policy.rules.get(index) else {
            continue;
        };
        let allow = rule.decision == Decision::Allow;
        if let Some(under) = &rule.under {
            directory(policy, index, under, allow, facts, findings);
        }
        if rule.host.is_some() && allow && facts.no_urls {
            findings.rule(index, codes::NEVER_FIRES, |fault| {
                let message = "the rule can never fire: `url-params` says the tool names no urls";
                fault
                    .say(message)
                    .help("name the url argument, or leave `host` out")
            });
        }
    }
}

/// What holds for every tool of a pattern.
#[derive(Clone, Copy)]
struct Facts<'p> {
    root: Option<&'p str>,
    no_locations: bool,
    no_urls: bool,
    web: bool,
}

impl<'p> Facts<'p> {
    const fn nothing_special(&self) -> bool {
        self.root.is_none() && !self.no_locations && !self.no_urls && !self.web
    }

    fn of(tool: &Tool, scopes: &Scopes<'p>) -> Self {
        let paths = scopes.paths.of_tool(tool);
        let empty = |winner: Winner<&[String]>| matches!(winner, Winner::One(Some([])));
        let declared = !empty(paths) && paths != Winner::One(None);
        Self {
            root: match scopes.root(tool) {
                Winner::One(root) => root,
                Winner::Mixed => None,
            },
            no_locations: empty(paths),
            no_urls: empty(scopes.urls.of_tool(tool)),
            web: tool.stem().starts_with("web_") && !declared,
        }
    }
}

fn directory(
    policy: &Policy,
    index: usize,
    under: &str,
    allow: bool,
    facts: Facts<'_>,
    findings: &mut Findings<'_>,
) {
    if facts.no_locations && allow {
        findings.rule(index, codes::NO_LOCATIONS, |fault| {
            fault
                .say("the rule can never fire: `path-params` says the tool names no locations")
                .help("name the location arguments in `path-params`, or leave `under` out")
        });
    } else if facts.web {
        findings.rule(index, codes::WEB_UNDER, |fault| {
            let so = if allow {
                "this rule never fires"
            } else {
                "`under` always holds"
            };
            let message = format!("a web tool names no files, so {so}");
            fault.say(message).help("narrow the tool by `host`")
        });
    }
    if let Some(root) = facts.root {
        // A relative directory is measured from the root, and so inside it, also where the root
        // is relative itself (P2).
        let relative = !root.starts_with('/') && root.as_bytes().get(1) != Some(&b':');
        let apart = !relative
            && path_under(root, under, policy.path_case) == Tri::No
            && path_under(under, root, policy.path_case) == Tri::No;
        if apart {
            findings.rule(index, codes::OUTSIDE_ROOT, |fault| {
                let message = format!(
                    "{} lies outside the tool's root, {}",
                    quote(under),
                    quote(root)
                );
                fault
                    .say(message)
                    .help("write a directory inside the root, or correct `roots`")
            });
        }
    }
}

/// Prefixes of `roots` that look like globs.
fn roots(policy: &Policy, findings: &mut Findings<'_>) {
    for (at, (prefix, _)) in policy.roots.iter().enumerate() {
        if prefix.contains('*') {
            let span = policy.roots_at.get(at).copied().unwrap_or_default();
            let pointer = crate::document::Path::ROOT
                .member("roots")
                .member(prefix)
                .pointer();
            let message = format!(
                "{} is a plain prefix, its `*` matches only itself",
                quote(prefix)
            );
            let at = Location { pointer, span };
            findings.other(Fault::lint(codes::ROOT_GLOB, at, message).help("drop the `*`"));
        }
    }
}

/// Arguments that `path-params` takes for locations and D7 for urls.
fn urls_as_paths(policy: &Policy, scopes: &Scopes<'_>, findings: &mut Findings<'_>) {
    let convention = ["url".to_owned()];
    // One set for each list of urls, however many entries it meets.
    let mut sets: HashMap<*const String, HashSet<&String>> = HashMap::new();
    for (at, (tool, names)) in policy.path_params.iter().enumerate() {
        let urls = scopes.urls.of_most(tool).unwrap_or(&convention);
        let set = sets
            .entry(urls.as_ptr())
            .or_insert_with(|| urls.iter().collect());
        let Some(url) = names.iter().find(|name| set.contains(name)) else {
            continue;
        };
        let span = policy.path_params_at.get(at).copied().unwrap_or_default();
        let params = crate::document::Path::ROOT.member("path-params");
        let name = tool.to_string();
        let at = Location {
            pointer: params.member(&name).pointer(),
            span,
        };
        let message = format!("{} holds a url, which is not a path", quote(url));
        let fault = Fault::lint(codes::URL_AS_PATH, at, message);
        findings.other(fault.help("leave it out, and narrow the tool by `host`"));
    }
}
