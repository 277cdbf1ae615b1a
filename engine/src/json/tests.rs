//! What is JSON and what is not (J2, J4): tables, hostile input, and serde_json as witness.

use super::{Cursor, Limits, Marks, validate};
use crate::json::generate::document;
use crate::tree::Kind;
use proptest::prelude::*;

fn valid(text: impl AsRef<[u8]>) -> bool {
    validate(text.as_ref(), &Limits::default())
}

#[test]
fn j2_one_value_and_nothing_else() {
    for text in [
        "{}",
        "[]",
        "null",
        "true",
        "false",
        "0",
        "\"\"",
        " {} ",
        "\t\r\n[ ]\n",
        "[1,2]",
        r#"{"a":1,"a":2}"#,
        r#"{"":[{},[],"",null]}"#,
        r#"[ 1 , { "a" : [ ] } ]"#,
        "\"é😀\u{7f}\u{80}\"",
        "[[[[]]],{\"a\":{\"b\":{}}}]",
    ] {
        assert!(valid(text), "{text}");
    }
    for text in [
        "",
        " ",
        "\n",
        "{",
        "}",
        "[",
        "]",
        "{]",
        "[}",
        "[1,]",
        "[,1]",
        "[,]",
        "[1 2]",
        "[1,,2]",
        "{,}",
        r#"{"a"}"#,
        r#"{"a":}"#,
        r#"{"a":1,}"#,
        r#"{"a":1 "b":2}"#,
        r#"{a:1}"#,
        r#"{'a':1}"#,
        r#"{1:2}"#,
        r#"{"a"::1}"#,
        r#"{"a",1}"#,
        r#"["a":1]"#,
        "[1}",
        r#"{"a":1]"#,
        "[[]",
        "[]]",
        "{}{}",
        "1 2",
        "{} x",
        "null,",
        "nul",
        "nulll",
        "Null",
        "True",
        "tru",
        "truefalse",
        "NaN",
        "Infinity",
        "undefined",
        "'a'",
        "\"",
        "\"a",
        "\"a\n\"",
        "\"a\tb\"",
        "\"\0\"",
        "\"\u{1f}\"",
        "// no\n1",
        "1 /* no */",
        "\u{feff}{}",
        "\u{a0}1",
        "\u{2003}1",
        "\u{b}1",
        "\u{c}1",
        "{}\0",
    ] {
        assert!(!valid(text), "{text:?}");
    }
}

#[test]
fn j2_numbers_by_the_grammar() {
    for number in [
        "0",
        "-0",
        "1",
        "-1",
        "10",
        "1234567890",
        "0.5",
        "-0.0",
        "1.50",
        "1e5",
        "1E5",
        "1e+5",
        "1e-05",
        "0e0",
        "1.5e-3",
        "1e999999",
        "123456789012345678901234567890",
        "0.00000000000000000000000000001",
    ] {
        for text in [
            number.to_owned(),
            format!("[{number}]"),
            format!("{{\"a\":{number} }}"),
        ] {
            assert!(valid(&text), "{text}");
        }
    }
    for number in [
        "-",
        "+1",
        "01",
        "-01",
        "00",
        "1.",
        ".5",
        "-.5",
        "1.e5",
        "1e",
        "1e+",
        "1E-",
        "1.5.5",
        "1e5.5",
        "1e5e5",
        "0x10",
        "1_000",
        "1,000.5.",
        "--1",
        "1-",
        "1a",
        "٣",
        "1f",
        "0b1",
        "-Infinity",
        "1e٣",
    ] {
        for text in [
            number.to_owned(),
            format!("[{number}]"),
            format!("{{\"a\":{number} }}"),
        ] {
            assert!(!valid(&text), "{text}");
        }
    }
}

