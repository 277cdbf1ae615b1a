//! What a firewall policy may look at beside tool and arguments.

use super::{NoCall, Plain, Slot};
use callgate::Call;
use callgate::compiler::firewall::meant_stage;
use callgate::firewall::{Stage, StagedCall};
use serde_json::Value;
use std::borrow::Cow;

/// The facts of a line beside tool and arguments.
#[derive(Debug, Default)]
pub(crate) struct Beside<'a> {
    pub(crate) stage: Stage,
    pub(crate) skill: Option<Cow<'a, str>>,
    pub(crate) destination: Option<Cow<'a, str>>,
    pub(crate) resolved: Vec<Cow<'a, str>>,
    pub(crate) spent_cents: Option<i64>,
}

impl<'a> Beside<'a> {
    /// Reads them. What is there and cannot be read must not pass for absent where absent is
    /// weaker: a stage or a skill is refused, an address is kept as text that is none (X3). A
    /// destination or a spend that cannot be read is none, and that denies (X4, X6).
    pub(super) fn read(plain: &Plain<'a>) -> Result<Self, NoCall> {
        let lacks = |near: &&super::Near| match near.meant {
            "stage" => !plain.stage.is_there(),
            "skill" => !plain.skill.is_there(),
            "destination" => !plain.destination.is_there(),
            "resolved" => !plain.resolved.is_there() && plain.destination.is_there(),
            "spent_cents" => !plain.spent_cents.is_there(),
            _ => false,
        };
        if let Some(near) = plain.near.iter().find(lacks) {
            return Err(NoCall::near(near));
        }
        Ok(Self {
            stage: stage(plain.stage)?,
            skill: skill(plain.skill)?,
            destination: plain.destination.text(),
            resolved: resolved(plain.resolved),
            spent_cents: match plain.spent_cents {
                Slot::Once(raw) => serde_json::from_str(raw.get()).ok(),
                Slot::Absent | Slot::Twice => None,
            },
        })
    }

    /// The resolved addresses, as [`Beside::of`] takes them.
    pub(crate) fn resolved(&self) -> Vec<&str> {
        self.resolved.iter().map(AsRef::as_ref).collect()
    }

    /// The call with all of it.
    pub(crate) fn of<'c>(&'c self, call: Call<'c>, resolved: &'c [&'c str]) -> StagedCall<'c> {
        StagedCall {
            call,
            stage: self.stage,
            skill: self.skill.as_deref(),
            destination: self.destination.as_deref(),
            resolved,
            spent_cents: self.spent_cents,
        }
    }
}

fn stage(slot: Slot<'_>) -> Result<Stage, NoCall> {
    if slot.is_null_or_absent() {
        return Ok(Stage::default());
    }
    let known = slot.text().and_then(|name| Stage::from_name(&name));
    known.ok_or_else(|| match slot {
        Slot::Twice => NoCall::new("`stage` is there twice", "keep one of them"),
        _ => {
            let text = slot.text();
            let help = match text.as_deref().and_then(meant_stage) {
                Some(meant) => format!("did you mean {meant}?"),
                None => {
                    "write one of them in quotes, or leave `stage` out: then it is mcp".to_owned()
                }
            };
            NoCall::new("`stage` is none of inbound, response, mcp, egress", help)
        }
    })
}

fn skill(slot: Slot<'_>) -> Result<Option<Cow<'_, str>>, NoCall> {
    match slot.text() {
        None if !slot.is_null_or_absent() => Err(NoCall::new(
            "`skill` is not one string",
            "write the name of the skill that owns the call, or leave `skill` out",
        )),
        skill => Ok(skill),
    }
}

fn resolved(slot: Slot<'_>) -> Vec<Cow<'_, str>> {
    if slot.is_null_or_absent() {
        return Vec::new();
    }
    let addresses = match slot {
        Slot::Once(raw) => serde_json::from_str::<Vec<Value>>(raw.get()).ok(),
        Slot::Absent | Slot::Twice => None,
    };
    let Some(addresses) = addresses else {
        return vec![Cow::Borrowed("")];
    };
    let text = |address| match address {
        Value::String(text) => Cow::Owned(text),
        _ => Cow::Borrowed(""),
    };
    addresses.into_iter().map(text).collect()
}
