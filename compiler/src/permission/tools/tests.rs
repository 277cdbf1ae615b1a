use super::{ToolList, lint_tools};
use crate::Source;
use crate::permission::compile;
use serde_json::json;

/// Code, message and help.
type Warning = (&'static str, String, Option<String>);

/// Code and message of each.
fn shown(found: &[Warning]) -> Vec<(&str, &str)> {
    found
        .iter()
        .map(|(code, message, _)| (*code, message.as_str()))
        .collect()
}

fn warnings(policy: &str) -> Vec<Warning> {
    let list = ToolList::read(&json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [
        { "name": "read_file", "inputSchema": { "type": "object", "properties": {
            "path": { "type": "string" }, "head": { "type": "integer" } } } },
        { "name": "move_file", "inputSchema": { "properties": {
            "source": { "type": "string" }, "destination": {} } } },
        { "name": "fetch", "inputSchema": { "properties": {
            "url": { "type": "string" }, "proxyUrl": { "type": ["string", "null"] },
            "referrer": { "type": "string", "format": "uri" }, "max_path": { "type": "number" } } } },
        { "name": "ping" },
    ] } }))
    .unwrap();
    let compiled = compile(&Source::new("p", policy)).unwrap();
    lint_tools(&compiled.policy, &list, 100)
        .into_iter()
        .map(|fault| (fault.code.unwrap_or(""), fault.message, fault.help))
        .collect()
}

#[test]
fn arguments_that_may_be_text_are_looked_at() {
    let properties = json!({
        "a_path": { "type": "string" }, "b_path": { "type": "array" },
        "c_path": { "type": "number" }, "d_path": { "type": ["null", "array"] },
        "e_path": { "type": ["null", "number"] }, "f_path": { "type": 1 },
        "g_path": { "type": "array", "items": { "type": "number" } },
        "h_path": { "type": "array", "items": { "type": "string" } },
        "i_path": { "type": "array", "items": true }, "j_path": {},
        "k_path": { "type": ["null", "string"] }, "l_path": { "items": {} },
    });
    let tools = json!([{ "name": "t", "inputSchema": { "properties": properties } }]);
    let list = ToolList::read(&tools).unwrap();
    let looked_at: String = list.tools[0].locations.concat().replace("_path", "");
    assert_eq!(looked_at, "abdhijkl");
    assert_eq!((list.len(), list.is_empty()), (1, false));
    assert!(ToolList::read(&json!([])).unwrap().is_empty());
    let two = json!([{ "name": "t" }, { "name": "u" }]);
    assert_eq!(ToolList::read(&two).unwrap().len(), 2);
}

#[test]
fn tools_that_there_are_not_are_named_with_the_nearest() {
    let found = warnings(
        "- { tool: read_flie, decision: allow }\n- { tool: \"git_*\", decision: allow }\n- { tool: \"*\", decision: ask }\n- { tool: gone, decision: deny, allow-lint: { W013: of an old server } }",
    );
    assert_eq!(
        shown(&found),
        [
            ("W013", "there is no tool `read_flie`"),
            ("W013", "there is no tool that `git_*` matches")
        ]
    );
    assert_eq!(found[0].2.as_deref(), Some("did you mean `read_file`?"));
}

#[test]
fn arguments_that_a_predicate_overlooks_are_named() {
    let found = warnings(
        "- { tool: \"*\", decision: allow, under: /srv }\n- { tool: fetch, decision: allow, host: a.org }",
    );
    assert_eq!(
        shown(&found),
        [
            (
                "W014",
                "`under` does not look at `destination`, `source` of the tool `move_file`"
            ),
            (
                "W015",
                "`host` does not look at `proxyUrl`, `referrer` of the tool `fetch`"
            )
        ]
    );
    // The convention is replaced, so what it covers is named, too.
    assert_eq!(
        found[1].2.as_deref(),
        Some("name all that it should look at: url-params: { fetch: [url, proxyUrl, referrer] }")
    );
    let named = warnings(
        "rules:\n  - { tool: \"*\", decision: allow, under: /srv }\npath-params: { move_file: [source, destination] }",
    );
    assert_eq!(named, []);
}

#[test]
fn a_target_is_a_location_beside_a_source() {
    let named = |properties: serde_json::Value| {
        let tools = json!([{ "name": "t", "inputSchema": { "properties": properties } }]);
        let list = ToolList::read(&tools).unwrap();
        let text = "- { tool: t, decision: allow, under: /srv }";
        let compiled = compile(&Source::new("p", text)).unwrap();
        let found = lint_tools(&compiled.policy, &list, 100);
        found
            .into_iter()
            .map(|fault| fault.message)
            .collect::<Vec<_>>()
    };
    let text = json!({ "type": "string" });
    assert_eq!(
        named(json!({ "source": text, "target": text })),
        ["`under` does not look at `source`, `target` of the tool `t`"]
    );
    assert!(named(json!({ "path": text, "target": text })).is_empty());
}

#[test]
fn tools_that_no_rule_speaks_about_are_named() {
    let found =
        warnings("- { tool: read_file, decision: allow }\n- { tool: \"move_*\", decision: ask }");
    assert_eq!(
        shown(&found),
        [
            ("W016", "no rule speaks about the tool `fetch`"),
            ("W016", "no rule speaks about the tool `ping`")
        ]
    );
}

