//! Document trees → cases.

use super::members::{Members, Reader};
use super::value::value;
use super::{ArgumentsInput, CallInput, Case, FirewallInput, PolicyInput, Question};
use crate::base64;
use callgate_compiler::document::{Node, Value};
use callgate_compiler::{FaultKind, Faults, Source, Span};
use callgate_engine::Tri;
use std::collections::HashSet;
use std::sync::Arc;

#[cfg(test)]
mod tests;

/// Opens what `policy-file` names: the document's name and text, or why it cannot be read.
pub type OpenPolicy<'o> = &'o dyn Fn(&str) -> Result<(String, String), String>;

/// The forms a policy can be given in.
const POLICY_MEMBERS: [&str; 3] = ["policy", "policy-file", "policy-text"];

/// What the cases of one file share.
struct Shared<'a, 'o> {
    source: Source<'a>,
    suite: Arc<str>,
    clauses: Vec<String>,
    policy: Option<PolicyInput<'a>>,
    open: OpenPolicy<'o>,
}

/// Reads a suite (a YAML file): shared members and a list of cases.
///
/// # Errors
/// Every fault of the file: unknown members, wrong types, names given twice.
pub fn read_suite<'a>(
    source: &Source<'a>,
    node: Node<'a>,
    open: OpenPolicy<'_>,
) -> Result<Vec<Case<'a>>, Faults> {
    let mut reader = Reader::default();
    let cases = suite(&mut reader, source, node, open);
    reader.finish(cases)
}

/// Reads one case that stands alone (a JSON line).
///
/// # Errors
/// Every fault of the line.
pub fn read_line<'a>(
    source: &Source<'a>,
    node: Node<'a>,
    open: OpenPolicy<'_>,
) -> Result<Case<'a>, Faults> {
    let mut reader = Reader::default();
    let shared = Shared {
        source: *source,
        suite: Arc::from(""),
        clauses: Vec::new(),
        policy: None,
        open,
    };
    let case = case(&mut reader, &shared, node);
    reader.finish(case)
}

fn suite<'a>(
    reader: &mut Reader,
    source: &Source<'a>,
    node: Node<'a>,
    open: OpenPolicy<'_>,
) -> Option<Vec<Case<'a>>> {
    let mut members = reader.object(node)?;
    let suite = members.required(reader, "suite", |reader, node| reader.string(&node));
    let clauses = members.read(reader, "clauses", |reader, node| reader.strings(&node));
    let mut shared = Shared {
        source: *source,
        suite: Arc::from(suite.unwrap_or_default()),
        clauses: clauses.unwrap_or_default(),
        policy: None,
        open,
    };
    shared.policy = policy(reader, &shared, &mut members);
    let list = members.required(reader, "cases", |reader, node| match node.value {
        Value::Array(elements) => Some(elements),
        value => {
            reader.wrong_type(
                &Node {
                    span: node.span,
                    value,
                },
                "a list of cases",
            );
            None
        }
    });
    members.finish(reader, "a case file");
    let mut names = HashSet::new();
    let mut cases = Vec::new();
    for (index, node) in list?.into_iter().enumerate() {
        let read = reader.inside("cases", |reader| {
            reader.inside(&index.to_string(), |reader| {
                let case = case(reader, &shared, node)?;
                if !names.insert(case.name.clone()) {
                    let message = format!("a case of the name `{}` stands above", case.name);
                    reader.fault(FaultKind::DuplicateMember, case.span, message);
                }
                Some(case)
            })
        });
        cases.extend(read);
    }
    Some(cases)
}

fn policy<'a>(
    reader: &mut Reader,
    shared: &Shared<'a, '_>,
    members: &mut Members<'a>,
) -> Option<PolicyInput<'a>> {
    if POLICY_MEMBERS
        .iter()
        .filter(|name| members.has(name))
        .count()
        > 1
    {
        let message = "only one of `policy`, `policy-file` and `policy-text` can be given";
        reader.fault(FaultKind::Conflict, members.span, message.to_owned());
    }
    let source = &shared.source;
    let tree = members.read(reader, "policy", |_, node| {
        Some(PolicyInput::Tree(Arc::new(node)))
    });
    let text = members.read(reader, "policy-text", |reader, node| {
        let text = Arc::from(reader.string(&node)?);
        Some(PolicyInput::Text {
            name: Arc::from(format!("{} (policy-text)", source.name)),
            text,
        })
    });
    let file = members.read(reader, "policy-file", |reader, node| {
        match (shared.open)(&reader.string(&node)?) {
            Ok((name, text)) => Some(PolicyInput::Text {
                name: Arc::from(name),
                text: Arc::from(text),
            }),
            Err(why) => {
                reader.bad_value(&node, format!("the path of a policy file: {why}"));
                None
            }
        }
    });
    tree.or(text).or(file)
}

