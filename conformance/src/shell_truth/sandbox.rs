//! Running argvs where they can do nothing: bubblewrap, an unprivileged user, no network, no
//! file of the machine that can be written, stubs for programs, bounds on time, memory,
//! processes and output.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Ran;

/// Real programs: shells, and wrappers whose own syntax is held against the engine's tables.
const REAL: &[&str] = &[
    "bash", "dash", "zsh", "mksh", "ksh", "busybox", "env", "timeout", "nice", "nohup", "stdbuf",
    "setsid", "ionice", "time", "chrt", "taskset", "xargs", "find", "flock", "script", "setpriv",
];

/// Programs that are stubs, besides those that texts name: words that one shell knows and
/// another starts as a program.
const STUBS: &[&str] = &[
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
    "5",
    "1",
    "g++",
    "sudo",
    "ssh",
    "watch",
    "su",
    "!",
    "{",
    "}",
    "[[",
    "]]",
    "if",
    "then",
    "elif",
    "else",
    "fi",
    "while",
    "until",
    "do",
    "done",
    "for",
    "select",
    "in",
    "case",
    "esac",
    "function",
    "coproc",
    "source",
    "let",
    "declare",
    "typeset",
    "shopt",
    "builtin",
    "mapfile",
    "readarray",
    "compgen",
    "complete",
    "enable",
    "repeat",
    "noglob",
    "nocorrect",
    "-",
    "--",
    "-a",
    "-c",
    "-f",
    "-p",
    "-e",
    "x=1",
    "X+=1",
    "X[0]=1",
    "i++",
    "x++",
    "a[0]=1",
    "BASH",
    "ENV",
    "NOHUP",
    "env.exe",
    "git.bat",
    "local",
    "time",
    "exec",
    "eval",
    "trap",
    "alias",
    "command",
    "x",
    "a",
    "b",
    "f",
    "2",
    "12",
    "+",
    "~",
    "print",
    "integer",
    "float",
    "foreach",
    "end",
    "always",
    "@",
    "%",
    ",",
    "GIT",
    "Rm",
];

/// What the driver of a batch needs for itself.
const TOOLS: &[&str] = &["dash", "timeout", "sleep", "cat", "rm", "mkdir"];

/// A sandbox: a folder of stubs and real shells that batches are run in.
#[derive(Debug)]
pub struct Sandbox {
    root: PathBuf,
    shells: BTreeSet<&'static str>,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // Nothing depends on its being gone.
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Which shell stands behind the name `sh`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posix {
    /// dash.
    Dash,
    /// bash, called as `sh`.
    Bash,
}

/// The programs one argv started, in both runs. `None`: it did not finish.
pub type Outcome = Option<Vec<Ran>>;

impl Sandbox {
    /// Prepares a sandbox.
    ///
    /// # Errors
    ///
    /// What is missing: the sandbox program, dash for its driver, or the rights to use them.
    pub fn new(name: &str) -> Result<Self, String> {
        let root = std::env::temp_dir().join(format!("shell-truth-{}-{name}", std::process::id()));
        let mut sandbox = Self {
            root,
            shells: BTreeSet::new(),
        };
        sandbox
            .prepare()
            .map_err(|error| format!("the sandbox cannot be prepared: {error}"))?;
        let argv = ["bash", "-c", "rm x; git"].map(str::to_owned).to_vec();
        let outcome = sandbox.run(std::slice::from_ref(&argv), Posix::Dash)?;
        let programs: Vec<&str> = outcome
            .first()
            .and_then(Option::as_ref)
            .into_iter()
            .flatten()
            .map(|ran| ran.program.as_str())
            .collect();
        if programs.contains(&"rm") && programs.contains(&"git") {
            Ok(sandbox)
        } else {
            Err(format!("the sandbox does not run stubs: {outcome:?}"))
        }
    }

    /// The real shells in it.
    pub fn shells(&self) -> impl Iterator<Item = &'static str> {
        self.shells.iter().copied()
    }

