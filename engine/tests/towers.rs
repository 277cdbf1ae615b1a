//! Tool patterns that stand on one another, each a letter longer than the last: a name that
//! leaves them at a separator, below the lowest, is told without climbing down all of them.
//!
//! Nothing here asserts a time; an answer that climbs makes the test never end.

use callgate_engine::permission::{
    NoChecks, PathCase, RuleId, RuleSpec, TableBuilder, ToolPattern,
};
use callgate_engine::{Arguments, Call, Decision};

/// How many patterns stand on one another.
const HIGH: u32 = 3000;
/// How many calls.
const MANY: usize = 200_000;

fn stem(stem: &str, decision: Decision) -> RuleSpec<'_> {
    RuleSpec {
        tool: ToolPattern::Prefix(stem),
        decision,
        under: None,
        host: None,
        command: None,
        check: None,
        note: None,
        severity: None,
    }
}

#[test]
fn a_name_at_the_foot_of_a_tower_is_told_at_once() {
    for separator in ['_', '-', '.', ':', '/'] {
        let mut builder = TableBuilder::new(PathCase::Sensitive);
        let foot = format!("a{separator}");
        builder.rule(stem(&foot, Decision::Allow));
        let mut floor = format!("{foot}x{separator}");
        for _ in 0..HIGH {
            floor.push('a');
            builder.rule(stem(&floor, Decision::Deny));
        }
        let table = builder.build();
        let mut scratch = table.scratch();
        let mut decide = |tool: &str| {
            let call: Call<'_> = Call {
                tool: Some(tool),
                arguments: Arguments::Absent,
            };
            let outcome = table.decide(&call, &NoChecks, &mut scratch);
            (outcome.decision, outcome.rule)
        };
        // It would stand right behind the top.
        let beside = format!("{foot}y");
        for _ in 0..MANY {
            assert_eq!(decide(&beside), (Decision::Allow, Some(RuleId(0))));
        }
        let top = format!("{floor}b");
        assert_eq!(decide(&top), (Decision::Deny, Some(RuleId(HIGH))));
    }
}
