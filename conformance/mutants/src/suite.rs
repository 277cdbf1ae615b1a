//! The tests that are run against mutants: each with the time it takes and the mutants it
//! reaches, so that a mutant meets only tests that can tell it.

use crate::edit::Id;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The packages with tests that are run.
pub const PACKAGES: [&str; 10] = [
    "-p",
    "callgate-engine",
    "-p",
    "callgate-compiler",
    "-p",
    "callgate-conformance",
    "-p",
    "callgate-fuzz",
    "-p",
    "callgate-cli",
];

/// How the copy is built: nobody steps through it.
pub const BUILD: [(&str, &str); 2] = [
    ("CARGO_PROFILE_TEST_DEBUG", "0"),
    ("CARGO_PROFILE_DEV_DEBUG", "0"),
];

/// Test programs that say nothing about the engine and the compiler, or run real shells.
const LEFT_OUT: [&str; 5] = ["tidy", "schemas", "shell_truth", "auto_traits", "bench"];

/// One test.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Test {
    pub program: PathBuf,
    pub folder: PathBuf,
    pub name: String,
    pub seconds: f64,
    pub reaches: BTreeSet<Id>,
}

/// How a run of tests ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Passed,
    /// The test that failed, as far as it is told.
    Failed(String),
    /// It took more time than it may.
    Timeout,
}

/// Builds the tests of the copy and finds their programs.
pub fn build(copy: &Path, target: &Path) -> Result<Vec<(PathBuf, PathBuf)>, Box<dyn Error>> {
    let output = Command::new("cargo")
        .args(["test", "--no-run", "--lib", "--bins", "--tests"])
        .args(PACKAGES)
        .arg("--message-format=json")
        .env("CARGO_TARGET_DIR", target)
        .envs(BUILD)
        .current_dir(copy)
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("the copy does not build".into());
    }
    let mut programs = Vec::new();
    for line in output.stdout.split(|&byte| byte == b'\n') {
        let value: Value = serde_json::from_slice(line).unwrap_or_default();
        let name = value["target"]["name"].as_str().unwrap_or_default();
        let tests = value["profile"]["test"] == true && !LEFT_OUT.contains(&name);
        let program = value["executable"].as_str().filter(|_| tests);
        let manifest = value["manifest_path"].as_str().map(Path::new);
        if let (Some(program), Some(folder)) = (program, manifest.and_then(Path::parent)) {
            programs.push((PathBuf::from(program), folder.to_owned()));
        }
    }
    Ok(programs)
}

/// Runs every test alone, without a mutant: it must pass, and shows what it reaches.
pub fn probe(programs: &[(PathBuf, PathBuf)], scratch: &Path) -> Result<Vec<Test>, Box<dyn Error>> {
    let mut tests = Vec::new();
    for (program, folder) in programs {
        let output = Command::new(program)
            .args(["--list", "--format", "terse"])
            .current_dir(folder)
            .output()?;
        let listed = String::from_utf8(output.stdout)?;
        for name in listed
            .lines()
            .filter_map(|line| line.strip_suffix(": test"))
        {
            let _ = fs::remove_file(scratch);
            let mut test = Test {
                program: program.clone(),
                folder: folder.clone(),
                name: name.to_owned(),
                seconds: 0.0,
                reaches: BTreeSet::new(),
            };
            let started = Instant::now();
            let end = run(&[&test], None, Some(scratch))?;
            test.seconds = started.elapsed().as_secs_f64();
            if end != End::Passed {
                return Err(format!("{name} fails without a mutant: {end:?}").into());
            }
            let reached = fs::read(scratch).unwrap_or_default();
            let numbers = reached.as_chunks().0.iter();
            test.reaches = numbers.map(|&id| u32::from_le_bytes(id) as Id).collect();
            tests.push(test);
        }
    }
    Ok(tests)
}

/// Runs tests of one program, with a mutant on. Processor time is limited to ten times what
/// they took, and time on the clock very loosely, as others use the machine.
pub fn run(
    tests: &[&Test],
    mutant: Option<Id>,
    reached: Option<&Path>,
) -> Result<End, Box<dyn Error>> {
    let Some(first) = tests.first() else {
        return Ok(End::Passed);
    };
    let expected: f64 = tests.iter().map(|test| test.seconds).sum();
    let known = mutant.is_some();
    let seconds = if known {
        (2.0 + 10.0 * expected).ceil()
    } else {
        600.0
    };
    let limits = format!("ulimit -t {seconds} && ulimit -v 8000000 && ulimit -c 0 && exec \"$@\"");
    let mut command = Command::new("sh");
    command
        .args(["-c", &limits, "sh"])
        .arg(&first.program)
        .args(["--exact", "--test-threads=1"])
        .args(tests.iter().map(|test| &test.name))
        .current_dir(&first.folder)
        .env("CARGO_MANIFEST_DIR", &first.folder)
        .env("INSTA_UPDATE", "no")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(id) = mutant {
        command.env("MUTANT", id.to_string());
    }
    if let Some(reached) = reached {
        command.env("MUTANTS_REACHED", reached);
    }
    let mut child = command.spawn()?;
    let output = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let read = output.map(|mut output| std::io::copy(&mut output, &mut text));
        (text, read.is_some())
    });
    let patience = Duration::from_secs_f64(120.0 + 20.0 * seconds);
    let started = Instant::now();
    let mut pause = Duration::from_millis(2);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(End::Timeout);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    };
    let (text, _) = reader.join().map_err(|_| "the reader of output stopped")?;
    // What the limit of processor time sends, or kills with.
    const SIGXCPU: i32 = 24;
    const SIGKILL: i32 = 9;
    if let Some(SIGXCPU | SIGKILL) = status.signal() {
        return Ok(End::Timeout);
    }
    if status.success() {
        return Ok(End::Passed);
    }
    let text = String::from_utf8_lossy(&text);
    let failed = text
        .lines()
        .find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    let last = text
        .lines()
        .filter_map(|line| line.strip_prefix("test "))
        .next_back();
    Ok(End::Failed(failed.or(last).unwrap_or("?").to_owned()))
}
