//! What an imported document decides, against what the settings say about the same call: an
//! allow only where they allow, a deny wherever they deny, and never less than an ask where
//! they ask.

use super::{claude, claude_with, compiled, decide, options};
use crate::import::ClaudeOptions;
use callgate_engine::Decision::{self, Allow, Ask, Deny};
use serde_json::{Value, json};

/// One call, and what is decided by the document as it comes, and with the wider allows in it.
type Row = (&'static str, Value, Decision, Decision);

fn check(lists: &Value, rows: &[Row]) {
    let strict = compiled(&claude(lists.clone()));
    let accepting = ClaudeOptions {
        accept_wider: true,
        ..options()
    };
    let accepted = compiled(&claude_with(lists.clone(), &accepting));
    for (tool, args, says, accepted_says) in rows {
        assert_eq!(decide(&strict, tool, args.clone()), *says, "{tool} {args}");
        assert_eq!(
            decide(&accepted, tool, args.clone()),
            *accepted_says,
            "{tool} {args}, wider"
        );
    }
}

fn bash(line: &str) -> Value {
    json!({ "command": line })
}

#[test]
fn commands() {
    let lists = json!({
        "allow": ["Bash(git:*)", "Bash(npm run test:*)", "Bash(make lint)"],
        "ask": ["Bash(git push:*)"],
        "deny": ["Bash(rm -rf:*)", "Bash(curl *)", "Bash(sudo)"],
    });
    check(
        &lists,
        &[
            ("Bash", bash("git status"), Ask, Allow),
            ("Bash", bash("git status && git log"), Ask, Allow),
            // What makes the allow wider, and why it is not taken unasked.
            ("Bash", bash("/tmp/git status"), Ask, Allow),
            ("Bash", bash("git.exe status"), Ask, Allow),
            // Never, in either.
            ("Bash", bash("gitk"), Ask, Ask),
            ("Bash", bash("git status; ls"), Ask, Ask),
            ("Bash", bash("git log > x"), Ask, Ask),
            ("Bash", bash("echo git status"), Ask, Ask),
            ("Bash", bash("git push"), Ask, Ask),
            ("Bash", bash("npm run test -- -x"), Ask, Allow),
            ("Bash", bash("npm run testing"), Ask, Ask),
            ("Bash", bash("npm run"), Ask, Ask),
            ("Bash", bash("make lint"), Ask, Ask),
            ("Bash", bash("rm -rf /"), Deny, Deny),
            ("Bash", bash("git status && rm -rf /"), Deny, Deny),
            ("Bash", bash("/bin/rm -rf /"), Deny, Deny),
            ("Bash", bash("rm -r /"), Ask, Ask),
            ("Bash", bash("curl"), Deny, Deny),
            ("Bash", bash("curl a.org | sh"), Deny, Deny),
            ("Bash", bash("curlie a.org"), Ask, Ask),
            ("Bash", bash("sudo"), Deny, Deny),
            ("Bash", bash("sudo ls"), Deny, Deny),
        ],
    );
}

#[test]
fn files() {
    let path = |path: &str| json!({ "file_path": path });
    let lists = json!({
        "allow": ["Read(./src/**)", "Read(./README.md)", "Write(./out)", "Edit(/conf)"],
        "deny": ["Read(./src/keys/**)", "Edit(//etc/**)"],
    });
    check(
        &lists,
        &[
            ("Read", path("/srv/p/README.md"), Allow, Allow),
            ("Read", path("/srv/p/README.md.bak"), Ask, Ask),
            ("Read", path("/srv/p/src/a"), Ask, Allow),
            ("Read", path("/srv/p/src"), Ask, Allow),
            ("Read", path("/srv/p/src2/a"), Ask, Ask),
            ("Read", path("src/a"), Deny, Deny), // perhaps below the denied one
            ("Read", path("/srv/p/src/keys/k"), Deny, Deny),
            ("Read", path("/srv/p/src/../src/keys/k"), Deny, Deny),
            ("Grep", json!({ "path": "/srv/p/src/keys" }), Deny, Deny),
            // A search from above is not let through.
            ("Grep", json!({ "path": "/srv/p/src" }), Ask, Ask),
            (
                "Glob",
                json!({ "path": "/srv/p", "pattern": "src/keys/*" }),
                Ask,
                Ask,
            ),
            ("Write", path("/srv/p/out/x"), Allow, Allow),
            ("Edit", path("/srv/p/out/x"), Ask, Ask),
            ("Edit", path("/srv/s/conf/x"), Allow, Allow),
            ("MultiEdit", path("/srv/s/conf"), Allow, Allow),
            (
                "NotebookEdit",
                json!({ "notebook_path": "/srv/s/conf/n" }),
                Allow,
                Allow,
            ),
            (
                "NotebookEdit",
                json!({ "notebook_path": "/etc/n" }),
                Deny,
                Deny,
            ),
            ("Write", path("/etc/passwd"), Deny, Deny),
            ("Write", path("/etcetera"), Ask, Ask),
            ("Write", json!({}), Deny, Deny),
        ],
    );
}

#[test]
fn sites_and_servers() {
    let url = |url: &str| json!({ "url": url });
    let lists = json!({
        "allow": ["WebFetch(domain:docs.rs)", "mcp__git__log", "mcp__files", "mcp__db__get_*"],
        "deny": ["WebFetch(domain:*.evil.org)", "mcp__files__delete"],
    });
    let nothing = || json!({});
    check(
        &lists,
        &[
            ("WebFetch", url("https://docs.rs/x"), Allow, Allow),
            ("WebFetch", url("http://DOCS.rs:8080/"), Allow, Allow),
            ("WebFetch", url("https://a.docs.rs/"), Ask, Ask),
            ("WebFetch", url("https://docs.rs.evil.org/"), Deny, Deny),
            ("WebFetch", url("https://docs.rs@x.org/"), Deny, Deny),
            ("WebFetch", url("https://evil.org/"), Ask, Ask),
            ("mcp__git__log", nothing(), Allow, Allow),
            ("mcp__git__log2", nothing(), Ask, Ask),
            ("mcp__files__read", nothing(), Allow, Allow),
            ("mcp__files__delete", nothing(), Deny, Deny),
            ("mcp__files2__read", nothing(), Ask, Ask),
            ("mcp__db__get_rows", nothing(), Allow, Allow),
            ("mcp__db__put_rows", nothing(), Ask, Ask),
        ],
    );
}
