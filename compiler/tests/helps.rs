//! Nothing is refused without saying what to write instead.

use callgate_compiler::document::looked_at;
use callgate_compiler::{Fault, Faults, Limits, Source, firewall, permission};

/// Values that hardly any member takes.
const VALUES: &[&str] = &[
    "null",
    "true",
    "7",
    "1.5",
    "-1",
    "99999999999999999999",
    "''",
    "' '",
    "x y",
    "x: y",
    "high",
    "outbound",
    "'*'",
    "'*.*'",
    "'a*b'",
    "..",
    "/a/../b",
    "~/x",
    "'C:x'",
    "/a\\b",
    "\"a\\0b\"",
    "'https://'",
    "http://x.org/y",
    "'x.org:443'",
    "'[::1]'",
    "'::g'",
    "127.1",
    ".x",
    "x..",
    "ä",
    "'$.a['",
    "\"$['a\"",
    "'$[01]'",
    "'$[?(@.b)]'",
    "'$[0,1]'",
    "'{'",
    "[]",
    "[1]",
    "[x, y]",
    "[null]",
    "[{}]",
    "['']",
    "{}",
    "{a: 1}",
    "{a: x}",
    "{a: ''}",
    "{W002: ''}",
    "{tool: 1}",
    "&a x",
    "*a",
    "!!str x",
    ".inf",
    "{a: 1, a: 2}",
    "{<<: 1}",
    "{1: x}",
    "just a string",
];

/// Documents with one place (`@`) for a value.
const PLACES: &[&str] = &[
    "@",
    "- @",
    "- { tool: @, decision: allow }",
    "- { tool: a, decision: @ }",
    "- { tool: a, decision: allow, under: @ }",
    "- { tool: a, decision: allow, host: @ }",
    "- { tool: a, decision: allow, command: @ }",
    "- { tool: a, decision: allow, command: git, args: @ }",
    "- { tool: a, decision: allow, args: @ }",
    "- { tool: a, decision: allow, command: git, args-any: @ }",
    "- { tool: a, decision: allow, check: @ }",
    "- { tool: a, decision: allow, note: @ }",
    "- { tool: a, decision: allow, severity: @ }",
    "- { tool: a, decision: allow, match: @ }",
    "- { tool: a, decision: allow, no-match: @ }",
    "- { tool: a, decision: allow, allow-lint: @ }",
    "- { tool: a, decision: allow, other: @ }",
    "rules: @",
    "rules: []\ndialect: @",
    "rules: []\nroots: @",
    "rules: []\nroots: { fs_: @ }",
    "rules: []\npath-params: @",
    "rules: []\npath-params: { cp: @ }",
    "rules: []\nurl-params: { cp: @ }",
    "rules: []\ncommand-params: { cp: @ }",
    "rules: []\ncommand-params: { cp: { command: @ } }",
    "rules: []\noptions: @",
    "rules: []\noptions: { path-case: @ }",
    "dialect: firewall\nrules: @",
    "default_verdict: @\nrules: []",
    "default_verdict: deny\nname: @\nrules: []",
    "default_verdict: deny\nenabled: @\nrules: []",
    "default_verdict: deny\nshadow: @\nrules: []",
    "default_verdict: deny\noptions: @\nrules: []",
    "default_verdict: deny\noptions: { strict-clauses: @ }\nrules: []",
    "default_verdict: deny\nrules: [@]",
    "dialect: firewall\nrules: [{ verdict: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, id: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, priority: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, label: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, stage: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, tool_name_glob: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match_json: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match: { clauses: @ } }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match: { clauses: [@] } }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match: { clauses: [{ path: @, op: eq, value: 1 }] } }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match: { clauses: [{ path: $.a, op: @, value: 1 }] } }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match: { clauses: [{ path: $.a, op: in, value: @ }] } }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match: { clauses: [{ path: $.a, op: gt, value: @ }] } }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match: { clauses: [{ path: $.a, op: regex, value: @ }] } }]",
    "dialect: firewall\nrules: [{ verdict: deny, args_match: { clauses: [{ path: $.a, op: cidr_match, value: @ }] } }]",
    "dialect: firewall\nrules: [{ verdict: deny, stage: egress, egress: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, stage: egress, egress: { deny: @ } }]",
    "dialect: firewall\nrules: [{ verdict: deny, stage: egress, egress: { deny: [@] } }]",
    "dialect: firewall\nrules: [{ verdict: sanitize, sanitize: @ }]",
    "dialect: firewall\nrules: [{ verdict: sanitize, sanitize_json: @ }]",
    "dialect: firewall\nrules: [{ verdict: sanitize, sanitize: { presets: @ } }]",
    "dialect: firewall\nrules: [{ verdict: sanitize, sanitize: { custom: @ } }]",
    "dialect: firewall\nrules: [{ verdict: cap_cost, cap_cost_cents: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, sequence: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, notes: @ }]",
    "dialect: firewall\nrules: [{ verdict: deny, allow-lint: @ }]",
];

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
    let compiled = permission::compile(&source).map(|_| ());
    let both = [read, compiled];
    both.into_iter()
        .filter_map(Result::err)
        .flat_map(|Faults(faults)| faults)
        .collect()
}

