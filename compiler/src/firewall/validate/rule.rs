//! One rule (Q2, Q7).

use super::embedded::Embedding;
use super::reader::Reader;
use super::verdict::{self, Word};
use super::{clauses, egress, integer, sanitize};
use crate::document::read::{self, Shape};
use crate::document::{Node, Path};
use crate::fault::Collector;
use crate::firewall::rule::Rule;
use callgate_engine::firewall::{Stage, Verdict};

/// What a rule may hold.
pub(super) const RULE: Shape<17> = Shape {
    what: "a rule",
    members: [
        "id",
        "priority",
        "label",
        "stage",
        "tool_name_glob",
        "skill_name_glob",
        "verdict",
        "args_match",
        "args_match_json",
        "egress",
        "egress_json",
        "sanitize",
        "sanitize_json",
        "cap_cost_cents",
        "sequence",
        "notes",
        "allow-lint",
    ],
    meant: &[
        ("tool", "tool_name_glob"),
        ("tool_glob", "tool_name_glob"),
        ("tool_name", "tool_name_glob"),
        ("skill", "skill_name_glob"),
        ("skill_glob", "skill_name_glob"),
        ("action", "verdict"),
        ("decision", "verdict"),
        ("effect", "verdict"),
        ("clauses", "args_match"),
        ("args", "args_match"),
        ("note", "notes"),
        ("name", "label"),
        ("surface", "stage"),
        ("cap_cents", "cap_cost_cents"),
        ("allow_lint", "allow-lint"),
    ],
};

/// Reads a rule; `None` where it has no verdict to go by.
pub(super) fn rule(
    node: &Node<'_>,
    path: &Path<'_>,
    embedding: Embedding<'_>,
    faults: &mut Collector,
) -> Option<Rule> {
    let members = read::object(node, read::Expected::FirewallRule, path, faults)?;
    let mut reader = Reader::new(
        node,
        RULE.fields(members, path, faults),
        path,
        embedding,
        faults,
    );
    let id = reader.member("id", integer(read::Expected::Integer));
    let priority = reader
        .member("priority", integer(read::Expected::Priority))
        .unwrap_or_default();
    let label = reader.text("label");
    let stage = reader.member("stage", verdict::stage).flatten();
    let tool = reader.text("tool_name_glob").unwrap_or_default();
    let skill = reader.text("skill_name_glob").unwrap_or_default();
    let word = reader.required("verdict", verdict::word);
    let cents = reader.member("cap_cost_cents", integer(read::Expected::Cents));
    let action = word.and_then(|word| verdict::action(word, cents, stage, &mut reader));
    let clauses = reader.either("args_match", "args_match_json", clauses::clauses);
    let egress = reader.either("egress", "egress_json", |node, path, faults, places| {
        egress::egress(node, word.map(Word::scope), path, faults, places)
    });
    if egress.is_some() && stage != Some(Stage::Egress) {
        let given = if reader.has("egress") {
            "egress"
        } else {
            "egress_json"
        };
        let message = "an egress scope speaks about destinations, which only calls at stage \
                       egress have";
        reader.conflict(given, message, "pin the rule: `stage: egress`");
    }
    let sanitizer = reader.either("sanitize", "sanitize_json", |node, path, faults, _| {
        sanitize::sanitizer(node, path, faults)
    });
    if word == Some(Word::Give(Verdict::Sanitize)) && sanitizer.is_none() {
        reader.missing_sanitizer();
    }
    // X8: whatever it holds, the rule is no part of the walk.
    let sequence = reader.present("sequence");
    let notes = reader.text("notes");
    let allow_lint = reader
        .member("allow-lint", super::allow_lint)
        .unwrap_or_default();
    let places = reader.places();
    Some(Rule {
        id,
        priority,
        label,
        stage,
        tool,
        skill,
        action: action?,
        clauses: clauses.unwrap_or_default(),
        egress: egress.flatten(),
        sanitizer: sanitizer.flatten(),
        sequence,
        notes,
        allow_lint,
        places,
    })
}
