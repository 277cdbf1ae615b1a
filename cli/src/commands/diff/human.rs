//! Changes for people.

use super::Report;
use crate::html::grouped;
use crate::policy::Policy;
use crate::render::{BOLD, DIM, word_style};
use crate::replay::{Change, Group, Side};
use crate::rule_text::Place;
use crate::safe::Short;
use std::io::{self, Write};

/// How many groups of a kind are shown unless all are asked for.
const GROUPS: usize = 20;
/// How much of a rule is shown, in characters.
const SHOWN: usize = 100;

impl Report<'_> {
    pub(super) fn human(&self, out: &mut dyn Write) -> io::Result<()> {
        for change in Change::ALL {
            let groups = self.groups.iter().filter(|group| group.change == change);
            let groups: Vec<&Group> = groups.collect();
            if groups.is_empty() {
                continue;
            }
            let title = match change {
                Change::Weaker => "Weaker",
                Change::Stronger => "Stronger",
                Change::OtherRule => "The same, by another rule",
            };
            let calls = self.count(change);
            writeln!(out, "{BOLD}{title}: {}{BOLD:#}", calls_of(calls))?;
            let most = if self.all { usize::MAX } else { GROUPS };
            for group in groups.iter().take(most) {
                self.group(out, group)?;
            }
            if groups.len() > most {
                let more = groups.len() - most;
                writeln!(
                    out,
                    "  {DIM}and {more} more groups; --all shows them{DIM:#}"
                )?;
            }
            writeln!(out)?;
        }
        let count = |change| self.count(change);
        let (weaker, stronger) = (count(Change::Weaker), count(Change::Stronger));
        let other = count(Change::OtherRule);
        let same = self.changes.calls - weaker - stronger - other;
        writeln!(
            out,
            "{}: {} weaker, {} stronger, {} by another rule, {} unchanged",
            calls_of(self.changes.calls),
            grouped(weaker),
            grouped(stronger),
            grouped(other),
            grouped(same)
        )?;
        self.changes.no_calls.human(out)
    }

    fn group(&self, out: &mut dyn Write, group: &Group) -> io::Result<()> {
        let (old, new) = (word_style(group.old.word), word_style(group.new.word));
        writeln!(
            out,
            "  {:>9}  {old}{}{old:#} → {new}{}{new:#}",
            grouped(group.lines.len() as u64),
            group.old.word.as_str(),
            group.new.word.as_str()
        )?;
        side(out, "was", self.old, group.old)?;
        side(out, "now", self.new, group.new)?;
        for (line, call) in &group.examples {
            writeln!(out, "             {DIM}line {line}: {call}{DIM:#}")?;
        }
        let hidden = group.lines.len() - group.examples.len().min(group.lines.len());
        if self.all && hidden > 0 {
            let lines: Vec<String> = group.lines.iter().map(u64::to_string).collect();
            writeln!(out, "             {DIM}lines {}{DIM:#}", lines.join(" "))?;
        } else if hidden > 0 {
            let hidden = grouped(hidden as u64);
            writeln!(out, "             {DIM}and {hidden} more{DIM:#}")?;
        }
        Ok(())
    }
}

fn side(out: &mut dyn Write, when: &str, policy: &Policy, side: Side) -> io::Result<()> {
    match side.rule() {
        None => writeln!(out, "             {when} decided by no rule"),
        Some(rule) => {
            let text = policy.text(rule);
            let place = Place(policy, rule);
            writeln!(
                out,
                "             {when} {}  {DIM}{place}{DIM:#}",
                Short(&text, SHOWN)
            )
        }
    }
}

fn calls_of(count: u64) -> String {
    format!(
        "{} call{}",
        grouped(count),
        if count == 1 { "" } else { "s" }
    )
}
