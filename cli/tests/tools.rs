//! `suggest`, `import`, `fmt`, `schema`, `dump`, `explain-code`, `completions`, `man`.

mod common;

use common::{Folder, callgate, callgate_with, root};
use serde_json::{Value, json};
use std::process::Command;

const POLICY: &str = "roots: { \"\": /srv/p }
rules: # the rules
  - { tool: fs, decision: deny, under: /srv/p/keys } # never
  - { tool: get, decision: ask, host: a.org }

# the end
";
const CALLS: &str = r#"{"tool":"fs","args":{"path":"/srv/p/src/a/x"}}
{"tool":"fs","args":{"path":"/srv/p/src/b/x"}}
{"tool":"fs","args":{"path":"src/c/x"}}
{"tool":"fs","args":{"path":"keys/k"}}
{"tool":"sh","args":{"command":"git","args":["log","-3"]}}
{"tool":"sh","args":{"command":"git","args":["log"]}}
{"tool":"sh","args":{"command":"bash","args":["-c","x; y"]}}
{"tool":"get","args":{"url":"https://a.org/"}}
{"tool":"get","args":{"url":"https://b.org/"}}
{"tool":"a b"}
"#;

fn suggest(test: &str, policy: &str, more: &[&str]) -> (Folder, common::Run) {
    let folder = Folder::new(test);
    let policy = folder.file("p.yaml", policy);
    let calls = folder.file("calls.jsonl", CALLS);
    let run = callgate(&[&["suggest", policy.as_str(), calls.as_str()], more].concat());
    (folder, run)
}

#[test]
fn suggestions_come_as_a_patch_that_applies() {
    let (folder, run) = suggest("suggest-patch", POLICY, &[]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let path = format!("{}/p.yaml", folder.path());
    let out = run.out.replace(&path, "p.yaml");
    assert_eq!(
        out,
        "\
9 of 10 calls are asked about
  1 by a rule, which no allow changes: ask get host a.org  p.yaml:4
  1 of tools that no rule can name
  held back, it grants more than its calls need (1 call: line 7): { tool: sh, decision: allow }
3 rules suggested, widest first:

--- p.yaml
+++ p.yaml
@@ -2,5 +2,8 @@
 rules: # the rules
   - { tool: fs, decision: deny, under: /srv/p/keys } # never
   - { tool: get, decision: ask, host: a.org }
+  - { tool: sh, decision: allow, command: git, args: [log] } # 2 calls: lines 5, 6
+  - { tool: get, decision: allow, host: b.org } # 1 call: line 9
+  - { tool: fs, decision: allow, under: /srv/p/src } # 3 calls: lines 1, 2, 3
 
 # the end
"
    );
    let patch = folder.file("x.patch", &run.out);
    // Where there is a patch program, it takes the patch as it is.
    if let Ok(done) = Command::new("patch")
        .args(["-s", "-p0", "-i", &patch, &path])
        .output()
    {
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stdout)
        );
        let calls = format!("{}/calls.jsonl", folder.path());
        let run = callgate(&["suggest", &path, &calls, "--format", "json"]);
        let found: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(found["suggestions"], json!([]));
    } else {
        eprintln!("skipped: no patch program");
    }
}

#[test]
fn directories_are_not_joined_over_a_deny() {
    let over = "rules:\n  - { tool: fs, decision: deny, under: /srv/p/src/keys }\nroots: { \"\": /srv/p }\n";
    let (_folder, run) = suggest("suggest-deny", over, &["--format", "json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let unders: Vec<&str> = found["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|each| each["rule"]["under"].as_str())
        .collect();
    assert!(
        unders.contains(&"/srv/p/src/a") && !unders.contains(&"/srv/p/src"),
        "{unders:?}"
    );
    let (_folder, run) = suggest(
        "suggest-no-join",
        POLICY,
        &["--format", "json", "--no-join"],
    );
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["suggestions"].as_array().unwrap().len(), 5);
}

#[test]
fn blanket_rules_are_given_only_when_asked_for() {
    let (_folder, run) = suggest(
        "suggest-blanket",
        POLICY,
        &["--format", "json", "--allow-blanket"],
    );
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["held-back"], json!([]));
    let first = &found["suggestions"][0];
    assert_eq!(
        (&first["rule"], &first["blanket"]),
        (&json!({ "tool": "sh", "decision": "allow" }), &json!(true))
    );
    // It does not swallow the narrower rule.
    assert_eq!(found["suggestions"].as_array().unwrap().len(), 4);
}

