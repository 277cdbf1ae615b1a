use crate::decision::{Decision, Severity};
use crate::permission::{
    CommandSpec, HostPattern, ParamsSpec, PathCase, RuleSpec, Table, TableBuilder, ToolPattern,
};

const RULE: RuleSpec<'_> = RuleSpec {
    tool: ToolPattern::Prefix("fs_"),
    decision: Decision::Allow,
    under: None,
    host: None,
    command: None,
    check: None,
    note: None,
    severity: None,
};

fn small() -> Table {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    builder.root("fs_", "/srv");
    builder.command_params(ToolPattern::Exact("sh"), ParamsSpec::Line("cmd"));
    let args = ["push".to_owned()];
    let any = ["-f".to_owned(), "--force".to_owned()];
    builder.rule(RuleSpec {
        under: Some("docs/./x/"),
        ..RULE
    });
    builder.rule(RuleSpec {
        tool: ToolPattern::Exact("fs_write"),
        decision: Decision::Deny,
        note: Some("no \"writes\"\n"),
        severity: Some(Severity::Danger),
        ..RULE
    });
    builder.rule(RuleSpec {
        tool: ToolPattern::Exact("sh"),
        decision: Decision::Ask,
        command: Some(CommandSpec {
            program: "git",
            glob: true,
            args: Some(&args),
            args_any: Some(&any),
        }),
        check: Some("clean"),
        ..RULE
    });
    builder.rule(RuleSpec {
        tool: ToolPattern::Prefix(""),
        host: Some(HostPattern::Below("Docs.rs")),
        under: Some("C:/x"),
        ..RULE
    });
    builder.build()
}

#[test]
fn a_small_table_as_text() {
    assert_eq!(
        small().dump().to_string(),
        r#"permission table: 4 rules (deny 1, ask 1, allow 2)
4 scopes, 2 directories, 1 hosts, 1 programs, 1 tails, 1 checks
path-case sensitive; calls up to 16777216 bytes, 128 levels

rules: rank, place in the document, decision, what they ask
     0      #1  deny  fs_write severity=danger note="no \"writes\"\n"
     1      #2  ask   sh command=git* args=["push"] args-any=["--force", "-f"] check="clean"
     2      #0  allow fs_* under="docs/x"
     3      #3  allow * under="c:/x" host=*.docs.rs

scopes: pattern and the wider ones, candidates, what is read
  *: listed [3]; needs under+host
      reads paths ["path", "from", "to"], urls ["url"]
  fs_* < *: listed [2, 3]; needs under+host
      reads paths ["path", "from", "to"], root "/srv", urls ["url"]
  fs_write < fs_* < *: listed [], else 0; needs nothing
  sh < *: listed [1, 3]; needs under+host+command+check
      reads paths ["path", "from", "to"], urls ["url"], shell line "cmd"

index: 0 scopes, 0 postings of 0 ranks
"#
    );
}

fn crowded() -> Table {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    let unders: Vec<String> = (0..40).map(|n| format!("/srv/{n}")).collect();
    let hosts: Vec<String> = (0..40).map(|n| format!("h{n}.org")).collect();
    for (under, host) in unders.iter().zip(&hosts) {
        for decision in [Decision::Allow, Decision::Deny] {
            builder.rule(RuleSpec {
                decision,
                under: Some(under),
                ..RULE
            });
            builder.rule(RuleSpec {
                decision,
                host: Some(HostPattern::Exact(host)),
                under: Some(under),
                ..RULE
            });
        }
    }
    builder.build()
}

#[test]
fn every_build_gives_the_same_text() {
    let text = crowded().dump().to_string();
    assert!(text.contains("indexed"), "{text}");
    assert!(text.contains("\n  host+directory: "), "{text}");
    for _ in 0..8 {
        // Each table has a hash seed of its own.
        assert_eq!(crowded().dump().to_string(), text);
    }
}
