//! Wrappers (S2): they run the rest of their argv and add nothing. Sorted by name.

use super::Act::{MayOmit, Nothing, Unreadable};
use super::Takes::{Nothing as No, Optional, Value};
use super::{BASE, Tool};

pub(in crate::shell) static WRAPPERS: &[Tool] = &[
    // BusyBox manual: an applet name and its arguments; `--list` and `--install` start nothing.
    Tool {
        name: "busybox",
        long: &[("help", 'h', No), ("list", 'l', No), ("list-full", 'l', No)],
        acts: &[('h', Nothing), ('l', Nothing)],
        ..BASE
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
];
