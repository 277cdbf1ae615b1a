//! Facts of a parsed tree, and their memory.

use super::{Argument, Facts, Looked};
use Argument::{Absent, List, NotText, Text, Unreadable};
use serde_json::json;

#[test]
fn p4_one_answer_a_name() {
    let looked = Looked::new(["path", "from", "to", "url"], None);
    let arguments = json!({ "path": "/a", "from": null, "to": ["/b"], "other": "/c" });
    let facts = Facts::from_tree(&arguments, &looked, Facts::default());
    assert_eq!(facts.arguments, [Text("/a"), NotText, List, Absent]);
    assert!(facts.sealed && !facts.unreadable && facts.tail.is_empty());
    for value in [json!(1), json!(false), json!({}), json!({ "path": "/a" })] {
        let arguments = json!({ "path": value });
        assert_eq!(
            Facts::from_tree(&arguments, &looked, Facts::default())
                .arguments
                .first(),
            Some(&NotText)
        );
    }
    for arguments in [json!(null), json!("path"), json!(["path"]), json!(1)] {
        assert_eq!(
            Facts::from_tree(&arguments, &looked, Facts::default()).arguments,
            [Absent; 4]
        );
    }
}

#[test]
fn c2_the_tail_of_a_tree() {
    let looked = Looked::new(["path"], Some("args"));
    for (arguments, answer, tail, sealed) in [
        (json!({}), Absent, &[][..], true),
        (json!(["args"]), Absent, &[], true),
        (json!({ "args": [] }), List, &[], true),
        (
            json!({ "args": ["a", "", "b"] }),
            List,
            &["a", "", "b"],
            true,
        ),
        (json!({ "args": ["a", 1, "b"] }), List, &["a"], false),
        (json!({ "args": ["a", ["b"]] }), List, &["a"], false),
        (json!({ "args": ["a", "b\0c", "d"] }), List, &["a"], false),
        (json!({ "args": "a b" }), Text("a b"), &[], false),
        (json!({ "args": null }), NotText, &[], false),
        (json!({ "args": { "0": "a" } }), NotText, &[], false),
    ] {
        let facts = Facts::from_tree(&arguments, &looked, Facts::default());
        assert_eq!(facts.arguments, [Absent, answer], "{arguments}");
        assert_eq!((&*facts.tail, facts.sealed), (tail, sealed), "{arguments}");
    }
}

#[test]
fn j2_absent_is_empty_and_unreadable_is_unknown() {
    let looked = Looked::new(["path"], Some("args"));
    let absent = Facts::absent(&looked, Facts::default());
    assert_eq!(
        absent,
        Facts::from_tree(&json!({}), &looked, Facts::default())
    );
    let unreadable = Facts::unreadable(&looked, absent.recycle());
    assert_eq!(unreadable.arguments, [Unreadable; 2]);
    assert!(unreadable.unreadable && !unreadable.sealed);
    // Memory says nothing about the next call.
    assert_eq!(
        Facts::absent(&looked, unreadable.recycle()),
        Facts::absent(&looked, Facts::default())
    );
}

#[test]
fn recycled_memory_keeps_its_place() {
    let names: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    let looked = Looked::new(names.iter().map(String::as_str), Some("args"));
    let mut kept: Facts<'static> = Facts::default();
    let mut places = Vec::new();
    for round in 0..3 {
        let arguments = json!({ "args": vec![round.to_string(); 100], "7": "seven" });
        let facts = Facts::from_tree(&arguments, &looked, kept);
        assert_eq!((facts.arguments.len(), facts.tail.len()), (41, 100));
        places.push((facts.arguments.as_ptr().addr(), facts.tail.as_ptr().addr()));
        let capacity = (facts.arguments.capacity(), facts.tail.capacity());
        kept = facts.recycle();
        assert_eq!((kept.arguments.capacity(), kept.tail.capacity()), capacity);
        assert!(kept.arguments.is_empty() && kept.tail.is_empty());
    }
    assert!(
        places.windows(2).all(|pair| pair[0] == pair[1]),
        "{places:?}"
    );
}

#[test]
fn j3_a_member_listed_twice_is_unreadable() {
    let looked = Looked::new(["path", "to"], Some("args"));
    let list = [
        ("args", json!(["a"])),
        ("args", json!(["a"])),
        ("to", json!("b")),
    ];
    let mut facts = Facts::absent(&looked, Facts::default());
    for (name, value) in &list {
        facts.present(looked.find(name).unwrap(), value, &looked);
    }
    assert_eq!(facts.arguments, [Absent, Text("b"), Unreadable]);
    assert!(!facts.sealed && facts.tail.is_empty());
}

#[test]
fn many_members_and_few_names_and_the_reverse() {
    let few = Looked::new(["m3", "m7", "absent"], Some("m5"));
    let names: Vec<String> = (0..50).map(|n| format!("m{n}")).collect();
    let many = Looked::new(names.iter().map(String::as_str), Some("m5"));
    let members = (0..10).map(|n| (format!("m{n}"), json!([n.to_string()])));
    let arguments = serde_json::Value::Object(members.collect());
    let facts = Facts::from_tree(&arguments, &few, Facts::default());
    assert_eq!(facts.arguments, [List, List, Absent, List]);
    assert_eq!((&*facts.tail, facts.sealed), (&["5"][..], true));
    let facts = Facts::from_tree(&arguments, &many, Facts::default());
    assert_eq!(
        facts
            .arguments
            .iter()
            .filter(|argument| **argument == List)
            .count(),
        10
    );
    assert_eq!(
        facts
            .arguments
            .iter()
            .filter(|argument| **argument == Absent)
            .count(),
        40
    );
    assert_eq!((&*facts.tail, facts.sealed), (&["5"][..], true));
}
