//! `callgate explain-command`: what a command line would really run.

use crate::exit::{Exit, Stop};
use crate::output::{self, Format};
use crate::quoted::Quoted;
use crate::render::{BOLD, DIM, RED};
use callgate::compiler::fault::render::{self, Style};
use callgate::engine::command::{Direction, EffectiveCommand, Role, Unidentified};
use callgate::engine::shell::{CommandReader, Commands};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Show what an argv or a line of shell text would really run
///
/// Wrappers and shells are seen through, shell text is taken apart. Each command is shown with
/// its role: `runs` must be named by an allow; `launcher` was seen through; `launched` is what
/// a runner such as sudo or xargs would start. A deny or an ask looks at all of them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate explain-command -- bash -c 'git status && rm -rf x'
  callgate explain-command --line 'FOO=1 make -j8 | tee build.log'
  callgate explain-command --format json -- sudo -u git env -C /srv git pull")]
pub(crate) struct Args {
    /// The program and its arguments, as a tool would start them
    #[arg(required_unless_present = "line", conflicts_with = "line", last = true)]
    argv: Vec<String>,
    /// A line of shell text instead
    #[arg(long, value_name = "TEXT")]
    line: Option<String>,
    /// How the answer is written
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut reader = CommandReader::default();
    let tail: Vec<&str>;
    let commands = match (&args.line, args.argv.split_first()) {
        (Some(line), _) => reader.line(line),
        (None, Some((program, rest))) => {
            tail = rest.iter().map(String::as_str).collect();
            reader.argv(program, &tail, true)
        }
        (None, None) => return Err(Stop::unusable("ARGV", "is missing")),
    };
    let line = args.line.as_deref();
    output::show(
        args.format,
        |out| human(out, commands, line, args.argv.first().map(String::as_str)),
        || {
            let all = commands.iter().map(|command| to_json(&command, line));
            json!({ "commands": all.collect::<Vec<Value>>() })
        },
    )?;
    Ok(Exit::Clean)
}

fn to_json(command: &EffectiveCommand<'_>, line: Option<&str>) -> Value {
    let redirects: Vec<Value> = command
        .redirects()
        .map(|redirect| {
            json!({ "direction": direction(redirect.direction), "target": redirect.target })
        })
        .collect();
    let mut found = json!({
        "program": command.program,
        "tokens": command.tokens.iter().collect::<Vec<_>>(),
        "sealed": command.sealed,
        "role": command.role.as_str(),
        "redirects": redirects,
    });
    if let Some(why) = command.why
        && let Some(members) = found.as_object_mut()
    {
        let text = command.refused_text().or(line).filter(|_| why.at.is_some());
        members.insert(
            "why".to_owned(),
            json!({ "kind": why.kind, "message": why.why, "at": why.at, "text": text }),
        );
    }
    found
}

const fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Reads => "reads",
        Direction::Writes => "writes",
    }
}

fn human(
    out: &mut dyn Write,
    commands: Commands<'_>,
    line: Option<&str>,
    argv: Option<&str>,
) -> io::Result<()> {
    let mut any = false;
    let mut refused = 0;
    for command in commands.iter() {
        any = true;
        write!(out, "{DIM}{:<8}{DIM:#}  ", command.role.as_str())?;
        match command.program {
            Some(program) => write!(out, "{BOLD}{}{BOLD:#}", Quoted(program))?,
            None => write!(out, "{RED}?{RED:#}")?,
        }
        for token in command.tokens.iter() {
            write!(out, " {}", Quoted(token))?;
        }
        if !command.sealed && command.program.is_some() {
            write!(out, " {RED}…{RED:#}")?;
        }
        for redirect in command.redirects() {
            let sign = match redirect.direction {
                Direction::Reads => "<",
                Direction::Writes => ">",
            };
            match redirect.target {
                Some(target) => write!(out, " {sign} {}", Quoted(target))?,
                None => write!(out, " {sign} {RED}?{RED:#}")?,
            }
        }
        if command.role != Role::Launcher && command.writes() {
            write!(out, "  {DIM}(writes: an allow is at best unknown){DIM:#}")?;
        }
        writeln!(out)?;
        if let Some(why) = command.why {
            refused += 1;
            let text = command.refused_text().or(line);
            let empty = argv.is_some_and(str::is_empty);
            unidentified(out, why, empty, text.filter(|_| refused <= EXCERPTS))?;
        }
    }
    if !any {
        writeln!(out, "nothing runs")?;
        if line.is_some_and(|line| line.trim().is_empty()) {
            writeln!(
                out,
                "{DIM}the line is empty; as the argument of a call, an empty text names no \
                 command that could be allowed{DIM:#}"
            )?;
        }
    }
    Ok(())
}

/// Why a command could not be identified, with the piece of shell text that is the reason.
fn unidentified(
    out: &mut dyn Write,
    why: Unidentified,
    empty: bool,
    text: Option<&str>,
) -> io::Result<()> {
    let message = if empty {
        "the program is empty: an empty command names nothing that could run"
    } else {
        why.why
    };
    writeln!(out, "{INDENT}{message} {DIM}({}){DIM:#}", why.kind)?;
    let (Some(at), Some(text)) = (why.at, text) else {
        return Ok(());
    };
    let shown = render::excerpt(text, at as usize, Style { ansi: true });
    for line in shown.lines() {
        writeln!(out, "{INDENT}{line}")?;
    }
    Ok(())
}

/// How many pieces of text are shown: each costs a look at the whole text.
const EXCERPTS: usize = 64;
/// Below the program.
const INDENT: &str = "          ";