fn case<'a>(reader: &mut Reader, shared: &Shared<'a, '_>, node: Node<'a>) -> Option<Case<'a>> {
    let mut members = reader.object(node)?;
    let span = members.span;
    let name = members.required(reader, "name", |reader, node| reader.string(&node));
    let own = members.read(reader, "clauses", |reader, node| reader.strings(&node));
    let source = members.string(reader, "source");
    let why = members.string(reader, "why");
    let has_policy = POLICY_MEMBERS.iter().any(|name| members.has(name));
    let policy = policy(reader, shared, &mut members);
    let question = question(reader, shared, &mut members, policy, has_policy);
    let expect = members.read(reader, "expect", |reader, node| {
        let span = node.span;
        let serde_json::Value::Object(expect) = value(reader, &node) else {
            reader.wrong_type(&node, "an object");
            return None;
        };
        for member in expect.keys() {
            let known = question
                .as_ref()
                .is_none_or(|question| question.answers_with(member));
            if !known {
                let message = format!("this kind of case has no answer `{member}`");
                reader.inside(member, |reader| {
                    reader.fault(FaultKind::UnknownMember, span, message);
                });
            }
        }
        Some(expect)
    });
    members.finish(reader, "a case");
    let mut clauses = shared.clauses.clone();
    clauses.extend(own.unwrap_or_default());
    Some(Case {
        name: name?,
        suite: shared.suite.clone(),
        clauses,
        source,
        why,
        span,
        question: question?,
        expect: expect.unwrap_or_default(),
    })
}

impl Question<'_> {
    /// Whether a member of `expect` belongs to this question.
    fn answers_with(&self, member: &str) -> bool {
        let known: &[&str] = match self {
            Self::Call { .. } => &[
                "decision",
                "reason",
                "rule",
                "paths",
                "suggestion",
                "blanket",
                "verdict",
                "would_be",
            ],
            Self::Document(_) => &["faults", "valid"],
            Self::Host { .. } => &["host"],
            Self::Containment { .. } => &["containment"],
            Self::Argv { .. } | Self::Line { .. } => &["commands", "covers", "identified"],
            Self::Glob { .. } => &["match"],
        };
        known.contains(&member)
    }
}

fn question<'a>(
    reader: &mut Reader,
    shared: &Shared<'a, '_>,
    members: &mut Members<'a>,
    policy: Option<PolicyInput<'a>>,
    has_policy: bool,
) -> Option<Question<'a>> {
    let span = members.span;
    let asked = ["call", "url", "under", "argv", "line", "glob"];
    let mut asked = asked.into_iter().filter(|name| members.has(name));
    let (first, second) = (asked.next(), asked.next());
    // A fault of a policy that is there is told already.
    let faulty = policy.is_none() && has_policy;
    if let (Some(first), Some(second)) = (first, second) {
        members.take(reader, second);
        let message = format!("a case asks one thing: `{first}` and `{second}` are two");
        reader.fault(FaultKind::Conflict, span, message);
    }
    if policy.is_some() && first.is_some_and(|name| name != "call") {
        let message = "only a case with a `call` or none of the questions takes a policy";
        reader.fault(FaultKind::Conflict, span, message.to_owned());
    }
    let text = |reader: &mut Reader, node: Node<'a>| reader.string(&node);
    match first {
        Some("call") => {
            let call = members.read(reader, "call", call);
            let checks = members.read(reader, "checks", checks);
            let Some(policy) = policy.or_else(|| shared.policy.clone()) else {
                if faulty {
                    return None;
                }
                let message = "a call needs a `policy`, here or shared by the file";
                reader.fault(FaultKind::MissingMember, span, message.to_owned());
                return None;
            };
            Some(Question::Call {
                policy,
                call: call?,
                checks: checks.unwrap_or_default(),
            })
        }
        Some("url") => Some(Question::Host {
            url: members.string(reader, "url")?,
        }),
        Some("under") => {
            let under = members.string(reader, "under");
            let path = members.required(reader, "path", text);
            Some(Question::Containment {
                under: under?,
                path: path?,
            })
        }
        Some("argv") => argv(reader, members),
        Some("line") => Some(Question::Line {
            line: members.string(reader, "line")?,
        }),
        Some("glob") => {
            let glob = members.string(reader, "glob");
            let tool = members.required(reader, "tool", text);
            Some(Question::Glob {
                glob: glob?,
                tool: tool?,
            })
        }
        _ => {
            let policy = policy.or_else(|| shared.policy.clone());
            if policy.is_none() && !faulty {
                reader.fault(
                    FaultKind::MissingMember,
                    span,
                    "a case asks something: `call`, `policy`, `url`, `under` and `path`, `argv`, \
                     `line` or `glob`"
                        .to_owned(),
                );
            }
            Some(Question::Document(policy?))
        }
    }
}

