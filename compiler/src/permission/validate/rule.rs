//! One rule (R1–R8, R10).

use super::directory::directory;
use super::example;
use super::host::host;
use super::program::program;
use super::tool::tool;
use super::{Said, Wrong, parsed, word};
use crate::document::read::{self, Shape};
use crate::document::{Member, Node, Path};
use crate::fault::{Collector, Fault, FaultKind, near, quote};
use crate::lint;
use crate::permission::rule::{AllowLint, ExampleKind};
use crate::permission::{CommandNarrower, Rule};
use callgate_engine::{Decision, Severity};

const RULE: Shape<13> = Shape {
    what: "a rule",
    members: [
        "tool",
        "decision",
        "under",
        "host",
        "command",
        "args",
        "args-any",
        "check",
        "note",
        "severity",
        "match",
        "no-match",
        "allow-lint",
    ],
    meant: &[
        ("tools", "tool"),
        ("name", "tool"),
        ("action", "decision"),
        ("effect", "decision"),
        ("verdict", "decision"),
        ("permission", "decision"),
        ("dir", "under"),
        ("dirs", "under"),
        ("directory", "under"),
        ("folder", "under"),
        ("path", "under"),
        ("paths", "under"),
        ("hosts", "host"),
        ("hostname", "host"),
        ("domain", "host"),
        ("site", "host"),
        ("url", "host"),
        ("cmd", "command"),
        ("commands", "command"),
        ("program", "command"),
        ("argv", "args"),
        ("arguments", "args"),
        ("any", "args-any"),
        ("anyArgs", "args-any"),
        ("predicate", "check"),
        ("reason", "note"),
        ("comment", "note"),
        ("description", "note"),
        ("level", "severity"),
        ("examples", "match"),
        ("not-match", "no-match"),
    ],
};

const DECISIONS: &[&str] = &["allow", "deny", "ask"];

/// Words that people write for a decision.
const MEANT: &[(&str, &str)] = &[
    ("block", "deny"),
    ("forbid", "deny"),
    ("refuse", "deny"),
    ("reject", "deny"),
    ("disallow", "deny"),
    ("never", "deny"),
    ("permit", "allow"),
    ("accept", "allow"),
    ("grant", "allow"),
    ("always", "allow"),
    ("prompt", "ask"),
    ("confirm", "ask"),
];

