use super::{Choices, call, checks, crowded, policy, quiet};
use callgate_compiler::permission::{CompileOptions, compile_value};

#[test]
fn every_generated_policy_loads() {
    for seed in 0..500 {
        let mut choices = Choices::seeded(seed);
        let document = match seed % 10 {
            0 => crowded(&mut choices),
            1..=3 => quiet(&mut choices),
            _ => policy(&mut choices),
        };
        let compiled = compile_value(&document, &CompileOptions::default());
        assert!(compiled.is_ok(), "{document}: {:?}", compiled.err());
    }
}

#[test]
fn the_same_seed_makes_the_same_choices() {
    let made = |seed| {
        let mut choices = Choices::seeded(seed);
        format!(
            "{} {:?} {:?}",
            policy(&mut choices),
            call(&mut choices),
            checks(&mut choices)
        )
    };
    assert_eq!(made(7), made(7));
    assert_ne!(made(7), made(8));
}

#[test]
fn bytes_that_run_out_still_make_a_policy_and_a_call() {
    for length in 0..64 {
        let bytes = vec![0xa5; length];
        let mut choices = Choices::from_bytes(&bytes);
        let document = policy(&mut choices);
        assert!(
            compile_value(&document, &CompileOptions::default()).is_ok(),
            "{document}"
        );
        call(&mut choices);
        assert!(choices.below(9) == 0 || length > 20);
    }
}