    fn prepare(&mut self) -> io::Result<()> {
        for posix in ["dash", "bash"] {
            let bin = self.root.join(posix);
            fs::create_dir_all(&bin)?;
            for name in STUBS {
                stub(&bin, name)?;
            }
            for name in REAL {
                let Some(from) = locate(name) else {
                    continue;
                };
                let to = bin.join(name);
                // A stub of the same name may be there already.
                let _ = fs::remove_file(&to);
                fs::copy(from, to)?;
                if ["bash", "dash", "zsh", "mksh", "busybox"].contains(name) {
                    self.shells.insert(name);
                }
            }
            link(&bin, posix, "sh")?;
            if !bin.join("ksh").exists() {
                link(&bin, "mksh", "ksh")?;
            }
            link(&bin, "busybox", "ash")?;
        }
        let harness = self.root.join("harness");
        fs::create_dir_all(&harness)?;
        for name in TOOLS {
            let from = locate(name)
                .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, format!("no {name}")))?;
            fs::copy(from, harness.join(name))?;
        }
        open(&self.root)
    }

    /// Runs a batch of argvs, each twice.
    ///
    /// # Errors
    ///
    /// The sandbox could not be started.
    pub fn run(&self, argvs: &[Vec<String>], posix: Posix) -> Result<Vec<Outcome>, String> {
        let script = self.root.join("harness/batch");
        let script = script.with_extension(match posix {
            Posix::Dash => "dash",
            Posix::Bash => "bash",
        });
        fs::write(&script, driver(argvs)).map_err(|error| error.to_string())?;
        let output = self
            .command(posix, &script)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .output()
            .map_err(|error| format!("no sandbox: {error}"))?;
        Ok(read_log(&output.stdout, argvs.len()))
    }

    fn command(&self, posix: Posix, script: &Path) -> Command {
        let bin = match posix {
            Posix::Dash => "dash",
            Posix::Bash => "bash",
        };
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args([
                "--reuid",
                "65534",
                "--regid",
                "65534",
                "--clear-groups",
                "bwrap",
            ]);
            command
        } else {
            Command::new("bwrap")
        };
        command
            .args(["--unshare-all", "--die-with-parent", "--new-session"])
            .args(["--cap-drop", "ALL", "--clearenv"])
            .args(["--setenv", "PATH", "/usr/bin:/bin"])
            .args(["--setenv", "HOME", "/home/u"])
            .args(["--setenv", "LC_ALL", "C.UTF-8"])
            .args(["--ro-bind", "/lib", "/lib"])
            .args(["--ro-bind-try", "/lib64", "/lib64"])
            .args(["--ro-bind", "/usr/lib", "/usr/lib"])
            .args(["--ro-bind-try", "/usr/libexec", "/usr/libexec"])
            .arg("--ro-bind")
            .arg(self.root.join(bin))
            .arg("/usr/bin")
            .args(["--symlink", "usr/bin", "/bin"])
            .args(["--symlink", "bin", "/usr/sbin"])
            .arg("--ro-bind")
            .arg(self.root.join("harness"))
            .arg("/harness")
            .args(["--proc", "/proc", "--dev", "/dev"])
            .args(["--size", "16000000", "--tmpfs", "/log"])
            .args(["--size", "16000000", "--tmpfs", "/desk"])
            .args(["--size", "16000000", "--tmpfs", "/tmp"])
            .args(["--size", "1000000", "--tmpfs", "/home"])
            .args(["--chdir", "/desk", "/harness/dash"])
            .arg(Path::new("/harness").join(script.file_name().unwrap_or_default()));
        command
    }
}

/// Everybody may read and start what lies in the sandbox's folder.
fn open(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            open(&path)?;
        } else {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        }
    }
    Ok(())
}

fn is_root() -> bool {
    fs::read_to_string("/proc/self/status").is_ok_and(|status| {
        status
            .lines()
            .find_map(|line| line.strip_prefix("Uid:"))
            .and_then(|ids| ids.split_whitespace().nth(1))
            == Some("0")
    })
}

