//! What somebody meets who writes rules for the first time: what is wrong is said, with what to
//! write instead.

mod common;

use common::{Folder, callgate};

const PERMISSION: &str = "- { tool: fs_*, decision: allow, under: /srv }\n";
const FIREWALL: &str = "default_verdict: allow\nrules:\n  - { tool_name_glob: web, stage: egress, verdict: allow, egress: { allow: [docs.rs] } }\n";

#[test]
fn lines_that_are_no_calls_say_what_to_write() {
    let folder = Folder::new("newcomers-lines");
    let policy = folder.file("p.yaml", PERMISSION);
    let calls = folder.file(
        "calls.jsonl",
        "\u{feff}{\"tool\":\"fs_read\"}\nnot json\n\n{\"tool\":\"fs_read\",\"arg\":{\"path\":\"/etc\"}}\n{\"tool\":\"fs_read\",\"parameters\":{}}\n{\"tol\":\"fs_read\",\"args\":{}}\n{\"name\":\"a case\",\"call\":{\"tool\":\"x\"}}\n{\"tool\":\"fs_read\",\"Tool\":\"x\"}\n{\"tool\":\n{\"tool\":\"a\"},\n[{\"tool\":\"a\"}]\n// a call\n{\"tool\":\"fs_read\",\"params\":{}}\n{\"method\":\"tools/call\",\"params\":{\"name\":\"fs_read\",\"args\":{}}}\n{\"tool\":\"fs_read\",\"args\":{\"path\":\"/srv/a\"},\"state\":1,\"input\":2,\"time\":3}\n",
    );
    let run = callgate(&["eval", &policy, &calls, "--format", "human"]);
    assert_eq!(run.code, 1);
    let said: Vec<&str> = run.out.lines().collect();
    let form = "       write `{\"tool\": \"fs_read\", \"args\": {\"path\": \"/x\"}}`, or a whole JSON-RPC `tools/call` request";
    let expected = [
        "error  line 1: the line begins with a byte order mark",
        "       save the file as UTF-8 without a byte order mark",
        "error  line 2: not JSON: expected ident at column 2",
        form,
        "error  line 3: the line is blank",
        "       take it out, or write a call",
        "error  line 4: a call has no member `arg`",
        "       write `args` if that is meant, or take it out",
        "error  line 5: a call has no member `parameters`",
        "       write `args` if that is meant, or take it out",
        "error  line 6: neither `tool` nor `\"method\": \"tools/call\"` is there",
        "       write `tool` if that is meant, or take it out",
        "error  line 7: neither `tool` nor `\"method\": \"tools/call\"` is there",
        "       this is a case of a case file: give it to `callgate test`",
        "error  line 8: a call has no member `Tool`",
        "       write `tool` if that is meant, or take it out",
        "error  line 9: not JSON: EOF while parsing a value at column 8",
        "       write the whole call on one line: a call does not go on in the next",
        "error  line 10: not JSON: trailing characters at column 13",
        "       leave out the comma at the end of the line",
        "error  line 11: not a JSON object",
        "       write each call on a line of its own, without brackets around them",
        "error  line 12: not JSON: expected value at column 1",
        "       take the comment out: JSON has none",
        "error  line 13: beside `tool` the arguments are called `args`, not `params`",
        "       write `args`",
        "error  line 14: in `params` the arguments are called `arguments`, not `args`",
        "       write `arguments`",
        "allow  fs_read {\"path\":\"/srv/a\"}",
    ];
    assert_eq!(
        said.get(..expected.len()),
        Some(&expected[..]),
        "{}",
        run.out
    );
    let json = callgate(&["eval", &policy, &calls, "--format", "json"]);
    assert_eq!(json.members("help")[2], "take it out, or write a call");
    for command in [
        &["replay", &policy, &calls][..],
        &["diff", &policy, &policy, &calls],
        &["suggest", &policy, &calls],
    ] {
        let run = callgate(command);
        assert_eq!(run.code, 1, "{command:?} {}", run.err);
        let says = "14 lines are no calls\n      line 1: the line begins with a byte order mark: save the file";
        assert!(run.out.contains(says), "{command:?} {}", run.out);
        assert!(run.out.contains("and 9 more"), "{command:?} {}", run.out);
    }
    let run = callgate(&["explain", &policy, &calls, "--line", "4"]);
    assert_eq!(run.code, 1);
    assert!(
        run.err
            .contains("calls.jsonl:4: a call has no member `arg`\n  write `args`"),
        "{}",
        run.err
    );
}

#[test]
fn members_of_a_call_that_are_there_twice_are_named() {
    let folder = Folder::new("newcomers-twice");
    let policy = folder.file("p.yaml", PERMISSION);
    let calls = folder.file(
        "calls.jsonl",
        "{\"tool\":\"fs_read\",\"args\":{},\"args\":{}}\n{\"tool\":\"a\",\"tool\":\"a\"}\n",
    );
    let run = callgate(&["eval", &policy, &calls, "--format", "json"]);
    assert_eq!(
        run.members("unreadable"),
        [
            "`args` is there twice: keep one of them",
            "`tool` is there twice: keep one of them"
        ]
    );
    assert_eq!(run.members("decision"), ["ask", "ask"]);
}

