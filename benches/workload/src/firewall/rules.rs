//! The mixed firewall rule set: many servers, a few rules each, every glob shape and operator.

use crate::Random;
use crate::rules::{VERBS, servers};
use callgate_engine::firewall::Verdict;
use std::fmt::Write as _;

/// One rule of a generated set. The numbers in it say which of many like it it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The tools it speaks about.
    pub tool: Tool,
    /// What it says.
    pub verdict: Verdict,
    /// Lower is asked earlier.
    pub priority: usize,
    /// When it says so.
    pub when: When,
}

/// The tools a rule speaks about. A tool is called `gw.srv12.read`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// One.
    Literal(usize, &'static str),
    /// `gw.srv12.*`
    Prefix(usize),
    /// `*.srv12.read`
    Suffix(usize, &'static str),
    /// `*.srv12.*`
    Infix(usize),
    /// `*`, only with a clause of its own.
    Any,
}

impl Tool {
    /// The glob of a document.
    #[must_use]
    pub fn glob(&self) -> String {
        match self {
            Self::Literal(server, verb) => format!("gw.srv{server}.{verb}"),
            Self::Prefix(server) => format!("gw.srv{server}.*"),
            Self::Suffix(server, verb) => format!("*.srv{server}.{verb}"),
            Self::Infix(server) => format!("*.srv{server}.*"),
            Self::Any => "*".to_owned(),
        }
    }
}

/// A rule's condition beside its tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// None.
    Always,
    /// `$.key` is this value.
    Equal(usize),
    /// `$.key` is one of two values.
    OneOf(usize),
    /// `$.text` holds this word.
    Contains(usize),
    /// `$.text` matches an expression about this word.
    Regex(usize),
    /// `$.amount` is above this bound.
    Above(usize),
    /// `$.ip` is in this network.
    Inside(usize),
    /// The connection goes to this host, or below it.
    Egress(usize),
}

/// The least of the bounds of [`When::Above`].
pub const AMOUNT: usize = 1_000_000;

/// `count` rules: 30 % a glob alone, 15 % `eq`, 10 % `in`, 15 % `contains`, 5 % `regex`, 5 %
/// `gt`, 10 % `cidr_match`, 10 % `egress`; 50 % for one tool, 25 % prefixes, 10 % suffixes,
/// 10 % infixes, 5 % every tool (never a glob alone or `gt`); 45 % allow, 15 % audit, 25 %
/// deny, 15 % pending_approval (deny at egress); four priorities.
///
/// Three to four of them speak about a given tool, beside those for every tool.
#[must_use]
pub fn mixed(count: usize) -> Vec<Rule> {
    let mut random = Random::new(0xf12e ^ count as u64);
    (0..count).map(|_| rule(&mut random, count)).collect()
}

fn rule(random: &mut Random, count: usize) -> Rule {
    let which = random.below(count);
    let when = match random.below(100) {
        0..30 => When::Always,
        30..45 => When::Equal(which),
        45..55 => When::OneOf(which),
        55..70 => When::Contains(which),
        70..75 => When::Regex(which),
        75..80 => When::Above(AMOUNT + which),
        80..90 => When::Inside(which),
        _ => When::Egress(which),
    };
    let server = random.below(servers(count));
    let verb = random.one_of(&VERBS);
    let tool = match random.below(100) {
        0..50 => Tool::Literal(server, verb),
        50..75 => Tool::Prefix(server),
        75..85 => Tool::Suffix(server, verb),
        85..95 => Tool::Infix(server),
        _ if matches!(when, When::Always | When::Above(_)) => Tool::Prefix(server),
        _ => Tool::Any,
    };
    let verdict = match random.below(100) {
        0..45 => Verdict::Allow,
        45..60 => Verdict::Audit,
        60..85 => Verdict::Deny,
        _ if matches!(when, When::Egress(_)) => Verdict::Deny,
        _ => Verdict::PendingApproval,
    };
    Rule {
        tool,
        verdict,
        priority: random.below(4),
        when,
    }
}

/// The network of a number: `10.x.y.0/24`, each its own up to 65,536, then narrower ones.
#[must_use]
pub fn network(which: usize) -> String {
    let (high, low) = (which >> 8 & 255, which & 255);
    match which >> 16 {
        0 => format!("10.{high}.{low}.0/24"),
        more => format!("10.{high}.{low}.{}/32", more & 255),
    }
}

/// The policy document of a rule set, as JSON.
#[must_use]
pub fn document(rules: &[Rule]) -> String {
    let mut text = String::with_capacity(64 + rules.len() * 160);
    text.push_str("{\"dialect\": \"firewall\", \"default_verdict\": \"audit\", \"rules\": [\n");
    for (at, rule) in rules.iter().enumerate() {
        let comma = if at == 0 { " " } else { "," };
        // Writing to a string does not fail.
        let _ = write!(
            text,
            " {comma}{{\"priority\": {}, \"tool_name_glob\": \"{}\", \"verdict\": \"{}\"",
            rule.priority,
            rule.tool.glob(),
            rule.verdict,
        );
        condition(&mut text, rule);
        text.push_str("}\n");
    }
    text.push_str("]}\n");
    text
}

fn condition(text: &mut String, rule: &Rule) {
    let mut clause = |path: &str, op: &str, value: String| {
        let _ = write!(
            text,
            ", \"args_match\": {{\"clauses\": [{{\"path\": \"$.{path}\", \"op\": \"{op}\", \
             \"value\": {value}}}]}}"
        );
    };
    match rule.when {
        When::Always => {}
        When::Equal(which) => clause("key", "eq", format!("\"value{which}\"")),
        When::OneOf(which) => clause("key", "in", format!("[\"one{which}\", \"two{which}\"]")),
        When::Contains(which) => clause("text", "contains", format!("\"needle{which};\"")),
        When::Regex(which) => clause("text", "regex", format!("\"word{which}\\\\s+\\\\d+\"")),
        When::Above(bound) => clause("amount", "gt", bound.to_string()),
        When::Inside(which) => clause("ip", "cidr_match", format!("\"{}\"", network(which))),
        When::Egress(which) => {
            let list = if rule.verdict == Verdict::Allow {
                "allow"
            } else {
                "deny"
            };
            let star = if which.is_multiple_of(2) { "*." } else { "" };
            let _ = write!(
                text,
                ", \"stage\": \"egress\", \"egress\": {{\"{list}\": \
                 [\"{star}h{which}.example.com\"]}}"
            );
        }
    }
}
