//! Puts mutants to the tests.

use crate::edit::Id;
use crate::mutant::Mutant;
use crate::suite::{self, End, Test};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    Killed,
    Timeout,
    Survived,
    /// No test reaches it.
    Unreached,
}

impl Fate {
    pub fn is_killed(self) -> bool {
        matches!(self, Self::Killed | Self::Timeout)
    }
}

/// One mutant's trial.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Trial {
    pub name: String,
    pub fate: Fate,
    /// The test that killed it.
    pub by: String,
    pub seconds: f64,
}

/// Tests that take together this long are run before the others, which are run one by one.
const QUICK: f64 = 1.0;

/// Runs the mutants that `wanted` names, and appends what became of each to a file.
pub fn run(
    mutants: &[Mutant],
    tests: &[Test],
    wanted: impl Fn(&Mutant) -> bool,
    results: &Path,
) -> Result<(), Box<dyn Error>> {
    let mut file = OpenOptions::new().create(true).append(true).open(results)?;
    let mut reaching: BTreeMap<Id, Vec<&Test>> = BTreeMap::new();
    for test in tests {
        for &id in &test.reaches {
            reaching.entry(id).or_default().push(test);
        }
    }
    for (id, mutant) in mutants.iter().enumerate() {
        if !wanted(mutant) {
            continue;
        }
        let started = Instant::now();
        let (fate, by) = one(id, reaching.remove(&id).unwrap_or_default())?;
        let trial = Trial {
            name: mutant.name.clone(),
            fate,
            by,
            seconds: started.elapsed().as_secs_f64(),
        };
        writeln!(file, "{}", serde_json::to_string(&trial)?)?;
    }
    Ok(())
}

fn one(id: Id, mut tests: Vec<&Test>) -> Result<(Fate, String), Box<dyn Error>> {
    if tests.is_empty() {
        return Ok((Fate::Unreached, String::new()));
    }
    tests.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let mut batches: Vec<Vec<&Test>> = Vec::new();
    let mut spent = 0.0;
    for test in tests {
        spent += test.seconds;
        let same = batches
            .iter_mut()
            .find(|batch| spent < QUICK && batch[0].program == test.program);
        match same {
            Some(batch) => batch.push(test),
            None => batches.push(vec![test]),
        }
    }
    for batch in batches {
        let by = || {
            format!(
                "{}",
                batch[0].program.file_name().unwrap_or_default().display()
            )
        };
        match suite::run(&batch, Some(id), None)? {
            End::Passed => {}
            End::Failed(test) => return Ok((Fate::Killed, format!("{} {test}", by()))),
            End::Timeout => return Ok((Fate::Timeout, by())),
        }
    }
    Ok((Fate::Survived, String::new()))
}

/// What became of each mutant in its last trial.
pub fn read(results: &Path) -> Result<BTreeMap<String, Trial>, Box<dyn Error>> {
    let mut trials = BTreeMap::new();
    let text = std::fs::read_to_string(results).unwrap_or_default();
    for line in text.lines() {
        let trial: Trial = serde_json::from_str(line)?;
        trials.insert(trial.name.clone(), trial);
    }
    Ok(trials)
}
