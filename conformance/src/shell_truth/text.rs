//! Argvs by grammar: every construct of the shells, nested into each other.

use crate::generate::Choices;

/// Programs, most of them stubs, some of them builtins.
const PROGRAMS: &[&str] = &[
    "rm",
    "git",
    "ls",
    "cat",
    "grep",
    "curl",
    "make",
    "tee",
    "diff",
    "python3",
    "7z",
    "5s",
    "10",
    "g++",
    "/bin/rm",
    "/usr/bin/git",
    "../../bin/rm",
    "~/../../bin/rm",
    "r\\m",
    "'git'",
    "\"rm\"",
    "g''it",
    "$'rm'",
    "$\"rm\"",
    "r*",
    "{git,x}",
    "$X",
    "${X}rm",
    "`echo rm`",
    "$(echo git)",
    "./git",
    "echo",
    ":",
    "true",
    "false",
    "cd",
    "test",
    "\\git",
    "BASH",
    "\"if\"",
    "'{'",
    "[",
    "rm$X",
    "g\"i\"t",
    "nosuch",
];

/// Programs that are plainly themselves: texts of these are identified, so that a program that
/// is missed is not hidden behind one that is not known.
const PLAIN: &[&str] = &[
    "rm", "git", "ls", "cat", "grep", "curl", "make", "tee", "diff", "python3", "7z", "5s", "10",
];

/// Arguments.
const ARGUMENTS: &[&str] = &[
    "x",
    "-rf",
    "--force",
    "a=b",
    "status",
    "'a b'",
    "\"a b\"",
    "$X",
    "\"$X\"",
    "${X:-y}",
    "*",
    "~",
    "a*",
    "{a,b}",
    "if",
    "then",
    "do",
    "}",
    "a#b",
    "\\;",
    "';'",
    "$((1+2))",
    "$?",
    "$#",
    "'$(rm x)'",
    "\"\\$(rm x)\"",
    "\\`rm x\\`",
    "$'a\\'b'",
    "$'\\n'",
    "$\"q\"",
    "é",
    "\"é\"",
    "-",
    "--",
    "-c",
    "5",
    "1.5",
    "@",
    "%s",
    "\"\"",
    "''",
    "!",
    "a\\ b",
    "\"$@\"",
    "${#X}",
    "${X%%.*}",
    "${X/a/b}",
    "${X:-'}'}",
    "${X:-\"a\"}",
    "[a]",
    "x[0]",
    "~/x",
    "=",
    "=x",
    "^",
    "\\\n",
    "\r",
    "a\rb",
    "-e",
    "+x",
    "{",
    "{}",
    "$",
    "a$",
    "\"a$\"",
    "'\\'",
    "\"\\\\\"",
    "'#'",
    "\"#\"",
];

/// Redirects.
const REDIRECTS: &[&str] = &[
    ">o",
    "> o",
    ">>o",
    "<f",
    "2>o",
    "2>&1",
    ">&2",
    "&>o",
    "&>>o",
    ">|o",
    "<>o",
    "10>o",
    "{fd}>o",
    ">&-",
    "<&0",
    "> \"o\"",
    "> $X",
    "<<<x",
    "<<< 'a b'",
    ">&o",
    "1>-",
    "3<f",
];

/// Things in front of a command that start it.
const WRAPPERS: &[&str] = &[
    "env",
    "env X=1",
    "env -i",
    "env -u X",
    "env -C . --",
    "env --",
    "env -",
    "timeout 5",
    "timeout -s KILL 5",
    "timeout -k 1 2",
    "timeout --signal=9 5",
    "timeout 1.5",
    "nice",
    "nice -n 5",
    "nice -5",
    "nice --adjustment 3",
    "nice -n +5",
    "nohup",
    "stdbuf -oL",
    "stdbuf -o 0 -i0",
    "stdbuf --output=L",
    "setsid -w",
    "setsid",
    "ionice -c2 -n7",
    "ionice -c idle",
    "time",
    "time -p",
    "time --",
    "command",
    "command -p",
    "command --",
    "command -v",
    "exec",
    "exec -a x",
    "exec -c",
    "exec -l",
    "exec -cl -a n",
    "builtin",
    "eval",
    "eval --",
    "!",
    "coproc",
    "coproc N",
    "busybox",
    "/usr/bin/env",
    "./env",
    "ENV",
    "env -S",
    "env --split-string=rm",
    "xargs",
    "xargs -n1",
    "xargs -I{}",
    "find . -exec",
    "find a -maxdepth 0 -exec",
    "noglob",
    "repeat 2",
    "chrt -o 0",
    "taskset 1",
    "flock f",
    "sudo",
    "sudo -u x",
    "nocorrect",
    "-",
    "setpriv --no-new-privs",
    "env -vu git",
    "env -a n",
    "\"time\"",
    "\\time -o git",
    "time -f %e",
];

/// Shells with their options.
const SHELLS: &[&str] = &[
    "bash -c",
    "sh -c",
    "dash -c",
    "bash -lc",
    "bash -ec",
    "sh -ec",
    "bash -c --",
    "sh -c -e",
    "bash -o pipefail -c",
    "bash -O extglob -c",
    "bash +x -c",
    "bash --norc -c",
    "bash -cx",
    "bash -euo pipefail -c",
    "zsh -c",
    "mksh -c",
    "ash -c",
    "bash --rcfile f -c",
    "sh -xc",
    "/bin/sh -c",
    "busybox sh -c",
    "bash --posix -c",
    "sh +e -c",
    "bash -",
    "bash -s",
    "bash",
    "bash -cc",
    "bash -O",
    "env bash -c",
    "ksh -c",
    "zsh -fc",
    "zsh -lc",
];

