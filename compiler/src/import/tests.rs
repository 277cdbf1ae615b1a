mod behaves;
mod codex;
mod lexing;

use super::{ClaudeOptions, Imported, Outcome, claude_code};
use crate::permission::{Compiled, compile};
use crate::source::Source;
use callgate_engine::permission::{NoChecks, Scratch};
use callgate_engine::{Call, Decision};
use serde_json::{Value, json};

fn options() -> ClaudeOptions {
    ClaudeOptions {
        without_stand_ins: false,
        accept_wider: false,
        project: Some("/srv/p".to_owned()),
        settings: Some("/srv/s".to_owned()),
        home: Some("/home/u".to_owned()),
    }
}

fn claude(lists: Value) -> Imported {
    claude_with(lists, &options())
}

fn claude_with(lists: Value, options: &ClaudeOptions) -> Imported {
    let text = json!({ "permissions": lists }).to_string();
    claude_code(&Source::new("settings.json", &text), options).unwrap()
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
        Outcome::Wider { rules, .. } => {
            let rules = rules.iter().map(|rule| rule.yaml());
            std::iter::once("wider".to_owned()).chain(rules).collect()
        }
        Outcome::Inexpressible { stand_in, .. } => {
            let asks = stand_in.iter().map(|rule| rule.yaml());
            std::iter::once("inexpressible".to_owned())
                .chain(asks)
                .collect()
        }
    }
}

#[test]
fn programs_and_their_first_words_are_wider_as_rules() {
    for (text, rule) in [
        ("git:*", "command: git"),
        ("git *", "command: git"),
        ("npm run test:*", "command: npm, args: [run, test]"),
        ("npm run *", "command: npm, args: [run]"),
        ("npm run test*", "command: npm, args: [run, test]"),
        ("npm*", "command: \"npm*\""),
        ("./run.sh:*", "command: run.sh"),
        ("a.exe:*", "command: a"),
        ("dd if=/dev/zero:*", "command: dd, args: [if=/dev/zero]"),
    ] {
        let rule = format!("{{ tool: Bash, decision: allow, {rule} }}");
        let found = entry("allow", &format!("Bash({text})"));
        assert_eq!(found, ["wider".to_owned(), rule], "{text}");
    }
    for text in ["Bash", "Bash(*)"] {
        assert_eq!(entry("allow", text), ["{ tool: Bash, decision: allow }"]);
    }
}

#[test]
fn a_directory_beside_what_it_holds_is_wider() {
    for (text, under) in [
        ("Read(//srv/docs/**)", "/srv/docs"),
        ("Read(~/notes/**)", "/home/u/notes"),
        ("Read(/src/**)", "/srv/s/src"),
        ("Read(./src/**/*)", "/srv/p/src"),
        ("Read(src/)", "/srv/p/src"),
        ("Read(**)", "/srv/p"),
        ("Read(./)", "/srv/p"),
        ("Read(.)", "/srv/p"),
        ("Read(//)", "/"),
    ] {
        let found = entry("allow", text);
        let rule = format!("{{ tool: Read, decision: allow, under: {under} }}");
        assert_eq!(found[..2], ["wider".to_owned(), rule], "{text}");
    }
}

#[test]
fn what_is_wider_is_a_comment_until_it_is_accepted() {
    let lists = json!({ "allow": ["Bash(git:*)", "Read(./src/**)"] });
    let strict = claude(lists.clone());
    assert_eq!(strict.untranslated(), 2);
    assert_eq!(compiled(&strict).table.len(), 0);
    assert!(
        strict
            .document
            .contains("\n  # - { tool: Bash, decision: allow, command: git }\n"),
        "{}",
        strict.document
    );
    let accepting = ClaudeOptions {
        accept_wider: true,
        ..options()
    };
    let accepted = claude_with(lists, &accepting);
    assert_eq!(accepted.untranslated(), 0);
    assert_eq!(compiled(&accepted).table.len(), 5);
    for line in &accepted.lines {
        let Outcome::Translated { remarks, .. } = &line.outcome else {
            panic!("{line:?}")
        };
        assert!(remarks[0].starts_with("wider: "), "{remarks:?}");
    }
}

