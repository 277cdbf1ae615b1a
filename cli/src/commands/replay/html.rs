//! Counts for a browser.

use super::Report;
use crate::html::{Escaped, Page, bar, code, grouped, label, percent, plain_bar};
use crate::replay::Word;

/// How many rows of a table a page holds.
const ROWS: usize = 1000;

impl Report<'_> {
    pub(super) fn html(&self) -> String {
        let tally = self.tally;
        let total = tally.calls();
        let about = format!("{} over {}", self.policy.name, self.calls);
        let mut page = Page::new("Replay", &about);
        let mut figures = vec![(grouped(total), "calls", "")];
        for (word, &count) in Word::all()
            .zip(&tally.words)
            .filter(|(_, count)| **count > 0)
        {
            figures.push((grouped(count), word.as_str(), word.as_str()));
        }
        if tally.no_calls.count() > 0 {
            figures.push((
                grouped(tally.no_calls.count()),
                "lines that are no calls",
                "deny",
            ));
        }
        page.figures(&figures);
        page.split(&tally.words);
        let unknown = tally.reasons.get("unevaluable-path").copied().unwrap_or(0);
        if unknown > 0 {
            let share = percent(unknown, total);
            page.text(&format!(
                "{} decisions ({share}) rest on something that could not be read.",
                grouped(unknown)
            ));
        }
        self.rule_tables(&mut page, total);
        self.tool_tables(&mut page);
        page.finish()
    }

    fn rule_tables(&self, page: &mut Page, total: u64) {
        let (hit, never) = self.rules();
        page.section("Calls by the rule that decides");
        let most = hit.first().map_or(0, |&(_, count)| count);
        let rows: Vec<Vec<String>> = hit
            .iter()
            .take(ROWS)
            .map(|&(rule, count)| {
                vec![
                    grouped(count),
                    percent(count, total),
                    plain_bar(count, most),
                    code(&self.policy.text(rule)),
                    self.line(rule),
                ]
            })
            .collect();
        let heads = [
            ("calls", "number"),
            ("share", "number"),
            ("", "chart"),
            ("rule", ""),
            ("line", "place"),
        ];
        page.table(&heads, &rows);
        self.cut(page, hit.len());
        if never.is_empty() {
            return;
        }
        page.section(&format!("Rules that decide none: {}", never.len()));
        let rows: Vec<Vec<String>> = never
            .iter()
            .take(ROWS)
            .map(|&rule| vec![code(&self.policy.text(rule)), self.line(rule)])
            .collect();
        page.table(&[("rule", ""), ("line", "place")], &rows);
        self.cut(page, never.len());
    }

    fn tool_tables(&self, page: &mut Page) {
        let tools = self.tally.by_calls();
        page.section("Calls by tool");
        let most = tools.first().map_or(0, |(_, tool)| tool.calls());
        let rows: Vec<Vec<String>> = tools
            .iter()
            .take(ROWS)
            .map(|(name, tool)| {
                let said = Word::all()
                    .zip(&tool.words)
                    .filter(|(_, count)| **count > 0);
                let said: Vec<String> = said
                    .map(|(word, &count)| format!("{} {}", grouped(count), word.as_str()))
                    .collect();
                vec![
                    grouped(tool.calls()),
                    bar(&tool.words, most, 200, 12),
                    code(name),
                    Escaped(&said.join(", ")).to_string(),
                ]
            })
            .collect();
        let heads = [
            ("calls", "number"),
            ("", "chart"),
            ("tool", ""),
            ("decisions", ""),
        ];
        page.table(&heads, &rows);
        self.cut(page, tools.len());
        let undecided: Vec<_> = tools
            .into_iter()
            .filter(|(_, tool)| tool.undecided > 0)
            .collect();
        if undecided.is_empty() {
            return;
        }
        page.section("Tools with calls that no rule decides");
        let rows: Vec<Vec<String>> = undecided
            .iter()
            .take(ROWS)
            .map(|(name, tool)| {
                let speak = self.coverage.speak(name, tool, 12);
                let (word, by) = if speak.is_empty() {
                    ("gap", "no rule speaks about it".to_owned())
                } else {
                    let lines = speak.iter().map(|&rule| self.line(rule));
                    (
                        "covered",
                        format!("lines {}", lines.collect::<Vec<_>>().join(", ")),
                    )
                };
                vec![grouped(tool.undecided), code(name), label(word), by]
            })
            .collect();
        let heads = [
            ("calls", "number"),
            ("tool", ""),
            ("", ""),
            ("rules", "place"),
        ];
        page.table(&heads, &rows);
        self.cut(page, undecided.len());
    }

    fn line(&self, rule: callgate::RuleId) -> String {
        let line = self.policy.line(rule);
        line.map_or_else(|| format!("rule {}", rule.0), |line| line.to_string())
    }

    fn cut(&self, page: &mut Page, rows: usize) {
        match rows.checked_sub(ROWS) {
            Some(more) if more > 0 => page.text(&format!("and {} more", grouped(more as u64))),
            _ => {}
        }
    }
}
