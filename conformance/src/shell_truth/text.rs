//! Argvs by grammar: every construct of the shells, nested into each other.

use super::vocabulary::{ARGUMENTS, HIDDEN, PLAIN, PROGRAMS, REDIRECTS, SHELLS, WRAPPERS};
use crate::generate::Choices;

/// One argv.
pub fn argv(choices: &mut Choices<'_>) -> Vec<String> {
    let mut argv: Vec<String> = Vec::new();
    if choices.once_in(6) {
        // No shell at first.
        for _ in 0..=choices.below(2) {
            argv.extend(choices.word(WRAPPERS).split(' ').map(str::to_owned));
        }
        if choices.once_in(3) {
            argv.extend(choices.word(SHELLS).split(' ').map(str::to_owned));
            argv.push(text(choices, 2));
        } else {
            argv.push(choices.word(PROGRAMS).to_owned());
            let more = choices.several(3, |choices| choices.word(ARGUMENTS).to_owned());
            argv.extend(more);
        }
        if choices.once_in(3) {
            argv.push(";".to_owned());
        }
        return argv;
    }
    let shell = if choices.once_in(3) {
        choices.word(SHELLS)
    } else {
        choices.word(&["bash -c", "sh -c", "dash -c", "zsh -c", "mksh -c", "ash -c"])
    };
    argv.extend(shell.split(' ').map(str::to_owned));
    if choices.once_in(12) {
        argv.push(choices.word(HIDDEN).to_owned());
    } else {
        let depth = choices.below(4);
        argv.push(text(choices, depth));
    }
    if choices.once_in(4) {
        argv.extend(["_".to_owned(), "a".to_owned()]);
    }
    argv
}

/// Shell text.
pub fn text(choices: &mut Choices<'_>, depth: usize) -> String {
    let mut text = String::new();
    for at in 0..=choices.below(3) {
        if at > 0 {
            text.push_str(choices.word(&[
                "; ",
                " && ",
                " || ",
                "\n",
                " | ",
                " |& ",
                " & ",
                ";",
                "&",
                "|",
                "&&",
                " # c\n",
                " # it's\n",
                "\n\n",
                ";; ",
            ]));
        }
        text.push_str(&command(choices, depth));
    }
    if choices.once_in(8) {
        text.push_str(choices.word(&[" #x", ";", " &", "\n", " # '", "\\"]));
    }
    text
}

fn command(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return simple(choices, 0);
    }
    let inner = |choices: &mut Choices<'_>| text(choices, depth - 1);
    match choices.below(30) {
        0 => format!("( {} )", inner(choices)),
        1 => format!("{{ {}; }}", inner(choices)),
        2 => format!("if {}; then {}; fi", inner(choices), inner(choices)),
        3 => format!(
            "if {}; then {}; else {}; fi",
            inner(choices),
            inner(choices),
            inner(choices)
        ),
        4 => format!(
            "while {}; do {}; break; done",
            inner(choices),
            inner(choices)
        ),
        5 => format!("for i in a b; do {}; done", inner(choices)),
        6 => format!("for i; do {}; done", inner(choices)),
        7 => format!(
            "case x in a) {};; *) {};; esac",
            inner(choices),
            inner(choices)
        ),
        8 => format!("f() {{ {}; }}; f", inner(choices)),
        9 => format!("function f {{ {}; }}; f", inner(choices)),
        10 => format!("[[ -n {} ]] && {}", word(choices, depth), inner(choices)),
        11 => format!(
            "(( {} )); {}",
            choices.word(&["1", "x=1", "x++", "1 + $(rm x)0"]),
            inner(choices)
        ),
        12 => format!("cat <<E\n{}\nE\n{}", body(choices, depth), inner(choices)),
        13 => format!("cat <<'E'\n{}\nE\n{}", body(choices, depth), inner(choices)),
        14 => format!(
            "{} <<-\"E\"; {}\n\tb\n\tE",
            simple(choices, depth),
            inner(choices)
        ),
        15..=17 => {
            let held = inner(choices);
            let held = quote(choices, &held);
            match choices.below(3) {
                0 => format!("eval {held}"),
                1 => format!("{} {held}", choices.word(SHELLS)),
                _ => format!("trap {held} EXIT"),
            }
        }
        18 if choices.once_in(4) => choices.word(HIDDEN).to_owned(),
        20 => format!("{} {}", choices.word(WRAPPERS), command(choices, depth - 1)),
        21 => format!("{{ {}; }} {}", inner(choices), choices.word(REDIRECTS)),
        22 => format!("coproc {{ {}; }}", inner(choices)),
        23 => format!("select i in a; do {}; break; done", inner(choices)),
        24 => format!(
            "until {}; do {}; break; done",
            inner(choices),
            inner(choices)
        ),
        25 => format!("time {{ {}; }}", inner(choices)),
        _ => simple(choices, depth),
    }
}

