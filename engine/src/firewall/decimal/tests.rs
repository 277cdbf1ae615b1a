use super::Decimal;
use crate::tree::Number;
use std::cmp::Ordering;

fn number(text: &str) -> Decimal {
    Decimal::parse(text).unwrap_or_else(|| panic!("{text} is a number"))
}

#[test]
fn one_value_many_texts() {
    let huge = "9".repeat(60);
    let same: &[&[&str]] = &[
        &[
            "5",
            "5.0",
            "5e0",
            "50e-1",
            "0.5e1",
            "5.000E+00",
            "5000000e-6",
        ],
        &[
            "0",
            "-0",
            "0.0",
            "0e99999999999999999999999999999999999999999999",
            "-0.000e-7",
        ],
        &["-12.5", "-1.25e1", "-125e-1"],
        &["1e999999", "10e999998", "0.1e1000000"],
        &[
            "1e100000000000000000000000000000000000000",
            "10e99999999999999999999999999999999999999",
            "0.01e100000000000000000000000000000000000002",
        ],
        &[
            "1e-100000000000000000000000000000000000000",
            "0.1e-99999999999999999999999999999999999999",
        ],
        &[&format!("1e{huge}"), &format!("1.00e0{huge}")],
    ];
    for group in same {
        for a in *group {
            for b in *group {
                assert_eq!(number(a), number(b), "{a} {b}");
                assert_eq!(number(a).cmp(&number(b)), Ordering::Equal);
            }
        }
    }
}

#[test]
fn a_total_order() {
    let huge = "9".repeat(60);
    let ascending = [
        format!("-1e{huge}"),
        "-1e999999".into(),
        "-9007199254740993".into(),
        "-9007199254740992".into(),
        "-1".into(),
        "-0.1".into(),
        "-1e-999999".into(),
        format!("-1e-{huge}"),
        "0".into(),
        format!("1e-1{huge}"),
        format!("1e-{huge}"),
        "1e-999999".into(),
        "0.1".into(),
        "0.10000000000000000000000000000001".into(),
        "1".into(),
        "9.99".into(),
        "10".into(),
        "9007199254740992".into(),
        "9007199254740993".into(),
        "1e999999".into(),
        "1.1e999999".into(),
        "1e99999999999999999999999999999999999".into(),
        "1e999999999999999999999999999999999999999".into(),
        format!("1e{huge}"),
        format!("10e{huge}"),
        format!("1e1{huge}"),
    ];
    for (i, a) in ascending.iter().enumerate() {
        for (j, b) in ascending.iter().enumerate() {
            assert_eq!(number(a).cmp(&number(b)), i.cmp(&j), "{a} {b}");
            assert_eq!(number(a) == number(b), i == j);
        }
    }
}

#[test]
fn json_grammar_only() {
    for text in [
        "", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "1 ", " 1", "--1", "1e1.5", "NaN",
        "inf", "1_000", "١",
    ] {
        assert_eq!(Decimal::parse(text), None, "{text}");
    }
}

#[test]
fn a_float_is_its_shortest_decimal() {
    let same =
        |value: f64, text: &str| assert_eq!(Decimal::of(Number::Float(value)), Some(number(text)));
    same(0.1, "0.1");
    same(5.0, "5");
    same(-0.0, "0");
    same(1e300, "1e300");
    same(5e-324, "5e-324");
    same(9_007_199_254_740_992.0, "9007199254740992");
    assert_ne!(
        Decimal::of(Number::Float(0.1)),
        Some(number("0.1000000000000000055511151231257827"))
    );
    assert_eq!(Decimal::of(Number::Float(f64::NAN)), None);
    assert_eq!(Decimal::of(Number::Float(f64::INFINITY)), None);
    assert_eq!(
        Decimal::of(Number::Unsigned(u64::MAX)),
        Some(number("18446744073709551615"))
    );
    assert_eq!(
        Decimal::of(Number::Signed(i64::MIN)),
        Some(number("-9223372036854775808"))
    );
    assert_eq!(Decimal::of(Number::Text("1e5")), Some(number("100000")));
}

#[test]
fn what_is_shown_is_read_back() {
    for (text, shown) in [
        ("0", "0"),
        ("-0.0e9", "0"),
        ("5", "5"),
        ("5.0e0", "5"),
        ("-120", "-120"),
        ("12.50", "12.5"),
        ("0.5", "0.5"),
        ("0.05", "0.5e-1"),
        ("1e23", "100000000000000000000000"),
        ("1e24", "0.1e25"),
        ("123e30", "0.123e33"),
        ("1e999999", "0.1e1000000"),
    ] {
        let number = Decimal::parse(text).unwrap();
        assert_eq!(number.to_string(), shown);
        assert_eq!(Decimal::parse(shown), Some(number));
    }
    let huge = format!("-1e{}", "9".repeat(60));
    let number = Decimal::parse(&huge).unwrap();
    assert_eq!(Decimal::parse(&number.to_string()), Some(number));
    let tiny = format!("1e-{}", "9".repeat(60));
    let number = Decimal::parse(&tiny).unwrap();
    assert_eq!(Decimal::parse(&number.to_string()), Some(number));
}
