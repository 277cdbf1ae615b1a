//! Program patterns (R6): basenames, exact or with a final `*`.

use super::{Said, Wrong};
use crate::fault::quote;
use crate::permission::Program;

/// Endings that basenames lose (C1).
const ENDINGS: [&str; 4] = [".exe", ".bat", ".cmd", ".com"];

/// Reads a basename pattern.
pub(super) fn program(text: &str) -> Result<Program, Wrong> {
    let (stem, glob) = match text.strip_suffix('*') {
        Some(stem) => (stem, true),
        None => (text, false),
    };
    if text.is_empty() {
        return Err(Said::new("a command may not be empty")
            .help("name a program; leave `command` out to speak about every call"));
    }
    if !stem.bytes().all(is_program_byte) {
        return Err(foreign(text, stem));
    }
    if glob {
        return Ok(Program::Prefix(stem.to_owned()));
    }
    match without_ending(stem) {
        Some(bare) => Err(Said::new(format!("{} never matches", quote(text)))
            .help(format!("write {}: basenames lose that ending", quote(bare)))),
        None => Ok(Program::Exact(stem.to_owned())),
    }
}

const fn is_program_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'+' | b'-')
}

fn without_ending(name: &str) -> Option<&str> {
    let (bare, ending) = name.split_at_checked(name.len().checked_sub(4)?)?;
    let known = ENDINGS
        .iter()
        .any(|known| ending.eq_ignore_ascii_case(known));
    (known && !bare.is_empty()).then_some(bare)
}

fn foreign(text: &str, stem: &str) -> Wrong {
    if text.contains(['/', '\\']) {
        let base = text
            .rsplit(['/', '\\'])
            .find(|piece| !piece.is_empty())
            .unwrap_or_default();
        let base = without_ending(base).unwrap_or(base);
        let wrong = Said::new(format!(
            "a command is a basename, not a path: {}",
            quote(text)
        ));
        return wrong.help(match base {
            "" => "write a program's name, like `git`".to_owned(),
            base => format!("write {}: it matches wherever it lies", quote(base)),
        });
    }
    if stem.contains('*') {
        let before = stem.split('*').next().unwrap_or_default();
        return Said::new(format!(
            "`*` may only stand at the end, and once: {}",
            quote(text)
        ))
        .help(format!(
            "write {}, or a rule for each program",
            quote(&format!("{before}*"))
        ));
    }
    if let Some((program, _)) = text.split_once(' ') {
        let wrong = Said::new(format!(
            "a command is one program, without a space: {}",
            quote(text)
        ));
        return wrong.help(match program {
            "" => "write a program's name, like `git`, and words after it into `args`".to_owned(),
            program => format!(
                "write {}, and the words after it into `args`",
                quote(program)
            ),
        });
    }
    Said::new(format!("{} is not a program's basename", quote(text)))
        .help("basenames are letters, digits and `. _ + -`; a final `*` matches what follows")
}
