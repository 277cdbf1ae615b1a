//! Verdicts and stages, and which go together (Q2, Q7).

use super::reader::Reader;
use super::{Wrong, parsed, word as one_of};
use crate::document::{Node, Path};
use crate::fault::{Collector, near};
use callgate_engine::firewall::{Action, Stage, Verdict};

/// A verdict as documents write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Give(Verdict),
    CapCost,
}

const WORDS: &[&str] = &[
    "allow",
    "audit",
    "deny",
    "sanitize",
    "pending_approval",
    "cap_cost",
];

const STAGES: &[&str] = &["inbound", "response", "mcp", "egress"];

impl Word {
    /// An action with the same egress scope (X2).
    pub(super) const fn scope(self) -> Action {
        match self {
            Self::Give(verdict) => Action::Give(verdict),
            Self::CapCost => Action::CapCost(0),
        }
    }
}

/// Reads a rule's verdict.
pub(super) fn word(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Option<Word> {
    parsed(node, path, faults, |text| {
        Ok(match text {
            "allow" => Word::Give(Verdict::Allow),
            "audit" => Word::Give(Verdict::Audit),
            "deny" => Word::Give(Verdict::Deny),
            "sanitize" => Word::Give(Verdict::Sanitize),
            "pending_approval" => Word::Give(Verdict::PendingApproval),
            "cap_cost" => Word::CapCost,
            other => {
                return Err(one_of(other, WORDS, meant(other)));
            }
        })
    })
}

/// The verdict that somebody probably means by another word.
fn meant(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "ask" | "approve" | "approval" | "hold" | "pending" | "prompt" => "pending_approval",
        "block" | "blocked" | "reject" | "rejected" | "forbid" | "forbidden" | "denied"
        | "drop" => "deny",
        "permit" | "permitted" | "accept" | "allowed" | "pass" => "allow",
        "log" | "monitor" | "warn" => "audit",
        "redact" | "mask" => "sanitize",
        _ => return None,
    })
}

/// Reads the policy's default verdict (Q1).
pub(super) fn default(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Option<Verdict> {
    parsed(node, path, faults, |text| match text {
        "allow" => Ok(Verdict::Allow),
        "audit" => Ok(Verdict::Audit),
        "deny" => Ok(Verdict::Deny),
        other => {
            let words = &["allow", "audit", "deny"];
            let said = meant(other).or_else(|| near(other, WORDS.iter().copied()));
            let wrong = one_of(other, words, said.filter(|meant| words.contains(meant)));
            Err(match said {
                Some(word) if !words.contains(&word) => Wrong {
                    help: format!(
                        "only a rule can give `{word}`: write `deny` here, and a rule for every \
                         tool, `tool_name_glob: \"*\"`, and the highest priority number"
                    ),
                    ..wrong
                },
                _ => wrong,
            })
        }
    })
}

/// The stage that somebody probably means by another word.
#[must_use]
pub fn meant_stage(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "request" | "prompt" | "input" | "incoming" | "ingress" | "user" | "in" | "message" => {
            "inbound"
        }
        "output" | "result" | "reply" | "answer" | "completion" | "post" => "response",
        "tool" | "tools" | "tool_call" | "call" | "tools/call" | "pre" => "mcp",
        "network" | "outbound" | "outgoing" | "http" | "internet" | "web" | "fetch" | "out"
        | "external" => "egress",
        other => return near(other, STAGES.iter().copied()),
    })
}

/// Reads a stage; the empty text is every stage.
pub(super) fn stage(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
) -> Option<Option<Stage>> {
    parsed(node, path, faults, |text| match Stage::from_name(text) {
        _ if text.is_empty() => Ok(None),
        Some(stage) => Ok(Some(stage)),
        None => {
            let wrong = one_of(text, STAGES, meant_stage(text));
            Err(match text.to_ascii_lowercase().as_str() {
                "all" | "any" | "*" | "every" => Wrong {
                    help: "leave `stage` out: the rule then holds at every stage".to_owned(),
                    ..wrong
                },
                _ => wrong,
            })
        }
    })
}

/// What a rule does, from its verdict and what the verdict needs.
pub(super) fn action(
    word: Word,
    cents: Option<i64>,
    stage: Option<Stage>,
    reader: &mut Reader<'_, '_, '_>,
) -> Option<Action> {
    match word {
        Word::Give(verdict) => {
            let unheld = matches!(stage, Some(Stage::Response | Stage::Egress));
            if verdict == Verdict::PendingApproval && unheld {
                reader.conflict(
                    "stage",
                    "a call cannot be held for approval at this stage",
                    "ask for approval at stage `mcp` or `inbound`",
                );
            }
            Some(Action::Give(verdict))
        }
        Word::CapCost => match cents.map(u64::try_from) {
            Some(Ok(cents)) => Some(Action::CapCost(cents)),
            Some(Err(_)) => {
                reader.negative("cap_cost_cents");
                None
            }
            None => {
                if !reader.has("cap_cost_cents") {
                    reader.missing("cap_cost_cents", "cap_cost");
                }
                None
            }
        },
    }
}
