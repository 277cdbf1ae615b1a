//! The copy of the project that holds every mutant, and what does not compile in it.

use crate::edit::{self, Id, Written};
use crate::mutant::Mutant;
use crate::{site, suite};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SWITCH: &str = "mutant_switch";

/// What was learnt about mutants: kept between runs, by name, as numbers change.
#[derive(Default, Deserialize, Serialize)]
pub struct Known {
    /// Mutants that are not in the tree, and why.
    pub without: BTreeMap<String, String>,
    /// Functions that constants call.
    pub constant: BTreeSet<String>,
}

/// Where everything is.
pub struct Tree {
    pub root: PathBuf,
    pub out: PathBuf,
}

impl Tree {
    /// The folder of the copy.
    pub fn copy(&self) -> PathBuf {
        self.out.join("tree")
    }

    /// Copies the project and writes the mutants into it, until it compiles.
    pub fn make(&self, mutants: &[Mutant], known: &mut Known) -> Result<(), Box<dyn Error>> {
        self.copy_files(mutants)?;
        for round in 1.. {
            let files = self.write(mutants, known)?;
            // Some lints that deny are only found when code is made, and some constants that
            // call functions stand in other crates.
            let mutated = ["-p", "callgate-engine", "-p", "callgate-compiler"];
            let mut errors = self.compile(&["check", "--lib"], &mutated)?;
            if errors.is_empty() {
                errors = self.compile(&["test", "--no-run", "--lib"], &mutated)?;
            }
            if errors.is_empty() {
                errors = self.compile(&["check", "--tests"], &suite::PACKAGES)?;
            }
            println!("round {round}: {} errors", errors.len());
            if errors.is_empty() {
                return Ok(());
            }
            let before = (known.without.len(), known.constant.len());
            for error in &errors {
                learn(error, mutants, &files, known);
            }
            if before == (known.without.len(), known.constant.len()) {
                let told: Vec<&str> = errors.iter().map(|error| error.rendered.as_str()).collect();
                return Err(format!("nobody's errors:\n{}", told.join("\n")).into());
            }
        }
        Ok(())
    }

    /// Copies what is versioned, except the sources that mutants are written into.
    fn copy_files(&self, mutants: &[Mutant]) -> Result<(), Box<dyn Error>> {
        let output = Command::new("git")
            .args([
                "ls-files",
                "-z",
                "--cached",
                "--others",
                "--exclude-standard",
            ])
            .current_dir(&self.root)
            .output()?;
        let mutated: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.file.as_str()).collect();
        let files = String::from_utf8(output.stdout)?;
        for file in files.split_terminator('\0') {
            let from = self.root.join(file);
            if !mutated.contains(file) && from.is_file() {
                put(&self.copy().join(file), &fs::read(from)?)?;
            }
        }
        let module = format!("engine/src/{SWITCH}.rs");
        put(&self.copy().join(module), include_bytes!("switch.rs"))
    }

    fn write(
        &self,
        mutants: &[Mutant],
        known: &mut Known,
    ) -> Result<BTreeMap<String, Written>, Box<dyn Error>> {
        let mut by_file: BTreeMap<&str, Vec<(Id, &Mutant)>> = BTreeMap::new();
        for (id, mutant) in mutants.iter().enumerate() {
            let of_file = by_file.entry(&mutant.file).or_default();
            if !known.without.contains_key(&mutant.name) {
                of_file.push((id, mutant));
            }
        }
        by_file.entry("engine/src/lib.rs").or_default();
        let mut files = BTreeMap::new();
        for (file, of_file) in by_file {
            let source = fs::read_to_string(self.root.join(file))?;
            let sites = site::find(&source, &of_file, &known.constant)?;
            for (id, why) in sites.without {
                let name = mutants[id].name.clone();
                known.without.insert(name, why.to_owned());
            }
            let engine = file.starts_with("engine/");
            let owner = if engine { "crate" } else { "callgate_engine" };
            let switch = format!("{owner}::{SWITCH}::on");
            let mut written = edit::write(&source, sites.edits, &switch);
            if file == "engine/src/lib.rs" {
                written.text += &format!("\n#[doc(hidden)]\npub mod {SWITCH};\n");
            }
            put(&self.copy().join(file), written.text.as_bytes())?;
            files.insert(file.to_owned(), written);
        }
        Ok(files)
    }

    fn compile(&self, command: &[&str], packages: &[&str]) -> Result<Vec<Message>, Box<dyn Error>> {
        let output = Command::new("cargo")
            .args(command)
            .args(packages)
            .arg("--message-format=json")
            .envs(suite::BUILD)
            .env("CARGO_TARGET_DIR", self.out.join("target"))
            .current_dir(self.copy())
            .stderr(Stdio::null())
            .output()?;
        let mut errors = Vec::new();
        for line in output.stdout.split(|&byte| byte == b'\n') {
            let value: Value = serde_json::from_slice(line).unwrap_or_default();
            if value["reason"] == "compiler-message" && value["message"]["level"] == "error" {
                let message = Message::new(&value["message"]);
                // The last line only counts the others.
                if !message.places.is_empty() {
                    errors.push(message);
                }
            }
        }
        if errors.is_empty() && !output.status.success() {
            return Err("the copy does not compile, for no reason that is told".into());
        }
        Ok(errors)
    }
}

