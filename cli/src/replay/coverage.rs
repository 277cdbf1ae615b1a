//! Which rules speak about a tool (T1).

use super::ToolTally;
use crate::policy::{Policy, Rules};
use callgate::RuleId;
use callgate::compiler::firewall::Rule;
use callgate::compiler::permission::Tool;
use callgate::firewall::Shape;
use std::collections::HashMap;

/// The rules of a policy by the names they are written with: finding those that match a tool
/// costs its length, and one look at each rule with an infix glob.
pub(crate) struct Coverage<'p> {
    rules: &'p Rules,
    exact: HashMap<&'p str, Vec<u32>>,
    prefix: HashMap<&'p str, Vec<u32>>,
    suffix: HashMap<&'p str, Vec<u32>>,
    others: Vec<(Shape<'p>, u32)>,
}

impl<'p> Coverage<'p> {
    pub(crate) fn of(policy: &'p Policy) -> Self {
        let mut coverage = Self {
            rules: &policy.rules,
            exact: HashMap::new(),
            prefix: HashMap::new(),
            suffix: HashMap::new(),
            others: Vec::new(),
        };
        match &policy.rules {
            Rules::Permission(policy) => {
                for (number, rule) in (0..).zip(&policy.rules) {
                    match &rule.tool {
                        Tool::Exact(name) => coverage.exact.entry(name).or_default().push(number),
                        Tool::Prefix(stem) => coverage.prefix.entry(stem).or_default().push(number),
                    }
                }
            }
            Rules::Firewall(policy) => {
                for (number, rule) in (0..).zip(&policy.rules) {
                    if !rule.sequence {
                        coverage.glob(&rule.tool, number);
                    }
                }
            }
        }
        coverage
    }

    fn glob(&mut self, glob: &'p str, number: u32) {
        match Shape::of(glob) {
            Shape::Literal(name) => self.exact.entry(name).or_default().push(number),
            Shape::Prefix(stem) => self.prefix.entry(stem).or_default().push(number),
            Shape::Suffix(stem) => self.suffix.entry(stem).or_default().push(number),
            shape => self.others.push((shape, number)),
        }
    }

    /// The first `most` rules that speak about a tool, in document order.
    pub(crate) fn speak(&self, name: &str, tool: &ToolTally, most: usize) -> Vec<RuleId> {
        let covers = |number: &u32| match self.rules {
            Rules::Permission(_) => true,
            Rules::Firewall(policy) => {
                let rule = policy.rules.get(*number as usize);
                rule.is_some_and(|rule| covers(rule, name, tool))
            }
        };
        let mut found: Vec<u32> = Vec::new();
        // Each list is in document order: what is first of all is among the first of each.
        let mut first = |list: &mut dyn Iterator<Item = u32>| {
            found.extend(list.filter(covers).take(most));
        };
        first(&mut self.exact.get(name).into_iter().flatten().copied());
        let ends = (0..=name.len()).filter(|&end| name.is_char_boundary(end));
        for end in ends {
            let Some((head, tail)) = name.split_at_checked(end) else {
                continue;
            };
            first(&mut self.prefix.get(head).into_iter().flatten().copied());
            first(&mut self.suffix.get(tail).into_iter().flatten().copied());
        }
        let others = self.others.iter();
        let others = others.filter(|(shape, _)| shape.matches(name));
        first(&mut others.map(|&(_, number)| number));
        found.sort_unstable();
        found.dedup();
        found.truncate(most);
        found.into_iter().map(RuleId).collect()
    }
}

/// Whether a firewall rule's stage and globs match some call of a tool.
fn covers(rule: &Rule, name: &str, tool: &ToolTally) -> bool {
    let skill = Shape::of(&rule.skill);
    Shape::of(&rule.tool).matches(name)
        && rule.stage.is_none_or(|stage| tool.seen_at(stage))
        && (skill == Shape::Any || tool.skills.iter().any(|owner| skill.matches(owner)))
}
