//! The same rules and calls through Callgate and through other engines: one table.
//!
//!     cargo run --release -- [N...]        (without N: 100, 1000 and 10000 rules)
//!
//! The others are favoured. Urls are cut down to hosts for them, and programs to basenames;
//! none of them has three answers or something like "unknown", so each gets an encoding of
//! deny, ask and allow, and only calls whose decision does not hang on something unknown.
//! Callgate itself is checked first: every call from both its forms, a sample against the
//! reference evaluator. Every engine must then give Callgate's decision on every call that it
//! is timed with; where one does not, the run ends.

mod casbin;
mod cedar;
mod cel;
mod facts;
mod rego;
mod scan;
mod wirefilter;

use callgate::compiler::permission::{CompileOptions, Policy, compile_with, lower};
use callgate::{Decision, NoChecks, Scratch, Source, Table};
use callgate_workload::calls::calls;
use callgate_workload::floor::Floor;
use callgate_workload::rules::{Rule, document, mixed};
use callgate_workload::stream::{self, CALLS, Met, Stream};
use facts::Facts;
use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Something that decides calls.
trait Peer {
    fn decide(&mut self, facts: &Facts) -> Result<Decision>;
}

/// An engine and how it takes a rule set.
type Make = fn(&[Rule]) -> Result<Box<dyn Peer>>;

const PEERS: &[(&str, Make)] = &[
    ("linear scan in plain Rust", scan::new),
    ("wirefilter-engine 0.6, three filters", wirefilter::new),
    ("cel 0.15, a program a rule, first that holds", cel::new),
    ("casbin 2.20, three enforcers", casbin::new),
    ("cedar-policy 4.14", cedar::new),
    ("regorus 0.14 RVM, a rule a rule", rego::new_compiled),
    (
        "regorus 0.14 interpreter, a rule a rule",
        rego::new_interpreted,
    ),
];

/// How long one engine is measured at one size.
const BUDGET: Duration = Duration::from_millis(1000);

fn main() -> Result<()> {
    let sizes: Vec<usize> = match std::env::args().skip(1).map(|size| size.parse()).collect() {
        Ok(sizes) if Vec::is_empty(&sizes) => vec![100, 1000, 10_000],
        sizes => sizes?,
    };
    let mut columns: Vec<Vec<(String, String)>> = Vec::new();
    for &size in &sizes {
        eprintln!("{size} rules");
        columns.push(column(size)?);
    }
    print!("| median ns a decision |");
    sizes.iter().for_each(|size| print!(" N = {size} |"));
    print!("\n|---|");
    sizes.iter().for_each(|_| print!("---:|"));
    println!();
    for row in 0..columns.first().map_or(0, Vec::len) {
        print!("| {} |", columns[0][row].0);
        columns
            .iter()
            .for_each(|column| print!(" {} |", column[row].1));
        println!();
    }
    Ok(())
}

/// Every engine at one size.
fn column(size: usize) -> Result<Vec<(String, String)>> {
    let rules = mixed(size);
    let text = document(&rules);
    let source = Source::new("mixed", &text);
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    let policy: Policy = compile_with(&source, &options)
        .map_err(|faults| format!("{faults:?}"))?
        .policy;
    let table: Table = lower(&policy);
    let stream = Stream::of(&calls(&rules, &table, CALLS))?;
    let mut scratch = Scratch::default();
    let all = stream.met();
    stream::check(&policy, &table, &all, &NoChecks, 10_000_000)?;
    let met: Vec<Met<'_>> = all
        .into_iter()
        .filter(|one| {
            table
                .decide(&one.call(), &NoChecks, &mut scratch)
                .unknown
                .is_empty()
        })
        .collect();
    let facts: Vec<Facts> = met.iter().map(Facts::of).collect();
    let decided: Vec<Decision> = met
        .iter()
        .map(|one| table.decide(&one.call(), &NoChecks, &mut scratch).decision)
        .collect();

    let floor = Floor::new(&policy);
    let mut rows = vec![
        (
            "floor: three hash look-ups".to_owned(),
            time(&met, |one| floor.touch(one)),
        ),
        (
            "**callgate**, parsed arguments".to_owned(),
            time(&met, |one| {
                table.decide(&one.call(), &NoChecks, &mut scratch)
            }),
        ),
        (
            "**callgate**, 300-byte request".to_owned(),
            time(&met, |one| {
                table.decide_request(one.request, &NoChecks, &mut scratch)
            }),
        ),
        (
            "callgate, looking at every rule".to_owned(),
            time(&met, |one| {
                let call = one.call();
                table.decide_unindexed(&call, &NoChecks, &mut scratch)
            }),
        ),
    ];
    for (name, make) in PEERS {
        let cell = match make(&rules) {
            Ok(mut peer) => peer_time(peer.as_mut(), &facts, &decided)
                .map_err(|error| format!("{name}: {error}"))?,
            Err(error) => {
                eprintln!("  {name}: {error}");
                "does not load".to_owned()
            }
        };
        eprintln!("  {name}: {cell}");
        rows.push(((*name).to_owned(), cell));
    }
    Ok(rows)
}

/// Checks an engine against the decisions for a tenth of the budget, then times it over as
/// many calls as fit.
fn peer_time(peer: &mut dyn Peer, facts: &[Facts], decided: &[Decision]) -> Result<String> {
    let begin = Instant::now();
    let mut checked = 0;
    for (facts, &expected) in facts.iter().zip(decided) {
        let said = peer.decide(facts)?;
        if said != expected {
            return Err(format!("{facts:?}: {said:?}, not {expected:?}").into());
        }
        checked += 1;
        if begin.elapsed() > BUDGET && checked >= 16 {
            break;
        }
    }
    Ok(time(&facts[..checked], |facts| peer.decide(facts).ok()))
}

/// The median of batches of 64 decisions, or of single ones where these are slow.
fn time<C, R>(items: &[C], mut one: impl FnMut(&C) -> R) -> String {
    let start = Instant::now();
    items.iter().take(64).for_each(|item| {
        black_box(one(item));
    });
    let size = if start.elapsed() > BUDGET / 20 {
        1
    } else {
        64.min(items.len())
    };
    let mut batches = Vec::new();
    let begin = Instant::now();
    'all: loop {
        for batch in items.chunks_exact(size) {
            let start = Instant::now();
            for item in batch {
                black_box(one(item));
            }
            batches.push(start.elapsed().as_nanos() / size as u128);
            if begin.elapsed() > BUDGET {
                break 'all;
            }
        }
    }
    batches.sort_unstable();
    let median = batches[batches.len() / 2];
    match median {
        0..10_000 => format!("{median} ns"),
        10_000..10_000_000 => format!("{:.1} µs", median as f64 / 1e3),
        _ => format!("{:.1} ms", median as f64 / 1e6),
    }
}