fn simple(choices: &mut Choices<'_>, depth: usize) -> String {
    let mut words: Vec<String> = Vec::new();
    if choices.once_in(6) {
        words.push(
            choices
                .word(&[
                    "X=1", "X=", "X='a b'", "A=b C=d", "X=$(git)", "X+=1", "X[0]=1", "X=\"$Y\"",
                ])
                .to_owned(),
        );
    }
    if choices.once_in(8) {
        words.push(choices.word(REDIRECTS).to_owned());
    }
    if choices.once_in(8) {
        words.push(choices.word(WRAPPERS).to_owned());
    }
    let programs = if choices.once_in(8) { PROGRAMS } else { PLAIN };
    words.push(choices.word(programs).to_owned());
    let arguments = choices.several(4, |choices| word(choices, depth));
    words.extend(arguments);
    if choices.once_in(5) {
        words.push(choices.word(REDIRECTS).to_owned());
    }
    words.join(choices.word(&[" ", " ", " ", "  ", "\t", " \\\n"]))
}

fn word(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 || !choices.once_in(4) {
        let mut word = choices.word(ARGUMENTS).to_owned();
        if choices.once_in(8) {
            word.push_str(choices.word(ARGUMENTS));
        }
        return word;
    }
    let inner = text(choices, depth - 1);
    match choices.below(12) {
        0 => format!("$({inner})"),
        1 => format!("\"$({inner})\""),
        2 => format!("`{}`", inner.replace('\\', "\\\\").replace('`', "\\`")),
        3 => format!(
            "\"a `{}` b\"",
            inner.replace('\\', "\\\\").replace('`', "\\`")
        ),
        4 => format!("<({inner})"),
        5 => format!("${{X:-$({inner})}}"),
        6 => format!("\"${{X:-$({inner})}}\""),
        7 => format!("$((1 + $({inner}) ))"),
        8 => format!("$'{}'", inner.replace('\\', "\\\\").replace('\'', "\\'")),
        9 => format!(
            "$(( {} ))",
            choices.word(&["1", "X", "x++", "1 ? 2 : 3", "(1)", "1<<2"])
        ),
        10 => format!("$( {inner} )"),
        _ => quote(choices, &inner),
    }
}

fn body(choices: &mut Choices<'_>, depth: usize) -> String {
    let mut body = String::new();
    for _ in 0..=choices.below(2) {
        body.push_str(choices.word(&[
            "it's ",
            "\" ",
            "$X ",
            "\\$(rm x) ",
            "# ",
            "`git` ",
            ") ",
            "b ",
        ]));
        if choices.once_in(3) {
            body.push_str(&word(choices, depth));
        }
        body.push_str(choices.word(&["\n", " ", "\\\n"]));
    }
    body
}

fn quote(choices: &mut Choices<'_>, text: &str) -> String {
    if choices.once_in(3) {
        let mut quoted = String::from("\"");
        for c in text.chars() {
            if matches!(c, '"' | '\\' | '$' | '`') {
                quoted.push('\\');
            }
            quoted.push(c);
        }
        quoted.push('"');
        quoted
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
