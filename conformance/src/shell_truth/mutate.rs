//! Argvs by changing others.

use crate::generate::Choices;

/// Pieces that mean something to a shell.
const PIECES: &[&str] = &[
    "'",
    "\"",
    "\\",
    "`",
    "$",
    "$(",
    ")",
    "(",
    "{",
    "}",
    "[",
    "]",
    ";",
    "&",
    "|",
    "<",
    ">",
    "\n",
    " ",
    "\t",
    "#",
    "!",
    "=",
    "~",
    "*",
    "?",
    "\r",
    "\\\n",
    "$((",
    "))",
    "((",
    "${",
    "$'",
    "$\"",
    "<(",
    ">(",
    "<<E\n",
    "\nE\n",
    "<<-E\n",
    "<<<",
    "&&",
    "||",
    ";;",
    ";&",
    "|&",
    "&>",
    ">&",
    ">|",
    "<>",
    "2>",
    "10>",
    "{fd}>",
    "[[",
    "]]",
    "@",
    "-",
    "--",
    " if ",
    " then ",
    " fi ",
    " do ",
    " done ",
    " in ",
    " esac ",
    "time ",
    "coproc ",
    "function ",
    "! ",
    "X=1 ",
    "eval ",
    "é",
    "rm x",
    "; rm x ;",
    "$(rm x)",
    "`rm x`",
    "a[$(rm x)0]",
    "=~ ",
    " == ",
    "$[",
    "x=",
];

/// A change or a few to one text of an argv.
pub fn mutate(choices: &mut Choices<'_>, argv: &[String], other: &[String]) -> Vec<String> {
    let mut argv = argv.to_vec();
    let last = argv.len().saturating_sub(1);
    let payload = argv
        .iter()
        .skip(1)
        .position(|word| word == "-c")
        .map_or(last, |at| (at + 2).min(last));
    let spare = other.last().cloned().unwrap_or_default();
    if let Some(text) = argv.get_mut(payload) {
        for _ in 0..=choices.below(3) {
            change(choices, text, &spare);
        }
    }
    argv
}

fn place(choices: &mut Choices<'_>, text: &str) -> usize {
    let at = choices.below(text.len() + 1);
    (at..=text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

fn change(choices: &mut Choices<'_>, text: &mut String, other: &str) {
    let at = place(choices, text);
    match choices.below(6) {
        0 | 1 => text.insert_str(at, choices.word(PIECES)),
        2 => {
            if at < text.len() {
                text.remove(at);
            }
        }
        3 => {
            let end = place(choices, text);
            let (from, to) = (at.min(end), at.max(end));
            if to - from < 12 {
                text.replace_range(from..to, "");
            }
        }
        4 => {
            let end = place(choices, text);
            let piece = text
                .get(at.min(end)..at.max(end))
                .unwrap_or_default()
                .to_owned();
            if piece.len() < 40 {
                let at = place(choices, text);
                text.insert_str(at, &piece);
            }
        }
        _ => {
            let from = place(choices, other);
            let piece: String = other
                .get(from..)
                .unwrap_or_default()
                .chars()
                .take(24)
                .collect();
            text.insert_str(at, &piece);
        }
    }
}
