//! How wide an allow of a program is, whose arguments say what else runs.
//!
//! A list of what people meet, not a complete one: what is not in it is not thereby narrow.

use callgate::Suggestion;

/// What a program does with arguments that are left open.
struct Power {
    programs: &'static [&'static str],
    /// Whether a first argument settles what runs.
    settled: bool,
    what: &'static str,
}

const POWERS: &[Power] = &[
    Power {
        programs: &[
            "sh",
            "bash",
            "dash",
            "zsh",
            "ksh",
            "mksh",
            "ash",
            "fish",
            "pwsh",
            "powershell",
            "cmd",
            "busybox",
            "toybox",
        ],
        settled: true,
        what: "a shell runs whatever text it is given",
    },
    Power {
        programs: &["sudo", "doas", "pkexec", "run0", "runuser"],
        settled: true,
        what: "it starts any program, as another user",
    },
    Power {
        programs: &[
            "su", "script", "watch", "parallel", "find", "fd", "entr", "eval", "source",
        ],
        settled: false,
        what: "it starts any program that its arguments name",
    },
    Power {
        programs: &["ssh", "rsh", "mosh", "sshpass"],
        settled: false,
        what: "it runs any command on another machine",
    },
    Power {
        programs: &[
            "env",
            "timeout",
            "time",
            "nice",
            "nohup",
            "stdbuf",
            "ionice",
            "setsid",
            "chrt",
            "taskset",
            "command",
            "xargs",
            "strace",
            "ltrace",
            "gdb",
            "flock",
            "unshare",
            "nsenter",
            "chroot",
            "systemd-run",
        ],
        settled: true,
        what: "it starts any program that its arguments name",
    },
    Power {
        programs: &["docker", "podman", "kubectl", "nerdctl"],
        settled: true,
        what: "it runs any program in a container, with any files of this machine",
    },
    Power {
        programs: &[
            "python",
            "pypy",
            "node",
            "nodejs",
            "deno",
            "bun",
            "ruby",
            "perl",
            "php",
            "lua",
            "rscript",
            "osascript",
            "awk",
            "gawk",
            "mawk",
            "tclsh",
            "java",
            "jshell",
        ],
        settled: true,
        what: "it runs whatever code it is given",
    },
    Power {
        programs: &[
            "make", "gmake", "ninja", "just", "npm", "npx", "yarn", "pnpm", "pnpx", "uv", "uvx",
            "pipx", "pip", "cargo", "go", "gradle", "mvn", "bazel", "rake",
        ],
        settled: true,
        what: "it runs whatever a project's files or a package say",
    },
    Power {
        programs: &[
            "git", "hg", "vim", "vi", "nvim", "emacs", "ed", "less", "man",
        ],
        settled: true,
        what: "it starts programs that its options, its settings or its files name",
    },
];

/// Why an allow of this program with these first tokens lets nearly anything run.
pub(crate) fn of(command: &str, args: Option<&[String]>) -> Option<&'static str> {
    let program = command.to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    let stem = program.trim_end_matches(plain);
    // Behind an option, as in `python -c`, nothing is settled yet.
    let first = args.and_then(<[String]>::first);
    let open = first.is_none_or(|token| token.starts_with('-'));
    let known = |power: &&Power| {
        let named = power.programs.contains(&program.as_str()) || power.programs.contains(&stem);
        named && (open || !power.settled)
    };
    POWERS.iter().find(known).map(|power| power.what)
}

/// [`of`] what "always allow" would remember.
pub(crate) fn of_suggestion(rule: &Suggestion) -> Option<&'static str> {
    of(rule.command.as_deref()?, rule.args.as_deref())
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn programs_that_run_anything_are_wide() {
        let args = |token: &str| vec![token.to_owned()];
        for program in [
            "git",
            "sudo",
            "ssh",
            "bash",
            "python3.11",
            "env",
            "xargs",
            "find",
            "Docker",
        ] {
            assert!(of(program, None).is_some(), "{program}");
        }
        for program in ["ls", "cat", "rg", "cp", ""] {
            assert_eq!(of(program, None), None, "{program}");
        }
        assert_eq!(of("git", Some(&args("status"))), None);
        assert!(of("git", Some(&args("-c"))).is_some());
        assert!(of("python", Some(&args("-c"))).is_some());
        assert_eq!(of("ls", Some(&args("-l"))), None);
        assert_eq!(of("sudo", Some(&args("git"))), None);
        assert!(of("ssh", Some(&args("host"))).is_some());
        assert!(of("find", Some(&args("."))).is_some());
    }
}
