//! The engine, the engine without its indexes and the reference over the whole corpus.

mod common;

use callgate_conformance::implementation::{Engine, Reference};

#[test]
fn every_implementation_answers_every_case_and_they_agree() {
    common::run_all(&mut [
        &mut Engine::indexed(),
        &mut Engine::unindexed(),
        &mut Reference,
    ]);
}
