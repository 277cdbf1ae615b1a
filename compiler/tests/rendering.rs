//! What people see: every document of `faults/` and `lint/`, and of those of the firewall
//! dialect, as it is rendered.

use callgate_compiler::fault::render::{self, Level, Style};
use callgate_compiler::import::{
    ClaudeOptions, CodexOptions, Imported, Outcome, claude_code, codex,
};
use callgate_compiler::lint::CODES;
use callgate_compiler::permission::{CompileOptions, Compiled, compile_with};
use callgate_compiler::{Fault, Faults, Source, firewall};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

fn compile(path: &Path) -> (String, Result<Compiled, Faults>) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let options = CompileOptions {
        known_checks: Some(vec!["clean-tree".to_owned()]),
        ..CompileOptions::default()
    };
    let compiled = compile_with(&Source::new("policy", &text), &options);
    (text, compiled)
}

/// The faults or warnings of a firewall policy.
fn firewall(path: &Path) -> (String, Result<Vec<Fault>, Vec<Fault>>) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let found = match firewall::compile(&Source::new("policy", &text)) {
        Ok(compiled) => Ok(compiled.warnings),
        Err(Faults(faults)) => Err(faults),
    };
    (text, found)
}

#[test]
fn firewall_faults() {
    insta::glob!("firewall-faults/*", |path| {
        let (text, found) = firewall(path);
        let faults = found.err().unwrap_or_default();
        assert!(!faults.is_empty(), "{} has no fault", path.display());
        let source = Source::new("policy", &text);
        let shown = render::text(&faults, &source, Level::Error, Style::default());
        insta::assert_snapshot!(shown);
    });
}

#[test]
fn firewall_warnings() {
    insta::glob!("firewall-lint/*", |path| {
        let (text, found) = firewall(path);
        let warnings = found.unwrap_or_default();
        assert!(!warnings.is_empty(), "{} has no warning", path.display());
        let source = Source::new("policy", &text);
        let shown = render::text(&warnings, &source, Level::Warning, Style::default());
        insta::assert_snapshot!(shown);
    });
}

/// Whoever only has the output to go by has to learn from it what to write.
#[test]
fn every_planted_mistake_is_met_with_what_to_write_instead() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let permission = compile(&folder.join("faults/planted.yaml")).1;
    let faults = permission.err().map(|faults| faults.0).unwrap_or_default();
    let warned = compile(&folder.join("lint/planted.yaml")).1;
    let warnings = warned.map(|compiled| compiled.warnings).unwrap_or_default();
    let refused = firewall(&folder.join("firewall-faults/planted.yaml")).1;
    let doubted = firewall(&folder.join("firewall-lint/planted.yaml")).1;
    for found in [
        faults,
        warnings,
        refused.err().unwrap_or_default(),
        doubted.unwrap_or_default(),
    ] {
        assert!(found.len() >= 10, "{found:#?}");
        for fault in found {
            assert!(fault.help.is_some(), "{fault:#?}");
        }
    }
}

#[test]
fn faults() {
    insta::glob!("faults/*", |path| {
        let (text, compiled) = compile(path);
        let faults = compiled.err().map(|faults| faults.0).unwrap_or_default();
        assert!(!faults.is_empty(), "{} has no fault", path.display());
        let source = Source::new("policy", &text);
        let shown = render::text(&faults, &source, Level::Error, Style::default());
        insta::assert_snapshot!(shown);
    });
}

/// What is wrong with a document, as people see it.
fn shown(text: &str) -> String {
    let source = Source::new("policy", text);
    match compile_with(&source, &CompileOptions::default()) {
        Ok(compiled) => format!("compiles to {} rules\n", compiled.policy.rules.len()),
        Err(Faults(faults)) => render::text(&faults, &source, Level::Error, Style::default()),
    }
}

/// The faults of syntax, each of which ends the reading of its document.
#[test]
fn short_documents() {
    let mut all = String::new();
    let yaml = include_str!("short-yaml.txt").split("\n===\n");
    for text in include_str!("short.txt").lines().chain(yaml) {
        all += &shown(text);
        all.push('\n');
    }
    insta::assert_snapshot!(all);
}

/// Every line of somebody else's settings: the rules it becomes, or why it becomes none.
#[test]
fn imports() {
    insta::glob!("imports/*", |path| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let source = Source::new("settings", &text);
        let imported = if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let options = ClaudeOptions {
                without_stand_ins: false,
                accept_wider: false,
                project: Some("/srv/p".to_owned()),
                settings: Some("/srv/p".to_owned()),
                home: Some("/home/u".to_owned()),
            };
            claude_code(&source, &options).unwrap_or_else(|faults| panic!("{faults}"))
        } else {
            codex(&source, &CodexOptions::default())
        };
        insta::assert_snapshot!(outcomes(&imported));
    });
}

fn outcomes(imported: &Imported) -> String {
    let mut all = String::new();
    for line in &imported.lines {
        // Writing to a string cannot fail.
        let _ = writeln!(all, "{}: {}", line.line, line.text);
        match &line.outcome {
            Outcome::Translated { rules, remarks } => {
                for rule in rules {
                    let _ = writeln!(all, "    {}", rule.yaml());
                }
                for remark in remarks {
                    let _ = writeln!(all, "    # {remark}");
                }
            }
            Outcome::Wider { rules, reason } => {
                let _ = writeln!(all, "    wider: {reason}");
                for rule in rules {
                    let _ = writeln!(all, "    left out {}", rule.yaml());
                }
            }
            Outcome::Inexpressible { reason, stand_in } => {
                let _ = writeln!(all, "    no rule: {reason}");
                for rule in stand_in {
                    let _ = writeln!(all, "    instead {}", rule.yaml());
                }
            }
        }
    }
    all
}

#[test]
fn warnings() {
    insta::glob!("lint/*", |path| {
        let (text, compiled) = compile(path);
        let warnings = compiled
            .map(|compiled| compiled.warnings)
            .unwrap_or_default();
        assert!(!warnings.is_empty(), "{} has no warning", path.display());
        let source = Source::new("policy", &text);
        let shown = render::text(&warnings, &source, Level::Warning, Style::default());
        insta::assert_snapshot!(shown);
    });
}

/// A code that no document of `lint/` draws is one that nobody has seen.
#[test]
fn every_permission_code_is_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lint");
    let documents = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let drawn: BTreeSet<_> = documents
        .filter_map(|document| compile(&document.path()).1.ok())
        .flat_map(|compiled| compiled.warnings)
        .filter_map(|warning| warning.code)
        .collect();
    // What a server's tool list shows is drawn in the tests of `permission/tools`.
    let of_a_tool_list = ["W013", "W014", "W015", "W016", "W017", "W018"];
    let known = CODES
        .iter()
        .map(|code| code.code)
        .filter(|code| code.starts_with("W0") && !of_a_tool_list.contains(code));
    assert_eq!(drawn, known.collect());
}
