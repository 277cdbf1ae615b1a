//! Effective commands (`shell.md`): what a program and its argv, or a line of shell text, would
//! really run.

use crate::command::{EffectiveCommand, Unidentified};

/// Takes command lines apart; reuse it to reuse its memory.
#[derive(Debug, Default)]
pub struct CommandReader {}

/// The effective commands of the last reading.
#[derive(Clone, Copy, Debug)]
pub struct Commands<'a> {
    reader: &'a CommandReader,
    argv: &'a [&'a str],
}

/// Whether a direct argv with this program string may run more than the program itself: a
/// wrapper, runner, shell or shell word (S2–S8) in any spelling. `false`: S1 alone says all.
#[must_use]
pub fn is_special(_program: &str) -> bool {
    false
}

impl CommandReader {
    /// Reads a direct argv: `program` as the call gives it and its readable tail (S1–S7).
    pub fn argv<'a>(
        &'a mut self,
        _program: &str,
        _tail: &'a [&'a str],
        _sealed: bool,
    ) -> Commands<'a> {
        Commands { reader: self, argv: _tail }
    }
    /// Reads a line of shell text, as the payload of `sh -c` but without a launcher (D6).
    pub fn line(&mut self, _line: &str) -> Commands<'_> {
        Commands { reader: self, argv: &[] }
    }
}

impl<'a> Commands<'a> {
    /// The commands in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = EffectiveCommand<'a>> {
        let _ = (self.reader, self.argv);
        std::iter::once(EffectiveCommand::unidentifiable(Unidentified::new("", "")))
    }
}
