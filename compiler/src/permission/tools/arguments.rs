//! Predicates and entries that speak about arguments which the tools do not take (D5–D7, P5,
//! H6, C2).

use super::{allows, at};
use crate::document::Path;
use crate::fault::{Collector, Fault, near, quote};
use crate::lint::codes;
use crate::permission::scopes::Scopes;
use crate::permission::{CommandParams, Policy, Rule, Tool};
use crate::source::{Location, Span};
use crate::tools::{KnownTool, ToolList, schema};
use callgate_engine::Decision;
use serde_json::{Map, Value};
use std::ops::Range;

/// An entry about more tools than this is not held against their schemas.
const SCHEMAS: usize = 256;

/// Near-linear in rules and tools: what holds for the tools of a pattern is counted once.
pub(super) fn lint(policy: &Policy, scopes: &Scopes<'_>, list: &ToolList, found: &mut Collector) {
    let known = Known::of(list);
    entries(policy, &known, found);
    let lacks = [Look::Under, Look::Host, Look::Command, Look::Tail]
        .map(|look| Lacks::of(&known, |tool| look.lacks(tool, scopes)));
    let [under, host, command, tail] = &lacks;
    for (index, rule) in policy.rules.iter().enumerate() {
        let tools = known.about(&rule.tool);
        if tools.is_empty() || allows(rule, codes::NO_SUCH_ARGUMENT) {
            continue;
        }
        let mut look = |look: Look, has: bool, lacks: &Lacks| -> bool {
            let fault = has.then(|| look.fault(rule, &tools, lacks, &known, scopes));
            let Some(fault) = fault.flatten() else {
                return false;
            };
            let place = at(policy, index, rule);
            found.push(Fault { at: place, ..fault });
            true
        };
        look(Look::Under, rule.under.is_some(), under);
        look(Look::Host, rule.host.is_some(), host);
        let runs = rule.command.is_some() || rule.check.is_some();
        if !look(Look::Command, runs, command) {
            look(Look::Tail, rule.command.is_some(), tail);
        }
    }
}

/// The tools by name, with the arguments that their schemas say they take.
struct Known<'l>(Vec<(&'l KnownTool, Option<&'l Map<String, Value>>)>);

impl<'l> Known<'l> {
    fn of(list: &'l ToolList) -> Self {
        let with = |tool: &'l KnownTool| (tool, schema::arguments(tool.schema.as_ref()));
        let mut tools: Vec<_> = list.tools.iter().map(with).collect();
        tools.sort_by_key(|(tool, _)| tool.name.as_str());
        Self(tools)
    }

    /// The places of the tools that a pattern matches.
    fn about(&self, tool: &Tool) -> Range<usize> {
        let stem = tool.stem();
        let start = self
            .0
            .partition_point(|(each, _)| each.name.as_str() < stem);
        let rest = self.0.get(start..).unwrap_or_default();
        let count = rest.partition_point(|(each, _)| match tool {
            Tool::Exact(_) => each.name == stem,
            Tool::Prefix(_) => each.name.starts_with(stem),
        });
        start..start + count
    }
}

/// How many of the first tools lack what a predicate looks at.
struct Lacks(Vec<usize>);

impl Lacks {
    fn of(
        known: &Known<'_>,
        lacks: impl Fn(&(&KnownTool, Option<&Map<String, Value>>)) -> bool,
    ) -> Self {
        let counts = known.0.iter().scan(0, |count, tool| {
            *count += usize::from(lacks(tool));
            Some(*count)
        });
        Self(std::iter::once(0).chain(counts).collect())
    }

    fn before(&self, place: usize) -> usize {
        self.0.get(place).copied().unwrap_or_default()
    }

    /// How many in this range do, and the first that does.
    fn within(&self, range: &Range<usize>) -> (usize, usize) {
        let before = self.before(range.start);
        let first = self.0.partition_point(|&count| count <= before);
        (self.before(range.end) - before, first.saturating_sub(1))
    }
}

/// What looks at arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Under,
    Host,
    /// The program, or the line.
    Command,
    /// The tokens after it.
    Tail,
}

