//! Wrappers and runners with their options: data, each entry with its source.
//!
//! Short options are written as getopt does: `x` a flag, `x:` with a value, `x::` with an
//! attached optional value. A long option names the short one it stands for; one without a
//! short form has a capital or sign of its own there. An option that is not listed makes what
//! follows unidentifiable, so the tables may be incomplete but not wrong.

/// How a program starts another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// Runs the rest of its argv and adds nothing (S2).
    Wrapper,
    /// Changes as whom, where or how often something runs (S3).
    Runner,
}

/// What follows the options and operands of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// A program and its argv.
    Argv,
    /// Words joined by spaces, for a shell.
    Text,
    /// The `-exec` clauses of find.
    Find,
    /// A command template up to `:::`, for a shell.
    Parallel,
    /// `-x` and `-X` clauses (fd).
    Clauses,
    /// A user, then arguments of that user's shell.
    User,
}

/// What an option does besides being skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// The tool only reports something and starts nothing.
    Nothing,
    /// What follows cannot be told.
    Unreadable,
    /// Its value is shell text, and no program follows.
    Text,
    /// What would be shell text is a program and its argv.
    Exec,
    /// What would be a program and its argv goes through a shell.
    ViaShell,
    /// Its value, in the words of the program, stands for input (xargs).
    Replace,
    /// Priorities become optional (chrt).
    MayOmit,
}

/// A value of a long option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// None.
    Nothing,
    /// Attached with `=` or the next argument.
    Value,
    /// Attached with `=` or not there.
    Optional,
}

/// A wrapper or runner.
#[derive(Debug)]
pub(super) struct Tool {
    /// Its basename.
    pub(super) name: &'static str,
    /// Whether it is seen through.
    pub(super) seen: Seen,
    /// Short options.
    pub(super) short: &'static str,
    /// Long options, without dashes.
    pub(super) long: &'static [(&'static str, char, Takes)],
    /// Options that do something.
    pub(super) acts: &'static [(char, Act)],
    /// Operands before the program.
    pub(super) operands: u8,
    /// Whether `NAME=value` words may stand before the program.
    pub(super) assignments: bool,
    /// Whether `-5` is an option.
    pub(super) digits: bool,
    /// What follows.
    pub(super) rest: Rest,
}

use Act::{Exec, MayOmit, Nothing, Replace, Text, Unreadable, ViaShell};
use Takes::{Nothing as No, Optional, Value};

const BASE: Tool = Tool {
    name: "",
    seen: Seen::Wrapper,
    short: "",
    long: &[],
    acts: &[],
    operands: 0,
    assignments: false,
    digits: false,
    rest: Rest::Argv,
};

const RUNNER: Tool = Tool {
    seen: Seen::Runner,
    ..BASE
};

