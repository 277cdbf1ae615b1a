//! What a firewall policy says about a call.

use crate::permission::RuleId;

/// A verdict, weakest first: `Allow < Audit < Sanitize < PendingApproval < Deny` (Q9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The call may go ahead.
    Allow,
    /// The call may go ahead and is to be recorded.
    Audit,
    /// The call may go ahead with redacted arguments (X7).
    Sanitize,
    /// A human has to release the call.
    PendingApproval,
    /// The call must not go ahead.
    Deny,
}

impl Verdict {
    /// The word documents and results use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Audit => "audit",
            Self::Sanitize => "sanitize",
            Self::PendingApproval => "pending_approval",
            Self::Deny => "deny",
        }
    }

    /// Whether the call goes ahead untouched.
    #[must_use]
    pub const fn lets_pass(self) -> bool {
        matches!(self, Self::Allow | Self::Audit)
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a rule does once its conditions hold: give a verdict, or check a budget (Q2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Gives this verdict.
    Give(Verdict),
    /// `cap_cost`: denies a call that has spent more than so many cents; else the walk goes
    /// on (X6).
    CapCost(u64),
}

impl Action {
    /// The word documents use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Give(verdict) => verdict.as_str(),
            Self::CapCost(_) => "cap_cost",
        }
    }

    /// Whether the rule can hold a call back: such a rule fires on an unevaluable clause
    /// under `strict-clauses` (A4), and on one address in its egress scope (X3).
    #[must_use]
    pub const fn restricts(self) -> bool {
        match self {
            Self::Give(verdict) => !verdict.lets_pass(),
            Self::CapCost(_) => true,
        }
    }
}

/// Where in a call's life the firewall looks at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The prompt: there are no arguments yet (A1).
    Inbound,
    /// The model's answer, which may hold tool calls.
    Response,
    /// A tool call at the gateway.
    #[default]
    Mcp,
    /// A connection that a tool opens; it carries a destination (X1).
    Egress,
}

impl Stage {
    /// Every stage, in the order of a call's life.
    pub const ALL: [Self; 4] = [Self::Inbound, Self::Response, Self::Mcp, Self::Egress];

    /// The word documents use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inbound => "inbound",
            Self::Response => "response",
            Self::Mcp => "mcp",
            Self::Egress => "egress",
        }
    }

    /// The stage of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == name)
    }

    /// Whether a call at this stage carries arguments (A1).
    #[must_use]
    pub const fn has_arguments(self) -> bool {
        !matches!(self, Self::Inbound)
    }

    /// Whether a call at this stage always has a tool, so that none means an unreadable name.
    #[must_use]
    pub const fn names_a_tool(self) -> bool {
        matches!(self, Self::Response | Self::Mcp)
    }
}

impl std::fmt::Display for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a verdict came out as it did (Q5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The first rule whose conditions all hold gave it.
    Rule,
    /// No rule decided: the policy's default.
    Default,
    /// An egress call without a destination that can be read (X4).
    NoDestination,
    /// More was spent than a rule's cap (X6).
    OverCap,
    /// A rule has a cap and the call does not say what was spent (X6).
    SpendUnknown,
    /// A rule asks for approval where a call cannot be held (X5).
    CannotHold,
    /// A rule sanitizes where nothing can be rewritten (X5).
    CannotSanitize,
    /// The policy is switched off (Q6).
    Disabled,
}

impl Reason {
    /// The name in results and case files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Default => "default",
            Self::NoDestination => "no-destination",
            Self::OverCap => "over-cap",
            Self::SpendUnknown => "spend-unknown",
            Self::CannotHold => "cannot-hold",
            Self::CannotSanitize => "cannot-sanitize",
            Self::Disabled => "disabled",
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A verdict and why (Q5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What the policy says; `None`: it is switched off and the embedder decides (Q6).
    pub verdict: Option<Verdict>,
    /// Why.
    pub reason: Reason,
    /// The rule that decided.
    pub rule: Option<RuleId>,
    /// The verdict that a shadow policy held back: it audits instead (Q6).
    pub would_be: Option<Verdict>,
}

impl Outcome {
    /// A verdict that no shadow has touched.
    #[must_use]
    pub const fn new(verdict: Verdict, reason: Reason, rule: Option<RuleId>) -> Self {
        Self {
            verdict: Some(verdict),
            reason,
            rule,
            would_be: None,
        }
    }

    /// The answer of a policy that is switched off (Q6).
    pub const DISABLED: Self = Self {
        verdict: None,
        reason: Reason::Disabled,
        rule: None,
        would_be: None,
    };

    /// The same under a shadow policy: what would hold the call back audits it (Q6).
    #[must_use]
    pub const fn shadowed(self) -> Self {
        match self.verdict {
            Some(verdict) if !verdict.lets_pass() => Self {
                verdict: Some(Verdict::Audit),
                would_be: Some(verdict),
                ..self
            },
            _ => self,
        }
    }
}
