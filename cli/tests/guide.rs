//! The guide's examples: every file is written, every command is run, and what it prints is
//! what the page says. `BLESS=1` writes what came out into the pages instead.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test over files of the project"
)]

mod common;

use common::{Folder, root};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs one command line in a folder, with the binary on the path; standard output and error
/// as one text, and the exit code where it is not 0.
fn run(line: &str, folder: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_callgate"));
    let path = format!(
        "{}:{}",
        binary.parent().unwrap().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .expect("a shell");
    let mut text = String::from_utf8(output.stdout).expect("UTF-8");
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "[exit {}]", code.unwrap_or(-1)).unwrap(),
    }
    text
}

/// A page as it is, and as it would be with what the commands really print.
fn page(path: &Path) -> (String, String) {
    let text = std::fs::read_to_string(path).expect("a page");
    let name = path.file_stem().unwrap().to_str().unwrap();
    let folder = Folder::new(&format!("guide-{name}"));
    let mut really = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        writeln!(really, "{line}").unwrap();
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
            continue;
        };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if info == "console" {
            for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
                let printed = run(command, folder.path());
                writeln!(really, "$ {command}").unwrap();
                really.push_str(&printed);
                if !(printed.is_empty() || printed.ends_with('\n')) {
                    really.push('\n');
                }
            }
        } else {
            for line in &body {
                writeln!(really, "{line}").unwrap();
            }
            if let Some((_, file)) = info.split_once(",file=") {
                folder.file(file, body.join("\n") + "\n");
            }
        }
        really.push_str("```\n");
    }
    (text, really)
}

fn pages() -> Vec<PathBuf> {
    let folder = root().join("docs/guide");
    let mut pages: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the guide")
        .map(|entry| entry.expect("a page").path())
        .collect();
    pages.sort();
    pages
}

#[test]
fn every_example_of_the_guide_prints_what_the_guide_says() {
    let pages = pages();
    assert!(pages.len() > 5);
    for path in pages {
        let (says, really) = page(&path);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, really).expect("a page");
        } else {
            assert_eq!(says, really, "{}", path.display());
        }
    }
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the summary");
    for path in pages() {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(summary.contains(&format!("(guide/{name})")), "{name}");
    }
    for link in summary.split("](").skip(1) {
        let link = link.split(')').next().unwrap();
        assert!(root().join("docs").join(link).is_file(), "{link}");
    }
}
