//! Every worst case of both dialects at its smallest: its document loads, and its calls are
//! decided alike by the indexes, by a look at every rule and from their requests.

use callgate_compiler::Source;
use callgate_engine::firewall;
use callgate_engine::permission::NoChecks;
use callgate_workload::firewall::worst::{Hard, cases};
use callgate_workload::report::table;
use callgate_workload::stream::Stream;
use callgate_workload::worst::CASES;
use std::collections::BTreeSet;

const SIZE: usize = 100;

#[test]
fn permission() {
    for case in CASES {
        let (document, calls) = (case.make)(SIZE);
        let table = table(&Source::new(case.name, &document)).unwrap();
        let stream = Stream::of(&calls).unwrap();
        let mut scratch = table.scratch();
        for one in stream.met() {
            let decided = table.decide(&one.call(), &NoChecks, &mut scratch);
            let slowly = table.decide_unindexed(&one.call(), &NoChecks, &mut scratch);
            assert_eq!(decided, slowly, "{}", case.name);
        }
    }
}

#[test]
fn firewall() {
    let mut names = BTreeSet::new();
    for case in cases() {
        assert!(names.insert(case.name), "{} twice", case.name);
        let (document, calls) = (case.make)(SIZE);
        let table = callgate_workload::firewall::table(&Source::new(case.name, &document)).unwrap();
        let mut scratch = firewall::Scratch::default();
        for one in calls.into_iter().map(Hard::of) {
            let decided = one.decide(&table, &mut scratch, true);
            let slowly = one.decide(&table, &mut scratch, false);
            assert_eq!(decided, slowly, "{}", case.name);
            let request = one.decide_request(&table, &mut scratch, true);
            assert_eq!(decided, request, "{}", case.name);
        }
    }
    assert!(names.len() > 25, "{}", names.len());
}
