use super::{compiled, decide};
use crate::import::{CodexOptions, Imported, Outcome, codex};
use crate::source::Source;
use callgate_engine::Decision;
use serde_json::json;

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
            Outcome::Translated { rules, .. } | Outcome::Wider { rules, .. } => {
                all.extend(rules.iter().map(|rule| rule.yaml()));
            }
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
            "{ tool: shell_command, decision: allow, command: git, args: [status], note: looks only, match: [{ command: git status }] }",
            "{ tool: shell_command, decision: allow, command: git, args: [log], note: looks only }",
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
        "load(\"x.star\", \"y\")\nprefix_rule(pattern = [\"a\"] + more)\nX = [\"b\"]\nprefix_rule(pattern = X)\nfor p in X:\n    prefix_rule(pattern = [p])\nprefix_rule(pattern = [\"a\", f\"b\"])\nprefix_rule(pattern = [\"/\"])\nprefix_rule(pattern = [])\nprefix_rule(pattern = [\"a\"], decision = D)\nprefix_rule(pattern = [\"a\"], other = 1)\nprefix_rule(pattern = [\"a\"\nprefix_rule(pattern = [\"b\"])\n",
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
        ["{ tool: shell_command, decision: allow, command: a, args: ['b\"c', d, 'e\\f'] }"]
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

fn remarks(imported: &Imported) -> Vec<&str> {
    let all = imported.lines.iter().flat_map(|line| match &line.outcome {
        Outcome::Translated { remarks, .. } => remarks.iter(),
        _ => [].iter(),
    });
    all.map(String::as_str).collect()
}

#[test]
fn examples_go_with_the_rules_they_hold_for() {
    let text = r#"prefix_rule(
    pattern = ["git", ["push", "reset"]],
    decision = "prompt",
    match = [["git", "push", "--force"], "git reset --hard", ["git", "log"]],
    not_match = [["git", "log", "a b"], "git status", "/usr/bin/git push"],
)
"#;
    let imported = rules(text);
    let shared = r#"no-match: [{ command: "git log 'a b'" }, { command: git status }]"#;
    assert_eq!(
        shown(&imported),
        [
            format!(
                "{{ tool: shell_command, decision: ask, command: git, args: [push], match: [{{ command: git push --force }}], {shared} }}"
            ),
            format!(
                "{{ tool: shell_command, decision: ask, command: git, args: [reset], match: [{{ command: git reset --hard }}], {shared} }}"
            ),
        ]
    );
    let left_out: Vec<&str> = remarks(&imported)
        .into_iter()
        .filter(|remark| remark.starts_with("an example"))
        .collect();
    assert_eq!(
        left_out,
        [
            "an example is left out: `match` \"git log\": no rule fires on it",
            "an example is left out: `not_match` \"/usr/bin/git push\": a rule here fires on it",
        ]
    );
}

#[test]
fn many_examples_are_named_and_not_tried() {
    let examples = "\"git x\", ".repeat(5000);
    let imported = rules(&format!(
        "prefix_rule(pattern = [\"git\"], decision = \"forbidden\", match = [{examples}])\n"
    ));
    assert_eq!(
        remarks(&imported).last(),
        Some(&"its examples are left out: there are too many")
    );
}

#[test]
fn prefixes_decide_like_the_original_or_stricter() {
    let text = r#"
prefix_rule(pattern = ["git", ["status", "log"]])
prefix_rule(pattern = ["git", "push"], decision = "prompt")
prefix_rule(pattern = ["rm"], decision = "forbidden")
"#;
    let strict = rules(text);
    assert_eq!(strict.untranslated(), 1);
    let options = CodexOptions {
        accept_wider: true,
        ..CodexOptions::default()
    };
    let accepted = codex(&Source::new("default.rules", text), &options);
    for (line, strict_says, accepted_says) in [
        ("git status -s", Decision::Ask, Decision::Allow),
        ("/tmp/git status", Decision::Ask, Decision::Allow),
        ("git fetch", Decision::Ask, Decision::Ask),
        ("git", Decision::Ask, Decision::Ask),
        ("git push", Decision::Ask, Decision::Ask),
        ("git status && git push", Decision::Ask, Decision::Ask),
        ("git log && rm x", Decision::Deny, Decision::Deny),
        ("/bin/rm x", Decision::Deny, Decision::Deny),
        ("rmdir x", Decision::Ask, Decision::Ask),
    ] {
        for (imported, says) in [(&strict, strict_says), (&accepted, accepted_says)] {
            let args = json!({ "command": line });
            let found = decide(&compiled(imported), "shell_command", args);
            assert_eq!(found, says, "{line}");
        }
    }
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

#[test]
fn arguments_given_twice_are_asked_about() {
    for text in [
        "prefix_rule(pattern = [\"rm\"], decision = \"allow\", decision = \"forbidden\")\n",
        "prefix_rule([\"ls\"], pattern = [\"rm\"])\n",
    ] {
        assert_eq!(shown(&rules(text)), ["1: inexpressible"]);
    }
}
