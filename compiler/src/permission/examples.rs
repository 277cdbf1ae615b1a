//! Running the examples that rules carry (R10), each rule alone.

use super::scopes::Scopes;
use super::{CommandParams, Example, ExampleKind, Policy, Rule};
use crate::fault::{Collector, Fault, FaultKind, quote};
use crate::source::Location;
use callgate_engine::Tri;
use callgate_engine::call::{Arguments, Call};
use callgate_engine::command::EffectiveCommand;
use callgate_engine::permission::{Checks, PathCase, Scratch, Table, TableBuilder, ToolPattern};

/// How many bytes of rules are lowered for examples at most: every example whose tool has
/// other roots or parameters than the one before it needs its rule lowered again.
const LOWERED: usize = 1 << 30;

/// Reports every example that its rule contradicts.
///
/// Each costs at most a table of one rule, whatever the size of the policy; past a gigabyte of
/// rules lowered for examples, the others are refused unseen.
pub(super) fn check(policy: &Policy, faults: &mut Collector) {
    check_within(LOWERED, policy, faults);
}

fn check_within(mut budget: usize, policy: &Policy, faults: &mut Collector) {
    let mut rules = policy
        .rules
        .iter()
        .enumerate()
        .filter(|(_, rule)| !rule.examples.is_empty());
    let Some(first) = rules.next() else { return };
    let scopes = Scopes::of(policy);
    let mut scratch = Scratch::default();
    for (index, rule) in std::iter::once(first).chain(rules) {
        let weight = weight(rule);
        let mut alone: Option<(Scope<'_>, Table)> = None;
        for example in &rule.examples {
            let tool = example.tool.as_deref().unwrap_or(rule.tool.stem());
            let scope = Scope::of(tool, &scopes);
            let table = match alone.take_if(|(known, _)| known.is(&scope)) {
                Some((_, table)) => table,
                None => {
                    let Some(left) = budget.checked_sub(weight) else {
                        faults.push(too_many(policy, index, rule, example));
                        return;
                    };
                    budget = left;
                    scope.table(rule, policy.path_case)
                }
            };
            let call = Call {
                tool: Some(tool),
                arguments: Arguments::Parsed(&example.args),
            };
            let fires = table.decide(&call, &Yes, &mut scratch).rule.is_some();
            if fires != (example.kind == ExampleKind::Match) {
                faults.push(fault(policy, index, rule, example));
            }
            alone = Some((scope, table));
        }
    }
}

/// About how many bytes a rule takes.
fn weight(rule: &Rule) -> usize {
    let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let tokens = |tokens: &Option<Vec<String>>| -> usize {
        tokens
            .iter()
            .flatten()
            .map(|token| token.len() + size_of::<String>())
            .sum()
    };
    let command = rule.command.as_ref().map_or(0, |command| {
        command.program.stem().len() + tokens(&command.args) + tokens(&command.args_any)
    });
    let host = rule.host.as_ref().map_or(0, |host| host.stem().len());
    let texts = text(&rule.under) + text(&rule.check) + text(&rule.note);
    // A table takes a few hundred bytes even for the smallest rule.
    512 + rule.tool.stem().len() + texts + host + command
}

/// What a policy says about one tool beside its rules.
struct Scope<'p> {
    root: Option<&'p str>,
    paths: Option<&'p [String]>,
    urls: Option<&'p [String]>,
    command: Option<&'p CommandParams>,
}

impl<'p> Scope<'p> {
    fn of(tool: &str, scopes: &Scopes<'p>) -> Self {
        Self {
            root: scopes.roots.chain(tool).next().copied(),
            paths: scopes.paths.of_name(tool),
            urls: scopes.urls.of_name(tool),
            command: scopes.commands.of_name(tool),
        }
    }

    /// Whether both are the same entries of the policy.
    fn is(&self, other: &Self) -> bool {
        fn same<T: ?Sized>(left: Option<&T>, right: Option<&T>) -> bool {
            match (left, right) {
                (Some(left), Some(right)) => std::ptr::eq(left, right),
                (left, right) => left.is_none() && right.is_none(),
            }
        }
        same(self.root, other.root)
            && same(self.paths, other.paths)
            && same(self.urls, other.urls)
            && same(self.command, other.command)
    }

    /// A rule, alone in this scope.
    fn table(&self, rule: &Rule, case: PathCase) -> Table {
        const EVERY: ToolPattern<'_> = ToolPattern::Prefix("");
        let mut builder = TableBuilder::new(case);
        if let Some(root) = self.root {
            builder.root("", root);
        }
        if let Some(names) = self.paths {
            builder.path_params(EVERY, names);
        }
        if let Some(names) = self.urls {
            builder.url_params(EVERY, names);
        }
        if let Some(params) = self.command {
            builder.command_params(EVERY, params.spec());
        }
        builder.rule(rule.spec());
        builder.build()
    }
}

/// Every check says yes: an example is about the rest of the rule, which its document knows.
struct Yes;

impl Checks for Yes {
    fn check(&self, _: &str, _: &str, _: &EffectiveCommand<'_>) -> Option<Tri> {
        Some(Tri::Yes)
    }
}

fn at(policy: &Policy, index: usize, example: &Example) -> Location {
    let (kind, place) = (example.kind.as_str(), example.index);
    Location {
        pointer: format!("{}/{kind}/{place}", policy.pointer(index)),
        span: example.at,
    }
}

fn fault(policy: &Policy, index: usize, rule: &Rule, example: &Example) -> Fault {
    let kind = example.kind.as_str();
    let tool = example.tool.as_deref().unwrap_or(rule.tool.stem());
    let (does, wanted) = match example.kind {
        ExampleKind::Match => ("does not fire", "fires"),
        ExampleKind::NoMatch => ("fires", "does not fire"),
    };
    let message = format!(
        "the rule {does} on this `{kind}` example, a call to {}",
        quote(tool)
    );
    let rule_at = Location {
        pointer: policy.pointer(index),
        span: rule.at,
    };
    Fault::new(
        FaultKind::FailingExample,
        at(policy, index, example),
        message,
    )
    .help(format!(
        "correct the rule so that it {wanted}, or the example"
    ))
    .related(rule_at, "the rule")
}

fn too_many(policy: &Policy, index: usize, rule: &Rule, example: &Example) -> Fault {
    let message = "the examples of this policy take too long to check";
    let rule_at = Location {
        pointer: policy.pointer(index),
        span: rule.at,
    };
    Fault::new(FaultKind::Limit, at(policy, index, example), message)
        .help("put examples of tools with the same roots and parameters beside each other")
        .related(rule_at, "the rule")
}

#[cfg(test)]
mod tests;
