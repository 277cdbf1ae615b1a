//! Wide allows that lean on a deny with a single predicate.

use super::groups::Groups;
use super::{Findings, Say as _};
use crate::fault::quote;
use crate::lint::codes;
use crate::permission::prefixes::Prefixes;
use crate::permission::{Policy, Rule, Tool};
use callgate_engine::Decision;

pub(super) fn lint(policy: &Policy, groups: &Groups<'_>, findings: &mut Findings<'_>) {
    let allows = WideAllows::of(policy);
    let beside: Vec<_> = groups
        .tools
        .iter()
        .map(|tool| allows.beside(tool))
        .collect();
    for (index, rule) in policy.rules.iter().enumerate() {
        let (Decision::Deny, Some(predicate)) = (rule.decision, only_predicate(rule)) else {
            continue;
        };
        let Some(&Some(allow)) = beside.get(groups.of_rule(index) as usize) else {
            continue;
        };
        let (at, allowed) = (findings.at(allow), policy.rules.get(allow));
        findings.rule(index, codes::LEANING_DENY, |fault| {
            let tool = allowed
                .map(|allow| allow.tool.to_string())
                .unwrap_or_default();
            let message = format!(
                "only `{predicate}` holds back what the allow for {} lets pass",
                quote(&tool)
            );
            fault
                .say(message)
                .related(at, "the allow without predicates")
                .help("narrow the allow: what this predicate does not recognise stays allowed")
        });
    }
}

/// The one predicate of a rule that has exactly one.
fn only_predicate(rule: &Rule) -> Option<&'static str> {
    let predicates = [
        rule.under.as_ref().map(|_| "under"),
        rule.host.as_ref().map(|_| "host"),
        rule.command.as_ref().map(|_| "command"),
        rule.check.as_ref().map(|_| "check"),
    ];
    let mut present = predicates.into_iter().flatten();
    let first = present.next()?;
    present.next().is_none().then_some(first)
}

/// The allows without predicates, by tool.
struct WideAllows<'p> {
    exact: Prefixes<'p, usize>,
    globs: Prefixes<'p, usize>,
}

impl<'p> WideAllows<'p> {
    fn of(policy: &'p Policy) -> Self {
        let of = |glob: bool| {
            // The earliest of equal ones counts, and the table keeps the last it is given.
            let rules = policy.rules.iter().enumerate().rev();
            let wide = rules.filter(|(_, rule)| {
                rule.decision == Decision::Allow
                    && matches!(rule.tool, Tool::Prefix(_)) == glob
                    && !has_predicate(rule)
            });
            Prefixes::of(wide.map(|(index, rule)| (rule.tool.stem(), index)))
        };
        Self {
            exact: of(false),
            globs: of(true),
        }
    }

    /// A wide allow for some tool of a pattern: the nearest one around it, else one inside.
    fn beside(&self, tool: &Tool) -> Option<usize> {
        let stem = tool.stem();
        let inside = |allows: &Prefixes<'_, usize>| allows.below(stem).first().map(|&(_, at)| at);
        match tool {
            Tool::Exact(name) => self
                .exact
                .get(name)
                .or_else(|| self.globs.chain(name).next())
                .copied(),
            Tool::Prefix(_) => self
                .globs
                .chain(stem)
                .next()
                .copied()
                .or_else(|| inside(&self.exact))
                .or_else(|| inside(&self.globs)),
        }
    }
}

const fn has_predicate(rule: &Rule) -> bool {
    rule.under.is_some() || rule.host.is_some() || rule.command.is_some() || rule.check.is_some()
}
