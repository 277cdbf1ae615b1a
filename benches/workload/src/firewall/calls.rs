//! Calls to a generated firewall rule set: half made to fit a rule, half known to fit none.

use super::rules::{AMOUNT, Rule, Tool, When, network};
use crate::Random;
use crate::calls::CallText;
use crate::rules::{VERBS, servers};
use callgate_engine::Call;
use callgate_engine::firewall::{Scratch, Stage, StagedCall, Table};

/// A firewall call as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StagedText {
    /// The tool and its arguments.
    pub call: CallText,
    /// Where it stands.
    pub stage: Stage,
    /// The skill that owns it.
    pub skill: Option<String>,
    /// Where it connects to.
    pub destination: Option<String>,
    /// The addresses of that.
    pub resolved: Vec<String>,
    /// Cents spent so far.
    pub spent_cents: Option<i64>,
}

/// `count` distinct calls to `rules`, whose table is `table`: half of them made from a rule, a
/// quarter to tools nobody speaks about, a quarter to known tools with values that no rule
/// fits. Every miss is decided once to be sure that it is one.
#[must_use]
pub fn calls(rules: &[Rule], table: &Table, count: usize) -> Vec<StagedText> {
    let mut maker = Maker {
        random: Random::new(0xf12e_ca11 ^ rules.len() as u64),
        rules,
        table,
        scratch: Scratch::default(),
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

struct Maker<'a> {
    random: Random,
    rules: &'a [Rule],
    table: &'a Table,
    scratch: Scratch,
}

impl Maker<'_> {
    /// A call that some rule fits.
    fn hit(&mut self, at: usize) -> StagedText {
        let Some(rule) = self.rules.get(self.random.below(self.rules.len())) else {
            return self.stranger(at);
        };
        let (member, destination) = match rule.when {
            When::Always => (format!("\"limit\": {}", at % 1000), None),
            When::Equal(which) => (format!("\"key\": \"value{which}\""), None),
            When::OneOf(which) => (format!("\"key\": \"two{which}\""), None),
            When::Contains(which) => (
                format!("\"text\": \"a longer text with needle{which}; in it\""),
                None,
            ),
            When::Regex(which) => (
                format!("\"text\": \"a longer text with word{which} 42 in it\""),
                None,
            ),
            When::Above(bound) => (format!("\"amount\": {}.5", bound + at), None),
            When::Inside(which) => {
                let network = network(which);
                let base = network.strip_suffix(".0/24").map(|net| format!("{net}.7"));
                let address = base.unwrap_or_else(|| network.trim_end_matches("/32").to_owned());
                (format!("\"ip\": \"{address}\""), None)
            }
            When::Egress(which) => {
                let sub = if which.is_multiple_of(2) { "api." } else { "" };
                let host = format!("{sub}h{which}.example.com");
                ("\"retry\": true".to_owned(), Some(host))
            }
        };
        let tool = self.tool(&rule.tool);
        self.call(tool, &member, destination, at)
    }

    /// A call to a tool that no rule names.
    fn stranger(&mut self, at: usize) -> StagedText {
        let servers = servers(self.rules.len());
        let server = servers + self.random.below(servers + 1000);
        let tool = format!("gw.srv{server}.{}", self.random.one_of(&VERBS));
        let (member, destination) = self.elsewhere(at);
        self.call(tool, &member, destination, at)
    }

    /// A call to a known tool that no rule fits; `None` if none is found.
    fn miss(&mut self, at: usize) -> Option<StagedText> {
        for _ in 0..64 {
            let rule = self.rules.get(self.random.below(self.rules.len()))?;
            let tool = self.tool(&rule.tool);
            let (member, destination) = self.elsewhere(at);
            let text = self.call(tool, &member, destination, at);
            let call = Call::raw(&text.call.tool, text.call.arguments.as_bytes());
            let mut staged: StagedCall<'_> = StagedCall::new(call).at(text.stage);
            staged.destination = text.destination.as_deref();
            if self.table.decide(&staged, &mut self.scratch).rule.is_none() {
                return Some(text);
            }
        }
        None
    }

    fn tool(&mut self, tool: &Tool) -> String {
        let verb = self.random.one_of(&VERBS);
        match tool {
            Tool::Literal(server, verb) | Tool::Suffix(server, verb) => {
                format!("gw.srv{server}.{verb}")
            }
            Tool::Prefix(server) | Tool::Infix(server) => format!("gw.srv{server}.{verb}"),
            Tool::Any => {
                let server = self.random.below(servers(self.rules.len()));
                format!("gw.srv{server}.{verb}")
            }
        }
    }

    /// A value that no rule fits, or a destination that none lists.
    fn elsewhere(&mut self, at: usize) -> (String, Option<String>) {
        let which = self.rules.len() + self.random.below(self.rules.len() + 1000);
        match at / 4 % 10 {
            0..4 => (format!("\"key\": \"value{which}\""), None),
            4..7 => (
                format!("\"text\": \"a longer text with needle{which}; word{which} 42 in it\""),
                None,
            ),
            7 => (
                format!("\"amount\": {}.25", self.random.below(AMOUNT)),
                None,
            ),
            8 => (
                format!("\"ip\": \"192.168.{}.{}\"", which >> 8 & 255, which & 255),
                None,
            ),
            _ => {
                let host = format!("api.h{which}.example.org");
                ("\"retry\": true".to_owned(), Some(host))
            }
        }
    }

    fn call(
        &mut self,
        tool: String,
        member: &str,
        destination: Option<String>,
        at: usize,
    ) -> StagedText {
        let arguments = match self.random.below(2) {
            0 => format!("{{{member}, \"id\": \"{at:06x}\"}}"),
            // Half of these texts have an escape.
            _ if at % 4 < 2 => {
                format!("{{\"id\": \"{at:06x}\", \"reason\": \"as \\\"agreed\\\"\", {member}}}")
            }
            _ => format!("{{\"id\": \"{at:06x}\", \"reason\": \"as agreed\", {member}}}"),
        };
        StagedText {
            call: CallText { tool, arguments },
            stage: if destination.is_some() {
                Stage::Egress
            } else {
                Stage::Mcp
            },
            destination,
            ..StagedText::default()
        }
    }
}
