//! Laws that hold whatever the policy and the call.

use crate::decide::{Everybody, compiled, unlinted};
use crate::read::verdict;
use callgate_compiler::firewall;
use callgate_compiler::permission::{CompileOptions, Compiled, compile_value};
use callgate_conformance::answer::{self, Answer};
use callgate_conformance::case::CallInput;
use callgate_conformance::generate::{self, Choices};
use callgate_conformance::implementation::{Engine, FixedChecks, Implementation};
use callgate_conformance::reference::path::path_under;
use callgate_engine::firewall::{Outcome, Verdict};
use callgate_engine::json::Limits;
use callgate_engine::permission::Reason;
use callgate_engine::{Decision, Tri};
use serde_json::{Value, json};

/// A generated policy and call, changed in ways whose effect is known.
pub fn laws(bytes: &[u8]) {
    let mut choices = Choices::from_bytes(bytes);
    let mut world = World {
        document: generate::policy(&mut choices),
        call: generate::call(&mut choices),
        checks: generate::checks(&mut choices),
        everybody: Everybody::default(),
    };
    let before = world.answer(&world.document.clone());
    world.order(&mut choices, &before);
    world.one_more(&mut choices, &before);
    world.suggestion(&before);
    world.again();
    let limits = limits(&mut choices);
    world.lower_limit(limits, &before);
    firewall_limits(&mut choices, limits);
}

struct World {
    document: Value,
    call: CallInput,
    checks: Vec<(String, Tri)>,
    everybody: Everybody,
}

fn rules(document: &mut Value) -> Vec<Value> {
    document
        .get_mut("rules")
        .and_then(Value::as_array_mut)
        .map(std::mem::take)
        .unwrap_or_default()
}

fn with_rules(document: &Value, rules: Vec<Value>) -> Value {
    let mut document = document.clone();
    if let Some(member) = document.get_mut("rules") {
        *member = Value::Array(rules);
    }
    document
}

/// From the strongest: what a rule denies, asks, what nobody speaks about, what a rule allows.
fn strength(answer: &Answer) -> u8 {
    match answer.outcome.decision {
        Decision::Allow => 0,
        Decision::Ask if answer.outcome.rule.is_none() => 1,
        Decision::Ask => 2,
        Decision::Deny => 3,
    }
}

fn limits(choices: &mut Choices<'_>) -> Limits {
    Limits {
        bytes: choices.below(200),
        depth: choices.below(6),
    }
}

impl World {
    fn answer(&mut self, document: &Value) -> Answer {
        let compiled = compiled(document);
        self.everybody
            .answer(document, &compiled, &self.call, &self.checks)
    }

    fn told(&self, document: &Value) -> String {
        format!("{}\nbecame {document}\n{:?}", self.document, self.call)
    }

    /// E1: the order of rules decides nothing but which of equals is reported.
    fn order(&mut self, choices: &mut Choices<'_>, before: &Answer) {
        let mut rules = rules(&mut self.document.clone());
        for at in (1..rules.len()).rev() {
            rules.swap(at, choices.below(at + 1));
        }
        let document = with_rules(&self.document, rules);
        let after = self.answer(&document);
        let told = self.told(&document);
        assert_eq!(before.outcome.decision, after.outcome.decision, "{told}");
        assert_eq!(strength(before), strength(&after), "{told}");
        assert_eq!(before.paths, after.paths, "{told}");
        assert_eq!(before.suggestion, after.suggestion, "{told}");
    }

    /// E4: one more deny or ask never weakens, one more allow never strengthens.
    fn one_more(&mut self, choices: &mut Choices<'_>, before: &Answer) {
        for rule in rules(&mut generate::policy(choices)) {
            let mut all = rules(&mut self.document.clone());
            all.insert(choices.below(all.len() + 1), rule.clone());
            let document = with_rules(&self.document, all);
            let after = self.answer(&document);
            let told = self.told(&document);
            if rule.get("decision") == Some(&json!("allow")) {
                assert!(strength(&after) <= strength(before), "{told}");
                let spoken = strength(before) > 1;
                assert!(
                    !spoken || after.outcome.decision == before.outcome.decision,
                    "{told}"
                );
            } else {
                assert!(strength(&after) >= strength(before), "{told}");
            }
            assert_eq!(before.suggestion, after.suggestion, "{told}");
        }
    }

