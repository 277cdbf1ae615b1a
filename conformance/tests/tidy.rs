//! The shape of the workspace: which crate may use which, how long files are, and that the
//! reference stays a second opinion.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// A source file is one idea; longer ones want to be two.
const MOST_LINES: usize = 500;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust file below a folder of the workspace.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![workspace().join(folder)];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("Rust is text");
                sources.push((path, text));
            }
        }
    }
    sources
}

/// Lines of code, without comments, that name something.
fn naming<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .filter(move |(_, line)| line.contains(name))
}

fn assert_never_names(folder: &str, names: &[&str]) {
    let sources = sources(folder);
    assert!(!sources.is_empty(), "{folder} holds sources");
    for (path, text) in sources {
        for name in names {
            if let Some((line, code)) = naming(&text, name).next() {
                panic!(
                    "{}:{}: names {name}: {}",
                    path.display(),
                    line + 1,
                    code.trim()
                );
            }
        }
    }
}

#[test]
fn dependencies_point_one_way() {
    let (compiler, conformance) = ("callgate_compiler", "callgate_conformance");
    let (cli, fuzz) = ("callgate_cli", "callgate_fuzz");
    assert_never_names("engine", &[compiler, conformance, cli, fuzz]);
    assert_never_names("compiler", &[conformance, cli, fuzz]);
    assert_never_names("conformance/src", &[cli, fuzz]);
    assert_never_names("cli/src", &[fuzz]);
}

#[test]
fn manifests_say_the_same() {
    for (crate_name, forbidden) in [
        (
            "engine",
            &["callgate-compiler", "callgate-conformance", "saphyr"][..],
        ),
        ("compiler", &["callgate-conformance", "callgate-cli"][..]),
        ("conformance", &["callgate-cli", "callgate-fuzz"][..]),
    ] {
        let manifest = workspace().join(crate_name).join("Cargo.toml");
        let text = fs::read_to_string(manifest).expect("a manifest");
        for name in forbidden {
            assert!(!text.contains(name), "{crate_name} depends on {name}");
        }
    }
}

/// What the reference may take from the product: rule data, vocabulary, the limits on calls,
/// and the reader of shell text, which is held to real shells instead.
#[test]
fn the_reference_shares_no_matching_code() {
    let allowed = [
        "callgate_engine::permission",
        "callgate_engine::json::Limits",
        "callgate_engine::command",
        "callgate_engine::shell",
        "callgate_engine::firewall",
        "callgate_engine::Tri",
        "callgate_engine::Decision",
        "callgate_engine::{Decision, Tri}",
        "callgate_compiler::permission",
        "callgate_compiler::firewall",
    ];
    let mut sources = sources("conformance/src/reference");
    let own = workspace().join("conformance/src/reference.rs");
    sources.push((own.clone(), fs::read_to_string(own).expect("the reference")));
    for (path, text) in sources {
        for name in ["callgate_engine", "callgate_compiler"] {
            for (line, code) in naming(&text, name) {
                let known = allowed.iter().any(|allowed| code.contains(allowed));
                assert!(known, "{}:{}: {}", path.display(), line + 1, code.trim());
            }
        }
        let matching = [
            "Table",
            "read_url",
            "read_host",
            "basename(program: &str) -> Option<&",
            "is_shell_line;",
            "strip_extension",
            "engine::text",
            "engine::path",
            "engine::host",
            ".escapes()",
            ".writes()",
            "lower(",
            "compile_policy",
        ];
        for name in matching {
            if let Some((line, code)) = naming(&text, name).next() {
                panic!(
                    "{}:{}: {name} is the product's: {}",
                    path.display(),
                    line + 1,
                    code.trim()
                );
            }
        }
    }
}

#[test]
fn no_source_file_is_too_long() {
    let mut long = Vec::new();
    for folder in [
        "src",
        "engine",
        "compiler",
        "conformance",
        "cli",
        "fuzz",
        "benches",
        "examples",
    ] {
        for (path, text) in sources(folder) {
            let generated = path.components().any(|part| part.as_os_str() == "target");
            let lines = text.lines().count();
            if lines > MOST_LINES && !generated {
                long.push(format!("{}: {lines} lines", path.display()));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}
