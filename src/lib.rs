#![doc = include_str!("../README.md")]

mod policy;

pub use callgate_compiler as compiler;
pub use callgate_engine as engine;

pub use callgate_compiler::permission::CompileOptions;
pub use callgate_compiler::{Fault, FaultKind, Faults, Location, Source, Span};
pub use callgate_engine::permission::{
    Checks, NoChecks, Outcome, Reason, RuleId, Scratch, Suggestion, Table,
};
pub use callgate_engine::{Arguments, Call, Decision, Severity, Tree, Tri};
pub use callgate_engine::{firewall, permission};
pub use policy::Policy;

use callgate_compiler::permission::compile_with;

/// Compiles a permission policy, JSON or YAML, into the table that decides calls.
///
/// Linear in the length of the text but for sorting the rules. Warnings are not looked for:
/// [`Policy::compile`] gives them, takes both dialects, and keeps the validated rules.
///
/// ```
/// use callgate::{Call, Decision, NoChecks, Scratch};
///
/// let table = callgate::compile("rules: [{ tool: fetch, decision: allow, host: docs.rs }]")?;
/// let arguments = serde_json::json!({ "url": "https://docs.rs/callgate" });
/// let call = Call::parsed("fetch", &arguments);
/// let outcome = table.decide(&call, &NoChecks, &mut Scratch::default());
/// assert_eq!(outcome.decision, Decision::Allow);
/// # Ok::<(), callgate::Faults>(())
/// ```
///
/// # Errors
/// Every fault of the document, sorted by position. [`compiler::fault::render`] shows them
/// with the lines they are in.
pub fn compile(text: &str) -> Result<Table, Faults> {
    let options = CompileOptions {
        lint: false,
        ..CompileOptions::default()
    };
    compile_with(&Source::new("policy", text), &options).map(|compiled| compiled.table)
}

/// The guide's Rust examples, run with the others.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/embedding.md")]
struct Guide;
