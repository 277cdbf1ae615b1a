//! The types of value that documents have somewhere.

/// What has to stand at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Text.
    Text,
    /// A whole permission document.
    PolicyOrRules,
    /// A whole firewall document.
    FirewallPolicy,
    /// Its rules.
    Rules,
    /// One rule of permissions.
    Rule,
    /// One rule of the firewall.
    FirewallRule,
    /// Tokens of a command.
    Texts,
    /// `match` and `no-match`.
    Examples,
    /// One of them.
    Example,
    /// `allow-lint`.
    AllowLint,
    /// `options` of permissions.
    PathCase,
    /// `options` of the firewall.
    StrictClauses,
    /// `roots`.
    Roots,
    /// `path-params`, `url-params` and `command-params`.
    Params,
    /// An entry of the first two.
    ParamNames,
    /// An entry of the last.
    CommandParams,
    /// `egress`.
    Egress,
    /// A list of it.
    Destinations,
    /// `args_match`.
    ArgsMatch,
    /// The clauses of it.
    Clauses,
    /// One clause.
    Clause,
    /// What `in` asks for.
    Values,
    /// `sanitize`.
    Sanitize,
    /// The presets of it.
    Presets,
    /// Its own expressions.
    Patterns,
    /// A switch.
    Switch,
    /// `cap_cost_cents`.
    Cents,
    /// `priority`.
    Priority,
    /// Another whole number.
    Integer,
    /// A number.
    Number,
    /// Anything but null.
    Value,
}

impl Expected {
    /// Its name in messages, with its article.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::PolicyOrRules => "a list of rules or an object",
            Self::FirewallPolicy => "a firewall policy: an object",
            Self::Rules => "a list of rules",
            Self::Rule => "a rule, which is an object",
            Self::FirewallRule => "a rule: an object",
            Self::Texts => "a list of strings",
            Self::Examples => "a list of examples",
            Self::Example => "an object: arguments, or `tool` and `args`",
            Self::AllowLint => "an object of lint codes, each with a reason",
            Self::PathCase => "an object with `path-case`",
            Self::StrictClauses => "an object with `strict-clauses`",
            Self::Roots => "an object of tool-name prefixes",
            Self::Params => "an object of tool patterns",
            Self::ParamNames => "an argument name or a list of them",
            Self::CommandParams => "an object with `command` and `args`, or with `line`",
            Self::Egress => "an object with `allow` and `deny`",
            Self::Destinations => "a list of destinations",
            Self::ArgsMatch => "an object with `clauses`",
            Self::Clauses => "a list of clauses",
            Self::Clause => "a clause: `path`, `op` and `value`",
            Self::Values => "a list of values",
            Self::Sanitize => "an object with `presets` and `custom`",
            Self::Presets => "a list of presets",
            Self::Patterns => "a list of regular expressions",
            Self::Switch => "`true` or `false`",
            Self::Cents => "a whole number of cents",
            Self::Priority => "a whole number for the order",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::Value => "a value",
        }
    }

    /// Whether it is a list, of rules or of something else.
    pub(super) const fn is_list(self) -> bool {
        matches!(
            self,
            Self::Rules
                | Self::PolicyOrRules
                | Self::Texts
                | Self::Examples
                | Self::Destinations
                | Self::Clauses
                | Self::Values
                | Self::Presets
                | Self::Patterns
        )
    }

    /// Whether it is a rule of either dialect.
    pub(super) const fn is_rule(self) -> bool {
        matches!(self, Self::Rule | Self::FirewallRule)
    }

    /// Whether it is a number.
    pub(super) const fn is_number(self) -> bool {
        matches!(
            self,
            Self::Number | Self::Integer | Self::Cents | Self::Priority
        )
    }
}
