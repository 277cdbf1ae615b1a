//! One case put to one implementation: what came, and whether it is what must.

mod compare;

pub use compare::{Mismatch, compare};

use crate::answer::{self, Command};
use crate::case::{Case, PolicyInput, Question};
use crate::implementation::{FixedChecks, Implementation};
use callgate_compiler::permission::{
    CompileOptions, Compiled, compile_policy, compile_with, validate,
};
use callgate_compiler::{Faults, Source};
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
            Ok(compiled) => implementation
                .call(&compiled, call, &FixedChecks(checks))
                .to_json(),
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
        Question::Glob { .. } => json!({ "unsupported": "glob" }),
    }
}

fn commands(commands: &[Command]) -> Value {
    json!({ "commands": commands.iter().map(Command::to_json).collect::<Vec<_>>() })
}

/// Compiles the policy of a case: validated, its examples run (R10), lint left out.
///
/// # Errors
/// Every fault of the document.
pub fn load(policy: &PolicyInput<'_>) -> Result<Compiled, Faults> {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    match policy {
        PolicyInput::Tree(node) => compile_policy(validate(node, &options.limits)?, &options),
        PolicyInput::Text { name, text } => compile_with(&Source { name, text }, &options),
    }
}