/// Reads a rule; `None` only beside a fault.
pub(super) fn rule(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Option<Rule> {
    let members = read::object(node, read::Expected::Rule, path, faults)?;
    let fields = RULE.fields(members, path, faults);
    let tool = match fields.get(0) {
        Some(member) => parsed(&member.value, &path.member("tool"), faults, tool),
        None => {
            RULE.missing("tool", node, path, faults);
            None
        }
    };
    let decision = match fields.get(1) {
        Some(member) => parsed(&member.value, &path.member("decision"), faults, decision),
        None => {
            RULE.missing("decision", node, path, faults);
            None
        }
    };
    let under = fields
        .get(2)
        .and_then(|member| parsed(&member.value, &path.member("under"), faults, directory));
    let host = fields
        .get(3)
        .and_then(|member| parsed(&member.value, &path.member("host"), faults, host));
    let command = command([fields.get(4), fields.get(5), fields.get(6)], path, faults);
    let check = fields
        .get(7)
        .and_then(|member| parsed(&member.value, &path.member("check"), faults, check));
    let note = fields
        .get(8)
        .and_then(|member| read::text(&member.value, &path.member("note"), faults))
        .map(str::to_owned);
    let severity = fields
        .get(9)
        .and_then(|member| parsed(&member.value, &path.member("severity"), faults, severity));
    let mut examples = Vec::new();
    for (index, kind) in [(10, ExampleKind::Match), (11, ExampleKind::NoMatch)] {
        if let Some(member) = fields.get(index) {
            let path = path.member(&member.name);
            example::examples(&member.value, kind, &path, faults, &mut examples);
        }
    }
    let allow_lint = fields.get(12).map_or_else(Vec::new, |member| {
        allow_lint(&member.value, &path.member("allow-lint"), faults)
    });
    let (tool, decision) = (tool?, decision?);
    let at = node.span;
    Some(Rule {
        tool,
        decision,
        under,
        host,
        command,
        check,
        note,
        severity,
        examples: examples.into(),
        allow_lint: allow_lint.into(),
        at,
    })
}

fn decision(text: &str) -> Result<Decision, Wrong> {
    match text {
        "allow" => Ok(Decision::Allow),
        "deny" => Ok(Decision::Deny),
        "ask" => Ok(Decision::Ask),
        other => {
            let meant = MEANT
                .iter()
                .find(|(written, _)| written.eq_ignore_ascii_case(other));
            Err(word(other, DECISIONS, meant.map(|&(_, meant)| meant)))
        }
    }
}

fn severity(text: &str) -> Result<Severity, Wrong> {
    match text {
        "danger" => Ok(Severity::Danger),
        other => Err(word(other, &["danger"], None)),
    }
}

fn check(text: &str) -> Result<String, Wrong> {
    if text.is_empty() {
        return Err(Said::new("a check's name may not be empty")
            .help("name a check that the embedding program supplies, or leave `check` out"));
    }
    Ok(text.to_owned())
}

/// `command`, `args` and `args-any` (R6, R7).
fn command(
    [command, args, args_any]: [Option<&Member<'_>>; 3],
    path: &Path<'_>,
    faults: &mut Collector,
) -> Option<Box<CommandNarrower>> {
    let pattern =
        command.and_then(|member| parsed(&member.value, &path.member("command"), faults, program));
    for alone in [args, args_any]
        .into_iter()
        .flatten()
        .filter(|_| command.is_none())
    {
        let at = path.member(&alone.name).at(alone.name_span);
        let message = format!("`{}` needs `command` beside it", alone.name);
        let help = "say which program's arguments these are";
        faults.push(Fault::new(FaultKind::Conflict, at, message).help(help));
    }
    let args = args.and_then(|member| tokens(member, path, faults));
    let args_any = args_any.and_then(|member| {
        let tokens = tokens(member, path, faults)?;
        if tokens.is_empty() {
            Said::new("an empty `args-any` can never be satisfied")
                .help("list the tokens of which one must appear, or leave it out")
                .push(&member.value, &path.member("args-any"), faults);
        }
        Some(tokens)
    });
    Some(Box::new(CommandNarrower {
        program: pattern?,
        args,
        args_any,
    }))
}

/// A list of non-empty strings.
fn tokens(member: &Member<'_>, path: &Path<'_>, faults: &mut Collector) -> Option<Vec<String>> {
    let path = path.member(&member.name);
    let nodes = read::list(&member.value, read::Expected::Texts, &path, faults)?;
    let mut tokens = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        tokens.extend(parsed(node, &path.index(index), faults, token));
    }
    Some(tokens)
}

fn token(text: &str) -> Result<String, Wrong> {
    if text.is_empty() {
        return Err(Said::new("an argument token may not be empty")
            .help("name a word of the command, like `status`, or take it out of the list"));
    }
    Ok(text.to_owned())
}

/// `allow-lint`: code → reason (R10).
fn allow_lint(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Vec<AllowLint> {
    let expected = read::Expected::AllowLint;
    let Some(members) = read::object(node, expected, path, faults) else {
        return Vec::new();
    };
    read::unique(members, path, faults);
    let mut allowed = Vec::with_capacity(members.len());
    for member in members {
        let reason = parsed(&member.value, &path.member(&member.name), faults, reason);
        let Some(code) = lint::CODES.iter().find(|known| known.code == member.name) else {
            unknown_code(&member.name).push_name(member, path, faults);
            continue;
        };
        let reason = reason.unwrap_or_default();
        allowed.push(AllowLint {
            code: code.code,
            reason,
            at: member.name_span,
        });
    }
    allowed
}

fn reason(text: &str) -> Result<String, Wrong> {
    if text.trim().is_empty() {
        return Err(Said::new("the reason is empty")
            .help("say why this warning is no mistake, or remove the entry"));
    }
    Ok(text.to_owned())
}

fn unknown_code(name: &str) -> Wrong {
    let wrong = Said::new(format!("{} is not the code of a warning", quote(name)));
    match near(name, lint::CODES.iter().map(|known| known.code)) {
        Some(meant) => wrong.help(format!("did you mean `{meant}`?")),
        None => wrong.help("codes look like `W001`"),
    }
}
