//! Calls as bytes: however odd, everybody reads them alike, and as the value that they are.

use crate::decide::{Everybody, compiled, unlinted};
use callgate_compiler::document::{self, Node, Value as Tree};
use callgate_compiler::permission::Compiled;
use callgate_compiler::{Limits, Source, firewall};
use callgate_conformance::case::{ArgumentsInput, CallInput, FirewallInput};
use callgate_conformance::generate::{self, Choices};
use callgate_conformance::implementation::{Engine, Implementation, Reference};
use callgate_engine::firewall::{Decimal, Outcome};
use callgate_engine::{Tri, json};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How many policies the first two bytes choose from.
const POLICY_COUNT: u16 = 512;

const TOOLS: [&str; 6] = [
    "fs_read",
    "web_fetch",
    "sh_run",
    "sh_line",
    "fs_write",
    "mcp:a/b",
];

/// Two bytes choose a policy, the rest are the arguments of a call: all readings agree, and the
/// parsed value gives the same answer wherever nothing is lost by parsing.
pub fn raw(bytes: &[u8]) {
    let (seed, bytes) = seeded(bytes);
    if let Some(theirs) = parsed(bytes) {
        let ours = json::validate(bytes, &json::Limits::default());
        assert_eq!(ours, theirs, "only one of two readers takes it for JSON");
    }
    let tool = TOOLS.get(usize::from(seed) % TOOLS.len()).copied();
    put(
        seed,
        bytes,
        &with(tool, ArgumentsInput::Raw(bytes.to_vec())),
        |value| Some(with(tool, ArgumentsInput::Parsed(value))),
    );
}

/// As `raw`, with a whole `tools/call` request.
pub fn request(bytes: &[u8]) {
    let (seed, bytes) = seeded(bytes);
    put(
        seed,
        bytes,
        &with(None, ArgumentsInput::Request(bytes.to_vec())),
        |value| {
            let params = value.get("params")?.as_object()?;
            let tool = params.get("name")?.as_str()?;
            let arguments = params
                .get("arguments")
                .map_or(ArgumentsInput::Absent, |arguments| {
                    ArgumentsInput::Parsed(arguments.clone())
                });
            Some(with(Some(tool), arguments))
        },
    );
}

/// The seed of a policy, and what the fuzzer mutates as text.
fn seeded(bytes: &[u8]) -> (u16, &[u8]) {
    bytes
        .split_first_chunk()
        .map_or((0, bytes), |(seed, rest)| {
            (u16::from_le_bytes(*seed) % POLICY_COUNT, rest)
        })
}

fn with(tool: Option<&str>, arguments: ArgumentsInput) -> CallInput {
    CallInput {
        tool: tool.map(|tool| json!(tool)),
        arguments,
        firewall: FirewallInput::default(),
    }
}

/// What a seed makes.
struct Policies {
    permission: Value,
    checks: Vec<(String, Tri)>,
    compiled: Compiled,
    firewall: Value,
    compiled_firewall: firewall::Compiled,
}

impl Policies {
    fn new(seed: u16) -> Self {
        let mut choices = Choices::seeded(seed.into());
        let permission = generate::policy(&mut choices);
        let checks = generate::checks(&mut choices);
        let firewall = generate::firewall_policy(&mut choices);
        Self {
            compiled: compiled(&permission),
            permission,
            checks,
            compiled_firewall: firewall::compile_value(&firewall, &unlinted()).unwrap_or_else(
                |faults| panic!("a generated policy is refused: {faults}\n{firewall}"),
            ),
            firewall,
        }
    }
}

thread_local! {
    /// Compiling costs a hundred times what the rest does.
    static POLICIES: RefCell<HashMap<u16, Rc<Policies>>> = RefCell::default();
}