#[test]
fn j2_escapes_and_utf8() {
    for inside in [r"\u0000", r"\ud83d\ude00", r#"\"\\\/\b\f\n\r\t"#, r"\uFFFF"] {
        assert!(valid(format!("\"{inside}\"")), "{inside}");
        assert!(valid(format!("{{\"{inside}\":0}}")), "{inside}");
    }
    for inside in [
        r"\ud800",
        r"\ude00",
        r"\ud83d\u0041",
        r"\ud83d x",
        r"\ud83d\ud83d\ude00",
        r"\x41",
        r"\u00",
        r"\",
    ] {
        assert!(!valid(format!("\"{inside}\"")), "{inside}");
        assert!(!valid(format!("{{\"{inside}\":0}}")), "{inside}");
    }
    for bytes in [
        &b"\"\xff\""[..],
        b"\"\xc3\"",
        b"\"\xc0\x80\"",         // NUL the long way
        b"\"\xed\xa0\x80\"",     // a surrogate
        b"\"\xf4\x90\x80\x80\"", // past U+10FFFF
        b"\xff\xfe{\0}\0",       // UTF-16
        b"{}\x80",
    ] {
        assert!(!valid(bytes), "{bytes:?}");
    }
}

#[test]
fn j4_limits_are_exact() {
    let limits = |bytes, depth| Limits { bytes, depth };
    assert!(validate(b"[1]", &limits(3, 1)));
    assert!(!validate(b"[1]", &limits(2, 1)));
    assert!(!validate(b"[1]", &limits(3, 0)));
    assert!(validate(b"1", &limits(1, 0)));
    for depth in [1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 1000] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let core = if open == "[" { "[]" } else { "{}" };
            let text = format!(
                "{}{core}{}",
                open.repeat(depth - 1),
                close.repeat(depth - 1)
            );
            assert!(
                validate(text.as_bytes(), &limits(usize::MAX, depth)),
                "{depth} {open}"
            );
            assert!(
                !validate(text.as_bytes(), &limits(usize::MAX, depth - 1)),
                "{depth} {open}"
            );
            // Siblings do not add up.
            let twice = format!("[{text},{text}]");
            assert!(
                validate(twice.as_bytes(), &limits(usize::MAX, depth + 1)),
                "{depth} {open}"
            );
        }
    }
}

#[test]
fn brackets_are_told_apart_at_every_depth() {
    for depth in 1..=300_usize {
        let braces: Vec<bool> = (0..depth).map(|level| level * level % 7 % 2 == 0).collect();
        let open: String = braces
            .iter()
            .map(|brace| if *brace { "{\"a\":" } else { "[" })
            .collect();
        let close: Vec<char> = braces
            .iter()
            .rev()
            .map(|brace| if *brace { '}' } else { ']' })
            .collect();
        let limits = Limits {
            depth: 300,
            ..Limits::default()
        };
        let text = format!("{open}0{}", close.iter().collect::<String>());
        assert!(validate(text.as_bytes(), &limits), "{text}");
        for wrong in [0, depth / 2, depth - 1] {
            let mut close = close.clone();
            close[wrong] = if close[wrong] == '}' { ']' } else { '}' };
            let text = format!("{open}0{}", close.iter().collect::<String>());
            assert!(!validate(text.as_bytes(), &limits), "{text}");
        }
    }
}

#[test]
fn j4_hostile_sizes_are_answers_not_crashes() {
    let deep = 100_000;
    let wide = Limits {
        bytes: usize::MAX,
        depth: usize::MAX,
    };
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
        let text = format!("{}0{}", open.repeat(deep), close.repeat(deep));
        assert!(!valid(&text));
        assert!(validate(text.as_bytes(), &wide));
        assert!(!valid(open.repeat(deep)));
        assert!(!validate(open.repeat(deep).as_bytes(), &wide));
        assert!(!validate(format!("{text}]").as_bytes(), &wide));
    }
    let long = format!("\"{}\"", "x".repeat(10 << 20));
    assert!(valid(&long));
    assert!(!validate(
        long.as_bytes(),
        &Limits {
            bytes: 10 << 20,
            depth: 128
        }
    ));
    assert!(!valid(long.trim_end_matches('"')));
    assert!(valid(format!("\"{}\"", r"\u00e9".repeat(1 << 20))));
    assert!(!valid(format!(
        "\"{}\\ud800\"",
        r"\ud83d\ude00".repeat(1 << 20)
    )));
    assert!(valid(format!(
        "{}1{}",
        " ".repeat(1 << 20),
        "\n".repeat(1 << 20)
    )));
    assert!(valid("9".repeat(1 << 20)));
    assert!(valid(format!("[{}1]", "1,".repeat(1 << 20))));
}