/// Writes a file unless it holds this already, so that what did not change is not built again.
fn put(path: &Path, content: &[u8]) -> Result<(), Box<dyn Error>> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(path, content)?)
}

/// An error of the compiler.
struct Message {
    code: String,
    text: String,
    rendered: String,
    /// The places it tells of, the main ones first.
    places: Vec<(String, Range<usize>)>,
}

impl Message {
    fn new(value: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let spans = value["spans"].as_array().into_iter().flatten();
        let mut spans: Vec<&Value> = spans.collect();
        spans.sort_by_key(|span| span["is_primary"] != true);
        let places = spans.into_iter().filter_map(|span| {
            let byte = |of: &str| usize::try_from(span[of].as_u64()?).ok();
            let range = byte("byte_start")?..byte("byte_end")?;
            Some((text(&span["file_name"]), range))
        });
        Self {
            code: text(&value["code"]["code"]),
            text: text(&value["message"]),
            rendered: text(&value["rendered"]),
            places: places.collect(),
        }
    }

    fn within(&self, file: &str, range: &Range<usize>) -> bool {
        self.places.iter().any(|(name, place)| {
            name == file && range.start <= place.start && place.end <= range.end
        })
    }
}

/// Leaves out the mutants that an error is about: those in whose own text it stands, else those
/// of the smallest place around it.
fn learn(
    error: &Message,
    mutants: &[Mutant],
    files: &BTreeMap<String, Written>,
    known: &mut Known,
) {
    if error.code == "E0015" {
        let name = error.text.split('`').nth(1).unwrap_or_default();
        let name = name.rsplit("::").next().unwrap_or_default();
        if known.constant.insert(name.to_owned()) {
            return;
        }
    }
    let mut found = false;
    for (file, written) in files {
        for (id, range) in &written.own {
            if error.within(file, range) {
                let why = format!("does not compile: {}", error.text);
                known.without.insert(mutants[*id].name.clone(), why);
                found = true;
            }
        }
    }
    if found {
        return;
    }
    let mut around: Vec<(usize, &Vec<Id>)> = Vec::new();
    for (file, written) in files {
        for (ids, range) in &written.shared {
            if error.within(file, range) && !ids.is_empty() {
                around.push((range.len(), ids));
            }
        }
    }
    if let Some((_, ids)) = around.iter().min_by_key(|(length, _)| length) {
        for &id in *ids {
            let why = if error.code == "E0004" {
                "does not compile: what is left is not exhaustive".to_owned()
            } else {
                format!("no switch fits: {}", error.text)
            };
            known.without.insert(mutants[id].name.clone(), why);
        }
    }
}
