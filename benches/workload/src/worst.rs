//! Policies and calls that are as unkind as the dialect allows.
//!
//! Each case grows with one number. What deciding may cost is said beside it; that it does not
//! cost more shows in the curve.

use crate::calls::CallText;
use std::fmt::Write as _;

/// One unkind shape.
#[derive(Clone, Copy, Debug)]
pub struct Worst {
    /// A name for results.
    pub name: &'static str,
    /// What grows.
    pub grows: &'static str,
    /// What deciding one call costs, in the size of the call and the number that grows.
    pub cost: &'static str,
    /// The document and the calls of a size.
    pub make: fn(usize) -> (String, Vec<CallText>),
}

/// All of them.
pub const CASES: &[Worst] = &[
    Worst {
        name: "hosts-on-every-tool",
        grows: "host rules for `*`",
        cost: "labels of the host",
        make: |size| {
            let rules = (0..size).map(|at| {
                let star = if at % 2 == 0 { "*." } else { "" };
                format!(
                    r#"{{"tool": "*", "decision": "allow", "host": "{star}h{at}.example.com"}}"#
                )
            });
            (
                document(rules),
                vec![
                    url("api.h77.example.com"),
                    url("h77.example.com"),
                    url("h.example.org"),
                ],
            )
        },
    },
    Worst {
        name: "one-directory-chain",
        grows: "under rules, a thousand deep",
        cost: "bytes of the path, and rules of the directories it is in that fire at last",
        make: |size| {
            let depth = size.min(1000);
            let rules = (0..size).map(|at| {
                let directory = "/d".repeat(at % depth + 1);
                format!(
                    r#"{{"tool": "*", "decision": "allow", "under": "{directory}", "host": "h{at}.example.com"}}"#
                )
            });
            (
                document(rules),
                vec![path_and_url(&"/d".repeat(depth)), path_and_url("/d/d/e")],
            )
        },
    },
    Worst {
        name: "one-flat-directory",
        grows: "under rules side by side",
        cost: "bytes of the path",
        make: |size| {
            let rules = (0..size).map(|at| {
                format!(r#"{{"tool": "*", "decision": "allow", "under": "/srv/p{at}"}}"#)
            });
            (
                document(rules),
                vec![path("/srv/p77/x"), path("/srv/q/x"), path("/srv")],
            )
        },
    },
    Worst {
        name: "commands-on-one-tool",
        grows: "command rules for one tool",
        cost: "bytes of the program's name",
        make: |size| {
            let rules = (0..size).map(|at| {
                let star = if at % 4 == 0 { "*" } else { "" };
                format!(r#"{{"tool": "run", "decision": "allow", "command": "prog{at}{star}"}}"#)
            });
            (
                document(rules),
                vec![command("prog77"), command("prog7700x"), command("git")],
            )
        },
    },
    Worst {
        name: "two-predicates",
        grows: "rules with under and host",
        cost: "as each predicate alone, and the rules that fit one of them",
        make: |size| {
            let rules = (0..size).map(|at| {
                format!(
                    r#"{{"tool": "*", "decision": "allow", "under": "/srv/p{at}", "host": "h{at}.example.com"}}"#
                )
            });
            let call = |path: &str, host: &str| {
                text(
                    "run",
                    format!(r#"{{"path": "{path}", "url": "https://{host}/"}}"#),
                )
            };
            let calls = vec![
                call("/srv/p77/x", "h77.example.com"),
                call("/srv/p77/x", "h78.example.com"),
                call("/srv/q/x", "h78.example.com"),
            ];
            (document(rules), calls)
        },
    },
    Worst {
        name: "two-predicates-one-shared",
        grows: "rules with one directory and many hosts",
        cost: "as each predicate alone, and the rules that fit the rarer of them",
        make: |size| {
            let rules = (0..size).map(|at| {
                format!(
                    r#"{{"tool": "*", "decision": "allow", "under": "/srv", "host": "h{at}.example.com"}}"#
                )
            });
            (
                document(rules),
                vec![path_and_url("/srv/x"), path_and_url("/home/x")],
            )
        },
    },
    Worst {
        name: "everything-unreadable",
        grows: "deny, ask and allow rules",
        cost: "constant",
        make: |size| {
            let rules = (0..size).map(|at| {
                let decision = ["allow", "deny", "ask"].get(at % 3).unwrap_or(&"ask");
                let when = if at % 2 == 0 { "under" } else { "host" };
                let of = if at % 2 == 0 { "/srv/p" } else { "h" };
                format!(r#"{{"tool": "*", "decision": "{decision}", "{when}": "{of}{at}"}}"#)
            });
            let calls = vec![
                text("run", r#"{"url": "nowhere", "path": "../x"}"#.to_owned()),
                text("run", r#"{"url": ["x"], "path": 7}"#.to_owned()),
                text("run", "{}".to_owned()),
            ];
            (document(rules), calls)
        },
    },
    Worst {
        name: "nothing-but-unknown-allows",
        grows: "allow rules with two predicates",
        cost: "constant",
        make: |size| {
            let rules = (0..size).map(|at| {
                format!(
                    r#"{{"tool": "*", "decision": "allow", "under": "/srv/p{at}", "command": "prog{at}"}}"#
                )
            });
            let calls = vec![
                text("run", r#"{"command": "prog77", "path": "../x"}"#.to_owned()),
                text(
                    "run",
                    r#"{"command": "a b", "path": "/srv/p77/x"}"#.to_owned(),
                ),
            ];
            (document(rules), calls)
        },
    },
    Worst {
        name: "long-tool-names",
        grows: "tool patterns along one name of 10 kB",
        cost: "bytes of the name",
        make: |size| {
            let name = "n".repeat(10_000);
            let rules = (0..size).map(|at| {
                // A thousand stems of the name itself; beyond them, others that share a start.
                let stem = name.get(..at % 1000 * 10 + 1).unwrap_or(&name);
                let other = if at < 1000 { String::new() } else { format!("x{at}") };
                let short = if at < 1000 { stem } else { "nnnnnnnn" };
                format!(
                    r#"{{"tool": "{short}{other}*", "decision": "allow", "host": "h{at}.example.com"}}"#
                )
            });
            let url = r#"{"url": "https://h77.example.org/"}"#;
            (
                document(rules),
                vec![
                    text(&name, url.to_owned()),
                    text("nnnnnnnnx", url.to_owned()),
                ],
            )
        },
    },
    Worst {
        name: "hosts-of-255-labels",
        grows: "host rules along one host",
        cost: "bytes of the host, and its labels",
        make: |size| {
            let labels = |count: usize| "a.".repeat(count) + "example.com";
            let rules = (0..size).map(|at| {
                let host = labels(at % 253);
                format!(
                    r#"{{"tool": "*", "decision": "allow", "host": "*.{host}", "under": "/srv/p{at}"}}"#
                )
            });
            let call = |host: String| {
                text(
                    "run",
                    format!(r#"{{"url": "https://{host}/", "path": "/home/x"}}"#),
                )
            };
            (
                document(rules),
                vec![call(labels(253)), call("b.".repeat(253) + "org")],
            )
        },
    },
    Worst {
        name: "paths-of-10000-segments",
        grows: "under rules",
        cost: "bytes of the path",
        make: |size| {
            let rules = (0..size).map(|at| {
                let directory = if at < 1000 { "/d".repeat(at + 1) } else { format!("/d/d/p{at}") };
                format!(
                    r#"{{"tool": "*", "decision": "allow", "under": "{directory}", "host": "h{at}.example.com"}}"#
                )
            });
            let call = |path: String| path_and_url(&path);
            (
                document(rules),
                vec![call("/d".repeat(10_000)), call("/e".repeat(10_000))],
            )
        },
    },
    Worst {
        name: "args-any-of-many",
        grows: "tokens of one args-any list",
        cost: "tokens of the call",
        make: |size| {
            let tokens: Vec<String> = (0..size).map(|at| format!("\"--option{at}\"")).collect();
            let tokens = tokens.join(", ");
            let rule = format!(
                r#"{{"tool": "run", "decision": "deny", "command": "git", "args-any": [{tokens}]}}"#
            );
            let argv: Vec<String> = (0..10_000).map(|at| format!("\"--other{at}\"")).collect();
            let argv = argv.join(", ");
            let call = text("run", format!(r#"{{"command": "git", "args": [{argv}]}}"#));
            (document([rule].into_iter()), vec![call])
        },
    },
    Worst {
        name: "names-that-look-alike",
        grows: "tools and hosts of two letters",
        cost: "bytes of the names",
        make: |size| {
            // Long keys that differ in few bits: what a weak hash would throw together.
            let word = |at: usize| -> String {
                (0..48)
                    .map(|bit| if at >> (bit % 20) & 1 == 0 { 'a' } else { 'b' })
                    .collect()
            };
            let rules = (0..size).map(|at| {
                let word = word(at);
                format!(
                    r#"{{"tool": "{word}", "decision": "allow", "host": "{word}.example.com"}}"#
                )
            });
            let call = |at: usize| {
                let word = word(at);
                text(
                    &word,
                    format!(r#"{{"url": "https://{word}.example.com/"}}"#),
                )
            };
            (
                document(rules),
                (0..64).map(|at| call(at * size / 64)).collect(),
            )
        },
    },
];

fn document(rules: impl Iterator<Item = String>) -> String {
    let mut document = String::from("[\n");
    for (at, rule) in rules.enumerate() {
        let comma = if at == 0 { ' ' } else { ',' };
        // Writing to a string does not fail.
        let _ = writeln!(document, "{comma}{rule}");
    }
    document + "]\n"
}

fn text(tool: &str, arguments: String) -> CallText {
    CallText {
        tool: tool.to_owned(),
        arguments,
    }
}

fn url(host: &str) -> CallText {
    text("run", format!(r#"{{"url": "https://{host}/v1/items"}}"#))
}

fn path(path: &str) -> CallText {
    text("run", format!(r#"{{"path": "{path}"}}"#))
}

/// In the directory, at a host that no rule names.
fn path_and_url(path: &str) -> CallText {
    text(
        "run",
        format!(r#"{{"path": "{path}", "url": "https://h.example.org/"}}"#),
    )
}

fn command(program: &str) -> CallText {
    text(
        "run",
        format!(r#"{{"command": "{program}", "args": ["--id", "7"]}}"#),
    )
}
