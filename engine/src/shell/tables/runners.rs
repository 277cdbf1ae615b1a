//! Runners (S3) from A to R: as whom, where or how often something runs. Sorted by name.

use super::Act::{Nothing, Text, Unreadable, ViaShell};
use super::Takes::{Nothing as No, Optional, Value};
use super::{RUNNER, Rest, Tool};

pub(in crate::shell) static RUNNERS: &[Tool] = &[
    // chroot(1), GNU coreutils; without a program it starts a shell.
    Tool {
        name: "chroot",
        long: &[
            ("groups", 'G', Value),
            ("userspec", 'U', Value),
            ("skip-chdir", 'K', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('h', Nothing), ('V', Nothing)],
        operands: 1,
        ..RUNNER
    },
    // doas(1), OpenBSD.
    Tool {
        name: "doas",
        short: "a:C:Lnsu:",
        acts: &[('L', Nothing), ('C', Nothing), ('s', ViaShell)],
        ..RUNNER
    },
    // entr(1): a utility and its arguments, `-s` through the shell.
    Tool {
        name: "entr",
        short: "acdnprsxz",
        acts: &[('s', Text)],
        ..RUNNER
    },
    // fd(1): `-x` and `-X` clauses up to `;` or the end.
    Tool {
        name: "fd",
        rest: Rest::Clauses,
        ..RUNNER
    },
    Tool {
        name: "fdfind",
        rest: Rest::Clauses,
        ..RUNNER
    },
    // find(1), GNU findutils 4.10: its expression is read by `find.rs`.
    Tool {
        name: "find",
        rest: Rest::Find,
        ..RUNNER
    },
    // flock(1), util-linux; `-c` is shell text after the file.
    Tool {
        name: "flock",
        short: "esxuonFw:E:vhVc:",
        long: &[
            ("shared", 's', No),
            ("exclusive", 'x', No),
            ("unlock", 'u', No),
            ("nonblock", 'n', No),
            ("nb", 'n', No),
            ("timeout", 'w', Value),
            ("wait", 'w', Value),
            ("conflict-exit-code", 'E', Value),
            ("close", 'o', No),
            ("no-fork", 'F', No),
            ("command", 'c', Value),
            ("verbose", 'v', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('c', Unreadable), ('h', Nothing), ('V', Nothing)],
        operands: 1,
        ..RUNNER
    },
    // nsenter(1), util-linux; without a program it starts a shell.
    Tool {
        name: "nsenter",
        short: "at:m::u::i::n::p::C::U::T::S:G:r::w::W:FZehV",
        long: &[
            ("all", 'a', No),
            ("target", 't', Value),
            ("mount", 'm', Optional),
            ("uts", 'u', Optional),
            ("ipc", 'i', Optional),
            ("net", 'n', Optional),
            ("pid", 'p', Optional),
            ("cgroup", 'C', Optional),
            ("user", 'U', Optional),
            ("time", 'T', Optional),
            ("setuid", 'S', Value),
            ("setgid", 'G', Value),
            ("preserve-credentials", 'P', No),
            ("root", 'r', Optional),
            ("wd", 'w', Optional),
            ("wdns", 'W', Value),
            ("no-fork", 'F', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('h', Nothing), ('V', Nothing)],
        ..RUNNER
    },
    // parallel(1), GNU: a template for a shell, then `:::` and arguments.
    Tool {
        name: "parallel",
        short: "0kj:n:N:P:m:X:uv",
        long: &[
            ("null", '0', No),
            ("keep-order", 'k', No),
            ("jobs", 'j', Value),
            ("max-args", 'n', Value),
            ("max-procs", 'P', Value),
            ("bar", 'b', No),
            ("eta", 'e', No),
            ("dry-run", 'd', No),
            ("halt", 'H', Value),
            ("timeout", 'T', Value),
            ("tag", 't', No),
            ("verbose", 'v', No),
            ("ungroup", 'u', No),
            ("line-buffer", 'l', No),
            ("no-notice", 'q', No),
            ("will-cite", 'w', No),
            ("version", 'V', No),
            ("help", 'h', No),
        ],
        acts: &[
            ('m', Unreadable),
            ('X', Unreadable),
            ('h', Nothing),
            ('V', Nothing),
        ],
        rest: Rest::Parallel,
        ..RUNNER
    },
    // pkexec(1), polkit.
    Tool {
        name: "pkexec",
        short: "u:",
        long: &[
            ("user", 'u', Value),
            ("disable-internal-agent", 'd', No),
            ("keep-cwd", 'k', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('h', Nothing), ('V', Nothing)],
        ..RUNNER
    },
    // run0(1), systemd 256; without a program it starts a shell.
    Tool {
        name: "run0",
        short: "u:g:D:hV",
        long: &[
            ("unit", 'U', Value),
            ("property", 'P', Value),
            ("description", 'd', Value),
            ("slice", 's', Value),
            ("slice-inherit", 'i', No),
            ("user", 'u', Value),
            ("group", 'g', Value),
            ("nice", 'n', Value),
            ("chdir", 'D', Value),
            ("setenv", 'E', Value),
            ("background", 'b', Value),
            ("machine", 'M', Value),
            ("no-ask-password", 'a', No),
            ("pty", 't', No),
            ("pipe", 'p', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[
            ('h', Nothing),
            ('V', Nothing),
            ('E', Unreadable),
            ('P', Unreadable),
        ],
        ..RUNNER
    },
];
