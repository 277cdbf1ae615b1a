//! Changes for a browser.

use super::Report;
use crate::html::{Escaped, Page, code, grouped, label, percent};
use crate::policy::Policy;
use crate::replay::{Change, Side, Word};
use std::collections::BTreeSet;

/// How many groups a page holds.
const GROUPS: usize = 1000;

impl Report<'_> {
    pub(super) fn html(&self) -> String {
        let about = format!("{} → {} over {}", self.old.name, self.new.name, self.calls);
        let mut page = Page::new("Changes", &about);
        let total = self.changes.calls;
        let mut figures = vec![(grouped(total), "calls", "")];
        let mut changed = 0;
        for (change, what) in [
            (Change::Weaker, "weaker"),
            (Change::Stronger, "stronger"),
            (Change::OtherRule, "by another rule"),
        ] {
            changed += self.count(change);
            figures.push((grouped(self.count(change)), what, change.as_str()));
        }
        figures.push((grouped(total - changed), "unchanged", ""));
        page.figures(&figures);
        self.matrix(&mut page);
        for (change, title) in [
            (Change::Weaker, "Weaker"),
            (Change::Stronger, "Stronger"),
            (Change::OtherRule, "The same, by another rule"),
        ] {
            self.groups(&mut page, change, title);
        }
        page.finish()
    }

    /// How often each word became each other.
    fn matrix(&self, page: &mut Page) {
        let moves = &self.changes.moves;
        let old: BTreeSet<Word> = moves.keys().map(|(old, _)| *old).collect();
        let new: BTreeSet<Word> = moves.keys().map(|(_, new)| *new).collect();
        page.section("From old to new");
        let mut heads = vec![("was \\ is", "")];
        heads.extend(new.iter().map(|word| (word.as_str(), "number")));
        let rows: Vec<Vec<String>> = old
            .iter()
            .map(|&from| {
                let mut row = vec![label(from.as_str())];
                row.extend(new.iter().map(|&to| {
                    let count = moves.get(&(from, to)).copied().unwrap_or(0);
                    let shown = format!(
                        "{} ({})",
                        grouped(count),
                        percent(count, self.changes.calls)
                    );
                    match to.cmp(&from) {
                        _ if count == 0 => "–".to_owned(),
                        std::cmp::Ordering::Less => {
                            format!("<span class=\"label weaker\">{}</span>", Escaped(&shown))
                        }
                        std::cmp::Ordering::Greater => {
                            format!("<span class=\"label stronger\">{}</span>", Escaped(&shown))
                        }
                        std::cmp::Ordering::Equal => Escaped(&shown).to_string(),
                    }
                }));
                row
            })
            .collect();
        page.table(&heads, &rows);
    }

    fn groups(&self, page: &mut Page, change: Change, title: &str) {
        let groups = self.groups.iter().filter(|group| group.change == change);
        let rows: Vec<Vec<String>> = groups
            .take(GROUPS)
            .map(|group| {
                let examples: Vec<String> = group
                    .examples
                    .iter()
                    .map(|(line, call)| format!("line {line}: {}", code(call)))
                    .collect();
                vec![
                    grouped(group.lines.len() as u64),
                    side(self.old, group.old),
                    side(self.new, group.new),
                    examples.join("<br>"),
                ]
            })
            .collect();
        if rows.is_empty() {
            return;
        }
        page.section(&format!("{title}: {} calls", grouped(self.count(change))));
        let heads = [
            ("calls", "number"),
            ("was", ""),
            ("is", ""),
            ("for example", "examples"),
        ];
        page.table(&heads, &rows);
    }
}

fn side(policy: &Policy, side: Side) -> String {
    let word = label(side.word.as_str());
    match side.rule() {
        None => format!("{word} by no rule"),
        Some(rule) => {
            let line = policy.line(rule).unwrap_or(0);
            format!("{word} line {line}<br>{}", code(&policy.text(rule)))
        }
    }
}
