//! `callgate test`: runs case files.

use crate::exit::{Exit, Stop};
use crate::input::plainly;
use crate::output;
use crate::progress::Progress;
use crate::render::{BOLD, DIM, RED};
use crate::safe::Safe;
use callgate::Faults;
use callgate::compiler::fault::render::{self, Level, Style};
use callgate_conformance::case::Case;
use callgate_conformance::corpus::{self, CaseFile};
use callgate_conformance::external::{Program, Reply};
use callgate_conformance::implementation;
use callgate_conformance::runner::{self, Report};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Run case files: does each call get the answer that its case expects?
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  callgate test cases/
  callgate test --implementation both cases/paths.yaml
  callgate test --format jsonl recorded.jsonl > results.jsonl
  callgate test --program 'node gate.js --stdio' cases/")]
pub(crate) struct Args {
    /// Case files (.yaml, .jsonl), or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Whose answers are tested; with both, each must pass and they must agree
    #[arg(long, value_enum, default_value = "engine")]
    implementation: Implementation,
    /// Ask a program instead: a case a line on its standard input, an answer a line on its
    /// standard output. Its arguments are split at blanks
    #[arg(long, value_name = "CMD", conflicts_with = "implementation")]
    program: Option<String>,
    /// How results are written: failures and a count, or one JSON object a case
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Implementation {
    /// The engine
    Engine,
    /// The reference evaluator
    Reference,
    /// Both of them
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Human,
    /// For programs
    Jsonl,
}

/// Runs it.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let files = find(&args.paths)?;
    let mut run = Run {
        args,
        out: output::coloured(),
        passed: 0,
        failed: 0,
        skipped: 0,
    };
    let mut asked = Asked::of(args)?;
    let mut exit = Exit::Clean;
    let mut progress = Progress::items(files.len() as u64);
    for (done, path) in (0..).zip(&files) {
        progress.at(done);
        let file = CaseFile::read(path)
            .map_err(|error| Stop::unusable(path.display().to_string(), plainly(&error)))?;
        match file.cases() {
            Ok(cases) => {
                for case in &cases {
                    run.case(&file, case, &mut asked)?;
                }
            }
            Err(Faults(faults)) => {
                run.out.flush()?;
                let style = Style { ansi: true };
                anstream::eprint!(
                    "{}",
                    render::text(&faults, &file.source(), Level::Error, style)
                );
                exit = Exit::Unusable;
            }
        }
    }
    drop(progress);
    if args.format == Format::Human {
        let skipped = match run.skipped {
            0 => String::new(),
            count => format!(", {count} skipped"),
        };
        writeln!(
            run.out,
            "{} passed, {} failed{skipped}",
            run.passed, run.failed
        )?;
    }
    run.out.flush()?;
    asked.end()?;
    Ok(exit.max(if run.failed > 0 {
        Exit::Found
    } else {
        Exit::Clean
    }))
}

/// Every case file at these paths; one that holds none is a mistake, not a success.
fn find(paths: &[String]) -> Result<Vec<PathBuf>, Stop> {
    let mut files = Vec::new();
    for path in paths {
        let found =
            corpus::find(Path::new(path)).map_err(|error| Stop::unusable(path, plainly(&error)))?;
        if found.is_empty() {
            return Err(Stop::unusable(path, "holds no case files (.yaml, .jsonl)"));
        }
        files.extend(found);
    }
    Ok(files)
}

impl Implementation {
    fn all(self) -> Vec<Box<dyn implementation::Implementation>> {
        let engine = || Box::new(implementation::Engine::indexed()) as Box<_>;
        let reference = || Box::new(implementation::Reference) as Box<_>;
        match self {
            Self::Engine => vec![engine()],
            Self::Reference => vec![reference()],
            Self::Both => vec![engine(), reference()],
        }
    }
}

/// Who is asked.
enum Asked<'a> {
    Ours(Vec<Box<dyn implementation::Implementation>>),
    Program(&'a str, Program),
}