fn locate(name: &str) -> Option<PathBuf> {
    ["/usr/bin", "/bin", "/usr/local/bin"]
        .iter()
        .map(|folder| Path::new(folder).join(name))
        .find(|path| path.is_file())
}

/// A program that records how it was started and ends as the run wants it.
fn stub(bin: &Path, name: &str) -> io::Result<()> {
    fs::write(
        bin.join(name),
        "#!/harness/dash\n\
         PATH=\n\
         printf '%s\\037' \"${0##*/}\" \"$@\" '\u{1e}' >> /log/ran\n\
         read code < /log/code\n\
         exit \"$code\"\n",
    )
}

fn link(bin: &Path, to: &str, name: &str) -> io::Result<()> {
    let path = bin.join(name);
    let _ = fs::remove_file(&path);
    let from = bin.join(to);
    if from.exists() {
        fs::copy(from, path)?;
    }
    Ok(())
}

/// The script that runs a batch: every argv in a fresh folder, twice; what it leaves running is
/// waited for shortly, then ended.
fn driver(argvs: &[Vec<String>]) -> String {
    let mut script = String::from(
        "ulimit -t 5; ulimit -f 4000; ulimit -v 4000000\n\
         /harness/mkdir -p /home/u\n\
         others() { set -- /proc/[0-9]*; [ $# -gt 2 ]; }\n\
         run() {\n\
           id=$1; shift\n\
           for code in 0 1; do\n\
             cd /desk; /harness/rm -rf /desk/w /log/ran; /harness/mkdir /desk/w; cd /desk/w\n\
             echo $code > /log/code; : > /log/ran; : > a; : > x; echo 'rm x' > f\n\
             /harness/timeout -k 1 3 \"$@\" < /dev/null > /dev/null 2>&1\n\
             n=0\n\
             while others && [ $n -lt 12 ]; do /harness/sleep 0.02; n=$((n+1)); done\n\
             others && kill -9 -1 2>/dev/null\n\
             printf '\\n\\035%s\\n' \"$id\"; /harness/cat /log/ran\n\
           done\n\
         }\n",
    );
    for (id, argv) in argvs.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(script, "run {id}");
        for word in argv {
            let _ = write!(script, " '{}'", word.replace('\'', "'\\''"));
        }
        script.push('\n');
    }
    script
}

fn read_log(log: &[u8], count: usize) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = vec![None; count];
    let mut seen = vec![0_u32; count];
    for part in log.split(|&byte| byte == 0x1d).skip(1) {
        let mut lines = part.splitn(2, |&byte| byte == b'\n');
        let id = lines
            .next()
            .and_then(|line| std::str::from_utf8(line).ok())
            .and_then(|line| line.parse::<usize>().ok());
        let records = lines.next().unwrap_or_default();
        let Some((id, outcome)) = id.and_then(|id| Some((id, outcomes.get_mut(id)?))) else {
            continue;
        };
        if let Some(seen) = seen.get_mut(id) {
            *seen += 1;
        }
        let outcome = outcome.get_or_insert_with(Vec::new);
        let records = String::from_utf8_lossy(records);
        for record in records.split("\u{1e}\u{1f}") {
            let mut fields = record.split('\u{1f}');
            let Some(program) = fields.next().map(|name| name.trim_start_matches('\n')) else {
                continue;
            };
            let mut arguments: Vec<String> = fields.map(str::to_owned).collect();
            if arguments.pop().is_none() || program.is_empty() {
                continue;
            }
            let ran = Ran {
                program: program.to_owned(),
                arguments,
            };
            if !outcome.contains(&ran) {
                outcome.push(ran);
            }
        }
    }
    for (outcome, seen) in outcomes.iter_mut().zip(seen) {
        if seen < 2 {
            *outcome = None;
        }
    }
    outcomes
}
