//! Rules and a call from the fuzzer's choices: three evaluations, one whole answer.

use callgate_compiler::permission::{CompileOptions, Compiled, compile_value};
use callgate_conformance::answer::Answer;
use callgate_conformance::case::CallInput;
use callgate_conformance::emit;
use callgate_conformance::generate::{self, Choices};
use callgate_conformance::implementation::{Engine, FixedChecks, Implementation, Reference};
use callgate_engine::Tri;
use serde_json::Value;

/// A policy of a few rules, of enough rules to build every index, or of many that stay silent,
/// and some calls: the engine, the engine without its indexes and the reference give the same
/// whole answer.
pub fn decide(bytes: &[u8]) {
    let mut choices = Choices::from_bytes(bytes);
    let kind = choices.below(4);
    let document = match kind {
        3 => generate::crowded(&mut choices),
        2 => generate::quiet(&mut choices),
        _ => generate::policy(&mut choices),
    };
    let compiled = compiled(&document);
    let mut everybody = Everybody::default();
    for _ in 0..3 {
        let call = if kind == 2 {
            generate::plain_call(&mut choices)
        } else {
            generate::call(&mut choices)
        };
        let checks = generate::checks(&mut choices);
        everybody.answer(&document, &compiled, &call, &checks);
    }
}

/// Compiles a generated policy, which always loads.
pub(crate) fn compiled(document: &Value) -> Compiled {
    compile_value(document, &unlinted())
        .unwrap_or_else(|faults| panic!("a generated policy is refused: {faults}\n{document}"))
}

/// Compilation without a look for warnings, which no decision depends on.
pub(crate) fn unlinted() -> CompileOptions {
    CompileOptions {
        lint: false,
        ..CompileOptions::default()
    }
}

/// Everyone who answers, with memory that is warm after the first call.
pub(crate) struct Everybody {
    engine: Engine,
    unindexed: Engine,
}

impl Default for Everybody {
    fn default() -> Self {
        Self {
            engine: Engine::indexed(),
            unindexed: Engine::unindexed(),
        }
    }
}

impl Everybody {
    /// The answer that all give; a difference is told as a case for the corpus.
    pub(crate) fn answer(
        &mut self,
        document: &Value,
        compiled: &Compiled,
        call: &CallInput,
        checks: &[(String, Tri)],
    ) -> Answer {
        let expected = Reference.call(compiled, call, &FixedChecks(checks));
        for engine in [&mut self.engine, &mut self.unindexed] {
            let got = engine.call(compiled, call, &FixedChecks(checks));
            if got != expected {
                let case = emit::case("found by fuzzing", document, checks, call, &expected);
                panic!(
                    "{} says {got:#?}\nthe reference says {expected:#?}\n{case}",
                    engine.name()
                );
            }
        }
        expected
    }
}
