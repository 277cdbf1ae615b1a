//! The compiled, immutable firewall table.

use super::clause::{Compiled, CompiledClause};
use super::glob::{Glob, Shape};
use super::index::{Index, IndexBuilder, Name};
use super::sanitize::Redactor;
use super::scope::Scope;
use super::spec::{Clause, PolicySpec, RuleSpec};
use super::value::{PathId, Paths};
use super::verdict::{Action, Stage, Verdict};
use crate::json::Limits;
use crate::permission::RuleId;
use hashbrown::HashMap;

/// Collects validated rules in document order and freezes them into a [`Table`].
#[derive(Debug, Default)]
pub struct TableBuilder<'a> {
    policy: PolicySpec,
    limits: Limits,
    rules: Vec<RuleSpec<'a>>,
}

impl<'a> TableBuilder<'a> {
    /// A policy without rules.
    #[must_use]
    pub fn new(policy: PolicySpec) -> Self {
        Self {
            policy,
            limits: Limits::default(),
            rules: Vec::new(),
        }
    }

    /// The next rule of the document.
    pub fn rule(&mut self, rule: RuleSpec<'a>) {
        self.rules.push(rule);
    }

    /// How much of a call's bytes is read.
    pub const fn limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The table. Takes time in proportion to the rules, times their logarithm.
    #[must_use]
    pub fn build(self) -> Table {
        let Self {
            policy,
            limits,
            rules,
        } = self;
        let mut order: Vec<(u32, &RuleSpec<'_>)> = (0..).zip(&rules).collect();
        // Q3; the sort is stable, so that rules without an id stay in document order.
        order.sort_by_key(|(_, rule)| (rule.priority, rule.id.is_none(), rule.id));
        let mut table = Table {
            policy,
            limits,
            rules: Vec::with_capacity(rules.len()),
            clauses: Vec::new(),
            paths: Paths::default(),
            index: Index::default(),
            nameless: None,
            ranks: vec![0; rules.len()].into(),
        };
        let mut index = IndexBuilder::new(Name::Known);
        let named =
            |rule: &RuleSpec<'_>| rule.action.restricts() && Shape::of(rule.tool) != Shape::Any;
        let mut nameless = rules
            .iter()
            .any(named)
            .then(|| IndexBuilder::new(Name::Unreadable));
        let mut clauses = Clauses::default();
        for (rank, (document, spec)) in (0..).zip(order) {
            let ids = spec
                .clauses
                .iter()
                .map(|clause| clauses.intern(clause, &mut table))
                .collect();
            let rule = Rule::new(RuleId(document), spec, ids);
            let paths: Vec<PathId> = spec
                .clauses
                .iter()
                .map(|clause| table.paths.intern(&clause.path))
                .collect();
            let speaks = Stage::ALL.map(|stage| rule.speaks_at(stage));
            index.rule(spec, &paths, policy.strict_clauses, speaks);
            if let Some(nameless) = &mut nameless {
                let speaks = Stage::ALL.map(|stage| {
                    stage.names_a_tool() && rule.action.restricts() && rule.speaks_at(stage)
                });
                nameless.rule(spec, &paths, policy.strict_clauses, speaks);
            }
            if let Some(slot) = table.ranks.get_mut(document as usize) {
                *slot = rank;
            }
            table.rules.push(rule);
        }
        table.index = index.build();
        table.nameless = nameless.map(|nameless| Box::new(nameless.build()));
        table
    }
}

/// Clauses by what they say, so that each is put to a call once however many rules share it.
#[derive(Default)]
struct Clauses<'a>(HashMap<&'a Clause, u32, foldhash::fast::FixedState>);

impl<'a> Clauses<'a> {
    fn intern(&mut self, clause: &'a Clause, table: &mut Table) -> u32 {
        let next = u32::try_from(table.clauses.len()).unwrap_or(u32::MAX);
        let id = *self.0.entry(clause).or_insert(next);
        if id == next {
            let path = table.paths.intern(&clause.path);
            table.clauses.push(CompiledClause {
                path,
                test: Compiled::new(&clause.test),
            });
        }
        id
    }
}

