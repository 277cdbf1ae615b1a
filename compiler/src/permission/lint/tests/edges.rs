//! Places where one letter or one entry decides about a warning.

use super::*;

#[test]
fn a_deny_may_lean_on_any_one_predicate() {
    let allow = json!({"tool": "t", "decision": "allow"});
    let leaning = |parts: Value| {
        let mut deny = json!({"tool": "t", "decision": "deny"});
        let members = parts.as_object().cloned().unwrap_or_default();
        deny.as_object_mut().unwrap().extend(members);
        let found = lint(&policy(&rules(&[allow.clone(), deny])), None, 100);
        let found = found
            .into_iter()
            .find(|it| it.code == Some(codes::LEANING_DENY));
        found.map(|fault| fault.message)
    };
    for (name, parts) in [
        ("under", json!({"under": "/srv"})),
        ("host", json!({"host": "a.b"})),
        ("command", json!({"command": "rm"})),
        ("check", json!({"check": "c"})),
    ] {
        let message = leaning(parts).unwrap_or_default();
        assert!(message.contains(&format!("`{name}`")), "{name}: {message}");
    }
    assert_eq!(leaning(json!({"host": "a.b", "check": "c"})), None);
}

#[test]
fn a_drive_is_a_letter_in_either_case() {
    let under = |under: &str| json!({"tool": "t", "decision": "deny", "under": under});
    assert_eq!(
        pair(under("C:/a"), under("c:/a")),
        ["W001 /rules/1 < /rules/0"]
    );
    assert_eq!(
        pair(under("./1:/a"), under("1:/a")),
        ["W001 /rules/1 < /rules/0"],
        "a digit names no drive"
    );
    assert_eq!(pair(under("./C:/a"), under("C:/a")), NONE);
}

#[test]
fn a_root_for_exactly_the_stem_is_the_root_of_a_glob() {
    let policy = |roots: Value, tool: &str| {
        json!({
            "roots": roots,
            "rules": [{"tool": tool, "decision": "allow", "under": "/etc"}],
        })
    };
    let outside = |roots: Value, tool: &str| {
        warnings(&policy(roots, tool))
            .iter()
            .any(|it| it.starts_with(codes::OUTSIDE_ROOT))
    };
    assert!(outside(json!({"fs_": "/srv"}), "fs_*"));
    assert!(outside(
        json!({"fs_": "/srv", "fs_read_x": "/tmp"}),
        "fs_read"
    ));
    assert!(
        !outside(json!({"fs_": "/srv", "fs_read": "/etc"}), "fs_*"),
        "two roots"
    );
    assert!(!outside(json!({"fs_": "/etc"}), "fs_*"));
}

#[test]
fn as_many_unknown_checks_as_are_looked_up_get_a_suggestion() {
    let rules: Vec<Value> = (0..101)
        .map(|at| json!({"tool": format!("t{at}"), "decision": "deny", "check": "clen"}))
        .collect();
    let found = lint(
        &policy(&json!({ "rules": rules })),
        Some(&["clean".to_owned()]),
        1000,
    );
    let meant = found
        .iter()
        .filter(|fault| fault.help.as_deref() == Some("did you mean `clean`?"));
    assert_eq!(meant.count(), 100);
}