#[test]
fn settings_are_imported_and_what_is_not_is_said() {
    let folder = Folder::new("import");
    let settings = folder.file(
        "settings.json",
        r#"{"permissions": {"allow": ["Bash(git log:*)", "Bash(npm test)"], "deny": ["Read(./secrets/**)"]}}"#,
    );
    let import = ["import", "claude-code", &settings, "--project", "/srv/p"];
    let run = callgate(&import);
    assert_eq!(run.code, 1);
    for said in [
        "settings.json:1: not expressible: allow: Bash(npm test)",
        "settings.json:1: wider as a rule, not taken: allow: Bash(git log:*)",
        "note: the rules of 1 allow are in the document as comments; --accept-wider takes them",
    ] {
        assert!(run.err.contains(said), "{said}: {}", run.err);
    }
    let run = callgate(&[&import[..], &["--accept-wider"]].concat());
    assert!(!run.err.contains("wider"), "{}", run.err);
    let policy = folder.file("p.yaml", &run.out);
    let decide = |args: &str| {
        let run = callgate(&[
            "eval", &policy, "--tool", "Bash", "--args", args, "--format", "json",
        ]);
        run.members("decision").remove(0)
    };
    assert_eq!(decide(r#"{"command": "git log -3"}"#), "allow");
    assert_eq!(decide(r#"{"command": "git log; rm x"}"#), "ask");
    let rules = folder.file(
        "x.rules",
        "prefix_rule(pattern = [\"rm\"], decision = \"forbidden\")\n",
    );
    let run = callgate(&["import", "codex", &rules, "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        found["lines"][0]["rules"],
        json!([{ "tool": "shell_command", "decision": "deny", "command": "rm" }])
    );
    assert_eq!(callgate(&["import", "claude-code", &rules]).code, 2);
    assert_eq!(
        callgate(&["import", "claude-code", &settings, "--project", "p"]).code,
        2
    );
}

#[test]
fn documents_are_formatted_checked_and_written() {
    let folder = Folder::new("fmt");
    let loose = "rules: [{tool: a,decision: allow}] # all\n";
    let path = folder.file("p.yaml", loose);
    assert_eq!(callgate(&["fmt", "--check", &path]).code, 1);
    let run = callgate(&["fmt", &path]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "rules:\n  - { tool: a, decision: allow } # all\n")
    );
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        loose,
        "printing writes nothing"
    );
    assert_eq!(callgate(&["fmt", "--write", &path]).code, 0);
    assert_eq!(callgate(&["fmt", "--check", &path]).code, 0);
    let run = callgate_with(&["fmt", "-"], b"{\"rules\":[]}");
    assert_eq!(run.out, "{\n  \"rules\": []\n}\n");
    assert_eq!(callgate_with(&["fmt", "-"], b"{").code, 2);
}

#[test]
fn the_examples_stay_what_they_are_when_formatted() {
    for name in ["agent.yaml", "firewall.yaml"] {
        let path = root().join("examples").join(name);
        let run = callgate(&["fmt", "--check", path.to_str().unwrap()]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{name}: {}", run.err);
    }
}

#[test]
fn schemas_codes_completions_and_pages_are_printed() {
    for name in ["permission", "firewall", "cases", "result"] {
        let run = callgate(&["schema", name]);
        let schema: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
    }
    assert_eq!(callgate(&["schema"]).out.lines().count(), 4);
    assert_eq!(callgate(&["schema", "x"]).code, 2);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(
            callgate(&["completions", shell])
                .out
                .contains("explain-command"),
            "{shell}"
        );
    }
    assert!(callgate(&["man"]).out.contains(".TH callgate 1"));
    assert!(callgate(&["man", "explain"]).out.contains("policy.yaml"));
    assert_eq!(callgate(&["man", "x"]).code, 2);
    let run = callgate(&["explain-code", "w003"]);
    assert!(
        run.out.starts_with("W003  ") && run.out.contains("What to do: "),
        "{}",
        run.out
    );
    assert!(callgate(&["explain-code"]).out.contains("W001  "));
    let near = callgate(&["explain-code", "W0O3"]);
    assert_eq!(near.code, 2);
    assert!(near.err.contains("did you mean W003?"), "{}", near.err);
}

#[test]
fn a_dump_is_the_same_every_time() {
    let path = root().join("examples/agent.yaml");
    let dump = || callgate(&["dump", path.to_str().unwrap()]).out;
    let first = dump();
    assert!(first.starts_with("permission table: "), "{first}");
    assert_eq!(first, dump());
    let firewall = root().join("examples/firewall.yaml");
    let dump = || callgate(&["dump", firewall.to_str().unwrap()]).out;
    let first = dump();
    assert!(first.starts_with("firewall table: "), "{first}");
    assert_eq!(first, dump());
}

#[test]
fn a_list_of_tools_is_held_against_a_policy() {
    let folder = Folder::new("check-tools");
    let policy = folder.file("p.yaml", "rules:\n  - { tool: read_flie, decision: allow, under: /srv }\n  - { tool: copy, decision: allow, under: /srv }\n");
    let tools = folder.file(
        "tools.json",
        r#"{"tools": [{"name": "read_file"}, {"name": "copy", "inputSchema": {"properties": {"source": {"type": "string"}}}}]}"#,
    );
    let run = callgate(&["check", "--tools", &tools, &policy]);
    assert_eq!(run.code, 0, "{}", run.err);
    for says in [
        "there is no tool `read_flie`",
        "did you mean `read_file`?",
        "does not look at `source`",
        "no rule speaks about the tool `read_file`",
        "3 warnings",
    ] {
        assert!(run.out.contains(says), "{says}: {}", run.out);
    }
    assert_eq!(
        callgate(&["check", "--deny-warnings", "--tools", &tools, &policy]).code,
        1
    );
    assert_eq!(callgate(&["check", "--tools", &policy, &policy]).code, 2);
}
