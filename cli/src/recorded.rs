//! From a line of a recording to a call, and one line out of many.

use crate::calls::{self, NoCall, Recorded};
use crate::exit::Stop;
use crate::input::{Input, plainly};
use crate::lines::{Line, Lines};
use callgate::engine::json::{self, Limits, Request};
use callgate::firewall::StagedCall;
use callgate::{Arguments, Call};

/// A line of a recording, kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// It was too long to be kept.
    TooLong(u64),
}

/// Hands on the call of a line; with what a firewall policy may look at beside it, if `staged`.
///
/// # Errors
/// The line is no call.
pub(crate) fn with_call<R>(
    line: &Line<'_>,
    limits: &Limits,
    staged: bool,
    then: impl FnOnce(&StagedCall<'_>) -> R,
) -> Result<R, NoCall> {
    let Line::Bytes(bytes) = *line else {
        // Past the limit: no name can be read, and no arguments (J2, J4).
        return Ok(then(&StagedCall::new(Call {
            tool: None,
            arguments: Arguments::Unreadable,
        })));
    };
    let plain = match calls::read(bytes)? {
        Recorded::Request { .. } => {
            let request = Request::read(bytes, limits);
            return Ok(then(&StagedCall::new(request.call())));
        }
        Recorded::Plain(plain) => plain,
    };
    let call = Call {
        tool: plain.tool.as_deref(),
        arguments: plain.arguments(),
    };
    if staged {
        let beside = plain.beside()?;
        Ok(then(&beside.of(call, &beside.resolved())))
    } else {
        Ok(then(&StagedCall::new(call)))
    }
}

/// What of a line cannot be read although it is a call, for people.
pub(crate) fn unreadable(line: &Line<'_>, limits: &Limits) -> Option<String> {
    let bytes = match *line {
        Line::TooLong { bytes } => {
            let limit = limits.bytes;
            return Some(format!("the line has {bytes} bytes, more than {limit}"));
        }
        Line::Bytes(bytes) => bytes,
    };
    let Ok(Recorded::Plain(plain)) = calls::read(bytes) else {
        return None;
    };
    let invalid = || match plain.arguments() {
        Arguments::Raw(bytes) if !json::validate(bytes, limits) => {
            Some("the arguments cannot be read as JSON within the limits".to_owned())
        }
        _ => None,
    };
    plain.twice().or_else(invalid)
}

/// One line of a recording, from 1.
pub(crate) fn line(path: &str, number: u64, limits: &Limits) -> Result<Kept, Stop> {
    let input = Input::open(path)?;
    let name = input.name.clone();
    let mut lines = Lines::new(input, limits.bytes);
    let mut at = 0;
    loop {
        let line = lines
            .next()
            .map_err(|error| Stop::unusable(&name, plainly(&error)))?;
        at += 1;
        match line {
            None => {
                let why = format!("has {} lines, so no line {number}", at - 1);
                return Err(Stop::unusable(name, why));
            }
            Some(_) if at < number => {}
            Some(Line::Bytes(bytes)) => return Ok(Kept::Bytes(bytes.to_vec())),
            Some(Line::TooLong { bytes }) => return Ok(Kept::TooLong(bytes)),
        }
    }
}

impl Kept {
    /// The line again.
    pub(crate) fn line(&self) -> Line<'_> {
        match self {
            Self::Bytes(bytes) => Line::Bytes(bytes),
            Self::TooLong(bytes) => Line::TooLong { bytes: *bytes },
        }
    }
}
