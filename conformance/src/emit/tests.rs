use super::case;
use crate::case::{Question, read_line};
use crate::generate::{self, Choices};
use crate::implementation::{FixedChecks, Implementation, Reference};
use crate::runner;
use callgate_compiler::permission::{CompileOptions, compile_value};
use callgate_compiler::{Limits, Source, document};

#[test]
fn an_emitted_case_asks_the_same_and_passes() {
    for seed in 0..300 {
        let mut choices = Choices::seeded(seed);
        let policy = generate::policy(&mut choices);
        let call = generate::call(&mut choices);
        let checks = generate::checks(&mut choices);
        let compiled = compile_value(&policy, &CompileOptions::default()).expect("it loads");
        let answer = Reference.call(&compiled, &call, &FixedChecks(&checks));
        let line = case("emitted", &policy, &checks, &call, &answer).to_string();
        let source = Source {
            name: "emitted.jsonl",
            text: &line,
        };
        let node = document::parse(&source, &Limits::default()).expect("JSON");
        let read = read_line(&source, node, &|_| Err(String::new())).expect("a case");
        let Question::Call {
            call: again,
            checks: told,
            ..
        } = &read.question
        else {
            panic!("a call")
        };
        assert_eq!(again.arguments, call.arguments, "{line}");
        assert_eq!(again.tool, call.tool, "{line}");
        assert_eq!(*told, checks, "{line}");
        let report = runner::check(&read, &mut Reference);
        assert!(report.passed(), "{line}: {:?}", report.mismatches);
    }
}
