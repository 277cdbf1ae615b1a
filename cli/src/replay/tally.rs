//! Counting what a policy says about a recording.

use super::{Fold, Judge, NoCalls, Said, WORDS};
use crate::checks::FixedChecks;
use crate::lines::Line;
use crate::policy::Policy;
use crate::recorded::with_call;
use callgate::engine::json::Limits;
use callgate::firewall::{Stage, StagedCall};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How many owners of a tool are remembered.
const SKILLS: usize = 16;

/// What was counted; one a thread, merged at the end.
pub(crate) struct Tally<'p> {
    judge: Judge<'p>,
    limits: Limits,
    staged: bool,
    /// How often each word was said.
    pub(crate) words: [u64; WORDS.len()],
    /// How often for each reason.
    pub(crate) reasons: BTreeMap<&'static str, u64>,
    /// How often each rule decided.
    pub(crate) rules: Vec<u64>,
    /// By tool.
    pub(crate) tools: HashMap<String, ToolTally>,
    /// Calls without a tool name that can be read.
    pub(crate) unnamed: u64,
    /// Lines that are no calls.
    pub(crate) no_calls: NoCalls,
}

/// What was counted for one tool.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToolTally {
    /// How often each word was said.
    pub(crate) words: [u64; WORDS.len()],
    /// Calls that no rule decided.
    pub(crate) undecided: u64,
    /// The first line that calls it.
    pub(crate) first: u64,
    /// The stages it was called at, one bit each.
    pub(crate) stages: u8,
    /// The skills that own it, some of them.
    pub(crate) skills: BTreeSet<String>,
}

impl ToolTally {
    pub(crate) fn calls(&self) -> u64 {
        self.words.iter().sum()
    }

    pub(crate) fn seen_at(&self, stage: Stage) -> bool {
        self.stages & bit(stage) != 0
    }
}

const fn bit(stage: Stage) -> u8 {
    1 << stage as u8
}

impl<'p> Tally<'p> {
    pub(crate) fn new(policy: &'p Policy, checks: &'p FixedChecks, limits: Limits) -> Self {
        Self {
            judge: Judge::new(policy, checks),
            limits,
            staged: policy.is_firewall(),
            words: [0; WORDS.len()],
            reasons: BTreeMap::new(),
            rules: vec![0; policy.len()],
            tools: HashMap::new(),
            unnamed: 0,
            no_calls: NoCalls::default(),
        }
    }

    /// How many calls were decided.
    pub(crate) fn calls(&self) -> u64 {
        self.words.iter().sum()
    }

    fn count(&mut self, number: u64, staged: &StagedCall<'_>, said: Said) {
        add(&mut self.words, said.word.index(), 1);
        *self.reasons.entry(said.reason).or_default() += 1;
        if let Some(count) = said
            .rule
            .and_then(|rule| self.rules.get_mut(rule.0 as usize))
        {
            *count += 1;
        }
        let Some(name) = staged.call.tool else {
            self.unnamed += 1;
            return;
        };
        // Two look-ups for a new name, one for a known one: names are few.
        if !self.tools.contains_key(name) {
            let first = ToolTally {
                first: number,
                ..ToolTally::default()
            };
            self.tools.insert(name.to_owned(), first);
        }
        if let Some(tool) = self.tools.get_mut(name) {
            add(&mut tool.words, said.word.index(), 1);
            tool.undecided += u64::from(said.rule.is_none());
            tool.stages |= bit(staged.stage);
            if let Some(skill) = staged.skill
                && tool.skills.len() < SKILLS
                && !tool.skills.contains(skill)
            {
                tool.skills.insert(skill.to_owned());
            }
        }
    }

    /// All of several threads' counts in one.
    pub(crate) fn merge(tallies: Vec<Self>) -> Option<Self> {
        let mut tallies = tallies.into_iter();
        let mut all = tallies.next()?;
        for tally in tallies {
            sum(&mut all.words, &tally.words);
            sum(&mut all.rules, &tally.rules);
            for (reason, count) in tally.reasons {
                *all.reasons.entry(reason).or_default() += count;
            }
            for (name, theirs) in tally.tools {
                match all.tools.get_mut(&name) {
                    None => {
                        all.tools.insert(name, theirs);
                    }
                    Some(ours) => {
                        sum(&mut ours.words, &theirs.words);
                        ours.undecided += theirs.undecided;
                        ours.first = ours.first.min(theirs.first);
                        ours.stages |= theirs.stages;
                        ours.skills.extend(theirs.skills);
                    }
                }
            }
            all.unnamed += tally.unnamed;
            all.no_calls.add(tally.no_calls);
        }
        Some(all)
    }

    /// The tools, most called first.
    pub(crate) fn by_calls(&self) -> Vec<(&str, &ToolTally)> {
        let named = self.tools.iter().map(|(name, tool)| (name.as_str(), tool));
        let mut tools: Vec<(&str, &ToolTally)> = named.collect();
        tools.sort_by(|a, b| b.1.calls().cmp(&a.1.calls()).then_with(|| a.0.cmp(b.0)));
        tools
    }
}

impl Fold for Tally<'_> {
    fn line(&mut self, number: u64, line: &Line<'_>) {
        let (limits, staged) = (self.limits, self.staged);
        let counted = with_call(line, &limits, staged, |staged| {
            let said = self.judge.judge(staged);
            self.count(number, staged, said);
        });
        if let Err(why) = counted {
            self.no_calls.push(number, why);
        }
    }
}

fn add(counts: &mut [u64], at: usize, count: u64) {
    if let Some(place) = counts.get_mut(at) {
        *place += count;
    }
}

fn sum(into: &mut [u64], from: &[u64]) {
    for (place, count) in into.iter_mut().zip(from) {
        *place += count;
    }
}
