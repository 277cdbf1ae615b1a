//! The `permissions` of a Claude Code `settings.json`.

use super::paths::{Places, directory};
use super::settle::rule;
use super::{
    Imported, ImportedLine, Outcome, Terms, Translated, Translation, bash, is_tool_name, settle,
    write,
};
use crate::document::read::unique;
use crate::document::{Member, Node, Path, Value, parse};
use crate::fault::{Collector, Fault, FaultKind, Faults};
use crate::limits::Limits;
use crate::source::{Lines, Location, Source, Span};
use callgate_engine::Decision;

/// Where paths are measured from, and how much is taken.
#[derive(Clone, Debug, Default)]
pub struct ClaudeOptions {
    /// Leave out the asks that stand in for what denies or asks and cannot be expressed.
    pub without_stand_ins: bool,
    /// Take the allows that their rules make wider.
    pub accept_wider: bool,
    /// The project directory, absolute, that `./x` and `x` are measured from; without it, such
    /// patterns are not expressible.
    pub project: Option<String>,
    /// The directory, absolute, that `/x` is measured from: the project for its own settings,
    /// `~/.claude` for a user's.
    pub settings: Option<String>,
    /// The home directory, absolute.
    pub home: Option<String>,
}

/// The tools that read files: what narrows `Read` holds for all of them. `Glob` takes patterns
/// that reach out of its directory: it is denied with the others and not allowed with them.
const READERS: [&str; 5] = ["Read", "NotebookRead", "Grep", "LS", "Glob"];
/// Those of them that look below a directory.
const SEARCHES: [&str; 3] = ["Grep", "LS", "Glob"];
/// The tools that change files: what narrows `Edit` holds for all of them.
const EDITORS: [&str; 4] = ["Edit", "MultiEdit", "Write", "NotebookEdit"];

/// What the tools call their arguments.
const HEAD: &str = "\
path-params: { Read: file_path, NotebookRead: notebook_path, Edit: file_path, MultiEdit: file_path, Write: file_path, NotebookEdit: notebook_path }
command-params: { Bash: { line: command } }";

/// Translates `permissions` (`allow`, `ask`, `deny`) of a settings file.
///
/// # Errors
/// The file does not parse, or is no settings file.
pub fn claude_code(source: &Source<'_>, options: &ClaudeOptions) -> Result<Imported, Faults> {
    if source
        .text
        .trim_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
        .is_empty()
    {
        let at = Location::at(Span::default());
        let fault = Fault::new(FaultKind::Syntax, at, "the settings file is empty");
        return Err(fault.help(NO_PERMISSIONS).into());
    }
    let document = parse(source, &Limits::default())?;
    let Value::Object(members) = &document.value else {
        return Err(wrong(
            &document,
            "a settings file is an object",
            NO_PERMISSIONS,
        ));
    };
    // Readers disagree about which of two counts.
    let mut twice = Collector::new(usize::MAX);
    unique(members, &Path::ROOT, &mut twice);
    for member in members.iter().filter(|member| member.name == "permissions") {
        if let Value::Object(permissions) = &member.value.value {
            unique(permissions, &Path::ROOT.member("permissions"), &mut twice);
        }
    }
    let twice = Faults::from(twice);
    if !twice.0.is_empty() {
        return Err(twice);
    }
    let reader = Reader {
        text: source.text,
        lines: Lines::of(source.text),
        places: Places {
            project: options.project.as_deref(),
            settings: options.settings.as_deref(),
            home: options.home.as_deref(),
        },
        terms: Terms {
            stand_ins: !options.without_stand_ins,
            accept_wider: options.accept_wider,
            head: HEAD,
        },
    };
    let mut found = Vec::new();
    for member in members {
        if member.name != "permissions" {
            continue;
        }
        let Value::Object(permissions) = &member.value.value else {
            let help = "write `{ \"allow\": [], \"ask\": [], \"deny\": [] }`";
            return Err(wrong(&member.value, "`permissions` is an object", help));
        };
        for member in permissions {
            reader.member(member, &mut found);
        }
    }
    if !members.iter().any(|member| member.name == "permissions") {
        return Err(wrong(
            &document,
            "there are no `permissions` in these settings",
            NO_PERMISSIONS,
        ));
    }
    let about = format!("From the permissions of {}.", source.name);
    Ok(Imported {
        document: write::document(&about, HEAD, &found),
        lines: found,
    })
}

const NO_PERMISSIONS: &str = "give the settings file that holds `permissions`: \
    `{ \"permissions\": { \"allow\": […], \"ask\": […], \"deny\": […] } }`";

