//! Where in a call's shell text its commands could not be read.

use super::Shown;
use crate::render::{BOLD, DIM};
use callgate::Arguments;
use callgate::compiler::fault::render::{self, Style};
use callgate::compiler::permission::CommandParams;
use callgate::engine::shell::CommandReader;
use serde_json::Value;
use std::io::{self, Write};

/// How many places are shown.
const PLACES: usize = 3;

/// A place in a shell text.
struct Refused {
    why: &'static str,
    kind: &'static str,
    text: String,
    at: usize,
}

impl Shown<'_> {
    /// The pieces of shell text that are the reason why nobody can say what runs.
    pub(super) fn refused(&self, out: &mut dyn Write) -> io::Result<()> {
        let unidentified = |item: &callgate::permission::explain::CommandItem| {
            item.why.is_some_and(|why| why.at.is_some())
        };
        if !self.explained.commands.iter().any(unidentified) {
            return Ok(());
        }
        let all = self.read_again().unwrap_or_default();
        if all.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{BOLD}What of the command cannot be read{BOLD:#}")?;
        for place in all.iter().take(PLACES) {
            writeln!(out, "  {} {DIM}({}){DIM:#}", place.why, place.kind)?;
            let shown = render::excerpt(&place.text, place.at, Style { ansi: true });
            for line in shown.lines() {
                writeln!(out, "    {line}")?;
            }
        }
        match all.len().checked_sub(PLACES) {
            Some(more) if more > 0 => writeln!(out, "  {DIM}and {more} more{DIM:#}"),
            _ => Ok(()),
        }
    }

    /// An explanation keeps no texts: the command is taken apart once more.
    fn read_again(&self) -> Option<Vec<Refused>> {
        let Arguments::Raw(bytes) = self.call.arguments else {
            return None;
        };
        let arguments: Value = serde_json::from_slice(bytes).ok()?;
        let text = |name: &str| arguments.get(name)?.as_str();
        let mut reader = CommandReader::default();
        let tail: Vec<&str>;
        let (commands, line) = match self.reads()?.command {
            CommandParams::Line(name) => {
                let line = text(&name)?;
                (reader.line(line), Some(line))
            }
            CommandParams::Argv { command, args } => {
                let tokens = arguments.get(&args).and_then(Value::as_array);
                let tokens = tokens.map(Vec::as_slice).unwrap_or_default();
                tail = tokens.iter().map_while(Value::as_str).collect();
                let sealed = tail.len() == tokens.len();
                (reader.argv(text(&command)?, &tail, sealed), None)
            }
        };
        let mut all: Vec<Refused> = Vec::new();
        for command in commands.iter() {
            let (Some(why), Some(text)) = (command.why, command.refused_text().or(line)) else {
                continue;
            };
            let Some(at) = why.at else { continue };
            let at = at as usize;
            // One place may be the reason for several commands.
            if all.len() < 64 && !all.iter().any(|each| each.at == at && each.text == text) {
                all.push(Refused {
                    why: why.why,
                    kind: why.kind,
                    text: text.to_owned(),
                    at,
                });
            }
        }
        Some(all)
    }
}
