use super::*;

fn plain(line: &str) -> Plain<'_> {
    match read(line.as_bytes()) {
        Ok(Recorded::Plain(call)) => call,
        other => panic!("{line}: {other:?}"),
    }
}

fn refused(line: &[u8]) -> NoCall {
    read(line).map(|call| format!("{call:?}")).unwrap_err()
}

fn args(call: &Plain<'_>) -> Option<String> {
    match call.args {
        Slot::Once(raw) => Some(raw.get().to_owned()),
        Slot::Absent | Slot::Twice => None,
    }
}

#[test]
fn a_plain_call_lends_its_arguments() {
    let call = plain(r#" {"tool":"fs_read","args":{"path":"/a"},"why":"because"} "#);
    assert!(matches!(&call.tool, Some(Cow::Borrowed("fs_read"))));
    assert_eq!(args(&call).unwrap(), r#"{"path":"/a"}"#);
}

#[test]
fn names_compare_after_unescaping() {
    let call = plain(r#"{"to\u006fl":"fs_\u0072ead","\u0061rgs":{}}"#);
    assert_eq!(call.tool.as_deref(), Some("fs_read"));
    assert_eq!(args(&call).unwrap(), "{}");
}

#[test]
fn a_tool_that_cannot_be_read_is_still_a_call() {
    for line in [
        r#"{"tool":5,"args":{}}"#,
        r#"{"tool":null}"#,
        r#"{"tool":"a","tool":"a"}"#,
        r#"{"tool":"\ud800"}"#,
    ] {
        assert_eq!(plain(line).tool, None, "{line}");
    }
}

#[test]
fn arguments_given_twice_are_neither_of_them() {
    assert!(matches!(
        plain(r#"{"tool":"a","args":{},"args":{}}"#).args,
        Slot::Twice
    ));
    assert!(matches!(plain(r#"{"tool":"a"}"#).args, Slot::Absent));
}

#[test]
fn a_request_keeps_its_id() {
    let line = br#"{"jsonrpc":"2.0","id":"x-1","method":"tools/call","params":{"name":"a"}}"#;
    assert!(matches!(
        read(line),
        Ok(Recorded::Request {
            id: Some("\"x-1\"")
        })
    ));
}

#[test]
fn an_id_that_no_request_has_is_not_kept() {
    for id in ["{\"a\":1}", "[1]", "1,\"id\":2"] {
        let line = format!(r#"{{"id":{id},"method":"tools/call","params":{{"name":"a"}}}}"#);
        assert!(
            matches!(read(line.as_bytes()), Ok(Recorded::Request { id: None })),
            "{id}"
        );
    }
}

#[test]
fn what_is_no_call_says_why() {
    assert_eq!(refused(b"").kind, "not-json");
    assert_eq!(refused(b"{\"tool\":").kind, "not-json");
    assert_eq!(refused(b"{\"tool\":\"a\"} x").kind, "not-json");
    assert_eq!(
        refused(b"{\"tool\":\"a\",\"args\":{\"p\":\"\xff\"}}"),
        NoCall {
            kind: "not-json",
            message: "not UTF-8 from column 26".to_owned(),
            help: "save the file as UTF-8".into(),
        }
    );
    assert_eq!(refused(b"[1]").message, "not a JSON object");
    assert_eq!(refused(b"7").kind, "not-a-call");
    assert_eq!(refused(br#"{"args":{}}"#).kind, "not-a-call");
    assert_eq!(
        refused(br#"{"tool":"a","arguments":{}}"#).kind,
        "not-a-call"
    );
    assert_eq!(
        refused(br#"{"tool":"a","method":"tools/call"}"#).kind,
        "not-a-call"
    );
    assert_eq!(refused(br#"{"method":"tools/list"}"#).kind, "not-a-call");
}

#[test]
fn nesting_costs_no_stack() {
    let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
    let line = format!(r#"{{"args":{deep},"tool":"a"}}"#);
    assert_eq!(args(&plain(&line)).unwrap().len(), 2_000_000);
    assert_eq!(refused(deep.as_bytes()).kind, "not-a-call");
}