/// A rule of the table, in the order of the walk (Q3).
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) document: RuleId,
    pub(super) id: Option<i64>,
    pub(super) label: Option<Box<str>>,
    stages: [bool; 4],
    pub(super) tool: Glob,
    pub(super) skill: Glob,
    pub(super) action: Action,
    pub(super) clauses: Box<[u32]>,
    pub(super) scope: Option<Box<Scope>>,
    pub(super) redactor: Option<Box<Redactor>>,
}

impl Rule {
    fn new(document: RuleId, spec: &RuleSpec<'_>, clauses: Box<[u32]>) -> Self {
        // A rule that cannot fire at a stage is not looked at there.
        let stages = Stage::ALL.map(|stage| {
            let pinned = spec.stage.is_none_or(|own| own == stage);
            // A1: there are no arguments to put a clause to.
            let arguments = stage.has_arguments() || clauses.is_empty();
            // X5: nothing is spent by an answer or a connection.
            let spends = !matches!(stage, Stage::Response | Stage::Egress)
                || !matches!(spec.action, Action::CapCost(_));
            // X2: a scope is a scope of destinations.
            let destination = stage == Stage::Egress || spec.egress.is_none();
            // X8: sequences are not part of the walk.
            pinned && arguments && spends && destination && !spec.sequence
        });
        Self {
            document,
            id: spec.id,
            label: spec.label.map(Into::into),
            stages,
            tool: Glob::new(spec.tool),
            skill: Glob::new(spec.skill),
            action: spec.action,
            clauses,
            scope: spec
                .egress
                .map(|egress| Box::new(Scope::new(egress, spec.action))),
            redactor: spec
                .sanitizer
                .filter(|_| spec.action == Action::Give(Verdict::Sanitize))
                .map(|sanitizer| Box::new(Redactor::new(sanitizer))),
        }
    }

    pub(super) fn speaks_at(&self, stage: Stage) -> bool {
        self.stages.get(stage as usize) == Some(&true)
    }
}

/// A compiled firewall policy: immutable, `Send + Sync`, shared by reference.
#[derive(Debug)]
pub struct Table {
    pub(super) policy: PolicySpec,
    pub(super) limits: Limits,
    pub(super) rules: Vec<Rule>,
    pub(super) clauses: Vec<CompiledClause>,
    pub(super) paths: Paths,
    pub(super) index: Index,
    /// Where a call should name a tool and its name cannot be read: it may be any, so that of
    /// the rules that restrict only the other conditions tell them apart, and no other fires.
    /// `None`: no rule that restricts names a tool.
    pub(super) nameless: Option<Box<Index>>,
    /// By place in the document: the place in the walk.
    ranks: Box<[u32]>,
}

impl Table {
    /// How many rules it holds.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    pub(super) fn rule(&self, RuleId(document): RuleId) -> Option<&Rule> {
        let rank = *self.ranks.get(document as usize)?;
        self.rules.get(rank as usize)
    }

    /// A rule's label (Q5).
    #[must_use]
    pub fn label(&self, rule: RuleId) -> Option<&str> {
        self.rule(rule)?.label.as_deref()
    }

    /// A rule's id (Q5).
    #[must_use]
    pub fn id(&self, rule: RuleId) -> Option<i64> {
        self.rule(rule)?.id
    }

    /// The rules that cover a tool: their stage and globs match, whatever their other
    /// conditions (T1), in the order of the walk. `stage` `None` takes every stage. Linear in
    /// the rules.
    pub fn covering<'a>(
        &'a self,
        stage: Option<Stage>,
        tool: &'a str,
        skill: Option<&'a str>,
    ) -> impl Iterator<Item = RuleId> + 'a {
        let speaks = move |rule: &Rule| match stage {
            Some(stage) => rule.speaks_at(stage),
            None => Stage::ALL.into_iter().any(|stage| rule.speaks_at(stage)),
        };
        self.rules
            .iter()
            .filter(move |rule| speaks(rule))
            .filter(move |rule| rule.tool.matches(Some(tool)) && rule.skill.matches(skill))
            .map(|rule| rule.document)
    }
}
