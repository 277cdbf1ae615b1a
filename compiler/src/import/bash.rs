//! Command patterns: `git:*`, `npm run test`, `rm -rf *`.

use super::{Translation, rule};
use crate::format::NewRule;
use callgate_engine::Decision;
use callgate_engine::command::{basename, strip_extension};

/// Translates a pattern over the text of a command line.
///
/// An allow is translated only where the dialect says the same or less: a program, and the
/// words that its arguments begin with. A deny or an ask may say more.
pub(super) fn pattern(tool: &str, decision: Decision, text: &str) -> Translation {
    let allow = decision == Decision::Allow;
    let text = text.trim();
    if matches!(text, "" | "*" | ":*") {
        return Ok((vec![rule(tool, decision)], None));
    }
    let open = text.strip_suffix(":*").or_else(|| text.strip_suffix(" *"));
    let (body, open) = (open.unwrap_or(text), open.is_some());
    let words: Vec<&str> = body.split_whitespace().collect();
    let plain = words.iter().take_while(|word| is_plain(word)).count();
    let whole = plain == words.len();
    if allow && !whole {
        return match (&words[..], open) {
            // A text that begins like the program's name, whatever follows.
            ([program], false) => match program.strip_suffix('*').filter(|stem| is_plain(stem)) {
                Some(stem) => Ok((
                    vec![command(
                        tool,
                        decision,
                        &program_name(stem, true)?,
                        true,
                        &[],
                    )],
                    None,
                )),
                None => Err(GLOB.to_owned()),
            },
            _ => Err(GLOB.to_owned()),
        };
    }
    if allow && !open {
        return Err(
            "allows exactly this command: a rule can only say how a command begins, which is \
             more; write it with `:*` if that is meant"
                .to_owned(),
        );
    }
    let literal = words.get(..plain).unwrap_or_default();
    let Some((first, rest)) = literal.split_first() else {
        let only = words.first().and_then(|word| word.strip_suffix('*'));
        return match only.filter(|stem| is_plain(stem)) {
            Some(stem) => {
                let name = program_name(stem, false)?;
                Ok((
                    vec![command(tool, decision, &name, true, &[])],
                    stricter(words.len() > 1),
                ))
            }
            None => Err(
                "no program can be named: it begins with a wildcard, a quote or an assignment"
                    .to_owned(),
            ),
        };
    };
    let name = program_name(first, allow)?;
    let remark = stricter(!(allow || whole && open));
    Ok((vec![command(tool, decision, &name, false, rest)], remark))
}

const GLOB: &str = "a wildcard or a quote inside a command: words are compared whole";

fn stricter(it_is: bool) -> Option<String> {
    it_is.then(|| "stricter: whatever follows these words counts, too".to_owned())
}

fn command(tool: &str, decision: Decision, program: &str, glob: bool, args: &[&str]) -> NewRule {
    let star = if glob { "*" } else { "" };
    let rule = rule(tool, decision).with("command", format!("{program}{star}"));
    if args.is_empty() {
        return rule;
    }
    rule.with_list("args", args.iter().map(|&word| word.to_owned()).collect())
}

/// The basename that a rule can name (R6).
pub(super) fn program_name(program: &str, allow: bool) -> Result<String, String> {
    if allow && program.contains(['/', '\\']) {
        return Err(format!(
            "allows the program at `{program}`: rules compare names without directories, which is more"
        ));
    }
    if allow && strip_extension(program).is_some() {
        return Err(format!(
            "allows `{program}`: rules compare names without that ending, which is more"
        ));
    }
    let name = basename(program).unwrap_or_default();
    let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'+' | b'-');
    if name.is_empty() || !name.bytes().all(known) || strip_extension(name).is_some() {
        return Err(format!(
            "`{program}` is no program name that a rule can hold"
        ));
    }
    Ok(name.to_owned())
}

/// A word that a shell reads as it stands, and that no pattern language changes.
fn is_plain(word: &str) -> bool {
    let special = |c: char| c.is_control() || "*?[]{}()<>|&;$`'\"\\#!~".contains(c);
    let assignment = word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    });
    !word.is_empty() && !word.chars().any(special) && !assignment
}
