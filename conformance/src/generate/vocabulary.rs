//! The small worlds that rules and calls are drawn from.

/// Tool names of calls; the last ones are no names that a rule can give (R2).
pub(super) const TOOLS: &[&str] = &[
    "fs_read",
    "fs_write",
    "fs_",
    "fs",
    "web_fetch",
    "sh_run",
    "sh_line",
    "mcp:a/b",
    "fs_r",
    "*",
    "",
    "fs_é",
    "fs read",
];

/// Tool patterns of rules.
pub(super) const PATTERNS: &[&str] = &[
    "fs_read",
    "fs_write",
    "fs_",
    "web_fetch",
    "sh_run",
    "sh_line",
    "mcp:a/b",
    "*",
    "f*",
    "fs*",
    "fs_*",
    "fs_r*",
    "sh_*",
    "w*",
];

/// Tool patterns of rules that crowd one of them.
pub(super) const CROWDED: &[&str] = &["*", "*", "*", "*", "fs*", "fs_*"];

/// Tool-name prefixes of roots.
pub(super) const PREFIXES: &[&str] = &["", "f", "fs", "fs_r", "sh", "w"];

/// Directories of roots and rules.
pub(super) const DIRECTORIES: &[&str] = &[
    "/",
    "/a",
    "/a/b",
    "/a/b/c",
    "/a//./b/",
    "a",
    "a/b",
    ".",
    "./C:/a",
    "C:/",
    "c:/a",
    "C:/a/b",
    "D:/a",
    "/A",
    "/caf\u{e9}",
    "/cafe\u{301}/a",
    "/stra\u{df}e",
    "/a/STRASSE",
    "/K",
    "/\u{212a}/a",
    "/~",
    "b",
];

/// How location arguments begin.
pub(super) const STARTS: &[&str] = &[
    "", "/", "/a/", "/a/b/", "a/", "C:/", "c:/a/", "C:", "~/", "./", "//",
];

/// Segments of location arguments.
pub(super) const SEGMENTS: &[&str] = &[
    "a",
    "b",
    "A",
    "c",
    "..",
    ".",
    "",
    "~",
    "x*",
    "a\\b",
    "caf\u{e9}",
    "cafe\u{301}",
    "stra\u{df}e",
    "STRASSE",
    "C:",
    "K",
    "\u{212a}",
    "\0",
];

/// Host patterns of rules.
pub(super) const HOSTS: &[&str] = &[
    "a.com",
    "A.com",
    "b.a.com",
    "c.b.a.com",
    "*.a.com",
    "*.b.a.com",
    "*.com",
    "com",
    "a..com",
    "::1",
    "2001:db8::1",
    "127.0.0.1",
    "*.A.COM",
];

/// Authorities of urls, readable and not.
pub(super) const AUTHORITIES: &[&str] = &[
    "a.com",
    "A.COM.",
    "b.a.com:80",
    "c.b.a.com",
    "xa.com",
    "com",
    "a..com",
    ".a.com",
    "a.com..",
    "[::1]",
    "[0:0::1]:8",
    "[2001:DB8::1]",
    "[::ffff:1.2.3.4]",
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "u@a.com",
    "a.com:x",
    "b\u{fc}.com",
    "_",
    "",
];

/// Schemes of urls, and what is none.
pub(super) const SCHEMES: &[&str] = &[
    "https://",
    "http://",
    "HTTPS://",
    "ftp://",
    "https:/",
    " https://",
    "",
];

/// What follows the authority of a url.
pub(super) const TAILS: &[&str] = &[
    "",
    "/",
    "/x?y#z",
    "?u=https://b.a.com/",
    "#@b.a.com",
    "\n",
    "\\x",
];

/// Program patterns of rules.
pub(super) const PROGRAMS: &[&str] = &[
    "git", "GIT", "g*", "gi*", "*", "rm", "r*", "kill", "KILL", "bash", "sudo", "s*", ".exe",
];

/// Program arguments of calls.
pub(super) const COMMANDS: &[&str] = &[
    "git",
    "GIT",
    "/usr/bin/git",
    "C:\\bin\\git.EXE",
    "git.exe.exe",
    "rm",
    "Rm",
    "kill",
    "\u{212a}ill",
    "git status",
    "",
    "//",
    ".exe",
    "bash",
    "sudo",
    "/usr/bin/env",
    "gi\u{131}t",
    "caf\u{e9}",
];

/// Lines of shell text.
pub(super) const LINES: &[&str] = &[
    "git status",
    "git push && rm x",
    "echo k > f",
    "# nothing",
    "",
    "sudo rm -f x",
    "$X",
    "ls; git",
    "sh -c '# nothing'",
    "sudo -i",
    "git status; make",
];

/// Tokens of argvs.
pub(super) const TOKENS: &[&str] = &[
    "status",
    "push",
    "-f",
    "--force",
    "x",
    "",
    "-c",
    "git status",
    "nul\0",
];

/// Names of embedder-supplied checks.
pub(super) const CHECKS: &[&str] = &["c1", "c2", "c3"];

/// Names of location arguments.
pub(super) const PATH_NAMES: &[&str] = &["path", "from", "to", "file"];

/// Names of url arguments.
pub(super) const URL_NAMES: &[&str] = &["url", "link"];

/// Tools, and what can be read whole, for calls that leave little unknown.
pub(super) const PLAIN_TOOLS: &[&str] = &["fs_read", "fs_", "fs", "sh_line"];
pub(super) const PLAIN_STARTS: &[&str] = &["/", "/", "/a/", "a/", "C:/", "D:/", ""];
pub(super) const PLAIN_SEGMENTS: &[&str] = &["a", "b", "c", "A", "K", "\u{212a}", "cafe\u{301}"];
pub(super) const PLAIN_AUTHORITIES: &[&str] = &["a.com", "b.a.com", "x.org", "y.org", "[::2]"];
pub(super) const PLAIN_COMMANDS: &[&str] = &["git", "GIT", "rm", "make", "ls", "kill"];
pub(super) const PLAIN_TOKENS: &[&str] = &["status", "push", "-f", "y"];
pub(super) const PLAIN_LINES: &[&str] = &[
    "git status",
    "make; ls",
    "sudo rm x",
    "sudo -i",
    "sh -c '# nothing'",
];
