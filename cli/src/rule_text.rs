//! A rule on one line, for people.

mod firewall;

pub(crate) use firewall::FirewallRule;

use crate::policy::{Policy, Rules, Table};
use crate::safe::Safe;
use callgate::RuleId;
use callgate::compiler::permission::{CommandNarrower, Rule};
use std::fmt::{self, Display};

/// What a permission rule asks and says: `deny fs_* under /srv/secrets`. Note and severity,
/// which decide nothing, are left out: two rules with the same text decide alike.
pub(crate) struct PermissionRule<'a>(pub(crate) &'a Rule);

impl Display for PermissionRule<'_> {
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
    /// A rule on one line.
    pub(crate) fn text(&self, rule: RuleId) -> String {
        let at = rule.0 as usize;
        let text = match &self.rules {
            Rules::Permission(policy) => policy
                .rules
                .get(at)
                .map(|rule| PermissionRule(rule).to_string()),
            Rules::Firewall(policy) => policy
                .rules
                .get(at)
                .map(|rule| FirewallRule(rule).to_string()),
        };
        text.unwrap_or_else(|| format!("rule {at}"))
    }

    /// How many rules it has.
    pub(crate) const fn len(&self) -> usize {
        match &self.rules {
            Rules::Permission(policy) => policy.rules.len(),
            Rules::Firewall(policy) => policy.rules.len(),
        }
    }

    /// Whether it is of the firewall dialect.
    pub(crate) const fn is_firewall(&self) -> bool {
        matches!(self.table, Table::Firewall(_))
    }
}

#[cfg(test)]
mod tests {
    use super::{FirewallRule, PermissionRule};
    use callgate::Source;
    use callgate::compiler::{firewall, permission};

    #[test]
    fn a_permission_rule_says_everything_that_decides() {
        let source = Source::new(
            "p",
            "- {tool: 'a_*', decision: deny, under: \"/x\\e\", host: '*.a.org', command: 'g*', args: [x], args-any: [-f], check: c, note: n}\n- {tool: '*', decision: ask}",
        );
        let compiled = permission::compile(&source).unwrap();
        let rules = compiled.policy.rules.iter();
        let texts: Vec<String> = rules.map(|rule| PermissionRule(rule).to_string()).collect();
        assert_eq!(
            texts,
            [
                "deny a_* under /x\\u{1b} host *.a.org command g* args [\"x\"] args-any [\"-f\"] check c",
                "ask *"
            ]
        );
    }

    #[test]
    fn a_firewall_rule_says_everything_that_decides() {
        let source = Source::new(
            "p",
            r#"{"default_verdict": "deny", "rules": [
              {"tool_name_glob": "*.exec", "skill_name_glob": "b.*", "stage": "mcp", "verdict": "deny", "label": "x",
               "args_match": {"clauses": [
                 {"path": "$.a['b c'][0]", "op": "in", "value": [1, "x", true, null]},
                 {"path": "$", "op": "contains", "value": "rm"},
                 {"path": "$.n", "op": "gt", "value": 5},
                 {"path": "$.n", "op": "lt", "value": 9},
                 {"path": "$.s", "op": "regex", "value": "^a+$"},
                 {"path": "$.i", "op": "cidr_match", "value": "10.0.0.0/8"}]}},
              {"verdict": "cap_cost", "cap_cost_cents": 7},
              {"verdict": "sanitize", "sanitize": {"presets": ["email"], "custom": ["x+"]}},
              {"stage": "egress", "verdict": "deny", "egress": {"deny": ["*.a.org", "10.0.0.0/8"], "allow": ["b.a.org"]}}
            ]}"#,
        );
        let compiled = firewall::compile(&source).unwrap();
        let rules = compiled.policy.rules.iter();
        let texts: Vec<String> = rules.map(|rule| FirewallRule(rule).to_string()).collect();
        assert_eq!(
            texts,
            [
                r#"deny *.exec skill b.* at mcp where $.a["b c"][0] in [1, "x", true, null] and $ contains "rm" and $.n > 5 and $.n < 9 and $.s ~ "^a+$" and $.i inside 10.0.0.0/8"#,
                "cap_cost 7 *",
                "sanitize * presets [email] custom [\"x+\"]",
                "deny * at egress to [*.a.org, 10.0.0.0/8] but not [b.a.org]",
            ]
        );
    }
}
