use super::{ClaudeOptions, CodexOptions, Imported, Outcome, claude_code, codex};
use crate::permission::{Compiled, compile};
use crate::source::Source;
use callgate_engine::permission::{NoChecks, Scratch};
use callgate_engine::{Call, Decision};
use serde_json::{Value, json};

fn claude(lists: Value) -> Imported {
    let text = json!({ "permissions": lists }).to_string();
    let options = ClaudeOptions {
        without_stand_ins: false,
        project: Some("/srv/p".to_owned()),
        home: Some("/home/u".to_owned()),
    };
    claude_code(&Source::new("settings.json", &text), &options).unwrap()
}

fn compiled(imported: &Imported) -> Compiled {
    compile(&Source::new("imported", &imported.document)).expect(&imported.document)
}

/// The rules that one entry becomes, or the reason why it becomes none.
fn entry(list: &str, text: &str) -> Vec<String> {
    let imported = claude(json!({ list: [text] }));
    compiled(&imported);
    match &imported.lines[0].outcome {
        Outcome::Translated { rules, .. } => rules.iter().map(|rule| rule.yaml()).collect(),
        Outcome::Inexpressible { stand_in, .. } => {
            let asks = stand_in.iter().map(|rule| rule.yaml());
            std::iter::once("inexpressible".to_owned())
                .chain(asks)
                .collect()
        }
    }
}

#[test]
fn programs_and_their_first_words_are_translated() {
    let allow = |text: &str| entry("allow", text);
    assert_eq!(
        allow("Bash(git:*)"),
        ["{ tool: Bash, decision: allow, command: git }"]
    );
    assert_eq!(
        allow("Bash(npm run test:*)"),
        ["{ tool: Bash, decision: allow, command: npm, args: [run, test] }"]
    );
    assert_eq!(
        allow("Bash(npm run *)"),
        ["{ tool: Bash, decision: allow, command: npm, args: [run] }"]
    );
    assert_eq!(
        allow("Bash(npm*)"),
        ["{ tool: Bash, decision: allow, command: \"npm*\" }"]
    );
    assert_eq!(allow("Bash"), ["{ tool: Bash, decision: allow }"]);
    assert_eq!(allow("Bash(*)"), ["{ tool: Bash, decision: allow }"]);
}

#[test]
fn an_allow_that_a_rule_would_widen_is_not_translated() {
    for text in [
        "Bash(npm test)",
        "Bash(git * main)",
        "Bash(echo 'a b':*)",
        "Bash(./run.sh:*)",
        "Bash(FOO=1 make:*)",
        "Bash(a.exe:*)",
        "Read(//srv/**/*.md)",
        "Read(//srv/*)",
        "Read(//srv/../x)",
        "Read(~root/x)",
        "WebFetch(https://a.org/x)",
        "WebFetch(domain:a b)",
        "Task(Explore)",
        "not a tool",
        "Bash(git:*",
        "mcp__a*b",
    ] {
        assert_eq!(entry("allow", text), ["inexpressible"], "{text}");
    }
}

#[test]
fn a_deny_says_the_same_or_more() {
    let deny = |text: &str| entry("deny", text);
    assert_eq!(
        deny("Bash(rm -rf:*)"),
        ["{ tool: Bash, decision: deny, command: rm, args: [\"-rf\"] }"]
    );
    assert_eq!(
        deny("Bash(npm test)"),
        ["{ tool: Bash, decision: deny, command: npm, args: [test] }"]
    );
    assert_eq!(
        deny("Bash(git push * --force)"),
        ["{ tool: Bash, decision: deny, command: git, args: [push] }"]
    );
    assert_eq!(
        deny("Bash(/bin/rm:*)"),
        ["{ tool: Bash, decision: deny, command: rm }"]
    );
    assert_eq!(
        deny("Bash(* --version)"),
        ["inexpressible", "{ tool: Bash, decision: ask }"]
    );
    assert_eq!(
        deny("Read(**/*.pem)"),
        [
            "inexpressible",
            "{ tool: Read, decision: ask }",
            "{ tool: Grep, decision: ask }",
            "{ tool: LS, decision: ask }",
            "{ tool: Glob, decision: ask }"
        ]
    );
    // A bare name is meant at any depth.
    assert_eq!(deny("Read(.env)")[0], "inexpressible");
    assert_eq!(
        deny("Read(./.env)")[0],
        "{ tool: Read, decision: deny, under: /srv/p/.env }"
    );
}

