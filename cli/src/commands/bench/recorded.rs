//! Recorded calls → calls to measure.

use crate::calls::{self, Recorded};
use crate::exit::Stop;
use crate::input::{Input, plainly};
use crate::lines::{Line, Lines};
use callgate::engine::json::{Limits, Request};
use callgate::{Arguments, Call};
use callgate_workload::calls::CallText;
use callgate_workload::firewall::calls::StagedText;
use callgate_workload::stream::CALLS;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;

/// The distinct calls of a recording, at most [`CALLS`].
///
/// A line that is no call, or whose name or arguments cannot be read, has nothing to measure
/// both ways: it is passed over.
pub(super) fn read<T: Clone + Eq + Hash>(
    input: Input,
    limits: &Limits,
    text: impl Fn(&[u8], &Limits) -> Option<T>,
) -> Result<Vec<T>, Stop> {
    let name = input.name.clone();
    let mut lines = Lines::new(input, limits.bytes);
    let mut known = HashSet::new();
    let mut texts = Vec::new();
    let mut passed_over = 0u64;
    while texts.len() < CALLS {
        match lines.next() {
            Ok(Some(Line::Bytes(line))) => match text(line, limits) {
                Some(text) if known.insert(text.clone()) => texts.push(text),
                Some(_) => {}
                None => passed_over += 1,
            },
            Ok(Some(Line::TooLong { .. })) => passed_over += 1,
            Ok(None) => break,
            Err(error) => return Err(Stop::unusable(name, plainly(&error))),
        }
    }
    if passed_over > 0 {
        let s = if passed_over == 1 { "" } else { "s" };
        anstream::eprintln!("{name}: {passed_over} line{s} passed over: no calls that can be read");
    }
    if texts.is_empty() {
        return Err(Stop::unusable(name, "holds no calls"));
    }
    Ok(texts)
}

/// The call of a line for a permission policy.
pub(super) fn plain(line: &[u8], limits: &Limits) -> Option<CallText> {
    match calls::read(line).ok()? {
        Recorded::Plain(plain) => call(plain.tool.as_deref(), plain.arguments()),
        Recorded::Request { .. } => requested(line, limits),
    }
}

/// The call of a line for a firewall policy: what stands beside tool and arguments, too.
pub(super) fn staged(line: &[u8], limits: &Limits) -> Option<StagedText> {
    match calls::read(line).ok()? {
        Recorded::Plain(plain) => {
            let beside = plain.beside().ok()?;
            Some(StagedText {
                call: call(plain.tool.as_deref(), plain.arguments())?,
                stage: beside.stage,
                skill: beside.skill.map(Cow::into_owned),
                destination: beside.destination.map(Cow::into_owned),
                resolved: beside.resolved.into_iter().map(Cow::into_owned).collect(),
                spent_cents: beside.spent_cents,
            })
        }
        Recorded::Request { .. } => Some(StagedText {
            call: requested(line, limits)?,
            ..StagedText::default()
        }),
    }
}

fn requested(line: &[u8], limits: &Limits) -> Option<CallText> {
    let request = Request::read(line, limits);
    let Call { tool, arguments } = request.call();
    call(tool, arguments)
}

fn call(tool: Option<&str>, arguments: Arguments<'_, Value>) -> Option<CallText> {
    Some(CallText {
        tool: tool?.to_owned(),
        arguments: match arguments {
            Arguments::Raw(bytes) => object(bytes)?,
            Arguments::Absent => "{}".to_owned(),
            Arguments::Parsed(_) | Arguments::Unreadable => return None,
        },
    })
}

/// The text of an arguments object in which no member stands twice: parsed, that would be
/// another call (J3).
fn object(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let Value::Object(members) = serde_json::from_str(text).ok()? else {
        return None;
    };
    let Written(count) = serde_json::from_str(text).ok()?;
    (members.len() == count).then(|| text.to_owned())
}

/// How many members an object has as it is written.
struct Written(usize);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Written, A::Error> {
                let mut count = 0;
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Written(count))
            }
        }
        from.deserialize_map(Members)
    }
}
