//! One line of a recording → a call, without building its arguments.

mod staged;

pub(crate) use staged::Beside;

use callgate::Arguments;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// What a line of a recording says.
#[derive(Debug)]
pub(crate) enum Recorded<'a> {
    /// `{"tool": …, "args": …}` with what a firewall policy may look at.
    Plain(Plain<'a>),
    /// A whole JSON-RPC `tools/call` request: the engine reads it from the line itself.
    Request {
        /// Its `id`, as JSON, where it has exactly one and that is a scalar.
        id: Option<&'a str>,
    },
}

/// A call in the short form.
#[derive(Debug, Default)]
pub(crate) struct Plain<'a> {
    /// The tool's name; `None`: not a string, or given twice (J2).
    pub(crate) tool: Option<Cow<'a, str>>,
    /// The bytes of the arguments.
    pub(crate) args: Slot<'a>,
    /// Facts beside the arguments, read by [`Plain::beside`].
    stage: Slot<'a>,
    skill: Slot<'a>,
    destination: Slot<'a>,
    resolved: Slot<'a>,
    spent_cents: Slot<'a>,
}

impl<'a> Plain<'a> {
    /// The facts beside tool and arguments that a firewall policy may look at.
    ///
    /// # Errors
    /// When the stage is none: which rules speak would be a guess.
    pub(crate) fn beside(&self) -> Result<Beside<'a>, NoCall> {
        Beside::read(self)
    }

    /// The arguments; given twice they are neither of them (J3).
    pub(crate) fn arguments(&self) -> Arguments<'a, Value> {
        match self.args {
            Slot::Absent => Arguments::Absent,
            Slot::Once(raw) => Arguments::Raw(raw.get().as_bytes()),
            Slot::Twice => Arguments::Unreadable,
        }
    }
}

/// A member of the line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Slot<'a> {
    /// Not there.
    #[default]
    Absent,
    /// There once.
    Once(&'a RawValue),
    /// There more than once: two readers would disagree about it (J3).
    Twice,
}

impl<'a> Slot<'a> {
    fn put(&mut self, value: &'a RawValue) {
        *self = match self {
            Self::Absent => Self::Once(value),
            Self::Once(_) | Self::Twice => Self::Twice,
        };
    }

    const fn is_there(self) -> bool {
        !matches!(self, Self::Absent)
    }

    /// Whether nothing is said.
    fn is_null_or_absent(self) -> bool {
        match self {
            Self::Absent => true,
            Self::Once(raw) => raw.get() == "null",
            Self::Twice => false,
        }
    }

    /// The JSON of a scalar that is there once. (A list or an object may hold line breaks of
    /// other systems, which must not come into a line of results.)
    fn scalar(self) -> Option<&'a str> {
        match self {
            Self::Once(raw) if !raw.get().starts_with(['{', '[']) => Some(raw.get()),
            Self::Absent | Self::Once(_) | Self::Twice => None,
        }
    }

    /// The text of a string that is there once.
    pub(crate) fn text(self) -> Option<Cow<'a, str>> {
        let Self::Once(raw) = self else { return None };
        let inside = raw.get().strip_prefix('"')?.strip_suffix('"')?;
        if inside.contains('\\') {
            serde_json::from_str(raw.get()).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inside))
        }
    }
}

/// Why a line is no call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoCall {
    /// A short name for programs.
    pub(crate) kind: &'static str,
    /// A sentence for people.
    pub(crate) message: String,
}

/// Reads one line.
///
/// Members that no call has are let pass, so that recordings may carry what else they know.
pub(crate) fn read(line: &[u8]) -> Result<Recorded<'_>, NoCall> {
    let members: Members<'_> =
        serde_json::from_slice(line).map_err(|error| not_json(line, &error))?;
    let call = &members.call;
    let no_call = |message: &str| NoCall {
        kind: "not-a-call",
        message: message.to_owned(),
    };
    match (members.tool.is_there(), members.method.is_there()) {
        (true, true) => Err(no_call("`tool` and `method` at once: which form is meant?")),
        (true, false) if members.arguments.is_there() => Err(no_call(
            "beside `tool` the arguments are called `args`, not `arguments`",
        )),
        (true, false) if call.args.is_there() && members.params.is_there() => {
            Err(no_call("`args` and `params` at once: which form is meant?"))
        }
        (true, false) => Ok(Recorded::Plain(Plain {
            tool: members.tool.text(),
            ..members.call
        })),
        (false, true) => match members.method.text() {
            Some(method) if method == "tools/call" => Ok(Recorded::Request {
                id: members.id.scalar(),
            }),
            _ => Err(no_call("a message, but not a `tools/call` request")),
        },
        (false, false) => Err(no_call(
            "neither `tool` nor `\"method\": \"tools/call\"` is there",
        )),
    }
}

fn not_json(line: &[u8], error: &serde_json::Error) -> NoCall {
    if error.classify() == serde_json::error::Category::Data {
        return NoCall {
            kind: "not-a-call",
            message: "not a JSON object".to_owned(),
        };
    }
    if let Err(text) = std::str::from_utf8(line) {
        return NoCall {
            kind: "not-json",
            message: format!("not UTF-8 from column {}", text.valid_up_to() + 1),
        };
    }
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    NoCall {
        kind: "not-json",
        message: format!("{what} at column {}", error.column()),
    }
}

/// The members of a line that mean something.
#[derive(Default)]
struct Members<'a> {
    tool: Slot<'a>,
    arguments: Slot<'a>,
    method: Slot<'a>,
    params: Slot<'a>,
    id: Slot<'a>,
    call: Plain<'a>,
}

impl<'a> Members<'a> {
    fn slot(&mut self, name: Name) -> Option<&mut Slot<'a>> {
        Some(match name {
            Name::Tool => &mut self.tool,
            Name::Args => &mut self.call.args,
            Name::Arguments => &mut self.arguments,
            Name::Method => &mut self.method,
            Name::Params => &mut self.params,
            Name::Id => &mut self.id,
            Name::Stage => &mut self.call.stage,
            Name::Skill => &mut self.call.skill,
            Name::Destination => &mut self.call.destination,
            Name::Resolved => &mut self.call.resolved,
            Name::SpentCents => &mut self.call.spent_cents,
            Name::Other => return None,
        })
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Line;
        impl<'de> Visitor<'de> for Line {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Members::default();
                while let Some(name) = map.next_key_seed(NameSeed)? {
                    let value: &RawValue = map.next_value()?;
                    if let Some(slot) = members.slot(name) {
                        slot.put(value);
                    }
                }
                Ok(members)
            }
        }
        from.deserialize_map(Line)
    }
}

/// A member's name, read without keeping its text.
#[derive(Clone, Copy)]
enum Name {
    Tool,
    Args,
    Arguments,
    Method,
    Params,
    Id,
    Stage,
    Skill,
    Destination,
    Resolved,
    SpentCents,
    Other,
}

struct NameSeed;

impl<'de> DeserializeSeed<'de> for NameSeed {
    type Value = Name;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Name, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for NameSeed {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Name, E> {
        Ok(match name {
            "tool" => Name::Tool,
            "args" => Name::Args,
            "arguments" => Name::Arguments,
            "method" => Name::Method,
            "params" => Name::Params,
            "id" => Name::Id,
            "stage" => Name::Stage,
            "skill" => Name::Skill,
            "destination" => Name::Destination,
            "resolved" => Name::Resolved,
            "spent_cents" => Name::SpentCents,
            _ => Name::Other,
        })
    }
}

#[cfg(test)]
mod tests;