#[test]
fn a_cursor_walks_what_it_is_told_to() {
    let text = r#" { "a" : [ 1.50 , "x\ny" , true ] , "\u0062" : { } , "c" : null } "#;
    let mut marks = Marks::default();
    let mut cursor = Cursor::new(text, &Limits::default(), &mut marks);
    assert_eq!(cursor.kind(), Ok(Kind::Object));
    cursor.enter().unwrap();
    let a = cursor.member().unwrap().unwrap();
    assert!(cursor.is(a, "a") && !cursor.is(a, "b") && !cursor.is(a, "") && !cursor.is(a, "aa"));
    assert_eq!(cursor.kind(), Ok(Kind::Array));
    cursor.enter().unwrap();
    assert_eq!(cursor.element(), Ok(true));
    assert_eq!(
        (cursor.kind(), cursor.raw()),
        (Ok(Kind::Number), Ok("1.50"))
    );
    assert_eq!(cursor.element(), Ok(true));
    let before = cursor;
    let string = cursor.string().unwrap();
    assert_eq!(cursor.inside(string), Ok(r"x\ny"));
    assert_eq!(
        cursor.says(string, &mut String::from("left over")),
        Ok("x\ny")
    );
    assert_eq!(cursor.element(), Ok(true));
    assert_eq!(cursor.raw(), Ok("true"));
    assert_eq!(cursor.element(), Ok(false));
    let b = cursor.member().unwrap().unwrap();
    assert!(cursor.is(b, "b") && !cursor.is(b, r"\u0062"));
    assert_eq!((cursor.kind(), cursor.raw()), (Ok(Kind::Object), Ok("{ }")));
    cursor.member().unwrap().unwrap();
    assert_eq!(cursor.end(), Err(super::Invalid));
    assert_eq!((cursor.kind(), cursor.skip()), (Ok(Kind::Null), Ok(())));
    assert_eq!(cursor.member(), Ok(None));
    assert_eq!(cursor.end(), Ok(()));
    // A copy is a place to come back to.
    let mut again = before;
    assert_eq!(again.raw(), Ok(r#""x\ny""#));
}

/// What serde_json says; `None` where it has limits of its own that the grammar lacks.
fn witness(bytes: &[u8]) -> Option<bool> {
    match serde_json::from_slice::<serde_json::Value>(bytes) {
        Ok(_) => Some(true),
        Err(error) => {
            let error = error.to_string();
            let limited = ["number out of range", "recursion limit exceeded"];
            if limited.iter().any(|limit| error.contains(limit)) {
                None
            } else {
                Some(false)
            }
        }
    }
}

#[test]
fn the_witness_is_asked_about_strings_too() {
    // `IgnoredAny` would pass both.
    assert_eq!(witness(br#""\ud800""#), Some(false));
    assert_eq!(witness(b"\"\xff\""), Some(false));
    assert_eq!(witness(b"1e999"), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn documents_are_valid_where_serde_json_says_so(text in document()) {
        if let Some(expected) = witness(text.as_bytes()) {
            prop_assert_eq!(valid(&text), expected, "{}", text);
        }
    }

    #[test]
    fn mutated_documents_are_valid_where_serde_json_says_so(
        text in document(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<prop::sample::Index>()), 1..4),
    ) {
        const ODD: &[u8] = b"{}[]\",:\\ \n\t\x000123-+.eEutrfalsn\x1f\x7f\x80\xc3\xa9\xff";
        let mut bytes = text.into_bytes();
        for (place, change, odd) in changes {
            let odd = ODD[odd.index(ODD.len())];
            let place = place.index(bytes.len() + 1);
            match change {
                0 => bytes.insert(place, odd),
                1 if place < bytes.len() => bytes[place] = odd,
                2 if place < bytes.len() => drop(bytes.remove(place)),
                _ => bytes.truncate(place),
            }
        }
        if let Some(expected) = witness(&bytes) {
            prop_assert_eq!(valid(&bytes), expected, "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn any_bytes_are_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Some(expected) = witness(&bytes) {
            prop_assert_eq!(valid(&bytes), expected);
        }
    }
}