fn wrong(node: &Node<'_>, message: &str, help: &str) -> Faults {
    let fault = Fault::new(FaultKind::WrongType, Location::at(node.span), message);
    fault.help(help).into()
}

struct Reader<'a> {
    text: &'a str,
    lines: Lines<'a>,
    places: Places<'a>,
    terms: Terms<'a>,
}

impl Reader<'_> {
    fn member(&self, member: &Member<'_>, found: &mut Vec<ImportedLine>) {
        let decision = match member.name.as_ref() {
            "allow" => Decision::Allow,
            "ask" => Decision::Ask,
            "deny" => Decision::Deny,
            name => {
                found.push(ImportedLine {
                    line: self.lines.line(member.name_span.start as usize),
                    text: name.to_owned(),
                    outcome: Outcome::Inexpressible {
                        reason: beside(name).to_owned(),
                        stand_in: Vec::new(),
                    },
                });
                return;
            }
        };
        let Value::Array(entries) = &member.value.value else {
            found.push(self.unreadable(decision, &member.value, "a list of permissions"));
            return;
        };
        for entry in entries {
            let Value::String(text) = &entry.value else {
                found.push(self.unreadable(decision, entry, "the text of a permission"));
                continue;
            };
            found.push(ImportedLine {
                line: self.lines.line(entry.span.start as usize),
                text: format!("{decision}: {text}"),
                outcome: self.entry(decision, text.trim()),
            });
        }
    }

    /// What is there and says nothing: what it would have held back is not known, so a human is
    /// asked about every tool.
    fn unreadable(&self, decision: Decision, node: &Node<'_>, expected: &str) -> ImportedLine {
        let written = self.text.get(node.span.range()).unwrap_or_default();
        let reason = format!("it is {}, not {expected}", node.value.kind());
        ImportedLine {
            line: self.lines.line(node.span.start as usize),
            text: format!("{decision}: {written}"),
            outcome: settle(Err(reason), decision, &["*"], self.terms),
        }
    }

    fn entry(&self, decision: Decision, text: &str) -> Outcome {
        let (tool, specifier) = match text.split_once('(') {
            Some((tool, rest)) => match rest.strip_suffix(')') {
                Some(specifier) => (tool, Some(specifier)),
                None => {
                    let reason = "it does not end with `)`".to_owned();
                    return settle(Err(reason), decision, &["*"], self.terms);
                }
            },
            None => (text, None),
        };
        let allow = decision == Decision::Allow;
        let specifier = match specifier.map(|specifier| (specifier, specifier.trim())) {
            Some((whole, trimmed)) if allow && whole != trimmed => {
                let reason = "what narrows it begins or ends with a blank".to_owned();
                return settle(Err(reason), decision, &[tool], self.terms);
            }
            // All of a tool: whoever denies or asks means every call of it.
            Some((_, "" | "*" | "**")) if !allow => None,
            other => other.map(|(_, trimmed)| trimmed),
        };
        let server = format!("{tool}__*");
        let is_server = tool
            .strip_prefix("mcp__")
            .is_some_and(|name| is_tool_name(name) && !name.contains("__"));
        let family: &[&str] = match tool {
            _ if is_server => &[&server],
            "Read" => &READERS,
            _ if EDITORS.contains(&tool) => &EDITORS,
            _ if is_tool_name(tool) => &[tool],
            _ => &["*"],
        };
        let translated = match specifier {
            None => bare(decision, tool, family),
            Some(pattern) => self.narrowed(decision, tool, pattern, family),
        };
        settle(translated, decision, family, self.terms)
    }

    fn narrowed(
        &self,
        decision: Decision,
        tool: &str,
        specifier: &str,
        family: &[&str],
    ) -> Translated {
        match tool {
            "Bash" => bash::pattern(tool, decision, specifier),
            "WebFetch" => match specifier.strip_prefix("domain:") {
                Some(host) => site(tool, decision, host.trim()),
                None => Err("`WebFetch` is narrowed by `domain:` only".to_owned()),
            },
            _ if family.len() > 1 => self.located(decision, tool, specifier, family),
            _ => Err(format!("nothing is known about what narrows `{tool}`")),
        }
    }

    /// A tool that reads or changes files, narrowed by a path.
    fn located(
        &self,
        decision: Decision,
        tool: &str,
        pattern: &str,
        family: &[&str],
    ) -> Translated {
        let place = directory(pattern, decision, self.places)?;
        let under = |tool: &&str| rule(tool, decision).with("under", &place.under);
        let itself = format!("the directory `{}` itself is meant, too", place.under);
        let mut found = if decision == Decision::Allow {
            // What narrows `Write` says nothing about `Edit`.
            let named = |one: &&&str| ["Read", "Edit"].contains(&tool) || **one == tool;
            let tools = family.iter().filter(|tool| **tool != "Glob").filter(named);
            let found = Translation::of(tools.map(under).collect())
                .stricter("a path that is relative or holds a `..` is asked about");
            let found = if tool == "Read" {
                found.stricter("`Glob` is asked about: its patterns reach out of a directory")
            } else {
                found
            };
            if place.with_itself {
                found.wider(itself)
            } else {
                found
            }
        } else {
            let found =
                Translation::of(family.iter().map(under).collect()).stricter(if tool == "Read" {
                    "a path that cannot be read, or a search without `path`, counts, too"
                } else {
                    "a path that cannot be read counts, too"
                });
            let found = if place.with_itself {
                found.stricter(itself)
            } else {
                found
            };
            if tool == "Read" || tool == "Edit" {
                found
            } else {
                found.stricter("all tools that change files count")
            }
        };
        found.stricter.extend(place.stricter.map(str::to_owned));
        if decision != Decision::Allow && tool == "Read" {
            let asks = SEARCHES.iter().map(|tool| rule(tool, Decision::Ask));
            found.gap = Some((
                "a search from a directory above would find it".to_owned(),
                asks.collect(),
            ));
        }
        Ok(found)
    }
}

