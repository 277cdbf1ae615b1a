//! Says how many mutants tests tell, and which they do not.

use crate::mutant::Mutant;
use crate::tree::Known;
use crate::trial::{Fate, Trial};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Default)]
struct Count {
    killed: usize,
    timeout: usize,
    survived: usize,
    unreached: usize,
    unviable: usize,
    without: usize,
    untried: usize,
}

impl Count {
    fn row(&self, name: &str) -> String {
        let killed = self.killed + self.timeout;
        let viable = killed + self.survived + self.unreached;
        let share = 100.0 * killed as f64 / (viable.max(1)) as f64;
        format!(
            "| {name} | {viable} | {} | {} | {} | {} | {share:.1} % | {} | {} | {} |",
            self.killed,
            self.timeout,
            self.survived,
            self.unreached,
            self.unviable,
            self.without,
            self.untried
        )
    }
}

const HEAD: &str = "| | viable | killed | timeouts | survived | unreached | share | unviable | \
                    without a switch | not tried |\n|---|---|---|---|---|---|---|---|---|---|";

/// Prints the table by crate and by file, and the names of the survivors.
pub fn print(mutants: &[Mutant], known: &Known, trials: &BTreeMap<String, Trial>) {
    let mut crates: BTreeMap<&str, Count> = BTreeMap::new();
    let mut files: BTreeMap<&str, Count> = BTreeMap::new();
    for mutant in mutants {
        for name in [mutant.package.as_str(), "both"] {
            add(crates.entry(name).or_default(), mutant, known, trials);
        }
        add(
            files.entry(&mutant.file).or_default(),
            mutant,
            known,
            trials,
        );
    }
    println!("{HEAD}");
    for (name, count) in &crates {
        println!("{}", count.row(name));
    }
    println!("\n{HEAD}");
    for (name, count) in &files {
        println!("{}", count.row(name));
    }
    println!();
    for mutant in mutants {
        if let Some(why) = known.without.get(&mutant.name) {
            if !is_unviable(why) {
                println!("without: {} ({})", mutant.name, first_line(why));
            }
        } else if let Some(trial) = trials.get(&mutant.name)
            && !trial.fate.is_killed()
        {
            println!("{:?}: {}", trial.fate, mutant.name);
        }
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Whether the mutant itself does not compile, whatever holds it.
fn is_unviable(why: &str) -> bool {
    why.starts_with("does not compile") || why == "a condition that binds names"
}

fn add(count: &mut Count, mutant: &Mutant, known: &Known, trials: &BTreeMap<String, Trial>) {
    let field = if let Some(why) = known.without.get(&mutant.name) {
        if is_unviable(why) {
            &mut count.unviable
        } else {
            &mut count.without
        }
    } else {
        match trials.get(&mutant.name).map(|trial| trial.fate) {
            Some(Fate::Killed) => &mut count.killed,
            Some(Fate::Timeout) => &mut count.timeout,
            Some(Fate::Survived) => &mut count.survived,
            Some(Fate::Unreached) => &mut count.unreached,
            None => &mut count.untried,
        }
    };
    *field += 1;
}
