//! A gateway in small: messages from an agent come in; a tool call among them is passed on,
//! refused, or held until a human has been asked.
//!
//! ```sh
//! cargo run --example embed
//! ```

use callgate::{Decision, NoChecks, Outcome, Scratch, Table};
use serde_json::{Value, json};
use std::error::Error;

const MESSAGES: [&str; 5] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read_text_file","arguments":{"path":"src/main.rs"}}}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read_text_file","arguments":{"path":"secrets/deploy.key"}}}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"fetch","arguments":{"url":"https://example.org/"}}}"#,
    r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"run_command","arguments":{"command":"git status; rm -rf ~","workdir":"/srv/project"}}}"#,
];

fn main() -> Result<(), Box<dyn Error>> {
    // Once: the table is immutable and can be shared by every thread of the gateway.
    let table = callgate::compile(include_str!("agent.yaml"))?;
    // One for each thread: decisions reuse its memory.
    let mut scratch = Scratch::default();

    for message in MESSAGES {
        let parsed: Value = serde_json::from_str(message)?;
        if parsed.get("method").and_then(Value::as_str) != Some("tools/call") {
            println!("pass on   {message}");
            continue;
        }
        // Decided from the bytes as they came: what two JSON readers could disagree about,
        // like a member given twice, counts as unreadable and is never allowed.
        let outcome = table.decide_request(message.as_bytes(), &NoChecks, &mut scratch);
        match outcome.decision {
            Decision::Allow => println!("pass on   {message}"),
            Decision::Ask => println!("hold      {message}\n          {}", why(&table, &outcome)),
            Decision::Deny => println!("answer    {}", refusal(parsed.get("id"), &table, &outcome)),
        }
    }
    Ok(())
}

/// The answer that the agent gets instead of the tool's.
fn refusal(id: Option<&Value>, table: &Table, outcome: &Outcome) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "result": { "isError": true, "content": [{ "type": "text", "text": why(table, outcome) }] },
    })
}

fn why(table: &Table, outcome: &Outcome) -> String {
    let reason = outcome.reason.as_str();
    match outcome.rule.and_then(|rule| table.note(rule)) {
        Some(note) => format!("{}: {note} ({reason})", outcome.decision),
        None => format!("{} ({reason})", outcome.decision),
    }
}
