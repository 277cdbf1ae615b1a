use super::*;
use callgate_engine::Decision;
use callgate_engine::call::Call;
use callgate_engine::permission::{NoChecks, Scratch};
use serde_json::json;

fn decides(compiled: &Compiled, tool: &str, arguments: &serde_json::Value) -> Decision {
    let call = Call::parsed(tool, arguments);
    compiled
        .table
        .decide(&call, &NoChecks, &mut Scratch::default())
        .decision
}

fn compiled(result: Result<Compiled, Faults>) -> Compiled {
    result.unwrap_or_else(|faults| panic!("{faults}"))
}

const YAML: &str = "
roots: { fs: /srv }
rules:
  - { tool: fs_read, decision: allow, note: everybody reads }
  - { tool: fs_*, decision: deny, under: secrets }
";

#[test]
fn json_yaml_values_and_rules_compile_alike() {
    let value = json!({
        "roots": {"fs": "/srv"},
        "rules": [
            {"tool": "fs_read", "decision": "allow", "note": "everybody reads"},
            {"tool": "fs_*", "decision": "deny", "under": "secrets"},
        ],
    });
    let text = value.to_string();
    let options = CompileOptions::default();
    let from_json = compiled(compile(&Source::new("p", &text)));
    let from_policy = compiled(compile_policy(from_json.policy.clone(), &options));
    for compiled in [
        compiled(compile(&Source::new("p", YAML))),
        compiled(compile_value(&value, &options)),
        from_json,
        from_policy,
    ] {
        assert_eq!(
            decides(&compiled, "fs_read", &json!({"path": "a"})),
            Decision::Allow
        );
        assert_eq!(
            decides(&compiled, "fs_read", &json!({"path": "secrets/a"})),
            Decision::Deny
        );
        assert_eq!(decides(&compiled, "web", &json!({})), Decision::Ask);
        assert_eq!((compiled.table.len(), compiled.policy.rules.len()), (2, 2));
        let codes: Vec<_> = compiled
            .warnings
            .iter()
            .filter_map(|fault| fault.code)
            .collect();
        assert_eq!(codes, ["W003"]);
    }
}

#[test]
fn warnings_can_be_denied_and_turned_off() {
    let source = Source::new("p", YAML);
    let denied = CompileOptions {
        deny_warnings: true,
        ..CompileOptions::default()
    };
    let faults = compile_with(&source, &denied)
        .err()
        .map(|faults| faults.0)
        .unwrap_or_default();
    let shown: Vec<_> = faults
        .iter()
        .map(|fault| (fault.kind.as_str(), fault.code))
        .collect();
    assert_eq!(shown, [("lint", Some("W003"))]);
    let off = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    assert!(compiled(compile_with(&source, &off)).warnings.is_empty());
}

#[test]
fn denied_warnings_stand_beside_failing_examples_in_order() {
    let text = r#"[
        {"tool": "a", "decision": "deny", "no-match": [{}]},
        {"tool": "a", "decision": "deny"}
    ]"#;
    let denied = CompileOptions {
        deny_warnings: true,
        ..CompileOptions::default()
    };
    let faults = compile_with(&Source::new("p", text), &denied).err();
    let faults = faults.map(|faults| faults.0).unwrap_or_default();
    let shown: Vec<_> = faults
        .iter()
        .map(|fault| fault.at.pointer.as_str())
        .collect();
    assert_eq!(shown, ["/0/no-match/0", "/1"]);
}

#[test]
fn known_checks_are_compared_where_they_are_known() {
    let text = r#"[{"tool": "a", "decision": "ask", "check": "x"}]"#;
    let codes = |known_checks: Option<Vec<String>>| {
        let options = CompileOptions {
            known_checks,
            ..CompileOptions::default()
        };
        let compiled = compiled(compile_with(&Source::new("p", text), &options));
        compiled
            .warnings
            .iter()
            .filter_map(|fault| fault.code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(None), [""; 0]);
    assert_eq!(codes(Some(vec!["x".into()])), [""; 0]);
    assert_eq!(codes(Some(vec![])), ["W009"]);
}

#[test]
fn limits_hold_for_documents_and_for_calls() {
    let source = Source::new("p", YAML);
    let small = Limits {
        bytes: 10,
        ..Limits::default()
    };
    let options = CompileOptions {
        limits: small,
        ..CompileOptions::default()
    };
    let kind = compile_with(&source, &options)
        .err()
        .and_then(|faults| Some(faults.0.first()?.kind));
    assert_eq!(kind, Some(crate::FaultKind::Limit));

    let call_limits = callgate_engine::json::Limits {
        bytes: 15,
        ..Default::default()
    };
    let options = CompileOptions {
        call_limits,
        ..CompileOptions::default()
    };
    let table = compiled(compile_with(&source, &options)).table;
    let mut scratch = Scratch::default();
    let mut decide = |arguments: &[u8]| {
        table
            .decide(&Call::raw("fs_write", arguments), &NoChecks, &mut scratch)
            .decision
    };
    assert_eq!(decide(br#"{"path":"/x"}"#), Decision::Ask);
    assert_eq!(
        decide(br#"{"path":   "/x"}"#),
        Decision::Deny,
        "too long to be read"
    );
}

#[test]
fn compiled_policies_can_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<Compiled>();
    shared::<Faults>();
}
