//! Wide allows that lean on a deny with a single predicate.

use super::digest::Digests;
use super::parts::Shape;
use super::{Findings, Say as _};
use crate::fault::quote;
use crate::lint::codes;
use crate::permission::prefixes::Prefixes;
use crate::permission::{Policy, Tool};
use callgate_engine::Decision;

pub(super) fn lint(policy: &Policy, digests: &Digests<'_>, findings: &mut Findings<'_>) {
    let allows = WideAllows::of(digests);
    let beside: Vec<_> = (0..)
        .zip(&digests.tools)
        .map(|(at, tool)| allows.beside(at, tool))
        .collect();
    for (index, digest) in digests.iter() {
        let Some(predicate) = digest
            .shape
            .only()
            .filter(|_| digest.decision == Decision::Deny)
        else {
            continue;
        };
        let Some(&Some(allow)) = beside.get(digest.group as usize) else {
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

/// The allows without predicates.
struct WideAllows<'p> {
    /// By group: the first.
    first: Vec<Option<usize>>,
    exact: Prefixes<'p, usize>,
    globs: Prefixes<'p, usize>,
}

impl<'p> WideAllows<'p> {
    fn of(digests: &Digests<'p>) -> Self {
        let mut first = vec![None; digests.tools.len()];
        for (index, digest) in digests.iter() {
            if digest.decision == Decision::Allow
                && digest.shape == Shape::NONE
                && let Some(slot) = first.get_mut(digest.group as usize)
            {
                slot.get_or_insert(index);
            }
        }
        let wide = || {
            digests
                .tools
                .iter()
                .zip(&first)
                .filter_map(|(tool, &first)| Some((*tool, first?)))
        };
        let of = |glob: bool| {
            let wanted = wide().filter(|(tool, _)| matches!(tool, Tool::Prefix(_)) == glob);
            Prefixes::of(wanted.map(|(tool, index)| (tool.stem(), index)))
        };
        let (exact, globs) = (of(false), of(true));
        Self {
            first,
            exact,
            globs,
        }
    }

    /// A wide allow for some tool of a group: its own, the nearest one around it, else one
    /// inside.
    fn beside(&self, group: usize, tool: &Tool) -> Option<usize> {
        let stem = tool.stem();
        let own = self.first.get(group).copied().flatten();
        let around = || self.globs.chain(stem).next().copied();
        let inside = || {
            if matches!(tool, Tool::Exact(_)) {
                return None;
            }
            let exact = self.exact.below(stem).first();
            exact
                .or_else(|| self.globs.below(stem).first())
                .map(|&(_, index)| index)
        };
        own.or_else(around).or_else(inside)
    }
}
