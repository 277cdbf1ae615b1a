//! A rule's predicates in the shape that covering is decided on.

use crate::permission::{Host, Rule, Tool};
use std::borrow::Cow;

/// A rule's predicates, taken apart once.
#[derive(Debug)]
pub(super) struct Parts<'p> {
    pub(super) rule: &'p Rule,
    pub(super) under: Option<Directory<'p>>,
    pub(super) program: Option<ProgramPart<'p>>,
}

/// A program with its tokens.
#[derive(Debug)]
pub(super) struct ProgramPart<'p> {
    stem: &'p str,
    folded: Cow<'p, str>,
    pub(super) glob: bool,
    /// Empty is the same as absent (R7).
    pub(super) args: &'p [String],
    pub(super) any: Option<&'p [String]>,
}

/// A directory by segments.
#[derive(Debug)]
pub(super) struct Directory<'p> {
    pub(super) anchor: Anchor,
    pub(super) segments: Vec<&'p [u8]>,
}

/// What a directory is measured from. Those with different anchors may be unknown to each
/// other, so none of them covers another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// `/`.
    Top,
    /// `X:/`, the letter in lower case.
    Drive(u8),
    /// The tool's root, or nothing.
    Relative,
}

impl<'p> Parts<'p> {
    pub(super) fn of(rule: &'p Rule) -> Self {
        Self {
            rule,
            under: rule.under.as_deref().map(Directory::of),
            program: rule.command.as_ref().map(|command| ProgramPart {
                stem: command.program.stem(),
                folded: folded(command.program.stem()),
                glob: command.program.is_glob(),
                args: command.args.as_deref().unwrap_or_default(),
                any: command.args_any.as_deref(),
            }),
        }
    }

    /// The place in E6's order: greater is reported first.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        let rule = self.rule;
        let command = rule.command.as_ref();
        let count = |tokens: Option<&Vec<String>>| tokens.map_or(0, Vec::len);
        let host = rule.host.as_ref();
        (
            (matches!(rule.tool, Tool::Exact(_)), rule.tool.stem().len()),
            command.map(|command| {
                let tokens = count(command.args.as_ref()) + count(command.args_any.as_ref());
                (
                    !command.program.is_glob(),
                    command.program.stem().len(),
                    tokens,
                )
            }),
            rule.check.is_some(),
            self.under.as_ref().map(|under| under.written()),
            host.map(|host| (matches!(host, Host::Exact(_)), host.stem().len())),
        )
    }
}

impl ProgramPart<'_> {
    /// The basename's stem, as an allow compares it or folded as deny and ask do (C4).
    pub(super) fn stem(&self, folds: bool) -> &str {
        if folds { &self.folded } else { self.stem }
    }
}

/// Basenames in patterns are ASCII (R6).
fn folded(stem: &str) -> Cow<'_, str> {
    if stem.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(stem.to_ascii_lowercase())
    } else {
        Cow::Borrowed(stem)
    }
}

impl<'p> Directory<'p> {
    fn of(text: &'p str) -> Self {
        let (anchor, segments) = Self::split(text);
        Self {
            anchor,
            segments: segments.collect(),
        }
    }

    /// A directory's anchor and segments (P1, P6).
    pub(super) fn split(text: &'p str) -> (Anchor, impl Iterator<Item = &'p [u8]>) {
        let bytes = text.as_bytes();
        let (anchor, rest) = match bytes {
            [b'/', ..] => (Anchor::Top, bytes),
            [letter, b':', ..] if letter.is_ascii_alphabetic() => {
                let rest = bytes.get(2..).unwrap_or_default();
                (Anchor::Drive(letter.to_ascii_lowercase()), rest)
            }
            _ => (Anchor::Relative, bytes),
        };
        let segments = rest.split(|&byte| byte == b'/');
        (
            anchor,
            segments.filter(|each| !each.is_empty() && *each != b"."),
        )
    }

    /// Segments as written: a drive is one.
    fn written(&self) -> usize {
        self.segments.len() + usize::from(matches!(self.anchor, Anchor::Drive(_)))
    }
}

/// A set of predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape(pub(super) u8);

impl Shape {
    pub(super) const NONE: Self = Self(0);
    pub(super) const UNDER: Self = Self(1);
    pub(super) const HOST: Self = Self(2);
    pub(super) const PROGRAM: Self = Self(4);
    pub(super) const CHECK: Self = Self(8);

    /// The predicates of a rule.
    pub(super) fn of(rule: &Rule) -> Self {
        let bit = |present: bool, part: Self| if present { part.0 } else { 0 };
        Self(
            bit(rule.under.is_some(), Self::UNDER)
                | bit(rule.host.is_some(), Self::HOST)
                | bit(rule.command.is_some(), Self::PROGRAM)
                | bit(rule.check.is_some(), Self::CHECK),
        )
    }

    pub(super) const fn has(self, part: Self) -> bool {
        self.0 & part.0 == part.0
    }

    /// The member that declares the one predicate of the set, if there is exactly one.
    pub(super) const fn only(self) -> Option<&'static str> {
        match self {
            Self::UNDER => Some("under"),
            Self::HOST => Some("host"),
            Self::PROGRAM => Some("command"),
            Self::CHECK => Some("check"),
            _ => None,
        }
    }

    /// The shapes among `occurring`, a bit for each, of which this set has every predicate.
    pub(super) fn within(self, occurring: u16) -> impl Iterator<Item = Self> + use<> {
        let shapes = (0..16).map(Self).take(if occurring == 0 { 0 } else { 16 });
        shapes.filter(move |&each| occurring & (1 << each.0) != 0 && self.has(each))
    }
}
