//! Members of a line that no call has and that were probably meant for one: passed over in
//! silence, the call would be decided without its arguments.

use std::borrow::Cow;

/// What each member of a call is called by others.
const MEANT: &[(&str, &[&str])] = &[
    (
        "tool",
        &[
            "name",
            "tool_name",
            "toolName",
            "tool-name",
            "function",
            "function_name",
        ],
    ),
    (
        "args",
        &[
            "argument",
            "arguments",
            "param",
            "params",
            "parameters",
            "input",
            "inputs",
            "tool_input",
            "toolInput",
            "tool_args",
            "toolArgs",
            "raw-args",
            "raw_args",
            "raw-args-base64",
            "kwargs",
            "argv",
        ],
    ),
    ("stage", &["surface"]),
    ("skill", &["skill_name", "skillName"]),
    ("destination", &["dest", "dst"]),
    (
        "resolved",
        &[
            "ip",
            "ips",
            "addresses",
            "resolved_ip",
            "resolved_ips",
            "resolvedIps",
            "resolved_addresses",
        ],
    ),
    ("spent_cents", &["spent", "cost_cents", "cents"]),
];

/// A member that is not read.
#[derive(Debug)]
pub(super) struct Near {
    /// Its name.
    pub(super) written: Box<str>,
    /// The member that it was probably meant to be.
    pub(super) meant: &'static str,
    /// Whether it is the same but for case, so that some readers take it for that member.
    pub(super) same: bool,
}

/// What a name that no member has was meant to be: a word for it, or one slip of the hand.
pub(super) fn near(name: &str) -> Option<Near> {
    // What anybody records beside a call, and one letter from `stage`.
    if name.len() > 24 || name == "state" {
        return None;
    }
    let known =
        |&&(known, words): &&(&'static str, &[&str])| words.contains(&name) || is_near(name, known);
    let &(meant, _) = MEANT.iter().find(known)?;
    Some(Near {
        written: name.into(),
        meant,
        same: name.eq_ignore_ascii_case(meant),
    })
}

/// Whether two names are at most one slip apart: a letter more, less or another, two neighbours
/// swapped; case, `_` and `-` ignored. Does not allocate, linear.
fn is_near(name: &str, known: &str) -> bool {
    let fold = |text: &str| {
        let bytes: Vec<u8> = text
            .bytes()
            .filter(|byte| !matches!(byte, b'_' | b'-'))
            .map(|byte| byte.to_ascii_lowercase())
            .collect();
        bytes
    };
    if name.len().abs_diff(known.len()) > 3 {
        return false;
    }
    let (name, known) = (fold(name), fold(known));
    let start = name.iter().zip(&known).take_while(|(a, b)| a == b).count();
    let rest = name.len().min(known.len()) - start;
    let (ends, known_ends) = (name.iter().rev(), known.iter().rev());
    let end = ends
        .zip(known_ends)
        .take(rest)
        .take_while(|(a, b)| a == b)
        .count();
    let middle = |text: &[u8]| text.get(start..text.len() - end).map(<[u8]>::to_vec);
    match (middle(&name).as_deref(), middle(&known).as_deref()) {
        (Some(left), Some(right)) if left.len() <= 1 && right.len() <= 1 => true,
        (Some([a, b]), Some([c, d])) => a == d && b == c,
        _ => false,
    }
}

impl Near {
    /// What to say about it.
    pub(super) fn message(&self) -> String {
        let written = callgate::compiler::fault::quote(&self.written);
        format!("a call has no member {written}")
    }

    /// What to write instead.
    pub(super) fn help(&self) -> Cow<'static, str> {
        Cow::Owned(match (self.meant, self.written.starts_with("raw-")) {
            ("args", true) => {
                "that is a member of case files: write the arguments as `args`".to_owned()
            }
            (meant, _) => format!("write `{meant}` if that is meant, or take it out"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn slips_and_other_words_are_near() {
        for (written, meant) in [
            ("arg", "args"),
            ("agrs", "args"),
            ("Args", "args"),
            ("argss", "args"),
            ("parameters", "args"),
            ("raw-args", "args"),
            ("tol", "tool"),
            ("Tool", "tool"),
            ("tool_name", "tool"),
            ("dest", "destination"),
            ("destinaton", "destination"),
            ("spentCents", "spent_cents"),
            ("spent-cents", "spent_cents"),
            ("stge", "stage"),
            ("ips", "resolved"),
        ] {
            assert_eq!(
                near(written).map(|near| near.meant),
                Some(meant),
                "{written}"
            );
        }
    }

    #[test]
    fn what_a_recording_carries_beside_a_call_is_not() {
        for name in [
            "time", "ts", "session", "user", "decision", "state", "why", "id", "agent", "cwd",
            "model", "tags", "usage", "result", "host", "url", "cost", "role", "type", "", "at",
        ] {
            assert!(near(name).is_none(), "{name}");
        }
    }
}
