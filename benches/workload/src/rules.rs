//! The mixed rule set: many servers, a few rules each, every predicate.

use crate::Random;
use callgate_engine::Decision;
use std::fmt::Write as _;

/// What the tools of a server do: a tool is called `srv12_read`.
pub const VERBS: [&str; 8] = [
    "read", "write", "list", "run", "fetch", "delete", "search", "update",
];

/// One rule of a generated set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The tools it speaks about.
    pub tool: Tool,
    /// What it says.
    pub decision: Decision,
    /// When it says so.
    pub when: When,
}

/// The tools a rule speaks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// One.
    Exact(String),
    /// Those whose names begin so.
    Prefix(String),
}

/// A rule's predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// None: always.
    Always,
    /// At this host.
    Host(String),
    /// At a host below this one.
    Below(String),
    /// In this directory.
    Under(String),
    /// Running this program.
    Command(String),
}

/// How many servers a set of `rules` rules speaks about.
#[must_use]
pub const fn servers(rules: usize) -> usize {
    if rules < 10 { 1 } else { rules / 10 }
}

/// `count` rules: 30 % bare, 30 % host (half of them for hosts below one), 20 % under, 20 %
/// command; 70 % for one tool, 30 % for all tools of a server; 55 % allow, 25 % deny, 20 % ask.
///
/// Three to four of them speak about a given tool, whatever `count` is.
#[must_use]
pub fn mixed(count: usize) -> Vec<Rule> {
    set(count, |random| match random.below(100) {
        0..30 => Kind::Bare,
        30..60 => Kind::Host,
        60..80 => Kind::Under,
        _ => Kind::Command,
    })
}

/// A kind of rule, by its predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// None.
    Bare,
    /// `host`.
    Host,
    /// `under`.
    Under,
    /// `command`.
    Command,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Bare, Self::Host, Self::Under, Self::Command];

    /// A name for results.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Host => "host",
            Self::Under => "under",
            Self::Command => "command",
        }
    }
}

/// As [`mixed`], but every rule of one kind.
#[must_use]
pub fn only(kind: Kind, count: usize) -> Vec<Rule> {
    set(count, |_| kind)
}

fn set(count: usize, mut kind: impl FnMut(&mut Random) -> Kind) -> Vec<Rule> {
    let mut random = Random::new(0x5eed ^ count as u64);
    (0..count)
        .map(|_| {
            let kind = kind(&mut random);
            rule(&mut random, count, kind)
        })
        .collect()
}

fn rule(random: &mut Random, count: usize, kind: Kind) -> Rule {
    let server = random.below(servers(count));
    let tool = if random.percent(70) {
        Tool::Exact(format!("srv{server}_{}", random.one_of(&VERBS)))
    } else {
        Tool::Prefix(format!("srv{server}_"))
    };
    let which = random.below(count);
    let when = match kind {
        Kind::Bare => When::Always,
        Kind::Host if random.percent(50) => When::Host(format!("api.h{which}.example.com")),
        Kind::Host => When::Below(format!("h{which}.example.com")),
        Kind::Under => When::Under(format!("/srv/p{which}/data")),
        Kind::Command => When::Command(format!("prog{which}")),
    };
    let decision = match random.below(100) {
        0..55 => Decision::Allow,
        55..80 => Decision::Deny,
        _ => Decision::Ask,
    };
    Rule {
        tool,
        decision,
        when,
    }
}

/// The policy document of a rule set, as JSON.
#[must_use]
pub fn document(rules: &[Rule]) -> String {
    let mut text = String::with_capacity(16 + rules.len() * 96);
    text.push_str("{\"rules\": [\n");
    for (at, rule) in rules.iter().enumerate() {
        let (tool, star) = match &rule.tool {
            Tool::Exact(name) => (name, ""),
            Tool::Prefix(stem) => (stem, "*"),
        };
        let comma = if at == 0 { " " } else { "," };
        let decision = rule.decision.as_str();
        // Writing to a string does not fail.
        let _ = write!(
            text,
            " {comma}{{\"tool\": \"{tool}{star}\", \"decision\": \"{decision}\""
        );
        let _ = match &rule.when {
            When::Always => Ok(()),
            When::Host(host) => write!(text, ", \"host\": \"{host}\""),
            When::Below(host) => write!(text, ", \"host\": \"*.{host}\""),
            When::Under(directory) => write!(text, ", \"under\": \"{directory}\""),
            When::Command(program) => write!(text, ", \"command\": \"{program}\""),
        };
        text.push_str("}\n");
    }
    text.push_str("]}\n");
    text
}
