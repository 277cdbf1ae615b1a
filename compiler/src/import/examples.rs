//! `match` and `not_match` of a `prefix_rule`, as examples of its rules (R10).

use super::Translation;
use super::starlark::Literal;
use crate::format::NewRule;
use crate::permission::compile;
use crate::source::Source;
use std::borrow::Cow;

/// What a rule was given.
pub(super) struct Given<'a> {
    /// `match`.
    pub(super) fires: Option<&'a Literal>,
    /// `not_match`.
    pub(super) passes: Option<&'a Literal>,
}

/// How many pairs of a rule and an example are tried.
const MOST: usize = 4096;

/// Gives each example to the rules it is about, if it holds for them here; one that does not, or
/// that cannot be read, is named in the remarks. `words` are the prefixes of the rules.
pub(super) fn carry(
    mut found: Translation,
    words: &[Vec<&str>],
    given: &Given<'_>,
    argument: &str,
    head: &str,
) -> Translation {
    let holds = |rule: &NewRule| {
        let text = format!("{head}\nrules:\n  - {}\n", rule.yaml());
        compile(&Source::new("", &text)).is_ok()
    };
    let mut left_out = Vec::new();
    let count = |list: Option<&Literal>| match list {
        Some(Literal::List(examples)) => examples.len(),
        _ => 0,
    };
    if (count(given.fires) + count(given.passes)).saturating_mul(words.len()) > MOST {
        found
            .notes
            .push("its examples are left out: there are too many".to_owned());
        return found;
    }
    let mut fires = vec![Vec::new(); words.len()];
    for line in lines(given.fires, "match", &mut left_out) {
        let mut held = false;
        for (rule, fires) in found.rules.iter().zip(&mut fires) {
            let example = (argument.to_owned(), line.clone());
            if holds(&rule.clone().with_examples("match", vec![example.clone()])) {
                fires.push(example);
                held = true;
            }
        }
        if !held {
            left_out.push(format!("`match` {line:?}: no rule fires on it"));
        }
    }
    let mut passes = Vec::new();
    for line in lines(given.passes, "not_match", &mut left_out) {
        let example = vec![(argument.to_owned(), line.clone())];
        let mut rules = found.rules.iter();
        if rules.all(|rule| holds(&rule.clone().with_examples("no-match", example.clone()))) {
            passes.extend(example);
        } else {
            left_out.push(format!("`not_match` {line:?}: a rule here fires on it"));
        }
    }
    for (rule, fires) in found.rules.iter_mut().zip(fires) {
        for (name, examples) in [("match", fires), ("no-match", passes.clone())] {
            if !examples.is_empty() {
                *rule = std::mem::take(rule).with_examples(name, examples);
            }
        }
    }
    let left_out = left_out
        .iter()
        .map(|example| format!("an example is left out: {example}"));
    found.notes.extend(left_out);
    found
}

/// The examples as lines of shell text: strings as they stand, lists of words quoted.
fn lines(list: Option<&Literal>, name: &str, left_out: &mut Vec<String>) -> Vec<String> {
    let mut lines = Vec::new();
    let examples = match list {
        None => &[],
        Some(Literal::List(examples)) => examples.as_slice(),
        Some(_) => {
            left_out.push(format!("`{name}` is no literal list"));
            &[]
        }
    };
    for example in examples {
        match example {
            Literal::Text(line) => lines.push(line.clone()),
            Literal::List(words) => match words.iter().map(word).collect::<Option<Vec<_>>>() {
                Some(words) => lines.push(words.join(" ")),
                None => left_out.push(format!("`{name}` holds a word that is no literal")),
            },
            Literal::Open => left_out.push(format!("`{name}` holds one that is no literal")),
        }
    }
    lines
}

/// A word as a shell reads it back.
fn word(word: &Literal) -> Option<Cow<'_, str>> {
    let Literal::Text(word) = word else {
        return None;
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+@%".contains(c);
    Some(if !word.is_empty() && word.chars().all(plain) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
    })
}
