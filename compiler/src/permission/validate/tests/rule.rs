//! The clauses R.

use super::*;
use crate::permission::{ExampleKind, Host, Program, Tool};
use callgate_engine::Decision;

#[test]
fn r1_members_of_a_rule() {
    loads(&rule_with(
        r#""under": "/a", "host": "a.b", "command": "c", "args": ["a"], "args-any": ["b"],
           "check": "c", "note": "", "severity": "danger", "match": [], "no-match": [], "allow-lint": {}"#,
    ));
    refused("[[]]", &["wrong-type /0"]);
    refused(r#"[{"tool": "t"}]"#, &["missing-member /0"]);
    refused(r#"[{"decision": "ask"}]"#, &["missing-member /0"]);
    for (written, meant) in [
        ("dir", "under"),
        ("hosts", "host"),
        ("Under", "under"),
        ("udner", "under"),
        ("args_any", "args-any"),
        ("cmd", "command"),
        ("comment", "note"),
        ("allow_lint", "allow-lint"),
    ] {
        let text = rule_with(&format!("\"{written}\": \"x\""));
        refused(&text, &[&format!("unknown-member /rules/0/{written}")]);
        assert_eq!(help(&text), format!("did you mean `{meant}`?"), "{written}");
    }
    assert!(
        help(&rule_with(r#""frobnicate": 1"#)).starts_with("its members are `tool`, `decision`")
    );
}

#[test]
fn r2_tools() {
    let tool = |text: &str| {
        loads(&format!(r#"[{{"tool": "{text}", "decision": "ask"}}]"#))
            .rules
            .into_iter()
            .next()
            .map(|rule| rule.tool)
    };
    assert_eq!(tool("fs_read"), Some(Tool::Exact("fs_read".into())));
    assert_eq!(tool("fs_*"), Some(Tool::Prefix("fs_".into())));
    assert_eq!(tool("*"), Some(Tool::Prefix(String::new())));
    assert_eq!(tool("A-z_0.9:/"), Some(Tool::Exact("A-z_0.9:/".into())));
    for text in [
        "", "**", "a*b", "*a", "a b", "é", "a\\\\b", "a?", "a\\u0000", " a",
    ] {
        refused(
            &format!(r#"[{{"tool": "{text}", "decision": "ask"}}]"#),
            &["bad-value /0/tool"],
        );
    }
    refused(
        r#"[{"tool": 1, "decision": "ask"}]"#,
        &["wrong-type /0/tool"],
    );
    let first = |text: &str| help(&format!(r#"[{{"tool": "{text}", "decision": "ask"}}]"#));
    assert_eq!(first("fs_*_x"), "write `fs_*`, or a rule for each tool");
    assert_eq!(first("fs_**"), "write `fs_*`, or a rule for each tool");
}

#[test]
fn r3_decisions() {
    let document = |text: &str| format!(r#"[{{"tool": "t", "decision": {text}}}]"#);
    for (text, decision) in [
        ("allow", Decision::Allow),
        ("deny", Decision::Deny),
        ("ask", Decision::Ask),
    ] {
        let policy = loads(&document(&format!("\"{text}\"")));
        assert_eq!(
            policy.rules.first().map(|rule| rule.decision),
            Some(decision)
        );
    }
    for (text, meant) in [
        ("Allow", "allow"),
        ("block", "deny"),
        ("permit", "allow"),
        ("prompt", "ask"),
        ("dney", "deny"),
    ] {
        let text = document(&format!("\"{text}\""));
        refused(&text, &["bad-value /0/decision"]);
        assert_eq!(help(&text), format!("did you mean `{meant}`?"));
    }
    refused(&document("\"\""), &["bad-value /0/decision"]);
    refused(&document("true"), &["wrong-type /0/decision"]);
}

#[test]
fn r4_directories() {
    let document = |text: &str| rule_with(&format!("\"under\": \"{text}\""));
    for text in [
        "/",
        "/a",
        "a",
        ".",
        "./",
        "a//b/.",
        "...",
        ".~",
        "a~",
        "/~",
        "a/~b",
        "C:/",
        "c:/x",
        "./a:b",
        "ab:c",
        "1:x",
        "é:x",
        "日本",
        "a b",
        "a:/b",
        "https://x",
    ] {
        let policy = loads(&document(text));
        let under = policy.rules.first().and_then(|rule| rule.under.clone());
        assert_eq!(under.as_deref(), Some(text), "kept as written");
    }
    for text in [
        "",
        "..",
        "/a/../b",
        "a/..",
        "/a\\u0000",
        "a\\\\b",
        "*",
        "/a/*",
        "/a/**",
        "~",
        "~/x",
        "~a",
        "./~",
        ".//./~x",
        "C:",
        "c:x",
        "C:..",
        "Z:\\\\x",
    ] {
        refused(&document(text), &["bad-value /rules/0/under"]);
    }
    refused(
        &rule_with("\"under\": [\"/a\"]"),
        &["wrong-type /rules/0/under"],
    );
    for (text, expected) in [
        (
            "/Users/me/**",
            "drop the `/**`: `/Users/me` already holds everything below it",
        ),
        (
            "/a/*",
            "drop the `/*`: `/a` already holds everything below it",
        ),
        (
            "/**",
            "drop the `/**`: `/` already holds everything below it",
        ),
        ("/a/*/c", "name a directory, like `/a`"),
        ("/a/b*", "name a directory, like `/a`"),
        ("C:\\\\x", "write `C:/x`: Windows takes `/` too"),
        ("C:x", "write `C:/x`"),
        ("~/x", "write the home directory out, like `/home/me`"),
    ] {
        assert_eq!(help(&document(text)), expected, "{text}");
    }
}

#[test]
fn r5_hosts() {
    let document = |text: &str| rule_with(&format!("\"host\": \"{text}\""));
    let host = |text: &str| {
        loads(&document(text))
            .rules
            .into_iter()
            .next()
            .and_then(|rule| rule.host)
    };
    let exact = |text: &str| Some(Host::Exact(text.into()));
    let below = |text: &str| Some(Host::Below(text.into()));
    assert_eq!(host("Docs.Raku.Org"), exact("docs.raku.org"));
    assert_eq!(host("*.Raku.Org"), below("raku.org"));
    assert_eq!(host("localhost"), exact("localhost"));
    assert_eq!(host("a_b-c.d"), exact("a_b-c.d"));
    assert_eq!(host("127.0.0.1"), exact("127.0.0.1"));
    assert_eq!(host("0:0:0:0:0:0:0:1"), exact("::1"));
    assert_eq!(host("2001:DB8::1"), exact("2001:db8::1"));
    for text in [
        "",
        "*",
        "*.",
        "**.a",
        "*a.b",
        "a.*",
        "a.*.b",
        "*.*.a",
        "a?b",
        ".a",
        "a.",
        "*.a.",
        ".",
        "-",
        "_",
        "a b",
        "a/b",
        "http://a",
        "https://a/b",
        "a:80",
        "a:",
        "[::1]",
        "::g",
        "1:2",
        "u@a",
        "é.fr",
        "a%41",
        "127.1",
        "2130706433",
        "0x7f.1",
        "010.0.0.1",
        "a.1",
        "a.0x",
        "*.1",
        "*.127.0.0.1",
        "*.::1",
        "::ffff:1.2.3.4",
        "::ffff:102:304",
        "2002::1",
        "a\\u0000",
    ] {
        refused(&document(text), &["bad-value /rules/0/host"]);
    }
    refused(&rule_with("\"host\": 1"), &["wrong-type /rules/0/host"]);
    for (text, expected) in [
        (
            "example.com:8443",
            "write `example.com`: it speaks about every port",
        ),
        ("https://a.b/c", "write `a.b`"),
        ("a.b/c", "write `a.b`"),
        ("*", "leave `host` out to speak about every website"),
        (
            "*a.b",
            "write `*.a.b` for the hosts below it, `a.b` for itself",
        ),
        (".a.b", "write `*.a.b` for the hosts below it"),
        ("a.b.", "write `a.b`"),
        ("[::1]", "write `::1`"),
        ("u@a.b", "write `a.b`"),
        ("*.127.0.0.1", "write `127.0.0.1`"),
        (
            "127.1",
            "write the address as four decimal numbers, like `127.0.0.1`",
        ),
        (
            "é.fr",
            "write the name in its ASCII form, which begins with `xn--`",
        ),
    ] {
        assert_eq!(help(&document(text)), expected, "{text}");
    }
}

#[test]
fn r6_commands() {
    let document = |text: &str| rule_with(&format!("\"command\": \"{text}\""));
    let program = |text: &str| {
        loads(&document(text))
            .rules
            .into_iter()
            .next()
            .and_then(|rule| rule.command)
            .map(|command| command.program)
    };
    let exact = |text: &str| Some(Program::Exact(text.into()));
    assert_eq!(program("git"), exact("git"));
    assert_eq!(
        program("python3.*"),
        Some(Program::Prefix("python3.".into()))
    );
    assert_eq!(program("*"), Some(Program::Prefix(String::new())));
    assert_eq!(program("g++"), exact("g++"));
    assert_eq!(program(".exe"), exact(".exe"), "nothing stands before it");
    assert_eq!(program("git.exe*"), Some(Program::Prefix("git.exe".into())));
    assert_eq!(program("a.ex"), exact("a.ex"));
    for text in [
        "", "**", "a*b", "/bin/git", "a\\\\b", "git push", "git.exe", "git.EXE", "x.Bat", "x.cmd",
        "x.com", "é", "a$", "a=b",
    ] {
        refused(&document(text), &["bad-value /rules/0/command"]);
    }
    refused(
        &rule_with("\"command\": [\"git\"]"),
        &["wrong-type /rules/0/command"],
    );
    for (text, expected) in [
        ("git.exe", "write `git`: basenames lose that ending"),
        ("/usr/bin/git", "write `git`: it matches wherever it lies"),
        (
            "C:\\\\bin\\\\git.EXE",
            "write `git`: it matches wherever it lies",
        ),
        (
            "git push",
            "write `git`, and the words after it into `args`",
        ),
    ] {
        assert_eq!(help(&document(text)), expected, "{text}");
    }
}

#[test]
fn r7_tokens() {
    let of = |members: &str| rule_with(&format!("\"command\": \"git\", {members}"));
    let command = |members: &str| {
        loads(&of(members))
            .rules
            .into_iter()
            .next()
            .and_then(|rule| rule.command)
    };
    assert_eq!(
        command(r#""args": []"#).and_then(|command| command.args),
        Some(vec![])
    );
    assert_eq!(
        command(r#""args-any": ["-f"]"#).and_then(|command| command.args_any),
        Some(vec!["-f".into()])
    );
    refused(&of(r#""args-any": []"#), &["bad-value /rules/0/args-any"]);
    refused(&of(r#""args": [""]"#), &["bad-value /rules/0/args/0"]);
    refused(&of(r#""args": ["a", 1]"#), &["wrong-type /rules/0/args/1"]);
    refused(&of(r#""args": "push""#), &["wrong-type /rules/0/args"]);
    refused(&of(r#""args-any": {}"#), &["wrong-type /rules/0/args-any"]);
    refused(&rule_with(r#""args": ["a"]"#), &["conflict /rules/0/args"]);
    refused(
        &rule_with(r#""args-any": ["a"], "args": []"#),
        &["conflict /rules/0/args-any", "conflict /rules/0/args"],
    );
    refused(
        &rule_with(r#""command": 1, "args": []"#),
        &["wrong-type /rules/0/command"],
    );
}

#[test]
fn r8_check_note_severity() {
    refused(&rule_with(r#""check": """#), &["bad-value /rules/0/check"]);
    refused(
        &rule_with(r#""check": true"#),
        &["wrong-type /rules/0/check"],
    );
    refused(&rule_with(r#""note": 1"#), &["wrong-type /rules/0/note"]);
    refused(
        &rule_with(r#""severity": "high""#),
        &["bad-value /rules/0/severity"],
    );
    refused(
        &rule_with(r#""severity": "Danger""#),
        &["bad-value /rules/0/severity"],
    );
    refused(
        &rule_with(r#""severity": 1"#),
        &["wrong-type /rules/0/severity"],
    );
    loads(&rule_with(
        r#""check": "é", "note": "", "severity": "danger""#,
    ));
}

#[test]
fn r10_examples_and_allowed_warnings() {
    let text = rule_with(
        r#""match": [{"path": "/a"}, {"tool": "u", "args": {"x": 1e2}}],
           "no-match": [{"command": "git", "args": ["x"]}, {"tool": "u", "args": [1]}, {"args": {}}, {}]"#,
    );
    let rule = loads(&text).rules.into_iter().next();
    let examples = rule.map(|rule| rule.examples).unwrap_or_default();
    let shown: Vec<_> = examples
        .iter()
        .map(|each| {
            (
                each.kind,
                each.index,
                each.tool.as_deref(),
                each.args.to_string(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (ExampleKind::Match, 0, None, r#"{"path":"/a"}"#.to_owned()),
            (
                ExampleKind::Match,
                1,
                Some("u"),
                r#"{"x":100.0}"#.to_owned()
            ),
            (
                ExampleKind::NoMatch,
                0,
                None,
                r#"{"args":["x"],"command":"git"}"#.to_owned()
            ),
            (
                ExampleKind::NoMatch,
                1,
                None,
                r#"{"args":[1],"tool":"u"}"#.to_owned()
            ),
            (ExampleKind::NoMatch, 2, None, r#"{"args":{}}"#.to_owned()),
            (ExampleKind::NoMatch, 3, None, "{}".to_owned()),
        ]
    );
    refused(&rule_with(r#""match": {}"#), &["wrong-type /rules/0/match"]);
    refused(
        &rule_with(r#""match": [[]]"#),
        &["wrong-type /rules/0/match/0"],
    );
    refused(
        &rule_with(r#""match": [{"a": [1e999]}]"#),
        &["bad-value /rules/0/match/0/a/0"],
    );
    refused(
        &rule_with(r#""match": [{"tool": "u", "args": {"a": 1e999}}]"#),
        &["bad-value /rules/0/match/0/args/a"],
    );

    loads(&rule_with(
        r#""allow-lint": {"W001": "said twice on purpose"}"#,
    ));
    refused(
        &rule_with(r#""allow-lint": {"W0O1": "x"}"#),
        &["bad-value /rules/0/allow-lint/W0O1"],
    );
    refused(
        &rule_with(r#""allow-lint": {"W001": " "}"#),
        &["bad-value /rules/0/allow-lint/W001"],
    );
    refused(
        &rule_with(r#""allow-lint": {"W001": 1}"#),
        &["wrong-type /rules/0/allow-lint/W001"],
    );
    refused(
        &rule_with(r#""allow-lint": ["W001"]"#),
        &["wrong-type /rules/0/allow-lint"],
    );
}
