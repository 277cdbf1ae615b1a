//! What faults say: where they stand, what is wrong there and what to write instead.

use callgate_compiler::document::{looked_at, parse};
use callgate_compiler::fault::render;
use callgate_compiler::{Fault, Faults, Limits, Source, firewall, permission};

fn faults(text: &str) -> Vec<Fault> {
    let limits = Limits::default();
    let source = Source::new("p", text);
    let read = looked_at(&source, &limits, |node| {
        if firewall::recognises(node) {
            firewall::validate(node, &source, &limits).map(|_| ())
        } else {
            permission::validate(node, &limits).map(|_| ())
        }
    });
    read.err().map(|Faults(faults)| faults).unwrap_or_default()
}

/// Where, what and what instead, of each fault of a document.
fn told(text: &str) -> Vec<(String, String, String)> {
    let tell = |fault: Fault| {
        let spot = text.get(fault.at.span.range()).unwrap_or("?");
        let help = fault.help.unwrap_or_default();
        (spot.trim_end().to_owned(), fault.message, help)
    };
    faults(text).into_iter().map(tell).collect()
}

fn tells(text: &str, expected: &[(&str, &str, &str)]) {
    let found = told(text);
    let found: Vec<(&str, &str, &str)> = found
        .iter()
        .map(|(spot, message, help)| (spot.as_str(), message.as_str(), help.as_str()))
        .collect();
    assert_eq!(found, expected, "{text}");
}

/// One fault in the only rule of a firewall policy.
fn rule_tells(members: &str, spot: &str, message: &str, help: &str) {
    let text = format!("dialect: firewall\nrules: [{{ {members} }}]\n");
    tells(&text, &[(spot, message, help)]);
}

