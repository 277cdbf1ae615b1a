use super::*;
use crate::document;
use crate::fault::render;
use crate::limits::Limits;
use crate::permission::validate;
use crate::source::Source;
use serde_json::{Value, json};

mod edges;
mod random;

fn policy(document: &Value) -> Policy {
    let text = document.to_string();
    let source = Source::new("p", &text);
    document::parse(&source, &Limits::default())
        .and_then(|node| validate(&node, &Limits::default()))
        .unwrap_or_else(|faults| panic!("{}", render::faults(&faults, &source)))
}

/// Every warning as `code pointer` or `code pointer < related pointer`.
fn warnings(document: &Value) -> Vec<String> {
    warnings_with(document, None)
}

fn warnings_with(document: &Value, checks: Option<&[String]>) -> Vec<String> {
    let warnings = lint(&policy(document), checks, 100);
    let shown = warnings.iter().map(|fault| {
        let code = fault.code.unwrap_or("?");
        match &fault.related {
            Some(related) => format!("{code} {} < {}", fault.at.pointer, related.at.pointer),
            None => format!("{code} {}", fault.at.pointer),
        }
    });
    shown.collect()
}

fn rules(rules: &[Value]) -> Value {
    json!({ "rules": rules })
}

/// The warnings of two rules, without those about leaning.
fn pair(first: Value, second: Value) -> Vec<String> {
    let mut warnings = warnings(&rules(&[first, second]));
    warnings.retain(|warning| !warning.starts_with(codes::LEANING_DENY));
    warnings
}

const NONE: [&str; 0] = [];

#[test]
fn duplicates() {
    let rule = json!({"tool": "fs_*", "decision": "allow", "under": "/srv"});
    let noted = json!({"note": "x", "tool": "fs_*", "under": "/srv/", "decision": "allow"});
    assert_eq!(
        pair(rule.clone(), noted),
        ["W001 /rules/1 < /rules/0"],
        "notes do not count"
    );
    let other = json!({"tool": "fs_", "decision": "allow", "under": "/srv"});
    assert_eq!(pair(rule, other), NONE, "another tool");
    let any =
        |any: Value| json!({"tool": "s", "decision": "deny", "command": "rm", "args-any": any});
    assert_eq!(
        pair(any(json!(["a", "b"])), any(json!(["b", "a", "b"]))),
        ["W001 /rules/1 < /rules/0"]
    );
    let bare =
        warnings(&json!([{"tool": "a", "decision": "ask"}, {"tool": "a", "decision": "ask"}]));
    assert_eq!(bare, ["W001 /1 < /0"], "a bare array");
}

#[test]
fn a_stronger_wider_rule_shadows() {
    let allow = json!({"tool": "fs_read", "decision": "allow", "under": "/srv/a"});
    for over in [
        json!({"tool": "fs_read", "decision": "deny"}),
        json!({"tool": "*", "decision": "ask"}),
        json!({"tool": "fs_*", "decision": "deny", "under": "/srv"}),
        json!({"tool": "fs_read", "decision": "ask", "under": "/"}),
        json!({"tool": "fs_read*", "decision": "ask", "under": "/srv//a/."}),
    ] {
        assert_eq!(
            pair(allow.clone(), over.clone()),
            ["W002 /rules/0 < /rules/1"],
            "{over}"
        );
        assert_eq!(
            pair(over.clone(), allow.clone()),
            ["W002 /rules/1 < /rules/0"],
            "{over}"
        );
    }
    for over in [
        json!({"tool": "fs_read", "decision": "allow"}),
        json!({"tool": "fs_write", "decision": "deny"}),
        json!({"tool": "fs_read_*", "decision": "deny"}),
        json!({"tool": "fs_read", "decision": "deny", "under": "/srv/a/b"}),
        json!({"tool": "fs_read", "decision": "deny", "under": "/sr"}),
        json!({"tool": "fs_read", "decision": "deny", "under": "srv"}),
        json!({"tool": "fs_read", "decision": "deny", "under": "."}),
        json!({"tool": "fs_read", "decision": "deny", "under": "C:/srv"}),
        json!({"tool": "fs_read", "decision": "deny", "host": "a.b"}),
        json!({"tool": "fs_read", "decision": "deny", "under": "/srv", "check": "c"}),
    ] {
        assert_eq!(pair(allow.clone(), over.clone()), NONE, "{over}");
    }
}

