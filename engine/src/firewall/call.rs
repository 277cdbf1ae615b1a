//! A call as the firewall sees it: at a stage, with an owner, a destination, a spend.

use super::verdict::Stage;
use crate::call::Call;
use crate::tree::Tree;

/// A tool call at one stage of its life.
#[derive(Debug)]
pub struct StagedCall<'a, T = serde_json::Value> {
    /// The tool and its arguments.
    pub call: Call<'a, T>,
    /// Where it stands.
    pub stage: Stage,
    /// The skill that owns it, if any (G8).
    pub skill: Option<&'a str>,
    /// Where it connects to, at stage egress: a host, an address or an http(s) URL (X1).
    pub destination: Option<&'a str>,
    /// The addresses that the destination was resolved to; empty: nothing was resolved. One
    /// that is not a string is best given as text that is no address (X3).
    pub resolved: &'a [&'a str],
    /// Cents spent so far; `None`: not known (X6).
    pub spent_cents: Option<i64>,
}

impl<T> Clone for StagedCall<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for StagedCall<'_, T> {}

impl<'a, T: Tree> StagedCall<'a, T> {
    /// A call at the gateway (stage `mcp`) that nothing else is known of.
    #[must_use]
    pub const fn new(call: Call<'a, T>) -> Self {
        Self {
            call,
            stage: Stage::Mcp,
            skill: None,
            destination: None,
            resolved: &[],
            spent_cents: None,
        }
    }

    /// The same call at another stage.
    #[must_use]
    pub const fn at(self, stage: Stage) -> Self {
        Self { stage, ..self }
    }
}
