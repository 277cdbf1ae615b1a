//! The `permissions` of a Claude Code `settings.json`.

use super::paths::{Places, directory};
use super::{
    Imported, ImportedLine, Outcome, Translation, bash, is_tool_name, leave_out_stand_ins, rule,
    settle, write,
};
use crate::document::{Member, Node, Value, parse};
use crate::fault::{Fault, FaultKind, Faults};
use crate::limits::Limits;
use crate::permission::compile;
use crate::source::{Lines, Location, Source};
use callgate_engine::Decision;

/// Where the settings' relative paths are measured from.
#[derive(Clone, Debug, Default)]
pub struct ClaudeOptions {
    /// Leave out the asks that stand in for lines that deny or ask and cannot be expressed.
    pub without_stand_ins: bool,
    /// The project directory, absolute; without it, patterns relative to it are not expressible.
    pub project: Option<String>,
    /// The home directory, absolute.
    pub home: Option<String>,
}

/// The tools that read files, and those that change them. `Glob` takes patterns that reach out
/// of its directory: it is denied with the others and not allowed with them.
const READERS: [&str; 4] = ["Read", "Grep", "LS", "Glob"];
const EDITORS: [&str; 4] = ["Edit", "MultiEdit", "Write", "NotebookEdit"];

/// What the tools call their arguments.
const HEAD: [&str; 2] = [
    "path-params: { Read: file_path, Edit: file_path, MultiEdit: file_path, Write: file_path, NotebookEdit: notebook_path }",
    "command-params: { Bash: { line: command } }",
];

/// Translates `permissions` (`allow`, `ask`, `deny`) of a settings file.
///
/// # Errors
/// The file does not parse, or is no settings file.
pub fn claude_code(source: &Source<'_>, options: &ClaudeOptions) -> Result<Imported, Faults> {
    let document = parse(source, &Limits::default())?;
    let Value::Object(members) = &document.value else {
        return Err(wrong(&document, "a settings file is an object"));
    };
    let reader = Reader {
        lines: Lines::of(source.text),
        places: Places {
            project: options.project.as_deref(),
            home: options.home.as_deref(),
        },
    };
    let mut found = Vec::new();
    for member in members {
        if member.name != "permissions" {
            continue;
        }
        let Value::Object(permissions) = &member.value.value else {
            return Err(wrong(&member.value, "`permissions` is an object"));
        };
        for member in permissions {
            reader.member(member, &mut found)?;
        }
    }
    if !members.iter().any(|member| member.name == "permissions") {
        return Err(wrong(
            &document,
            "there are no `permissions` in these settings",
        ));
    }
    if options.without_stand_ins {
        leave_out_stand_ins(&mut found);
    }
    let about = format!("From the permissions of {}.", source.name);
    let head: Vec<String> = HEAD.iter().map(|&line| line.to_owned()).collect();
    Ok(Imported {
        document: write::document(&about, &head, &found),
        lines: found,
    })
}

fn wrong(node: &Node<'_>, message: &str) -> Faults {
    Fault::new(FaultKind::WrongType, Location::at(node.span), message).into()
}

struct Reader<'a> {
    lines: Lines<'a>,
    places: Places<'a>,
}

impl Reader<'_> {
    fn member(&self, member: &Member<'_>, found: &mut Vec<ImportedLine>) -> Result<(), Faults> {
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
                return Ok(());
            }
        };
        let Value::Array(entries) = &member.value.value else {
            return Err(wrong(&member.value, "a list of permissions is a list"));
        };
        for entry in entries {
            let Value::String(text) = &entry.value else {
                return Err(wrong(entry, "a permission is a string"));
            };
            found.push(ImportedLine {
                line: self.lines.line(entry.span.start as usize),
                text: format!("{decision}: {text}"),
                outcome: self.entry(decision, text.trim()),
            });
        }
        Ok(())
    }

    fn entry(&self, decision: Decision, text: &str) -> Outcome {
        let (tool, specifier) = match text.split_once('(') {
            Some((tool, rest)) => match rest.strip_suffix(')') {
                Some(specifier) => (tool, Some(specifier)),
                None => {
                    return settle(Err("it does not end with `)`".to_owned()), decision, &["*"]);
                }
            },
            None => (text, None),
        };
        let family: &[&str] = match tool {
            "Read" => &READERS,
            "Edit" | "Write" | "MultiEdit" | "NotebookEdit" => &EDITORS,
            _ if is_tool_name(tool) => &[tool],
            _ => &["*"],
        };
        let translation = self.translate(decision, tool, specifier, family);
        let translation = translation.and_then(|(rules, remark)| {
            // What a rule cannot hold (R4–R6) is said by those who know: validate it.
            let texts: Vec<String> = rules
                .iter()
                .map(|rule| format!("- {}\n", rule.yaml()))
                .collect();
            match compile(&Source::new("", &texts.concat())) {
                Ok(_) => Ok((rules, remark)),
                Err(Faults(faults)) => {
                    let first = faults.into_iter().next().map(|fault| fault.message);
                    Err(first.unwrap_or_else(|| "no rule can hold it".to_owned()))
                }
            }
        });
        settle(translation, decision, family)
    }

    fn translate(
        &self,
        decision: Decision,
        tool: &str,
        specifier: Option<&str>,
        family: &[&str],
    ) -> Translation {
        let allow = decision == Decision::Allow;
        match (tool, specifier) {
            (_, None) if tool.starts_with("mcp__") => server(tool, decision),
            (_, None) if !allow && family.len() > 1 => {
                let rules = family.iter().map(|tool| rule(tool, decision));
                Ok((rules.collect(), None))
            }
            ("Bash", Some(pattern)) => bash::pattern(tool, decision, pattern),
            ("WebFetch", Some(specifier)) => match specifier.strip_prefix("domain:") {
                Some(host) => Ok((vec![rule(tool, decision).with("host", host.trim())], None)),
                None => Err("`WebFetch` is narrowed by `domain:` only".to_owned()),
            },
            (_, Some(pattern)) if family.len() > 1 => {
                let (under, remark) = directory(pattern, decision, self.places)?;
                let tools = family.iter().filter(|tool| !(allow && **tool == "Glob"));
                let rules = tools.map(|tool| rule(tool, decision).with("under", &under));
                let searches = (!allow && tool == "Read").then(|| {
                    "stricter: a search without `path` would reach it, and counts, too".to_owned()
                });
                Ok((rules.collect(), remark.or(searches)))
            }
            (_, Some(_)) => Err(format!("nothing is known about what narrows `{tool}`")),
            (_, None) => match tool.strip_suffix('*').unwrap_or(tool) {
                _ if tool == "*" => Ok((vec![rule(tool, decision)], None)),
                stem if is_tool_name(stem) => Ok((vec![rule(tool, decision)], None)),
                _ => Err("no tool has this name".to_owned()),
            },
        }
    }
}

/// `mcp__server` is all tools of the server, `mcp__server__tool` is one of them.
fn server(name: &str, decision: Decision) -> Translation {
    let rest = name.strip_prefix("mcp__").unwrap_or(name);
    if !is_tool_name(name.trim_end_matches('*'))
        || name.trim_end_matches('*').len() + 1 < name.len()
    {
        return Err("no tool has this name".to_owned());
    }
    let whole = !rest.contains("__") && !rest.ends_with('*');
    let tool = if whole {
        format!("{name}__*")
    } else {
        name.to_owned()
    };
    Ok((vec![rule(&tool, decision)], None))
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
