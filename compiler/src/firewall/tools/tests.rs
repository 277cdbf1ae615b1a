use super::lint_tools;
use super::names::{Globs, Names};
use crate::Source;
use crate::firewall::compile;
use crate::tools::ToolList;
use callgate_engine::firewall::Shape;
use serde_json::{Value, json};

fn list() -> ToolList {
    let string = json!({ "type": "string" });
    let tools = json!({ "tools": [
        { "name": "shell.exec", "inputSchema": { "properties": {
            "command": string, "env": { "properties": { "path": string } } } } },
        { "name": "fs.write", "inputSchema": { "properties": {
            "file": string, "tags": { "items": { "properties": { "name": string } } } } } },
        { "name": "fs.read", "inputSchema": { "properties": { "file": string } } },
        { "name": "open", "inputSchema": { "properties": {}, "anyOf": [{}] } },
        { "name": "bare" },
    ] });
    ToolList::read(&tools).unwrap()
}

fn warnings(rules: &Value) -> Vec<(String, String)> {
    let policy = json!({ "dialect": "firewall", "default_verdict": "deny", "rules": rules });
    let compiled = compile(&Source::new("p", &policy.to_string())).unwrap();
    lint_tools(&compiled.policy, &list(), 100)
        .into_iter()
        .map(|fault| {
            let text = format!("{} {}", fault.code.unwrap_or(""), fault.message);
            (text, fault.help.unwrap_or_default())
        })
        .collect()
}

#[test]
fn rules_for_tools_that_there_are_not() {
    let rest = json!({ "tool_name_glob": "*", "verdict": "audit" });
    let found = |glob: &str| {
        let rule = json!({ "tool_name_glob": glob, "verdict": "deny" });
        warnings(&json!([rule, rest]))
    };
    for (glob, message, help) in [
        (
            "shel.exec",
            "there is no tool `shel.exec`",
            "did you mean `shell.exec`?",
        ),
        (
            "shel.*",
            "there is no tool that `shel.*` matches",
            "did you mean `shell.*`?",
        ),
        (
            "*.exce",
            "there is no tool that `*.exce` matches",
            "did you mean `*.exec`?",
        ),
        (
            "mail.*",
            "there is no tool that `mail.*` matches",
            "remove the rule, or correct the name",
        ),
    ] {
        let expected = (format!("W112 {message}"), help.to_owned());
        assert_eq!(found(glob), [expected], "{glob}");
    }
    for glob in ["", "*", "shell.exec", "shell.*", "*.exec", "*.open", "bare"] {
        assert_eq!(found(glob), [], "{glob}");
    }
    let allowed = json!({ "tool_name_glob": "gone", "verdict": "deny", "allow-lint": { "W112": "of an old server" } });
    assert_eq!(warnings(&json!([allowed, rest])), []);
}

#[test]
fn arguments_that_no_tool_takes() {
    let rest = json!({ "tool_name_glob": "*", "verdict": "audit" });
    let found = |glob: &str, path: &str| {
        let clauses = json!({ "clauses": [{ "path": path, "op": "contains", "value": "x" }] });
        let rule = json!({ "tool_name_glob": glob, "verdict": "deny", "args_match": clauses });
        let mut found = warnings(&json!([rule, rest]));
        assert!(found.len() < 2, "{found:?}");
        found.pop()
    };
    let says = |message: &str, help: &str| Some((format!("W113 {message}"), help.to_owned()));
    assert_eq!(
        found("shell.exec", "$.comand"),
        says(
            "the tool `shell.exec` takes no `$.comand`",
            "did you mean `command`?"
        )
    );
    assert_eq!(
        found("fs.write", "$.tags[0].nam"),
        says(
            "the tool `fs.write` takes no `$.tags[0].nam`",
            "did you mean `name`?"
        )
    );
    assert_eq!(
        found("fs.*", "$.url"),
        says(
            "none of the 2 tools that the rule is about takes `$.url`",
            "there is `file`, `tags`"
        )
    );
    for (glob, path) in [
        ("shell.exec", "$.command"),
        ("shell.exec", "$.env.path"),
        // A string has no members: by its type, which is not looked at.
        ("shell.exec", "$.command.x"),
        ("shell.exec", "$"),
        // One of them takes it.
        ("fs.*", "$.tags"),
        ("*", "$.file"),
        // Nobody can say.
        ("open", "$.x"),
        ("bare", "$.x"),
        ("*", "$.x"),
    ] {
        assert_eq!(found(glob, path), None, "{glob} {path}");
    }
}

#[test]
fn tools_that_no_rule_speaks_about() {
    let rules = json!([
        { "tool_name_glob": "*.exec", "verdict": "deny" },
        { "tool_name_glob": "fs.*", "skill_name_glob": "x", "verdict": "audit" },
        { "tool_name_glob": "bare", "verdict": "audit", "sequence": [] },
    ]);
    let help = "every call of it falls to the default, deny: say what it may do".to_owned();
    let says = |tool: &str| {
        let message = format!("W114 no rule speaks about the tool `{tool}`");
        (message, help.clone())
    };
    assert_eq!(warnings(&rules), [says("open"), says("bare")]);
}

/// Against the meaning of a glob, over small names.
#[test]
fn globs_are_looked_up_as_they_match() {
    let mut texts = vec![String::new()];
    for length in 0..5_usize {
        let longer: Vec<String> = texts
            .iter()
            .filter(|text| text.len() == length)
            .flat_map(|text| ["a", "b", "."].map(|end| format!("{text}{end}")))
            .collect();
        texts.extend(longer);
    }
    let many = format!("x{}y", ".".repeat(60));
    texts.push(many);
    let tools: Vec<Value> = texts.iter().map(|name| json!({ "name": name })).collect();
    let list = ToolList::read(&json!(tools)).unwrap();
    let names = Names::of(&list);
    for stem in &texts {
        for glob in [
            stem.clone(),
            format!("{stem}.*"),
            format!("*.{stem}"),
            format!("*.{stem}.*"),
        ] {
            let shape = Shape::of(&glob);
            let expected: Vec<usize> = (0..texts.len())
                .filter(|&at| shape.matches(&texts[at]))
                .collect();
            assert_eq!(names.matching(&glob, texts.len()), expected, "{glob}");
            let rules = json!({ "default_verdict": "deny", "rules": [{ "tool_name_glob": glob, "verdict": "deny" }] });
            let compiled = compile(&Source::new("p", &rules.to_string())).unwrap();
            let globs = Globs::of(&compiled.policy);
            for (at, name) in texts.iter().enumerate() {
                assert_eq!(
                    globs.speak_about(name),
                    expected.contains(&at),
                    "{glob} {name}"
                );
            }
        }
    }
}
