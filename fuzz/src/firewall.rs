//! Firewall policies and calls from the fuzzer's choices.

use crate::decide::unlinted;
use crate::read::verdict;
use callgate_compiler::firewall::compile_value;
use callgate_conformance::generate::{self, Choices};

/// A policy of a few rules, or of enough rules to crowd every index, and some calls: the engine,
/// the engine without its index and the reference give one verdict, by one rule, for one reason.
pub fn firewall(bytes: &[u8]) {
    let mut choices = Choices::from_bytes(bytes);
    let document = if choices.once_in(4) {
        generate::crowded_firewall_policy(&mut choices)
    } else {
        generate::firewall_policy(&mut choices)
    };
    let policy = compile_value(&document, &unlinted())
        .unwrap_or_else(|faults| panic!("a generated policy is refused: {faults}\n{document}"));
    for _ in 0..3 {
        let call = generate::firewall_call(&mut choices);
        verdict(&document, &policy, &call);
    }
}
