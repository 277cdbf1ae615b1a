//! Globs and destinations.

use super::{Worst, call, connection, denies, document};

const RULES: usize = 100_000;

pub(super) const CASES: &[Worst] = &[
    Worst {
        name: "fw-literals",
        grows: "literal globs",
        cost: "bytes of the name",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| denies(&format!("srv{at}.tool")));
            let calls = vec![call("srv77.tool", "{}"), call("srv77.tools", "{}")];
            (document(rules), calls)
        },
    },
    Worst {
        name: "fw-prefixes",
        grows: "prefix globs",
        cost: "bytes of the name",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| denies(&format!("srv{at}.*")));
            let calls = vec![call("srv77.tool", "{}"), call("srv77x.tool", "{}")];
            (document(rules), calls)
        },
    },
    Worst {
        name: "fw-suffixes",
        grows: "suffix globs",
        cost: "bytes of the name",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| denies(&format!("*.verb{at}")));
            let calls = vec![call("srv.verb77", "{}"), call("srv.xverb77", "{}")];
            (document(rules), calls)
        },
    },
    Worst {
        name: "fw-infixes",
        grows: "infix globs",
        cost: "bytes of the name",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| denies(&format!("*.part{at}.*")));
            let calls = vec![
                call("srv.part77.verb", "{}"),
                call("srv.part77x.verb", "{}"),
            ];
            (document(rules), calls)
        },
    },
    Worst {
        name: "fw-nested-infixes",
        grows: "infix globs `*.a.a….*` that are parts of one another, up to a thousand",
        cost: "bytes of the name (10 kB), times globs that match",
        most: 1000,
        make: |size| {
            let rules = (0..size).map(|at| {
                let never =
                    r#", "args_match": {"clauses": [{"path": "$.x", "op": "eq", "value": 1}]}"#;
                denies(&format!("*{}.*", ".a".repeat(at + 1))) + never
            });
            (document(rules), vec![call(&"a.".repeat(5000), "{}")])
        },
    },
    Worst {
        name: "fw-egress-hosts",
        grows: "egress rules with a host each",
        cost: "labels of the host, and addresses",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                let star = if at % 2 == 0 { "*." } else { "" };
                scope(&format!("{star}h{at}.example.com"))
            });
            let calls = vec![
                connection("x", "a.h76.example.com", &["192.0.2.1"]),
                connection("x", "a.h.example.org", &["192.0.2.1", "192.0.2.2"]),
            ];
            (document(rules), calls)
        },
    },
    Worst {
        name: "fw-egress-networks",
        grows: "egress rules with a network each",
        cost: "lengths of networks that occur, times addresses",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                let (a, b, c) = (at >> 16 & 255, at >> 8 & 255, at & 255);
                scope(&format!("10.{a}.{b}.{c}/{}", 24 + at % 9))
            });
            let calls = vec![
                connection("x", "10.0.0.77", &[]),
                connection("x", "a.example.org", &["192.0.2.1", "192.0.2.2"]),
            ];
            (document(rules), calls)
        },
    },
    Worst {
        name: "fw-address-that-is-none",
        grows: "egress rules of one tool with a host each; another tool",
        cost: "as without the address that does not parse",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                let tool = r#""tool_name_glob": "mail.send", "#;
                format!("{tool}{}", scope(&format!("h{at}.example.com")))
            });
            let calls = vec![connection("web.get", "a.example.org", &["nowhere"])];
            (document(rules), calls)
        },
    },
    Worst {
        name: "fw-tool-name-unreadable",
        grows: "rules of a tool each with a text each",
        cost: "as with the tool's name, and the text",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                let text = format!("\"needle{at};\"");
                super::asks(&format!("srv{at}.tool"), &[("text", "contains", &text)])
            });
            let text = format!(r#"{{"text": "{}"}}"#, "needle".repeat(20));
            (document(rules), vec![call("", text)])
        },
    },
];

fn scope(entry: &str) -> String {
    format!(r#""stage": "egress", "verdict": "deny", "egress": {{"deny": ["{entry}"]}}"#)
}
