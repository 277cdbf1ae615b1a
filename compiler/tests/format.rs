//! Comments planted all over every YAML document of the project: formatting keeps each of them,
//! says the same, and is done once.

#![expect(clippy::unwrap_used, reason = "a test over files of the project")]

use callgate_compiler::document::parse;
use callgate_compiler::format::{format, same};
use callgate_compiler::{Limits, Source, firewall, permission};
use std::path::{Path, PathBuf};

/// A sequence of numbers that is the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }
}

/// Every YAML file below the folders of the project that hold documents, and the YAML blocks of
/// the guide.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut open: Vec<PathBuf> = ["conformance/corpus", "examples", "docs", "compiler/tests"]
        .map(|folder| root.join(folder))
        .into();
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                std::fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
            continue;
        }
        let name = path.display().to_string();
        match path.extension().and_then(|end| end.to_str()) {
            Some("yaml") => found.push((name, std::fs::read_to_string(&path).unwrap())),
            Some("md") => {
                let text = std::fs::read_to_string(&path).unwrap();
                for block in text.split("\n```yaml").skip(1) {
                    let body = block.split("\n```").next().unwrap_or_default();
                    let (_, body) = body.split_once('\n').unwrap_or_default();
                    found.push((name.clone(), format!("{body}\n")));
                }
            }
            _ => {}
        }
    }
    found.sort();
    found
}

/// The text with a comment at a random place: behind a line, on a line of its own, or behind a
/// piece of a line, which then goes on in the next.
fn plant(text: &str, comment: &str, numbers: &mut Numbers) -> String {
    let breaks: Vec<usize> = match numbers.below(3) {
        0 | 1 => text.match_indices('\n').map(|(at, _)| at).collect(),
        _ => text
            .match_indices([',', '[', '{', ':', '-'])
            .map(|(at, _)| at + 1)
            .collect(),
    };
    let Some(&at) = breaks.get(numbers.below(breaks.len())) else {
        return text.to_owned();
    };
    let (before, after) = text.split_at(at);
    let indent = " ".repeat(numbers.below(12));
    if after.starts_with('\n') && numbers.below(2) == 0 {
        format!("{before}\n{indent}{comment}{after}")
    } else if after.starts_with('\n') {
        format!("{before} {comment}{after}")
    } else {
        format!("{before} {comment}\n{indent}{after}")
    }
}

/// What a policy compiles to, if it is one.
fn dump(text: &str) -> Option<String> {
    let source = Source::new("p", text);
    let document = parse(&source, &Limits::default()).unwrap();
    if firewall::recognises(&document) {
        firewall::compile(&source)
            .ok()
            .map(|compiled| compiled.table.dump().to_string())
    } else {
        permission::compile(&source)
            .ok()
            .map(|compiled| compiled.table.dump().to_string())
    }
}

#[test]
fn no_comment_is_lost_wherever_it_stands() {
    let limits = Limits::default();
    let documents = documents();
    assert!(documents.len() > 60, "{}", documents.len());
    let mut numbers = Numbers(7);
    let (mut planted, mut policies) = (0, 0);
    for (name, original) in &documents {
        // Some documents of the corpus are there to be refused.
        let Ok(says) = parse(&Source::new(name, original), &limits) else {
            continue;
        };
        if original.trim_start().starts_with(['{', '[']) {
            continue;
        }
        let rounds = 1 + 30_000 / (original.len() + 1_000);
        for _ in 0..rounds {
            let mut text = original.clone();
            let mut comments = 0;
            for _ in 0..=numbers.below(8) {
                let more = plant(&text, &format!("#c{comments};"), &mut numbers);
                let readable = parse(&Source::new(name, &more), &limits);
                // Not every place can hold a comment: inside a text, it is a part of it.
                if readable.is_ok_and(|more| same(&more, &says)) {
                    text = more;
                    comments += 1;
                }
            }
            planted += comments;
            let written = format(&Source::new(name, &text), &limits)
                .unwrap_or_else(|why| panic!("{name}: {why}\n{text}"));
            for comment in 0..comments {
                let comment = format!("#c{comment};");
                assert_eq!(
                    written.matches(&comment).count(),
                    text.matches(&comment).count(),
                    "{name}: {comment}\n{text}\n---\n{written}"
                );
            }
            let again = format(&Source::new(name, &written), &limits).expect("it was formatted");
            assert_eq!(written, again, "{name}:\n{text}");
            let reread = parse(&Source::new(name, &written), &limits).expect("it was formatted");
            assert!(same(&reread, &says), "{name}:\n{text}\n---\n{written}");
            if let Some(table) = dump(original) {
                policies += 1;
                assert_eq!(
                    dump(&written),
                    Some(table),
                    "{name}:\n{text}\n---\n{written}"
                );
            }
        }
    }
    assert!(planted > 4_000, "{planted}");
    assert!(policies > 100, "{policies}");
}

/// In a formatted document, a comment line as deep as the deeper of its neighbours stays.
#[test]
fn comments_keep_their_depth_wherever_they_stand() {
    let limits = Limits::default();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut planted = 0;
    for (name, original) in documents() {
        let source = Source::new(&name, &original);
        if original.trim_start().starts_with(['{', '[']) || original.len() > 5_000 {
            continue;
        }
        let Ok(written) = format(&source, &limits) else {
            continue;
        };
        let lines: Vec<&str> = written.lines().collect();
        for at in 0..=lines.len() {
            let before = at.checked_sub(1).and_then(|at| lines.get(at)).copied();
            let (before, after) = (before.unwrap_or_default(), lines.get(at).copied());
            // A blank line says nothing about depth.
            if before.is_empty() || after.is_some_and(str::is_empty) {
                continue;
            }
            // The first member of a rule stands further in than its dash.
            let indent = depth(before).max(depth(after.unwrap_or_default()));
            let mut text: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            text.insert(at, format!("{}# planted", " ".repeat(indent)));
            let text = text.join("\n") + "\n";
            let again = format(&Source::new(&name, &text), &limits).expect("a document");
            assert_eq!(again, text, "{name}");
            planted += 1;
        }
    }
    assert!(planted > 500, "{planted}");
}