#[test]
fn what_a_firewall_looks_at_is_not_misspelt_in_silence() {
    let folder = Folder::new("newcomers-staged");
    let policy = folder.file("p.yaml", FIREWALL);
    let calls = folder.file(
        "calls.jsonl",
        "{\"tool\":\"web\",\"stage\":\"egress\",\"dest\":\"docs.rs\"}\n{\"tool\":\"web\",\"stge\":\"egress\"}\n{\"tool\":\"web\",\"destination\":\"docs.rs\",\"ips\":[]}\n{\"tool\":\"web\",\"stage\":\"mcp\",\"stage\":\"mcp\"}\n",
    );
    let run = callgate(&["eval", &policy, &calls, "--format", "json"]);
    assert_eq!(
        run.members("message"),
        [
            "a call has no member `dest`",
            "a call has no member `stge`",
            "a call has no member `ips`",
            "`stage` is there twice"
        ]
    );
    // A permission policy looks at none of them.
    let policy = folder.file("q.yaml", PERMISSION);
    assert_eq!(callgate(&["eval", &policy, &calls]).code, 0);
}

#[test]
fn options_that_a_policy_does_not_look_at_are_refused() {
    let folder = Folder::new("newcomers-options");
    let (permission, firewall) = (
        folder.file("p.yaml", PERMISSION),
        folder.file("f.yaml", FIREWALL),
    );
    for command in ["eval", "explain"] {
        for option in [
            ["--stage", "egress"],
            ["--skill", "x"],
            ["--destination", "docs.rs"],
            ["--resolved", "1.2.3.4"],
            ["--spent-cents", "1"],
        ] {
            let args = [&[command, &permission, "--tool", "x"][..], &option].concat();
            let run = callgate(&args);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
            let says = format!("{}: is for a firewall policy", option[0]);
            assert!(run.err.contains(&says), "{}", run.err);
        }
    }
    let calls = folder.file("calls.jsonl", "{\"tool\":\"web\"}\n");
    for args in [
        &["eval", &firewall, &calls][..],
        &["explain", &firewall, "--tool", "web"],
        &["replay", &firewall, &calls],
        &["diff", &firewall, &firewall, &calls],
    ] {
        let run = callgate(&[args, &["--check", "c=yes"]].concat());
        assert_eq!(run.code, 2, "{args:?} {}", run.out);
        assert!(
            run.err.contains("--check: is for a permission policy"),
            "{}",
            run.err
        );
    }
}

#[test]
fn what_could_not_be_read_is_not_counted_as_without_faults() {
    let run = callgate(&["check", "no-such-file.yaml"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    let folder = Folder::new("newcomers-check");
    let clean = folder.file("p.yaml", PERMISSION);
    let run = callgate(&["check", &clean, "no-such-file.yaml"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.out,
        "0 faults, 0 warnings in 1 file; 1 file could not be read\n"
    );
}

#[test]
fn a_part_is_never_rounded_to_all_or_none() {
    let folder = Folder::new("newcomers-percent");
    let policy = folder.file("p.yaml", PERMISSION);
    let mut calls = "{\"tool\":\"fs_read\",\"args\":{\"path\":\"/srv/a\"}}\n".repeat(2000);
    calls.push_str("{\"tool\":\"x\"}\n");
    let calls = folder.file("calls.jsonl", calls);
    let run = callgate(&["replay", &policy, &calls]);
    assert!(run.out.contains("2,000  >99.9%  allow"), "{}", run.out);
    assert!(run.out.contains("1   <0.1%  ask"), "{}", run.out);
    assert!(!run.out.contains("100.0%"), "{}", run.out);
}

#[test]
fn man_pages_name_the_program_and_its_version() {
    let version = concat!("\"callgate ", env!("CARGO_PKG_VERSION"), "\"");
    let help = callgate(&["--help"]);
    let commands = help.out.split("Commands:\n").nth(1).expect("commands");
    let names = commands.lines().take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut pages: Vec<Vec<&str>> = names
        .filter(|name| !name.is_empty() && *name != "help")
        .map(|name| vec![name])
        .collect();
    pages.extend([
        vec![],
        vec!["import", "codex"],
        vec!["import", "claude-code"],
    ]);
    assert!(pages.len() > 15);
    for page in pages {
        let run = callgate(&[&["man"][..], &page].concat());
        let name = [&["callgate"][..], &page].concat().join("-");
        let header = format!(".TH {name} 1 \"\" {version} \"Callgate manual\"");
        assert!(
            run.out.lines().any(|line| line.trim_end() == header),
            "{}",
            run.out
        );
        assert!(!run.out.contains(".SH EXTRA"), "{name}");
    }
    assert_eq!(callgate(&["man", "import", "nothing"]).code, 2);
}
