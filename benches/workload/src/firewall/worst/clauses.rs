//! Argument clauses.

use super::{STRICT, Worst, asks, call, document, under};

const RULES: usize = 100_000;

const TEXT: &str = "some longer text with a needle77 in it and more, 123";

pub(super) const CASES: &[Worst] = &[
    Worst {
        name: "fw-eq",
        grows: "`eq` clauses on one path",
        cost: "bytes of the value",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| asks("*", &[("key", "eq", &format!("\"value{at}\""))]));
            let calls = ["value77", "value77x"].map(|key| call("x", one("key", key)));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-in",
        grows: "`in` clauses of four members on one path",
        cost: "bytes of the value",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                let list = format!(r#"["a{at}", "b{at}", "c{at}", "d{at}"]"#);
                asks("*", &[("key", "in", &list)])
            });
            let calls = ["c77", "c77x"].map(|key| call("x", one("key", key)));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-long-lists",
        grows: "members of each of a hundred `in` lists",
        cost: "bytes of the value, and lists that hold it",
        most: 10_000,
        make: |size| {
            let rules = (0..100).map(|at| {
                let list: Vec<String> =
                    (0..size).map(|i| format!("\"m{}\"", at * 50 + i)).collect();
                let list = format!("[{}]", list.join(","));
                asks("*", &[("key", "in", &list), ("other", "eq", "1")])
            });
            let calls = ["m77", "m5500", "x"].map(|key| call("x", one("key", key)));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-contains",
        grows: "`contains` clauses on one path",
        cost: "bytes of the text",
        most: RULES,
        make: |size| {
            let rules =
                (0..size).map(|at| asks("*", &[("text", "contains", &format!("\"needle{at};\""))]));
            let calls = [TEXT, "a needle77; in it"].map(|text| call("x", one("text", text)));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-contains-1-MB",
        grows: "`contains` clauses on one path; a text of 1 MB",
        cost: "bytes of the text",
        most: 10_000,
        make: |size| {
            let rules =
                (0..size).map(|at| asks("*", &[("text", "contains", &format!("\"needle{at};\""))]));
            let text = "needle1 ;".repeat(1_000_000 / 9);
            (document(rules), vec![call("x", one("text", &text))])
        },
    },
    Worst {
        name: "fw-nested-contains",
        grows: "`contains` clauses `a`, `aa`, … up to a thousand; a text of 100 kB",
        cost: "bytes of the text, and clauses that hold",
        most: 1000,
        make: |size| {
            let rules = (0..size).map(|at| {
                let text = format!("\"{}\"", "a".repeat(at + 1));
                asks("*", &[("text", "contains", &text), ("other", "eq", "1")])
            });
            (
                document(rules),
                vec![call("x", one("text", &"a".repeat(100_000)))],
            )
        },
    },
    Worst {
        name: "fw-regex-with-literal",
        grows: "`regex` clauses with a text of their own in every match",
        cost: "bytes of the text, and expressions whose texts occur",
        most: 10_000,
        make: |size| {
            let rules = (0..size).map(|at| {
                asks(
                    "*",
                    &[("text", "regex", &format!(r#""needle{at}\\s+\\d+""#))],
                )
            });
            let calls = [TEXT, "a needle77  42 in it"].map(|text| call("x", one("text", text)));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-cidr",
        grows: "`cidr_match` clauses of nine lengths",
        cost: "lengths that occur",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                let (a, b, c) = (at >> 16 & 255, at >> 8 & 255, at & 255);
                let network = format!("\"10.{a}.{b}.{c}/{}\"", 24 + at % 9);
                asks("*", &[("ip", "cidr_match", &network)])
            });
            let calls = ["10.0.0.77", "192.0.2.1"].map(|ip| call("x", one("ip", ip)));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-numbers",
        grows: "`gt` clauses on one path",
        cost: "logarithm of the bounds",
        most: RULES,
        make: |size| {
            let rules =
                (0..size).map(|at| asks("*", &[("n", "gt", &format!("{}", 1_000_000 + at))]));
            let calls = ["1000077.5", "77"].map(|n| call("x", format!(r#"{{"n": {n}}}"#)));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-between",
        grows: "`gt` and `lt` clauses on one path, side by side",
        cost: "logarithm of the bounds",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                let (low, high) = (format!("{}", at * 10), format!("{}", at * 10 + 5));
                asks("*", &[("n", "gt", &low), ("n", "lt", &high)])
            });
            let n = size * 5 + 7;
            let calls = [n, 5_000_000].map(|n| call("x", format!(r#"{{"n": {n}}}"#)));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-two-clauses",
        grows: "`gt` and `eq` clauses, the first of which nearly always holds",
        cost: "as the second alone",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                let key = format!("\"value{at}\"");
                asks("*", &[("n", "gt", &format!("{at}")), ("key", "eq", &key)])
            });
            let text = |key| format!(r#"{{"n": 1000000, "key": "{key}"}}"#);
            let calls = ["value77", "value77x"].map(|key| call("x", text(key)));
            (document(rules), calls.into())
        },
    },
    Worst {
        name: "fw-one-tool",
        grows: "rules of the call's tool with a text each",
        cost: "bytes of the text",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                asks(
                    "*.run.*",
                    &[("text", "contains", &format!("\"needle{at};\""))],
                )
            });
            (document(rules), vec![call("a.run.b", one("text", TEXT))])
        },
    },
    Worst {
        name: "fw-one-tool-strict",
        grows: "the same under `strict-clauses`; another tool, no text",
        cost: "constant",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                asks(
                    "shell.run",
                    &[("text", "contains", &format!("\"needle{at};\""))],
                )
            });
            let calls = vec![call("web.get", "{}"), call("web.get", r#"{"text": 7}"#)];
            (under(STRICT, rules), calls)
        },
    },
    Worst {
        name: "fw-own-paths",
        grows: "clauses on a path each",
        cost: "members of the call",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| asks("*", &[(&format!("p{at}"), "eq", "true")]));
            let calls = vec![
                call("x", r#"{"p77": true}"#),
                call("x", r#"{"p77": false, "q": 1}"#),
            ];
            (document(rules), calls)
        },
    },
    Worst {
        name: "fw-own-paths-strict",
        grows: "clauses on a path each and one on a path of all, under `strict-clauses`",
        cost: "members of the call",
        most: RULES,
        make: |size| {
            let rules = (0..size).map(|at| {
                asks(
                    "*",
                    &[
                        (&format!("p{at}"), "eq", "true"),
                        ("kind", "eq", "\"never\""),
                    ],
                )
            });
            let calls = vec![
                call("x", one("kind", "other")),
                call("x", one("kind", "never")),
            ];
            (under(STRICT, rules), calls)
        },
    },
    Worst {
        name: "fw-array-of-10000",
        grows: "clauses on an element each; an array of 10,000",
        cost: "elements, times the logarithm of those asked for",
        most: RULES,
        make: |size| {
            let rules =
                (0..size).map(|at| asks("*", &[(&format!("a[{at}]"), "contains", "\"needle\"")]));
            let array = vec!["\"text\""; 10_000].join(",");
            (
                document(rules),
                vec![call("x", format!(r#"{{"a": [{array}]}}"#))],
            )
        },
    },
    Worst {
        name: "fw-member-again",
        grows: "clauses below one member, which the call holds ten thousand times",
        cost: "bytes of the call",
        most: 10_000,
        make: |size| {
            let rules = (0..size).map(|at| asks("*", &[(&format!("a.p{at}"), "eq", "true")]));
            let members: Vec<String> = (0..size).map(|at| format!("\"p{at}\":1")).collect();
            let again = ",\"a\":1".repeat(10_000);
            let text = format!(r#"{{"twice":1,"a":{{{}}}{again}}}"#, members.join(","));
            (document(rules), vec![call("x", text)])
        },
    },
];

fn one(name: &str, text: &str) -> String {
    format!(r#"{{"{name}": "{text}"}}"#)
}
