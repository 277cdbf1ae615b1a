//! One case put to one implementation: what came, and whether it is what must.

mod compare;

pub use compare::{Mismatch, compare};

use crate::answer::{self, Command};
use crate::case::{Case, PolicyInput, Question};
use crate::implementation::{FixedChecks, Implementation};
use callgate_compiler::document::{self, Node};
use callgate_compiler::firewall;
use callgate_compiler::permission::{CompileOptions, Compiled, compile_policy, validate};
use callgate_compiler::{Faults, Limits, Source};
use callgate_engine::Tri;
use serde_json::{Value, json};

/// What became of one case.
#[derive(Clone, Debug)]
pub struct Report {
    /// The whole answer, also where nothing was expected.
    pub got: Value,
    /// What differed; empty: the case passes.
    pub mismatches: Vec<Mismatch>,
}

impl Report {
    /// Whether the case passes.
    #[must_use]
    pub const fn passed(&self) -> bool {
        self.mismatches.is_empty()
    }
}

/// Puts a case to an implementation and compares the answer.
pub fn check(case: &Case<'_>, implementation: &mut dyn Implementation) -> Report {
    let got = run(case, implementation);
    let mismatches = compare(&case.expect, &got);
    Report { got, mismatches }
}

/// Puts a case to several implementations: each must pass, and all must agree on the whole
/// answer.
pub fn check_all(case: &Case<'_>, implementations: &mut [&mut dyn Implementation]) -> Report {
    let mut report: Option<(&'static str, Report)> = None;
    for implementation in implementations {
        let name = implementation.name();
        let next = check(case, &mut **implementation);
        let Some((first, report)) = &mut report else {
            report = Some((name, next));
            continue;
        };
        if report.got != next.got {
            report.mismatches.push(Mismatch {
                member: format!("{first} and {name} agree"),
                expected: report.got.clone(),
                got: next.got,
            });
        }
    }
    report.map_or_else(
        || Report {
            got: Value::Null,
            mismatches: Vec::new(),
        },
        |(_, report)| report,
    )
}

/// The whole answer to a case, as results write it.
pub fn run(case: &Case<'_>, implementation: &mut dyn Implementation) -> Value {
    match &case.question {
        Question::Call {
            policy,
            call,
            checks,
        } => match load(policy) {
            Ok(Loaded::Permission(compiled)) => implementation
                .call(&compiled, call, &FixedChecks(checks))
                .to_json(),
            Ok(Loaded::Firewall(compiled)) => {
                answer::verdict(&implementation.firewall(&compiled, call))
            }
            Err(Faults(faults)) => json!({ "faults": answer::faults(&faults) }),
        },
        Question::Document(policy) => {
            let faults = load(policy)
                .err()
                .map(|Faults(faults)| faults)
                .unwrap_or_default();
            json!({ "faults": answer::faults(&faults) })
        }
        Question::Host { url } => json!({ "host": implementation.host(url) }),
        Question::Containment { under, path } => {
            json!({ "containment": implementation.containment(under, path).as_str() })
        }
        Question::Argv {
            program,
            tail,
            sealed,
        } => {
            let tail: Vec<&str> = tail.iter().map(String::as_str).collect();
            commands(&implementation.argv(program, &tail, *sealed))
        }
        Question::Line { line } => commands(&implementation.line(line)),
        Question::Glob { glob, tool } => {
            json!({ "match": Tri::from(implementation.glob(glob, tool)).as_str() })
        }
    }
}

fn commands(commands: &[Command]) -> Value {
    json!({ "commands": commands.iter().map(Command::to_json).collect::<Vec<_>>() })
}

/// A policy of either dialect, compiled.
#[derive(Debug)]
pub enum Loaded {
    /// The permission dialect.
    Permission(Box<Compiled>),
    /// The firewall dialect.
    Firewall(Box<firewall::Compiled>),
}

/// Compiles the policy of a case: validated, its examples run (R10), lint left out.
///
/// # Errors
/// Every fault of the document.
pub fn load(policy: &PolicyInput<'_>) -> Result<Loaded, Faults> {
    match policy {
        // The text around a policy that is part of a case is not its own: no positions.
        PolicyInput::Tree(node) => load_node(node, &Source::new("", "")),
        PolicyInput::Text { name, text } => {
            let source = Source { name, text };
            load_node(&document::parse(&source, &Limits::default())?, &source)
        }
    }
}

fn load_node(node: &Node<'_>, source: &Source<'_>) -> Result<Loaded, Faults> {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    if firewall::recognises(node) {
        let policy = firewall::validate(node, source, &options.limits)?;
        let compiled = firewall::compile_policy(policy, &options)?;
        return Ok(Loaded::Firewall(Box::new(compiled)));
    }
    let compiled = compile_policy(validate(node, &options.limits)?, &options)?;
    Ok(Loaded::Permission(Box::new(compiled)))
}