#[test]
fn hosts_cover_by_label() {
    let rule =
        |decision: &str, host: &str| json!({"tool": "w", "decision": decision, "host": host});
    for (narrow, wide) in [
        ("a.b.c", "a.b.c"),
        ("a.b.c", "*.b.c"),
        ("a.b.c", "*.c"),
        ("*.b.c", "*.b.c"),
        ("*.b.c", "*.c"),
        ("A.B.c", "*.B.C"),
        ("0:0:0:0:0:0:0:1", "::1"),
    ] {
        let found = pair(rule("allow", narrow), rule("ask", wide));
        assert_eq!(found, ["W002 /rules/0 < /rules/1"], "{narrow} {wide}");
    }
    for (narrow, wide) in [
        ("b.c", "*.b.c"),
        ("*.b.c", "b.c"),
        ("*.b.c", "a.b.c"),
        ("xb.c", "*.b.c"),
        ("a.b", "b.a"),
    ] {
        assert_eq!(
            pair(rule("allow", narrow), rule("ask", wide)),
            NONE,
            "{narrow} {wide}"
        );
    }
}

#[test]
fn commands_cover_by_stem_and_tokens() {
    let rule = |decision: &str, rest: Value| {
        let mut rule = json!({"tool": "s", "decision": decision});
        for (name, value) in rest.as_object().into_iter().flatten() {
            rule[name] = value.clone();
        }
        rule
    };
    let shadowed =
        |narrow: Value, wide: Value| !pair(rule("allow", narrow), rule("deny", wide)).is_empty();
    assert!(shadowed(
        json!({"command": "git"}),
        json!({"command": "git"})
    ));
    assert!(shadowed(
        json!({"command": "git"}),
        json!({"command": "gi*"})
    ));
    assert!(shadowed(
        json!({"command": "git"}),
        json!({"command": "git*"})
    ));
    assert!(shadowed(
        json!({"command": "git*"}),
        json!({"command": "*"})
    ));
    assert!(
        shadowed(json!({"command": "git"}), json!({"command": "GIT"})),
        "deny folds case"
    );
    assert!(!shadowed(
        json!({"command": "git*"}),
        json!({"command": "git"})
    ));
    assert!(!shadowed(
        json!({"command": "gi"}),
        json!({"command": "git*"})
    ));
    let args = |args: Value| json!({"command": "git", "args": args});
    assert!(shadowed(args(json!(["push", "x"])), args(json!(["push"]))));
    assert!(shadowed(args(json!(["push"])), args(json!([]))));
    assert!(!shadowed(args(json!(["push"])), args(json!(["push", "x"]))));
    assert!(!shadowed(args(json!(["push"])), args(json!(["pull"]))));
    let any = |any: Value| json!({"command": "git", "args-any": any});
    assert!(
        shadowed(any(json!(["a"])), any(json!(["b", "a"]))),
        "more tokens are wider"
    );
    assert!(!shadowed(any(json!(["a", "b"])), any(json!(["a"]))));
    assert!(
        shadowed(args(json!(["push", "-f"])), any(json!(["-f"]))),
        "a token args asks for"
    );
    assert!(!shadowed(json!({"command": "git"}), any(json!(["-f"]))));
    assert!(!shadowed(any(json!(["a"])), args(json!(["a"]))));
}

#[test]
fn among_equal_decisions_only_more_tokens_shadow() {
    let any =
        |any: Value| json!({"tool": "s", "decision": "ask", "command": "rm", "args-any": any});
    let found = pair(any(json!(["-f"])), any(json!(["-f", "-r"])));
    assert_eq!(found, ["W002 /rules/0 < /rules/1"]);
    let bare = json!({"tool": "s", "decision": "ask", "command": "rm"});
    assert_eq!(
        pair(any(json!(["-f"])), bare),
        NONE,
        "the narrower one is reported"
    );
}

