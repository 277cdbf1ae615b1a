//! The curves of the worst cases of both dialects: one Markdown row a case, the mean time of a
//! decision at each size, in nanoseconds. Every decision is held against a look at every rule
//! first.
//!
//!     cargo run --release -p callgate-workload --example curves [CASE...]
//!
//! `CASE` is a part of a name; without any, all cases are measured.

use callgate_compiler::Source;
use callgate_engine::firewall;
use callgate_engine::permission::NoChecks;
use callgate_workload::firewall::worst::{Hard, cases};
use callgate_workload::report::table;
use callgate_workload::stream::Stream;
use callgate_workload::worst::CASES;
use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZES: [usize; 4] = [100, 1000, 10_000, 100_000];

fn main() -> Result<(), String> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    println!("| case | grows | decide costs | 10² | 10³ | 10⁴ | 10⁵ |");
    println!("|---|---|---|---:|---:|---:|---:|");
    for case in CASES.iter().filter(|case| wants(case.name)) {
        print!("| {} | {} | {} |", case.name, case.grows, case.cost);
        for size in SIZES {
            let (document, calls) = (case.make)(size);
            let table = table(&Source::new(case.name, &document))
                .map_err(|faults| format!("{}: {:?}", case.name, faults.0.first()))?;
            let stream = Stream::of(&calls).map_err(|error| error.to_string())?;
            let met = stream.met();
            let mut scratch = table.scratch();
            for one in &met {
                let decided = table.decide(&one.call(), &NoChecks, &mut scratch);
                let slowly = table.decide_unindexed(&one.call(), &NoChecks, &mut scratch);
                agree(case.name, &decided, &slowly)?;
            }
            let best = best(&met, |one| {
                table.decide(&one.call(), &NoChecks, &mut scratch)
            });
            print!(" {best:.0} |");
        }
        println!();
    }
    for case in cases().filter(|case| wants(case.name)) {
        print!("| {} | {} | {} |", case.name, case.grows, case.cost);
        for size in SIZES {
            if size > case.most {
                print!(" |");
                continue;
            }
            let (document, calls) = (case.make)(size);
            let table = callgate_workload::firewall::table(&Source::new(case.name, &document))
                .map_err(|faults| format!("{}: {:?}", case.name, faults.0.first()))?;
            let calls: Vec<Hard> = calls.into_iter().map(Hard::of).collect();
            let mut scratch = firewall::Scratch::default();
            for one in &calls {
                let decided = one.decide(&table, &mut scratch, true);
                agree(
                    case.name,
                    &decided,
                    &one.decide(&table, &mut scratch, false),
                )?;
                let request = one.decide_request(&table, &mut scratch, true);
                agree(case.name, &decided, &request)?;
            }
            let best = best(&calls, |one| one.decide(&table, &mut scratch, true));
            print!(" {best:.0} |");
        }
        println!();
    }
    Ok(())
}

fn agree<T: PartialEq + Debug>(case: &str, decided: &T, other: &T) -> Result<(), String> {
    if decided == other {
        return Ok(());
    }
    Err(format!("{case}: {decided:?}, not {other:?}"))
}

/// The best of some means, in nanoseconds.
fn best<C, R>(calls: &[C], mut decide: impl FnMut(&C) -> R) -> f64 {
    let mut best = f64::INFINITY;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(300) {
        let start = Instant::now();
        let mut times = 0u32;
        while start.elapsed() < Duration::from_millis(2) {
            for one in calls {
                black_box(decide(one));
            }
            times += 1;
        }
        let decisions = f64::from(times) * u32::try_from(calls.len()).map_or(1.0, f64::from);
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / decisions);
    }
    best
}
