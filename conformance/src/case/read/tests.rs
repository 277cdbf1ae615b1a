use super::{read_line, read_suite};
use crate::case::{ArgumentsInput, Case, PolicyInput, Question};
use callgate_compiler::{FaultKind, Faults, Limits, Source, document};
use serde_json::json;

fn open(name: &str) -> Result<(String, String), String> {
    match name {
        "p.json" => Ok(("p.json".to_owned(), "[]".to_owned())),
        _ => Err("no such file".to_owned()),
    }
}

fn suite(text: &str) -> Result<Vec<Case<'_>>, Faults> {
    let source = Source {
        name: "suite.yaml",
        text,
    };
    let node = document::parse(&source, &Limits::default()).expect("well-formed");
    read_suite(&source, node, &open)
}

fn line(text: &str) -> Result<Case<'_>, Faults> {
    let source = Source {
        name: "lines.jsonl",
        text,
    };
    let node = document::parse(&source, &Limits::default()).expect("well-formed");
    read_line(&source, node, &open)
}

/// The kind and place of each fault of a line.
fn faults(text: &str) -> Vec<(FaultKind, String)> {
    let Faults(faults) = line(text).expect_err(text);
    faults
        .into_iter()
        .map(|fault| (fault.kind, fault.at.pointer))
        .collect()
}

fn one(text: &str, kind: FaultKind, pointer: &str) {
    assert_eq!(faults(text), [(kind, pointer.to_owned())], "{text}");
}

