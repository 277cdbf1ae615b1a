//! `callgate import`: permission documents from the settings of other agents.

use crate::exit::{Exit, Stop};
use crate::input::Input;
use crate::output;
use crate::render::label;
use crate::safe::{Safe, Short};
use callgate::compiler::fault::render::{self, Level, Style};
use callgate::compiler::import::{
    ClaudeOptions, CodexOptions, Imported, Outcome, claude_code, codex,
};
use callgate::{Faults, Source};
use serde_json::{Value, json};
use std::io::Write as _;

/// Turn the settings of another agent into a permission document
///
/// Each line is translated with the same or a stricter meaning, or named with the reason why it
/// is not; nothing is dropped silently. An allow that a rule would make wider (a rule names a
/// program without its directory) stays a comment, to be taken one by one or all with
/// --accept-wider. Where a line that denies or asks cannot be expressed, an ask about its tool
/// stands in for it. Ends with exit code 1 if a line was not translated.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate import claude-code .claude/settings.json --project \"$PWD\" --home \"$HOME\" > policy.yaml
  callgate import claude-code settings.json --accept-wider > policy.yaml
  callgate import codex ~/.codex/rules/default.rules > policy.yaml
  callgate import codex default.rules --format json | jq '.lines[] | select(.reason)'")]
pub(crate) struct Args {
    #[command(subcommand)]
    from: From,
}

#[derive(Debug, clap::Subcommand)]
enum From {
    /// The permissions of a Claude Code settings.json: allow, ask, deny
    ClaudeCode(Claude),
    /// A Codex rules file: literal prefix_rule calls
    Codex(Codex),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate import claude-code .claude/settings.json --project \"$PWD\" --home \"$HOME\"
  callgate import claude-code ~/.claude/settings.json --home \"$HOME\" --settings-root ~/.claude")]
