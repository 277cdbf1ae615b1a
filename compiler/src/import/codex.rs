//! Codex execution rules: literal `prefix_rule(…)` calls.

use super::starlark::{Literal, What, statements};
use super::{Imported, ImportedLine, Outcome, Terms, Translation, bash, examples, settle, write};
use crate::format::flow_text;
use crate::source::Source;
use callgate_engine::Decision;
use std::collections::HashSet;

/// Which tool runs the commands.
#[derive(Clone, Debug)]
pub struct CodexOptions {
    /// Leave out the asks that stand in for lines that deny or ask and cannot be expressed.
    pub without_stand_ins: bool,
    /// Take the allows that their rules make wider.
    pub accept_wider: bool,
    /// The tool's name.
    pub tool: String,
    /// Its argument that holds a line of shell text.
    pub line: String,
}

impl Default for CodexOptions {
    fn default() -> Self {
        Self {
            without_stand_ins: false,
            accept_wider: false,
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
    let head = format!(
        "command-params: {{ {}: {{ line: {} }} }}",
        flow_text(&options.tool),
        flow_text(&options.line)
    );
    let terms = Terms {
        stand_ins: !options.without_stand_ins,
        accept_wider: options.accept_wider,
        head: &head,
    };
    let reader = Reader { options, terms };
    let lines: Vec<ImportedLine> = statements(source.text)
        .into_iter()
        .map(|statement| ImportedLine {
            line: statement.line,
            outcome: reader.outcome(&statement.what),
            text: statement.text,
        })
        .collect();
    let about = format!("From the rules of {}.", source.name);
    Imported {
        document: write::document(&about, &head, &lines),
        lines,
    }
}

struct Reader<'a> {
    options: &'a CodexOptions,
    terms: Terms<'a>,
}

/// The keywords of a `prefix_rule`; `""` is the argument without one.
const KNOWN: [&str; 6] = [
    "",
    "pattern",
    "decision",
    "justification",
    "match",
    "not_match",
];

impl Reader<'_> {
    fn outcome(&self, what: &What) -> Outcome {
        let left_out = |reason: &str, decision| {
            let tools = [self.options.tool.as_str()];
            settle(Err(reason.to_owned()), decision, &tools, self.terms)
        };
        // What is not understood may hold rules that deny: a human is asked.
        let What::Call(name, arguments) = what else {
            return left_out(
                "only literal calls at the top of the file are read",
                Decision::Deny,
            );
        };
        match name.as_str() {
            "prefix_rule" => {}
            "host_executable" => {
                return left_out(
                    "where a program may lie: rules name programs without their directory",
                    Decision::Allow,
                );
            }
            _ => {
                let reason = format!("`{name}` says nothing that a rule about commands can say");
                return left_out(&reason, Decision::Deny);
            }
        }
        let mut given = HashSet::new();
        // Without a name it is the pattern.
        let mut names = arguments.iter().map(|(name, _)| match name.as_str() {
            "" => "pattern",
            name => name,
        });
        if let Some(name) = names.find(|name| !given.insert(*name)) {
            return left_out(&format!("`{name}` is given twice"), Decision::Deny);
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
                return left_out(
                    "`decision` is none of allow, prompt, forbidden",
                    Decision::Deny,
                );
            }
        };
        let Some(Literal::List(pattern)) = argument("pattern").or_else(|| argument("")) else {
            return left_out("`pattern` is no literal list", decision);
        };
        let unknown = arguments
            .iter()
            .find(|(name, _)| !KNOWN.contains(&name.as_str()));
        if let Some((unknown, _)) = unknown {
            return left_out(&format!("nothing is known about `{unknown}`"), decision);
        }
        let justification = match argument("justification") {
            Some(Literal::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        let translated = self.prefix(decision, pattern, justification);
        let translated = translated.map(|(words, found)| {
            let given = examples::Given {
                fires: argument("match"),
                passes: argument("not_match"),
            };
            examples::carry(found, &words, &given, &self.options.line, self.terms.head)
        });
        let tools = [self.options.tool.as_str()];
        settle(translated, decision, &tools, self.terms)
    }

    /// One rule for each combination of alternatives, and the words of each.
    fn prefix<'p>(
        &self,
        decision: Decision,
        pattern: &'p [Literal],
        note: Option<&str>,
    ) -> Result<(Vec<Vec<&'p str>>, Translation), String> {
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
        let mut found = Translation::default();
        for words in &all {
            let Some((program, args)) = words.split_first() else {
                return Err("`pattern` is empty".to_owned());
            };
            let name = bash::program_name(program)?;
            let mut one = bash::command(&self.options.tool, decision, &name, false, args);
            if let Some(note) = note {
                one = one.with("note", note);
            }
            found.rules.push(one);
            if decision == Decision::Allow && found.wider.is_empty() {
                found.wider.push(bash::any_directory(program));
            }
        }
        let remark = if decision == Decision::Allow {
            bash::ONE_RULE
        } else {
            bash::EVERYWHERE
        };
        Ok((all, found.stricter(remark)))
    }
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