#[test]
fn paths_are_placed() {
    let read = |text: &str| entry("allow", text).remove(0);
    let under = |directory: &str| format!("{{ tool: Read, decision: allow, under: {directory} }}");
    assert_eq!(read("Read(//srv/docs/**)"), under("/srv/docs"));
    assert_eq!(read("Read(~/notes/**)"), under("/home/u/notes"));
    assert_eq!(read("Read(/src/**)"), under("/srv/p/src"));
    assert_eq!(read("Read(./src/**)"), under("/srv/p/src"));
    assert_eq!(read("Read(src/a.rs)"), under("/srv/p/src/a.rs"));
    assert_eq!(read("Read(**)"), under("/srv/p"));
    let none = ClaudeOptions::default();
    let text = r#"{"permissions": {"allow": ["Read(./a)", "Read(~/a)"]}}"#;
    let imported = claude_code(&Source::new("s", text), &none).unwrap();
    assert_eq!(imported.inexpressible(), 2);
}

#[test]
fn glob_is_denied_with_the_readers_and_not_allowed_with_them() {
    let tools = |list: &str| entry(list, "Read(//srv/**)").len();
    assert_eq!((tools("allow"), tools("deny")), (3, 4));
}

#[test]
fn servers_sites_and_tools_are_named() {
    let allow = |text: &str| entry("allow", text);
    assert_eq!(
        allow("mcp__github"),
        ["{ tool: \"mcp__github__*\", decision: allow }"]
    );
    assert_eq!(
        allow("mcp__github__get_issue"),
        ["{ tool: mcp__github__get_issue, decision: allow }"]
    );
    assert_eq!(
        allow("mcp__github__*"),
        ["{ tool: \"mcp__github__*\", decision: allow }"]
    );
    assert_eq!(
        allow("WebFetch(domain:docs.rs)"),
        ["{ tool: WebFetch, decision: allow, host: docs.rs }"]
    );
    assert_eq!(allow("WebSearch"), ["{ tool: WebSearch, decision: allow }"]);
    assert_eq!(entry("deny", "Edit").len(), 4);
}

#[test]
fn every_line_is_accounted_for() {
    let text = "{\n \"permissions\": {\n  \"allow\": [\"Bash(git:*)\",\n   \"Read(//a/*.md)\"],\n  \"defaultMode\": \"acceptEdits\",\n  \"other\": 1 }, \"hooks\": {} }";
    let imported = claude_code(&Source::new("s", text), &ClaudeOptions::default()).unwrap();
    let lines: Vec<_> = imported
        .lines
        .iter()
        .map(|line| (line.line, line.text.as_str()))
        .collect();
    assert_eq!(
        lines,
        [
            (3, "allow: Bash(git:*)"),
            (4, "allow: Read(//a/*.md)"),
            (5, "defaultMode"),
            (6, "other")
        ]
    );
    assert_eq!(imported.inexpressible(), 3);
    for line in &imported.lines {
        assert!(
            imported.document.contains(&line.text),
            "{}",
            imported.document
        );
    }
}

#[test]
fn what_is_no_settings_file_is_refused() {
    for text in [
        "[]",
        "{}",
        "{\"permissions\": []}",
        "{\"permissions\": {\"allow\": \"Bash\"}}",
        "{\"permissions\": {\"allow\": [1]}}",
        "{",
    ] {
        assert!(
            claude_code(&Source::new("s", text), &ClaudeOptions::default()).is_err(),
            "{text}"
        );
    }
}

#[test]
fn text_cannot_leave_its_comment() {
    let imported = claude(json!({ "allow": ["x\n- { tool: \"*\", decision: allow }\u{2028}"] }));
    assert_eq!(compiled(&imported).table.len(), 0);
}

fn decide(compiled: &Compiled, tool: &str, args: Value) -> Decision {
    let call = Call::parsed(tool, &args);
    compiled
        .table
        .decide(&call, &NoChecks, &mut Scratch::new())
        .decision
}

#[test]
fn an_imported_policy_decides() {
    let imported = claude(json!({
        "allow": ["Read(./**)", "WebFetch(domain:docs.rs)"],
        "deny": ["Read(./secrets/**)"],
    }));
    let policy = compiled(&imported);
    let read = |path: &str| decide(&policy, "Read", json!({ "file_path": path }));
    assert_eq!(read("/srv/p/src/a"), Decision::Allow);
    assert_eq!(read("/srv/p/secrets/a"), Decision::Deny);
    assert_eq!(read("/etc/passwd"), Decision::Ask);
    let fetch = |url: &str| decide(&policy, "WebFetch", json!({ "url": url }));
    assert_eq!(fetch("https://docs.rs/x"), Decision::Allow);
    assert_eq!(fetch("https://docs.rs.evil.org/"), Decision::Ask);
}

fn rules(text: &str) -> Imported {
    let imported = codex(
        &Source::new("default.rules", text),
        &CodexOptions::default(),
    );
    compiled(&imported);
    imported
}

