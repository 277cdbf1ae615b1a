//! The reference alone over the corpus, so that it cannot rot behind the product.

mod common;

use callgate_conformance::implementation::Reference;

#[test]
fn the_reference_answers_every_case() {
    common::run_all(&mut [&mut Reference]);
}
