//! What a predicate says about each piece of the call that it reads.

use super::Shown;
use super::human::SHOWN;
use crate::quoted::Quoted;
use crate::render::{DIM, GREEN, YELLOW};
use crate::safe::Short;
use callgate::compiler::permission::CommandParams;
use callgate::permission::PredicateKind;
use callgate::permission::explain::{CommandItem, ItemVerdict, PredicateExplanation, Why};
use callgate::{Arguments, Decision, Tri};
use serde_json::Value;
use std::borrow::Cow;
use std::io::{self, Write};

/// How many items of one predicate are shown.
const ITEMS: usize = 12;

impl Shown<'_> {
    pub(super) fn predicate(
        &self,
        out: &mut dyn Write,
        decision: Decision,
        predicate: &PredicateExplanation,
    ) -> io::Result<()> {
        let kind = predicate.kind;
        for (index, item) in predicate.items.iter().take(ITEMS).enumerate() {
            let label = if index == 0 { kind.as_str() } else { "" };
            let style = match item.verdict {
                Tri::Yes => GREEN,
                Tri::No => DIM,
                Tri::Unknown => YELLOW,
            };
            let verdict = item.verdict.as_str();
            write!(out, "      {label:<8} {style}{verdict:<8}{style:#}")?;
            self.read(out, kind, item)?;
            if let Some(why) = item.why {
                let colon = if item.item.is_some() { ": " } else { "" };
                write!(out, "{colon}{}", self.sentence(why))?;
                if let Some(missing) = self.missing(why) {
                    write!(out, ": {missing}")?;
                }
                write!(out, " {DIM}({}){DIM:#}", code(why))?;
            }
            writeln!(out)?;
        }
        if let Some(more) = predicate
            .items
            .len()
            .checked_sub(ITEMS)
            .filter(|&more| more > 0)
        {
            writeln!(out, "               and {more} more")?;
        }
        let some = |verdict: Tri| predicate.items.iter().any(|item| item.verdict == verdict);
        if decision == Decision::Allow && !predicate.satisfied && some(Tri::Yes) {
            writeln!(
                out,
                "               {DIM}an allow needs a yes for each{DIM:#}"
            )?;
        }
        Ok(())
    }

    /// Why something is unknown; what holds an empty text, or another value, is told apart.
    pub(super) fn sentence(&self, why: Why) -> Cow<'static, str> {
        if let (Why::UnreadableArguments, Some(said)) = (why, &self.unreadable) {
            return said.clone().into();
        }
        let Why::Unidentifiable(about) = why else {
            return why.sentence().into();
        };
        if !matches!(about.kind, "not-a-line" | "not-a-program") {
            return why.sentence().into();
        }
        let argument = || -> Option<(String, Value)> {
            let name = match self.reads()?.command {
                CommandParams::Line(name) => name,
                CommandParams::Argv { command, .. } => command,
            };
            let Arguments::Raw(bytes) = self.call.arguments else {
                return None;
            };
            let mut arguments: Value = serde_json::from_slice(bytes).ok()?;
            let value = arguments.get_mut(&name)?.take();
            Some((name, value))
        };
        match argument() {
            Some((name, Value::String(text))) if text.is_empty() => {
                format!("`{}` is empty: an empty command", Short(&name, SHOWN)).into()
            }
            Some((name, value)) if !value.is_string() => {
                let kind = match value {
                    Value::Null => "null",
                    Value::Bool(_) => "a bool",
                    Value::Number(_) => "a number",
                    Value::Array(_) => "a list",
                    _ => "an object",
                };
                format!("`{}` is {kind}, not text", Short(&name, SHOWN)).into()
            }
            // There twice: two readers would read it differently.
            _ => why.sentence().into(),
        }
    }

    /// Which arguments a predicate found none of.
    fn missing(&self, why: Why) -> Option<String> {
        let reads = self.reads()?;
        let names = match why {
            Why::NoLocation => reads.locations,
            Why::NoUrl => reads.urls,
            Why::NoCommand => match reads.command {
                CommandParams::Line(name) => vec![name],
                CommandParams::Argv { command, .. } => vec![command],
            },
            _ => return None,
        };
        let names: Vec<String> = names
            .iter()
            .map(|name| format!("`{}`", Short(name, SHOWN)))
            .collect();
        Some(match names.len() {
            0 => "path-params names none for this tool".to_owned(),
            1 => format!("there is no argument {}", names.concat()),
            _ => format!("there is no argument {}", names.join(" or ")),
        })
    }

    /// The piece of the call that a predicate read.
    fn read(&self, out: &mut dyn Write, kind: PredicateKind, item: &ItemVerdict) -> io::Result<()> {
        let Some(at) = item.item else { return Ok(()) };
        let explained = self.explained;
        let argument = |out: &mut _, name: &str, text: &Option<String>| {
            let out: &mut dyn Write = out;
            write!(out, "{}", Short(name, SHOWN))?;
            match text {
                Some(text) => write!(out, " {:?}", Short(text, SHOWN).to_string()),
                None => Ok(()),
            }
        };
        match kind {
            PredicateKind::Under => match explained.locations.get(at) {
                Some(item) => {
                    argument(out, &item.argument, &item.text)?;
                    match &item.measured {
                        Some(path) => {
                            write!(out, ", measured as {:?}", Short(path, SHOWN).to_string())
                        }
                        None => Ok(()),
                    }
                }
                None => Ok(()),
            },
            PredicateKind::Host => match explained.urls.get(at) {
                Some(item) => {
                    argument(out, &item.argument, &item.text)?;
                    match &item.host {
                        Some(host) => write!(out, ", host {}", Short(host, SHOWN)),
                        None => Ok(()),
                    }
                }
                None => Ok(()),
            },
            PredicateKind::Command | PredicateKind::Check => match explained.commands.get(at) {
                Some(item) => command(out, item),
                None => Ok(()),
            },
        }
    }
}

fn command(out: &mut dyn Write, item: &CommandItem) -> io::Result<()> {
    let mut line = match &item.program {
        Some(program) => Quoted(program).to_string(),
        None => "?".to_owned(),
    };
    for token in &item.tokens {
        if line.len() > 4 * SHOWN {
            break;
        }
        line.push(' ');
        line.push_str(&Quoted(token).to_string());
    }
    write!(out, "`{}`", Short(&line, SHOWN))?;
    if item.role.as_str() != "runs" {
        write!(out, " {DIM}[{}]{DIM:#}", item.role.as_str())?;
    }
    Ok(())
}

fn code(why: Why) -> String {
    match why {
        Why::Unidentifiable(about) => format!("{}: {}", why.as_str(), about.kind),
        _ => why.as_str().to_owned(),
    }
}