fn shown(imported: &Imported) -> Vec<String> {
    let mut all = Vec::new();
    for line in &imported.lines {
        match &line.outcome {
            Outcome::Translated { rules, .. } => all.extend(rules.iter().map(|rule| rule.yaml())),
            Outcome::Inexpressible { .. } => all.push(format!("{}: inexpressible", line.line)),
        }
    }
    all
}

#[test]
fn prefix_rules_are_translated() {
    let imported = rules(
        r#"# what may run
prefix_rule(
    pattern = ["git", ["status", "log"]],
    decision = "allow",
    match = [["git", "status"]],
    justification = "looks only",
)
prefix_rule(pattern=["rm", "-rf"], decision='forbidden')
prefix_rule(["cargo", "publish"], decision = "prompt") # careful
prefix_rule(pattern = [["npm", "pnpm"], "test"],)
"#,
    );
    assert_eq!(
        shown(&imported),
        [
            "{ tool: shell_command, decision: allow, command: git, args: [status], note: \"looks only\" }",
            "{ tool: shell_command, decision: allow, command: git, args: [log], note: \"looks only\" }",
            "{ tool: shell_command, decision: deny, command: rm, args: [\"-rf\"] }",
            "{ tool: shell_command, decision: ask, command: cargo, args: [publish] }",
            "{ tool: shell_command, decision: allow, command: npm, args: [test] }",
            "{ tool: shell_command, decision: allow, command: pnpm, args: [test] }",
        ]
    );
    let lines: Vec<usize> = imported.lines.iter().map(|line| line.line).collect();
    assert_eq!(lines, [2, 8, 9, 10]);
}

#[test]
fn what_is_no_literal_call_is_named() {
    let imported = rules(
        "load(\"x.star\", \"y\")\nprefix_rule(pattern = [\"a\"] + more)\nX = [\"b\"]\nprefix_rule(pattern = X)\nfor p in X:\n    prefix_rule(pattern = [p])\nprefix_rule(pattern = [\"a\", f\"b\"])\nprefix_rule(pattern = [\"/bin/a\"])\nprefix_rule(pattern = [])\nprefix_rule(pattern = [\"a\"], decision = D)\nprefix_rule(pattern = [\"a\"], other = 1)\nprefix_rule(pattern = [\"a\"\nprefix_rule(pattern = [\"b\"])\n",
    );
    assert!(
        shown(&imported)
            .iter()
            .all(|line| line.ends_with("inexpressible")),
        "{:?}",
        shown(&imported)
    );
    let lines: Vec<usize> = imported.lines.iter().map(|line| line.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    // Something that is not understood may have denied: a human is asked.
    assert_eq!(
        decide(
            &compiled(&imported),
            "shell_command",
            json!({ "command": "ls" })
        ),
        Decision::Ask
    );
}

#[test]
fn strings_say_what_starlark_says() {
    let imported = rules("prefix_rule(pattern = ['a', \"b\\\"c\", '''d''', r'e\\f'])\n");
    assert_eq!(
        shown(&imported),
        ["{ tool: shell_command, decision: allow, command: a, args: [\"b\\\"c\", d, \"e\\\\f\"] }"]
    );
}

#[test]
fn hostile_text_ends() {
    for text in [
        "(".repeat(100_000),
        "[".repeat(100_000),
        "prefix_rule(pattern = ".to_owned() + &"[".repeat(100_000),
        "'".repeat(99_999),
        "a\n".repeat(50_000),
    ] {
        rules(&text);
    }
    let many = format!("prefix_rule(pattern = [{}])", "[\"a\", \"b\"], ".repeat(30));
    assert_eq!(shown(&rules(&many)), ["1: inexpressible"]);
}

#[test]
fn stand_ins_can_be_left_out() {
    let text = r#"{"permissions": {"deny": ["Read(**/*.pem)"]}}"#;
    let options = ClaudeOptions {
        without_stand_ins: true,
        ..ClaudeOptions::default()
    };
    let imported = claude_code(&Source::new("s", text), &options).unwrap();
    assert_eq!(imported.inexpressible(), 1);
    assert_eq!(compiled(&imported).table.len(), 0);
}

#[test]
fn alternatives_make_a_limited_number_of_rules() {
    let words = |name: &str, count: usize| {
        let words: Vec<String> = (0..count).map(|at| format!("\"{name}{at}\"")).collect();
        format!("[{}]", words.join(", "))
    };
    let rule = |first: usize, second: usize| {
        let pattern = format!("[{}, {}]", words("a", first), words("b", second));
        let imported = rules(&format!("prefix_rule(pattern = {pattern})\n"));
        shown(&imported).len()
    };
    assert_eq!(rule(16, 16), 256);
    assert_eq!(rule(2, 128), 256);
    // One line that says why.
    assert_eq!(rule(1, 257), 1);
    assert_eq!(rule(257, 1), 1);
    assert_eq!(rule(17, 16), 1);
}
