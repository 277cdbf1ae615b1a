//! Calls to a generated rule set: half made to fit a rule, half known to fit none.

use crate::Random;
use crate::rules::{Rule, Tool, VERBS, When, servers};
use callgate_engine::permission::{NoChecks, PredicateKind, Scratch, Table};
use callgate_engine::{Arguments, Call};
use serde_json::Value;
use std::fmt::Write as _;

/// A call as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CallText {
    /// The tool's name.
    pub tool: String,
    /// The arguments, a JSON object.
    pub arguments: String,
}

/// `count` distinct calls to `rules`, whose table is `table`: half of them made from a rule, a
/// quarter to tools nobody speaks about, a quarter to known tools with arguments that no rule
/// fits. Every miss is decided once to be sure that it is one.
///
/// A call carries the one argument it is about. Only a miss that a `deny` or `ask` would stop
/// for want of another argument carries that one too.
#[must_use]
pub fn calls(rules: &[Rule], table: &Table, count: usize) -> Vec<CallText> {
    let mut maker = Maker {
        random: Random::new(0xca11 ^ rules.len() as u64),
        rules,
        table,
        scratch: table.scratch(),
        servers: servers(rules.len()),
    };
    (0..count)
        .map(|at| {
            if at % 2 == 0 {
                maker.hit(at)
            } else if at % 4 == 1 {
                maker.stranger(at)
            } else {
                maker.miss(at).unwrap_or_else(|| maker.stranger(at))
            }
        })
        .collect()
}

/// What a call is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum About {
    #[default]
    Host,
    Path,
    Program,
}

impl About {
    const ALL: [Self; 3] = [Self::Host, Self::Path, Self::Program];

    const fn of(when: &When) -> Option<Self> {
        match when {
            When::Always => None,
            When::Host(_) | When::Below(_) => Some(Self::Host),
            When::Under(_) => Some(Self::Path),
            When::Command(_) => Some(Self::Program),
        }
    }

    const fn seen_by(kind: PredicateKind) -> Self {
        match kind {
            PredicateKind::Host => Self::Host,
            PredicateKind::Under => Self::Path,
            PredicateKind::Command | PredicateKind::Check => Self::Program,
        }
    }
}

struct Maker<'a> {
    random: Random,
    rules: &'a [Rule],
    table: &'a Table,
    scratch: Scratch,
    servers: usize,
}

impl Maker<'_> {
    /// A call that some rule fits.
    fn hit(&mut self, at: usize) -> CallText {
        let Some(rule) = self.rules.get(self.random.below(self.rules.len())) else {
            return self.stranger(at);
        };
        let members = match &rule.when {
            When::Always => {
                let about = self.random.one_of(&About::ALL);
                self.elsewhere(about, at)
            }
            When::Host(host) => url(host, at),
            When::Below(host) => url(&format!("cdn{}.{host}", at % 7), at),
            When::Under(directory) => path(directory, at),
            When::Command(program) => command(program, at),
        };
        CallText {
            tool: self.tool(&rule.tool),
            arguments: self.arguments(&members, at),
        }
    }

    /// A call to a tool that no rule speaks about.
    fn stranger(&mut self, at: usize) -> CallText {
        let server = self.servers + self.random.below(self.servers + 1000);
        let about = self.random.one_of(&About::ALL);
        let members = self.elsewhere(about, at);
        CallText {
            tool: format!("srv{server}_{}", self.random.one_of(&VERBS)),
            arguments: self.arguments(&members, at),
        }
    }

    /// A call to a known tool that no rule fits; `None` if none is found.
    fn miss(&mut self, at: usize) -> Option<CallText> {
        for _ in 0..64 {
            let rule = self.rules.get(self.random.below(self.rules.len()))?;
            let Some(about) = About::of(&rule.when) else {
                continue;
            };
            let tool = self.tool(&rule.tool);
            let mut abouts = vec![about];
            for _ in 0..=About::ALL.len() {
                let members: Vec<String> = abouts
                    .iter()
                    .map(|&about| self.elsewhere(about, at))
                    .collect();
                let arguments = self.arguments(&members.join(", "), at);
                let call: Call<'_> = Call {
                    tool: Some(&tool),
                    arguments: Arguments::Raw(arguments.as_bytes()),
                };
                let outcome = self.table.decide(&call, &NoChecks, &mut self.scratch);
                if outcome.rule.is_none() {
                    return Some(CallText { tool, arguments });
                }
                let before = abouts.len();
                for kind in outcome.unknown.iter() {
                    let about = About::seen_by(kind);
                    if !abouts.contains(&about) {
                        abouts.push(about);
                    }
                }
                if abouts.len() == before {
                    break;
                }
            }
        }
        None
    }

    fn tool(&mut self, tool: &Tool) -> String {
        match tool {
            Tool::Exact(name) => name.clone(),
            Tool::Prefix(stem) => format!("{stem}{}", self.random.one_of(&VERBS)),
        }
    }

    /// An argument that no rule fits.
    fn elsewhere(&mut self, about: About, at: usize) -> String {
        let which = self.rules.len() + self.random.below(self.rules.len() + 1000);
        match about {
            About::Host => url(&format!("api.h{which}.example.org"), at),
            About::Path => path(&format!("/srv/p{which}/data"), at),
            About::Program => command(&format!("prog{which}"), at),
        }
    }

    /// The arguments of a call: those it is about, and one that no rule looks at.
    fn arguments(&mut self, members: &str, at: usize) -> String {
        match self.random.below(4) {
            0 => format!("{{{members}, \"limit\": {}}}", self.random.below(1000)),
            1 => format!("{{\"limit\": {}, {members}}}", self.random.below(1000)),
            // Half of the texts have an escape.
            _ if at % 4 < 2 => format!("{{{members}, \"reason\": \"as \\\"agreed\\\"\"}}"),
            _ => format!("{{\"reason\": \"as agreed\", {members}}}"),
        }
    }
}

fn url(host: &str, at: usize) -> String {
    format!("\"url\": \"https://{host}/v1/items/{at:06x}?page=3\"")
}

fn path(directory: &str, at: usize) -> String {
    format!("\"path\": \"{directory}/reports/{at:06x}.txt\"")
}

fn command(program: &str, at: usize) -> String {
    let directory = if at.is_multiple_of(3) {
        "/usr/bin/"
    } else {
        ""
    };
    format!("\"command\": \"{directory}{program}\", \"args\": [\"--id\", \"{at:06x}\"]")
}

/// A `tools/call` request of about `size` bytes: what is missing to them stands in `_meta`, as
/// tracing does.
#[must_use]
pub fn request(tool: &str, arguments: &str, id: usize, size: usize) -> String {
    let mut text = format!(
        "{{\"jsonrpc\": \"2.0\", \"id\": {id}, \"method\": \"tools/call\", \"params\": {{\
         \"name\": {}, \"arguments\": {arguments}",
        Value::from(tool),
    );
    let mut random = Random::new(id as u64);
    let rest = size.saturating_sub(text.len() + "}}".len());
    let open = ", \"_meta\": {\"progressToken\": \"";
    if rest > open.len() + "\"}".len() {
        text.push_str(open);
        let mut digits = rest - open.len() - "\"}".len();
        while digits > 0 {
            let word = format!("{:016x}", random.bits());
            let taken = word.get(..digits.min(word.len())).unwrap_or(&word);
            text.push_str(taken);
            digits -= taken.len();
        }
        text.push_str("\"}");
    }
    let _ = write!(text, "}}}}");
    text
}