impl Look {
    /// The names of what it looks at for a tool.
    fn names(self, tool: &str, scopes: &Scopes<'_>) -> Vec<String> {
        let listed = |named: Option<&[String]>, usual: &[&str]| match named {
            Some(names) => names.to_vec(),
            None => usual.iter().map(|&name| name.to_owned()).collect(),
        };
        let (program, args) = match scopes.commands.of_name(tool) {
            Some(CommandParams::Argv { command, args }) => (command.as_str(), args.as_str()),
            Some(CommandParams::Line(line)) => (line.as_str(), ""),
            None => ("command", "args"),
        };
        match self {
            Self::Under => listed(scopes.paths.of_name(tool), &["path", "from", "to"]),
            Self::Host => listed(scopes.urls.of_name(tool), &["url"]),
            Self::Command => vec![program.to_owned()],
            Self::Tail => vec![program.to_owned(), args.to_owned()],
        }
    }

    fn lacks(
        self,
        (tool, takes): &(&KnownTool, Option<&Map<String, Value>>),
        scopes: &Scopes<'_>,
    ) -> bool {
        let Some(takes) = takes else { return false };
        let names = self.names(&tool.name, scopes);
        // What only seems to be looked at has a warning of its own.
        let overlooked = match self {
            Self::Under => !tool.locations.is_empty(),
            Self::Host => !tool.urls.is_empty(),
            Self::Command | Self::Tail => false,
        };
        match (self, names.as_slice()) {
            (Self::Tail, [program, args]) => {
                !args.is_empty() && takes.contains_key(program) && !takes.contains_key(args)
            }
            // An empty list is a warning of the policy alone.
            (_, []) => false,
            (_, names) => !overlooked && !names.iter().any(|name| takes.contains_key(name)),
        }
    }

    fn fault(
        self,
        rule: &Rule,
        tools: &Range<usize>,
        lacks: &Lacks,
        known: &Known<'_>,
        scopes: &Scopes<'_>,
    ) -> Option<Fault> {
        let (count, first) = lacks.within(tools);
        let all = count == tools.len();
        // A silent allow for some of the tools is what a glob is for.
        if count == 0 || !all && (rule.decision == Decision::Allow || self == Self::Tail) {
            return None;
        }
        let (tool, takes) = known.0.get(first)?;
        let names = self.names(&tool.name, scopes);
        let shown = quote(&tool.name);
        let who = match (tools.len(), all) {
            (1, _) => format!("the tool {shown} takes "),
            (many, true) => format!("none of the {many} tools that the rule is about takes "),
            (many, false) => {
                format!("{count} of the {many} tools that the rule is about, as {shown}, take ")
            }
        };
        let quoted: Vec<String> = names.iter().map(|name| quote(name)).collect();
        let some = match (quoted.as_slice(), tools.len() > 1 && all) {
            ([only], true) => only.clone(),
            ([only], false) => format!("no {only}"),
            (several, true) => format!("any of {}", several.join(", ")),
            (several, false) => format!("none of {}", several.join(", ")),
        };
        let by = match self {
            Self::Under => "`under`",
            Self::Host => "`host`",
            Self::Command | Self::Tail if rule.command.is_some() => "`command`",
            Self::Command | Self::Tail => "`check`",
        };
        let so = if rule.decision == Decision::Allow {
            "the rule never fires".to_owned()
        } else if all {
            format!("{by} always holds")
        } else {
            format!("{by} always holds for them")
        };
        let message = match (self, quoted.as_slice()) {
            (Self::Tail, [program, args]) => format!(
                "{who}{}{args}, so {by} reads the whole of {program} as the name of one program",
                if tools.len() > 1 { "" } else { "no " }
            ),
            _ => format!("{who}{some}, which {by} looks at: {so}"),
        };
        let fault = Fault::lint(codes::NO_SUCH_ARGUMENT, Location::default(), message);
        Some(fault.help(self.help(&tool.name, &names, *takes, by, all)))
    }

