use super::{Unformattable, format};
use crate::{Limits, Source};

fn formatted(text: &str) -> String {
    let once = format(&Source::new("t", text), &Limits::default()).expect(text);
    let twice = format(&Source::new("t", &once), &Limits::default()).expect(&once);
    assert_eq!(once, twice, "formatting is done once");
    once
}

#[test]
fn rules_stand_on_a_line_each() {
    assert_eq!(
        formatted(
            "rules: [{tool: a,   decision: \"allow\"}, {tool: 'b*', decision: deny}]\nroots: {\"\": /srv}\n"
        ),
        "rules:\n  - { tool: a, decision: allow }\n  - { tool: \"b*\", decision: deny }\nroots: { \"\": /srv }\n"
    );
}

#[test]
fn block_rules_that_fit_take_one_line() {
    assert_eq!(
        formatted(
            "rules:\n    -   tool: a\n        decision: allow\n\n\n    -   tool: b\n        decision: ask\n"
        ),
        "rules:\n  - { tool: a, decision: allow }\n\n  - { tool: b, decision: ask }\n"
    );
}

#[test]
fn long_rules_take_a_line_a_member() {
    let note = "a note that is long enough to need a line of its own, whatever else the rule says about it";
    assert_eq!(
        formatted(&format!(
            "- {{ tool: a, decision: allow, note: \"{note}\" }}"
        )),
        format!("- tool: a\n  decision: allow\n  note: \"{note}\"\n")
    );
}

#[test]
fn every_comment_stays_in_its_place() {
    let text = "# the policy\n\nroots: # where files live\n  fs: /srv # here\nrules:\n  # readers\n  - { tool: a, decision: allow } # everybody\n  - tool: \"b#c\" # not a comment: b#c\n    # why\n    decision: deny\n  # nothing else\noptions: {} # none\n# end\n";
    let written = formatted(text);
    assert_eq!(
        written,
        "# the policy\n\nroots: # where files live\n  fs: /srv # here\nrules:\n  # readers\n  - { tool: a, decision: allow } # everybody\n  - tool: \"b#c\" # not a comment: b#c\n    # why\n    decision: deny\n  # nothing else\noptions: {} # none\n# end\n"
    );
}

#[test]
fn comments_inside_flow_lists_open_them() {
    assert_eq!(
        formatted(
            "rules: [\n  { tool: a, decision: allow }, # one\n  # two\n  { tool: b, decision: deny } # three\n]\n"
        ),
        "rules:\n  - { tool: a, decision: allow } # one\n  # two\n  - { tool: b, decision: deny } # three\n"
    );
}

#[test]
fn block_scalars_keep_their_text() {
    assert_eq!(
        formatted("- tool: a\n  decision: deny\n  note: |\n    one # no comment\n    two\n"),
        "- { tool: a, decision: deny, note: \"one # no comment\\ntwo\\n\" }\n"
    );
}

#[test]
fn json_stays_json() {
    assert_eq!(
        formatted(
            "{\"rules\":[{\"tool\":\"a\",\"decision\":\"allow\"},{\"tool\":\"b\",\"decision\":\"deny\"}],\"roots\":{}}"
        ),
        "{\n  \"rules\": [\n    { \"tool\": \"a\", \"decision\": \"allow\" },\n    { \"tool\": \"b\", \"decision\": \"deny\" }\n  ],\n  \"roots\": {}\n}\n"
    );
    assert_eq!(formatted("[]"), "[]\n");
    // A number is its text: what looks equal need not be.
    assert_eq!(formatted("[1.50, 1e3, -0]"), "[1.50, 1e3, -0]\n");
}

#[test]
fn what_does_not_parse_is_left_alone() {
    let broken = format(&Source::new("t", "rules: [}"), &Limits::default());
    assert!(matches!(broken, Err(Unformattable::Faults(_))));
}

#[test]
fn a_comment_without_a_place_gets_a_line() {
    for (text, written) in [
        (
            "- { tool: a, # here\n    decision: deny }\n",
            "- tool: a # here\n  decision: deny\n",
        ),
        (
            "rules:\n  - # odd\n    tool: a\n    decision: deny\n",
            "rules:\n  # odd\n  - { tool: a, decision: deny }\n",
        ),
        (
            "- tool: # odd\n    a\n  decision: deny\n",
            "# odd\n- { tool: a, decision: deny }\n",
        ),
        (
            "note: | # odd\n  x\nroots: { # odd, too\n  }\n",
            "# odd\nnote: \"x\\n\"\n# odd, too\nroots: {}\n",
        ),
        (
            "args: [ # all\n  a, # a\n  b # b\n  # end\n] # args\nx: 1\n",
            "args: # all\n  - a # a\n  - b # b\n  # end\n# args\nx: 1\n",
        ),
        ("- [] # a\n# b\n", "- [] # a\n# b\n"),
        ("- [ # a\n  [ # b\n  x ]]\n", "# a\n# b\n- [[x]]\n"),
        ("x: 1 # a\n", "x: 1 # a\n"),
    ] {
        assert_eq!(formatted(text), written);
    }
}

