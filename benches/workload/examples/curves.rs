//! The curves of the worst cases: one Markdown row a case, the mean time of a decision at each
//! size, in nanoseconds. Every decision is held against a look at every rule first.
//!
//!     cargo run --release -p callgate-workload --example curves [CASE...]

use callgate_compiler::Source;
use callgate_engine::permission::NoChecks;
use callgate_workload::report::table;
use callgate_workload::stream::Stream;
use callgate_workload::worst::CASES;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZES: [usize; 4] = [100, 1000, 10_000, 100_000];

fn main() -> Result<(), String> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!("| case | grows | decide costs | 10² | 10³ | 10⁴ | 10⁵ |");
    println!("|---|---|---|---:|---:|---:|---:|");
    for case in CASES {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == case.name) {
            continue;
        }
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
                if decided != slowly {
                    return Err(format!("{}: {decided:?}, not {slowly:?}", case.name));
                }
            }
            let mut best = f64::INFINITY;
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_millis(300) {
                let start = Instant::now();
                let mut times = 0u32;
                while start.elapsed() < Duration::from_millis(2) {
                    for one in &met {
                        black_box(table.decide(&one.call(), &NoChecks, &mut scratch));
                    }
                    times += 1;
                }
                let decisions = f64::from(times) * u32::try_from(met.len()).map_or(1.0, f64::from);
                best = best.min(start.elapsed().as_secs_f64() * 1e9 / decisions);
            }
            print!(" {best:.0} |");
        }
        println!();
    }
    Ok(())
}
