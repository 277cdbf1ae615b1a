//! How formatted documents look: which comments and blank lines stay where, and what is written
//! on one line.

#![expect(clippy::panic, reason = "a test that cannot go on stops")]

use callgate_compiler::format::format;
use callgate_compiler::{Limits, Source};

fn formatted(text: &str) -> String {
    let written = format(&Source::new("p", text), &Limits::default());
    written.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Formatting leaves it as it is.
const SAME: &str = "";

/// Name, document, formatted document.
const ROWS: &[(&str, &str, &str)] = &[
    (
        "rules in brackets, each on a line",
        r#"[{"tool":"a","decision":"allow"},{"tool":"b","decision":"deny"}]
"#,
        r#"[
  { "tool": "a", "decision": "allow" },
  { "tool": "b", "decision": "deny" }
]
"#,
    ),
    (
        "no rules at all",
        r#"[]
"#,
        SAME,
    ),
    (
        "a list of nothing below a comment",
        r#"# none yet
[]
"#,
        SAME,
    ),
    (
        "an object of nothing below a comment",
        r#"# none yet
{}
"#,
        SAME,
    ),
    (
        "a comment beside a list of nothing",
        r#"# none yet
[] # really
"#,
        SAME,
    ),
    (
        "a comment inside of the first list",
        r#"rules:
  - args:
      # why
      - x
      - y
    tool: a
"#,
        r#"rules:
  - args:
      # why
      - x
      - "y"
    tool: a
"#,
    ),
    (
        "comments behind a dash and at the end of a list",
        r#"rules:
  - # head
    args:
      - x # beside
      # last
    tool: a
"#,
        r#"rules:
  # head
  - args:
      - x # beside
      # last
    tool: a
"#,
    ),
    (
        "a last comment, and one before all",
        r#"# head
- tool: a
  args:
    - x
    # last
- tool: b
"#,
        r#"# head
- tool: a
  args:
    - x
    # last
- { tool: b }
"#,
    ),
    (
        "a last comment behind one that stands beside",
        r#"# head
- tool: a
  args:
    - 'x' # beside
    # last
- tool: b
"#,
        r#"# head
- tool: a
  args:
    - x # beside
    # last
- { tool: b }
"#,
    ),
    (
        "a last comment inside of brackets",
        r#"# head
- tool: a
  args: [x, y
  # last
  ]
- tool: b
"#,
        r#"# head
- tool: a
  args:
    - x
    - "y"
    # last
- { tool: b }
"#,
    ),
    (
        "comments between rules in brackets",
        r#"rules: [
  { tool: a, decision: allow }, # one
  { tool: b, decision: allow }
  # last
]
"#,
        r#"rules:
  - { tool: a, decision: allow } # one
  - { tool: b, decision: allow }
  # last
"#,
    ),
    (
        "a last comment in the first column inside of brackets",
        r#"rules: [
  { tool: a, decision: allow },
# last
]
"#,
        r#"rules:
  - { tool: a, decision: allow }
  # last
"#,
    ),
    (
        "a blank line inside of brackets",
        r#"args: [
  x-y,

  z,
# last
]
b: 1
"#,
        r#"args:
  - x-y

  - z
  # last
b: 1
"#,
    ),
    (
        "a blank line behind a dash",
        r#"rules:
  -

    tool: a
    decision: allow
    note: a note that is so long that no line of a hundred columns can hold it beside the rest of it
"#,
        SAME,
    ),
    (
        "a long example inside of a rule",
        r#"rules:
  - tool: a
    decision: allow
    match:
      - path: a path that is so long that no line of a hundred columns can hold it beside the rest
        command: git
      - path: b
"#,
        r#"rules:
  - tool: a
    decision: allow
    match:
      - path: a path that is so long that no line of a hundred columns can hold it beside the rest
        command: git
      - { path: b }
"#,
    ),
    (
        "lists inside of lists",
        r#"- - - tool: a path that is so long that no line of a hundred columns can hold it beside the rest
      command: git
"#,
        SAME,
    ),
    (
        "comments beside quotes",
        r#"- "a" # c
- ["b"] # d
"#,
        r#"- a # c
- [b] # d
"#,
    ),
    (
        "a comment behind the last of an inner list",
        r#"- match:
    - "a"   # c
  # own
- b: "x"   # d
"#,
        r#"- match: [a] # c
  # own
- { b: x } # d
"#,
    ),
    (
        "a list that fits on one line keeps the comment beside its end",
        r#"a:
  - x
  - 'y' # beside
# top
b: 1
"#,
        r#"a: [x, "y"] # beside
# top
b: 1
"#,
    ),
    (
        "nothing in lists",
        r#"- {}
- []
# end
"#,
        SAME,
    ),
    (
        "nothing in members",
        r#"a: {} # x
b: [ ] # y
"#,
        r#"a: {} # x
b: [] # y
"#,
    ),
    (
        "a comment between a name and its only member",
        r#"a:
  # c
  b: a text that is so long that no line of a hundred columns can hold it beside the rest of it, no
  # end
c: 1
"#,
        r#"a:
  # c
  b: "a text that is so long that no line of a hundred columns can hold it beside the rest of it, no"
  # end
c: 1
"#,
    ),
    (
        "comments behind the dash of what comes next",
        r#"- args:
    - x
- # one
    # two
  b: 1
"#,
        r#"- { args: [x] }
# one
# two
- { b: 1 }
"#,
    ),
];

#[test]
fn documents_as_they_are_written() {
    for &(name, text, expected) in ROWS {
        let expected = if expected == SAME { text } else { expected };
        assert_eq!(formatted(text), expected, "{name}");
        assert_eq!(formatted(expected), expected, "{name}, again");
    }
}

/// A value of JSON stands on one line where that has no more than a hundred columns, with the
/// comma behind it.
#[test]
fn json_lines_have_a_hundred_columns_at_most() {
    for (indent, columns) in [2, 4, 6]
        .iter()
        .flat_map(|at| (94..106).map(move |to| (*at, to)))
    {
        let spaces = " ".repeat(indent);
        for name in [1, 2, 9] {
            let name = "k".repeat(name);
            // What a line has beside the text.
            let value = "x".repeat(columns - indent - name.len() - 9);
            let mut text = format!("{{\"{name}\":[\"{value}\"],\"z\":1}}");
            for _ in 1..indent / 2 {
                text = format!("{{\"a\":{text}}}");
            }
            let line = format!("{spaces}\"{name}\": [\"{value}\"],");
            assert_eq!(line.len(), columns);
            let written = formatted(&text);
            let whole = written.lines().any(|each| each == line);
            assert_eq!(whole, columns <= 100, "{written}");
        }
        let value = "x".repeat(columns - indent - 5);
        let mut text = format!("[[\"{value}\"],1]");
        for _ in 1..indent / 2 {
            text = format!("[{text}]");
        }
        let line = format!("{spaces}[\"{value}\"],");
        let written = formatted(&text);
        let whole = written.lines().any(|each| each == line);
        // With a line shorter still the list around it fits on one, too.
        assert_eq!(whole, (98..=100).contains(&columns), "{written}");
    }
}
