use super::Redactor;
use crate::firewall::{Pattern, Preset, Sanitizer};
use serde_json::json;

fn preset(preset: Preset, text: &str) -> String {
    let sanitizer = Sanitizer {
        presets: vec![preset],
        custom: Vec::new(),
    };
    Redactor::new(&sanitizer).text(text).into_owned()
}

/// The preset takes `secret` out of a text, and leaves each near miss alone.
fn takes(kind: Preset, secret: &str, misses: &[&str]) {
    let tag = format!("[redacted:{}]", kind.as_str());
    assert_eq!(preset(kind, secret), tag);
    assert_eq!(
        preset(kind, &format!("a \"{secret}\" b, {secret}.")),
        format!("a \"{tag}\" b, {tag}.")
    );
    for miss in misses {
        assert_eq!(preset(kind, miss), *miss);
    }
}

#[test]
fn aws_keys() {
    takes(
        Preset::AwsAccessKey,
        "AKIAIOSFODNN7EXAMPLE",
        &[
            "AKIAIOSFODNN7EXAMPL",
            "AKIAIOSFODNN7EXAMPLEX",
            "xAKIAIOSFODNN7EXAMPLE",
            "AKIAiosfodnn7example",
            "ABIAIOSFODNN7EXAMPLE",
        ],
    );
    let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    assert_eq!(secret.len(), 40);
    takes(
        Preset::AwsSecretKey,
        secret,
        &[
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKE",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEYX",
            "=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        ],
    );
}

#[test]
fn model_keys() {
    let body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6";
    assert_eq!(body.len(), 32);
    takes(
        Preset::OpenaiKey,
        &format!("sk-{body}"),
        &[
            &format!("sk-{}", body.get(1..).unwrap()),
            &format!("xsk-{body}"),
            &format!("sk_{body}"),
        ],
    );
    let long = format!("{body}q7R8s9T0");
    assert_eq!(long.len(), 40);
    let anthropic = format!("sk-ant-{long}");
    takes(
        Preset::AnthropicKey,
        &anthropic,
        &[
            &format!("sk-ant-{}", long.get(1..).unwrap()),
            &format!("sk-{long}"),
        ],
    );
    // A key that both shapes fit is Anthropic's; one too short for that is OpenAI's.
    assert_eq!(preset(Preset::OpenaiKey, &anthropic), anthropic);
    assert_eq!(
        preset(
            Preset::OpenaiKey,
            &format!("sk-ant-{}", long.get(1..).unwrap())
        ),
        "[redacted:openai_key]"
    );
    assert_eq!(
        preset(Preset::OpenaiKey, &format!("{anthropic} sk-{body}")),
        format!("{anthropic} [redacted:openai_key]")
    );
}

#[test]
fn bearer_tokens_keep_their_keyword() {
    let hit = |text: &str, redacted: &str| assert_eq!(preset(Preset::BearerToken, text), redacted);
    hit(
        "Authorization: Bearer abcdefghijklmnop",
        "Authorization: Bearer [redacted:bearer_token]",
    );
    hit(
        "bEARER \t abc.def~ghi+jkl/m=",
        "bEARER \t [redacted:bearer_token]",
    );
    for miss in [
        "Bearer abcdefghijklmno",
        "forbearer abcdefghijklmnop",
        "Bearerabcdefghijklmnop",
        "Bearer: abcdefghijklmnop",
    ] {
        hit(miss, miss);
    }
}

#[test]
fn people() {
    takes(
        Preset::Email,
        "ann.b+c@mail.example.org",
        &[
            "ann@localhost",
            "@example.org",
            "ann@.org",
            "ann at example.org",
            "ann@@example",
        ],
    );
    takes(
        Preset::SsnUs,
        "123-45-6789",
        &[
            "123-456-789",
            "1234-45-6789",
            "123-45-67890",
            "123 45 6789",
            "x123-45-6789",
        ],
    );
}

#[test]
fn cards_that_pass_luhn() {
    for card in [
        "4111111111111111",
        "4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "378282246310005",
        "4222222222222",
        "6304000000000000000",
    ] {
        takes(
            Preset::CreditCard,
            card,
            &[
                "4111111111111112",
                "4111  1111 1111 1111",
                "4111.1111.1111.1111",
                "411111111111111",
                "41111111111111110000",
                "123456789012",
            ],
        );
    }
    // A shorter run of digits before it is none of its digits.
    assert_eq!(
        preset(Preset::CreditCard, "12 4111 1111 1111 1111"),
        "12 [redacted:credit_card]"
    );
}

#[test]
fn the_earliest_first_then_the_longest() {
    let custom = |texts: &[&str]| Sanitizer {
        presets: vec![Preset::Email],
        custom: texts
            .iter()
            .map(|text| Pattern::new(text).unwrap())
            .collect(),
    };
    let redact = |texts: &[&str], text: &str| Redactor::new(&custom(texts)).text(text).into_owned();
    assert_eq!(
        redact(&["abc", "abcdef"], "xabcdefg"),
        "x[redacted:custom]g"
    );
    assert_eq!(redact(&["bcd", "abc"], "abcd"), "[redacted:custom]d");
    assert_eq!(redact(&["b@x"], "b@x.com"), "[redacted:email]");
    assert_eq!(redact(&["a*"], "baac"), "b[redacted:custom]c");
    assert_eq!(redact(&["", "é"], "aéb"), "a[redacted:custom]b");
    assert_eq!(redact(&["x"], "nothing"), "nothing");
    // One expression that can end in several places ends in the last.
    assert_eq!(
        redact(&["sk|sk-live-[a-z]+"], "a sk-live-abc."),
        "a [redacted:custom]."
    );
    assert_eq!(redact(&["a+?"], "baaac"), "b[redacted:custom]c");
    assert_eq!(redact(&["|ab"], "xab"), "x[redacted:custom]");
    assert_eq!(
        redact(&[r"\bab\b|abc"], "abc ab xab"),
        "[redacted:custom] [redacted:custom] xab"
    );
}

#[test]
fn strings_at_any_depth_but_no_names() {
    let sanitizer = Sanitizer {
        presets: vec![Preset::SsnUs],
        custom: Vec::new(),
    };
    let mut value =
        json!({"123-45-6789": ["123-45-6789", {"n": 1, "s": "id 123-45-6789"}], "k": null});
    Redactor::new(&sanitizer).redact(&mut value);
    assert_eq!(
        value,
        json!({"123-45-6789": ["[redacted:ssn_us]", {"n": 1, "s": "id [redacted:ssn_us]"}], "k": null})
    );
}
