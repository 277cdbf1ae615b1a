//! Suggestions of a whole recording: which rules, for which calls.

use crate::checks::FixedChecks;
use crate::lines::Line;
use crate::policy::{Policy, Table};
use crate::recorded::with_call;
use crate::replay::{Fold, NoCalls};
use crate::wide;
use callgate::compiler::format::NewRule;
use callgate::engine::json::Limits;
use callgate::permission::{Scratch, Suggestion};
use callgate::{Call, Decision};
use std::collections::{BTreeMap, HashMap};

/// How many lines of a suggestion are remembered.
const EXAMPLES: usize = 3;

/// A rule that asked calls suggest.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Body {
    pub(crate) tool: String,
    pub(crate) command: Option<String>,
    pub(crate) args: Option<Vec<String>>,
    pub(crate) host: Option<String>,
    pub(crate) under: Option<String>,
}

impl Body {
    fn of(suggestion: Suggestion) -> Self {
        Self {
            tool: suggestion.tool,
            command: suggestion.command,
            args: suggestion.args,
            host: suggestion.host,
            under: suggestion.under,
        }
    }

    /// As a rule to add.
    pub(crate) fn rule(&self, comment: Option<String>) -> NewRule {
        let mut rule = NewRule {
            comment,
            ..NewRule::default()
        }
        .with("tool", &self.tool)
        .with("decision", "allow");
        let members = [
            ("under", &self.under),
            ("host", &self.host),
            ("command", &self.command),
        ];
        for (name, text) in members {
            if let Some(text) = text {
                rule = rule.with(name, text);
            }
        }
        match &self.args {
            Some(args) => rule.with_list("args", args.clone()),
            None => rule,
        }
    }

    /// Why it lets nearly anything run, beside what E8 calls blanket.
    pub(crate) fn wide(&self) -> Option<&'static str> {
        wide::of(self.command.as_deref()?, self.args.as_deref())
    }

    /// How little it asks: the lower, the wider. Scopes first, then how deep they go.
    pub(crate) fn narrowness(&self) -> (usize, usize) {
        let scopes = [
            self.under.is_some(),
            self.host.is_some(),
            self.command.is_some(),
        ];
        let depth = self
            .under
            .as_deref()
            .map_or(0, |under| segments(under).count())
            + self.args.as_ref().map_or(0, Vec::len)
            + self.host.as_ref().map_or(0, |host| host.split('.').count());
        (scopes.into_iter().filter(|there| *there).count(), depth)
    }

    /// Whether every call that another suggestion allows is allowed by this one: what is looked
    /// up in a table is held against this.
    #[cfg(test)]
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let same_or_open =
            |mine: &Option<String>, theirs: &Option<String>| mine.is_none() || mine == theirs;
        let args = match (&self.args, &other.args) {
            (None, _) => true,
            (Some(mine), Some(theirs)) => theirs.starts_with(mine),
            (Some(_), None) => false,
        };
        let under = match (&self.under, &other.under) {
            (None, _) => true,
            (Some(mine), Some(theirs)) => holds(mine, theirs),
            (Some(_), None) => false,
        };
        self.tool == other.tool
            && same_or_open(&self.command, &other.command)
            && same_or_open(&self.host, &other.host)
            && args
            && under
    }
}

/// The segments of a directory in a suggestion's normal form.
pub(crate) fn segments(under: &str) -> impl Iterator<Item = &str> + Clone {
    under
        .split('/')
        .filter(|segment| !matches!(*segment, "" | "."))
}

/// Whether a directory holds another, both in a suggestion's normal form.
#[cfg(test)]
fn holds(directory: &str, inner: &str) -> bool {
    directory.starts_with('/') == inner.starts_with('/') && {
        let mut rest = segments(inner);
        segments(directory).all(|segment| rest.next() == Some(segment))
    }
}

/// The calls behind a suggestion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Behind {
    pub(crate) calls: u64,
    pub(crate) blanket: bool,
    pub(crate) lines: Vec<u64>,
}

impl Behind {
    pub(crate) fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.blanket |= other.blanket;
        self.lines.extend(&other.lines);
        self.lines.sort_unstable();
        self.lines.truncate(EXAMPLES);
    }
}

