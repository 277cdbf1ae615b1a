//! How a run ends.

use crate::safe::Safe;
use std::io;
use std::process::ExitCode;

/// The exit codes, as `--help` shows them.
pub(crate) const HELP: &str = "\
Exit codes:
  0  everything is as it should be
  1  something was found: a fault, a failing case, a line that is no call
  2  nothing could be done: a file that cannot be read, a wrong option, a policy with faults
     where a policy is needed to go on
  141  whoever read the output went away before it ended (as `head` does): what was found is
     not known";

/// How a run that went through ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Nothing to report.
    Clean,
    /// Something was found, and said.
    Found,
    /// Some input was unusable, and that was said.
    Unusable,
    /// Nobody reads the output to its end: whether anything was found is not known.
    Unread,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Clean => 0,
            Exit::Found => 1,
            Exit::Unusable => 2,
            // What a shell shows for a program that the closed pipe ended.
            Exit::Unread => 141,
        })
    }
}

/// Why a run could not go on.
#[derive(Debug)]
pub(crate) enum Stop {
    /// An input that cannot be used, by the name people know it by.
    Unusable {
        /// A file name, or an option.
        name: String,
        /// What is wrong with it, as a sentence without a final stop.
        why: String,
    },
    /// Standard output cannot be written.
    Output(io::Error),
    /// It was said already.
    Said(Exit),
}

impl Stop {
    /// An input that cannot be used.
    pub(crate) fn unusable(name: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Unusable {
            name: name.into(),
            why: why.into(),
        }
    }

    /// Says on standard error why the run stopped. A reader that went away (`| head`) is no
    /// error and gets no words, but no success either: a check that was cut off proves nothing.
    pub(crate) fn report(self) -> Exit {
        match self {
            Self::Unusable { name, why } => {
                anstream::eprintln!("{}: {}: {why}", crate::render::label("error"), Safe(&name));
                Exit::Unusable
            }
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Unread,
            Self::Output(error) => {
                anstream::eprintln!(
                    "{}: standard output: {error}",
                    crate::render::label("error")
                );
                Exit::Unusable
            }
            Self::Said(exit) => exit,
        }
    }
}

impl From<io::Error> for Stop {
    /// Errors without a name of their own are those of writing results.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