impl<'a> Asked<'a> {
    fn of(args: &'a Args) -> Result<Self, Stop> {
        let Some(program) = args.program.as_deref() else {
            return Ok(Self::Ours(args.implementation.all()));
        };
        let mut words = program.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        let started = Program::start(command.args(words));
        started
            .map(|started| Self::Program(program, started))
            .map_err(|error| Stop::unusable(program, plainly(&error)))
    }

    fn put(&mut self, case: &Case<'_>) -> Result<Reply, Stop> {
        Ok(match self {
            Self::Ours(implementations) => Reply::Answer(match &mut **implementations {
                [one] => runner::check(case, one.as_mut()),
                several => {
                    let mut several: Vec<&mut dyn implementation::Implementation> =
                        several.iter_mut().map(|one| &mut **one as _).collect();
                    runner::check_all(case, &mut several)
                }
            }),
            Self::Program(name, program) => program.check(case).map_err(|error| {
                let why = format!("at the case `{}`: {}", case.name, plainly(&error));
                Stop::unusable(*name, why)
            })?,
        })
    }

    fn end(self) -> Result<(), Stop> {
        match self {
            Self::Ours(_) => Ok(()),
            Self::Program(name, program) => program
                .end()
                .map_err(|error| Stop::unusable(name, plainly(&error))),
        }
    }
}

struct Run<'a, W> {
    args: &'a Args,
    out: W,
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl<W: Write> Run<'_, W> {
    fn case(
        &mut self,
        file: &CaseFile,
        case: &Case<'_>,
        asked: &mut Asked<'_>,
    ) -> Result<(), Stop> {
        let report = match asked.put(case)? {
            Reply::Answer(report) => report,
            Reply::Skip(why) => {
                self.skipped += 1;
                return Ok(self.skip(file, case, &why)?);
            }
        };
        if report.passed() {
            self.passed += 1;
        } else {
            self.failed += 1;
        }
        match self.args.format {
            Format::Jsonl => self.line(file, case, &report)?,
            Format::Human if !report.passed() => self.failure(file, case, &report)?,
            Format::Human => {}
        }
        Ok(())
    }

    fn skip(&mut self, file: &CaseFile, case: &Case<'_>, why: &str) -> io::Result<()> {
        match self.args.format {
            Format::Jsonl => {
                let line = json!({ "file": file.name, "name": case.name, "skip": why });
                writeln!(self.out, "{line}")
            }
            Format::Human => {
                let (file, name) = (Safe(&file.name), Safe(&case.name));
                writeln!(self.out, "{DIM}SKIP{DIM:#}  {file}: {name}: {}", Safe(why))
            }
        }
    }

    fn line(&mut self, file: &CaseFile, case: &Case<'_>, report: &Report) -> io::Result<()> {
        let line = json!({
            "file": file.name,
            "name": case.name,
            "pass": report.passed(),
            "expected": case.expect,
            "got": report.got,
        });
        serde_json::to_writer(&mut self.out, &line)?;
        writeln!(self.out)
    }

    fn failure(&mut self, file: &CaseFile, case: &Case<'_>, report: &Report) -> io::Result<()> {
        let (file, name) = (Safe(&file.name), Safe(&case.name));
        writeln!(self.out, "{RED}FAIL{RED:#}  {file}: {BOLD}{name}{BOLD:#}")?;
        for mismatch in &report.mismatches {
            let (expected, got) = (mismatch.expected.to_string(), mismatch.got.to_string());
            writeln!(
                self.out,
                "      {} expected {}",
                Safe(&mismatch.member),
                Safe(&expected)
            )?;
            writeln!(
                self.out,
                "      {:1$} got      {2}",
                "",
                mismatch.member.len(),
                Safe(&got)
            )?;
        }
        if let Some(why) = &case.why {
            writeln!(self.out, "      {DIM}{}{DIM:#}", Safe(why))?;
        }
        Ok(())
    }
}
