//! Wrappers and runners with their options: data, each entry with its source.
//!
//! Short options are written as getopt does: `x` a flag, `x:` with a value, `x::` with an
//! attached optional value. A long option names the short one it stands for; one without a
//! short form has a capital or sign of its own there. An option that is not listed makes what
//! follows unidentifiable, so the tables may be incomplete but not wrong.

/// How a program starts another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// Runs the rest of its argv and adds nothing (S2).
    Wrapper,
    /// Changes as whom, where or how often something runs (S3).
    Runner,
}

/// What follows the options and operands of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// A program and its argv.
    Argv,
    /// Words joined by spaces, for a shell.
    Text,
    /// The `-exec` clauses of find.
    Find,
    /// A command template up to `:::`, for a shell.
    Parallel,
    /// `-x` and `-X` clauses (fd).
    Clauses,
    /// A user, then arguments of that user's shell.
    User,
}

/// What an option does besides being skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// The tool only reports something and starts nothing.
    Nothing,
    /// What follows cannot be told.
    Unreadable,
    /// Its value is shell text, and no program follows.
    Text,
    /// What would be shell text is a program and its argv.
    Exec,
    /// What would be a program and its argv goes through a shell.
    ViaShell,
    /// Its value sets something: only some settings start nothing of their own (ssh_config(5)).
    Setting,
    /// Its value, in the words of the program, stands for input (xargs).
    Replace,
    /// Priorities become optional (chrt).
    MayOmit,
}

/// A value of a long option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// None.
    Nothing,
    /// Attached with `=` or the next argument.
    Value,
    /// Attached with `=` or not there.
    Optional,
}

/// A wrapper or runner.
#[derive(Debug)]
pub(super) struct Tool {
    /// Its basename.
    pub(super) name: &'static str,
    /// Whether it is seen through.
    pub(super) seen: Seen,
    /// Short options.
    pub(super) short: &'static str,
    /// Long options, without dashes.
    pub(super) long: &'static [(&'static str, char, Takes)],
    /// Options that do something.
    pub(super) acts: &'static [(char, Act)],
    /// Operands before the program.
    pub(super) operands: u8,
    /// Whether `NAME=value` words may stand before the program.
    pub(super) assignments: bool,
    /// Whether `-5` is an option.
    pub(super) digits: bool,
    /// What follows.
    pub(super) rest: Rest,
}

mod more_runners;
mod runners;
mod wrappers;

pub(super) use more_runners::MORE_RUNNERS;
pub(super) use runners::RUNNERS;
pub(super) use wrappers::WRAPPERS;

const BASE: Tool = Tool {
    name: "",
    seen: Seen::Wrapper,
    short: "",
    long: &[],
    acts: &[],
    operands: 0,
    assignments: false,
    digits: false,
    rest: Rest::Argv,
};

const RUNNER: Tool = Tool {
    seen: Seen::Runner,
    ..BASE
};

/// Settings of ssh_config(5) that run nothing on this machine.
pub(super) static SETTINGS: &[&str] = &[
    "BatchMode",
    "Compression",
    "ConnectTimeout",
    "ConnectionAttempts",
    "ForwardAgent",
    "HostName",
    "IdentitiesOnly",
    "IdentityFile",
    "LogLevel",
    "PasswordAuthentication",
    "Port",
    "PreferredAuthentications",
    "ServerAliveCountMax",
    "ServerAliveInterval",
    "StrictHostKeyChecking",
    "User",
    "UserKnownHostsFile",
];

/// The wrapper or runner of a name.
pub(super) fn tool(name: &str) -> Option<&'static Tool> {
    [WRAPPERS, RUNNERS, MORE_RUNNERS]
        .into_iter()
        .find_map(|tools| {
            let at = tools.binary_search_by(|tool| tool.name.cmp(name)).ok()?;
            tools.get(at)
        })
}

#[cfg(test)]
mod tests {
    use super::{MORE_RUNNERS, RUNNERS, Seen, WRAPPERS, tool};

    #[test]
    fn every_tool_is_found_by_its_name() {
        for known in [WRAPPERS, RUNNERS, MORE_RUNNERS].into_iter().flatten() {
            assert!(
                tool(known.name).is_some_and(|found| std::ptr::eq(found, known)),
                "{} is out of order",
                known.name
            );
        }
        assert!(tool("git").is_none());
        assert!(WRAPPERS.iter().all(|known| known.seen == Seen::Wrapper));
    }

    #[test]
    fn long_options_and_acts_stand_for_one_thing() {
        for known in [WRAPPERS, RUNNERS, MORE_RUNNERS].into_iter().flatten() {
            for (at, (name, ..)) in known.long.iter().enumerate() {
                let again = known
                    .long
                    .iter()
                    .skip(at + 1)
                    .any(|(other, ..)| other == name);
                assert!(!again, "--{name} of {} stands twice", known.name);
            }
            for (letter, _) in known.acts {
                let listed = known.short.contains(*letter)
                    || known.long.iter().any(|(_, stands, _)| stands == letter);
                assert!(listed, "-{letter} of {} is no option", known.name);
            }
        }
    }
}
