//! Variables that change how programs are found, started or fed code (S11).

/// Whole names.
static NAMES: &[&str] = &[
    "BASHOPTS",
    "BASH_COMPAT",
    "BASH_ENV",
    "BASH_LOADABLES_PATH",
    "BROWSER",
    "ENV",
    "FPATH",
    "GCONV_PATH",
    "IFS",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "LESSCLOSE",
    "LESSOPEN",
    "NODE_OPTIONS",
    "PATH",
    "PERL5DB",
    "PERL5LIB",
    "PERL5OPT",
    "PERLLIB",
    "POSIXLY_CORRECT",
    "PROMPT_COMMAND",
    "PS4",
    "RUBYLIB",
    "RUBYOPT",
    "SHELLOPTS",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "VISUAL",
    "ZDOTDIR",
];

/// Beginnings of names.
static BEGINNINGS: &[&str] = &["BASH_FUNC_", "DYLD_", "GIT_", "LD_", "PYTHON"];

/// Endings of names.
static ENDINGS: &[&str] = &["EDITOR", "PAGER"];

/// Arrays and tied names of zsh that do the same.
static ZSH: &[&str] = &[
    "NULLCMD",
    "READNULLCMD",
    "aliases",
    "builtins",
    "commands",
    "dis_aliases",
    "dis_builtins",
    "dis_functions",
    "dis_galiases",
    "dis_reswords",
    "dis_saliases",
    "fpath",
    "functions",
    "galiases",
    "module_path",
    "modules",
    "nameddirs",
    "options",
    "path",
    "saliases",
    "userdirs",
];

/// Assignments that are certain to be harmless although their name is listed.
static HARMLESS: &[(&str, &[&str])] = &[
    ("EDITOR", &[":", "true"]),
    ("GIT_EDITOR", &[":", "true"]),
    ("GIT_PAGER", &["", "cat"]),
    ("GIT_SEQUENCE_EDITOR", &[":", "true"]),
    ("GIT_TERMINAL_PROMPT", &["0", "1"]),
    ("MANPAGER", &["cat"]),
    ("PAGER", &["", "cat"]),
    ("PYTHONDONTWRITEBYTECODE", &["", "0", "1"]),
    ("PYTHONIOENCODING", &["utf-8", "utf8"]),
    ("PYTHONUNBUFFERED", &["", "0", "1"]),
    ("PYTHONUTF8", &["0", "1"]),
    ("SYSTEMD_PAGER", &["", "cat"]),
    ("VISUAL", &[":", "true"]),
];

/// Whether giving `name` a value makes what follows uncertain. `value`: `None` if it could not
/// be read.
pub(super) fn is_feeding(name: &str, value: Option<&str>) -> bool {
    let listed = NAMES.binary_search(&name).is_ok()
        || BEGINNINGS.iter().any(|begin| name.starts_with(begin))
        || ENDINGS.iter().any(|end| name.ends_with(end))
        || ZSH.binary_search(&name).is_ok()
        || name.ends_with("_functions");
    listed
        && !value.is_some_and(|value| {
            HARMLESS
                .iter()
                .any(|(known, values)| *known == name && values.contains(&value))
        })
}