struct Claude {
    /// The settings file; `-` is standard input
    file: String,
    /// The project directory that relative paths are measured from
    #[arg(long, value_name = "DIR", value_parser = absolute)]
    project: Option<String>,
    /// The directory that patterns with one leading `/` are measured from; without it, the
    /// project, or for ~/.claude/settings.json the directory it lies in
    #[arg(long, value_name = "DIR", value_parser = absolute)]
    settings_root: Option<String>,
    /// The home directory that `~` stands for
    #[arg(long, value_name = "DIR", value_parser = absolute)]
    home: Option<String>,
    #[command(flatten)]
    terms: Terms,
    /// How the result is written: the document, or one JSON object with every line
    #[arg(long, value_enum, default_value = "human")]
    format: output::Format,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate import codex ~/.codex/rules/default.rules
  callgate import codex default.rules --tool exec_command --argument cmd")]
struct Codex {
    /// The rules file; `-` is standard input
    file: String,
    /// The tool that runs commands
    #[arg(long, value_name = "NAME", default_value = "shell_command")]
    tool: String,
    /// The tool's argument that holds a line of shell text
    #[arg(long, value_name = "NAME", default_value = "command")]
    argument: String,
    #[command(flatten)]
    terms: Terms,
    /// How the result is written: the document, or one JSON object with every line
    #[arg(long, value_enum, default_value = "human")]
    format: output::Format,
}

#[derive(Debug, clap::Args)]
struct Terms {
    /// Take allows that their rules make wider; in what is written above each
    #[arg(long)]
    accept_wider: bool,
    /// Do not ask in place of what denies or asks and cannot be expressed
    #[arg(long)]
    no_stand_ins: bool,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    match &args.from {
        From::ClaudeCode(args) => {
            let (name, bytes) = Input::open(&args.file)?.document()?;
            let options = ClaudeOptions {
                without_stand_ins: args.terms.no_stand_ins,
                accept_wider: args.terms.accept_wider,
                project: args.project.clone(),
                settings: args.settings_root(),
                home: args.home.clone(),
            };
            let read =
                Source::from_bytes(&name, &bytes).and_then(|source| claude_code(&source, &options));
            let imported = read.map_err(|faults| refuse(&name, &bytes, &faults))?;
            show(&name, args.format, &imported)
        }
        From::Codex(args) => {
            let (name, bytes) = Input::open(&args.file)?.document()?;
            let source = Source::from_bytes(&name, &bytes)
                .map_err(|faults| refuse(&name, &bytes, &faults))?;
            let options = CodexOptions {
                without_stand_ins: args.terms.no_stand_ins,
                accept_wider: args.terms.accept_wider,
                tool: args.tool.clone(),
                line: args.argument.clone(),
            };
            show(&name, args.format, &codex(&source, &options))
        }
    }
}

impl Claude {
    /// Where one leading `/` stands: for a user's own settings beside them, else in the project.
    fn settings_root(&self) -> Option<String> {
        let given = self.settings_root.clone();
        given
            .or_else(|| {
                let file = std::path::absolute(&self.file).ok()?;
                let beside = file.parent()?;
                let home = self.home.as_ref().map(std::path::Path::new)?;
                let own = beside == home.join(".claude");
                own.then(|| beside.to_str().map(str::to_owned)).flatten()
            })
            .or_else(|| self.project.clone())
    }
}

fn absolute(text: &str) -> Result<String, String> {
    if text.starts_with('/') {
        Ok(text.to_owned())
    } else {
        Err("give an absolute path".to_owned())
    }
}

fn refuse(name: &str, bytes: &[u8], Faults(faults): &Faults) -> Stop {
    let source = Source::readable(name, bytes);
    let style = Style { ansi: true };
    anstream::eprint!("{}", render::text(faults, &source, Level::Error, style));
    Stop::Said(Exit::Unusable)
}

fn show(name: &str, format: output::Format, imported: &Imported) -> Result<Exit, Stop> {
    let mut out = output::plain();
    match format {
        output::Format::Human => {
            out.write_all(imported.document.as_bytes())?;
            let mut wider = 0;
            for line in &imported.lines {
                let (what, reason) = match &line.outcome {
                    Outcome::Translated { .. } => continue,
                    Outcome::Wider { reason, .. } => {
                        wider += 1;
                        ("wider as a rule, not taken", reason)
                    }
                    Outcome::Inexpressible { reason, .. } => ("not expressible", reason),
                };
                anstream::eprintln!(
                    "{}: {}:{}: {what}: {}\n  {}",
                    label("warning"),
                    Safe(name),
                    line.line,
                    Short(&line.text, 120),
                    Safe(reason)
                );
            }
            if imported.lines.is_empty() {
                anstream::eprintln!(
                    "{}: {}: there is nothing in it that permits, asks or denies",
                    label("note"),
                    Safe(name)
                );
            }
            if wider > 0 {
                anstream::eprintln!(
                    "{}: the rules of {wider} {} are in the document as comments; \
                     --accept-wider takes them",
                    label("note"),
                    if wider == 1 { "allow" } else { "allows" }
                );
            }
        }
        output::Format::Json => {
            serde_json::to_writer(&mut out, &to_json(imported)).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(if imported.untranslated() > 0 {
        Exit::Found
    } else {
        Exit::Clean
    })
}

fn to_json(imported: &Imported) -> Value {
    let lines: Vec<Value> = imported
        .lines
        .iter()
        .map(|line| {
            let (outcome, rules, remarks, reason) = match &line.outcome {
                Outcome::Translated { rules, remarks } => {
                    ("translated", rules, remarks.as_slice(), None)
                }
                Outcome::Wider { rules, reason } => ("wider", rules, [].as_slice(), Some(reason)),
                Outcome::Inexpressible { reason, stand_in } => {
                    ("inexpressible", stand_in, [].as_slice(), Some(reason))
                }
            };
            let rules: Vec<Value> = rules
                .iter()
                .filter_map(|rule| serde_json::from_str(&rule.json()).ok())
                .collect();
            json!({
                "line": line.line,
                "text": line.text,
                "outcome": outcome,
                "rules": rules,
                "remarks": remarks,
                "reason": reason,
            })
        })
        .collect();
    json!({ "document": imported.document, "lines": lines })
}