/// What a recording's asked calls suggest; one a thread, merged at the end.
pub(crate) struct Collected<'p> {
    policy: &'p Policy,
    checks: &'p FixedChecks,
    limits: Limits,
    scratch: Scratch,
    suggested: HashMap<Body, Behind>,
    /// Calls that a rule asks about, by that rule: no allow would change them.
    pub(crate) asked_by: BTreeMap<u32, u64>,
    /// Asked calls of tools that no rule can name.
    pub(crate) unnameable: u64,
    pub(crate) calls: u64,
    pub(crate) asked: u64,
    pub(crate) no_calls: NoCalls,
}

impl<'p> Collected<'p> {
    pub(crate) fn new(policy: &'p Policy, checks: &'p FixedChecks, limits: Limits) -> Self {
        Self {
            policy,
            checks,
            limits,
            scratch: Scratch::default(),
            suggested: HashMap::new(),
            asked_by: BTreeMap::new(),
            unnameable: 0,
            calls: 0,
            asked: 0,
            no_calls: NoCalls::default(),
        }
    }

    fn call(&mut self, number: u64, call: &Call<'_>) {
        let Table::Permission(table) = &self.policy.table else {
            return;
        };
        self.calls += 1;
        let outcome = table.decide(call, self.checks, &mut self.scratch);
        if outcome.decision != Decision::Ask {
            return;
        }
        self.asked += 1;
        if let Some(rule) = outcome.rule {
            *self.asked_by.entry(rule.0).or_default() += 1;
            return;
        }
        let Some(suggestion) = table.suggestion(call, &mut self.scratch) else {
            self.unnameable += 1;
            return;
        };
        let blanket = suggestion.blanket;
        let behind = self.suggested.entry(Body::of(suggestion)).or_default();
        behind.calls += 1;
        behind.blanket |= blanket;
        if behind.lines.len() < EXAMPLES {
            behind.lines.push(number);
        }
    }

    /// All of several threads' suggestions in one.
    pub(crate) fn merge(parts: Vec<Self>) -> Option<(Self, BTreeMap<Body, Behind>)> {
        let mut parts = parts.into_iter();
        let mut all = parts.next()?;
        let mut suggested: BTreeMap<Body, Behind> =
            std::mem::take(&mut all.suggested).into_iter().collect();
        for part in parts {
            all.calls += part.calls;
            all.asked += part.asked;
            all.unnameable += part.unnameable;
            all.no_calls.add(part.no_calls);
            for (rule, count) in part.asked_by {
                *all.asked_by.entry(rule).or_default() += count;
            }
            for (body, behind) in part.suggested {
                suggested.entry(body).or_default().add(&behind);
            }
        }
        Some((all, suggested))
    }
}

impl Fold for Collected<'_> {
    fn line(&mut self, number: u64, line: &Line<'_>) {
        let limits = self.limits;
        let read = with_call(line, &limits, false, |staged| {
            self.call(number, &staged.call)
        });
        if let Err(why) = read {
            self.no_calls.push(number, why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Body;

    fn under(directory: &str) -> Body {
        Body {
            tool: "fs".to_owned(),
            under: Some(directory.to_owned()),
            ..Body::default()
        }
    }

    #[test]
    fn a_wider_suggestion_covers_a_narrower_one() {
        assert!(under("/a").covers(&under("/a/b")));
        assert!(under("/a").covers(&under("/a")));
        assert!(!under("/a").covers(&under("/ab")));
        assert!(!under("/a/b").covers(&under("/a")));
        assert!(!under(".").covers(&under("/a")));
        assert!(under(".").covers(&under("a/b")));
        let git = |args: Option<&str>| Body {
            tool: "sh".to_owned(),
            command: Some("git".to_owned()),
            args: args.map(|token| vec![token.to_owned()]),
            ..Body::default()
        };
        assert!(git(None).covers(&git(Some("log"))));
        assert!(!git(Some("log")).covers(&git(None)));
        assert!(!git(Some("log")).covers(&git(Some("push"))));
    }
}
