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

/// Longer names are nobody's slip of the hand.
const LONGEST: usize = 24;

/// What a name that no member has was meant to be: a word for it, or one slip of the hand. Does
/// not allocate for a name that is near none.
pub(super) fn near(name: &str) -> Option<Near> {
    // What anybody records beside a call, and one letter from `stage`.
    if name.len() > LONGEST || name == "state" {
        return None;
    }
    let folded = Folded::of(name);
    let known = |&&(known, words): &&(&'static str, &[&str])| {
        words.contains(&name) || folded.is_near(&Folded::of(known))
    };
    let &(meant, _) = MEANT.iter().find(known)?;
    Some(Near {
        written: name.into(),
        meant,
        same: name.eq_ignore_ascii_case(meant),
    })
}

/// A short name without case, `_` and `-`.
struct Folded {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Folded {
    fn of(name: &str) -> Self {
        let mut folded = Self {
            bytes: [0; LONGEST],
            length: 0,
        };
        let plain = name.bytes().filter(|byte| !matches!(byte, b'_' | b'-'));
        for (place, byte) in folded.bytes.iter_mut().zip(plain) {
            *place = byte.to_ascii_lowercase();
            folded.length += 1;
        }
        folded
    }

    fn text(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Whether two are at most one slip apart: a letter more, less or another, two neighbours
    /// swapped.
    fn is_near(&self, other: &Self) -> bool {
        let (left, right) = (self.text(), other.text());
        let same = |(a, b): &(&u8, &u8)| a == b;
        let start = left.iter().zip(right).take_while(same).count();
        let rest = left.len().min(right.len()) - start;
        let ends = left.iter().rev().zip(right.iter().rev());
        let end = ends.take(rest).take_while(same).count();
        let middle = |text: &'_ [u8]| text.len() - end - start;
        match (middle(left), middle(right)) {
            (0 | 1, 0 | 1) => true,
            (2, 2) => {
                let byte = |text: &[u8], at: usize| text.get(start + at).copied();
                byte(left, 0) == byte(right, 1) && byte(left, 1) == byte(right, 0)
            }
            _ => false,
        }
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
