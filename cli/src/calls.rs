//! One line of a recording → a call, without building its arguments.

mod near;
mod staged;

pub(crate) use staged::Beside;

use callgate::Arguments;
use memchr::memmem;
use near::Near;
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
    /// Members that are not read and were probably meant to be.
    near: Vec<Near>,
    /// The tool's name is there twice.
    tool_twice: bool,
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

    /// What of it two readers would read differently (J3), for people.
    pub(crate) fn twice(&self) -> Option<String> {
        let name = match (self.tool_twice, self.args) {
            (true, _) => "tool",
            (false, Slot::Twice) => "args",
            (false, _) => return None,
        };
        Some(format!("`{name}` is there twice: keep one of them"))
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
    /// What is wrong, for people, without a final stop.
    pub(crate) message: String,
    /// What to write instead.
    pub(crate) help: Cow<'static, str>,
}

impl NoCall {
    fn new(message: impl Into<String>, help: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind: "not-a-call",
            message: message.into(),
            help: help.into(),
        }
    }

    fn near(near: &Near) -> Self {
        Self::new(near.message(), near.help())
    }
}

impl fmt::Display for NoCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.message, self.help)
    }
}

/// The two forms of a call.
const FORM: &str = "write `{\"tool\": \"fs_read\", \"args\": {\"path\": \"/x\"}}`, or a whole \
    JSON-RPC `tools/call` request";

/// Reads one line.
///
/// Members that no call has are let pass, so that recordings may carry what else they know; not
/// so those that were probably meant for what the call lacks.
pub(crate) fn read(line: &[u8]) -> Result<Recorded<'_>, NoCall> {
    let members: Members<'_> =
        serde_json::from_slice(line).map_err(|error| not_json(line, &error))?;
    match (members.tool.is_there(), members.method.is_there()) {
        (true, true) => Err(NoCall::new(
            "`tool` and `method` at once: which form is meant?",
            "keep `tool` and `args`, or the request alone",
        )),
        (true, false) => plain(members).map(Recorded::Plain),
        (false, true) => request(&members),
        (false, false) => Err(no_tool(&members)),
    }
}

fn plain(members: Members<'_>) -> Result<Plain<'_>, NoCall> {
    let args = members.call.args.is_there();
    for (other, name) in [(members.arguments, "arguments"), (members.params, "params")] {
        if other.is_there() {
            return Err(NoCall::new(
                format!("beside `tool` the arguments are called `args`, not `{name}`"),
                if args {
                    "keep `args` alone"
                } else {
                    "write `args`"
                },
            ));
        }
    }
    let meant = |near: &&Near| near.same || (near.meant == "args" && !args);
    if let Some(near) = members.call.near.iter().find(meant) {
        return Err(NoCall::near(near));
    }
    Ok(Plain {
        tool: members.tool.text(),
        tool_twice: matches!(members.tool, Slot::Twice),
        ..members.call
    })
}

fn request<'a>(members: &Members<'a>) -> Result<Recorded<'a>, NoCall> {
    match members.method.text() {
        Some(method) if method == "tools/call" => {
            if let Slot::Once(params) = members.params
                && memmem::find(params.get().as_bytes(), b"\"arguments\"").is_none()
                && let Ok(Members { call, .. }) = serde_json::from_str(params.get())
                && let Some(written) = call.written_for_args()
            {
                return Err(NoCall::new(
                    format!("in `params` the arguments are called `arguments`, not {written}"),
                    "write `arguments`",
                ));
            }
            Ok(Recorded::Request {
                id: members.id.scalar(),
            })
        }
        _ => Err(NoCall::new(
            "a message, but not a `tools/call` request",
            FORM,
        )),
    }
}

impl Plain<'_> {
    /// What stands for arguments in the `params` of a request that has none.
    fn written_for_args(&self) -> Option<String> {
        if self.args.is_there() {
            return Some("`args`".to_owned());
        }
        let near = self.near.iter().find(|near| near.meant == "args")?;
        Some(callgate::compiler::fault::quote(&near.written))
    }
}

fn no_tool(members: &Members<'_>) -> NoCall {
    let message = "neither `tool` nor `\"method\": \"tools/call\"` is there";
    if members.case {
        let help = "this is a case of a case file: give it to `callgate test`";
        return NoCall::new(message, help);
    }
    match members.call.near.iter().find(|near| near.meant == "tool") {
        Some(near) => NoCall::new(message, near.help()),
        None => NoCall::new(message, FORM),
    }
}

fn not_json(line: &[u8], error: &serde_json::Error) -> NoCall {
    let no_json = |message: String, help: &'static str| NoCall {
        kind: "not-json",
        message,
        help: help.into(),
    };
    if line.trim_ascii().is_empty() {
        return no_json(
            "the line is blank".to_owned(),
            "take it out, or write a call",
        );
    }
    if line.starts_with("\u{feff}".as_bytes()) {
        let help = "save the file as UTF-8 without a byte order mark";
        return no_json("the line begins with a byte order mark".to_owned(), help);
    }
    if error.classify() == serde_json::error::Category::Data {
        let help = if line.trim_ascii_start().starts_with(b"[") {
            "write each call on a line of its own, without brackets around them"
        } else {
            FORM
        };
        return NoCall::new("not a JSON object", help);
    }
    if let Err(text) = std::str::from_utf8(line) {
        let message = format!("not UTF-8 from column {}", text.valid_up_to() + 1);
        return no_json(message, "save the file as UTF-8");
    }
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    let message = format!("not JSON: {what} at column {}", error.column());
    let trimmed = line.trim_ascii();
    let help = if error.is_eof() {
        "write the whole call on one line: a call does not go on in the next"
    } else if trimmed.ends_with(b"},") {
        "leave out the comma at the end of the line"
    } else if trimmed.starts_with(b"#") || trimmed.starts_with(b"//") {
        "take the comment out: JSON has none"
    } else {
        FORM
    };
    no_json(message, help)
}

/// The members of a line that mean something.
#[derive(Default)]
struct Members<'a> {
    tool: Slot<'a>,
    arguments: Slot<'a>,
    method: Slot<'a>,
    params: Slot<'a>,
    id: Slot<'a>,
    /// `call` is there: a case, not a call.
    case: bool,
    call: Plain<'a>,
}

impl<'a> Members<'a> {
    fn slot(&mut self, name: Name) -> Option<&mut Slot<'a>> {
        Some(match name {
            Name::Near(near) => {
                self.near(near);
                return None;
            }
            Name::Call => {
                self.case = true;
                return None;
            }
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

    /// One for each member that may be meant; more say nothing new.
    fn near(&mut self, near: Near) {
        let known = &mut self.call.near;
        if !known
            .iter()
            .any(|each| each.meant == near.meant && each.same >= near.same)
        {
            known.push(near);
        }
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

/// A member's name, read without keeping its text where it says nothing.
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
    Call,
    /// Not a member, and probably meant to be one.
    Near(Near),
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
            "call" => Name::Call,
            other => near::near(other).map_or(Name::Other, Name::Near),
        })
    }
}

#[cfg(test)]
mod tests;
