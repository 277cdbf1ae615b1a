//! Recorded calls → calls to measure.

use crate::calls::{self, Recorded};
use crate::exit::Stop;
use crate::input::{Input, plainly};
use crate::lines::{Line, Lines};
use callgate::engine::json::{Limits, Request};
use callgate::{Arguments, Call};
use callgate_workload::calls::CallText;
use callgate_workload::stream::CALLS;
use serde_json::Value;
use std::collections::HashSet;

/// The distinct calls of a recording, at most [`CALLS`].
///
/// A line that is no call, or whose name or arguments cannot be read, has nothing to measure
/// both ways: it is passed over.
pub(super) fn read(input: Input, limits: &Limits) -> Result<Vec<CallText>, Stop> {
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

fn text(line: &[u8], limits: &Limits) -> Option<CallText> {
    match calls::read(line).ok()? {
        Recorded::Plain(plain) => Some(CallText {
            tool: plain.tool.as_deref()?.to_owned(),
            arguments: match plain.arguments() {
                Arguments::Raw(bytes) => object(bytes)?,
                Arguments::Absent => "{}".to_owned(),
                Arguments::Parsed(_) | Arguments::Unreadable => return None,
            },
        }),
        Recorded::Request { .. } => {
            let request = Request::read(line, limits);
            let Call { tool, arguments } = request.call();
            Some(CallText {
                tool: tool?.to_owned(),
                arguments: match arguments {
                    Arguments::Raw(bytes) => object(bytes)?,
                    Arguments::Absent => "{}".to_owned(),
                    Arguments::Parsed(_) | Arguments::Unreadable => return None,
                },
            })
        }
    }
}

/// The text of an arguments object.
fn object(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let arguments: Value = serde_json::from_str(text).ok()?;
    arguments.is_object().then(|| text.to_owned())
}