#[test]
fn a_comment_keeps_its_depth() {
    for (text, written) in [
        (
            "rules:\n\n  - # why\n    tool: a\n    decision: deny\n\n  - # why, too\n    tool: b\n    decision: deny\n",
            "rules:\n\n  # why\n  - { tool: a, decision: deny }\n\n  # why, too\n  - { tool: b, decision: deny }\n",
        ),
        ("x: 1\n\nz: # odd\n  2\n", "x: 1\n\n# odd\nz: 2\n"),
        (
            "roots:\n  a: /x\n  # last\n\n# end\n",
            "roots:\n  a: /x\n  # last\n\n# end\n",
        ),
        (
            "rules:\n  - tool: a\n    decision: deny\n    # of a\n  # of the rules\n# of none\nroots: {}\n",
            "rules:\n  - tool: a\n    decision: deny\n    # of a\n  # of the rules\n# of none\nroots: {}\n",
        ),
        // A list that is not indented: what stands in its column is about what comes next.
        (
            "rules:\n- tool: a\n  decision: deny\n# about roots\nroots: {}\n",
            "rules:\n  - { tool: a, decision: deny }\n# about roots\nroots: {}\n",
        ),
        (
            "a:\n    b:\n        c: 1\n        # of b\n    # of a\n",
            "a:\n  b:\n    c: 1\n    # of b\n  # of a\n",
        ),
    ] {
        assert_eq!(formatted(text), written);
    }
}

#[test]
fn a_comment_stays_with_what_it_stands_behind() {
    assert_eq!(
        formatted(
            "rules: [{tool: a, decision: allow}, # one\n  {tool: b, decision: ask}, {tool: c, decision: ask} # two\n]\n"
        ),
        "rules:\n  - { tool: a, decision: allow } # one\n  - { tool: b, decision: ask }\n  - { tool: c, decision: ask } # two\n"
    );
    assert_eq!(
        formatted("rules: # all\n  [{tool: a, decision: allow}] # one\n"),
        "rules: # all\n  - { tool: a, decision: allow } # one\n"
    );
}

#[test]
fn a_mark_inside_quotes_begins_no_comment() {
    assert_eq!(
        formatted("a: \"x \\\" # y\" # z\nb: 'it''s # w' # v\nc: 'u' # t\nd: \"s\" # r\n"),
        "a: 'x \" # y' # z\nb: \"it's # w\" # v\nc: u # t\nd: s # r\n"
    );
}

#[test]
fn comments_behind_flow_collections_stay() {
    assert_eq!(
        formatted("a: [x, 'y'] # one\nb: { c: \"d\" } # two\ne: [ ] # three\nf: { } # four\n"),
        "a: [x, \"y\"] # one\nb: { c: d } # two\ne: [] # three\nf: {} # four\n"
    );
    assert_eq!(
        formatted("a:\n  - b # one\n  # two\nc: d\n"),
        "a:\n  - b # one\n  # two\nc: d\n"
    );
}

#[test]
fn what_cannot_be_formatted_says_why() {
    let source = Source::new("t", "a: [");
    let fault = format(&source, &Limits::default()).expect_err("no document");
    assert!(!fault.to_string().is_empty());
}

#[test]
fn documents_are_the_same_by_what_they_say() {
    let same = |left: &str, right: &str| {
        let (left, right) = (Source::new("t", left), Source::new("t", right));
        let limits = Limits::default();
        crate::format::same(
            &crate::document::parse(&left, &limits).unwrap(),
            &crate::document::parse(&right, &limits).unwrap(),
        )
    };
    let all = [
        "a: null",
        "a: true",
        "a: false",
        "a: 1",
        "a: 2",
        "a: x",
        "a: [1]",
        "a: [1, 2]",
        "a: {b: 1}",
        "a: {b: 1, c: 2}",
        "a: {c: 1}",
        "b: 1",
        "[1]",
    ];
    for (at, left) in all.iter().enumerate() {
        for (beside, right) in all.iter().enumerate() {
            assert_eq!(same(left, right), at == beside, "{left} and {right}");
        }
    }
}
