//! What an explanation tells somebody who reads one for the first time: which of several things
//! is the matter, and where.

mod common;

use common::{Folder, callgate};

const PERMISSION: &str = "\
rules:
  - { tool: sh, decision: allow, command: make }
  - { tool: run, decision: allow, command: make }
  - { tool: fs, decision: deny, under: /etc }
command-params: { sh: { line: cmd } }
";

const FIREWALL: &str = "\
default_verdict: audit
options: { strict-clauses: true }
rules:
  - { tool_name_glob: web, stage: egress, verdict: allow, egress: { allow: [docs.rs] } }
  - { tool_name_glob: web, stage: egress, verdict: deny, egress: { deny: [evil.example] } }
  - { tool_name_glob: run, verdict: deny, args_match: { clauses: [{ path: $.a, op: contains, value: rm }, { path: $.n, op: gt, value: 5 }] } }
  - { tool_name_glob: net, verdict: deny, args_match: { clauses: [{ path: $.ip, op: cidr_match, value: 10.0.0.0/8 }] } }
";

fn explain(folder: &str, policy: &str, more: &[&str]) -> String {
    let folder = Folder::new(folder);
    let policy = folder.file("p.yaml", policy);
    let run = callgate(&[&["explain", policy.as_str()], more].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run.out
}

fn assert_says(out: &str, says: &[&str]) {
    for says in says {
        assert!(out.contains(says), "{says}\n{out}");
    }
}

#[test]
fn an_empty_command_is_called_empty() {
    let of = |tool, args| explain("nc-empty", PERMISSION, &["--tool", tool, "--args", args]);
    assert_says(
        &of("sh", r#"{"cmd":""}"#),
        &["`cmd` is empty: an empty command (unidentifiable: not-a-line)"],
    );
    assert_says(
        &of("run", r#"{"command":""}"#),
        &["`command` is empty: an empty command (unidentifiable: not-a-program)"],
    );
    assert_says(&of("sh", r#"{"cmd":[1]}"#), &["`cmd` is a list, not text"]);
    let run = callgate(&["explain-command", "--", ""]);
    assert_says(&run.out, &["the program is empty: an empty command"]);
    let run = callgate(&["explain-command", "--line", " "]);
    assert_says(&run.out, &["nothing runs\nthe line is empty"]);
}

#[test]
fn the_caret_points_at_the_option_that_is_not_known() {
    for (line, caret) in [
        ("sudo -Z git", "     ^^"),
        ("env -i -Q x", "       ^^"),
        ("a; timeout -k 5 --bogus 5 ls", "                ^^^^^^^"),
        ("xargs -n 1 -Y rm", "           ^^"),
        ("bash -x --zz f", "        ^^^^"),
        ("command -x ls", "        ^^"),
        ("exec -q ls", "     ^^"),
        ("find . -exec ls \\; -bogus", "                   ^^^^^^"),
    ] {
        let run = callgate(&["explain-command", "--line", line]);
        let shown = format!("| {line}\n              | {caret}\n");
        assert!(run.out.contains(&shown), "{line}: {}", run.out);
    }
}

#[test]
fn tokens_are_shown_as_words() {
    let out = explain(
        "nc-words",
        PERMISSION,
        &["--tool", "sh", "--args", r#"{"cmd":"printf 'a b' c"}"#],
    );
    assert_says(&out, &["`printf 'a b' c`"]);
}

#[test]
fn which_of_two_things_is_the_matter_is_said() {
    let of = |tool, args| explain("nc-kinds", FIREWALL, &["--tool", tool, "--args", args]);
    let out = of("run", r#"{"a":7,"n":1,"n":9}"#);
    assert_says(
        &out,
        &[
            "unevaluable $.a contains \"rm\" reads 7: it is a number, not text",
            "unevaluable $.n > 5: the member \"n\" is there twice",
        ],
    );
    assert!(!out.contains("or there twice"), "{out}");
    assert_says(&of("run", r#"{"a":"rm"}"#), &["$.n > 5: nothing is there"]);
    assert_says(
        &of("net", r#"{"ip":"x"}"#),
        &["reads \"x\": it is no address"],
    );
    assert!(!of("run", "a: rm").contains("reads"));
    let out = of("run", "{");
    assert_says(
        &out,
        &[
            "the arguments cannot be read as JSON within the limits\n",
            "$.n > 5: the arguments cannot be read",
        ],
    );
}

#[test]
fn arguments_that_are_there_twice_are_called_so() {
    let folder = Folder::new("nc-twice");
    let policy = folder.file("p.yaml", PERMISSION);
    let calls = folder.file(
        "c.jsonl",
        "{\"tool\":\"fs\",\"args\":{},\"args\":{}}\n{\"tool\":\"a\",\"tool\":\"a\"}\n",
    );
    let line = |line| callgate(&["explain", &policy, &calls, "--line", line]).out;
    let out = line("1");
    assert_says(
        &out,
        &["`args` is there twice: keep one of them (unreadable-arguments)"],
    );
    assert!(!out.contains("within the limits"), "{out}");
    assert_says(
        &line("2"),
        &[
            "`tool` is there twice",
            "nothing is allowed without a tool name that can be read",
            "2 rules that cannot fire without a tool name",
        ],
    );
}

#[test]
fn what_is_wrong_with_a_destination_is_said() {
    let of = |more: &[&str]| {
        let egress = ["--tool", "web", "--stage", "egress"];
        explain("nc-egress", FIREWALL, &[&egress, more].concat())
    };
    assert_says(
        &of(&["--destination", "docs.rs:443"]),
        &[
            "a port is no part of a destination: write \"docs.rs\", or the whole URL, \"https://docs.rs:443/\"",
        ],
    );
    assert_says(&of(&[]), &["the call names no destination"]);
    let out = of(&["--destination", "docs.rs", "--resolved", "bogus"]);
    assert_says(
        &out,
        &[
            "\"bogus\" is no address, which counts as one that is listed",
            "\"bogus\" is no address, and might be any: nothing is let through for it",
        ],
    );
}

#[test]
fn any_arguments_of_a_program_that_runs_anything_are_wide() {
    let sudo = explain(
        "nc-wide",
        PERMISSION,
        &["--tool", "sh", "--args", r#"{"cmd":"sudo -u x ls"}"#],
    );
    assert_says(
        &sudo,
        &[
            "running `sudo` with any arguments\n  as wide as a blanket consent: it starts any program, as another user",
        ],
    );
    let folder = Folder::new("nc-suggest");
    let policy = folder.file(
        "p.yaml",
        "rules: []\ncommand-params: { sh: { line: cmd } }\n",
    );
    let calls = folder.file(
        "c.jsonl",
        "{\"tool\":\"sh\",\"args\":{\"cmd\":\"sudo -u x ls\"}}\n{\"tool\":\"sh\",\"args\":{\"cmd\":\"git -C x log\"}}\n{\"tool\":\"sh\",\"args\":{\"cmd\":\"ssh host ls\"}}\n{\"tool\":\"sh\",\"args\":{\"cmd\":\"git log\"}}\n{\"tool\":\"sh\",\"args\":{\"cmd\":\"ls -l\"}}\n",
    );
    let run = callgate(&["suggest", &policy, &calls]);
    assert_eq!(run.code, 0, "{}", run.err);
    for program in ["sudo", "git", "ssh"] {
        let held = run.out.lines().any(|line| {
            line.contains("held back, any arguments are too wide")
                && line.contains(&format!("command: {program}"))
        });
        assert!(held, "{program}: {}", run.out);
    }
    assert!(run.out.contains("2 rules suggested"), "{}", run.out);
    let run = callgate(&[
        "suggest",
        &policy,
        &calls,
        "--allow-blanket",
        "--format",
        "json",
    ]);
    assert!(
        run.out.contains("it starts any program, as another user"),
        "{}",
        run.out
    );
    assert!(run.out.contains("\"held-back\":[]"), "{}", run.out);
}

#[test]
fn caps_and_stages_say_why_a_rule_is_silent() {
    let policy = "default_verdict: deny\nshadow: true\nrules:\n  - { tool_name_glob: buy, verdict: cap_cost, cap_cost_cents: 100 }\n  - { tool_name_glob: buy, verdict: allow, priority: 5 }\n  - { tool_name_glob: run, verdict: deny, args_match: { clauses: [{ path: $.a, op: eq, value: x }] } }\n";
    let of = |more: &[&str]| explain("nc-cap", policy, more);
    assert_says(
        &of(&["--tool", "buy", "--spent-cents", "5"]),
        &[
            "Rules that one condition keeps silent\n  cap_cost 100 buy",
            "no          spent_cents > 100 reads 5\n",
        ],
    );
    assert_says(
        &of(&["--tool", "buy", "--spent-cents", "101"]),
        &[
            "yes         spent_cents > 100 reads 101",
            "because of shadow. Without it: Denied by rule 0",
        ],
    );
    assert_says(
        &of(&["--tool", "buy"]),
        &["does not say what was spent, which counts as too much"],
    );
    assert_says(
        &of(&[
            "--tool",
            "run",
            "--stage",
            "inbound",
            "--args",
            r#"{"a":"x"}"#,
        ]),
        &["no          $.a = \"x\": at stage inbound there are no arguments yet"],
    );
}