#[test]
fn comments_in_json() {
    let instead = "take it out: only YAML has comments";
    let no = "JSON has no comments";
    tells(r#"{"rules": /* why */ []}"#, &[("/* why */", no, instead)]);
    tells(
        "{\"rules\": [] /* one */\n/* two */ }",
        &[("/* one */", no, instead), ("/* two */", no, instead)],
    );
    tells(
        "{\"rules\": [] // one\n# two\n}",
        &[("// one", no, instead), ("# two", no, instead)],
    );
}

#[test]
fn what_stands_where_a_member_name_should() {
    tells(
        r#"{"rules": [], ;}"#,
        &[(
            ";",
            "expected a member name in double quotes, found `;`",
            "put a member name in double quotes here",
        )],
    );
    tells(
        r#"{"rules": [], x}"#,
        &[(
            "x",
            "expected a member name in double quotes, found `x`",
            "a document that begins with `{` or `[` is read as JSON, others as YAML",
        )],
    );
}

#[test]
fn where_yaml_stops() {
    let column = "the members of an object begin in one column, a line each";
    let escape = "in double quotes a backslash begins an escape: double it, or use single quotes";
    let text = "put text with other characters than letters into quotes";
    for (document, spot, help) in [
        ("rules:\n  - tool: é\n decision: allow\n", "d", column),
        ("rules: [\na: b\n", "a", column),
        (
            "rules: []\n]\n",
            "]",
            "take it out, or put the text that it belongs to into quotes",
        ),
        ("- - a\n  b\n - c\n", "-", text),
        (
            "- tool: ä\n  note: @é\n",
            "@",
            "text that begins with this character needs quotes in YAML",
        ),
        (
            "\"é\" b\n",
            "b",
            "quotes stand around the whole text: nothing follows the closing one",
        ),
        ("\"a\\qb\"\n", "\"", escape),
        ("\"a\\xzz\"\n", "\"", escape),
        ("\"a\\Uffffffff\"\n", "\"", escape),
        (
            "a: \"x\nb: y\n",
            "\"",
            "the quoted text that begins before this has no closing quote",
        ),
    ] {
        let found = told(document);
        let [(at, message, instead)] = found.as_slice() else {
            panic!("{document}: {found:?}");
        };
        assert!(message.starts_with("not YAML: "), "{message}");
        assert_eq!((at.as_str(), instead.as_str()), (spot, help), "{document}");
    }
}

#[test]
fn what_is_no_rule_of_permissions() {
    let help = "write a rule like `{ tool: fs_read, decision: allow }`";
    for (value, kind) in [("null", "null"), ("\"5\"", "a string"), ("[a]", "a list")] {
        let message = format!("expected a rule, which is an object, found {kind}");
        tells(&format!("- {value}\n"), &[(value, &message, help)]);
    }
}

#[test]
fn values_of_the_wrong_type() {
    tells(
        "- { tool: { a: 1 }, decision: allow }\n",
        &[(
            "{ a: 1 }",
            "expected a string, found an object",
            "write text, in quotes where it holds more than letters",
        )],
    );
    tells(
        "- { tool: true, decision: allow }\n",
        &[(
            "true",
            "expected a string, found a bool",
            "put it into quotes: `\"true\"`",
        )],
    );
    for (word, meant) in [
        ("yes", "true"),
        ("On", "true"),
        ("n", "false"),
        ("off", "false"),
    ] {
        tells(
            &format!("dialect: firewall\nenabled: \"{word}\"\nrules: []\n"),
            &[(
                &format!("\"{word}\""),
                "expected `true` or `false`, found a string",
                &format!("write `{meant}`, without quotes"),
            )],
        );
    }
    rule_tells(
        "verdict: deny, priority: 1.5",
        "1.5",
        "expected a whole number for the order, found `1.5`",
        "write a whole number, like `10`; what is more urgent has the lower one",
    );
    for (value, help) in [
        ("\"1.5\"", "write `1.5` without quotes"),
        ("\"7\"", "write `7` without quotes"),
        ("x", "write a number, like `7` or `0.5`"),
        ("inf", "write a number, like `7` or `0.5`"),
    ] {
        rule_tells(
            &format!(
                "verdict: deny, args_match: {{ clauses: [{{ path: $.a, op: gt, value: {value} }}] }}"
            ),
            value,
            "expected a number, found a string",
            help,
        );
    }
}

#[test]
fn what_a_firewall_policy_lacks() {
    let limits = Limits::default();
    let source = Source::new("p", "just text");
    let found =
        parse(&source, &limits).and_then(|node| firewall::validate(&node, &source, &limits));
    let Faults(found) = found.err().unwrap_or_else(|| Faults(Vec::new()));
    let helps: Vec<Option<&str>> = found.iter().map(|fault| fault.help.as_deref()).collect();
    let help =
        "a firewall policy is an object with `default_verdict` and `rules`, the list of rules";
    assert_eq!(helps, [Some(help)]);
    rule_tells(
        "tool_name_glob: a",
        "{ tool_name_glob: a }",
        "a rule needs the member `verdict`",
        "add `verdict: deny`, or another of the verdicts",
    );
    tells(
        "dialect: firewall\nrules: [null]\n",
        &[(
            "null",
            "expected a rule: an object, found null",
            "write a rule like `{ tool_name_glob: \"shell.*\", verdict: deny }`",
        )],
    );
    rule_tells(
        "verdict: deny, args_match: { clauses: [null] }",
        "null",
        "expected a clause: `path`, `op` and `value`, found null",
        "write each clause like `{ path: $.name, op: eq, value: x }`",
    );
    rule_tells(
        "verdict: deny, args_match: [1]",
        "[1]",
        "expected an object with `clauses`, found a list",
        "write `{ clauses: [ … ] }` around the list",
    );
}

#[test]
fn destinations_that_are_none() {
    for (text, message, help) in [
        (
            "[fe80::1%eth0]",
            "is no IPv6 address",
            "write a host like `docs.rs`, or an address like `2001:db8::1`, without a zone",
        ),
        (
            "::1]x",
            "is no IPv6 address",
            "write a host like `docs.rs`, or an address like `2001:db8::1`, without a zone",
        ),
        (
            "münchen.de",
            "is no host name",
            "write the name in its ASCII form, which begins with `xn--`",
        ),
        (
            "a b.de",
            "is no host name, address or network",
            "hosts are letters, digits, `.`, `-` and `_`, like `docs.rs`",
        ),
    ] {
        rule_tells(
            &format!("verdict: deny, stage: egress, egress: {{ deny: [\"{text}\"] }}"),
            &format!("\"{text}\""),
            &format!("`{text}` {message}"),
            help,
        );
    }
}

#[test]
fn a_colon_in_a_host_is_an_address() {
    tells(
        "- { tool: a, decision: allow, host: \"fe80::zz\" }\n",
        &[(
            "\"fe80::zz\"",
            "`fe80::zz` is not an IPv6 address",
            "a colon stands only in an IPv6 address, like `2001:db8::1`",
        )],
    );
}

/// D2 holds inside of examples too, in lists as in objects.
#[test]
fn a_member_given_twice_inside_of_a_list() {
    let text = "- { tool: a, decision: allow, match: [{ x: [{ b: 1, b: 2 }] }] }\n";
    let found = faults(text);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|fault| (fault.kind.as_str(), fault.at.pointer.as_str()))
        .collect();
    assert_eq!(found, [("duplicate-member", "/0/match/0/x/0/b")]);
}

/// A document of just as many bytes as the limit allows is read.
#[test]
fn the_limit_on_bytes_is_the_last_length_that_is_read() {
    let text = "rules: []\n";
    for (bytes, read) in [(text.len(), true), (text.len() - 1, false)] {
        let limits = Limits {
            bytes,
            ..Limits::default()
        };
        assert_eq!(
            parse(&Source::new("p", text), &limits).is_ok(),
            read,
            "{bytes}"
        );
    }
}

/// A line that is clipped behind what is wrong shows as much of it as there is room for, and
/// underlines just that.
#[test]
fn a_long_line_is_clipped_behind_the_fault() {
    let text = format!("- {{ tool: a, decision: {} }}\n", "x".repeat(300));
    let found = Faults(faults(&text));
    let shown = render::faults(&found, &Source::new("p", &text));
    let line = |mark: char| {
        let mut lines = shown
            .lines()
            .filter(|line| line.contains(" | ") && line.contains(mark));
        lines.next().unwrap_or_default().to_owned()
    };
    let (code, carets) = (line('…'), line('^'));
    assert_eq!(code.matches('…').count(), 1, "{shown}");
    let clipped: String = code.chars().take_while(|&c| c != '…').collect();
    assert_eq!(
        clipped.chars().count() + 1,
        carets.trim_end_matches(|c| c != '^').chars().count(),
        "{shown}"
    );
}
