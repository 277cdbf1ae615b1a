//! Codex execution rules: literal `prefix_rule(…)` calls.

use super::starlark::{Literal, What, statements};
use super::{
    Imported, ImportedLine, Outcome, Translation, bash, leave_out_stand_ins, rule, settle, write,
};
use crate::format::{NewRule, flow_text};
use crate::source::Source;
use callgate_engine::Decision;

/// Which tool runs the commands.
#[derive(Clone, Debug)]
pub struct CodexOptions {
    /// Leave out the asks that stand in for lines that deny or ask and cannot be expressed.
    pub without_stand_ins: bool,
    /// The tool's name.
    pub tool: String,
    /// Its argument that holds a line of shell text.
    pub line: String,
}

impl Default for CodexOptions {
    fn default() -> Self {
        Self {
            without_stand_ins: false,
            tool: "shell_command".to_owned(),
            line: "command".to_owned(),
        }
    }
}

/// How many rules the alternatives of one pattern may make.
const MOST: usize = 256;

/// Translates the `prefix_rule` calls of a rules file.
#[must_use]
pub fn codex(source: &Source<'_>, options: &CodexOptions) -> Imported {
    let mut lines: Vec<ImportedLine> = statements(source.text)
        .into_iter()
        .map(|statement| ImportedLine {
            line: statement.line,
            outcome: outcome(&statement.what, options),
            text: statement.text,
        })
        .collect();
    if options.without_stand_ins {
        leave_out_stand_ins(&mut lines);
    }
    let head = format!(
        "command-params: {{ {}: {{ line: {} }} }}",
        flow_text(&options.tool),
        flow_text(&options.line)
    );
    let about = format!("From the rules of {}.", source.name);
    Imported {
        document: write::document(&about, &[head], &lines),
        lines,
    }
}

fn outcome(what: &What, options: &CodexOptions) -> Outcome {
    let tool = options.tool.as_str();
    let What::Call(name, arguments) = what else {
        // It may hold rules that deny: a human is asked.
        let reason = "only literal calls at the top of the file are read";
        return settle(Err(reason.to_owned()), Decision::Deny, &[tool]);
    };
    if name != "prefix_rule" {
        let reason = format!("`{name}` says nothing that a rule about commands can say");
        return settle(Err(reason), Decision::Deny, &[tool]);
    }
    let argument = |name: &str| {
        let named = arguments.iter().find(|(keyword, _)| keyword == name);
        named.map(|(_, value)| value)
    };
    let decision = match argument("decision") {
        None => Decision::Allow,
        Some(Literal::Text(text)) if text == "allow" => Decision::Allow,
        Some(Literal::Text(text)) if text == "prompt" => Decision::Ask,
        Some(Literal::Text(text)) if text == "forbidden" => Decision::Deny,
        Some(_) => {
            let reason = "`decision` is none of allow, prompt, forbidden";
            return settle(Err(reason.to_owned()), Decision::Deny, &[tool]);
        }
    };
    let Some(Literal::List(pattern)) = argument("pattern").or_else(|| argument("")) else {
        let reason = "`pattern` is no literal list";
        return settle(Err(reason.to_owned()), decision, &[tool]);
    };
    let note = match argument("justification") {
        Some(Literal::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let known = [
        "",
        "pattern",
        "decision",
        "justification",
        "match",
        "not_match",
    ];
    if let Some((unknown, _)) = arguments
        .iter()
        .find(|(name, _)| !known.contains(&name.as_str()))
    {
        let reason = format!("nothing is known about `{unknown}`");
        return settle(Err(reason), decision, &[tool]);
    }
    let examples = argument("match").is_some() || argument("not_match").is_some();
    settle(
        prefix(tool, decision, pattern, note, examples),
        decision,
        &[tool],
    )
}

/// One rule for each combination of alternatives.
fn prefix(
    tool: &str,
    decision: Decision,
    pattern: &[Literal],
    note: Option<&str>,
    examples: bool,
) -> Translation {
    let mut all: Vec<Vec<&str>> = vec![Vec::new()];
    for element in pattern {
        let words = alternatives(element)?;
        if all.len() * words.len() > MOST {
            return Err(format!("its alternatives make more than {MOST} rules"));
        }
        all = all
            .iter()
            .flat_map(|head| {
                words
                    .iter()
                    .map(move |word| [head.as_slice(), &[*word]].concat())
            })
            .collect();
    }
    let mut rules = Vec::new();
    for words in &all {
        let Some((program, args)) = words.split_first() else {
            return Err("`pattern` is empty".to_owned());
        };
        let name = bash::program_name(program, decision == Decision::Allow)?;
        let mut one: NewRule = rule(tool, decision).with("command", name);
        if !args.is_empty() {
            one = one.with_list("args", args.iter().map(|&word| word.to_owned()).collect());
        }
        if let Some(note) = note {
            one = one.with("note", note);
        }
        rules.push(one);
    }
    let remark = "its examples (`match`, `not_match`) are not carried over";
    Ok((rules, examples.then(|| remark.to_owned())))
}

fn alternatives(element: &Literal) -> Result<Vec<&str>, String> {
    let words: Vec<&str> = match element {
        Literal::Text(word) => vec![word],
        Literal::List(words) => words
            .iter()
            .filter_map(|word| match word {
                Literal::Text(word) => Some(word.as_str()),
                _ => None,
            })
            .collect(),
        Literal::Open => Vec::new(),
    };
    let wanted = match element {
        Literal::List(words) => words.len(),
        _ => 1,
    };
    if words.len() != wanted || words.is_empty() || words.contains(&"") {
        return Err(
            "an element of `pattern` is neither a literal word nor a list of some".to_owned(),
        );
    }
    Ok(words)
}
