//! Names and sentences that results are written with: no two say the same, and what is shown
//! is the name.

use callgate_engine::firewall::{Pattern, Reason, Verdict};
use callgate_engine::host::UrlFault;
use callgate_engine::path::PathFault;
use callgate_engine::permission::explain::Why;
use callgate_engine::shell::{CommandReader, is_special};
use callgate_engine::{Decision, Tree, Tri, firewall, permission};
use serde_json::json;
use std::collections::HashSet;

const PATHS: [PathFault; 6] = [
    PathFault::Empty,
    PathFault::Nul,
    PathFault::Backslash,
    PathFault::Traversal,
    PathFault::DriveRelative,
    PathFault::Home,
];

const URLS: [UrlFault; 10] = [
    UrlFault::ControlCharacter,
    UrlFault::Scheme,
    UrlFault::Userinfo,
    UrlFault::Authority,
    UrlFault::Port,
    UrlFault::Alphabet,
    UrlFault::Dots,
    UrlFault::NumericHost,
    UrlFault::Ipv6,
    UrlFault::EmbeddedIpv4,
];

/// Every text is of its kind and no two are the same.
fn all_differ<'t>(texts: impl IntoIterator<Item = &'t str>, is_right: fn(&str) -> bool) {
    let mut seen = HashSet::new();
    for text in texts {
        assert!(is_right(text), "{text:?}");
        assert!(seen.insert(text), "{text:?} twice");
    }
}

fn is_kebab(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    text.len() > 2 && text.bytes().all(known)
}

#[test]
fn faults_and_reasons_have_names_of_their_own() {
    all_differ(PATHS.map(PathFault::as_str), is_kebab);
    all_differ(URLS.map(UrlFault::as_str), is_kebab);
    let whys = [
        Why::UnreadableArguments,
        Why::Disagreement,
        Why::NotAString,
        Why::NoLocation,
        Why::MissingPair,
        Why::NoRoot,
        Why::OtherAnchor,
        Why::PerhapsEqual,
        Why::NoUrl,
        Why::NoCommand,
        Why::NothingRuns,
        Why::Unsealed,
        Why::Writes,
        Why::CheckUnknown,
        Why::CheckUnregistered,
    ];
    let mut whys = whys.to_vec();
    whys.extend(PATHS.map(Why::Path));
    whys.extend(URLS.map(Why::Url));
    all_differ(whys.iter().map(|why| why.as_str()), is_kebab);
    let is_sentence = |text: &str| text.split(' ').count() > 2;
    all_differ(whys.iter().map(|why| why.sentence()), is_sentence);
}

#[test]
fn what_is_shown_is_the_name() {
    let verdicts = [
        Verdict::Allow,
        Verdict::Audit,
        Verdict::Sanitize,
        Verdict::PendingApproval,
        Verdict::Deny,
    ];
    for verdict in verdicts {
        assert_eq!(verdict.to_string(), verdict.as_str());
    }
    for reason in [Reason::Rule, Reason::Disabled, Reason::NoDestination] {
        assert_eq!(reason.to_string(), reason.as_str());
        assert!(is_kebab(reason.as_str()));
    }
    assert_eq!(Tri::Unknown.to_string(), "unknown");
    assert_eq!(Tri::Yes.to_string(), "yes");
    assert_eq!(Decision::Deny.to_string(), "deny");
}

#[test]
fn patterns_are_equal_by_their_text() {
    let pattern = |text: &str| Pattern::new(text).expect("a pattern");
    assert_eq!(pattern("a+"), pattern("a+"));
    assert_ne!(pattern("a+"), pattern("a*"));
    #[expect(
        clippy::mutable_key_type,
        reason = "hashed and compared by its text, which does not change"
    )]
    let all: HashSet<Pattern> = ["a", "b", "a"].map(pattern).into_iter().collect();
    assert_eq!(all.len(), 2);
}

#[test]
fn tables_say_whether_they_hold_rules() {
    let none = permission::TableBuilder::new(permission::PathCase::Sensitive).build();
    assert!(none.is_empty(), "{} rules", none.len());
}

#[test]
fn tokens_say_whether_there_are_any() {
    let mut reader = CommandReader::default();
    let mut empty = |tail: &[&str]| {
        let commands = reader.argv("git", tail, true);
        let empty: Vec<bool> = commands.iter().map(|it| it.tokens.is_empty()).collect();
        empty
    };
    assert_eq!(empty(&[]), [true]);
    assert_eq!(empty(&["status"]), [false]);
}

#[test]
fn plain_programs_are_not_special() {
    for special in ["bash", "/bin/sh", "env", "sudo", "exec", "BASH"] {
        assert!(is_special(special), "{special}");
    }
    for plain in ["git", "/usr/bin/git", "bashful", "rm"] {
        assert!(!is_special(plain), "{plain}");
    }
}

#[test]
fn an_object_lists_its_members() {
    let object = json!({ "a": 1, "b": [2] });
    let members = Tree::members(&object).expect("an object");
    assert_eq!(members.len(), 2);
    let mut names = Vec::new();
    assert!(object.for_each_member(&mut |name, _| names.push(name.to_owned())));
    assert_eq!(names, ["a", "b"]);
    let list = json!([1]);
    assert!(Tree::members(&list).is_none());
    assert!(!list.for_each_member(&mut |_, _| panic!("no member")));
}

#[test]
fn an_empty_firewall_table_is_empty() {
    let none = firewall::TableBuilder::new(firewall::PolicySpec::default()).build();
    assert!(none.is_empty(), "{} rules", none.len());
}
