//! Command patterns: `git:*`, `npm run test`, `rm -rf *`.
//!
//! A pattern speaks about the text of a command line, a rule about the programs that the line
//! runs. A rule therefore says more than a pattern in one way that no rule can undo: it names a
//! program without its directory.

use super::settle::rule;
use super::{Translated, Translation};
use crate::format::NewRule;
use callgate_engine::Decision;
use callgate_engine::command::{Role, basename, strip_extension};
use callgate_engine::shell::CommandReader;

/// Translates a pattern over the text of a command line. `:*` and ` *` at its end stand for
/// nothing, or a space and anything.
pub(super) fn pattern(tool: &str, decision: Decision, text: &str) -> Translated {
    let text = text.trim();
    let empty = matches!(text, "" | ":*");
    if text == "*" || (empty && decision != Decision::Allow) {
        return Ok(Translation::of(vec![rule(tool, decision)]));
    }
    if empty {
        return Err("an empty pattern: write `Bash` if every command is meant".to_owned());
    }
    let open = text.strip_suffix(":*").or_else(|| text.strip_suffix(" *"));
    let body = open.unwrap_or(text);
    let words: Vec<&str> = body.split_ascii_whitespace().collect();
    if decision == Decision::Allow {
        allowed(tool, &words, open.is_some())
    } else {
        restricted(tool, decision, &words, open.is_some())
    }
}

/// An allow: the words that a command begins with, or fewer commands.
fn allowed(tool: &str, words: &[&str], open: bool) -> Translated {
    let (last, before) = words.split_last().ok_or(NO_PROGRAM)?;
    // `npm run test*`: the whole word is one that begins so.
    let glued = (!open).then(|| last.strip_suffix('*')).flatten();
    let last = glued.unwrap_or(last);
    let literal = [before, &[last]].concat();
    let Some((first, rest)) = literal.split_first() else {
        return Err(NO_PROGRAM.to_owned());
    };
    if !is_program(first) || !rest.iter().all(|word| is_plain(word)) {
        return Err(GLOB.to_owned());
    }
    if !open && glued.is_none() {
        return Err(
            "allows exactly this command: a rule can only say how a command begins, which is \
             more; write it with `:*` if that is meant"
                .to_owned(),
        );
    }
    let name = program_name(first)?;
    let glob = rest.is_empty() && glued.is_some();
    if !glob && !appears(&literal, &name, |role| role == Role::Runs) {
        return Err(format!(
            "`{first}` is seen through: allow the program that it starts instead"
        ));
    }
    let found = if glob {
        Translation::of(vec![command(tool, Decision::Allow, &name, true, &[])])
            .wider(any_directory(&format!("{first}…")))
    } else {
        let one = command(tool, Decision::Allow, &name, false, rest);
        let found = Translation::of(vec![one]).wider(any_directory(first));
        if glued.is_some() {
            found.stricter(format!("only the whole word `{last}`"))
        } else {
            found
        }
    };
    Ok(found.stricter(ONE_RULE))
}

/// A deny or an ask: as many words of the beginning as a rule can hold, and whatever follows.
fn restricted(tool: &str, decision: Decision, words: &[&str], open: bool) -> Translated {
    let first = words.first().ok_or(NO_PROGRAM)?;
    if !is_program(first) {
        let stem = first.strip_suffix('*').filter(|stem| is_program(stem));
        let Some(stem) = stem else {
            return Err(NO_PROGRAM.to_owned());
        };
        if stem.contains(['/', '\\']) {
            return Err("a wildcard inside a path: a rule names a program without it".to_owned());
        }
        let found = Translation::of(vec![command(
            tool,
            decision,
            &program_name(stem)?,
            true,
            &[],
        )]);
        let found = if words.len() > 1 {
            found.stricter(WHATEVER)
        } else {
            found
        };
        return Ok(found.stricter(EVERYWHERE));
    }
    let plain = words.iter().take_while(|word| is_plain(word)).count();
    let rest = words.get(1..plain.max(1)).unwrap_or_default();
    let name = program_name(first)?;
    let literal = words.get(..plain.max(1)).unwrap_or_default();
    if !appears(literal, &name, |_| true) {
        return Err(format!(
            "`{first}` is seen through: no rule can name it here"
        ));
    }
    let found = Translation::of(vec![command(tool, decision, &name, false, rest)]);
    let found = if open && plain == words.len() {
        found
    } else {
        found.stricter(WHATEVER)
    };
    Ok(found.stricter(EVERYWHERE))
}

/// Whether a rule that names a program would look at it where these words, and one more, are
/// run.
fn appears(words: &[&str], name: &str, looked_at: fn(Role) -> bool) -> bool {
    let mut reader = CommandReader::default();
    let commands = reader.line(&format!("{} x", words.join(" ")));
    commands
        .iter()
        .any(|command| command.program == Some(name) && looked_at(command.role))
}

const GLOB: &str = "a wildcard, a quote, an operator or an assignment inside a command: words \
                    are compared whole";
const NO_PROGRAM: &str = "no program can be named: it begins with a wildcard, a quote, an \
                          assignment or a word of the shell's own";
const WHATEVER: &str = "whatever follows these words counts, too";
/// In what every deny of a command says more than the text it is taken from.
pub(super) const EVERYWHERE: &str =
    "also in another directory, behind wrappers, inside `sh -c`, and where a line cannot be read";
/// In what every allow of a command says less.
pub(super) const ONE_RULE: &str =
    "one rule must cover every command of a line, and none of them may write by redirection";

/// In what every allow of a command says more.
pub(super) fn any_directory(program: &str) -> String {
    format!(
        "a rule names a program without its directory or ending, and sees through wrappers: \
         `/tmp/{0}`, `{0}.exe`, `env {0}` and `sh -c '{0}'` are allowed, too",
        basename(program).unwrap_or(program)
    )
}

pub(super) fn command(
    tool: &str,
    decision: Decision,
    program: &str,
    glob: bool,
    args: &[&str],
) -> NewRule {
    let star = if glob { "*" } else { "" };
    let rule = rule(tool, decision).with("command", format!("{program}{star}"));
    if args.is_empty() {
        return rule;
    }
    rule.with_list("args", args.iter().map(|&word| word.to_owned()).collect())
}

/// The basename that a rule can name (R6).
pub(super) fn program_name(program: &str) -> Result<String, String> {
    // The shell's own name for it (S8).
    if program == "." {
        return Ok("source".to_owned());
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

/// Words that begin no command of their own.
const GRAMMAR: [&str; 15] = [
    "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "for", "select", "in",
    "case", "esac", "function",
];

/// A plain word that a command can begin with.
fn is_program(word: &str) -> bool {
    let assignment = word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    });
    is_plain(word) && !assignment && !GRAMMAR.contains(&word)
}

/// A word that a shell reads as it stands, and that no pattern language changes.
fn is_plain(word: &str) -> bool {
    let special = |c: char| c.is_control() || "*?[]{}()<>|&;$`'\"\\#!~".contains(c);
    !word.is_empty() && !word.chars().any(special)
}
