//! What changes between two policies, over a recording.

use super::{Fold, Judge, NoCalls, Said, Word};
use crate::checks::FixedChecks;
use crate::lines::Line;
use crate::policy::Policy;
use crate::recorded::with_call;
use crate::safe::Short;
use callgate::engine::json::Limits;
use callgate::firewall::StagedCall;
use callgate::{Arguments, RuleId};
use std::collections::HashMap;

/// How many calls of a group are shown.
const EXAMPLES: usize = 3;
/// How much of a call is shown, in characters.
const SHOWN: usize = 160;

/// How a call's decision changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Change {
    /// The new policy says something weaker.
    Weaker,
    /// It says something stronger.
    Stronger,
    /// It says the same by another rule.
    OtherRule,
}

impl Change {
    pub(crate) const ALL: [Self; 3] = [Self::Weaker, Self::Stronger, Self::OtherRule];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Weaker => "weaker",
            Self::Stronger => "stronger",
            Self::OtherRule => "other-rule",
        }
    }
}

/// The calls that change in the same way: from one rule's word to another's.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) change: Change,
    pub(crate) old: Side,
    pub(crate) new: Side,
    /// The lines of its calls, ascending.
    pub(crate) lines: Vec<u64>,
    /// The first of its calls, as people read them.
    pub(crate) examples: Vec<(u64, String)>,
}

/// What one policy says about the calls of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Side {
    pub(crate) word: Word,
    pub(crate) rule: Option<u32>,
}

impl Side {
    fn of(said: Said) -> Self {
        Self {
            word: said.word,
            rule: said.rule.map(|rule| rule.0),
        }
    }

    pub(crate) fn rule(self) -> Option<RuleId> {
        self.rule.map(RuleId)
    }
}

/// Which rules of the two policies are the same: those with the same text.
pub(crate) struct Texts {
    old: Vec<u32>,
    new: Vec<u32>,
}

impl Texts {
    pub(crate) fn of(old: &Policy, new: &Policy) -> Self {
        let mut known: HashMap<String, u32> = HashMap::new();
        let mut numbers = |policy: &Policy| {
            (0..policy.len())
                .map(|rule| {
                    let rule = RuleId(u32::try_from(rule).unwrap_or(u32::MAX));
                    let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
                    *known.entry(policy.text(rule)).or_insert(next)
                })
                .collect()
        };
        Self {
            old: numbers(old),
            new: numbers(new),
        }
    }

    fn same(&self, old: Option<RuleId>, new: Option<RuleId>) -> bool {
        let number = |rule: Option<RuleId>, numbers: &[u32]| {
            rule.and_then(|rule| numbers.get(rule.0 as usize).copied())
        };
        number(old, &self.old) == number(new, &self.new)
    }
}

/// What changes; one a thread, merged at the end.
pub(crate) struct Changes<'p> {
    old: Judge<'p>,
    new: Judge<'p>,
    texts: &'p Texts,
    limits: Limits,
    staged: bool,
    groups: HashMap<(Side, Side), Group>,
    /// How often a word became another: old word first.
    pub(crate) moves: HashMap<(Word, Word), u64>,
    /// Calls decided.
    pub(crate) calls: u64,
    /// Lines that are no calls.
    pub(crate) no_calls: NoCalls,
}

impl<'p> Changes<'p> {
    pub(crate) fn new(
        (old, new): (&'p Policy, &'p Policy),
        texts: &'p Texts,
        checks: &'p FixedChecks,
        limits: Limits,
    ) -> Self {
        Self {
            old: Judge::new(old, checks),
            new: Judge::new(new, checks),
            texts,
            limits,
            staged: old.is_firewall() || new.is_firewall(),
            groups: HashMap::new(),
            moves: HashMap::new(),
            calls: 0,
            no_calls: NoCalls::default(),
        }
    }

    fn compare(&mut self, number: u64, staged: &StagedCall<'_>) {
        let (old, new) = (self.old.judge(staged), self.new.judge(staged));
        self.calls += 1;
        *self.moves.entry((old.word, new.word)).or_default() += 1;
        let change = match new.word.cmp(&old.word) {
            std::cmp::Ordering::Less => Change::Weaker,
            std::cmp::Ordering::Greater => Change::Stronger,
            std::cmp::Ordering::Equal if self.texts.same(old.rule, new.rule) => return,
            std::cmp::Ordering::Equal => Change::OtherRule,
        };
        let (old, new) = (Side::of(old), Side::of(new));
        let group = self.groups.entry((old, new)).or_insert_with(|| Group {
            change,
            old,
            new,
            lines: Vec::new(),
            examples: Vec::new(),
        });
        group.lines.push(number);
        if group.examples.len() < EXAMPLES {
            group.examples.push((number, shown(staged)));
        }
    }

    /// All of several threads' changes in one, and their groups: the weaker first, then the
    /// stronger, each with the most calls first.
    pub(crate) fn merge(parts: Vec<Self>) -> Option<(Self, Vec<Group>)> {
        let mut parts = parts.into_iter();
        let mut all = parts.next()?;
        for part in parts {
            all.calls += part.calls;
            all.no_calls.add(part.no_calls);
            for (words, count) in part.moves {
                *all.moves.entry(words).or_default() += count;
            }
            for (key, theirs) in part.groups {
                match all.groups.get_mut(&key) {
                    None => {
                        all.groups.insert(key, theirs);
                    }
                    Some(ours) => {
                        ours.lines.extend(theirs.lines);
                        ours.examples.extend(theirs.examples);
                    }
                }
            }
        }
        let mut groups: Vec<Group> = std::mem::take(&mut all.groups).into_values().collect();
        for group in &mut groups {
            group.lines.sort_unstable();
            group.examples.sort();
            group.examples.truncate(EXAMPLES);
        }
        groups.sort_by_key(|group| {
            let calls = std::cmp::Reverse(group.lines.len());
            (group.change, calls, group.old, group.new)
        });
        Some((all, groups))
    }
}

impl Fold for Changes<'_> {
    fn line(&mut self, number: u64, line: &Line<'_>) {
        let (limits, staged) = (self.limits, self.staged);
        let compared = with_call(line, &limits, staged, |staged| self.compare(number, staged));
        if let Err(why) = compared {
            self.no_calls.push(number, why);
        }
    }
}

/// A call on one line.
fn shown(staged: &StagedCall<'_>) -> String {
    let tool = staged
        .call
        .tool
        .unwrap_or("(no tool name that can be read)");
    let arguments = match staged.call.arguments {
        Arguments::Raw(bytes) => {
            let head = bytes.get(..4 * SHOWN).unwrap_or(bytes);
            String::from_utf8_lossy(head).into_owned()
        }
        Arguments::Parsed(_) | Arguments::Absent => String::new(),
        Arguments::Unreadable => "(arguments that cannot be read)".to_owned(),
    };
    let line = format!("{tool} {arguments}");
    Short(line.trim_end(), SHOWN).to_string()
}