#[test]
fn an_allow_that_no_rule_says_is_not_translated() {
    for text in [
        "Bash(npm test)",
        "Bash(git * main)",
        "Bash(echo 'a b':*)",
        "Bash(FOO=1 make:*)",
        "Bash(if:*)",
        "Bash(git:* push)",
        "Read(//srv/**/*.md)",
        "Read(//srv/*)",
        "Read(//srv/../x)",
        "Read(~root/x)",
        "WebFetch(https://a.org/x)",
        "WebFetch(domain:a b)",
        "WebFetch(domain:*)",
        "WebFetch(domain:a.*)",
        "Task(Explore)",
        "not a tool",
        "Bash(git:*",
        "mcp__a*b",
        "mcp__",
        "mcp__*",
        "mcp__a*",
        "*",
        "Note*",
        "Bash()",
        "Bash(:*)",
        "Bash(timeout 10 make:*)",
        "Bash(env:*)",
        "Bash(bash -c:*)",
        "Bash(make; ls:*)",
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
        deny("Bash(.:*)"),
        ["{ tool: Bash, decision: deny, command: source }"]
    );
    assert_eq!(
        deny("Bash(* --version)"),
        ["inexpressible", "{ tool: Bash, decision: ask }"]
    );
    assert_eq!(
        deny("Bash(/opt/*:*)"),
        ["inexpressible", "{ tool: Bash, decision: ask }"]
    );
    for text in ["Bash()", "Bash(:*)", "Bash(*)", "Bash"] {
        assert_eq!(deny(text), ["{ tool: Bash, decision: deny }"]);
    }
    assert_eq!(deny("*"), ["{ tool: \"*\", decision: deny }"]);
    assert_eq!(deny("mcp__*"), ["{ tool: \"mcp__*\", decision: deny }"]);
    // Wrappers and builtins are looked at by a deny, words of the grammar are not.
    for program in [
        "timeout", "env", "eval", "exec", "command", "builtin", "trap", "coproc", "time", "sudo",
        "bash",
    ] {
        assert_eq!(
            deny(&format!("Bash({program}:*)")),
            [format!(
                "{{ tool: Bash, decision: deny, command: {program} }}"
            )]
        );
    }
    for text in ["Bash(if:*)", "Bash(then rm:*)", "Bash(!:*)", "Bash({ rm:*)"] {
        assert_eq!(deny(text)[0], "inexpressible", "{text}");
    }
    let readers = ["Read", "NotebookRead", "Grep", "LS", "Glob"];
    let asked: Vec<String> = std::iter::once("inexpressible".to_owned())
        .chain(readers.map(|tool| format!("{{ tool: {tool}, decision: ask }}")))
        .collect();
    assert_eq!(deny("Read(**/*.pem)"), asked);
    // A bare name is meant at any depth.
    assert_eq!(deny("Read(.env)"), asked);
    assert_eq!(
        deny("Read(./.env)"),
        [
            "{ tool: Read, decision: deny, under: /srv/p/.env }",
            "{ tool: NotebookRead, decision: deny, under: /srv/p/.env }",
            "{ tool: Grep, decision: deny, under: /srv/p/.env }",
            "{ tool: LS, decision: deny, under: /srv/p/.env }",
            "{ tool: Glob, decision: deny, under: /srv/p/.env }",
            // A search from above finds it.
            "{ tool: Grep, decision: ask }",
            "{ tool: LS, decision: ask }",
            "{ tool: Glob, decision: ask }",
        ]
    );
    assert_eq!(
        deny("WebFetch(domain:*)"),
        ["{ tool: WebFetch, decision: deny }"]
    );
}

#[test]
fn paths_are_placed() {
    let read = |text: &str| entry("allow", text).remove(0);
    let under = |directory: &str| format!("{{ tool: Read, decision: allow, under: {directory} }}");
    assert_eq!(read("Read(//srv/docs)"), under("/srv/docs"));
    assert_eq!(read("Read(~/notes)"), under("/home/u/notes"));
    assert_eq!(read("Read(/src)"), under("/srv/s/src"));
    assert_eq!(read("Read(./src)"), under("/srv/p/src"));
    assert_eq!(read("Read(src/a.rs)"), under("/srv/p/src/a.rs"));
    let none = ClaudeOptions::default();
    let text = r#"{"permissions": {"allow": ["Read(./a)", "Read(~/a)", "Read(/a)"]}}"#;
    let imported = claude_code(&Source::new("s", text), &none).unwrap();
    assert_eq!(imported.untranslated(), 3);
}

