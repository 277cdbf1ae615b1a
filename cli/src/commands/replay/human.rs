//! Counts for people.

use super::Report;
use crate::html::{grouped, percent};
use crate::render::{BOLD, DIM, RED, word_style};
use crate::replay::Word;
use crate::rule_text::Place;
use crate::safe::Short;
use std::io::{self, Write};

/// How many rows of a table are shown unless all are asked for.
const ROWS: usize = 20;
/// How much of a rule or a name is shown, in characters.
const SHOWN: usize = 100;

impl Report<'_> {
    pub(super) fn human(&self, out: &mut dyn Write) -> io::Result<()> {
        let tally = self.tally;
        let total = tally.calls();
        let calls = if total == 1 { "call" } else { "calls" };
        writeln!(out, "{BOLD}{} {calls}{BOLD:#}", grouped(total))?;
        for (word, &count) in Word::all()
            .zip(&tally.words)
            .filter(|(_, count)| **count > 0)
        {
            let style = word_style(word);
            let (share, word) = (percent(count, total), word.as_str());
            writeln!(
                out,
                "  {:>11}  {share:>6}  {style}{word}{style:#}",
                grouped(count)
            )?;
        }
        let unknown = tally.reasons.get("unevaluable-path").copied().unwrap_or(0);
        if unknown > 0 {
            let rest = if unknown == 1 {
                "one rests"
            } else {
                "of them rest"
            };
            let count = if unknown == 1 {
                String::new()
            } else {
                format!("{} ", grouped(unknown))
            };
            writeln!(
                out,
                "  {count}{rest} on something that could not be read (unevaluable-path)"
            )?;
        }
        self.unreadable(out)?;
        self.by_rule(out, total)?;
        self.by_tool(out)
    }

    fn unreadable(&self, out: &mut dyn Write) -> io::Result<()> {
        let tally = self.tally;
        if tally.unnamed > 0 {
            let count = grouped(tally.unnamed);
            writeln!(out, "  {count} without a tool name that can be read")?;
        }
        tally.no_calls.human(out)
    }

    fn most(&self) -> usize {
        if self.all { usize::MAX } else { ROWS }
    }

    fn more(&self, out: &mut dyn Write, rows: usize) -> io::Result<()> {
        match rows.checked_sub(self.most()) {
            Some(more) if more > 0 => {
                writeln!(
                    out,
                    "  {DIM}and {} more; --all shows them{DIM:#}",
                    grouped(more as u64)
                )
            }
            _ => Ok(()),
        }
    }

    fn by_rule(&self, out: &mut dyn Write, total: u64) -> io::Result<()> {
        let (hit, never) = self.rules();
        if !hit.is_empty() {
            writeln!(out, "\n{BOLD}Calls by the rule that decides{BOLD:#}")?;
        }
        for &(rule, count) in hit.iter().take(self.most()) {
            let text = self.policy.text(rule);
            writeln!(
                out,
                "  {:>11}  {:>6}  {}  {DIM}{}{DIM:#}",
                grouped(count),
                percent(count, total),
                Short(&text, SHOWN),
                Place(self.policy, rule)
            )?;
        }
        self.more(out, hit.len())?;
        if !never.is_empty() {
            let count = never.len() as u64;
            writeln!(
                out,
                "\n{BOLD}Rules that decide none: {}{BOLD:#}",
                grouped(count)
            )?;
        }
        for &rule in never.iter().take(self.most()) {
            let text = self.policy.text(rule);
            let place = Place(self.policy, rule);
            writeln!(out, "  {}  {DIM}{place}{DIM:#}", Short(&text, SHOWN))?;
        }
        self.more(out, never.len())
    }

    fn by_tool(&self, out: &mut dyn Write) -> io::Result<()> {
        let tools = self.tally.by_calls();
        if !tools.is_empty() {
            writeln!(out, "\n{BOLD}Calls by tool{BOLD:#}")?;
        }
        for (name, tool) in tools.iter().take(self.most()) {
            write!(
                out,
                "  {:>11}  {}",
                grouped(tool.calls()),
                Short(name, SHOWN)
            )?;
            let mut gap = ": ";
            for (word, &count) in Word::all()
                .zip(&tool.words)
                .filter(|(_, count)| **count > 0)
            {
                let style = word_style(word);
                write!(
                    out,
                    "{gap}{} {style}{}{style:#}",
                    grouped(count),
                    word.as_str()
                )?;
                gap = ", ";
            }
            writeln!(out)?;
        }
        self.more(out, tools.len())?;
        let undecided: Vec<_> = tools
            .into_iter()
            .filter(|(_, tool)| tool.undecided > 0)
            .collect();
        if undecided.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{BOLD}Tools with calls that no rule decides{BOLD:#}")?;
        for (name, tool) in undecided.iter().take(self.most()) {
            let count = grouped(tool.undecided);
            write!(out, "  {count:>11}  {}: ", Short(name, SHOWN))?;
            let speak = self.coverage.speak(name, tool, usize::MAX);
            if speak.is_empty() {
                writeln!(out, "{RED}a gap{RED:#}, no rule speaks about it")?;
                continue;
            }
            write!(out, "covered by ")?;
            let places: Vec<String> = speak
                .iter()
                .take(4)
                .map(|&rule| Place(self.policy, rule).to_string())
                .collect();
            write!(out, "{}", places.join(", "))?;
            match speak.len().checked_sub(4) {
                Some(more) if more > 0 => writeln!(out, " and {more} more")?,
                _ => writeln!(out)?,
            }
        }
        self.more(out, undecided.len())
    }
}
