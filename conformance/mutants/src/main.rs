//! Runs the mutants that cargo-mutants lists for the engine and the compiler, all from one
//! build.
//!
//! cargo-mutants builds the project anew for each mutant, which takes days for thousands of
//! them. This tool writes all of them into one copy of the project, each behind a switch that
//! the environment sets when a test program starts; builds it once; learns which tests reach
//! which mutant; and runs each mutant against the tests that reach it, the fastest first, until
//! one fails.
//!
//! ```sh
//! cargo install cargo-mutants --locked
//! cd conformance/mutants
//! cargo run --release -- make ../.. OUT          # list, write, compile, probe
//! cargo run --release -- run OUT [again] [TEXT]  # mutants not tried yet, whose name holds TEXT;
//!                                                # with `again` those that survived
//! cargo run --release -- report OUT
//! ```
//!
//! `OUT` is a folder outside the project; `make` may be run again when tests were added, and
//! keeps what it knows. Mutants in constants, and those whose text does not compile beside the
//! original, have no switch: the report counts them apart.

mod edit;
mod mutant;
mod report;
mod site;
mod suite;
mod tree;
mod trial;

use mutant::Mutant;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["make", root, out] => make(Path::new(root), Path::new(out)),
        ["run", out] => run(Path::new(out), false, ""),
        ["run", out, "again"] => run(Path::new(out), true, ""),
        ["run", out, "again", text] => run(Path::new(out), true, text),
        ["run", out, text] => run(Path::new(out), false, text),
        ["report", out] => report(Path::new(out)),
        _ => Err("make ROOT OUT, run OUT [again] [TEXT], report OUT".into()),
    }
}

fn make(root: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(out)?;
    let tree = tree::Tree {
        root: root.canonicalize()?,
        out: out.canonicalize()?,
    };
    let mutants = mutant::list(&tree.root)?;
    println!("{} mutants", mutants.len());
    let mut known: tree::Known = load(&known_in(out)).unwrap_or_default();
    let made = tree.make(&mutants, &mut known);
    save(&known_in(out), &known)?;
    made?;
    save(&out.join("mutants.json"), &mutants)?;
    let programs = suite::build(&tree.copy(), &tree.out.join("target"))?;
    println!("{} test programs", programs.len());
    let tests = suite::probe(&programs, &tree.out.join("reached"))?;
    let seconds: f64 = tests.iter().map(|test| test.seconds).sum();
    println!("{} tests, {seconds:.0} s", tests.len());
    save(&out.join("tests.json"), &tests)
}

fn run(out: &Path, again: bool, text: &str) -> Result<(), Box<dyn Error>> {
    let mutants: Vec<Mutant> = load(&out.join("mutants.json"))?;
    let tests: Vec<suite::Test> = load(&out.join("tests.json"))?;
    let known: tree::Known = load(&known_in(out))?;
    let results = out.join("results.jsonl");
    let trials = trial::read(&results)?;
    let wanted = |mutant: &Mutant| {
        let tried = match trials.get(&mutant.name) {
            Some(trial) => !again || trial.fate.is_killed(),
            None => again,
        };
        !tried && !known.without.contains_key(&mutant.name) && mutant.name.contains(text)
    };
    trial::run(&mutants, &tests, wanted, &results)
}

fn report(out: &Path) -> Result<(), Box<dyn Error>> {
    let mutants: Vec<Mutant> = load(&out.join("mutants.json"))?;
    let known: tree::Known = load(&known_in(out))?;
    let trials: BTreeMap<String, trial::Trial> = trial::read(&out.join("results.jsonl"))?;
    report::print(&mutants, &known, &trials);
    Ok(())
}

fn known_in(out: &Path) -> PathBuf {
    out.join("known.json")
}

fn load<T: DeserializeOwned>(path: &Path) -> Result<T, Box<dyn Error>> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(serde_json::from_slice(&bytes)?)
}

fn save(path: &Path, value: &impl Serialize) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(path, serde_json::to_vec(value)?)?)
}
