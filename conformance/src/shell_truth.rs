//! What real shells run, held against what the engine says they may run (S0).
//!
//! An argv is started in a [`sandbox`] in which every program is a stub that records its name
//! and arguments: with bash, dash, zsh, mksh and busybox, where they are installed, once with
//! stubs that succeed and once with stubs that fail. Each program that ran must be an effective
//! command, or one of them unidentifiable; for an allow, one of role `runs`, or started by a
//! runner that is. Beyond S0, the readable tail of some command of that name must be the
//! arguments it got.
//!
//! [`text`] makes argvs by grammar, [`mutate`] by changing others, [`minimise`] makes failures
//! small. Everything follows from a seed.

pub mod minimise;
pub mod mutate;
pub mod sandbox;
pub mod text;
mod vocabulary;

use callgate_engine::command::{EffectiveCommand, Role, basename};
use callgate_engine::shell::CommandReader;

/// One program that a stub stood for, and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ran {
    /// The name it was started by.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Programs that run scripts.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "mksh", "ksh", "ash", "source"];

/// Why what ran is not what the engine says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsound {
    /// A deny would not see it.
    Deny(Ran),
    /// An allow would not see it.
    Allow(Ran),
    /// Its arguments are not those of any command of that name.
    Tail(Ran),
}

impl Unsound {
    /// The program that was missed.
    #[must_use]
    pub const fn ran(&self) -> &Ran {
        match self {
            Self::Deny(ran) | Self::Allow(ran) | Self::Tail(ran) => ran,
        }
    }
}

/// Holds what ran against what the engine says of this argv. `None`: it is sound.
#[must_use]
pub fn check(reader: &mut CommandReader, argv: &[String], ran: &[Ran]) -> Option<Unsound> {
    let tokens: Vec<&str> = argv.iter().map(String::as_str).collect();
    let (program, tail) = tokens.split_first()?;
    let commands = reader.argv(program, tail, true);
    let found: Vec<EffectiveCommand<'_>> = commands.iter().collect();
    // A shell that runs a script is itself the program (S7): nobody says what is in the file.
    let script = found.iter().any(|command| {
        command.role != Role::Launcher
            && !command.tokens.is_empty()
            && command
                .program
                .is_some_and(|program| SHELLS.contains(&program))
    });
    if script {
        return None;
    }
    ran.iter().find_map(|ran| check_one(&found, ran))
}

/// Whether every command of an argv is identified.
#[must_use]
pub fn is_identified(reader: &mut CommandReader, argv: &[String]) -> bool {
    let tokens: Vec<&str> = argv.iter().map(String::as_str).collect();
    tokens.split_first().is_some_and(|(program, tail)| {
        reader
            .argv(program, tail, true)
            .iter()
            .all(|command| command.program.is_some())
    })
}

fn check_one(found: &[EffectiveCommand<'_>], ran: &Ran) -> Option<Unsound> {
    let name = basename(&ran.program).unwrap_or(&ran.program);
    let dark = |role: Option<Role>| {
        found.iter().any(|command| {
            command.program.is_none() && role.is_none_or(|role| command.role == role)
        })
    };
    let listed = |roles: &[Role]| {
        found
            .iter()
            .any(|command| command.program == Some(name) && roles.contains(&command.role))
    };
    if !dark(None) && !listed(&[Role::Runs, Role::Launcher, Role::Launched]) {
        return Some(Unsound::Deny(ran.clone()));
    }
    if !dark(Some(Role::Runs))
        && !listed(&[Role::Runs, Role::Launched, Role::Launcher])
        && !dark(Some(Role::Launched))
    {
        return Some(Unsound::Allow(ran.clone()));
    }
    let fits = dark(None)
        || found
            .iter()
            .any(|command| command.program == Some(name) && tail_fits(command, &ran.arguments));
    (!fits).then(|| Unsound::Tail(ran.clone()))
}

/// Whether the arguments begin with the readable tail, and end with it if it is sealed. A tilde
/// is literal to the engine and a directory to the shell.
fn tail_fits(command: &EffectiveCommand<'_>, arguments: &[String]) -> bool {
    let expected: Vec<&str> = command.tokens.iter().collect();
    if expected.len() > arguments.len() || command.sealed && expected.len() < arguments.len() {
        return false;
    }
    expected
        .iter()
        .zip(arguments)
        .all(|(expected, got)| expected == got || expected.contains('~'))
}