#[test]
fn a_wide_allow_leans_on_a_deny_with_one_predicate() {
    let deny = json!({"tool": "sh_run", "decision": "deny", "command": "rm", "args": ["-rf"]});
    for tool in ["sh_run", "sh_*", "*"] {
        let allow = json!({"tool": tool, "decision": "allow"});
        assert_eq!(
            warnings(&rules(&[allow, deny.clone()])),
            ["W003 /rules/1 < /rules/0"]
        );
    }
    let glob = json!({"tool": "sh_*", "decision": "deny", "command": "rm"});
    let inside = json!({"tool": "sh_run", "decision": "allow"});
    assert_eq!(
        warnings(&rules(&[glob.clone(), inside])),
        ["W003 /rules/0 < /rules/1"]
    );
    for allow in [
        json!({"tool": "sh", "decision": "allow"}),
        json!({"tool": "sh_run", "decision": "ask"}),
        json!({"tool": "sh_run", "decision": "allow", "command": "ls"}),
    ] {
        assert_eq!(warnings(&rules(&[allow, deny.clone()])), NONE);
    }
    let two = json!({"tool": "s", "decision": "deny", "command": "rm", "under": "/srv"});
    assert_eq!(
        warnings(&rules(&[json!({"tool": "s", "decision": "allow"}), two])),
        NONE
    );
}

#[test]
fn tools_without_locations_or_urls() {
    let under = json!({"tool": "sql_query", "decision": "allow", "under": "/srv"});
    let document =
        |tool: &str, names: Value| json!({"rules": [under], "path-params": {tool: names}});
    assert_eq!(
        warnings(&document("sql_query", json!([]))),
        ["W004 /rules/0"]
    );
    assert_eq!(warnings(&document("sql_*", json!([]))), ["W004 /rules/0"]);
    assert_eq!(warnings(&document("sql_query", json!(["file"]))), NONE);
    assert_eq!(warnings(&document("sql", json!([]))), NONE);
    let glob = json!({"tool": "sql_*", "decision": "allow", "under": "/srv"});
    let mixed = json!({"rules": [glob], "path-params": {"sql_*": [], "sql_import": ["file"]}});
    assert_eq!(
        warnings(&mixed),
        NONE,
        "one tool of the glob does name locations"
    );

    let host = |decision: &str| {
        let rule = json!({"tool": "web_fetch", "decision": decision, "host": "a.b"});
        warnings(&json!({"rules": [rule], "url-params": {"web_*": []}}))
    };
    assert_eq!(host("allow"), ["W012 /rules/0"]);
    assert_eq!(host("deny"), NONE);
}

#[test]
fn under_on_a_web_tool() {
    let rule = |tool: &str| json!({"tool": tool, "decision": "deny", "under": "/srv"});
    assert_eq!(warnings(&rules(&[rule("web_fetch")])), ["W005 /rules/0"]);
    assert_eq!(warnings(&rules(&[rule("web_*")])), ["W005 /rules/0"]);
    assert_eq!(
        warnings(&rules(&[rule("web*"), rule("webfetch"), rule("*")])),
        NONE
    );
    let declared = json!({"rules": [rule("web_save")], "path-params": {"web_save": "file"}});
    assert_eq!(warnings(&declared), NONE);
}

