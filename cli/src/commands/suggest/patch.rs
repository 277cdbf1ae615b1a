//! A change of a file as a patch: one hunk, since rules are added in one place.

use crate::render::{BOLD, DIM, GREEN, RED};
use crate::safe::Safe;
use std::io::{self, Write};

/// How many unchanged lines stand around a change.
const AROUND: usize = 3;

/// Writes what turns one text into the other in the unified format.
pub(super) fn write(out: &mut dyn Write, name: &str, old: &str, new: &str) -> io::Result<()> {
    let (old, new): (Vec<&str>, Vec<&str>) = (lines(old), lines(new));
    let same =
        |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| pairs.take_while(|(a, b)| a == b).count();
    let head = same(&mut old.iter().zip(&new));
    let rest = |all: &[&str]| all.len() - head;
    let tail = same(&mut old.iter().rev().zip(new.iter().rev()))
        .min(rest(&old))
        .min(rest(&new));
    let from = head.saturating_sub(AROUND);
    let after = tail.min(AROUND);
    let slice = |all: &[&'_ str], from: usize, to: usize| -> Vec<String> {
        let lines = all.get(from..to).unwrap_or_default();
        lines.iter().map(|&line| line.to_owned()).collect()
    };
    let before = slice(&old, from, head);
    let gone = slice(&old, head, old.len() - tail);
    let come = slice(&new, head, new.len() - tail);
    let behind = slice(&old, old.len() - tail, old.len() - tail + after);
    let around = before.len() + behind.len();
    writeln!(out, "{BOLD}--- {}{BOLD:#}", Safe(name))?;
    writeln!(out, "{BOLD}+++ {}{BOLD:#}", Safe(name))?;
    writeln!(
        out,
        "{DIM}@@ -{},{} +{},{} @@{DIM:#}",
        from + 1,
        around + gone.len(),
        from + 1,
        around + come.len()
    )?;
    for line in before {
        row(out, ' ', &line)?;
    }
    for line in gone {
        write!(out, "{RED}")?;
        row(out, '-', &line)?;
        write!(out, "{RED:#}")?;
    }
    for line in come {
        write!(out, "{GREEN}")?;
        row(out, '+', &line)?;
        write!(out, "{GREEN:#}")?;
    }
    for line in behind {
        row(out, ' ', &line)?;
    }
    Ok(())
}

/// The lines of a text, each with its break.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn row(out: &mut dyn Write, sign: char, line: &str) -> io::Result<()> {
    match line.strip_suffix('\n') {
        Some(text) => writeln!(out, "{sign}{text}"),
        None => writeln!(out, "{sign}{line}\n\\ No newline at end of file"),
    }
}

#[cfg(test)]
mod tests {
    use super::write;

    fn patch(old: &str, new: &str) -> String {
        let mut out = Vec::new();
        write(&mut anstream::StripStream::new(&mut out), "p", old, new).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn one_hunk_with_three_lines_around() {
        assert_eq!(
            patch("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nx\n5\n6\n7\n8\n"),
            "--- p\n+++ p\n@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+x\n 5\n 6\n 7\n"
        );
        assert_eq!(
            patch("1", "1\n2"),
            "--- p\n+++ p\n@@ -1,1 +1,2 @@\n-1\n\\ No newline at end of file\n+1\n+2\n\\ No newline at end of file\n"
        );
    }
}