#[test]
fn every_question_is_told_by_its_members() {
    let asks = |text| line(text).expect(text).question;
    assert!(matches!(
        asks(r#"{"name":"a","url":"x"}"#),
        Question::Host { .. }
    ));
    assert!(matches!(
        asks(r#"{"name":"a","under":"x","path":"y"}"#),
        Question::Containment { .. }
    ));
    assert!(matches!(
        asks(r#"{"name":"a","glob":"x","tool":"y"}"#),
        Question::Glob { .. }
    ));
    assert!(matches!(
        asks(r#"{"name":"a","line":"x"}"#),
        Question::Line { .. }
    ));
    assert!(matches!(
        asks(r#"{"name":"a","policy":null}"#),
        Question::Document(_)
    ));
    assert!(matches!(
        asks(r#"{"name":"a","policy":[],"call":{}}"#),
        Question::Call { .. }
    ));
    let Question::Argv {
        program,
        tail,
        sealed,
    } = asks(r#"{"name":"a","argv":["x","y"],"sealed":false}"#)
    else {
        panic!("an argv")
    };
    assert_eq!((program.as_str(), tail.len(), sealed), ("x", 1, false));
}

#[test]
fn a_case_asks_one_thing() {
    one(
        r#"{"name":"a","url":"x","line":"y"}"#,
        FaultKind::Conflict,
        "",
    );
    one(r#"{"name":"a"}"#, FaultKind::MissingMember, "");
    one(r#"{"name":"a","call":{}}"#, FaultKind::MissingMember, "");
    one(
        r#"{"name":"a","policy":[],"url":"x"}"#,
        FaultKind::Conflict,
        "",
    );
    one(r#"{"name":"a","under":"x"}"#, FaultKind::MissingMember, "");
    one(r#"{"name":"a","argv":[]}"#, FaultKind::BadValue, "/argv");
}

#[test]
fn unknown_members_are_faults_wherever_they_stand() {
    one(
        r#"{"name":"a","url":"x","tags":[]}"#,
        FaultKind::UnknownMember,
        "/tags",
    );
    one(
        r#"{"name":"a","policy":[],"call":{"tols":"x"}}"#,
        FaultKind::UnknownMember,
        "/call/tols",
    );
    one(
        r#"{"name":"a","url":"x","expect":{"hots":"y"}}"#,
        FaultKind::UnknownMember,
        "/expect/hots",
    );
    one(
        r#"{"name":"a","url":"x","expect":{"decision":"ask"}}"#,
        FaultKind::UnknownMember,
        "/expect/decision",
    );
    one(
        r#"{"name":"a","url":"x","path":"y"}"#,
        FaultKind::UnknownMember,
        "/path",
    );
}

#[test]
fn members_given_twice_are_faults() {
    one(
        r#"{"name":"a","name":"a","url":"x"}"#,
        FaultKind::DuplicateMember,
        "/name",
    );
    one(
        r#"{"name":"a","policy":[],"call":{"tool":"t","args":{"p":1,"p":2}}}"#,
        FaultKind::DuplicateMember,
        "/call/args/p",
    );
    one(
        r#"{"name":"a","policy":[],"call":{},"checks":{"c":"yes","c":"no"}}"#,
        FaultKind::DuplicateMember,
        "/checks/c",
    );
}

#[test]
fn members_have_their_types() {
    one(r#"{"name":1,"url":"x"}"#, FaultKind::WrongType, "/name");
    one(r#"{"name":"a","url":null}"#, FaultKind::WrongType, "/url");
    one(
        r#"{"name":"a","argv":["x",1]}"#,
        FaultKind::WrongType,
        "/argv/1",
    );
    one(
        r#"{"name":"a","url":"x","expect":[]}"#,
        FaultKind::WrongType,
        "/expect",
    );
    one(
        r#"{"name":"a","policy":[],"call":{},"checks":{"c":true}}"#,
        FaultKind::WrongType,
        "/checks/c",
    );
    one(
        r#"{"name":"a","policy":[],"call":{},"checks":{"c":"maybe"}}"#,
        FaultKind::BadValue,
        "/checks/c",
    );
    one(
        r#"{"name":"a","policy":[],"call":{"args":{"n":1e999}}}"#,
        FaultKind::BadValue,
        "/call/args/n",
    );
}

#[test]
fn a_call_comes_in_one_form() {
    let call = |text| match line(text).expect(text).question {
        Question::Call { call, .. } => call,
        _ => panic!("a call"),
    };
    let parsed = call(r#"{"name":"a","policy":[],"call":{"tool":7,"args":[1]}}"#);
    assert_eq!(parsed.tool, Some(json!(7)));
    assert_eq!(parsed.tool_name(), None);
    assert_eq!(parsed.arguments, ArgumentsInput::Parsed(json!([1])));
    let raw = call(r#"{"name":"a","policy":[],"call":{"tool":"t","raw-args-base64":"/w=="}}"#);
    assert_eq!(raw.arguments, ArgumentsInput::Raw(vec![0xff]));
    let request = call(r#"{"name":"a","policy":[],"call":{"request":"{"}}"#);
    assert_eq!(request.arguments, ArgumentsInput::Request(b"{".to_vec()));
    let both = r#"{"name":"a","policy":[],"call":{"args":{},"raw-args":"{}"}}"#;
    one(both, FaultKind::Conflict, "/call");
    one(
        r#"{"name":"a","policy":[],"call":{"tool":"t","request":"{}"}}"#,
        FaultKind::Conflict,
        "/call",
    );
    let twice = r#"{"name":"a","policy":[],"call":{"raw-args":"{}","raw-args-base64":"e30="}}"#;
    one(twice, FaultKind::Conflict, "/call");
    one(
        r#"{"name":"a","policy":[],"call":{"raw-args-base64":"e30"}}"#,
        FaultKind::BadValue,
        "/call/raw-args-base64",
    );
}

#[test]
fn a_policy_comes_in_one_form() {
    let policy = |text| match line(text).expect(text).question {
        Question::Document(policy) => policy,
        _ => panic!("a document"),
    };
    assert!(matches!(
        policy(r#"{"name":"a","policy":[]}"#),
        PolicyInput::Tree(_)
    ));
    assert!(matches!(
        policy(r#"{"name":"a","policy-text":"["}"#),
        PolicyInput::Text { .. }
    ));
    let PolicyInput::Text { name, text } = policy(r#"{"name":"a","policy-file":"p.json"}"#) else {
        panic!("a text")
    };
    assert_eq!((&*name, &*text), ("p.json", "[]"));
    one(
        r#"{"name":"a","policy-file":"q.json"}"#,
        FaultKind::BadValue,
        "/policy-file",
    );
    let two = r#"{"name":"a","policy":[],"policy-text":"[]"}"#;
    one(two, FaultKind::Conflict, "");
}

#[test]
fn a_suite_shares_its_policy_and_clauses() {
    let text = "suite: s\nclauses: [P1]\npolicy: []\ncases:\n  - { name: a, call: {} }\n  - { name: b, clauses: [P2], policy: {}, call: {} }\n  - { name: c, url: x }\n";
    let cases = suite(text).expect("well-formed");
    assert_eq!(cases.len(), 3);
    assert_eq!(&*cases[0].suite, "s");
    assert_eq!(cases[0].clauses, ["P1"]);
    assert_eq!(cases[1].clauses, ["P1", "P2"]);
    let policy = |case: &Case<'_>| match &case.question {
        Question::Call {
            policy: PolicyInput::Tree(node),
            ..
        } => node.value.kind(),
        _ => panic!("a call with a tree"),
    };
    assert_eq!(
        (policy(&cases[0]), policy(&cases[1])),
        ("a list", "an object")
    );
}

#[test]
fn faults_of_a_suite_stand_in_the_order_of_its_text() {
    let text = "suite: s\ncases:\n  - { name: a, url: x }\n  - { name: a, url: y }\n  - { url: z, more: 1 }\nextra: 1\n";
    let Faults(faults) = suite(text).expect_err("four faults");
    let found: Vec<(FaultKind, &str)> = faults
        .iter()
        .map(|fault| (fault.kind, fault.at.pointer.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (FaultKind::DuplicateMember, "/cases/1"),
            (FaultKind::MissingMember, "/cases/2"),
            (FaultKind::UnknownMember, "/cases/2/more"),
            (FaultKind::UnknownMember, "/extra"),
        ]
    );
}

#[test]
fn a_suite_is_no_list_and_a_case_no_string() {
    let kinds = |text| -> Vec<FaultKind> {
        let Faults(faults) = suite(text).expect_err(text);
        faults.into_iter().map(|fault| fault.kind).collect()
    };
    assert_eq!(kinds("- a\n"), [FaultKind::WrongType]);
    assert_eq!(kinds("suite: s\ncases: [a]\n"), [FaultKind::WrongType]);
    assert_eq!(kinds("suite: s\ncases: a\n"), [FaultKind::WrongType]);
    assert_eq!(kinds("cases: []\n"), [FaultKind::MissingMember]);
}

#[test]
fn faults_say_what_to_write() {
    let helps = |text: &str| -> Vec<String> {
        let Faults(faults) = suite(text).expect_err(text);
        faults.into_iter().filter_map(|fault| fault.help).collect()
    };
    let typed = "suite: x\ncases:\n  - { name: a, polcy: [], policy: [], call: { tool: a, arg: {} }, expect: {} }\n";
    assert_eq!(
        helps(typed),
        ["did you mean `policy`?", "did you mean `args`?"]
    );
    let policy = helps("rules: []\n");
    assert!(
        policy
            .iter()
            .any(|help| help.contains("looks like a policy")),
        "{policy:?}"
    );
}
