//! Argument clauses (A1–A3).

use super::egress::{cidr, note_host_bits};
use super::{Wrong, parsed, pattern, word};
use crate::document::read::{self, Shape};
use crate::document::{Node, Path, Value};
use crate::fault::Collector;
use crate::firewall::rule::Places;
use callgate_engine::firewall::{Clause, Scalar, Test};

const MATCH: Shape<1> = Shape {
    what: "an argument match",
    members: ["clauses"],
    meant: &[
        ("clause", "clauses"),
        ("conditions", "clauses"),
        ("all", "clauses"),
    ],
};

const CLAUSE: Shape<3> = Shape {
    what: "a clause",
    members: ["path", "op", "value"],
    meant: &[
        ("operator", "op"),
        ("jsonpath", "path"),
        ("values", "value"),
        ("arg", "path"),
        ("field", "path"),
    ],
};

/// Reads the clauses of a rule; a faulty one is left out.
pub(super) fn clauses(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
    places: &mut Places,
) -> Vec<Clause> {
    // A1: the empty text and the empty list stand for no clauses.
    let none = match &node.value {
        Value::String(text) => text.is_empty(),
        Value::Array(nodes) => nodes.is_empty(),
        _ => false,
    };
    if none {
        return Vec::new();
    }
    let Some(members) = read::object(node, read::Expected::ArgsMatch, path, faults) else {
        return Vec::new();
    };
    let fields = MATCH.fields(members, path, faults);
    let Some(member) = fields.get(0) else {
        return Vec::new();
    };
    let path = path.member("clauses");
    let Some(nodes) = read::list(&member.value, read::Expected::Clauses, &path, faults) else {
        return Vec::new();
    };
    let mut clauses = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        clauses.extend(clause(node, &path.index(index), faults, places));
    }
    clauses
}

fn clause(
    node: &Node<'_>,
    path: &Path<'_>,
    faults: &mut Collector,
    places: &mut Places,
) -> Option<Clause> {
    let members = read::object(node, read::Expected::Clause, path, faults)?;
    let fields = CLAUSE.fields(members, path, faults);
    for (place, name) in CLAUSE.members.iter().enumerate() {
        if fields.get(place).is_none() {
            CLAUSE.missing(name, node, path, faults);
        }
    }
    let steps = fields.get(0).and_then(|member| {
        parsed(
            &member.value,
            &path.member("path"),
            faults,
            super::path::path,
        )
    });
    let operator = fields
        .get(1)
        .and_then(|member| parsed(&member.value, &path.member("op"), faults, Operator::read));
    let value = fields.get(2);
    let test = match (operator, value) {
        (Some(operator), Some(member)) => {
            operator.test(&member.value, &path.member("value"), faults, places)
        }
        (None, Some(member)) => {
            read::unique_everywhere(&member.value, &path.member("value"), faults);
            None
        }
        _ => None,
    };
    Some(Clause {
        path: steps?,
        test: test?,
    })
}

/// What a clause may ask.
#[derive(Clone, Copy, Debug)]
enum Operator {
    Eq,
    In,
    Contains,
    Regex,
    Gt,
    Lt,
    CidrMatch,
}

impl Operator {
    fn read(text: &str) -> Result<Self, Wrong> {
        Ok(match text {
            "eq" => Self::Eq,
            "in" => Self::In,
            "contains" => Self::Contains,
            "regex" => Self::Regex,
            "gt" => Self::Gt,
            "lt" => Self::Lt,
            "cidr_match" => Self::CidrMatch,
            other => {
                let meant = match other {
                    "==" | "=" | "equals" | "is" => Some("eq"),
                    ">" => Some("gt"),
                    "<" => Some("lt"),
                    "matches" | "match" | "=~" | "regexp" => Some("regex"),
                    "cidr" | "in_cidr" | "ip" => Some("cidr_match"),
                    "one_of" | "any" => Some("in"),
                    "includes" | "substring" => Some("contains"),
                    _ => None,
                };
                const WORDS: &[&str] = &["eq", "in", "contains", "regex", "gt", "lt", "cidr_match"];
                return Err(word(other, WORDS, meant));
            }
        })
    }

    fn test(
        self,
        node: &Node<'_>,
        path: &Path<'_>,
        faults: &mut Collector,
        places: &mut Places,
    ) -> Option<Test> {
        match self {
            Self::Eq => {
                read::unique_everywhere(node, path, faults);
                Some(Test::OneOf(scalar(node).into_iter().collect()))
            }
            Self::In => {
                let nodes = read::list(node, read::Expected::Values, path, faults)?;
                read::unique_everywhere(node, path, faults);
                Some(Test::OneOf(nodes.iter().filter_map(scalar).collect()))
            }
            Self::Contains => Some(Test::Contains(read::text(node, path, faults)?.into())),
            Self::Regex => parsed(node, path, faults, pattern).map(Test::Regex),
            Self::Gt => number(node, path, faults).map(Test::Above),
            Self::Lt => number(node, path, faults).map(Test::Below),
            Self::CidrMatch => {
                let cidr = parsed(node, path, faults, cidr)?;
                note_host_bits(cidr, node, path, places);
                Some(Test::Inside(cidr))
            }
        }
    }
}

/// A value that an argument can be equal to; objects and arrays never are (A3).
fn scalar(node: &Node<'_>) -> Option<Scalar> {
    Some(match &node.value {
        Value::Null => Scalar::Null,
        Value::Bool(value) => Scalar::Bool(*value),
        Value::Number(text) => Scalar::Number(text.clone().into_owned()),
        Value::String(text) => Scalar::Text(text.clone().into_owned()),
        Value::Array(_) | Value::Object(_) => return None,
    })
}

fn number(node: &Node<'_>, path: &Path<'_>, faults: &mut Collector) -> Option<String> {
    match &node.value {
        Value::Number(text) => Some(text.clone().into_owned()),
        _ => {
            read::wrong_type(node, read::Expected::Number, path, faults);
            None
        }
    }
}
