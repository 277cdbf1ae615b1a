//! `callgate check`: everything wrong with policy documents.

use crate::exit::{Exit, Stop};
use crate::input::Input;
use crate::output::{self, Format};
use crate::policy;
use callgate::compiler::fault::render::{self, Level, Style};
use callgate::compiler::source::Lines;
use callgate::compiler::{ToolList, firewall, permission};
use callgate::{CompileOptions, Fault, Faults, Source};
use std::io::{self, Write};

/// Find every fault of policies, and warn of what probably was not meant
///
/// Every fault of every document is shown with its place, and what would be right.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate check policy.yaml
  callgate check --deny-warnings policies/*.yaml
  callgate check --checks is-maintainer,in-window policy.yaml
  callgate check --tools tools.json policy.yaml
  callgate check --format json - < policy.json")]
pub(crate) struct Args {
    /// The policies, JSON or YAML; `-` is standard input
    #[arg(required = true, value_name = "POLICY")]
    policies: Vec<String>,
    /// Treat warnings as faults
    #[arg(long)]
    deny_warnings: bool,
    /// The checks that the embedding program supplies; a rule that names another draws a warning
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    checks: Option<Vec<String>>,
    /// The tools there are, the answer of an MCP server to tools/list: rules for other tools,
    /// arguments that rules overlook and tools without a rule draw warnings
    #[arg(long, value_name = "FILE")]
    tools: Option<String>,
    /// How faults are written: one JSON object a line with json
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let options = CompileOptions {
        deny_warnings: args.deny_warnings,
        known_checks: args.checks.clone(),
        ..CompileOptions::default()
    };
    let tools = match &args.tools {
        Some(path) => Some(tool_list(path)?),
        None => None,
    };
    let mut check = Check {
        args,
        options,
        tools,
        out: output::coloured(),
        faults: 0,
        warnings: 0,
        read: 0,
    };
    let mut exit = Exit::Clean;
    for path in &args.policies {
        exit = exit.max(match Input::open(path).and_then(Input::document) {
            Ok((name, bytes)) => check.document(&name, &bytes)?,
            Err(stop) => {
                check.out.flush()?;
                stop.report()
            }
        });
    }
    if args.format == Format::Human && check.read > 0 {
        check.summary()?;
    }
    check.out.flush()?;
    Ok(exit)
}

/// Reads a list of tools.
fn tool_list(path: &str) -> Result<ToolList, Stop> {
    let (name, bytes) = Input::open(path)?.document()?;
    let answer: serde_json::Value = serde_json::from_slice(&bytes)
        .map_err(|error| Stop::unusable(&name, format!("is not JSON: {error}")))?;
    ToolList::read(&answer).map_err(|why| Stop::unusable(name, why))
}

struct Check<'a, W> {
    args: &'a Args,
    options: CompileOptions,
    tools: Option<ToolList>,
    out: W,
    faults: usize,
    warnings: usize,
    /// How many documents could be read.
    read: usize,
}

impl<W: Write> Check<'_, W> {
    fn document(&mut self, name: &str, bytes: &[u8]) -> io::Result<Exit> {
        self.read += 1;
        let source = Source::readable(name, bytes);
        let (found, level) = match policy::read(name, bytes, &self.options) {
            Err(Faults(faults)) => (faults, Level::Error),
            Ok((_, policy)) => self.warnings(&policy),
        };
        self.show(&found, &source, level)?;
        match level {
            Level::Error => self.faults += found.len(),
            Level::Warning => self.warnings += found.len(),
        }
        Ok(if level == Level::Error && !found.is_empty() {
            Exit::Found
        } else {
            Exit::Clean
        })
    }

    /// What the lint says, with what the list of tools shows; faults with `--deny-warnings`.
    fn warnings(&self, policy: &callgate::Policy) -> (Vec<Fault>, Level) {
        let mut found = policy.warnings().to_vec();
        if let Some(tools) = &self.tools {
            let limit = self.options.limits.faults;
            found.extend(match policy {
                callgate::Policy::Permission(compiled) => {
                    permission::lint_tools(&compiled.policy, tools, limit)
                }
                callgate::Policy::Firewall(compiled) => {
                    firewall::lint_tools(&compiled.policy, tools, limit)
                }
            });
            found.sort_by_key(|fault| fault.at.span.start);
        }
        let level = if self.args.deny_warnings {
            Level::Error
        } else {
            Level::Warning
        };
        (found, level)
    }

    fn show(&mut self, found: &[Fault], source: &Source<'_>, level: Level) -> io::Result<()> {
        match self.args.format {
            Format::Human => {
                let text = render::text(found, source, level, Style { ansi: true });
                self.out.write_all(text.as_bytes())
            }
            Format::Json => {
                let lines = Lines::of(source.text);
                for fault in found {
                    let mut value = render::json(fault, &lines);
                    if let Some(members) = value.as_object_mut() {
                        members.insert("file".to_owned(), source.name.into());
                        members.insert("level".to_owned(), level.as_str().into());
                    }
                    serde_json::to_writer(&mut self.out, &value)?;
                    writeln!(self.out)?;
                }
                Ok(())
            }
        }
    }

    fn summary(&mut self) -> io::Result<()> {
        let count = |number: usize, what: &str| {
            format!("{number} {what}{}", if number == 1 { "" } else { "s" })
        };
        let files = self.args.policies.len();
        let read = match files - self.read {
            0 => count(files, "file"),
            unread => format!(
                "{}; {} not be read",
                count(self.read, "file"),
                if unread == 1 {
                    "1 file could".to_owned()
                } else {
                    format!("{unread} files could")
                }
            ),
        };
        let (faults, warnings) = (count(self.faults, "fault"), count(self.warnings, "warning"));
        writeln!(self.out, "{faults}, {warnings} in {read}")
    }
}