    /// E8: added as an allow, a suggestion makes its call allow unless a deny or ask fires, and
    /// its directory never strictly contains the root.
    fn suggestion(&mut self, before: &Answer) {
        let Some(suggestion) = &before.suggestion else {
            return;
        };
        let mut rule = answer::suggestion(suggestion);
        if let Some(rule) = rule.as_object_mut() {
            rule.insert("decision".to_owned(), json!("allow"));
        }
        let mut all = rules(&mut self.document.clone());
        all.push(rule);
        let document = with_rules(&self.document, all);
        let after = self.answer(&document);
        let told = self.told(&document);
        if strength(before) > 1 {
            assert_eq!(before.outcome, after.outcome, "{told}");
        } else {
            assert_eq!(after.outcome.decision, Decision::Allow, "{told}");
            assert_eq!(after.outcome.reason, Reason::Rule, "{told}");
        }
        let roots = self.document.get("roots").and_then(Value::as_object);
        let fitting = roots.into_iter().flatten();
        let fitting = fitting.filter(|(prefix, _)| suggestion.tool.starts_with(prefix.as_str()));
        let root = fitting.max_by_key(|(prefix, _)| prefix.len());
        if let (Some(under), Some((_, Value::String(root)))) = (&suggestion.under, root) {
            let case = compiled(&self.document).policy.path_case;
            let relative = path_under(".", under, case) == Tri::Yes;
            let under = if relative {
                format!("{root}/{under}")
            } else {
                under.clone()
            };
            let strictly = path_under(&under, root, case) == Tri::Yes
                && path_under(root, &under, case) != Tri::Yes;
            assert!(!strictly, "{under} contains {root}: {told}");
        }
    }

    /// Compiling is deterministic.
    fn again(&self) {
        let dump = |compiled: &Compiled| compiled.table.dump().to_string();
        let (one, two) = (compiled(&self.document), compiled(&self.document));
        assert_eq!(dump(&one), dump(&two), "{}", self.document);
    }

    /// J4: what is read no further is never weaker.
    fn lower_limit(&self, limits: Limits, before: &Answer) {
        let options = CompileOptions {
            call_limits: limits,
            ..unlinted()
        };
        let Ok(lowered) = compile_value(&self.document, &options) else {
            panic!("limits on calls refuse a policy: {}", self.document);
        };
        let after = Engine::indexed().call(&lowered, &self.call, &FixedChecks(&self.checks));
        assert!(
            strength(&after) >= strength(before),
            "{limits:?} weaken {before:?} to {after:?}: {}",
            self.told(&self.document)
        );
    }
}

/// Whether a call is held back; what a shadow held back it would have.
fn holds_back(outcome: &Outcome) -> bool {
    matches!(
        outcome.would_be.or(outcome.verdict),
        Some(Verdict::Deny | Verdict::PendingApproval | Verdict::Sanitize)
    )
}

/// With `strict-clauses`, a call that is held back stays held back when less of it is read.
///
/// Which of the verdicts that hold back may change: an unreadable call meets the first such
/// rule, whatever a later one would have said (A4). So may `audit` become `allow`.
fn firewall_limits(choices: &mut Choices<'_>, limits: Limits) {
    let mut document = generate::firewall_policy(choices);
    if let Some(object) = document.as_object_mut() {
        object.insert("options".to_owned(), json!({ "strict-clauses": true }));
    }
    let call = generate::firewall_call(choices);
    let compile = |options: &CompileOptions| {
        firewall::compile_value(&document, options)
            .unwrap_or_else(|faults| panic!("a generated policy is refused: {faults}\n{document}"))
    };
    let before = verdict(&document, &compile(&unlinted()), &call);
    let lowered = compile(&CompileOptions {
        call_limits: limits,
        ..unlinted()
    });
    let after = Engine::indexed().firewall(&lowered, &call);
    assert!(
        holds_back(&after) || !holds_back(&before),
        "{limits:?} weaken {before:?} to {after:?}:\n{document}\n{call:?}"
    );
}