fn of_tools(tools: serde_json::Value, policy: &str) -> Vec<String> {
    let list = ToolList::read(&tools).unwrap();
    let compiled = compile(&Source::new("p", policy)).unwrap();
    lint_tools(&compiled.policy, &list, 100)
        .into_iter()
        .filter(|fault| fault.code != Some("W016"))
        .map(|fault| {
            let help = fault.help.unwrap_or_default();
            format!("{} {} / {help}", fault.code.unwrap_or(""), fault.message)
        })
        .collect()
}

fn takes(name: &str, arguments: &[&str]) -> serde_json::Value {
    let text = json!({ "type": "string" });
    let properties: serde_json::Map<_, _> = arguments
        .iter()
        .map(|&name| (name.to_owned(), text.clone()))
        .collect();
    json!({ "name": name, "inputSchema": { "type": "object", "properties": properties } })
}

#[test]
fn predicates_on_arguments_that_a_tool_does_not_take() {
    let tools = || {
        json!([
            takes("run", &["cmd", "timeout"]),
            takes("argv", &["command", "args"]),
            takes("ping", &["target"]),
            takes("now", &[]),
            { "name": "open" },
            { "name": "wide", "inputSchema": {
                "properties": {}, "additionalProperties": { "type": "string" } } },
        ])
    };
    assert_eq!(
        of_tools(
            tools(),
            "- { tool: run, decision: allow, command: git }
- { tool: argv, decision: allow, command: git, args: [status] }
- { tool: ping, decision: deny, under: /etc }
- { tool: now, decision: ask, host: a.org }
- { tool: now, decision: deny, check: c }
- { tool: open, decision: deny, host: a.org, under: /x, command: git }
- { tool: wide, decision: deny, host: a.org, under: /x, command: git }
- { tool: now, decision: deny, under: /x, allow-lint: { W017: meant } }",
        ),
        [
            "W017 the tool `run` takes no `command`, which `command` looks at: the rule never fires / did you mean `cmd`? Then command-params: { run: { command: cmd } }, or { line: cmd } for shell text; else leave `command` out",
            "W017 the tool `ping` takes none of `path`, `from`, `to`, which `under` looks at: `under` always holds / it takes `target`: name one, path-params: { ping: [NAME] }; or leave `under` out",
            "W017 the tool `now` takes no `url`, which `host` looks at: `host` always holds / it takes no arguments: leave `host` out",
            "W017 the tool `now` takes no `command`, which `check` looks at: `check` always holds / it takes no arguments: leave `check` out",
        ]
    );
}

#[test]
fn a_program_without_tokens_is_mostly_a_line() {
    let tools = || json!([takes("bash", &["command", "timeout"])]);
    let rule = "- { tool: bash, decision: allow, command: git }";
    assert_eq!(
        of_tools(tools(), rule),
        [
            "W017 the tool `bash` takes no `args`, so `command` reads the whole of `command` as the name of one program / if `command` holds a line of shell text: command-params: { bash: { line: command } }; else name the list of tokens as `args` there"
        ]
    );
    let named = format!("rules:\n{rule}\ncommand-params: {{ bash: {{ line: command }} }}");
    assert!(of_tools(tools(), &named).is_empty());
}

#[test]
fn globs_are_held_against_all_their_tools() {
    let tools = || {
        json!([
            takes("fs_now", &[]),
            takes("fs_read", &["path"]),
            takes("fs_list", &["path"]),
            takes("ga", &["x"]),
            takes("gb", &["y"]),
        ])
    };
    let rule = |decision| format!("- {{ tool: \"fs_*\", decision: {decision}, under: /etc }}");
    assert!(of_tools(tools(), &rule("allow")).is_empty());
    assert_eq!(
        of_tools(tools(), &rule("deny")),
        [
            "W017 1 of the 3 tools that the rule is about, as `fs_now`, take none of `path`, `from`, `to`, which `under` looks at: `under` always holds for them / it takes no arguments: write a rule for the other tools only"
        ]
    );
    assert_eq!(
        of_tools(tools(), "- { tool: \"g*\", decision: allow, host: a.org }"),
        [
            "W017 none of the 2 tools that the rule is about takes `url`, which `host` looks at: the rule never fires / it takes `x`: name one, url-params: { ga: [NAME] }; or leave `host` out"
        ]
    );
}

#[test]
fn entries_for_arguments_that_there_are_not() {
    let tools = || {
        json!([
            takes("cp", &["source", "destination"]),
            takes("run", &["cmd", "argv"])
        ])
    };
    assert_eq!(
        of_tools(
            tools(),
            "rules: [{ tool: cp, decision: ask }]
path-params: { cp: [sorce, destination], \"*\": [path] }
url-params: { run: link, gone: x }
command-params: { run: { command: cmd, args: arg } }",
        ),
        [
            "W018 the tool `cp` takes no `sorce` / did you mean `source`?",
            "W018 none of the 2 tools that this is about takes `path` / there is `destination`, `source`",
            "W018 the tool `run` takes no `link` / there is `argv`, `cmd`",
            "W018 the tool `run` takes no `arg` / did you mean `argv`?",
        ]
    );
}
