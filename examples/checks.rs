//! A predicate of one's own: a rule that names a `check` asks the program around it.
//!
//! ```sh
//! cargo run --example checks
//! ```

use callgate::engine::command::EffectiveCommand;
use callgate::{Call, Checks, Scratch, Tri};
use serde_json::json;
use std::error::Error;

const POLICY: &str = r#"
command-params:
  run_command: { line: command }
rules:
  - { tool: run_command, decision: ask, command: git, args: [push] }
  - { tool: run_command, decision: allow, command: git, args: [fetch], check: known-remote }
"#;

/// The remotes that this gateway knows: not a thing that a policy document can say.
struct Remotes(&'static [&'static str]);

impl Checks for Remotes {
    /// Asked about each command of a call; `None` for a name that means nothing here. Yes
    /// helps an allow, unknown never does.
    fn check(&self, name: &str, _tool: &str, command: &EffectiveCommand<'_>) -> Option<Tri> {
        if name != "known-remote" {
            return None;
        }
        // `git fetch` fetches from a default that is not to be seen here.
        let Some(remote) = command.tokens.get(1) else {
            return Some(Tri::Unknown);
        };
        Some(Tri::from(self.0.contains(&remote)))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let table = callgate::compile(POLICY)?;
    let checks = Remotes(&["origin", "upstream"]);
    let mut scratch = Scratch::default();
    for line in [
        "git fetch origin",
        "git fetch https://collector.example/x",
        "git fetch",
        "git push origin",
    ] {
        let arguments = json!({ "command": line });
        let outcome = table.decide(
            &Call::parsed("run_command", &arguments),
            &checks,
            &mut scratch,
        );
        println!("{:<5}  {line}", outcome.decision.as_str());
    }
    Ok(())
}