fn argv<'a>(reader: &mut Reader, members: &mut Members<'a>) -> Option<Question<'a>> {
    let sealed = members.read(reader, "sealed", |reader, node| reader.bool(&node));
    let (program, tail) = members.read(reader, "argv", |reader, node| {
        let mut words = reader.strings(&node)?.into_iter();
        let program = words.next();
        if program.is_none() {
            reader.bad_value(&node, "a list that begins with a program".to_owned());
        }
        Some((program?, words.collect()))
    })?;
    Some(Question::Argv {
        program,
        tail,
        sealed: sealed.unwrap_or(true),
    })
}

fn checks(reader: &mut Reader, node: Node<'_>) -> Option<Vec<(String, Tri)>> {
    let Value::Object(members) = &node.value else {
        reader.wrong_type(&node, "an object of check names");
        return None;
    };
    let mut checks: Vec<(String, Tri)> = Vec::new();
    for member in members {
        if checks.iter().any(|(name, _)| *name == member.name) {
            reader.duplicate(&member.name, member.name_span);
        }
        let answer = reader.inside(&member.name, |reader| {
            let answer = reader.string(&member.value)?;
            let known = [Tri::Yes, Tri::No, Tri::Unknown];
            let answer = known.into_iter().find(|tri| tri.as_str() == answer);
            if answer.is_none() {
                reader.bad_value(&member.value, "yes, no or unknown, as a string".to_owned());
            }
            answer
        });
        checks.push((member.name.clone().into_owned(), answer?));
    }
    Some(checks)
}

fn call(reader: &mut Reader, node: Node<'_>) -> Option<CallInput> {
    let mut members = reader.object(node)?;
    let span = members.span;
    let tool = members.read(reader, "tool", |reader, node| Some(value(reader, &node)));
    let parsed = members.read(reader, "args", |reader, node| Some(value(reader, &node)));
    let raw = bytes(reader, &mut members, "raw-args");
    let request = bytes(reader, &mut members, "request");
    let arguments = match (parsed, raw, request) {
        (None, None, None) => ArgumentsInput::Absent,
        (Some(parsed), None, None) => ArgumentsInput::Parsed(parsed),
        (None, Some(raw), None) => ArgumentsInput::Raw(raw),
        (None, None, Some(request)) if tool.is_none() => ArgumentsInput::Request(request),
        _ => {
            let message = "a call is given as `args`, `raw-args` or `request`, and a request \
                           holds the tool itself";
            reader.fault(FaultKind::Conflict, span, message.to_owned());
            return None;
        }
    };
    let firewall = FirewallInput {
        stage: members.string(reader, "stage"),
        skill: members.string(reader, "skill"),
        destination: members.string(reader, "destination"),
        resolved: members.read(reader, "resolved", |reader, node| reader.strings(&node)),
        spent_cents: members.read(reader, "spent_cents", |reader, node| {
            Some(value(reader, &node))
        }),
    };
    members.finish(reader, "a call");
    Some(CallInput {
        tool,
        arguments,
        firewall,
    })
}

/// `NAME` as text or `NAME-base64` as bytes.
fn bytes(reader: &mut Reader, members: &mut Members<'_>, name: &str) -> Option<Vec<u8>> {
    let coded = format!("{name}-base64");
    let span: Span = members.span;
    if members.has(name) && members.has(&coded) {
        let message = format!("`{name}` and `{coded}` are two spellings of one member");
        reader.fault(FaultKind::Conflict, span, message);
    }
    let text = members.string(reader, name).map(String::into_bytes);
    let decoded = members.read(reader, &coded, |reader, node| {
        let decoded = base64::decode(&reader.string(&node)?);
        if decoded.is_none() {
            reader.bad_value(&node, "standard base64 with padding".to_owned());
        }
        decoded
    });
    text.or(decoded)
}