/// A tool without anything that narrows it.
fn bare(decision: Decision, tool: &str, family: &[&str]) -> Translated {
    if tool.starts_with("mcp__") {
        return server(tool, decision);
    }
    if family.len() > 1 {
        return Ok(if decision == Decision::Allow {
            let others = family.iter().filter(|one| **one != tool);
            let others: Vec<&str> = others.copied().collect();
            Translation::of(vec![rule(tool, decision)])
                .stricter(format!("this tool alone, not {}", others.join(", ")))
        } else {
            let rules = family.iter().map(|tool| rule(tool, decision));
            Translation::of(rules.collect()).stricter("all tools that do the same to files count")
        });
    }
    match tool.strip_suffix('*').unwrap_or(tool) {
        stem if stem.len() < tool.len() && decision == Decision::Allow => {
            Err(ONE_SERVER.to_owned())
        }
        _ if tool == "*" => Ok(Translation::of(vec![rule(tool, decision)])),
        stem if is_tool_name(stem) => Ok(Translation::of(vec![rule(tool, decision)])),
        _ => Err(NO_TOOL.to_owned()),
    }
}

const NO_TOOL: &str = "no tool has this name";
const ONE_SERVER: &str = "an allow by a wildcard is known for the tools of one server only";

/// `domain:x`: one host, or `*` before a dot.
fn site(tool: &str, decision: Decision, host: &str) -> Translated {
    let allow = decision == Decision::Allow;
    if host == "*" && !allow {
        return Ok(Translation::of(vec![rule(tool, decision)]));
    }
    let found = Translation::of(vec![rule(tool, decision).with("host", host)]);
    Ok(found.stricter(if allow {
        "a url that cannot be read for certain is asked about"
    } else {
        "a url that cannot be read for certain counts, too"
    }))
}

/// `mcp__server` is all tools of the server, `mcp__server__tool` is one of them.
fn server(name: &str, decision: Decision) -> Translated {
    let rest = name.strip_prefix("mcp__").unwrap_or(name);
    let stem = name.strip_suffix('*').unwrap_or(name);
    if !is_tool_name(stem) || rest.is_empty() {
        return Err(NO_TOOL.to_owned());
    }
    if stem.len() < name.len() && decision == Decision::Allow && !rest.contains("__") {
        return Err(ONE_SERVER.to_owned());
    }
    let whole = !rest.contains("__") && !rest.ends_with('*');
    let tool = if whole {
        format!("{name}__*")
    } else {
        name.to_owned()
    };
    Ok(Translation::of(vec![rule(&tool, decision)]))
}

/// Why a member beside the lists has no place in a policy.
fn beside(name: &str) -> &'static str {
    match name {
        "defaultMode" => {
            "a mode of the program: here, what no rule speaks about is always asked about"
        }
        "additionalDirectories" => {
            "a working directory of the program: allow `Read` or `Edit` in it by a rule"
        }
        "disableBypassPermissionsMode" => "a mode of the program: no rule here can be bypassed",
        _ => "no member that this import knows",
    }
}
