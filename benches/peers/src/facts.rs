//! What of a call the other engines are given: only strings, and those cut to size.

use callgate_workload::stream::Met;
use serde_json::Value;

/// Absent facts are empty: no rule names an empty string. The strings live as long as the
/// process, for engines that keep them.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub tool: &'static str,
    pub host: &'static str,
    /// The host backwards, for engines that can only compare.
    pub tsoh: &'static str,
    pub path: &'static str,
    pub program: &'static str,
}

impl Facts {
    pub fn of(met: &Met<'_>) -> Self {
        let text = |name: &str| {
            met.arguments
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or("")
        };
        let host = text("url").split('/').nth(2).unwrap_or("");
        let program = text("command").rsplit('/').next().unwrap_or("");
        Self {
            tool: keep(met.tool),
            host: keep(host),
            tsoh: keep(&backwards(host)),
            path: keep(text("path")),
            program: keep(program),
        }
    }
}

pub fn backwards(text: &str) -> String {
    text.chars().rev().collect()
}

fn keep(text: &str) -> &'static str {
    Box::leak(text.into())
}