/// What builtins evaluate.
const HIDDEN: &[&str] = &[
    "x='a[$(rm x)0]'; echo $((x))",
    "x='a[$(rm x)0]'; ((x))",
    "let 'a[$(rm x)0]'",
    "let a=$(rm x)1",
    "declare -i x='a[$(rm x)0]'",
    "declare 'a[$(rm x)0]=1'",
    "export 'a[$(rm x)0]=1'",
    "read 'a[$(rm x)0]' <<< y",
    "printf -v 'a[$(rm x)0]' y",
    "unset 'a[$(rm x)0]'",
    "test -v 'a[$(rm x)0]'",
    "[ -v 'a[$(rm x)0]' ]",
    "[[ -v 'a[$(rm x)0]' ]]",
    "[[ 'a[$(rm x)0]' -eq 0 ]]",
    "[[ 0 -lt 'a[$(rm x)0]' ]]",
    "x='$(rm x)'; echo \"${x@P}\"",
    "x='a[$(rm x)0]'; echo ${!x}",
    "x='a[$(rm x)0]'; echo $[x]",
    "x='a[$(rm x)0]'; echo ${a[x]}",
    "x='a[$(rm x)0]'; a[x]=1",
    "x='a[$(rm x)0]'; echo ${X:x}",
    "trap 'rm x' EXIT",
    "trap 'rm x' 0",
    "trap \"git; rm x\" EXIT INT",
    "alias g='rm x'\ng",
    "shopt -s expand_aliases\nalias g='rm x'\ng",
    "compgen -C 'rm x' g",
    "compgen -W '$(rm x)'",
    "mapfile -C 'rm x' -c 1 a <<< y",
    "jobs -x rm x",
    "hash -p /bin/rm git; git",
    "PS4='$(rm x)'; set -x; :",
    "set -- rm x; \"$@\"",
    "x=rm; $x y",
    ". ./f",
    "source ./f",
    "eval \"$(echo rm x)\"",
    "declare -n r='a[$(rm x)0]'; r=1",
    "f() { rm x; }; f",
    "git() { rm x; }; git",
    "function g { rm x; }; g",
    "f() (rm x); f",
    "case x in $(rm x)) ;; esac",
    "case x in x) rm x;; esac",
    "case $(rm x) in *) ;; esac",
    "for ((i=$(rm x)0;i<1;i++)) do :; done",
    "x='a[$(rm x)0]'; for ((;x;)); do break; done",
    "echo 'rm x' | bash",
    "bash <<< 'rm x'",
    "sh <<E\nrm x\nE",
    "export -f f",
    "x=5; echo $((x+1))",
    "wait -p 'a[$(rm x)0]'",
    "local 'a[$(rm x)0]=1'",
    "typeset -i 'x=a[$(rm x)0]'",
    "X='-v a[$(rm)0]'; test $X",
    "X=-v; printf $X 'a[$(rm x)0]' y",
    "X=-v; [ $X 'a[$(rm x)0]' ]",
    "getopts a 'b[$(rm x)0]' -a",
    "readonly 'a[$(rm x)0]=1'",
    "(( a[$(rm x)0] ))",
    "a=([$(rm x)0]=1)",
    "x=([0]=rm); ${x[0]}",
    "echo ${X:=$(rm x)}",
    "echo ${X+$(rm x)}${X-$(git)}",
    ": ${X?$(rm x)}",
    "exec 3<&0 <<< x; rm y",
    "PATH=/bin rm x",
    "X=/a/git rm x",
    "unset PATH; rm x",
    "IFS=m; rm x",
    "set -- 'a[$(rm x)0]'; echo $(($1))",
    "OLDPWD=/bin/rm; ~-",
    "HOME=/bin/rm; ~",
    "enable -n test; test",
    "bind -x '\"a\":rm x'",
    "fc -s",
    "command_not_found_handle() { rm x; }; nosuch",
    "> >(rm x)",
    "cat <(rm x)",
    "exec > >(rm x)",
    "x=$(< f)",
    "$(< f)",
    "`< f`",
    "ulimit -n 'a[$(rm x)0]'",
    "exit 'a[$(rm x)0]'",
    "shift 'a[$(rm x)0]'",
    "return 'a[$(rm x)0]'",
    "printf %d 'a[$(rm x)0]'",
    "test 'a[$(rm x)0]' -eq 0",
    "[ 0 -eq 'a[$(rm x)0]' ]",
    "print -P '$(rm x)'",
    "=rm x",
    "<f",
    "ls *(e:'rm x':)",
    "functions[git]='rm x'; git",
    "aliases[g]='rm x'; eval g",
    "integer x='a[$(rm x)0]'",
    "echo ${(e)X}",
    "X='$(rm x)'; echo ${(e)X}",
    "${ rm x; }",
    "echo ${| rm x; }",
    "emulate sh -c 'rm x'",
];

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