fn assert_helped(text: &str) -> usize {
    let found = faults(text);
    for fault in &found {
        let help = fault.help.as_deref().unwrap_or_default();
        let vague = help.is_empty() || help == "write it as the guide's examples do";
        assert!(!vague, "{text}\n{fault:?}");
    }
    found.len()
}

#[test]
fn every_fault_says_what_to_write() {
    let mut found = 0;
    for place in PLACES {
        for value in VALUES {
            found += assert_helped(&place.replace('@', value));
        }
    }
    assert!(found > 3000, "{found}");
}

#[test]
fn what_is_not_json_says_what_to_write() {
    let mut found = 0;
    let text =
        "[{\"tool\": \"a\", \"decision\": \"allow\", \"args\": [1.5, true, null, \"\\u00e9\"]}]";
    for at in 0..text.len() {
        let Some((before, after)) = text.split_at_checked(at) else {
            continue;
        };
        found += assert_helped(before);
        for put in [
            "x", ",", "]", "}", "\"", "\\", "01", "1.", "-", "'", "# c\n", "// c\n", "/*", "\t",
            "\u{1}",
        ] {
            found += assert_helped(&format!("{before}{put}{after}"));
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn what_is_not_yaml_says_what_to_write() {
    let text = "rules:\n  - { tool: a, decision: allow }\n  - tool: \"b\"\n    decision: deny\nroots: { fs_: /x }\n";
    for at in 0..text.len() {
        let (before, after) = text.split_at_checked(at).unwrap();
        for put in [
            "\t", "[", "]", "{", "}", "\"", "'", ": ", "- ", "\n", "@", "`", "%", "&", "*", "!",
            "|", ">", "? ", ",", "\n---\n", "\u{0}",
        ] {
            assert_helped(&format!("{before}{put}{after}"));
        }
        assert_helped(before);
    }
}

#[test]
fn a_word_for_another_is_named() {
    for (text, help) in [
        (
            "dialect: firewall\nrules: [{ verdict: deny, stage: outbound }]",
            "did you mean `egress`?",
        ),
        (
            "dialect: firewall\nrules: [{ verdict: deny, stage: output }]",
            "did you mean `response`?",
        ),
        (
            "dialect: firewall\nrules: [{ verdict: deny, stage: all }]",
            "leave `stage` out: the rule then holds at every stage",
        ),
        (
            "dialect: firewall\nrules: [{ verdict: deny, priority: high }]",
            "write a whole number, like `10`; what is more urgent has the lower one",
        ),
        (
            "dialect: firewall\nrules: [{ verdict: cap_cost, cap_cost_cents: 1.5 }]",
            "write cents without a point: 1.50 is `150`",
        ),
        (
            "default_verdict: ask\nrules: []",
            "only a rule can give `pending_approval`: write `deny` here, and a rule for every tool, `tool_name_glob: \"*\"`, and the highest priority number",
        ),
        (
            "- just a string",
            "write a rule like `{ tool: fs_read, decision: allow }`",
        ),
        (
            "- { tool: a, decision: allow, no-match: { path: /x } }",
            "put it into brackets, `[{ … }]`, or begin it with `- `",
        ),
        (
            "rules: []\npath-params: { cp: '' }",
            "name the argument as the tool's calls do; `[]` says that there is none, where a list is taken",
        ),
    ] {
        let found = faults(text);
        assert_eq!(found[0].help.as_deref(), Some(help), "{text}");
    }
}

#[test]
fn one_fault_of_writing_hides_no_other() {
    let kinds = |text: &str| -> Vec<(String, String)> {
        let limits = Limits::default();
        let source = Source::new("p", text);
        let read = looked_at(&source, &limits, |node| permission::validate(node, &limits));
        let faults = read.map(|_| ()).unwrap_err().0;
        faults
            .into_iter()
            .map(|fault| (fault.at.pointer, fault.message))
            .collect()
    };
    let found = kinds(
        "roots: &r { fs_: /srv }\nrules:\n  - { tool: a, decision: maybe }\n  - { tool: *r, decision: !!str allow }\n  - { tool: .inf, decision: allow, dir: x }\n",
    );
    let messages: Vec<&str> = found.iter().map(|(_, message)| message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "a policy may not use YAML anchors",
            "expected one of `allow`, `deny`, `ask`, found `maybe`",
            "`*` begins a YAML alias here, and a policy may not use aliases",
            "a policy may not use YAML tags",
            "`.inf` is no number that a policy can hold",
            "`dir` is not a member of a rule",
        ]
    );
    let found = kinds("[\n  // who\n  { \"tool\": \"a\", \"decision\": \"maybe\", },\n]");
    assert_eq!(found.len(), 4, "{found:?}");
    // A document that only is written wrongly is refused, too.
    assert_eq!(kinds("- &a { tool: a, decision: allow }").len(), 1);
}
