//! Running the examples that rules carry (R10), each rule alone.

use super::scopes::Scopes;
use super::{Example, ExampleKind, Policy, Rule};
use crate::fault::{Collector, Fault, FaultKind, quote};
use crate::source::Location;
use callgate_engine::Tri;
use callgate_engine::call::{Arguments, Call};
use callgate_engine::command::EffectiveCommand;
use callgate_engine::permission::{Checks, Scratch, TableBuilder, ToolPattern};

/// Reports every example that its rule contradicts.
///
/// Each costs a table of one rule, whatever the size of the policy.
pub(super) fn check(policy: &Policy, faults: &mut Collector) {
    let mut rules = policy
        .rules
        .iter()
        .enumerate()
        .filter(|(_, rule)| !rule.examples.is_empty());
    let Some(first) = rules.next() else { return };
    let scopes = Scopes::of(policy);
    let mut scratch = Scratch::default();
    for (index, rule) in std::iter::once(first).chain(rules) {
        for example in &rule.examples {
            let fires = fires(rule, example, policy, &scopes, &mut scratch);
            if fires != (example.kind == ExampleKind::Match) {
                faults.push(fault(policy, index, rule, example));
            }
        }
    }
}

/// Whether a rule, alone under its policy's roots and parameters, fires on an example.
fn fires(
    rule: &Rule,
    example: &Example,
    policy: &Policy,
    scopes: &Scopes<'_>,
    scratch: &mut Scratch,
) -> bool {
    const EVERY: ToolPattern<'_> = ToolPattern::Prefix("");
    let tool = example.tool.as_deref().unwrap_or(rule.tool.stem());
    let mut builder = TableBuilder::new(policy.path_case);
    if let Some(root) = scopes.roots.chain(tool).next() {
        builder.root("", root);
    }
    if let Some(names) = scopes.paths.of_name(tool) {
        builder.path_params(EVERY, names);
    }
    if let Some(names) = scopes.urls.of_name(tool) {
        builder.url_params(EVERY, names);
    }
    if let Some(params) = scopes.commands.of_name(tool) {
        builder.command_params(EVERY, params.spec());
    }
    builder.rule(rule.spec());
    let call = Call {
        tool: Some(tool),
        arguments: Arguments::Parsed(&example.args),
    };
    builder.build().decide(&call, &Yes, scratch).rule.is_some()
}

/// Every check says yes: an example is about the rest of the rule, which its document knows.
struct Yes;

impl Checks for Yes {
    fn check(&self, _: &str, _: &str, _: &EffectiveCommand<'_>) -> Option<Tri> {
        Some(Tri::Yes)
    }
}

fn fault(policy: &Policy, index: usize, rule: &Rule, example: &Example) -> Fault {
    let kind = example.kind.as_str();
    let pointer = format!("{}/{kind}/{}", policy.pointer(index), example.index);
    let tool = example.tool.as_deref().unwrap_or(rule.tool.stem());
    let (does, wanted) = match example.kind {
        ExampleKind::Match => ("does not fire", "fires"),
        ExampleKind::NoMatch => ("fires", "does not fire"),
    };
    let at = Location {
        pointer,
        span: example.at,
    };
    let message = format!(
        "the rule {does} on this `{kind}` example, a call to {}",
        quote(tool)
    );
    let rule_at = Location {
        pointer: policy.pointer(index),
        span: rule.at,
    };
    Fault::new(FaultKind::FailingExample, at, message)
        .help(format!(
            "correct the rule so that it {wanted}, or the example"
        ))
        .related(rule_at, "the rule")
}