#[test]
fn rules_about_files_hold_for_the_tools_they_are_about() {
    let tools = |list: &str, text: &str| {
        let rules = entry(list, text).into_iter();
        let tools = rules.filter_map(|rule| {
            let (_, rest) = rule.split_once("tool: ")?;
            rest.split_once(',').map(|(tool, _)| tool.to_owned())
        });
        tools.collect::<Vec<String>>()
    };
    let editors = ["Edit", "MultiEdit", "Write", "NotebookEdit"];
    assert_eq!(
        tools("allow", "Read(//srv)"),
        ["Read", "NotebookRead", "Grep", "LS"]
    );
    assert_eq!(tools("allow", "Edit(//srv)"), editors);
    assert_eq!(tools("allow", "Write(//srv)"), ["Write"]);
    assert_eq!(tools("deny", "Write(//srv)"), editors);
    assert_eq!(tools("allow", "Edit"), ["Edit"]);
    assert_eq!(tools("deny", "Edit"), editors);
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
    assert_eq!(imported.untranslated(), 4);
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
        "",
        "\u{feff} \n",
        "[]",
        "{}",
        "{\"permissions\": []}",
        "{\"permissions\": null}",
        "{",
        "{\"permissions\": {\"deny\": [\"Bash\"]} // who\n}",
        "{\"permissions\": {\"deny\": [\"Bash\",]}}",
    ] {
        let faults = claude_code(&Source::new("s", text), &ClaudeOptions::default());
        for fault in faults.expect_err(text).0 {
            let help = fault.help.unwrap_or_default();
            assert!(
                !help.is_empty() && !help.contains("policy"),
                "{text}: {help}"
            );
        }
    }
}

#[test]
fn what_cannot_be_read_asks_about_every_tool() {
    let imported = claude(json!({
        "allow": ["WebSearch", 1, null], "ask": "Bash(rm:*)", "deny": null,
    }));
    let lines: Vec<_> = imported
        .lines
        .iter()
        .map(|line| match &line.outcome {
            Outcome::Inexpressible { reason, stand_in } => {
                (line.text.as_str(), reason.as_str(), stand_in.len())
            }
            _ => (line.text.as_str(), "", 0),
        })
        .collect();
    assert_eq!(
        lines,
        [
            ("allow: WebSearch", "", 0),
            (
                "allow: 1",
                "it is a number, not the text of a permission",
                0
            ),
            ("allow: null", "it is null, not the text of a permission", 0),
            (
                "ask: \"Bash(rm:*)\"",
                "it is a string, not a list of permissions",
                1
            ),
            ("deny: null", "it is null, not a list of permissions", 1),
        ]
    );
    assert_eq!(imported.untranslated(), 4);
    let asked = decide(&compiled(&imported), "anything", json!({}));
    assert_eq!(asked, Decision::Ask);
    let imported = claude(json!({ "allow": ["WebSearch"], "deny": [7, "WebFetch"] }));
    assert_eq!(imported.lines.len(), 3);
    assert_eq!(
        decide(&compiled(&imported), "WebFetch", json!({})),
        Decision::Deny
    );
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
        "allow": ["Read(//srv/p)", "WebFetch(domain:docs.rs)"],
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

#[test]
fn stand_ins_can_be_left_out() {
    let lists = json!({ "deny": ["Read(**/*.pem)", "Read(./secrets)"] });
    let options = ClaudeOptions {
        without_stand_ins: true,
        ..options()
    };
    let imported = claude_with(lists, &options);
    assert_eq!(imported.untranslated(), 1);
    assert_eq!(compiled(&imported).table.len(), 5);
    // What is not covered then, is said.
    assert!(
        imported.document.contains("NOT COVERED: a search"),
        "{}",
        imported.document
    );
}

#[test]
fn members_given_twice_are_refused() {
    for text in [
        r#"{"permissions": {"allow": ["Bash"], "deny": [], "allow": ["Read"]}}"#,
        r#"{"permissions": {"allow": ["Bash"]}, "permissions": {"deny": ["Bash"]}}"#,
    ] {
        let faults = claude_code(&Source::new("settings.json", text), &options()).unwrap_err();
        assert_eq!(faults.0.len(), 1, "{faults}");
        assert_eq!(faults.0[0].kind, crate::fault::FaultKind::DuplicateMember);
    }
}

#[test]
fn all_of_a_tool_is_denied_however_it_is_written() {
    let all = entry("deny", "Read");
    for text in ["Read(*)", "Read(**)", "Read()", "Read( * )"] {
        assert_eq!(entry("deny", text), all, "{text}");
        assert_ne!(entry("allow", text), entry("allow", "Read"), "{text}");
    }
}

#[test]
fn blanks_around_a_pattern_count_for_nothing_in_a_deny() {
    assert_eq!(entry("deny", "Read(/a/b )"), entry("deny", "Read(/a/b)"));
    assert_eq!(entry("deny", "Bash(ls:* )"), entry("deny", "Bash(ls:*)"));
    assert_eq!(entry("allow", "Read(/a/b )"), ["inexpressible"]);
}

#[test]
fn a_server_narrowed_by_something_is_asked_about_whole() {
    let asks = entry("deny", "mcp__fs(x)");
    assert!(
        asks.iter()
            .any(|line| line.contains("mcp__fs__*") && line.contains("ask")),
        "{asks:?}"
    );
}
