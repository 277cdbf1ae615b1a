//! A policy of whichever dialect its document is in.

use callgate_compiler::document::looked_at;
use callgate_compiler::permission::{self, CompileOptions};
use callgate_compiler::{Fault, Faults, Source, firewall};

/// A compiled policy of either dialect: the table, the validated rules, the warnings.
#[derive(Debug)]
pub enum Policy {
    /// Allow, deny or ask; the order of rules means nothing.
    Permission(Box<permission::Compiled>),
    /// The first rule by priority whose conditions hold.
    Firewall(Box<firewall::Compiled>),
}

impl Policy {
    /// Compiles a document in the dialect that it says, or shows, it is in.
    ///
    /// ```
    /// use callgate::{CompileOptions, Policy, Source};
    ///
    /// let text = r#"{ "default_verdict": "deny", "rules": [] }"#;
    /// let policy = Policy::compile(&Source::new("policy.json", text), &CompileOptions::default())?;
    /// assert!(matches!(policy, Policy::Firewall(_)));
    /// # Ok::<(), callgate::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Every fault of the document, sorted by position.
    pub fn compile(source: &Source<'_>, options: &CompileOptions) -> Result<Self, Faults> {
        enum Read {
            Permission(permission::Policy),
            Firewall(firewall::Policy),
        }
        let limits = &options.limits;
        let read = looked_at(source, limits, |document| {
            if firewall::recognises(document) {
                firewall::validate(document, source, limits).map(Read::Firewall)
            } else {
                permission::validate(document, limits).map(Read::Permission)
            }
        })?;
        match read {
            Read::Firewall(policy) => {
                firewall::compile_policy(policy, options).map(|it| Self::Firewall(Box::new(it)))
            }
            Read::Permission(policy) => {
                permission::compile_policy(policy, options).map(|it| Self::Permission(Box::new(it)))
            }
        }
    }

    /// What the lint has to say, sorted by position.
    #[must_use]
    pub fn warnings(&self) -> &[Fault] {
        match self {
            Self::Permission(compiled) => &compiled.warnings,
            Self::Firewall(compiled) => &compiled.warnings,
        }
    }

    /// How many rules it has.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Permission(compiled) => compiled.table.len(),
            Self::Firewall(compiled) => compiled.table.len(),
        }
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
