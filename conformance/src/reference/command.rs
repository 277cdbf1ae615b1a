//! Commands: what a call runs, and what a rule says about one (C1–C7, K1).

use super::arguments::{Argument, Arguments};
use crate::answer::Command;
use callgate_compiler::permission::{CommandNarrower, CommandParams, Program};
use callgate_engine::command::{Direction, EffectiveCommand, RedirectSpan, Role, Tokens};
use callgate_engine::permission::Checks;
use callgate_engine::shell::{self, CommandReader};
use callgate_engine::{Decision, Tri};
use std::collections::HashSet;

/// The basename of a program (C1).
fn basename(program: &str) -> Option<String> {
    let last = program
        .split(['/', '\\'])
        .rfind(|piece| !piece.is_empty())?;
    for ending in [".exe", ".bat", ".cmd", ".com"] {
        let Some(cut) = last.len().checked_sub(ending.len()) else {
            continue;
        };
        let Some((stem, tail)) = last.split_at_checked(cut) else {
            continue;
        };
        if !stem.is_empty() && tail.eq_ignore_ascii_case(ending) {
            return Some(stem.to_owned());
        }
    }
    Some(last.to_owned())
}

/// Whether a program string is a line somebody means for a shell (C2).
fn is_shell_line(program: &str) -> bool {
    let special = [
        ';', '|', '&', '$', '<', '>', '(', ')', '`', '\'', '"', '*', '?', '{', '}', '#', '!', '=',
    ];
    program.chars().any(|character| {
        character.is_whitespace() || character.is_control() || special.contains(&character)
    })
}

fn unidentifiable() -> Command {
    Command {
        program: None,
        tokens: Vec::new(),
        sealed: false,
        role: Role::Runs,
        redirects: Vec::new(),
    }
}

/// The effective commands of a direct argv (C2, C3, S1).
#[must_use]
pub fn direct(program: &str, tail: Vec<String>, sealed: bool) -> Vec<Command> {
    if program.is_empty() || is_shell_line(program) {
        return vec![unidentifiable()];
    }
    let Some(name) = basename(program) else {
        return vec![unidentifiable()];
    };
    if shell::is_special(program) {
        let tail: Vec<&str> = tail.iter().map(String::as_str).collect();
        let mut reader = CommandReader::default();
        let commands = reader.argv(program, &tail, sealed);
        return commands
            .iter()
            .map(|command| Command::of(&command))
            .collect();
    }
    vec![Command {
        program: Some(name),
        tokens: tail,
        sealed,
        role: Role::Runs,
        redirects: Vec::new(),
    }]
}

/// The effective commands of a line of shell text (D6).
#[must_use]
pub fn line(text: &str) -> Vec<Command> {
    let mut reader = CommandReader::default();
    reader
        .line(text)
        .iter()
        .map(|command| Command::of(&command))
        .collect()
}

/// The commands of a call; `None`: it names no command at all (C2, D6).
pub(super) fn of_call(params: &CommandParams, arguments: &Arguments) -> Option<Vec<Command>> {
    match params {
        CommandParams::Line(name) => Some(match arguments.get(name)? {
            Argument::Text(text) if !text.is_empty() => line(&text),
            _ => vec![unidentifiable()],
        }),
        CommandParams::Argv { command, args } => {
            let Argument::Text(program) = arguments.get(command)? else {
                return Some(vec![unidentifiable()]);
            };
            let (tail, sealed) = tail(arguments.get(args));
            Some(direct(&program, tail, sealed))
        }
    }
}

/// The readable tail, and whether it is all of it (C2).
fn tail(args: Option<Argument>) -> (Vec<String>, bool) {
    let elements = match args {
        None => return (Vec::new(), true),
        Some(Argument::List(elements)) => elements,
        Some(_) => return (Vec::new(), false),
    };
    let mut tokens = Vec::new();
    for element in elements {
        match element {
            Some(token) if !token.contains('\0') => tokens.push(token),
            _ => return (tokens, false),
        }
    }
    (tokens, true)
}

/// The commands that a rule of a decision looks at (C6).
pub(super) fn looked_at(commands: &[Command], decision: Decision) -> Vec<&Command> {
    commands
        .iter()
        .filter(|command| decision != Decision::Allow || command.role == Role::Runs)
        .collect()
}

/// What a rule's `command` says about one command (C4, C5, C7).
pub(super) fn verdict(narrower: &CommandNarrower, command: &Command, decision: Decision) -> Tri {
    let Some(program) = &command.program else {
        return Tri::Unknown;
    };
    if !pattern_matches(&narrower.program, program, decision) {
        return Tri::No;
    }
    let past_the_end = if command.sealed {
        Tri::No
    } else {
        Tri::Unknown
    };
    let mut verdicts = Vec::new();
    for (index, wanted) in narrower.args.iter().flatten().enumerate() {
        verdicts.push(match command.tokens.get(index) {
            Some(token) => Tri::from(token == wanted),
            None => past_the_end,
        });
    }
    if let Some(any) = &narrower.args_any {
        // A set, so that long lists against long tails stay linear.
        let any: HashSet<&String> = any.iter().collect();
        let found = command.tokens.iter().any(|token| any.contains(token));
        verdicts.push(if found { Tri::Yes } else { past_the_end });
    }
    if decision == Decision::Allow && writes(command) {
        verdicts.push(Tri::Unknown);
    }
    if verdicts.contains(&Tri::No) {
        Tri::No
    } else if verdicts.contains(&Tri::Unknown) {
        Tri::Unknown
    } else {
        Tri::Yes
    }
}

/// An allow compares exactly, a deny or ask under full case folding (C4).
fn pattern_matches(pattern: &Program, program: &str, decision: Decision) -> bool {
    let form = |text: &str| match decision {
        Decision::Allow => text.to_owned(),
        Decision::Ask | Decision::Deny => caseless::default_case_fold_str(text),
    };
    match pattern {
        Program::Exact(name) => form(program) == form(name),
        Program::Prefix(stem) => form(program).starts_with(&form(stem)),
    }
}

/// Whether a command writes by redirection to anything but the null device (C7); an unreadable
/// target counts as writing (S14).
pub(super) fn writes(command: &Command) -> bool {
    command
        .redirects
        .iter()
        .any(|(writes, target)| match target {
            None => true,
            Some(target) => *writes && target != "/dev/null",
        })
}

/// What an embedder's check says about one command (K1).
pub(super) fn asked(checks: &dyn Checks, name: &str, tool: &str, command: &Command) -> Tri {
    let tokens: Vec<&str> = command.tokens.iter().map(String::as_str).collect();
    let mut arena = String::new();
    let mut redirects = Vec::new();
    for (writes, target) in &command.redirects {
        let direction = if *writes {
            Direction::Writes
        } else {
            Direction::Reads
        };
        let target = target.as_ref().map(|target| {
            let start = offset(&arena);
            arena.push_str(target);
            (start, offset(&arena))
        });
        redirects.push(RedirectSpan { direction, target });
    }
    let effective = EffectiveCommand {
        program: command.program.as_deref(),
        tokens: Tokens::Argv(&tokens),
        sealed: command.sealed,
        role: command.role,
        redirects: &redirects,
        arena: &arena,
        why: None,
    };
    checks.check(name, tool, &effective).unwrap_or(Tri::Unknown)
}

fn offset(arena: &str) -> u32 {
    u32::try_from(arena.len()).unwrap_or(u32::MAX)
}
