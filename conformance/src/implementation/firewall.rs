//! The engine's answers to firewall questions.

use crate::case::{ArgumentsInput, CallInput};
use callgate_compiler::firewall::Compiled;
use callgate_engine::firewall::{
    Action, Outcome, PolicySpec, RuleSpec, Scratch, Shape, Stage, StagedCall, TableBuilder, Verdict,
};
use callgate_engine::{Arguments, Call, json};

/// The engine, and whether it goes without its index.
#[derive(Debug, Default)]
pub(super) struct Engine {
    pub(super) unindexed: bool,
    scratch: Scratch,
}

impl Engine {
    pub(super) fn decide(&mut self, compiled: &Compiled, input: &CallInput) -> Outcome {
        let tool = input.tool_name();
        match &input.arguments {
            ArgumentsInput::Absent => self.put(
                compiled,
                input,
                Call {
                    tool,
                    arguments: Arguments::Absent,
                },
            ),
            ArgumentsInput::Parsed(value) => self.put(
                compiled,
                input,
                Call {
                    tool,
                    arguments: Arguments::Parsed(value),
                },
            ),
            ArgumentsInput::Raw(bytes) => self.put(
                compiled,
                input,
                Call {
                    tool,
                    arguments: Arguments::Raw(bytes),
                },
            ),
            ArgumentsInput::Request(bytes) => {
                let request = json::Request::read(bytes, &json::Limits::default());
                self.put(compiled, input, request.call())
            }
        }
    }

    fn put(&mut self, compiled: &Compiled, input: &CallInput, call: Call<'_>) -> Outcome {
        let more = &input.firewall;
        let resolved: Vec<&str> = more.resolved.iter().flatten().map(String::as_str).collect();
        let call = StagedCall {
            call,
            stage: more
                .stage
                .as_deref()
                .and_then(Stage::from_name)
                .unwrap_or_default(),
            skill: more.skill.as_deref(),
            destination: more.destination.as_deref(),
            resolved: &resolved,
            spent_cents: more
                .spent_cents
                .as_ref()
                .and_then(serde_json::Value::as_i64),
        };
        if self.unindexed {
            compiled.table.decide_unindexed(&call, &mut self.scratch)
        } else {
            compiled.table.decide(&call, &mut self.scratch)
        }
    }

    /// Without its index the glob itself is asked, with it a table of one rule.
    pub(super) fn glob(&mut self, glob: &str, tool: &str) -> bool {
        if self.unindexed {
            return Shape::of(glob).matches(tool);
        }
        let mut builder = TableBuilder::new(PolicySpec::default());
        builder.rule(RuleSpec {
            id: None,
            priority: 0,
            label: None,
            stage: None,
            tool: glob,
            skill: "",
            action: Action::Give(Verdict::Deny),
            clauses: &[],
            egress: None,
            sanitizer: None,
            sequence: false,
        });
        let call = StagedCall::new(Call::raw(tool, b"{}"));
        builder
            .build()
            .decide(&call, &mut self.scratch)
            .rule
            .is_some()
    }
}
