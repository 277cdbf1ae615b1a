//! Where deciding grows with the rules after all.

use super::{Worst, asks, call, connection, document};
use crate::Random;
use crate::firewall::calls::StagedText;

pub(super) const CASES: &[Worst] = &[
    Worst {
        name: "fw-regex-without-literal",
        grows: "`regex` clauses without a text that every match holds",
        cost: "the expressions, times bytes of the text",
        most: 10_000,
        make: |size| {
            let rules = (0..size).map(|at| {
                let (some, more) = (at % 30, at / 30);
                let pattern = format!(r#""^[a-z]\\d{{{some}}}[a-f]{{{more}}}$""#);
                asks("*", &[("text", "regex", &pattern)])
            });
            (document(rules), (0..64).map(random_text).collect())
        },
    },
    Worst {
        name: "fw-regex-unanchored",
        grows: "the same, looked for anywhere in the text",
        cost: "the expressions, times bytes of the text",
        most: 10_000,
        make: |size| {
            let rules = (0..size).map(|at| {
                let (some, more) = (at % 30, at / 30);
                let pattern = format!(r#""[a-f]\\d{{{some}}}[0-9a-f]{{{more}}}[g-z]""#);
                asks("*", &[("text", "regex", &pattern), ("never", "eq", "1")])
            });
            (document(rules), (0..64).map(random_text).collect())
        },
    },
    Worst {
        name: "fw-regex-one-literal",
        grows: "`regex` clauses that share their one text, which the call holds",
        cost: "the expressions, times bytes of the text",
        most: 10_000,
        make: |size| {
            let rules = (0..size).map(|at| {
                let (some, more) = (at % 30 + 1, at / 30 + 1);
                let pattern = format!(r#""needle\\s+\\d{{{some}}}x{{{more}}}""#);
                asks("*", &[("text", "regex", &pattern)])
            });
            let calls = vec![call("x", r#"{"text": "some text with a needle 12 in it"}"#)];
            (document(rules), calls)
        },
    },
    Worst {
        name: "fw-grid",
        grows: "rules over all pairs of two `eq` clauses, each shared by the square root of them",
        cost: "the rules that share the clause that holds",
        most: 100_000,
        make: |size| {
            let side = size.isqrt();
            let rules = (0..size).map(|at| {
                let (a, b) = (format!("{}", at / side), format!("{}", at % side));
                asks("*", &[("a", "eq", &a), ("b", "eq", &b)])
            });
            let calls = [r#"{"a": 7}"#, r#"{"b": 7}"#].map(|text| call("x", text));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-two-numbers",
        grows: "`gt` clauses on two paths, one of which holds in every rule",
        cost: "the rules",
        most: 10_000,
        make: |size| {
            let rules = (0..size).map(|at| {
                let (a, b) = (format!("{at}"), format!("{}", size - at));
                asks("*", &[("a", "gt", &a), ("b", "gt", &b)])
            });
            let calls = [r#"{"a": 1000000, "b": 0}"#, r#"{"b": 1000000, "a": 0}"#];
            (document(rules), calls.map(|text| call("x", text)).into())
        },
    },
    Worst {
        name: "fw-caps",
        grows: "`cap_cost` rules that the call stays below",
        cost: "the caps of the call's tool",
        most: 10_000,
        make: |size| {
            let rules = (0..size).map(|at| {
                format!(
                    r#""tool_name_glob": "*", "verdict": "cap_cost", "cap_cost_cents": {}"#,
                    at * 100
                )
            });
            let call = StagedText {
                spent_cents: Some(0),
                ..call("x", "{}")
            };
            (document(rules), vec![call])
        },
    },
    Worst {
        name: "fw-exceptions",
        grows: "egress rules over one zone that all except the call's host",
        cost: "the rules of the zone",
        most: 10_000,
        make: |size| {
            let rules = (0..size).map(|at| {
                let lists = format!(
                    r#"{{"deny": ["*.example.com"], "allow": ["a.example.com", "h{at}.example.com"]}}"#
                );
                format!(r#""stage": "egress", "verdict": "deny", "egress": {lists}"#)
            });
            (
                document(rules),
                vec![connection("x.y", "a.example.com", &[])],
            )
        },
    },
];

/// Forty letters, digits and spaces.
fn random_text(at: u64) -> StagedText {
    let mut random = Random::new(at);
    let text: String = (0..40)
        .map(|_| random.one_of(b"acfkx 1790"))
        .map(char::from)
        .collect();
    call("x", format!(r#"{{"text": "{text}"}}"#))
}
