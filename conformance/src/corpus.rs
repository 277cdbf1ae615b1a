//! Loading case files: YAML documents and JSON lines, whole folders of them.

use crate::case::{Case, OpenPolicy, read_line, read_suite};
use callgate_compiler::{Fault, Faults, Limits, Source, Span, document};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

#[cfg(test)]
mod tests;

/// A case file in memory.
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// Where it was read from.
    pub path: PathBuf,
    /// The path as people see it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Which of the two forms a case file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// One YAML document.
    Suite,
    /// One case a line.
    Lines,
}

impl CaseFile {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read as UTF-8 text.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path)?;
        Ok(Self {
            path: path.to_owned(),
            name: path.display().to_string(),
            text,
        })
    }

    /// The whole text under its name.
    #[must_use]
    pub fn source(&self) -> Source<'_> {
        Source {
            name: &self.name,
            text: &self.text,
        }
    }

    /// Its cases in order.
    ///
    /// # Errors
    /// Every fault of the file, with spans into [`CaseFile::source`].
    pub fn cases(&self) -> Result<Vec<Case<'_>>, Faults> {
        let open = |relative: &str| open_policy(&self.path, relative);
        match form(&self.path) {
            Some(Form::Lines) => self.lines(&open),
            Some(Form::Suite) | None => {
                let source = self.source();
                let node = document::parse(&source, &limits())?;
                read_suite(&source, node, &open)
            }
        }
    }

    fn lines(&self, open: OpenPolicy<'_>) -> Result<Vec<Case<'_>>, Faults> {
        let mut names = HashSet::new();
        let mut cases = Vec::new();
        let mut faults = Vec::new();
        let mut start = 0;
        for line in self.text.split('\n') {
            let place = start;
            start += line.len() + 1;
            if line.trim().is_empty() {
                continue;
            }
            let source = Source {
                name: &self.name,
                text: line,
            };
            let read =
                document::parse(&source, &limits()).and_then(|node| read_line(&source, node, open));
            match read {
                Ok(case) => {
                    if !names.insert(case.name.clone()) {
                        faults.push(shifted(twice(&case), place));
                    }
                    cases.push(case);
                }
                Err(Faults(of_line)) => {
                    faults.extend(of_line.into_iter().map(|fault| shifted(fault, place)));
                }
            }
        }
        if faults.is_empty() {
            Ok(cases)
        } else {
            Err(Faults(faults))
        }
    }
}

fn twice(case: &Case<'_>) -> Fault {
    use callgate_compiler::{FaultKind, Location};
    let at = Location {
        pointer: "/name".to_owned(),
        span: case.span,
    };
    let message = format!("a case of the name `{}` stands above", case.name);
    Fault::new(FaultKind::DuplicateMember, at, message)
}

/// A fault of a line as a fault of the file.
fn shifted(mut fault: Fault, by: usize) -> Fault {
    let by = u32::try_from(by).unwrap_or(u32::MAX);
    let Span { start, end } = fault.at.span;
    fault.at.span = Span {
        start: start.saturating_add(by),
        end: end.saturating_add(by),
    };
    fault
}

/// Case files may hold bigger documents than a policy: their raw calls are long on purpose.
fn limits() -> Limits {
    Limits::default()
}

fn form(path: &Path) -> Option<Form> {
    match path.extension().and_then(OsStr::to_str) {
        Some("yaml" | "yml") => Some(Form::Suite),
        Some("jsonl") => Some(Form::Lines),
        _ => None,
    }
}

/// The policy document a case file names, relative to that file.
fn open_policy(case_file: &Path, relative: &str) -> Result<(String, String), String> {
    let path = case_file.parent().unwrap_or(Path::new("")).join(relative);
    match fs::read_to_string(&path) {
        Ok(text) => Ok((path.display().to_string(), text)),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// The case files at a path: the file itself, whatever its extension, or every `.yaml`,
/// `.yml` and `.jsonl` below a folder, sorted by path.
///
/// # Errors
/// When something on the way cannot be read. Links to folders are followed once each.
pub fn find(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !fs::metadata(path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    let mut seen = HashSet::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        if !seen.insert(fs::canonicalize(&folder)?) {
            continue;
        }
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if form(&path).is_some() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The folder of the project's own corpus.
#[must_use]
pub fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// Every case file of the project's own corpus, sorted by path.
///
/// # Errors
/// When one of them cannot be read.
pub fn read_own() -> io::Result<Vec<CaseFile>> {
    find(&own())?
        .iter()
        .map(|path| CaseFile::read(path))
        .collect()
}
