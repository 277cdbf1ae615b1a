//! What people see: every document of `faults/` and `lint/`, as it is rendered.

use callgate_compiler::fault::render::{self, Level, Style};
use callgate_compiler::lint::CODES;
use callgate_compiler::permission::{CompileOptions, Compiled, compile_with};
use callgate_compiler::{Faults, Source};
use std::collections::BTreeSet;
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
    let of_a_tool_list = ["W013", "W014", "W015", "W016"];
    let known = CODES
        .iter()
        .map(|code| code.code)
        .filter(|code| code.starts_with("W0") && !of_a_tool_list.contains(code));
    assert_eq!(drawn, known.collect());
}
