//! Globs that are names: what their author may have meant (G7).

use super::Findings;
use crate::fault::{Fault, quote};
use crate::firewall::Rule;
use crate::lint::codes;
use callgate_engine::firewall::Shape;

pub(super) fn lint(index: usize, rule: &Rule, findings: &mut Findings<'_>) {
    let globs = [
        ("tool_name_glob", &rule.tool, rule.places.tool),
        ("skill_name_glob", &rule.skill, rule.places.skill),
    ];
    for (name, glob, span) in globs {
        if let Some(help) = meant(glob) {
            findings.member(index, name, span.unwrap_or(rule.places.rule), |at| {
                let shown = quote(glob);
                let message =
                    format!("{shown} is no pattern: as written it is the literal name {shown}");
                Fault::lint(codes::LITERAL_GLOB, at, message).help(help)
            });
        }
    }
}

/// What somebody may have meant by a literal that looks like a pattern; `None` if it does not.
fn meant(glob: &str) -> Option<String> {
    let Shape::Literal(text) = Shape::of(glob) else {
        return None;
    };
    let dotted = text.starts_with('.') || text.ends_with('.');
    if !text.contains('*') && !dotted {
        return None;
    }
    Some(match guess(text) {
        Guess::Glob(glob) => format!("did you mean {}?", quote(&glob)),
        Guess::Two(start, end) => format!(
            "a star in the middle matches nothing else: write two rules, {} and {}, or a clause",
            quote(&start),
            quote(&end)
        ),
        Guess::Nothing => {
            "the patterns are `*`, `S.*`, `*.S` and `*.S.*`, and `S` holds no `*`".into()
        }
    })
}

enum Guess {
    Glob(String),
    Two(String, String),
    Nothing,
}

fn guess(text: &str) -> Guess {
    let core = text.trim_matches(['*', '.']);
    if core.is_empty() {
        // Nothing but stars and dots.
        return if text.contains('*') {
            Guess::Glob("*".into())
        } else {
            Guess::Nothing
        };
    }
    if let Some((start, end)) = core.split_once('*') {
        let (start, end) = (start.trim_end_matches('.'), end.trim_start_matches('.'));
        return if end.contains('*') {
            Guess::Nothing
        } else {
            Guess::Two(format!("{start}.*"), format!("*.{end}"))
        };
    }
    // A star, or the dot that was left of one, on either side.
    let front = text.starts_with(['*', '.']);
    let back = text.ends_with(['*', '.']);
    Guess::Glob(match (front, back) {
        (true, true) => format!("*.{core}.*"),
        (true, false) => format!("*.{core}"),
        _ => format!("{core}.*"),
    })
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn the_likely_intent() {
        for (glob, intent) in [
            ("foo*", "did you mean `foo.*`?"),
            ("*foo", "did you mean `*.foo`?"),
            ("*foo*", "did you mean `*.foo.*`?"),
            (".shell.", "did you mean `*.shell.*`?"),
            (".shell", "did you mean `*.shell`?"),
            ("shell.", "did you mean `shell.*`?"),
            ("foo.**", "did you mean `foo.*`?"),
            ("**", "did you mean `*`?"),
            ("*.*", "did you mean `*`?"),
            (".*", "did you mean `*`?"),
            ("a.b*", "did you mean `a.b.*`?"),
        ] {
            assert_eq!(meant(glob).as_deref(), Some(intent), "{glob}");
        }
        let two = meant("foo.*.bar").unwrap();
        assert!(two.contains("`foo.*`") && two.contains("`*.bar`"), "{two}");
        assert!(
            meant("*.a.*.b.*").unwrap().contains("`*.a`")
                || meant("*.a.*.b.*").unwrap().contains("`a.*`")
        );
        assert!(meant("..").unwrap().contains("the patterns are"));
    }

    #[test]
    fn patterns_and_plain_names_are_what_they_say() {
        for glob in [
            "",
            "*",
            "foo.*",
            "*.foo",
            "*.foo.*",
            "shell.exec",
            "?",
            "[x]",
            "{a,b}",
            "a..b",
        ] {
            assert_eq!(meant(glob), None, "{glob}");
        }
    }
}
