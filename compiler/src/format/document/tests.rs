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
        "# the policy\n\nroots: # where files live\n  fs: /srv # here\nrules:\n  # readers\n  - { tool: a, decision: allow } # everybody\n  - tool: \"b#c\" # not a comment: b#c\n    # why\n    decision: deny\n# nothing else\noptions: {} # none\n# end\n"
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
            "args: # all\n  - a # a\n  - b # b\n# end\n# args\nx: 1\n",
        ),
        ("- [] # a\n# b\n", "- [] # a\n# b\n"),
        ("- [ # a\n  [ # b\n  x ]]\n", "# a\n# b\n- [[x]]\n"),
        ("x: 1 # a\n", "x: 1 # a\n"),
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
