//! A rule on one line, for people.

use crate::policy::Policy;
use crate::safe::Safe;
use callgate::RuleId;
use callgate::compiler::permission::{CommandNarrower, Rule};
use std::fmt::{self, Display};

/// What a rule asks and says, on one line: `deny fs_* under /srv/secrets`. Note and severity,
/// which decide nothing, are left out: two rules with the same text decide alike.
pub(crate) struct RuleText<'a>(pub(crate) &'a Rule);

impl Display for RuleText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.0;
        write!(f, "{} {}", rule.decision, rule.tool)?;
        if let Some(under) = &rule.under {
            write!(f, " under {}", Safe(under))?;
        }
        if let Some(host) = &rule.host {
            write!(f, " host {host}")?;
        }
        if let Some(command) = &rule.command {
            write_command(f, command)?;
        }
        match &rule.check {
            Some(check) => write!(f, " check {}", Safe(check)),
            None => Ok(()),
        }
    }
}

fn write_command(f: &mut fmt::Formatter<'_>, command: &CommandNarrower) -> fmt::Result {
    write!(f, " command {}", command.program)?;
    for (name, tokens) in [("args", &command.args), ("args-any", &command.args_any)] {
        if let Some(tokens) = tokens {
            write!(f, " {name} {}", Safe(&format!("{tokens:?}")))?;
        }
    }
    Ok(())
}

/// Where a rule stands: `policy.yaml:7`.
pub(crate) struct Place<'a>(pub(crate) &'a Policy, pub(crate) RuleId);

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.line(self.1) {
            Some(line) => write!(f, "{}:{line}", Safe(&self.0.name)),
            None => write!(f, "rule {}", (self.1).0),
        }
    }
}

impl Policy {
    /// The line a rule stands on, from 1.
    pub(crate) fn line(&self, rule: RuleId) -> Option<usize> {
        self.lines.get(rule.0 as usize).copied()
    }

    /// A rule by its place in the document.
    pub(crate) fn rule(&self, rule: RuleId) -> Option<&Rule> {
        self.document.rules.get(rule.0 as usize)
    }

    /// A rule on one line.
    pub(crate) fn text(&self, rule: RuleId) -> String {
        self.rule(rule).map_or_else(
            || format!("rule {}", rule.0),
            |rule| RuleText(rule).to_string(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::RuleText;
    use callgate::Source;
    use callgate::compiler::permission::compile;

    #[test]
    fn a_rule_says_everything_that_decides() {
        let source = Source::new(
            "p",
            "[{tool: 'a_*', decision: deny, under: \"/x\\e\", host: '*.a.org', command: 'g*', args: [x], args-any: [-f], check: c, note: n}, {tool: '*', decision: ask}]",
        );
        let compiled = compile(&source).unwrap();
        let texts: Vec<String> = compiled
            .policy
            .rules
            .iter()
            .map(|rule| RuleText(rule).to_string())
            .collect();
        assert_eq!(
            texts,
            [
                "deny a_* under /x\\u{1b} host *.a.org command g* args [\"x\"] args-any [\"-f\"] check c",
                "ask *"
            ]
        );
    }
}
