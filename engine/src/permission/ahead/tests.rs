//! Guesses that no search would make: a name that is in the table by a part of its hash alone.
//! Nobody can prepare one, for hashes are seeded, but many tools and time may find one.

use super::Guess;
use crate::decision::Decision;
use crate::permission::{
    HostPattern, NoChecks, PathCase, RuleSpec, Table, TableBuilder, ToolPattern,
};

const TOOLS: [(&str, Decision, Option<&str>); 4] = [
    ("mail_send", Decision::Deny, None),
    ("mail_read", Decision::Allow, None),
    ("web_get", Decision::Allow, Some("a.example")),
    ("web_put", Decision::Deny, Some("b.example")),
];

fn table() -> Table {
    let mut builder = TableBuilder::new(PathCase::Sensitive);
    for (tool, decision, host) in TOOLS {
        builder.rule(RuleSpec {
            tool: ToolPattern::Exact(tool),
            decision,
            under: None,
            host: host.map(HostPattern::Exact),
            command: None,
            check: None,
            note: None,
            severity: None,
        });
    }
    builder.build()
}

#[test]
fn what_was_taken_on_trust_is_compared() {
    let table = table();
    let mut scratch = table.scratch();
    let mut told = Vec::new();
    for (tool, ..) in TOOLS.into_iter().chain([("stranger", Decision::Ask, None)]) {
        for host in ["a.example", "b.example"] {
            let request = format!(
                r#"{{"params":{{"name":"{tool}","arguments":{{"url":"https://{host}/"}}}}}}"#
            );
            let request = request.as_bytes();
            let plain = table.decide_trusting(request, None, &NoChecks, &mut scratch);
            told.push(plain);
            for (other, ..) in TOOLS {
                let (place, part) = table.tools.guess(other.as_bytes()).unwrap();
                let forged = Guess {
                    name: tool.as_bytes(),
                    place,
                    part,
                };
                assert!(forged.of(tool).is_some(), "it passes for {tool}");
                let outcome = table.decide_trusting(request, Some(forged), &NoChecks, &mut scratch);
                assert_eq!(outcome, plain, "{tool} at {host}, taken for {other}");
            }
        }
    }
    told.dedup();
    assert_eq!(told.len(), 6, "the tools differ: {told:?}");
}
