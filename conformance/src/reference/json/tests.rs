use super::{Token, elements, members, tokens};
use callgate_engine::json::Limits;
use serde_json::Value;

fn valid(text: &str) -> bool {
    tokens(text.as_bytes(), &Limits::default()).is_some()
}

#[test]
fn agrees_with_another_reader_about_what_is_valid() {
    let texts = [
        "{}",
        "[]",
        "0",
        "-0",
        "1.5e+3",
        "\"a\"",
        "true",
        "null",
        " [1 , 2 ] ",
        "{\"a\":{}}",
        "",
        " ",
        "{",
        "}",
        "[1,]",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "[,1]",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "-",
        "tru",
        "nulls",
        "[1 2]",
        "{} {}",
        "\"a",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\t\"",
        "'a'",
        "[1]]",
        "{\"a\":1]",
        "[}",
        "{]",
        "\u{feff}{}",
        "{\"a\" :1}",
        "{1:1}",
        "NaN",
        "\u{a0}1",
    ];
    for text in texts {
        assert_eq!(
            valid(text),
            serde_json::from_str::<Value>(text).is_ok(),
            "{text}"
        );
    }
}

#[test]
fn agrees_with_another_reader_on_mutated_texts() {
    let seeds = [
        r#"{"path":"/srv/a","args":["x",1,{"b":[]}],"n":-1.5e-3,"t":true}"#,
        r#"{"params":{"name":"f\u0041","arguments":{"a":"\ud83e\udd80\n"}}}"#,
    ];
    let alphabet = b"{}[]\",:\\u0d8e-+.truefalsn 1\t\n\x00\xc3\xa9";
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % u64::try_from(bound).expect("small")).expect("small")
    };
    let mut both = [0, 0];
    for round in 0..40_000 {
        let mut bytes = seeds[round % seeds.len()].as_bytes().to_vec();
        for _ in 0..=random(2) {
            let at = random(bytes.len());
            match random(3) {
                0 => bytes[at] = alphabet[random(alphabet.len())],
                1 => bytes.insert(at, alphabet[random(alphabet.len())]),
                _ => drop(bytes.remove(at)),
            }
        }
        let ours = tokens(&bytes, &Limits::default()).is_some();
        let theirs = serde_json::from_slice::<Value>(&bytes).is_ok();
        assert_eq!(ours, theirs, "{}", String::from_utf8_lossy(&bytes));
        both[usize::from(ours)] += 1;
    }
    assert!(
        both.iter().all(|&count| count > 1000),
        "one-sided: {both:?}"
    );
}

#[test]
fn numbers_beyond_any_float_are_numbers() {
    assert!(valid(
        "[1e999999, -1E-999999, 123456789012345678901234567890]"
    ));
}

#[test]
fn depth_counts_from_the_outermost_value() {
    let limits = |depth| Limits {
        depth,
        ..Limits::default()
    };
    assert!(tokens(b"{}", &limits(1)).is_some());
    assert!(tokens(b"[[]]", &limits(1)).is_none());
    assert!(tokens(b"[[]]", &limits(2)).is_some());
    assert!(tokens(b"1", &limits(0)).is_some());
    assert!(tokens(b"[]", &limits(0)).is_none());
    let deep = "[".repeat(1 << 20);
    assert!(
        tokens(
            deep.as_bytes(),
            &Limits {
                depth: usize::MAX,
                ..limits(0)
            }
        )
        .is_none()
    );
}

#[test]
fn size_is_limited() {
    let limits = Limits { bytes: 2, depth: 9 };
    assert!(tokens(b"{}", &limits).is_some());
    assert!(tokens(b"{} ", &limits).is_none());
}

#[test]
fn members_and_elements_are_whole_values() {
    let tokens = tokens(
        br#"{"a":[1,[2],"x"],"b":{"a":1},"a":null}"#,
        &Limits::default(),
    )
    .expect("valid");
    let members = members(&tokens);
    let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["a", "b", "a"]);
    let elements = elements(members[0].1);
    assert_eq!(elements.len(), 3);
    assert_eq!(elements[2], [Token::Text("x".to_owned())]);
    assert!(super::elements(members[1].1).is_empty());
    assert!(super::members(members[2].1).is_empty());
}