#[test]
fn under_outside_the_root() {
    let found = |tool: &str, under: &str| {
        let rule = json!({"tool": tool, "decision": "allow", "under": under});
        warnings(
            &json!({"rules": [rule], "roots": {"fs": "/srv/docs", "fs_tmp": "/tmp", "": "/r"}}),
        )
    };
    assert_eq!(found("fs_read", "/etc"), ["W006 /rules/0"]);
    assert_eq!(found("fs_read", "/srv/docs2"), ["W006 /rules/0"]);
    assert_eq!(found("fs_read", "/tmp"), ["W006 /rules/0"]);
    assert_eq!(found("fs_tmp_x", "/tmp/a"), NONE);
    assert_eq!(found("fs_read", "/srv/docs/a"), NONE);
    assert_eq!(found("fs_read", "/srv"), NONE, "it holds the root");
    assert_eq!(found("fs_read", "a"), NONE, "relative to the root");
    assert_eq!(
        found("fs_*", "/tmp"),
        NONE,
        "one tool of the glob has that root"
    );
    assert_eq!(found("*", "/etc"), NONE);
    assert_eq!(found("x", "/etc"), ["W006 /rules/0"]);
    // Measured from a root that is relative itself, `a` is `srv/a`.
    let rule = json!({"tool": "fs_read", "decision": "allow", "under": "a"});
    let relative = json!({"rules": [rule], "roots": {"fs": "srv"}});
    assert_eq!(warnings(&relative), NONE);
}

#[test]
fn parameters_that_mean_something_else() {
    let found = warnings(&json!({
        "rules": [],
        "path-params": {"web_*": ["file", "url"], "get": ["uri"], "put": ["uri"], "x": "url"},
        "url-params": {"get": ["uri"], "x*": []},
        "roots": {"fs_*": "/srv", "git": "/git"},
    }));
    assert_eq!(
        found,
        [
            "W007 /path-params/get",
            "W007 /path-params/web_*",
            "W011 /roots/fs_*"
        ]
    );
}

#[test]
fn arguments_of_one_rule() {
    let rule = |args: Value, any: Value| {
        rules(&[
            json!({"tool": "s", "decision": "allow", "command": "c", "args": args, "args-any": any}),
        ])
    };
    assert_eq!(
        warnings(&rule(json!(["a", "b"]), json!(["c", "b"]))),
        ["W008 /rules/0"]
    );
    assert_eq!(warnings(&rule(json!(["a", "b"]), json!(["c"]))), NONE);
    assert_eq!(
        warnings(&rule(json!(["a\0"]), json!(["c"]))),
        ["W012 /rules/0"]
    );
    assert_eq!(warnings(&rule(json!(["a"]), json!(["c", "\0"]))), NONE);
    assert_eq!(
        warnings(&rule(json!(["a"]), json!(["\0"]))),
        ["W012 /rules/0"]
    );
}

#[test]
fn checks_that_nobody_supplies() {
    let document = rules(&[
        json!({"tool": "s", "decision": "allow", "check": "clean-tree"}),
        json!({"tool": "s", "decision": "allow", "check": "cleantree"}),
    ]);
    assert_eq!(warnings_with(&document, None), NONE);
    let known = ["clean-tree".to_owned()];
    assert_eq!(warnings_with(&document, Some(&known)), ["W009 /rules/1"]);
}

#[test]
fn allow_lint_takes_out_its_rules_warnings_and_no_others() {
    let rule = |allow: Value| {
        json!({
            "tool": "web_fetch", "decision": "deny", "under": "/srv", "allow-lint": allow,
        })
    };
    assert_eq!(warnings(&rules(&[rule(json!({"W005": "x"}))])), NONE);
    let found = warnings(&rules(&[rule(json!({"W005": "x", "W001": "y"}))]));
    assert_eq!(found, ["W010 /rules/0/allow-lint/W001"]);
    let found = warnings(&rules(&[rule(json!({"W001": "y"}))]));
    assert_eq!(found, ["W005 /rules/0", "W010 /rules/0/allow-lint/W001"]);
    let found = warnings(&rules(&[
        rule(json!({"W005": "x"})),
        json!({"tool": "web_get", "decision": "deny", "under": "/srv"}),
    ]));
    assert_eq!(found, ["W005 /rules/1"]);
}

#[test]
fn more_warnings_than_the_limit_are_counted() {
    let rule = json!({"tool": "web_fetch", "decision": "deny", "host": "a.b"});
    let policy = policy(&rules(&[rule.clone(), rule.clone(), rule.clone(), rule]));
    let found = lint(&policy, None, 2);
    let last = found.last().map(|fault| fault.message.as_str());
    assert_eq!(
        (found.len(), last),
        (3, Some("1 more faults are not shown"))
    );
}
