//! How the commands that decide calls read them: options that they share.

use crate::calls::Beside;
use crate::checks::{self, FixedChecks};
use crate::exit::Stop;
use crate::policy::Policy;
use callgate::Tri;
use callgate::compiler::firewall::meant_stage;
use callgate::engine::json::Limits;
use callgate::firewall::Stage;
use std::borrow::Cow;

/// Options of every command that decides calls.
#[derive(Debug, clap::Args)]
pub(super) struct Reading {
    /// What the check called NAME answers: yes, no or unknown; others are not supplied, which
    /// counts as unknown
    #[arg(long = "check", value_name = "NAME=ANSWER", value_parser = checks::parse)]
    checks: Vec<(String, Tri)>,
    /// Longest line that is read; a longer one is a call that cannot be read
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().bytes)]
    max_line: usize,
}

/// What an embedder knows of a call beside its tool and arguments, for a firewall policy.
#[derive(Debug, clap::Args)]
pub(super) struct StagedOptions {
    /// Its stage, for a firewall policy: inbound, response, mcp or egress [default: mcp]
    #[arg(long, requires = "tool", value_parser = stage)]
    stage: Option<Stage>,
    /// The skill that owns it
    #[arg(long, value_name = "NAME", requires = "tool")]
    skill: Option<String>,
    /// Where it connects to, at stage egress: a host, an address or a URL
    #[arg(long, value_name = "HOST", requires = "tool")]
    destination: Option<String>,
    /// An address that the destination was resolved to; may be given again
    #[arg(long, value_name = "ADDRESS", requires = "tool")]
    resolved: Vec<String>,
    /// Cents that were spent so far
    #[arg(long, value_name = "CENTS", requires = "tool")]
    spent_cents: Option<i64>,
}

impl StagedOptions {
    /// The same as a line of a recording gives it.
    pub(super) fn beside(&self) -> Beside<'_> {
        Beside {
            stage: self.stage.unwrap_or_default(),
            skill: self.skill.as_deref().map(Cow::Borrowed),
            destination: self.destination.as_deref().map(Cow::Borrowed),
            resolved: self
                .resolved
                .iter()
                .map(|address| Cow::Borrowed(address.as_str()))
                .collect(),
            spent_cents: self.spent_cents,
        }
    }

    /// Refuses them for a policy that looks at none of them: an answer that leaves them out
    /// would be the answer to another call.
    pub(super) fn only_for_firewalls(&self, policy: &Policy) -> Result<(), Stop> {
        let given = [
            ("--stage", self.stage.is_some()),
            ("--skill", self.skill.is_some()),
            ("--destination", self.destination.is_some()),
            ("--resolved", !self.resolved.is_empty()),
            ("--spent-cents", self.spent_cents.is_some()),
        ];
        let Some((option, _)) = given.into_iter().find(|(_, given)| *given) else {
            return Ok(());
        };
        if policy.is_firewall() {
            return Ok(());
        }
        let why = format!(
            "is for a firewall policy, and {} is a permission policy, which looks at the tool and \
             its arguments alone: leave it out, or give what rules look at in --args",
            policy.name
        );
        Err(Stop::unusable(option, why))
    }
}

fn stage(name: &str) -> Result<Stage, String> {
    Stage::from_name(name).ok_or_else(|| {
        let all = "none of inbound, response, mcp, egress";
        match meant_stage(name) {
            Some(meant) => format!("{all}; did you mean {meant}?"),
            None => all.to_owned(),
        }
    })
}

impl Reading {
    /// How much of a call is read.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            bytes: self.max_line,
            ..Limits::default()
        }
    }

    /// Refuses answers of checks where no policy asks any.
    pub(super) fn checks_for(&self, policies: &[&Policy]) -> Result<(), Stop> {
        let (Some((name, _)), true) = (
            self.checks.first(),
            policies.iter().all(|policy| policy.is_firewall()),
        ) else {
            return Ok(());
        };
        let why = format!(
            "is for a permission policy: the rules of a firewall policy ask no check, also not \
             `{name}`; leave it out"
        );
        Err(Stop::unusable("--check", why))
    }

    /// The checks, as they were answered.
    pub(super) fn checks(&self) -> FixedChecks {
        FixedChecks(self.checks.clone())
    }
}

/// Refuses to read several inputs from the one standard input.
pub(super) fn one_standard_input<'a>(paths: impl IntoIterator<Item = &'a str>) -> Result<(), Stop> {
    if paths.into_iter().filter(|path| *path == "-").count() > 1 {
        let why = "only one of the files can be standard input";
        return Err(Stop::unusable("-", why));
    }
    Ok(())
}