/// Both dialects, everybody; and the call that the parsed value makes, where there is one.
fn put(seed: u16, bytes: &[u8], call: &CallInput, of: impl FnOnce(Value) -> Option<CallInput>) {
    let parsed = faithful(bytes).and_then(of);
    let policies = POLICIES.with_borrow_mut(|known| {
        let made = known
            .entry(seed)
            .or_insert_with(|| Rc::new(Policies::new(seed)));
        Rc::clone(made)
    });
    let Policies {
        permission,
        checks,
        compiled,
        firewall,
        compiled_firewall,
    } = &*policies;
    let mut everybody = Everybody::default();
    let answer = everybody.answer(permission, compiled, call, checks);
    let outcome = verdict(firewall, compiled_firewall, call);
    if let Some(parsed) = &parsed {
        let other = everybody.answer(permission, compiled, parsed, checks);
        assert_eq!(
            answer, other,
            "bytes and value differ: {permission}\n{parsed:?}"
        );
        let other = verdict(firewall, compiled_firewall, parsed);
        assert_eq!(
            outcome, other,
            "bytes and value differ: {firewall}\n{parsed:?}"
        );
    }
}

/// What everybody says about a firewall call.
pub(crate) fn verdict(document: &Value, policy: &firewall::Compiled, call: &CallInput) -> Outcome {
    let expected = Reference.firewall(policy, call);
    for mut engine in [Engine::indexed(), Engine::unindexed()] {
        let got = engine.firewall(policy, call);
        assert_eq!(
            got,
            expected,
            "{} and the reference differ:\n{document}\n{call:?}",
            engine.name()
        );
    }
    expected
}

/// Whether `serde_json` takes bytes for JSON; `None`: it stops where it reads no further (a
/// number that no f64 holds, 128 levels).
fn parsed(bytes: &[u8]) -> Option<bool> {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(_) => Some(true),
        Err(error) => {
            let why = error.to_string();
            let stops = why.contains("number out of range") || why.contains("recursion limit");
            (!stops).then_some(false)
        }
    }
}

/// The value of bytes that loses nothing by being parsed: no member twice, and no number but
/// the shortest decimal of an f64 or an integer that the value keeps.
pub(crate) fn faithful(bytes: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(bytes).ok()?;
    if text.starts_with('\u{feff}') || !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let limits = Limits {
        depth: json::Limits::default().depth,
        ..Limits::default()
    };
    let tree = document::parse(&Source::new("call", text), &limits).ok()?;
    let value = serde_json::from_str(text).ok()?;
    keeps_all(&tree).then_some(value)
}

fn keeps_all(node: &Node<'_>) -> bool {
    match &node.value {
        Tree::Null | Tree::Bool(_) | Tree::String(_) => true,
        Tree::Number(text) => keeps(text),
        Tree::Array(elements) => elements.iter().all(keeps_all),
        Tree::Object(members) => {
            let mut names: Vec<&str> = members.iter().map(|member| &*member.name).collect();
            names.sort_unstable();
            names.windows(2).all(|pair| pair.first() != pair.last())
                && members.iter().all(|member| keeps_all(&member.value))
        }
    }
}

/// Whether a number's text is still its value once a reader has made an f64 or integer of it.
fn keeps(text: &str) -> bool {
    let Ok(number) = text.parse::<serde_json::Number>() else {
        return false;
    };
    Decimal::parse(text).is_some_and(|value| Decimal::parse(&number.to_string()) == Some(value))
}

#[cfg(test)]
mod tests {
    use super::{faithful, keeps};

    #[test]
    fn numbers_that_a_reader_changes_are_known() {
        for text in ["5", "5.0", "-0", "0.10", "9007199254740993", "1e22"] {
            assert!(keeps(text), "{text}");
        }
        for text in ["1e400", "0.1000000000000000000001", "18446744073709551617"] {
            assert!(!keeps(text), "{text}");
        }
    }

    #[test]
    fn a_member_that_stands_twice_is_seen() {
        assert!(faithful(br#"{"a":[{"b":1}],"c":1}"#).is_some());
        assert!(faithful(br#"{"a":[{"b":1,"\u0062":1}],"c":1}"#).is_none());
    }
}
