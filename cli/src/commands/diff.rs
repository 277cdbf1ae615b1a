//! `callgate diff`: what changes between two policies, over a recording.

mod html;
mod human;
mod json;

use super::reading::{Reading, one_standard_input};
use crate::exit::{Exit, Stop};
use crate::output;
use crate::policy::Policy;
use crate::replay::{Change, Changes, Group, Texts, fold};

/// Show every recorded call that a change of policy decides differently
///
/// Calls are grouped by what the old and the new policy say and by which rule; the weaker
/// first. Weaker and stronger follow the order allow, audit, ask, sanitize, pending_approval,
/// deny. A rule is the same rule where everything that decides is the same, wherever it stands.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate diff old.yaml new.yaml calls.jsonl
  callgate diff old.yaml new.yaml calls.jsonl --fail-on weaker
  git show HEAD:policy.yaml | callgate diff - policy.yaml calls.jsonl --html diff.html")]
pub(crate) struct Args {
    /// The policy before; `-` is standard input
    old: String,
    /// The policy after; `-` is standard input
    new: String,
    /// The recording, one call a line; `-` is standard input
    calls: String,
    /// End with exit code 1 if some call is decided weaker, stronger, or differs at all
    #[arg(long, value_enum, value_name = "CHANGE")]
    fail_on: Option<FailOn>,
    /// How changes are written
    #[arg(long, value_enum, default_value = "human")]
    format: output::Format,
    /// Write a report for a browser, too: one file that fetches nothing
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Show every group and every line
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// Something got weaker
    Weaker,
    /// Something got stronger
    Stronger,
    /// Something changed, be it the deciding rule alone
    Changed,
}

impl FailOn {
    fn fails(self, change: Change) -> bool {
        match self {
            Self::Weaker => change == Change::Weaker,
            Self::Stronger => change == Change::Stronger,
            Self::Changed => true,
        }
    }
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    one_standard_input([&*args.old, &*args.new, &*args.calls])?;
    let limits = args.reading.limits();
    let old = Policy::load(&args.old, limits)?;
    let new = Policy::load(&args.new, limits)?;
    args.reading.checks_for(&[&old, &new])?;
    let checks = args.reading.checks();
    let texts = Texts::of(&old, &new);
    let parts = fold(&args.calls, &limits, || {
        Changes::new((&old, &new), &texts, &checks, limits)
    })?;
    let Some((changes, groups)) = Changes::merge(parts) else {
        return Err(Stop::unusable(&args.calls, "holds no calls"));
    };
    let report = Report {
        old: &old,
        new: &new,
        calls: &args.calls,
        changes: &changes,
        groups: &groups,
        all: args.all,
    };
    if let Some(path) = &args.html {
        output::write_file(path, &report.html())?;
    }
    output::show(args.format, |out| report.human(out), || report.json())?;
    let failed = args
        .fail_on
        .is_some_and(|on| groups.iter().any(|group| on.fails(group.change)));
    Ok(if failed || changes.no_calls.count() > 0 {
        Exit::Found
    } else {
        Exit::Clean
    })
}

/// What changes, and between what.
struct Report<'a> {
    old: &'a Policy,
    new: &'a Policy,
    calls: &'a str,
    changes: &'a Changes<'a>,
    groups: &'a [Group],
    all: bool,
}

impl Report<'_> {
    /// How many calls change in a way.
    fn count(&self, change: Change) -> u64 {
        let groups = self.groups.iter().filter(|group| group.change == change);
        groups.map(|group| group.lines.len() as u64).sum()
    }
}