    fn help(
        self,
        tool: &str,
        names: &[String],
        takes: Option<&Map<String, Value>>,
        by: &str,
        all: bool,
    ) -> String {
        if let (Self::Tail, [program, _]) = (self, names) {
            return format!(
                "if {} holds a line of shell text: command-params: {{ {tool}: {{ line: {program} \
                 }} }}; else name the list of tokens as `args` there",
                quote(program)
            );
        }
        let out = if all {
            format!("leave {by} out")
        } else {
            "write a rule for the other tools only".to_owned()
        };
        let takes: Vec<&str> = takes
            .into_iter()
            .flat_map(Map::keys)
            .map(String::as_str)
            .collect();
        if takes.is_empty() {
            return format!("it takes no arguments: {out}");
        }
        let meant = self.meant(names, &takes);
        let name = meant.unwrap_or("NAME");
        let write = match self {
            Self::Under => format!("path-params: {{ {tool}: [{name}] }}"),
            Self::Host => format!("url-params: {{ {tool}: [{name}] }}"),
            Self::Command | Self::Tail => format!(
                "command-params: {{ {tool}: {{ command: {name} }} }}, or {{ line: {name} }} for \
                 shell text"
            ),
        };
        let has: Vec<String> = takes.iter().take(8).map(|name| quote(name)).collect();
        let more = if takes.len() > 8 { ", …" } else { "" };
        match meant {
            Some(name) => format!("did you mean {}? Then {write}; else {out}", quote(name)),
            None => format!(
                "it takes {}{more}: name one, {write}; or {out}",
                has.join(", ")
            ),
        }
    }

    /// The argument that is probably meant.
    fn meant<'t>(self, names: &[String], takes: &[&'t str]) -> Option<&'t str> {
        let usual: &[&str] = match self {
            Self::Command => &[
                "cmd",
                "command_line",
                "commandLine",
                "script",
                "program",
                "shell",
            ],
            _ => &[],
        };
        let known = |name: &&&str| usual.contains(*name);
        takes.iter().find(known).copied().or_else(|| {
            let near = |name: &String| near(name, takes.iter().copied());
            names.iter().find_map(near)
        })
    }
}

/// Entries of `path-params`, `url-params` and `command-params` for arguments that there are not.
fn entries(policy: &Policy, known: &Known<'_>, found: &mut Collector) {
    let mut entry = |member: &str, tool: &Tool, span: Option<&Span>, name: &str| {
        let range = known.about(tool);
        let tools = known.0.get(range).unwrap_or_default();
        let lacks = |(_, takes): &(&KnownTool, Option<&Map<String, Value>>)| {
            takes.is_some_and(|takes| !takes.contains_key(name))
        };
        let Some((first, takes)) = tools.first() else {
            return;
        };
        if tools.len() > SCHEMAS || !tools.iter().all(lacks) {
            return;
        }
        let message = match tools.len() {
            1 => format!("the tool {} takes no {}", quote(&first.name), quote(name)),
            many => format!(
                "none of the {many} tools that this is about takes {}",
                quote(name)
            ),
        };
        let place = Location {
            pointer: Path::ROOT
                .member(member)
                .member(&tool.to_string())
                .pointer(),
            span: span.copied().unwrap_or_default(),
        };
        let takes: Vec<&str> = takes
            .iter()
            .flat_map(|takes| takes.keys())
            .map(String::as_str)
            .collect();
        let help = match near(name, takes.iter().copied()) {
            Some(near) => format!("did you mean {}?", quote(near)),
            None if takes.is_empty() => "it takes no arguments: remove the entry".to_owned(),
            None => {
                let has: Vec<String> = takes.iter().take(8).map(|name| quote(name)).collect();
                format!("there is {}", has.join(", "))
            }
        };
        found.push(Fault::lint(codes::NO_SUCH_PARAM, place, message).help(help));
    };
    let paths = policy.path_params.iter().zip(&policy.path_params_at);
    let urls = policy.url_params.iter().zip(&policy.url_params_at);
    let paths = paths.map(|each| ("path-params", each));
    for (member, ((tool, names), span)) in paths.chain(urls.map(|each| ("url-params", each))) {
        for name in names {
            entry(member, tool, Some(span), name);
        }
    }
    let spans = policy.command_params_at.iter();
    for ((tool, params), span) in policy.command_params.iter().zip(spans) {
        match params {
            CommandParams::Argv { command, args } => {
                entry("command-params", tool, Some(span), command);
                // What is left out falls to the usual name, which nobody wrote.
                if args != "args" {
                    entry("command-params", tool, Some(span), args);
                }
            }
            CommandParams::Line(line) => entry("command-params", tool, Some(span), line),
        }
    }
}