/// Every wrapper and runner, sorted by name.
pub(super) static TOOLS: &[Tool] = &[
    // BusyBox manual: an applet name and its arguments; `--list` and `--install` start nothing.
    Tool {
        name: "busybox",
        long: &[("help", 'h', No), ("list", 'l', No), ("list-full", 'l', No)],
        acts: &[('h', Nothing), ('l', Nothing)],
        ..BASE
    },
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
    // chrt(1), util-linux 2.42. The priority may be left out for some policies.
    Tool {
        name: "chrt",
        short: "abdefimoprRT:P:D:vhV",
        long: &[
            ("all-tasks", 'a', No),
            ("batch", 'b', No),
            ("deadline", 'd', No),
            ("ext", 'e', No),
            ("fifo", 'f', No),
            ("idle", 'i', No),
            ("max", 'm', No),
            ("other", 'o', No),
            ("pid", 'p', No),
            ("rr", 'r', No),
            ("reset-on-fork", 'R', No),
            ("sched-runtime", 'T', Value),
            ("sched-period", 'P', Value),
            ("sched-deadline", 'D', Value),
            ("verbose", 'v', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[
            ('p', Nothing),
            ('m', Nothing),
            ('h', Nothing),
            ('V', Nothing),
            ('b', MayOmit),
            ('d', MayOmit),
            ('e', MayOmit),
            ('i', MayOmit),
            ('o', MayOmit),
        ],
        operands: 1,
        ..BASE
    },
    // POSIX, command.
    Tool {
        name: "command",
        short: "pvV",
        acts: &[('v', Nothing), ('V', Nothing)],
        ..BASE
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
    // env(1), GNU coreutils 9.
    Tool {
        name: "env",
        short: "a:iu:C:0vS:",
        long: &[
            ("argv0", 'a', Value),
            ("ignore-environment", 'i', No),
            ("unset", 'u', Value),
            ("chdir", 'C', Value),
            ("null", '0', No),
            ("debug", 'v', No),
            ("split-string", 'S', Value),
            ("block-signal", 'B', Optional),
            ("default-signal", 'D', Optional),
            ("ignore-signal", 'I', Optional),
            ("list-signal-handling", 'L', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('S', Unreadable), ('h', Nothing), ('V', Nothing)],
        assignments: true,
        ..BASE
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
    // ionice(1), util-linux; `-p`, `-P` and `-u` are about what runs already.
    Tool {
        name: "ionice",
        short: "c:n:p:P:u:thV",
        long: &[
            ("class", 'c', Value),
            ("classdata", 'n', Value),
            ("pid", 'p', Value),
            ("pgid", 'P', Value),
            ("uid", 'u', Value),
            ("ignore", 't', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[
            ('p', Nothing),
            ('P', Nothing),
            ('u', Nothing),
            ('h', Nothing),
            ('V', Nothing),
        ],
        ..BASE
    },
    // nice(1), GNU coreutils; `-5`, `-+5` and `--5` are the old form.
    Tool {
        name: "nice",
        short: "n:",
        long: &[
            ("adjustment", 'n', Value),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('h', Nothing), ('V', Nothing)],
        digits: true,
        ..BASE
    },
    // nohup(1), GNU coreutils.
    Tool {
        name: "nohup",
        long: &[("help", 'h', No), ("version", 'V', No)],
        acts: &[('h', Nothing), ('V', Nothing)],
        ..BASE
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
    // runuser(1), util-linux: `-u user program`, else as su.
    Tool {
        name: "runuser",
        short: "u:c:s:g:G:w:lmpfPhV",
        long: USERS,
        acts: &[
            ('c', Text),
            ('u', Exec),
            ('s', Unreadable),
            ('h', Nothing),
            ('V', Nothing),
        ],
        rest: Rest::User,
        ..RUNNER
    },
    // script(1), util-linux; `-c` is shell text, without it a shell starts.
    Tool {
        name: "script",
        short: "ac:efE:I:O:B:T:m:o:qt::hV",
        long: &[
            ("append", 'a', No),
            ("command", 'c', Value),
            ("return", 'e', No),
            ("flush", 'f', No),
            ("force", 'F', No),
            ("echo", 'E', Value),
            ("log-in", 'I', Value),
            ("log-out", 'O', Value),
            ("log-io", 'B', Value),
            ("log-timing", 'T', Value),
            ("logging-format", 'm', Value),
            ("output-limit", 'o', Value),
            ("quiet", 'q', No),
            ("timing", 't', Optional),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('c', Text), ('h', Nothing), ('V', Nothing)],
        rest: Rest::User,
        ..RUNNER
    },
    // setpriv(1), util-linux.
    Tool {
        name: "setpriv",
        short: "dhV",
        long: &[
            ("ambient-caps", 'A', Value),
            ("bounding-set", 'B', Value),
            ("inh-caps", 'I', Value),
            ("clear-groups", 'C', No),
            ("dump", 'd', No),
            ("egid", 'e', Value),
            ("euid", 'E', Value),
            ("groups", 'G', Value),
            ("init-groups", 'N', No),
            ("keep-groups", 'K', No),
            ("no-new-privs", 'P', No),
            ("nnp", 'P', No),
            ("pdeathsig", 'S', Value),
            ("ptracer", 'T', Value),
            ("regid", 'R', Value),
            ("reset-env", 'X', No),
            ("reuid", 'U', Value),
            ("rgid", 'r', Value),
            ("ruid", 'u', Value),
            ("securebits", 's', Value),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('d', Nothing), ('h', Nothing), ('V', Nothing)],
        ..RUNNER
    },
    // setsid(1), util-linux.
    Tool {
        name: "setsid",
        short: "cfwhV",
        long: &[
            ("ctty", 'c', No),
            ("fork", 'f', No),
            ("wait", 'w', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('h', Nothing), ('V', Nothing)],
        ..BASE
    },
    // ssh(1), OpenSSH: options may stand on both sides of the host; the words go to a shell.
    Tool {
        name: "ssh",
        short: "46AaB:b:CD:E:e:Ffc:GgI:i:J:Kkl:L:Mm:NnO:o:P:p:Q:qR:S:sTtVvW:w:XxYy",
        acts: &[
            ('V', Nothing),
            ('Q', Nothing),
            ('G', Nothing),
            ('O', Nothing),
            ('F', Unreadable),
            ('o', Unreadable),
            ('s', Unreadable),
        ],
        operands: 1,
        rest: Rest::Text,
        ..RUNNER
    },
    // stdbuf(1), GNU coreutils.
    Tool {
        name: "stdbuf",
        short: "i:o:e:",
        long: &[
            ("input", 'i', Value),
            ("output", 'o', Value),
            ("error", 'e', Value),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('h', Nothing), ('V', Nothing)],
        ..BASE
    },
    // strace(1): `-p` attaches and may start nothing.
    Tool {
        name: "strace",
        short: "a:b:Cc dDe:E:fFhiI:kno:O:p:P:qrs:S:tTu:U:vVwxX:yYzZ",
        acts: &[
            ('h', Nothing),
            ('V', Nothing),
            ('E', Unreadable),
            ('o', Unreadable),
        ],
        ..RUNNER
    },
    // su(1), util-linux: options may follow the user; other arguments go to the shell.
    Tool {
        name: "su",
        short: "c:s:g:G:w:lmpfPThV",
        long: USERS,
        acts: &[
            ('c', Text),
            ('s', Unreadable),
            ('h', Nothing),
            ('V', Nothing),
        ],
        rest: Rest::User,
        ..RUNNER
    },
    // sudo(8), 1.9.
    Tool {
        name: "sudo",
        short: "Aa:BbC:c:D:EeHg:h:iKklNnPp:R:r:ST:t:U:u:Vvs",
        long: &[
            ("askpass", 'A', No),
            ("auth-type", 'a', Value),
            ("background", 'b', No),
            ("bell", 'B', No),
            ("chdir", 'D', Value),
            ("chroot", 'R', Value),
            ("close-from", 'C', Value),
            ("command-timeout", 'T', Value),
            ("edit", 'e', No),
            ("group", 'g', Value),
            ("help", 'V', No),
            ("host", 'h', Value),
            ("list", 'l', No),
            ("login", 'i', No),
            ("login-class", 'c', Value),
            ("no-update", 'N', No),
            ("non-interactive", 'n', No),
            ("other-user", 'U', Value),
            ("preserve-env", 'E', Optional),
            ("preserve-groups", 'P', No),
            ("prompt", 'p', Value),
            ("remove-timestamp", 'K', No),
            ("reset-timestamp", 'k', No),
            ("role", 'r', Value),
            ("set-home", 'H', No),
            ("shell", 's', No),
            ("stdin", 'S', No),
            ("type", 't', Value),
            ("user", 'u', Value),
            ("validate", 'v', No),
            ("version", 'V', No),
        ],
        acts: &[
            ('e', Unreadable),
            ('l', Nothing),
            ('K', Nothing),
            ('v', Nothing),
            ('V', Nothing),
            ('i', ViaShell),
            ('s', ViaShell),
        ],
        assignments: true,
        ..RUNNER
    },
    // systemd-run(1).
    Tool {
        name: "systemd-run",
        short: "dGhH:M:p:PqrSE:tu:V",
        long: &[
            ("collect", 'G', No),
            ("description", 'D', Value),
            ("gid", 'g', Value),
            ("help", 'h', No),
            ("host", 'H', Value),
            ("machine", 'M', Value),
            ("nice", 'n', Value),
            ("no-ask-password", 'a', No),
            ("no-block", 'b', No),
            ("pipe", 'P', No),
            ("property", 'p', Value),
            ("pty", 't', No),
            ("quiet", 'q', No),
            ("remain-after-exit", 'r', No),
            ("same-dir", 'd', No),
            ("scope", 's', No),
            ("service-type", 'T', Value),
            ("setenv", 'E', Value),
            ("shell", 'S', No),
            ("slice", 'l', Value),
            ("slice-inherit", 'L', No),
            ("system", 'y', No),
            ("uid", 'U', Value),
            ("unit", 'u', Value),
            ("user", 'z', No),
            ("version", 'V', No),
            ("wait", 'w', No),
            ("working-directory", 'W', Value),
        ],
        acts: &[
            ('h', Nothing),
            ('V', Nothing),
            ('S', Unreadable),
            ('p', Unreadable),
            ('E', Unreadable),
        ],
        ..RUNNER
    },
    // taskset(1), util-linux; `-p` is about what runs already.
    Tool {
        name: "taskset",
        short: "apchV",
        long: &[
            ("all-tasks", 'a', No),
            ("pid", 'p', No),
            ("cpu-list", 'c', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('p', Nothing), ('h', Nothing), ('V', Nothing)],
        operands: 1,
        ..BASE
    },
    // time(1), GNU time 1.9.
    Tool {
        name: "time",
        short: "af:ho:pqvV",
        long: &[
            ("append", 'a', No),
            ("format", 'f', Value),
            ("output", 'o', Value),
            ("portability", 'p', No),
            ("quiet", 'q', No),
            ("verbose", 'v', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('h', Nothing), ('V', Nothing)],
        ..BASE
    },
    // timeout(1), GNU coreutils 9.
    Tool {
        name: "timeout",
        short: "fk:ps:v",
        long: &[
            ("foreground", 'f', No),
            ("kill-after", 'k', Value),
            ("preserve-status", 'p', No),
            ("signal", 's', Value),
            ("verbose", 'v', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('h', Nothing), ('V', Nothing)],
        operands: 1,
        ..BASE
    },
    // Toybox manual.
    Tool {
        name: "toybox",
        long: &[("help", 'h', No), ("long", 'l', No), ("version", 'h', No)],
        acts: &[('h', Nothing), ('l', Nothing)],
        ..BASE
    },
    // unshare(1), util-linux; without a program it starts a shell.
    Tool {
        name: "unshare",
        short: "m::u::i::n::p::U::C::T::frchVR:w:S:G:l:",
        long: &[
            ("mount", 'm', Optional),
            ("uts", 'u', Optional),
            ("ipc", 'i', Optional),
            ("net", 'n', Optional),
            ("pid", 'p', Optional),
            ("user", 'U', Optional),
            ("cgroup", 'C', Optional),
            ("time", 'T', Optional),
            ("fork", 'f', No),
            ("map-user", '1', Value),
            ("map-group", '2', Value),
            ("map-root-user", 'r', No),
            ("map-current-user", 'c', No),
            ("mount-proc", '3', Optional),
            ("propagation", '4', Value),
            ("setgroups", '5', Value),
            ("keep-caps", '6', No),
            ("kill-child", '7', Optional),
            ("root", 'R', Value),
            ("wd", 'w', Value),
            ("setuid", 'S', Value),
            ("setgid", 'G', Value),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[('h', Nothing), ('V', Nothing), ('l', Unreadable)],
        ..RUNNER
    },
    // watch(1), procps-ng: words joined for a shell, `-x` a program and its argv.
    Tool {
        name: "watch",
        short: "bcCd::efgn:pq:rs:twxhv",
        long: &[
            ("beep", 'b', No),
            ("color", 'c', No),
            ("no-color", 'C', No),
            ("differences", 'd', Optional),
            ("errexit", 'e', No),
            ("follow", 'f', No),
            ("chgexit", 'g', No),
            ("interval", 'n', Value),
            ("precise", 'p', No),
            ("equexit", 'q', Value),
            ("no-rerun", 'r', No),
            ("shotsdir", 's', Value),
            ("no-title", 't', No),
            ("no-wrap", 'w', No),
            ("exec", 'x', No),
            ("help", 'h', No),
            ("version", 'v', No),
        ],
        acts: &[('h', Nothing), ('v', Nothing), ('x', Exec)],
        rest: Rest::Text,
        ..RUNNER
    },
    // xargs(1), GNU findutils 4.10 and POSIX.
    Tool {
        name: "xargs",
        short: "0a:d:E:e::I:i::J:L:l::n:oP:prR:s:S:tx",
        long: &[
            ("null", '0', No),
            ("arg-file", 'a', Value),
            ("delimiter", 'd', Value),
            ("eof", 'e', Optional),
            ("replace", 'i', Optional),
            ("max-lines", 'l', Optional),
            ("max-args", 'n', Value),
            ("open-tty", 'o', No),
            ("max-procs", 'P', Value),
            ("interactive", 'p', No),
            ("no-run-if-empty", 'r', No),
            ("max-chars", 's', Value),
            ("show-limits", 'w', No),
            ("verbose", 't', No),
            ("exit", 'x', No),
            ("help", 'h', No),
            ("version", 'V', No),
        ],
        acts: &[
            ('I', Replace),
            ('i', Replace),
            ('J', Replace),
            ('h', Nothing),
            ('V', Nothing),
        ],
        ..RUNNER
    },
];

// su(1) and runuser(1), util-linux.
const USERS: &[(&str, char, Takes)] = &[
    ("command", 'c', Value),
    ("session-command", 'c', Value),
    ("shell", 's', Value),
    ("group", 'g', Value),
    ("supp-group", 'G', Value),
    ("user", 'u', Value),
    ("whitelist-environment", 'w', Value),
    ("login", 'l', No),
    ("preserve-environment", 'm', No),
    ("fast", 'f', No),
    ("pty", 'P', No),
    ("no-pty", 'T', No),
    ("help", 'h', No),
    ("version", 'V', No),
];
