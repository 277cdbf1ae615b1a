//! What people see: every document of `faults/` and `lint/`, as it is rendered.

use callgate_compiler::fault::render::{self, Level, Style};
use callgate_compiler::permission::{CompileOptions, Compiled, compile_with};
use callgate_compiler::{Faults, Source};
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
